"""The Debian tree with Swift and the libraries' headers, for building focusd."""

from __future__ import annotations

import os
import pwd
import shlex
import subprocess
from pathlib import Path

from boardlib.cache import cache_dir, product, recipe_key, say
from boardlib.children import die_with_parent, run_logged
from boardlib.errors import BoardError
from boardlib.host import is_root, need

SUITE = "trixie"
PACKAGES = """
    swiftlang libevdev-dev libudev-dev libsystemd-dev libyaml-dev libpng-dev libdrm-dev libc6-dev
    pkg-config make git gcc libstdc++-14-dev binutils ca-certificates debhelper
""".split()
SWIFT_PATH = "/usr/libexec/swift/bin"
"""Where Debian keeps swift-test and swift-format."""
PACK = ["mmdebstrap", "--variant=apt", "--format=tar", f"--include={','.join(PACKAGES)}",
        '--aptopt=APT::Install-Recommends "false"', "--dpkgopt=path-exclude=/usr/share/doc/*",
        "--dpkgopt=path-exclude=/usr/share/man/*", SUITE, "-"]
ENTER = Path(__file__).resolve().parent / "sdk-enter"


def run_in_sdk(clone: Path, command: list[str]) -> int:
    """Runs the command in the tree, which is made first if it is missing; returns its status."""
    need("unshare")
    tree = product("sdk", recipe_key(PACK), _make, _discard)
    home = cache_dir() / "sdk-home"
    home.mkdir(exist_ok=True)
    here = Path.cwd()
    directory = here if here.is_relative_to(clone) else clone
    # In a process namespace of its own, everything the command started ends with it.
    process = subprocess.Popen([*_namespace(), "--pid", "--fork", "--kill-child", "sh", str(ENTER), str(tree), str(home),
                                str(clone), str(directory), SWIFT_PATH, *command], preexec_fn=die_with_parent)
    try:
        return process.wait()
    finally:
        process.kill()


def _namespace() -> list[str]:
    """Enters a mount namespace; for an ordinary user, one in which it is root and has the tree's other users too."""
    if is_root():
        # In a chroot "/" is no mount, so its propagation cannot be changed: sdk-enter sees to its own.
        mounts = Path("/proc/self/mountinfo").read_text().splitlines()
        is_mount = any(line.split()[4] == "/" for line in mounts)
        return ["unshare", "--mount", *([] if is_mount else ["--propagation", "unchanged"])]
    need("newuidmap")
    name = pwd.getpwuid(os.getuid()).pw_name
    for ranges in ("/etc/subuid", "/etc/subgid"):
        if not os.path.exists(ranges) or not any(line.startswith(f"{name}:") for line in open(ranges)):
            raise BoardError("this user has no subordinate ids; let root give it some:\n"
                             f"usermod --add-subuids 100000-165535 --add-subgids 100000-165535 {name}")
    return ["unshare", "--map-root-user", "--map-auto", "--mount"]


def _make(directory: Path) -> None:
    need("mmdebstrap")
    log = cache_dir() / "sdk.log"
    say(f"making the Debian tree with Swift, once, about three minutes (log: {log}) …")
    # By way of tar, the tree's files belong to the users of _namespace(), not to those of mmdebstrap's.
    pack = shlex.join(PACK)
    unpack = shlex.join([*_namespace(), "tar", "-x", "-C", str(directory), "--exclude=./dev/*"])
    run_logged(["bash", "-o", "pipefail", "-c", f"{pack} | {unpack}"], log, {})


def _discard(directory: Path) -> None:
    run_logged([*_namespace(), "rm", "-rf", str(directory)], cache_dir() / "sdk-discard.log", {})
