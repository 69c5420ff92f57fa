"""The Debian tree with Swift and the libraries' headers, for building focusd."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from boardlib.cache import cache_dir, product, recipe_key, run_logged, say
from boardlib.errors import BoardError
from boardlib.host import is_root, need

SUITE = "trixie"
PACKAGES = """
    swiftlang libevdev-dev libudev-dev libsystemd-dev libyaml-dev libpng-dev libdrm-dev libc6-dev
    pkg-config make git gcc binutils ca-certificates
""".split()
SWIFT_PATH = "/usr/libexec/swift/bin"
"""Where Debian keeps swift-test and swift-format."""
ENTER = Path(__file__).resolve().parent / "sdk-enter"


def enter(clone: Path, command: list[str]) -> None:
    """Replaces the launcher by the command in the tree; makes the tree first if it is missing."""
    need("unshare")
    tree = product("sdk", recipe_key([SUITE, *PACKAGES]), _make, _discard)
    home = cache_dir() / "sdk-home"
    home.mkdir(exist_ok=True)
    here = Path.cwd()
    directory = here if here.is_relative_to(clone) else clone
    namespace = _namespace()
    sys.stdout.flush()
    os.execvp(namespace[0], [*namespace, "sh", str(ENTER), str(tree), str(home), str(clone), str(directory),
                             SWIFT_PATH, *command])


def _namespace() -> list[str]:
    """Enters a mount namespace; for an ordinary user, one in which it is root and owns the tree's other users too."""
    if is_root():
        return ["unshare", "--mount"]
    need("newuidmap")
    name = os.environ.get("USER", "")
    ranges = Path("/etc/subuid")
    if not ranges.exists() or not any(line.split(":")[0] in (name, str(os.getuid()))
                                      for line in ranges.read_text().splitlines()):
        raise BoardError("this user has no subordinate ids; let root give it some:\n"
                         "usermod --add-subuids 100000-165535 --add-subgids 100000-165535 " + (name or "USER"))
    return ["unshare", "--map-root-user", "--map-auto", "--mount"]


def _make(directory: Path) -> None:
    need("mmdebstrap")
    log = cache_dir() / "sdk.log"
    say(f"making the Debian tree with Swift, once, about three minutes (log: {log}) …")
    # By way of tar, the tree's files belong to the users of _namespace(), not to those of mmdebstrap's.
    pack = shlex.join(["mmdebstrap", "--variant=apt", "--format=tar", f"--include={','.join(PACKAGES)}",
                       '--aptopt=APT::Install-Recommends "false"', "--dpkgopt=path-exclude=/usr/share/doc/*",
                       "--dpkgopt=path-exclude=/usr/share/man/*", SUITE, "-"])
    unpack = shlex.join([*_namespace(), "tar", "-x", "-C", str(directory), "--exclude=./dev/*"])
    run_logged(["bash", "-o", "pipefail", "-c", f"{pack} | {unpack}"], log, {})


def _discard(directory: Path) -> None:
    run_logged([*_namespace(), "rm", "-rf", str(directory)], cache_dir() / "sdk-discard.log", {})
