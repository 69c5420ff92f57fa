"""Act two: one app alone, under a compositor that passes no cancel on."""

from __future__ import annotations

from stage import Act, Stage
from waiting import wait_for

CAGE = Act("act2", "cage with a sketch alone: a call comes and goes", "cage", "neutral")
WESTON = Act("act3", "weston with a sketch alone: a call comes and goes", "weston", "neutral")
COMMANDS = {
    "cage": ["cage", "--", "sh", "-c"],
    "weston": ["weston", "--backend=drm", "--renderer=pixman", "--shell=kiosk-shell.so", "--idle-time=0"],
}
RAISE_AT, REST_AT = 90, 150


def play(stage: Stage) -> None:
    """Plays the act."""
    _set(stage)
    stage.draw(stage.stroke, -250, 20)
    wait_for("the stroke in the sketch", lambda: stage.count("sketch", ".up(") == 1)
    stage.picture("before")

    stroke = stage.screen.start(stage.placed(stage.stroke, 0, 20), rest_at=REST_AT)
    wait_for("half a stroke", lambda: stroke.frames_played >= RAISE_AT, period=0.001)
    call = stage.raise_call()
    stage.sample("gated")
    stroke.go_on()
    stroke.wait()
    stage.draw(stage.two_fingers, 40, 20)
    stage.sample("later")
    stage.picture("during")

    call.dismiss()
    call.wait()
    lifted = stage.count("sketch", ".up(")
    stage.draw(stage.stroke, 250, 20)
    wait_for("the next stroke in the sketch", lambda: stage.count("sketch", ".up(") == lifted + 1)
    stage.picture("after")


def _set(stage: Stage) -> None:
    session = stage.session
    command = COMMANDS[stage.act.consumer]
    if stage.act.consumer == "cage":
        log = stage.logs / "sketch.log"
        session.compositor(*command, f"WAYLAND_DEBUG=client exec weston-simple-touch 2> {log}")
    else:
        session.compositor(*command)
        session.client("sketch", "weston-simple-touch")
    stage.watch()
    wait_for("the sketch", lambda: stage.said("sketch", ".attach("))
    stage.rest().unlink()
