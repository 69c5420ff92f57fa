# focusd. `make help` lists the targets; README.md says more.
#
# Swift 6 or newer on PATH builds here; without it everything is built in the
# Debian 13 tree that the virtual board's tool keeps, with Debian's own Swift.

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
.DELETE_ON_ERROR:

BOARD := Tests/HIL/board
SDK := $(BOARD) sdk --
HAVE_SWIFT := $(shell swift --version 2>/dev/null | grep -cE 'Swift version ([6-9]|[1-9][0-9])\.')

ifeq ($(HAVE_SWIFT),0)
SWIFT := $(SDK) swift
SCRATCH := build/swift-sdk
CC := $(SDK) gcc
HERE := $(SDK)
INSTALL := $(SDK) install
else
SWIFT := swift
SCRATCH := .build
INSTALL := install
CC := $(firstword $(shell command -v gcc clang cc))
endif

PROGRAMS := focusd focusctl focus-scenario
# Run by a test, installed nowhere.
EXAMPLES := example-call
RELEASE := --scratch-path $(SCRATCH) -c release --static-swift-stdlib -Xlinker --gc-sections
# Real-kernel tests repeat what has a random part this often; `make soak` more.
REPEATS ?= 20
# Every scenario goes through the kernel this often for each cancel policy.
PASSES ?= 1
# As the last build for tests has left it.
FOCUSCTL = $(SWIFT) run --scratch-path $(SCRATCH) --skip-build focusctl
PYTEST := python3 -m pytest -p no:cacheprovider -q -ra

# Where `make install` puts things; DESTDIR comes before all of it. focusd looks for
# profiles in /usr/share/focusd/boards, whatever the prefix.
DESTDIR ?=
prefix ?= /usr
bindir := $(prefix)/bin
libexecdir := $(prefix)/libexec/focusd
datadir := $(prefix)/share
libdir := $(prefix)/lib

.PHONY: help demo docs test check check-6.0 build board-test manpages install deb lint bench soak clean deps

help: ## this list
	@sed -n 's/^\([a-z0-9.-]*\):.*## \(.*\)/\1\t\2/p' Makefile | expand -t 12

demo: build ## the main job on real input; leaves build/demo/index.html
	$(BOARD) run --board x86-noplane --out build/demo -- Tests/HIL/demo/run.py

test: check board-test ## everything: pure tests, scenarios and consumers on the board, the demo

# Two boards at a time, one a core: one has the scenarios, then systemd and the package.
board-test: build deb ## the tests on the board alone; BOARD_TESTS=Tests/HIL/test_gate.py narrows them
ifdef BOARD_TESTS
	$(call on_board,test,$(BOARD_TESTS),$(if $(filter $(SERVICE)%,$(BOARD_TESTS)),--systemd))
else
	{ $(call on_board,scenarios,Tests/HIL/test_scenarios.py); first=$$?; \
	  $(call on_board,service,$(SERVICE),--systemd) && exit $$first; } > build/second-board.log 2>&1 & \
	second=$$!; \
	$(call on_board,test,Tests/HIL --ignore=Tests/HIL/test_scenarios.py --ignore=$(SERVICE)); first=$$?; \
	wait $$second; second=$$?; cat build/second-board.log; exit $$((first | second))
endif

# The package is installed there, and systemd runs focusd: a board of its own.
SERVICE := Tests/HIL/test_service.py

on_board = $(BOARD) run $(3) --board x86-noplane --out build/$(1) --timeout 2100 -- \
  env REPEATS=$(REPEATS) PASSES=$(PASSES) $(PYTEST) $(2)

check: deps ## pure tests, fast
	$(SWIFT) build --scratch-path $(SCRATCH) --build-tests
	$(SWIFT) test --scratch-path $(SCRATCH) --skip-build
	@mkdir -p build
	$(FOCUSCTL) board schema > build/board.schema.json
	/usr/bin/python3 Tests/Profiles/test_schema.py

docs: ## the table of fields in docs/profile.md, from the code
	@mkdir -p build
	$(SWIFT) build --scratch-path $(SCRATCH) --product focusctl
	$(FOCUSCTL) board schema --markdown > build/fields.md
	sed -i -e '/^<!-- fields -->$$/,/^<!-- end -->$$/{//!d}' \
	  -e '/^<!-- fields -->$$/r build/fields.md' docs/profile.md

check-6.0: deps ## pure tests with Debian 13's Swift 6.0.3, so that the floor never rots
	$(SDK) swift test --scratch-path build/swift-sdk

build: deps ## the programs, static and stripped, in build/bin
	@mkdir -p build/bin
	for program in $(PROGRAMS) $(EXAMPLES); do \
	  $(SWIFT) build $(RELEASE) --product $$program && \
	  $(INSTALL) -s $(SCRATCH)/release/$$program build/bin/ || exit 1; \
	done

# What each program prints of itself; make install takes it from there.
manpages: build ## build/man and build/completion, made by the programs
	@rm -rf build/man build/completion
	@mkdir -p build/man build/completion/bash build/completion/zsh
	for program in $(PROGRAMS); do \
	  section=1; [ $$program != focusd ] || section=8; \
	  $(HERE) build/bin/$$program --man > build/man/$$program.$$section && \
	  $(HERE) build/bin/$$program --completion bash > build/completion/bash/$$program && \
	  $(HERE) build/bin/$$program --completion zsh > build/completion/zsh/_$$program || exit 1; \
	done
	$(HERE) build/bin/focusd --man-profile > build/man/board.yaml.5

# Units and rules name programs under /usr.
put = sed -e 's,/usr/bin/,$(bindir)/,g' -e 's,/usr/libexec/focusd/,$(libexecdir)/,g' $(1) > $(DESTDIR)$(2) && \
  chmod 644 $(DESTDIR)$(2)

install: ## what `make manpages` has built, under prefix=/usr; DESTDIR as usual
	@test -e build/man/focusd.8 || { echo "install: nothing is built yet: run 'make manpages' first" >&2; exit 1; }
	install -d $(addprefix $(DESTDIR),$(bindir) $(libexecdir) $(datadir)/focusd/boards $(addprefix $(datadir)/man/,man1 man5 man8) \
	  $(datadir)/bash-completion/completions $(datadir)/zsh/vendor-completions $(datadir)/doc/focusd/examples/kiosk \
	  $(libdir)/systemd/system $(libdir)/sysusers.d $(libdir)/tmpfiles.d $(libdir)/udev/rules.d)
	install $(addprefix build/bin/,$(PROGRAMS)) $(DESTDIR)$(bindir)
	install systemd/focusd-console $(DESTDIR)$(libexecdir)/console
	install udev/focusd-mirror $(DESTDIR)$(libexecdir)/mirror
	$(call put,udev/72-focusd.rules,$(libdir)/udev/rules.d/72-focusd.rules)
	for unit in focusd.service focusd.socket focusd-console.service; do \
	  $(call put,systemd/$$unit,$(libdir)/systemd/system/$$unit) || exit 1; \
	done
	install -m 644 systemd/focusd.sysusers $(DESTDIR)$(libdir)/sysusers.d/focusd.conf
	install -m 644 systemd/focusd.tmpfiles $(DESTDIR)$(libdir)/tmpfiles.d/focusd.conf
	install -m 644 boards/*.yaml $(DESTDIR)$(datadir)/focusd/boards
	install -m 644 Sources/ControlAPI/org.focusd.Control.varlink $(DESTDIR)$(datadir)/focusd
	for page in build/man/*; do \
	  install -m 644 $$page $(DESTDIR)$(datadir)/man/man$${page##*.} || exit 1; \
	done
	install -m 644 build/completion/bash/* $(DESTDIR)$(datadir)/bash-completion/completions
	install -m 644 build/completion/zsh/* $(DESTDIR)$(datadir)/zsh/vendor-completions
	install -m 644 README.md docs/*.md $(DESTDIR)$(datadir)/doc/focusd
	install -m 644 examples/kiosk/* $(DESTDIR)$(datadir)/doc/focusd/examples/kiosk

deb: manpages ## a Debian package of the programs in build/bin: build/focusd_*.deb
	rm -rf build/deb
	mkdir -p build/deb/focusd
	tar -c --exclude=./build --exclude=./.build --exclude=./.git . | tar -x -C build/deb/focusd
	mkdir build/deb/focusd/build
	cp -r build/bin build/man build/completion build/deb/focusd/build
	$(SDK) sh -ec 'cd build/deb/focusd; dpkg-buildpackage -b -d -us -uc -nc -Ppkg.focusd.prebuilt' > build/deb.log 2>&1 \
	  || { tail -n 30 build/deb.log >&2; exit 1; }
	rm -f build/focusd_*.deb
	mv build/deb/*.deb build/

lint: deps ## formatting, by the repository's own configuration
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests examples

bench: build ## latency tables in the guest's instruction time; build/bench/bench.md
	CC="$(CC)" Tests/Benchmarks/build
	$(BOARD) run --icount --board x86-noplane --out build/bench --timeout 1800 -- Tests/Benchmarks/run

soak: build ## the full counts and durations: hours
	$(MAKE) board-test REPEATS=1000 PASSES=20

clean: ## what was built here; the board's image stays in the user's cache
	rm -rf build .build

# Everything that is not in the clone: qemu and mmdebstrap for the board, and
# what a Swift build on this machine links. `board setup` says what it does.
deps:
	@command -v python3 >/dev/null || { \
	  echo "Installing python3"; \
	  $$([ $$(id -u) = 0 ] || echo sudo) sh -c 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3'; }
	@$(BOARD) setup $(if $(filter-out 0,$(HAVE_SWIFT)),--with-swift-libraries)
