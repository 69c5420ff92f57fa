"""The timeline of an act as SVG. Standard library only."""

from __future__ import annotations

from typing import Any

WIDTH, MARGIN = 1000.0, 96.0
LANE, GAP, AXIS = 30.0, 8.0, 26.0
SECOND = 1_000_000
ENDS = {"up": "lifted", "cancel": "cancelled", None: "never ended"}


def svg(act: dict[str, Any]) -> str:
    """Lanes from top to bottom: states, the four kinds of event, what the app saw."""
    times = [mark["t"] for mark in act["marks"]]
    times += [t for lane in act["lanes"].values() for kind in lane.values() for t in kind]
    last = max(times, default=SECOND)
    drawing = _Drawing(last)
    drawing.states(act["marks"])
    for name, lane in act["lanes"].items():
        drawing.events(name, lane)
    drawing.contacts(act["app"])
    drawing.axis(act["marks"])
    return drawing.finish()


class _Drawing:
    def __init__(self, last: int) -> None:
        self._last = last
        self._y = 0.0
        self._parts: list[str] = []

    def _x(self, t: int) -> float:
        return round(MARGIN + (WIDTH - MARGIN - 8) * max(0, min(t, self._last)) / self._last, 1)

    def _label(self, text: str) -> None:
        self._parts.append(f'<text class="label" x="{MARGIN - 10}" y="{self._y + LANE / 2 + 4}">{text}</text>')

    def _bar(self, start: int, end: int, kind: str, title: str, text: str = "") -> None:
        x, width = self._x(start), max(2.0, self._x(end) - self._x(start))
        self._parts.append(f'<rect class="{kind}" x="{x}" y="{self._y}" width="{width:.1f}" height="{LANE}" rx="3">'
                           f"<title>{title}</title></rect>")
        if text and width > 7 * len(text):
            self._parts.append(f'<text class="state" x="{x + width / 2:.1f}" y="{self._y + LANE / 2 + 4}">'
                               f"{text}</text>")

    def states(self, marks: list[dict[str, Any]]) -> None:
        """Open, gated, presented, open again."""
        at = {mark["mark"]: mark["t"] for mark in reversed(marks)}
        edges = [(0, "active"), (at.get("gated"), "inactive"), (at.get("presented"), "presented"),
                 (at.get("dismiss"), "active")]
        known = [(t, state) for t, state in edges if t is not None]
        self._label("app is")
        ends = [t for t, _ in known[1:]] + [self._last]
        for (start, state), end in zip(known, ends, strict=True):
            text = "inactive, call presented" if state == "presented" else state
            self._bar(start, end, f"is-{state}", f"{text}: {start / SECOND:.2f} to {end / SECOND:.2f} s", text)
        self._y += LANE + GAP

    def events(self, name: str, lane: dict[str, list[int]]) -> None:
        """A tick for each event: fingers in the upper half, keys in the lower."""
        self._label(name)
        self._parts.append(f'<rect class="lane" x="{MARGIN}" y="{self._y}" width="{WIDTH - MARGIN - 8}" '
                           f'height="{LANE}" rx="3"/>')
        for kind, top in (("touch", 3.0), ("key", LANE / 2 + 1)):
            places = sorted({self._x(t) for t in lane[kind]})
            ticks = "".join(f"M{x} {self._y + top}v{LANE / 2 - 4}" for x in places)
            if ticks:
                self._parts.append(f'<path class="{name}" d="{ticks}"><title>{name}: {len(lane[kind])} {kind} '
                                   f"events</title></path>")
        total = sum(map(len, lane.values()))
        self._parts.append(f'<text class="total" x="{WIDTH - 12}" y="{self._y + LANE / 2 + 4}">{total}</text>')
        self._y += LANE + GAP

    def contacts(self, app: list[dict[str, Any]]) -> None:
        """A bar for each contact in the app."""
        self._label("app saw")
        self._parts.append(f'<rect class="lane" x="{MARGIN}" y="{self._y}" width="{WIDTH - MARGIN - 8}" '
                           f'height="{LANE}" rx="3"/>')
        for contact in app:
            self._bar(contact["from"], contact["to"], f"contact-{contact['end']}",
                      f"a contact, {ENDS[contact['end']]}")
        self._y += LANE + GAP

    def axis(self, marks: list[dict[str, Any]]) -> None:
        """Seconds, and when pictures were taken."""
        step = 1 if self._last < 12 * SECOND else 5
        for second in range(0, self._last // SECOND + 1, step):
            self._parts.append(f'<text class="axis" x="{self._x(second * SECOND)}" y="{self._y + 12}">'
                               f"{second} s</text>")
        for mark in marks:
            if mark["mark"] == "picture":
                x = self._x(mark["t"])
                self._parts.append(f'<path class="picture" d="M{x} 0V{self._y}"><title>picture: {mark["moment"]}'
                                   f"</title></path>")
        self._y += AXIS

    def finish(self) -> str:
        """The whole element."""
        return (f'<svg viewBox="0 0 {WIDTH} {self._y}" role="img" aria-label="timeline">'
                f'{"".join(self._parts)}</svg>')
