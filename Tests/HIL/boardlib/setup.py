"""Installs what the launcher needs on the host."""

from __future__ import annotations

import os
import shutil
import subprocess

from boardlib.cache import say
from boardlib.errors import BoardError
from boardlib.host import CHECKERS, PROGRAMS, PROGRAMS_OF_USERS, SWIFT_LIBRARIES, is_root, missing, not_installed


def setup(swift_libraries: bool) -> None:
    """Installs the missing packages with apt-get, as root or by sudo; silent if there is nothing to do."""
    packages = missing(*PROGRAMS, *(() if is_root() else PROGRAMS_OF_USERS))
    if packages and shutil.which("apt-get") is None:
        raise BoardError(f"no apt-get here; install what Debian calls {' '.join(packages)}")
    if shutil.which("dpkg-query"):
        packages += not_installed([*CHECKERS, *(SWIFT_LIBRARIES if swift_libraries else [])])
    if not packages:
        return
    sudo = [] if is_root() else ["sudo"]
    for command in (["apt-get", "update", "-q"],
                    ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-q", "-y",
                     "--no-install-recommends", *packages]):
        line = [*sudo, *command]
        say(" ".join(line))
        if subprocess.run(line, stdin=None if os.isatty(0) else subprocess.DEVNULL).returncode != 0:
            raise BoardError(f"failed: {' '.join(line)}")
