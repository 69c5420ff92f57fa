"""The launcher's command line."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from boardlib.boards import BOARDS, DEFAULT
from boardlib.children import stop_on_signals
from boardlib.errors import BoardError, Stopped
from boardlib.host import use_system_path
from boardlib.image import image
from boardlib.sdk import run_in_sdk
from boardlib.session import Task, run
from boardlib.setup import setup

CLONE = Path(__file__).resolve().parents[3]

EXAMPLES = """\
examples:
  board run -- true                            boots, runs, switches off; exits with the command's status
  board run --board x86-noplane -- pytest Tests/HIL
  board run --icount -- build/bin/focusd-bench the guest's clock counts instructions
  board run --out /tmp/result -- sh -c 'dmesg > $OUT/dmesg'
  board shell --board x86-noplane
  board sdk -- swift build                     builds with Debian's own Swift, in a tree made for it

The clone is visible in the guest at its own path, read-only; what the command
writes to $OUT comes back. BOARD_ACCEL=tcg or kvm forces the accelerator."""


def _parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="board", epilog=EXAMPLES,
                                  description="The virtual board: focusd on a real kernel, in QEMU.",
                                  formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = top.add_subparsers(dest="verb", required=True, metavar="COMMAND")

    run_verb = verbs.add_parser("run", help="run a command as root in the guest")
    run_verb.add_argument("--timeout", type=float, default=600, metavar="S",
                          help="kill the guest after S seconds (600)")
    shell_verb = verbs.add_parser("shell", help="an interactive root shell in the guest")
    for verb in (run_verb, shell_verb):
        verb.add_argument("--board", choices=BOARDS, default=DEFAULT, help=f"which board ({DEFAULT})")
        verb.add_argument("--icount", action="store_true", help="one CPU whose clock counts instructions")
        verb.add_argument("--systemd", action="store_true", help="systemd as PID 1 (slower to boot)")
        verb.add_argument("--out", type=Path, default=CLONE / "build" / "board-out", metavar="DIR",
                          help="where $OUT and the logs come back to (build/board-out)")
    sdk_verb = verbs.add_parser("sdk", help="run a command in a Debian tree with Swift and all headers")
    for verb in (run_verb, sdk_verb):
        verb.add_argument("command", nargs=argparse.REMAINDER, metavar="-- CMD…")

    verbs.add_parser("list", help="the boards")
    verbs.add_parser("image", help="make the image if it is missing, and print where it is")
    setup_verb = verbs.add_parser("setup", help="install the packages that this program needs, with apt-get")
    setup_verb.add_argument("--with-swift-libraries", action="store_true",
                            help="also the libraries that building focusd with a Swift of one's own takes")
    return top


def main() -> int:
    """Does what the command line says; returns the status to exit with."""
    try:
        with stop_on_signals():
            return _carry_out()
    except BoardError as error:
        print(f"board: {error}", file=sys.stderr)
        return error.status
    except Stopped as stopped:
        print("board: stopped", file=sys.stderr)
        return 128 + stopped.signal_number
    except BrokenPipeError:
        return 128 + signal.SIGPIPE


def _carry_out() -> int:
    line = _parser()
    options = line.parse_args()
    use_system_path()
    command = getattr(options, "command", None)
    if command is not None:
        command = command[1:] if command[:1] == ["--"] else command
        if not command:
            line.error(f"{options.verb}: the command is missing; for example: board {options.verb} -- true")
    match options.verb:
        case "list":
            for board in BOARDS.values():
                print(f"{board.name:12} {board.summary}")
        case "image":
            print(image().directory)
        case "setup":
            setup(options.with_swift_libraries)
        case "sdk":
            return run_in_sdk(CLONE, command)
        case "run" | "shell":
            return run(Task(BOARDS[options.board], CLONE, options.out.resolve(), command,
                            getattr(options, "timeout", None), options.icount, options.systemd))
    return 0
