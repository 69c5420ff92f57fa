"""The guest's hand on the board from outside: real key strokes, pictures, hot-plug.

For programs that run inside the guest, as root:

    from boardlib.outside import Outside
    with Outside(log="/out/injections.jsonl") as outside:
        outside.type_text("hello")
        picture = outside.screendump("after.png")
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

PORT = "/dev/virtio-ports/focusd.board"
AXIS_MAXIMUM = 32767
NAMES = {" ": "spc", "\n": "ret", "\t": "tab", "-": "minus", "=": "equal", ",": "comma", ".": "dot", "/": "slash",
         ";": "semicolon", "'": "apostrophe", "[": "bracket_left", "]": "bracket_right", "\\": "backslash",
         "`": "grave_accent"}
SHIFTED = dict(zip('!@#$%^&*()_+<>?:"{}|~', "1234567890-=,./;'[]\\`"))


class OutsideError(Exception):
    """The launcher refused; the text is its reason."""


class Outside:
    """A session with the launcher; only one at a time can have the port open."""

    def __init__(self, port: str = PORT, log: str | Path | None = None) -> None:
        """Opens the port. Each request is logged, with CLOCK_MONOTONIC before and after, if `log` is given."""
        self._port = open(port, "r+b", buffering=0)
        self._log = open(log, "a") if log is not None else None
        self._count = 0

    def __enter__(self) -> Outside:
        return self

    def __exit__(self, *_: object) -> None:
        self._port.close()
        if self._log is not None:
            self._log.close()

    def ask(self, verb: str, **arguments: Any) -> Any:
        """One request and its result."""
        self._count += 1
        request = {"id": self._count, "verb": verb, **arguments}
        before = time.monotonic_ns()
        self._port.write(json.dumps(request).encode() + b"\n")
        answer = json.loads(self._line())
        after = time.monotonic_ns()
        if self._log is not None:
            print(json.dumps({**request, "before": before, "after": after, "ok": answer["ok"]}), file=self._log,
                  flush=True)
        if answer["id"] not in (self._count, None):
            raise OutsideError(f"answer {answer['id']} to request {self._count}")
        if not answer["ok"]:
            raise OutsideError(answer["error"])
        return answer.get("result")

    def _line(self) -> bytes:
        line = b""
        while not line.endswith(b"\n"):
            data = self._port.read(4096)
            if not data:
                raise OutsideError("the launcher has closed the port")
            line += data
        return line

    def send(self, events: Iterable[dict[str, Any]]) -> None:
        """QMP InputEvent objects, as one frame: each device gets one SYN_REPORT after them."""
        self.ask("input", events=list(events))

    def type_key(self, name: str, down: bool | None = None) -> None:
        """A key by QEMU's name (`a`, `ret`, `shift`): down, up, or both in turn."""
        for state in (True, False) if down is None else (down,):
            self.send([{"type": "key", "data": {"down": state, "key": {"type": "qcode", "data": name}}}])

    def type_text(self, text: str) -> None:
        """Text as typed on a US keyboard."""
        for character in text:
            plain = SHIFTED.get(character, character.lower())
            shift = plain != character
            if shift:
                self.type_key("shift", down=True)
            self.type_key(NAMES.get(plain, plain))
            if shift:
                self.type_key("shift", down=False)

    def move_to(self, x: float, y: float) -> None:
        """The tablet's pointer, 0 to 1 from the upper left corner."""
        self.send([{"type": "abs", "data": {"axis": axis, "value": round(value * AXIS_MAXIMUM)}}
                   for axis, value in (("x", x), ("y", y))])

    def button(self, name: str = "left", down: bool | None = None) -> None:
        """A button of the tablet: down, up, or both in turn."""
        for state in (True, False) if down is None else (down,):
            self.send([{"type": "btn", "data": {"down": state, "button": name}}])

    def screendump(self, name: str) -> Path:
        """A picture of the display as `name` (it ends in .png) in OUT; not on every board."""
        return Path(os.environ.get("OUT", "/out")) / self.ask("screendump", file=name)

    def plug(self, name: str, driver: str = "usb-kbd") -> None:
        """Plugs a USB device in: usb-kbd, usb-mouse or usb-tablet."""
        subprocess.run(["modprobe", "-a", "xhci_pci", "usbhid", "hid_generic"], check=True)
        self.ask("device_add", driver=driver, device=name)

    def unplug(self, name: str) -> None:
        """Pulls it out again."""
        self.ask("device_del", device=name)
