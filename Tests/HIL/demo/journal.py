"""Logs of what happened when: one JSON object a line, CLOCK_MONOTONIC in microseconds."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any


def now() -> int:
    """CLOCK_MONOTONIC in microseconds, the clock of every log and of the input events."""
    return time.monotonic_ns() // 1000


class Journal:
    """An append-only log; several threads may write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = open(path, "a", buffering=1)
        self._lock = threading.Lock()

    def write(self, **fields: Any) -> int:
        """Appends an entry stamped now, unless it brings its own `t`; returns the stamp."""
        entry: dict[str, Any] = {"t": now()} | fields
        line = json.dumps(entry) + "\n"
        with self._lock:
            self._file.write(line)
        return int(entry["t"])

    def mark(self, name: str, **fields: Any) -> int:
        """Appends an entry that marks a moment."""
        return self.write(mark=name, **fields)

    def close(self) -> None:
        """No more entries."""
        self._file.close()
