#!/usr/bin/env python3
"""The raw reader: what comes out of every mirror, read as any other program would.

    witness.py LOG

Logs each frame with the kernel's time stamp and the time of reading. On its
standard input a line with a name asks for a sample: the keys and contacts that
are down by the kernel's own tables (EVIOCGKEY, EVIOCGMTSLOTS). It answers each
line, and the first time when all mirrors are open, with a line of its own.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import selectors
import struct
import sys
from pathlib import Path

import evdev
from evdev import ecodes

from journal import Journal, now

MIRROR = "focusd/"
EVENT = struct.Struct("llHHi")
EVIOCSCLOCKID = 0x400445A0
CLOCK_MONOTONIC = 1
PRIORITY = 1
BATCH = 4096


def eviocgmtslots(size: int) -> int:
    """EVIOCGMTSLOTS(len) of linux/input.h."""
    return (2 << 30) | (size << 16) | (ord("E") << 8) | 0x0A


class Mirror:
    """One mirror, open beside its consumers."""

    def __init__(self, device: evdev.InputDevice, journal: Journal) -> None:
        self._device = device
        self._journal = journal
        self._frame: list[list[int]] = []
        self.fd = device.fd
        fcntl.ioctl(self.fd, EVIOCSCLOCKID, struct.pack("i", CLOCK_MONOTONIC))
        self._slots = dict(device.capabilities().get(ecodes.EV_ABS, [])).get(ecodes.ABS_MT_SLOT)

    def read(self) -> None:
        """Logs the frames that have come."""
        try:
            data = os.read(self.fd, EVENT.size * BATCH)
        except BlockingIOError:
            return
        at = now()
        for seconds, microseconds, kind, code, value in EVENT.iter_unpack(data):
            self._frame.append([kind, code, value])
            if (kind, code) == (ecodes.EV_SYN, ecodes.SYN_REPORT):
                self._journal.write(t=seconds * 1_000_000 + microseconds, read=at, device=self._device.phys,
                                    events=self._frame)
                self._frame = []

    def sample(self, name: str) -> None:
        """Logs what is down."""
        contacts: list[int] = []
        if self._slots is not None:
            count = self._slots.max + 1
            request = bytearray(struct.pack(f"i{count}i", ecodes.ABS_MT_TRACKING_ID, *[0] * count))
            fcntl.ioctl(self.fd, eviocgmtslots(len(request)), request)
            contacts = [identity for identity in struct.unpack(f"{count}i", request[4:]) if identity >= 0]
        self._journal.write(sample=name, device=self._device.phys, keys=self._device.active_keys(),
                            contacts=contacts)


def main() -> None:
    """Reads until its standard input closes."""
    with contextlib.suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    journal = Journal(Path(sys.argv[1]))
    devices = map(evdev.InputDevice, evdev.list_devices())
    mirrors = [Mirror(device, journal) for device in devices if device.phys.startswith(MIRROR)]
    selector = selectors.DefaultSelector()
    for mirror in mirrors:
        selector.register(mirror.fd, selectors.EVENT_READ, mirror.read)
    selector.register(sys.stdin, selectors.EVENT_READ)
    print(len(mirrors), flush=True)
    while True:
        for key, _ in selector.select():
            if key.data is not None:
                key.data()
            elif line := sys.stdin.readline():
                # All that came before stands before the sample in the log.
                for mirror in mirrors:
                    mirror.read()
                for mirror in mirrors:
                    mirror.sample(line.strip())
                print(line.strip(), flush=True)
            else:
                return


if __name__ == "__main__":
    main()
