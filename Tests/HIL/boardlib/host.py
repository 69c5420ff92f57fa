"""What the host has: programs, KVM, rights."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess

from boardlib.errors import BoardError

PROGRAMS = {
    "qemu-system-x86_64": "qemu-system-x86",
    "mmdebstrap": "mmdebstrap",
    "mke2fs": "e2fsprogs",
    "unshare": "util-linux",
}
"""What the launcher runs, and the Debian packages that bring it."""
PROGRAMS_OF_USERS = {"newuidmap": "uidmap"}
"""What it runs besides for ordinary users."""
SWIFT_LIBRARIES = ["libc6-dev", "libdrm-dev", "libevdev-dev", "libpng-dev", "libsystemd-dev", "libudev-dev",
                   "libyaml-dev", "pkg-config"]
"""What building focusd takes beside Swift."""
CHECKERS = ["python3-jsonschema", "python3-yaml"]
"""What `make check` runs beside Swift's own tests, with Debian's Python."""
SYSTEM_PATH = "/usr/local/sbin:/usr/sbin:/sbin"
KVM_CREATE_VM = 0xAE01


def is_root() -> bool:
    """Whether we are root."""
    return os.geteuid() == 0


def use_system_path() -> None:
    """Lets ordinary users find mke2fs and friends."""
    os.environ["PATH"] = os.environ.get("PATH", "/usr/bin:/bin") + ":" + SYSTEM_PATH


def missing(*programs: str) -> list[str]:
    """The packages that bring those of `programs` that are not there."""
    known = PROGRAMS | PROGRAMS_OF_USERS
    return [known[program] for program in programs if shutil.which(program) is None]


def not_installed(packages: list[str]) -> list[str]:
    """Those of `packages` that dpkg has not installed."""
    def installed(package: str) -> bool:
        query = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status}", package],
                               capture_output=True, text=True)
        return query.stdout == "installed"

    return [package for package in packages if not installed(package)]


def need(*programs: str) -> None:
    """Raises, with the line that installs them, if a program is missing."""
    packages = missing(*programs)
    if packages:
        line = " ".join(packages)
        raise BoardError(f"missing on this machine: {line}\n"
                         f"install with:  apt-get install --no-install-recommends {line}\n"
                         f"or:            Tests/HIL/board setup")


def kvm_works() -> bool:
    """Whether KVM makes a virtual machine for us, on a processor that has the hardware for it.

    The node alone proves nothing, and some hosts have a KVM without vmx or svm
    that makes machines but does not run a common kernel.
    """
    with open("/proc/cpuinfo") as processors:
        flags = next((line.split() for line in processors if line.startswith("flags")), [])
    if "vmx" not in flags and "svm" not in flags:
        return False
    try:
        node = os.open("/dev/kvm", os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        os.close(fcntl.ioctl(node, KVM_CREATE_VM, 0))
        return True
    except OSError:
        return False
    finally:
        os.close(node)


def accelerator() -> str:
    """`kvm` or `tcg`: BOARD_ACCEL if set, else what the host can do."""
    wanted = os.environ.get("BOARD_ACCEL", "")
    if wanted not in ("", "kvm", "tcg"):
        raise BoardError(f"BOARD_ACCEL={wanted}: it can be kvm or tcg")
    return wanted or ("kvm" if kvm_works() else "tcg")
