"""focusd, and the program that raises a call over its API.

`Withheld` stands in for that program where focusd is to be told nothing: it
leaves the same marks and asks for nothing. What the analyser then finds is
what a broken gate would let through.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import socket
import subprocess
import sys
from pathlib import Path

from journal import Journal
from waiting import LIMIT, wait_for

ANSWER = Path(__file__).with_name("answer.py")


class Focusd:
    """The daemon, from its start to READY to its end."""

    def __init__(self, profile: Path, logs: Path) -> None:
        self.socket = logs / "control"
        notify = logs / "notify"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready, open(logs / "focusd.log", "wb") as log:
            ready.bind(str(notify))
            self._process = subprocess.Popen(["focusd", "--profile", profile, "--socket", self.socket], stderr=log,
                                             env=os.environ | {"NOTIFY_SOCKET": str(notify)})
            wait_for("focusd to be ready", lambda: self._is_ready(ready))
        notify.unlink()

    def _is_ready(self, ready: socket.socket) -> bool:
        if self._process.poll() is not None:
            raise RuntimeError(f"focusd ended with status {self._process.returncode}; see focusd.log")
        return bool(select.select([ready], [], [], 0)[0]) and b"READY=1" in ready.recv(4096)

    def stop(self) -> int:
        """Asks it to end; its status."""
        self._process.terminate()
        return self._process.wait(LIMIT)


class Unit:
    """focusd as systemd runs it: its unit, restarted with the act's profile."""

    socket = Path("/run/focusd/control")

    def __init__(self, profile: Path, logs: Path) -> None:
        self._log = logs / "focusd.log"
        shutil.copyfile(profile, "/etc/focusd/board.yaml")
        subprocess.run(["systemctl", "restart", "focusd.service"], check=True)

    def stop(self) -> None:
        """Keeps its log. It goes on: that is systemd's affair."""
        with open(self._log, "wb") as log:
            subprocess.run(["journalctl", "--unit", "focusd.service", "--output", "cat"], stdout=log, check=True)


class Call:
    """A call that `focusctl overlay raise` holds in front; up once this returns."""

    def __init__(self, focusd: Focusd | Unit, marks: Journal, keyboard: bool) -> None:
        self._control = ["focusctl", "--socket", str(focusd.socket)]
        self._marks = marks
        options = ["--keyboard"] if keyboard else []
        marks.mark("raise")
        self._holder = subprocess.Popen([*self._control, "overlay", "raise", "call", "--json", *options],
                                        stdout=subprocess.PIPE, text=True)
        assert self._holder.stdout
        first = self._holder.stdout.readline()
        marks.mark("gated")
        self.token = str(json.loads(first)["token"])

    def present(self, output: str, region: tuple[int, int, int, int]) -> None:
        """Opens the overlay's region."""
        self._marks.mark("present", region=region)
        where = ",".join(map(str, region))
        subprocess.run([*self._control, "overlay", "present", self.token, f"{output}:{where}"], check=True)
        self._marks.mark("presented", region=region)

    def answer_command(self) -> list[str]:
        """What the call's own program runs when the call is answered."""
        return [sys.executable, str(ANSWER), str(self._marks.path), *self._control, "overlay", "dismiss", self.token]

    def dismiss(self) -> None:
        """Takes the call away, as its program does when it is answered."""
        subprocess.run(self.answer_command(), check=True)

    def wait(self) -> None:
        """Until the overlay has ended, and the dismissal is marked."""
        self._holder.wait(LIMIT)
        _wait_for_dismissal(self._marks)


class Withheld:
    """A call of which focusd is told nothing."""

    def __init__(self, marks: Journal) -> None:
        self._marks = marks
        marks.mark("raise")
        marks.mark("gated")

    def present(self, output: str, region: tuple[int, int, int, int]) -> None:
        """Marks only."""
        self._marks.mark("present", region=region)
        self._marks.mark("presented", region=region)

    def answer_command(self) -> list[str]:
        """Marks the dismissal, and calls nobody."""
        return [sys.executable, str(ANSWER), str(self._marks.path), "true"]

    def dismiss(self) -> None:
        """Marks only."""
        subprocess.run(self.answer_command(), check=True)

    def wait(self) -> None:
        """Until the dismissal is marked."""
        _wait_for_dismissal(self._marks)


def _wait_for_dismissal(marks: Journal) -> None:
    wait_for("the dismissal", lambda: '"dismissed"' in marks.path.read_text())
