#!/usr/bin/env python3
"""Starts focusd in the background and comes back when it is READY, or stops it.

For `focus-scenario play --start … --stop …`, where there is no systemd:
daemon.py start PROFILE | daemon.py stop
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

PID = Path("/run/focusd-test.pid")
LIMIT = 30


def start(profile: str) -> int:
    """Returns when focusd has said READY=1."""
    notify = PID.with_suffix(".notify")
    notify.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
        ready.bind(str(notify))
        with open(Path(os.environ.get("OUT", "/tmp")) / "focusd.log", "a") as log:
            process = subprocess.Popen(
                ["focusd", "--profile", profile], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, env=dict(os.environ, NOTIFY_SOCKET=str(notify)))
        PID.write_text(str(process.pid))
        end = time.monotonic() + LIMIT
        while time.monotonic() < end and process.poll() is None:
            if select.select([ready], [], [], 0.1)[0] and b"READY=1" in ready.recv(4096):
                return 0
    print("daemon.py: focusd did not become ready", file=sys.stderr)
    return 1


def stop() -> int:
    """Returns when focusd is gone."""
    if not PID.exists():
        return 0
    pid = int(PID.read_text())
    PID.unlink()
    end = time.monotonic() + LIMIT
    try:
        os.kill(pid, signal.SIGTERM)
        while time.monotonic() < end:
            os.kill(pid, 0)
            time.sleep(0.02)
    except ProcessLookupError:
        return 0
    print("daemon.py: focusd did not stop", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(start(sys.argv[2]) if sys.argv[1:2] == ["start"] else stop())
