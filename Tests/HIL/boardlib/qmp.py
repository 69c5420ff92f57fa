"""QMP, the emulator's control protocol."""

from __future__ import annotations

import json
import socket
from typing import Any


class QmpError(Exception):
    """QEMU refused a command; the text is its reason."""


class Qmp:
    """A QMP session on a connected socket."""

    def __init__(self, connection: socket.socket) -> None:
        self._lines = connection.makefile("rb")
        self._connection = connection
        self._lines.readline()
        self.execute("qmp_capabilities")

    def execute(self, command: str, **arguments: Any) -> Any:
        """Runs one command and returns what it returns; events are passed over."""
        request = {"execute": command, "arguments": arguments}
        self._connection.sendall(json.dumps(request).encode() + b"\n")
        for line in self._lines:
            answer = json.loads(line)
            if "error" in answer:
                raise QmpError(answer["error"]["desc"])
            if "return" in answer:
                return answer["return"]
        raise QmpError("the emulator has gone")
