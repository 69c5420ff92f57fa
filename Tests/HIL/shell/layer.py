#!/usr/bin/env python3
"""A layer-shell surface that asks for the keyboard, and says what it gets.

    layer.py [--namespace NAME]

Speaks Wayland's wire by itself: the board has no client of this kind that takes
keys. On standard output it says `enter`, `leave` and `key CODE STATE`, as they come.
"""

from __future__ import annotations

import mmap
import os
import socket
import struct
import sys
from pathlib import Path

DISPLAY, REGISTRY = 1, 2
OVERLAY_LAYER = 3
EXCLUSIVE = 1
WIDTH, HEIGHT = 300, 60
GLOBALS = {"wl_compositor": 4, "wl_shm": 1, "wl_seat": 5, "zwlr_layer_shell_v1": 1}


class Wire:
    """The connection: requests out, events in."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(str(Path(os.environ["XDG_RUNTIME_DIR"]) / os.environ["WAYLAND_DISPLAY"]))
        self._last = REGISTRY
        self._input = b""

    def new(self) -> int:
        """An object that no request has made yet."""
        self._last += 1
        return self._last

    def request(self, target: int, opcode: int, *arguments: int | str, fd: int | None = None) -> None:
        """Arguments are numbers and texts, as their order in the protocol is."""
        body = b"".join(text(x) if isinstance(x, str) else struct.pack("=I", x & 0xFFFFFFFF) for x in arguments)
        message = struct.pack("=II", target, (len(body) + 8) << 16 | opcode) + body
        socket.send_fds(self._socket, [message], [] if fd is None else [fd])

    def events(self):
        """Target, opcode and body of each event, for ever."""
        while True:
            while len(self._input) >= 8:
                target, head = struct.unpack_from("=II", self._input)
                if len(self._input) < head >> 16:
                    break
                body, self._input = self._input[8:head >> 16], self._input[head >> 16:]
                yield target, head & 0xFFFF, body
            data, fds, _, _ = socket.recv_fds(self._socket, 65536, 16)
            for fd in fds:
                os.close(fd)
            if not data:
                return
            self._input += data


def text(value: str) -> bytes:
    """A string of the wire: its length with the NUL, padded to words."""
    data = value.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)


def main() -> None:
    """Runs until the compositor hangs up."""
    namespace = sys.argv[2] if len(sys.argv) > 2 else "test"
    wire = Wire()
    found: dict[str, int] = {}
    wire.request(DISPLAY, 1, REGISTRY)
    synced = wire.new()
    wire.request(DISPLAY, 0, synced)
    surface = panel = keyboard = None
    for target, opcode, body in wire.events():
        if target == REGISTRY and opcode == 0:
            name, length = struct.unpack_from("=II", body)
            interface = body[8:7 + length].decode()
            if interface in GLOBALS and interface not in found:
                found[interface] = wire.new()
                wire.request(REGISTRY, 0, name, interface, GLOBALS[interface], found[interface])
        elif target == synced:
            surface, panel, keyboard = wire.new(), wire.new(), wire.new()
            wire.request(found["wl_compositor"], 0, surface)
            wire.request(found["zwlr_layer_shell_v1"], 0, panel, surface, 0, OVERLAY_LAYER, namespace)
            wire.request(found["wl_seat"], 1, keyboard)
            wire.request(panel, 0, WIDTH, HEIGHT)
            wire.request(panel, 4, EXCLUSIVE)
            wire.request(surface, 6)
        elif target == panel and opcode == 0:
            wire.request(panel, 6, struct.unpack_from("=I", body)[0])
            buffer = picture(wire, found["wl_shm"])
            wire.request(surface, 1, buffer, 0, 0)
            wire.request(surface, 2, 0, 0, WIDTH, HEIGHT)
            wire.request(surface, 6)
        elif target == keyboard and opcode in (1, 2):
            print("enter" if opcode == 1 else "leave", flush=True)
        elif target == keyboard and opcode == 3:
            _, _, code, state = struct.unpack("=IIII", body)
            print("key", code, state, flush=True)
        elif target == DISPLAY and opcode == 0:
            sys.exit(f"layer.py: protocol error {body!r}")


def picture(wire: Wire, shm: int) -> int:
    """A buffer of one colour."""
    size = WIDTH * HEIGHT * 4
    fd = os.memfd_create("picture")
    os.ftruncate(fd, size)
    with mmap.mmap(fd, size) as pixels:
        pixels.write(b"\x20\x40\xc0\xff" * (WIDTH * HEIGHT))
    pool, buffer = wire.new(), wire.new()
    wire.request(shm, 0, pool, size, fd=fd)
    wire.request(pool, 0, buffer, 0, WIDTH, HEIGHT, WIDTH * 4, 0)
    os.close(fd)
    return buffer


if __name__ == "__main__":
    main()
