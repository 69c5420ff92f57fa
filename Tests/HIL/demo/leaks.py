"""What came through, or had an effect, and must not have. Standard library only.

A leak on a mirror is a delivery to the gated scene between the raising client's
`gated` and its dismissal, or later a part of what was down before the
dismissal. A forbidden effect is one that a program in front of focusd shows: a
tap, a ghost contact, a touch or a character that arrived meanwhile.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass

from case import Case, Chain
from evidence import Event

NEAR = 2.0
"""Pixels: the ways to the client round differently."""
TICK = 1000
"""Microseconds: clients see whole milliseconds, rounded down."""


@dataclass(frozen=True)
class Leak:
    """Something that must not have been; `t` where its witness knows the time."""

    t: int | None
    witness: str
    what: str
    detail: str = ""


def leaks(case: Case) -> list[Leak]:
    """All that must not have been, by every witness."""
    return [*_delivered(case), *_touched(case), *_tapped_early(case), *_reported(case), *_typed(case)]


def _delivered(case: Case) -> Iterator[Leak]:
    """By the raw readers of the mirrors."""
    for event in case.evidence.mirrored:
        if why := _why_leaked(case, event):
            yield Leak(event.t, "mirror", why, f"{event.device} {event.type}/{event.code}={event.value}")
    for _ in range(case.evidence.backdated):
        yield Leak(None, "mirror", "an event came after `gated` with a stamp from before it")


def _why_leaked(case: Case, event: Event) -> str | None:
    if case.is_overlays(event):
        return None
    if case.gated < event.t < case.dismiss:
        return "an event was delivered while the scene was gated"
    if event.begins and event.partner is None and not event.goes_along:
        return "something went down that nobody injected"
    if event.partner and not event.goes_along and event.t > case.gated and event.partner.began < case.dismiss:
        return "a part of what was down while the scene was gated came later"
    return None


def _touched(case: Case) -> Iterator[Leak]:
    """By the app's wl_touch."""
    cut = {id(chain.seen): chain for chain in case.cut}
    for touch in case.touches:
        if case.gated < touch.down < case.dismiss:
            yield Leak(touch.down, "wl_touch", "a contact landed in the app while it was gated")
        elif touch.down < case.gated < touch.last_move < case.dismiss:
            yield Leak(touch.last_move, "wl_touch", "a contact moved in the app while it was gated")
        if touch.end is None:
            yield Leak(touch.down, "wl_touch", "a ghost: a contact that never ended")
        elif touch.end == "up" and id(touch) in cut and not is_neutral_lift(case, cut[id(touch)]):
            yield Leak(touch.up, "wl_touch", "a tap: a contact that was taken away lifted where it was")


def is_neutral_lift(case: Case, chain: Chain) -> bool:
    """Whether the app saw a contact lift at the neutral point."""
    neutral, seen = case.evidence.scene["neutral"], chain.seen
    if neutral is None or seen is None or seen.end != "up" or chain.mirrored is None:
        return False
    x, y = case.pixel(chain.mirrored)
    # The app counts from its surface's corner: that is where the same landing is at 0,0.
    left, top = x - seen.surface_x, y - seen.surface_y
    return bool(abs(seen.x + left - neutral[0]) <= NEAR and abs(seen.y + top - neutral[1]) <= NEAR)


def _tapped_early(case: Case) -> Iterator[Leak]:
    """By the overlay's own wl_pointer: nothing reaches it before it is presented."""
    for button in case.buttons:
        if button.pressed and case.gated < button.t < case.present - TICK:
            yield Leak(button.t, "wl_pointer", "the overlay was tapped before it was presented")


def _reported(case: Case) -> Iterator[Leak]:
    """By libinput's own reader of the mirrors."""
    for report in case.libinput:
        if not case.gated + TICK < report.t < case.dismiss - TICK:
            continue
        output = case.evidence.scene["output"]
        is_overlays = report.t >= case.present - TICK and case.is_in_region(
            report.x * output["width"], report.y * output["height"])
        if report.kind == "TOUCH_DOWN" and not is_overlays:
            yield Leak(report.t, "libinput", "a touch landed while the scene was gated")
        elif report.kind == "KEYBOARD_KEY" and "pressed" in report.text:
            yield Leak(report.t, "libinput", "a key was pressed while the scene was gated")


def _typed(case: Case) -> Iterator[Leak]:
    """By the terminal's own record: what was typed in the open may be there, and nothing else."""
    if case.record is None:
        return
    opened, _ = case.presses()
    for step, _, _, start, end in difflib.SequenceMatcher(None, opened, case.record, False).get_opcodes():
        if step in ("insert", "replace"):
            for character in case.record[start:end]:
                yield Leak(None, "terminal", "a character arrived that was not typed in the open", character)
