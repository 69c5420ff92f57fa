"""The channel by which a command inside the guest asks for things outside it.

One JSON object a line in, one out. Only the verbs below exist: the guest gets
no other part of QMP, and no file outside its OUT directory.
"""

from __future__ import annotations

import json
import os
import re
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boardlib.boards import Board
from boardlib.qmp import Qmp, QmpError

MAXIMUM_LINE = 65536
PICTURE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.png")
DEVICE_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
HOT_PLUG_DRIVERS = ("usb-kbd", "usb-mouse", "usb-tablet")
FIXED_DEVICES = ("keyboard", "tablet", "usb", "disk", "gpu0")


class Refused(Exception):
    """A request that the launcher does not carry out."""


class Channel:
    """Serves the guest's requests over the emulator's monitor."""

    def __init__(self, connection: socket.socket, monitor: socket.socket, board: Board, out: Path) -> None:
        self._connection = connection
        self._monitor = monitor
        self._board = board
        self._out = out
        self._qmp: Qmp | None = None
        self._pending = b""
        self._verbs: dict[str, Callable[[dict[str, Any]], Any]] = {
            "input": self._input,
            "screendump": self._screendump,
            "device_add": self._device_add,
            "device_del": self._device_del,
        }

    def serve(self) -> bool:
        """Reads what has come and answers every whole line; False once the emulator has closed."""
        data = self._connection.recv(MAXIMUM_LINE)
        if not data:
            return False
        *lines, self._pending = (self._pending + data).split(b"\n")
        if len(self._pending) > MAXIMUM_LINE:
            self._pending = b""
            lines.append(b"too long")
        for line in lines:
            answer = self._answer(line)
            self._connection.sendall(json.dumps(answer).encode() + b"\n")
        return True

    def _answer(self, line: bytes) -> dict[str, Any]:
        identity = None
        try:
            request = json.loads(line)
            if not isinstance(request, dict):
                raise Refused("a request is a JSON object")
            identity = request.get("id")
            verb = self._verbs.get(request.get("verb"))
            if verb is None:
                raise Refused(f"there is no verb {request.get('verb')!r}, only {', '.join(self._verbs)}")
            result = verb(request)
            return {"id": identity, "ok": True} | ({} if result is None else {"result": result})
        except ValueError as error:
            return {"id": identity, "ok": False, "error": f"not a line of JSON: {error}"}
        except (Refused, QmpError, OSError, TypeError) as error:
            return {"id": identity, "ok": False, "error": str(error)}

    def _monitor_session(self) -> Qmp:
        if self._qmp is None:
            self._qmp = Qmp(self._monitor)
        return self._qmp

    def _input(self, request: dict[str, Any]) -> None:
        arguments = {"events": request.get("events")}
        if request.get("device") is not None:
            arguments["device"] = request["device"]
        self._monitor_session().execute("input-send-event", **arguments)

    def _screendump(self, request: dict[str, Any]) -> str:
        name = _matching(request, "file", PICTURE_NAME)
        if self._board.picture is None:
            raise Refused(f"{self._board.name} has no display that the host can see: use the writeback connector")
        with tempfile.TemporaryDirectory(prefix="focusd-board-") as directory:
            picture = Path(directory) / "picture.png"
            self._monitor_session().execute("screendump", filename=str(picture), device=self._board.picture,
                                            format="png")
            self._bring_out(name, picture.read_bytes())
        return name

    def _bring_out(self, name: str, data: bytes) -> None:
        """Writes a file into OUT, following no link that the guest may have left there."""
        directory = os.open(self._out, os.O_RDONLY | os.O_DIRECTORY)
        partial = f".{name}.partial"
        try:
            descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o644,
                                 dir_fd=directory)
            with open(descriptor, "wb") as file:
                file.write(data)
            os.replace(partial, name, src_dir_fd=directory, dst_dir_fd=directory)
        finally:
            os.close(directory)

    def _device_add(self, request: dict[str, Any]) -> None:
        driver = request.get("driver")
        if driver not in HOT_PLUG_DRIVERS:
            raise Refused(f"driver {driver!r}: it can be {', '.join(HOT_PLUG_DRIVERS)}")
        name = self._device_name(request)
        self._monitor_session().execute("device_add", driver=driver, id=name, bus="usb.0")

    def _device_del(self, request: dict[str, Any]) -> None:
        self._monitor_session().execute("device_del", id=self._device_name(request))

    @staticmethod
    def _device_name(request: dict[str, Any]) -> str:
        name = _matching(request, "device", DEVICE_NAME)
        if name in FIXED_DEVICES:
            raise Refused(f"{name} belongs to the board")
        return name


def _matching(request: dict[str, Any], key: str, pattern: re.Pattern[str]) -> str:
    value = request.get(key)
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise Refused(f"{key} {value!r} does not match {pattern.pattern}")
    return value
