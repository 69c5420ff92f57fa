#!/usr/bin/env python3
"""An overlay that is an ordinary program which knows nothing of focusd.

    overlay.py SOCKET TOKEN RECORD

Raises a call that wants the keyboard, writes its token to TOKEN, and becomes
foot: the call's connection is inherited, so foot's windows are those of the
process that raised it, and the overlay ends with foot. What is typed into foot goes to RECORD.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path


def main() -> None:
    """Does not return."""
    path, token, record = sys.argv[1:]
    call = socket.socket(socket.AF_UNIX)
    call.connect(path)
    call.sendall(json.dumps({"method": "org.focusd.Control.Raise", "more": True,
                             "parameters": {"kind": "call", "wantsKeyboard": True}}).encode() + b"\0")
    answer = b""
    while not answer.endswith(b"\0"):
        answer += call.recv(4096)
    Path(token).write_text(json.loads(answer[:-1])["parameters"]["token"])
    call.set_inheritable(True)
    os.execvp("foot", ["foot", "-a", "overlay", "sh", "-c", f"stty -echo -icanon min 1; exec cat > {record}"])


if __name__ == "__main__":
    main()
