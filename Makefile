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
INSTALL := $(SDK) install
HERE := $(SDK)
else
SWIFT := swift
SCRATCH := .build
INSTALL := install
CC := $(firstword $(shell command -v gcc clang cc))
endif

PROGRAMS := focusd focusctl focus-scenario example-call
RELEASE := --scratch-path $(SCRATCH) -c release --static-swift-stdlib -Xlinker --gc-sections
# Real-kernel tests repeat what has a random part this often; `make soak` more.
REPEATS ?= 20
# Every scenario goes through the kernel this often for each cancel policy.
PASSES ?= 1
PYTEST := python3 -m pytest -p no:cacheprovider -q -ra

.PHONY: help demo test check check-6.0 build lint bench soak clean deps

help: ## this list
	@sed -n 's/^\([a-z0-9.-]*\):.*## \(.*\)/\1\t\2/p' Makefile | expand -t 12

demo: build ## the main job on real input; leaves build/demo/index.html
	$(BOARD) run --board x86-noplane --out build/demo -- Tests/HIL/demo/run.py

test: check board-test ## everything: pure tests, scenarios and consumers on the board, the demo

# Two boards at a time, one a core: the scenarios take as long as the rest.
.PHONY: board-test
board-test: build build/py ## the tests on the board alone; BOARD_TESTS=Tests/HIL/test_gate.py narrows them
ifdef BOARD_TESTS
	$(call on_board,test,$(BOARD_TESTS))
else
	$(call on_board,scenarios,Tests/HIL/test_scenarios.py) > build/scenarios.log 2>&1 & \
	scenarios=$$!; \
	$(call on_board,test,Tests/HIL --ignore=Tests/HIL/test_scenarios.py); rest=$$?; \
	wait $$scenarios; status=$$?; cat build/scenarios.log; exit $$((rest | status))
endif

on_board = $(BOARD) run --board x86-noplane --out build/$(1) --timeout 2100 -- \
  env REPEATS=$(REPEATS) PASSES=$(PASSES) $(PYTEST) $(2)

# For the Python example and its test: Debian has no package of it.
build/py:
	python3 -m pip install --quiet --no-deps --target $@ varlink==31.0.0

check: deps ## pure tests, fast
	$(SWIFT) build --scratch-path $(SCRATCH) --build-tests
	$(SWIFT) test --scratch-path $(SCRATCH) --skip-build

check-6.0: deps ## pure tests with Debian 13's Swift 6.0.3, so that the floor never rots
	$(SDK) swift test --scratch-path build/swift-sdk

build: deps ## the programs, static and stripped, in build/bin
	@mkdir -p build/bin
	for program in $(PROGRAMS); do \
	  $(SWIFT) build $(RELEASE) --product $$program && \
	  $(INSTALL) -s $(SCRATCH)/release/$$program build/bin/ || exit 1; \
	done

# What each program prints of itself; make install takes it from there.
.PHONY: manpages
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

lint: deps ## formatting, by the repository's own configuration
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

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
