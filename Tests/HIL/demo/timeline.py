"""What happened when in an act, as plain numbers for whoever draws it. Standard library only."""

from __future__ import annotations

from typing import Any

from case import Case
from evidence import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, Contact, Event

LANES = ("physical", "delivered", "swallowed", "synthesised")


def timeline(case: Case) -> dict[str, Any]:
    """Times in microseconds from the first injection; traces in pixels of the output."""
    evidence = case.evidence
    start = min((event.t for event in evidence.injected), default=0)
    lanes: dict[str, dict[str, list[int]]] = {lane: {"touch": [], "key": []} for lane in LANES}

    def note(lane: str, event: Event) -> None:
        is_key = event.device == evidence.scene["keyboard"]["phys"]
        lanes[lane]["key" if is_key else "touch"].append(event.t - start)

    for event in evidence.injected:
        note("physical", event)
        if event.partner is None:
            note("swallowed", event)
    for event in evidence.mirrored:
        note("synthesised" if event.partner is None else "delivered", event)
    return {
        "lanes": lanes,
        "app": [{"from": touch.down - start, "to": max(touch.down, touch.last_move, touch.up) - start,
                 "end": touch.end} for touch in case.touches],
        "marks": [{"t": mark["t"] - start, "mark": mark["mark"], "moment": mark.get("moment")}
                  for mark in evidence.marks],
        "traces": [_trace(case, chain.injected) for chain in case.chains
                   if chain.mirrored is None or chain in case.cut],
        "output": evidence.scene["output"],
    }


def _trace(case: Case, contact: Contact) -> list[tuple[int, int]]:
    """Where a finger moved that nobody was to see."""
    output, touch = case.evidence.scene["output"], case.evidence.scene["touch"]
    place = {ABS_MT_POSITION_X: contact.x, ABS_MT_POSITION_Y: contact.y}
    points = []
    for event in case.evidence.injected:
        if event.contact is contact and event.code in place:
            place[event.code] = event.value
            if event.t > case.gated:
                points.append((place[ABS_MT_POSITION_X] * output["width"] // touch["width"],
                               place[ABS_MT_POSITION_Y] * output["height"] // touch["height"]))
    return points
