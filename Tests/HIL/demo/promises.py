"""What the demo promises, each judged by the evidence. Standard library only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from case import FOREVER, Case
from evidence import ABS_MT_TRACKING_ID, Event
from leaks import is_neutral_lift

PROMPT = 250_000
"""Microseconds in which the mirrors follow."""


@dataclass(frozen=True)
class Promise:
    """A promise, and whether the evidence keeps it."""

    name: str
    kept: bool
    found: str


def promises(case: Case) -> list[Promise]:
    """All that this act promises."""
    return [*_evidence(case), *_mirrors(case), *_app(case), *_overlay(case), *_terminal(case), *_libinput(case)]


def _evidence(case: Case) -> Iterator[Promise]:
    """Without these the rest would prove nothing."""
    moments = [case.raised, case.gated, case.dismiss, case.dismissed]
    meanwhile = sum(case.gated < event.t < case.dismiss for event in case.evidence.injected)
    yield Promise("a call came and went, and input went on meanwhile",
                  moments == sorted(moments) and moments[-1] < FOREVER and meanwhile > 0, f"{meanwhile} events")
    yield Promise("the readers of the mirrors missed nothing (SYN_DROPPED)", case.evidence.dropped == 0,
                  f"{case.evidence.dropped} times")


def _mirrors(case: Case) -> Iterator[Promise]:
    down = [f"{sample.device} {sample.keys} {sample.contacts}" for sample in case.evidence.samples
            if sample.keys or sample.contacts]
    yield Promise("while gated, no key and no contact is down on any mirror (EVIOCGKEY, EVIOCGMTSLOTS)",
                  bool(case.evidence.samples) and not down, "; ".join(down) or f"{len(case.evidence.samples)} clear")
    lost = [event for event in case.evidence.injected if _is_lost(case, event)]
    yield Promise("while open, nothing is lost", not lost, f"{len(lost)} lost")


def _is_lost(case: Case, event: Event) -> bool:
    """Whether an injection was swallowed although the scene was open, and the mirror did not say the same already."""
    is_open = event.seen < case.raised or event.began > case.dismissed
    if event.partner or not is_open:
        return False
    before = [other for other in case.evidence.mirrored if other.t <= event.seen + PROMPT
              and (other.device, other.type, other.code, other.slot) == (
                  event.device, event.type, event.code, event.slot)]
    value = before[-1].value if before else -1 if event.code == ABS_MT_TRACKING_ID else 0
    return all(other.value != event.value for other in before if other.t >= event.t) and value != event.value


def _app(case: Case) -> Iterator[Promise]:
    ends = [(chain.seen.end if chain.seen else "not seen") for chain in case.cut]
    found = ", ".join(map(str, ends)) or "no contact was cut"
    if case.evidence.scene["neutral"] is None:
        yield Promise("the stroke in hand is cancelled in the app (wl_touch.cancel)",
                      bool(ends) and all(end == "cancel" for end in ends), found)
    else:
        lifts = [is_neutral_lift(case, chain) for chain in case.cut]
        yield Promise("the stroke in hand moves to the neutral point and lifts there", bool(lifts) and all(lifts),
                      "; ".join(f"{chain.seen.end} at {chain.seen.x:.0f},{chain.seen.y:.0f}"
                                for chain in case.cut if chain.seen) or found)
    clean = [chain.seen is not None and chain.seen.end == "up" for chain in case.later]
    after = [touch for touch in case.touches if touch.down > case.dismiss]
    yield Promise("the next stroke is clean: down, moves, up", bool(clean) and all(clean)
                  and len(after) == len(clean), f"{len(after)} seen of {len(clean)}")


def _overlay(case: Case) -> Iterator[Promise]:
    """Only where something was presented."""
    if case.region is None:
        return
    early = [contact for contact in case.gated_touches if contact.down < case.present
             and case.is_in_region(*case.pixel(contact))]
    reached = [button for button in case.buttons if button.pressed and button.t < case.present]
    yield Promise("a tap on the panel before it is presented reaches nobody", bool(early) and not reached,
                  f"{len(early)} made, {len(reached)} arrived")
    answered = [button for button in case.buttons if button.pressed and case.present < button.t < case.dismiss]
    yield Promise("once it is presented, the call is answered by touch", len(answered) == 1,
                  f"{len(answered)} arrived")


def _terminal(case: Case) -> Iterator[Promise]:
    """Only where there is a terminal."""
    if case.record is None:
        return
    opened, gated = case.presses()
    yield Promise("what was typed before and after the call is in the terminal, what was typed during it is not",
                  bool(gated) and case.record == opened, f"{case.record!r}, without {gated!r}")


def _libinput(case: Case) -> Iterator[Promise]:
    """libinput's own reader beside the compositor's."""
    cancels = sum(report.kind == "TOUCH_CANCEL" for report in case.libinput)
    downs = [report for report in case.libinput if report.kind == "TOUCH_DOWN"]
    later = [report for report in downs if report.t > case.dismissed]
    landed = sum(chain.mirrored is not None for chain in case.chains)
    expected = len(case.cut) if case.evidence.scene["neutral"] is None else 0
    yield Promise("libinput reports a cancel for each contact cut by palm, and none otherwise",
                  cancels == expected, f"{cancels} of {expected}")
    yield Promise("libinput reports each contact as it lands, and the next ones after the call",
                  len(downs) == landed and len(later) == len(case.later),
                  f"{len(downs)} of {landed}, {len(later)} of {len(case.later)} after")
