"""Things that are made once and kept, keyed by the recipe they were made from."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path


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
