"""Act one: sway with two programs that nobody changed, and a call that is answered by touch."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

from gate import Call, Withheld
from picture import Rectangle
from player import tap
from stage import ASSETS, Act, Stage
from waiting import wait_for

ACT = Act("act1", "sway with a sketch and a terminal: a call comes and is answered by touch", "sway", "palm",
          mode=(1024, 768))
NOTES_COLOURS = {"f5f7fa"}
NOTES_WIDTH = 400
PANEL_COLOURS = {"12633c", "0b3d25", "2fbf71"}
BUTTON_COLOURS = {"2fbf71"}
BEFORE, HALF, OTHER_HALF, DURING, AFTER = "meet at nine, ", "conf", "irm", "hunter2", " thanks"
HELD_ON = "z"
"""A key that goes down during the call and comes up after it."""
RAISE_AT, REST_AT = 30, 75
"""Frames of a stroke: the call is raised at the first, the finger waits for `gated` at the second."""


def play(stage: Stage) -> None:
    """Plays the act."""
    record = stage.logs / "typed.txt"
    _set(stage, record)
    _before(stage, record)
    call = _interrupt(stage, record)
    program = _show(stage, call)
    _during(stage)
    _answer(stage, call, program)
    _after(stage, record)


def _set(stage: Stage, record: Path) -> None:
    """The compositor and the apps."""
    session = stage.session
    session.compositor("sway", "-c", str(ASSETS / "sway.conf"))
    for device in session.sway("-t", "get_inputs"):
        if device["type"] != "keyboard":
            session.sway("seat", "finger", "attach", device["identifier"])
    session.client("sketch", "weston-simple-touch")
    session.client("notes", "foot", "-c", str(ASSETS / "foot.ini"), "sh", "-c",
                   f"stty -icanon; printf '\\n> '; exec cat > {record}")
    stage.watch()
    wait_for("the terminal to listen", record.exists)

    def are_in_place() -> bool:
        areas = stage.look(NOTES_COLOURS)
        return len(areas) == 1 and areas[0][2] < NOTES_WIDTH and stage.said("sketch", ".attach(")

    wait_for("both windows to be in their places", are_in_place, period=0.3)
    stage.rest().unlink()


def _before(stage: Stage, record: Path) -> None:
    stage.draw(stage.stroke, 130)
    stage.typist.type(BEFORE)
    wait_for("the stroke in the sketch", lambda: stage.count("sketch", ".up(") == 1)
    wait_for("the words in the terminal", lambda: record.read_text() == BEFORE)
    stage.picture("before")


def _interrupt(stage: Stage, record: Path) -> Call | Withheld:
    """The call comes in the middle of a word and of a stroke with two fingers."""
    held = HALF[-1]
    stage.typist.type(HALF[:-1])
    stage.typist.press(held)
    wait_for("half a word", lambda: record.read_text() == BEFORE + HALF)
    stroke = stage.screen.start(stage.placed(stage.two_fingers, 96), rest_at=REST_AT)
    wait_for("half a stroke", lambda: stroke.frames_played >= RAISE_AT, period=0.001)
    call = stage.raise_call(keyboard=True)
    stage.sample("gated")
    stroke.go_on()
    stage.typist.release(held)
    stage.typist.type(OTHER_HALF)
    stroke.wait()
    return call


def _show(stage: Stage, call: Call | Withheld) -> subprocess.Popen[bytes]:
    """The call's program draws its panel; once that is on the screen, it is presented."""
    program = stage.session.client(
        "call", "swaynag", "-c", str(ASSETS / "swaynag.conf"), "-t", "call", "-m", "Incoming call: Ada Lovelace",
        "-s", "Decline", "-Z", "Answer", shlex.join(call.answer_command()), groups=("focus",))
    stage.draw(stage.stroke, 300)

    def panel() -> Rectangle | None:
        areas = stage.look(PANEL_COLOURS)
        return areas[0] if len(areas) == 1 and areas[0][2] == stage.output.width else None

    x, y, width, height = wait_for("the panel on the screen", panel, period=0.2)
    # It can be seen, but nobody has said so yet: a tap on it must not reach it.
    stage.screen.play(tap(*stage.on_screen(x + width // 2, y + height // 2)))
    call.present(stage.output.name, (x, y, width, height))
    return program


def _during(stage: Stage) -> None:
    stage.typist.type(DURING)
    stage.draw(stage.stroke, 360)
    stage.sample("presented")
    stage.typist.press(HELD_ON)
    stage.picture("during")


def _answer(stage: Stage, call: Call | Withheld, program: subprocess.Popen[bytes]) -> None:
    x, y, width, height = stage.look(BUTTON_COLOURS)[0]
    stage.screen.play(tap(*stage.on_screen(x + width // 2, y + height // 2)))
    wait_for("the call to be answered", lambda: program.poll() is not None)
    call.wait()
    stage.typist.release(HELD_ON)


def _after(stage: Stage, record: Path) -> None:
    lifted = stage.count("sketch", ".up(")
    stage.draw(stage.stroke, 430)
    stage.typist.type(AFTER)
    wait_for("the next stroke in the sketch", lambda: stage.count("sketch", ".up(") == lifted + 1)
    wait_for("the next word in the terminal", lambda: record.read_text().endswith(AFTER))
    stage.picture("after")
