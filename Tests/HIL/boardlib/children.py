"""Child processes that never outlive the launcher."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boardlib.errors import BoardError, Stopped

PR_SET_PDEATHSIG = 1


@contextmanager
def stop_on_signals() -> Iterator[None]:
    """Turns the signals that end a program into an exception, so that children go first."""
    def stop(number: int, _: object) -> None:
        raise Stopped(number)

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def die_with_parent() -> None:
    """A child's first step: it is killed with the launcher, even if that is killed itself."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def run_logged(command: list[str], log: Path, environment: dict[str, str]) -> None:
    """Runs a long command into a log file; if it fails, the error shows how the log ends."""
    with open(log, "w") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   env={**os.environ, "LC_ALL": "C.UTF-8", **environment}, start_new_session=True)
        try:
            status = process.wait()
        except BaseException:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
            raise
    if status != 0:
        tail = "".join(log.read_text(errors="replace").splitlines(keepends=True)[-15:])
        raise BoardError(f"{command[0]} failed; {log} ends:\n{tail}")
