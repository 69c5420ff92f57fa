"""What reaches the machine from outside: a keyboard that somebody types on, and a camera.

On the virtual board both are QEMU's (QMP, over the board's channel). On a
machine with hardware of its own the keyboard is made with uinput, and the
pictures are taken by grim.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from pathlib import Path
from typing import Protocol

import evdev
from boardlib.outside import NAMES, PORT
from boardlib.outside import Outside as Channel
from evdev import UInput, ecodes

from journal import Journal, now
from session import USER
from witness import MIRROR

BOARD_KEYBOARD = "QEMU Virtio Keyboard"
OWN_KEYBOARD = "Demo Keyboard"
KEYS = {" ": "KEY_SPACE", ",": "KEY_COMMA", ".": "KEY_DOT", "\n": "KEY_ENTER"}


class Outside(Protocol):
    """The keyboard's wire and the camera."""

    keyboard_phys: str
    """Of the physical keyboard, as the kernel has it."""

    def key(self, character: str, down: bool) -> None:
        """Presses or releases the key of a character."""

    def picture(self, file: Path) -> None:
        """Writes what the screen shows as PNG."""


class Board:
    """The virtual board's."""

    def __init__(self) -> None:
        self._channel = Channel()
        devices = map(evdev.InputDevice, evdev.list_devices())
        # Not its mirror, which is there already where focusd runs.
        self.keyboard_phys = next(device.phys for device in devices
                                  if device.name == BOARD_KEYBOARD and not device.phys.startswith(MIRROR))

    def key(self, character: str, down: bool) -> None:
        self._channel.type_key(NAMES.get(character, character), down)

    def picture(self, file: Path) -> None:
        taken = self._channel.screendump(file.name)
        if taken != file:
            shutil.move(taken, file)


class Machine:
    """Of a machine with an input system and a screen of its own."""

    def __init__(self) -> None:
        keys = list(range(ecodes.KEY_ESC, ecodes.KEY_F10))
        self._device = UInput({ecodes.EV_KEY: keys}, name=OWN_KEYBOARD, phys="demo/keys")
        self.keyboard_phys = "demo/keys"

    def key(self, character: str, down: bool) -> None:
        self._device.write(ecodes.EV_KEY, code_of(character), int(down))
        self._device.syn()

    def picture(self, file: Path) -> None:
        runtime = Path(f"/run/user/{pwd.getpwnam(USER).pw_uid}")
        display = next(path.name for path in runtime.glob("wayland-*") if path.is_socket())
        environment = os.environ | {"XDG_RUNTIME_DIR": str(runtime), "WAYLAND_DISPLAY": display}
        picture = subprocess.run(["grim", "-"], user=USER, env=environment, check=True, capture_output=True)
        file.write_bytes(picture.stdout)


def open_outside(own_devices: bool) -> Outside:
    """The board's where this is the board, unless the machine's own are asked for."""
    return Board() if os.path.exists(PORT) and not own_devices else Machine()


class Typist:
    """Types on the keyboard outside, and logs every key."""

    def __init__(self, outside: Outside, journal: Journal) -> None:
        self._outside = outside
        self._journal = journal

    def press(self, character: str) -> None:
        """The key goes down and stays there."""
        self._key(character, True)

    def release(self, character: str) -> None:
        """The key comes up."""
        self._key(character, False)

    def type(self, text: str) -> None:
        """Types a text, one key after the other."""
        for character in text:
            self.press(character)
            self.release(character)

    def _key(self, character: str, down: bool) -> None:
        start = now()
        self._outside.key(character, down)
        self._journal.write(t=start, until=now(), device=self._outside.keyboard_phys, character=character,
                            events=[[ecodes.EV_KEY, code_of(character), int(down)]])


def code_of(character: str) -> int:
    """The key that types a character on a US keyboard."""
    return int(ecodes.ecodes[KEYS.get(character, f"KEY_{character.upper()}")])
