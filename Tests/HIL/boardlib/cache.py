"""Things that are made once and kept, keyed by the recipe they were made from."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from boardlib.errors import BoardError


def say(text: str) -> None:
    """Tells the user what is going on, apart from the command's own output."""
    print(f"board: {text}", file=sys.stderr, flush=True)


def cache_dir() -> Path:
    """The directory that holds everything the board has made."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "focusd"


def recipe_key(parts: Iterable[str | Path]) -> str:
    """A short hash over strings and the contents of files."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.read_bytes() if isinstance(part, Path) else part.encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:12]


def product(name: str, key: str, make: Callable[[Path], None], discard: Callable[[Path], None] = shutil.rmtree) -> Path:
    """The directory `name-key` in the cache; `make` fills it if it is not there yet.

    A product appears under its name only when it is whole, and is made once
    however many launchers ask for it at the same time.
    """
    final = cache_dir() / f"{name}-{key}"
    if final.is_dir():
        return final
    final.parent.mkdir(parents=True, exist_ok=True)
    with open(final.parent / f"{name}.lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"another launcher is making the {name}; waiting for it …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        if final.is_dir():
            return final
        partial = final.parent / f"{name}.partial"
        if partial.exists():
            discard(partial)
        partial.mkdir()
        started = time.monotonic()
        try:
            make(partial)
        except BaseException:
            discard(partial)
            raise
        partial.rename(final)
        say(f"the {name} is made ({time.monotonic() - started:.0f} s): {final}")
    return final


def run_logged(command: list[str], log: Path, environment: dict[str, str]) -> None:
    """Runs a long command into a log file; if it fails, the error shows how the log ends."""
    with open(log, "w") as output:
        status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                env={**os.environ, "LC_ALL": "C.UTF-8", **environment}).returncode
    if status != 0:
        tail = "".join(log.read_text(errors="replace").splitlines(keepends=True)[-15:])
        raise BoardError(f"{command[0]} failed; {log} ends:\n{tail}")
