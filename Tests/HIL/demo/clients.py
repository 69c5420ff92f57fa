"""What the programs in front of focusd saw, by their own logs. Standard library only."""

from __future__ import annotations

import re
from dataclasses import dataclass

WAYLAND = re.compile(r"^\[\s*[\d.]+\]\s+(?:\{[^}]*\}\s+)?(wl_touch|wl_pointer)[#@]\d+\.(\w+)\(([^)]*)\)")
LIBINPUT = re.compile(r"^[- ](event\d+)\s+(\w+)\s+(?:\d+\s+)?\+?(-?[\d.]+)s\s*(.*)$")
MILLISECOND = 1000
WRAP = 1 << 32
"""Of times in milliseconds, in wl_touch and where libinput-debug-events subtracts its start."""


@dataclass
class Touch:
    """A contact as a Wayland client saw it; times in microseconds, rounded down to milliseconds."""

    identity: int
    down: int
    x: float
    y: float
    """Where it is, on the client's surface."""
    last_move: int = 0
    end: str | None = None
    """`up`, `cancel`, or None: then it is a ghost."""
    up: int = 0
    """When it lifted, for an `up`."""
    surface_x: float = 0
    surface_y: float = 0
    """Where it landed."""


@dataclass(frozen=True)
class Button:
    """A pointer button as a Wayland client saw it."""

    t: int
    pressed: bool


@dataclass(frozen=True)
class Report:
    """An event by libinput's own reader."""

    t: int
    kind: str
    text: str
    x: float = 0
    y: float = 0
    """Of a touch, 0 to 1."""


def touches(log: str) -> list[Touch]:
    """The contacts that a client saw, in order of their landing."""
    seen: list[Touch] = []
    live: dict[int, Touch] = {}
    for name, arguments in _calls(log, "wl_touch"):
        if name == "down":
            x, y = float(arguments[4]), float(arguments[5])
            touch = Touch(int(arguments[3]), int(arguments[1]) * MILLISECOND, x, y, surface_x=x, surface_y=y)
            seen.append(touch)
            live[touch.identity] = touch
        elif name == "motion" and (moved := live.get(int(arguments[1]))):
            moved.last_move = int(arguments[0]) * MILLISECOND
            moved.x, moved.y = float(arguments[2]), float(arguments[3])
        elif name == "up" and (lifted := live.pop(int(arguments[2]), None)):
            lifted.end, lifted.up = "up", int(arguments[1]) * MILLISECOND
        elif name == "cancel":
            for touch in live.values():
                touch.end = "cancel"
            live.clear()
    return seen


def buttons(log: str) -> list[Button]:
    """The pointer buttons that a client saw."""
    return [Button(int(arguments[1]) * MILLISECOND, arguments[3] == "1")
            for name, arguments in _calls(log, "wl_pointer") if name == "button"]


def _calls(log: str, interface: str) -> list[tuple[str, list[str]]]:
    found = (WAYLAND.match(line) for line in log.splitlines())
    return [(match[2], [argument.strip() for argument in match[3].split(",")])
            for match in found if match and match[1] == interface]


def reports(log: str, first_touch: int | None) -> list[Report]:
    """What `libinput debug-events` printed.

    It counts from its own start, which is not known to a millisecond. Its
    times are the kernel's, so its first touch is the mirror's first one.
    """
    found: list[Report] = []
    for match in filter(None, map(LIBINPUT.match, log.splitlines())):
        milliseconds = round(float(match[3]) * 1000)
        if milliseconds > WRAP // 2:
            milliseconds -= WRAP
        place = re.search(r"([\d.]+)/\s*([\d.]+) \(", match[4])
        x, y = (float(place[1]) / 100, float(place[2]) / 100) if place else (0.0, 0.0)
        found.append(Report(milliseconds * MILLISECOND, match[2], match[4], x, y))
    start = next((report.t for report in found if report.kind == "TOUCH_DOWN"), None)
    if start is None or first_touch is None:
        return []
    offset = first_touch - start
    return [Report(report.t + offset, report.kind, report.text, report.x, report.y) for report in found]
