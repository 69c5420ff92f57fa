"""A compositor and its clients, run as an ordinary user: nothing here knows focusd."""

from __future__ import annotations

import json
import os
import pwd
import subprocess
from pathlib import Path
from typing import Any

from waiting import wait_for

USER = "kiosk"
SEATD_SOCKET = "/run/seatd.sock"
DISPLAY = "wayland-1"
PATIENCE = 5


class Session:
    """The seat, one compositor and its clients; leaving the `with` block ends them all."""

    def __init__(self, logs: Path) -> None:
        self.logs = logs
        account = pwd.getpwnam(USER)
        self.runtime = Path(f"/run/user/{account.pw_uid}")
        self._environment = {
            "HOME": account.pw_dir, "USER": USER, "LOGNAME": USER, "SHELL": "/bin/sh", "LANG": "C.UTF-8",
            "PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(self.runtime), "LIBSEAT_BACKEND": "seatd",
            "SEATD_SOCK": SEATD_SOCKET, "WLR_RENDERER": "pixman", "PYTHONDONTWRITEBYTECODE": "1",
        }
        self._programs: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        for program in reversed(self._programs):
            stop(program)
        (self.runtime / DISPLAY).unlink(missing_ok=True)

    def seat(self) -> None:
        """Starts the seat provider."""
        with open(self.logs / "seatd.log", "wb") as log:
            self._programs.append(subprocess.Popen(["seatd", "-u", USER], stdout=log, stderr=log))
        wait_for("seatd's socket", lambda: os.path.exists(SEATD_SOCKET))

    def compositor(self, *command: str) -> None:
        """Starts the compositor and waits until clients can connect."""
        self._spawn(command, command[0])
        wait_for(f"{command[0]}'s display", self._display)
        self._environment["WAYLAND_DISPLAY"] = self._display() or ""

    def _display(self) -> str | None:
        names = (path.name for path in self.runtime.glob("wayland-*") if path.is_socket())
        return next(names, None)

    def client(self, name: str, *command: str, groups: tuple[str, ...] = ()) -> subprocess.Popen[bytes]:
        """Starts a client; what it says, and what libwayland says of it, goes to `name`.log."""
        return self._spawn(command, name, {"WAYLAND_DEBUG": "client"}, groups)

    def _spawn(self, command: tuple[str, ...], name: str, environment: dict[str, str] | None = None,
               groups: tuple[str, ...] = ()) -> subprocess.Popen[bytes]:
        own = os.getgrouplist(USER, pwd.getpwnam(USER).pw_gid)
        with open(self.logs / f"{name}.log", "wb") as log:
            program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, user=USER,
                                       group=USER, extra_groups=[*own, *groups], start_new_session=True,
                                       env=self._environment | (environment or {}))
        self._programs.append(program)
        return program

    def sway(self, *words: str) -> Any:
        """What sway answers to a message."""
        return wait_for(f"sway's answer to {' '.join(words)}", lambda: self._message(words))

    def _message(self, words: tuple[str, ...]) -> Any:
        socket = next(self.runtime.glob("sway-ipc.*.sock"), None)
        if socket is None:
            return None
        answer = subprocess.run(["swaymsg", "-r", "-s", str(socket), *words], capture_output=True, check=False)
        return json.loads(answer.stdout) if answer.returncode == 0 else None


def stop(program: subprocess.Popen[Any]) -> int:
    """Asks a program to end, and makes it."""
    if program.poll() is None:
        program.terminate()
        try:
            program.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            program.kill()
    return program.wait()
