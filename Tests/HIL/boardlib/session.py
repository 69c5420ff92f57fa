"""One power-on of a board: a command, or a shell, inside it."""

from __future__ import annotations

import os
import selectors
import shlex
import shutil
import sys
import tempfile
import termios
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from boardlib.boards import Board
from boardlib.cache import say
from boardlib.channel import Channel
from boardlib.errors import BoardError
from boardlib.host import accelerator, need
from boardlib.image import image
from boardlib.qemu import Emulator

GUEST_FILES = Path(__file__).resolve().parent / "guest"
STATUS_TIMEOUT = 124
STATUS_NO_ANSWER = 125


@dataclass(frozen=True)
class Task:
    """What the board is switched on for."""

    board: Board
    clone: Path
    out: Path
    command: list[str] | None
    """None: an interactive shell."""
    timeout: float | None = None
    icount: bool = False
    systemd: bool = False


def run(task: Task) -> int:
    """Switches the board on, carries out the task, and returns the status the launcher exits with."""
    need("qemu-system-x86_64")
    files = image()
    task.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="focusd-board-") as control_name:
        control = Path(control_name)
        _write_control(control, task)
        shares = {"board": (control, True), "clone": (task.clone, False), "out": (task.out, True)}
        with Emulator(task.board, files, shares, task.out, interactive=task.command is None,
                      icount=task.icount) as emulator:
            channel = Channel(emulator.outside, emulator.monitor, task.board, task.out)
            in_time = _attend(emulator, channel, task)
        if not in_time:
            say(f"the command did not end within {task.timeout:g} s; the guest is killed")
            return STATUS_TIMEOUT
        return _status(control, task.out)


def _write_control(control: Path, task: Task) -> None:
    """Fills the control share: the guest's init, and what it is to do."""
    for file in GUEST_FILES.iterdir():
        shutil.copy(file, control / file.name)
    size = shutil.get_terminal_size()
    settings = {
        "BOARD": task.board.name,
        "BOARD_MODULE": task.board.module,
        "BOARD_CLONE": str(task.clone),
        "BOARD_ACCEL": "icount" if task.icount else accelerator(),
        "BOARD_INIT": "systemd" if task.systemd else "own",
        "BOARD_TASK": "shell" if task.command is None else "run",
        "BOARD_TERM": os.environ.get("TERM", "linux"),
        "BOARD_ROWS": str(size.lines),
        "BOARD_COLUMNS": str(size.columns),
    }
    lines = [f"{name}={shlex.quote(value)}\n" for name, value in settings.items()]
    (control / "env").write_text("".join(lines))
    if task.command is not None:
        (control / "command").write_text(f"exec {shlex.join(task.command)}\n")


def _attend(emulator: Emulator, channel: Channel, task: Task) -> bool:
    """Copies the guest's output and serves its requests until it is off; False if time ran out."""
    deadline = None if task.timeout is None else time.monotonic() + task.timeout
    with selectors.DefaultSelector() as selector, _keyboard(task) as keyboard:
        selector.register(emulator.output, selectors.EVENT_READ)
        selector.register(emulator.outside, selectors.EVENT_READ)
        if keyboard is not None:
            selector.register(keyboard, selectors.EVENT_READ)
        while True:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                return False
            for key, _ in selector.select(left):
                if key.fileobj is emulator.output:
                    data = emulator.output.recv(65536)
                    if not data:
                        return True
                    sys.stdout.buffer.write(data)
                    sys.stdout.buffer.flush()
                elif key.fileobj is emulator.outside:
                    if not channel.serve():
                        selector.unregister(emulator.outside)
                elif data := os.read(key.fd, 4096):
                    emulator.output.sendall(data)
                else:
                    selector.unregister(key.fileobj)


@contextmanager
def _keyboard(task: Task) -> Iterator[int | None]:
    """Standard input for a shell, in raw mode if it is a terminal; None for a command."""
    if task.command is not None:
        yield None
        return
    descriptor = sys.stdin.fileno()
    if not os.isatty(descriptor):
        yield descriptor
        return
    before = termios.tcgetattr(descriptor)
    tty.setraw(descriptor)
    try:
        yield descriptor
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _status(control: Path, out: Path) -> int:
    """The status that the guest left behind."""
    try:
        return int((control / "status").read_text())
    except (OSError, ValueError):
        tail = ""
        for log in (out / "qemu.log", out / "console.log"):
            if log.exists():
                tail += "".join(log.read_text(errors="replace").splitlines(keepends=True)[-15:])
        raise BoardError(f"the guest went off before the command ended; logs in {out}, they end:\n{tail}",
                         STATUS_NO_ANSWER) from None
