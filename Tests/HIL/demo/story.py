"""Logs of an act, written by hand: for the analyser's tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from analyse import open_cases, report_of

TOUCH, KEYS = "demo/touch", "virtio2/input0"
KEY_A, KEY_B = 30, 48
SYN = [0, 0, 0]
RAISE, GATED, PRESENT, DISMISS, DISMISSED = 990_000, 1_000_000, 2_000_000, 3_000_000, 3_010_000
LATENCY = 1_000
PANEL = (0, 700, 1024, 68)
NEUTRAL = (1016, 760)


def key(code: int, value: int) -> list[int]:
    return [1, code, value]


def land(identity: int, x: int, y: int) -> list[list[int]]:
    return [[3, 57, identity], [3, 53, x], [3, 54, y], [1, 330, 1]]


LIFT = [[3, 57, -1], [1, 330, 0]]


class Story:
    """An act's logs, told line by line; `Story.pass_on` is what a perfect pipe does."""

    def __init__(self, directory: Path, neutral: tuple[int, int] | None = None) -> None:
        self.directory = directory / "act"
        self.directory.mkdir()
        self.scene: dict[str, Any] = {
            "name": "act", "title": "a test", "consumer": "sway", "policy": "neutral" if neutral else "palm",
            "neutral": neutral, "withheld": False, "output": {"name": "o", "width": 1024, "height": 768},
            "touch": {"phys": TOUCH, "width": 1024, "height": 768}, "keyboard": {"phys": KEYS},
        }
        self.logs: dict[str, list[str]] = {"sketch.log": [], "marks.jsonl": []}
        for name, t in (("raise", RAISE), ("gated", GATED), ("dismiss", DISMISS), ("dismissed", DISMISSED)):
            self.line("marks.jsonl", t=t, mark=name)

    def line(self, log: str, **fields: Any) -> None:
        self.logs.setdefault(log, []).append(json.dumps(fields))

    def inject(self, t: int, *events: list[int], device: str = TOUCH) -> None:
        self.line("touch.jsonl", t=t, device=device, events=[*events, SYN])

    def press(self, t: int, character: str, code: int, value: int) -> None:
        self.line("keys.jsonl", t=t, until=t + 500, device=KEYS, character=character, events=[key(code, value)])

    def mirror(self, t: int, *events: list[int], device: str = TOUCH) -> None:
        self.line("mirrors.jsonl", t=t, read=t + 200, device=f"focusd/{device}", events=[*events, SYN])

    def sample(self, keys: list[int], contacts: list[int]) -> None:
        self.line("mirrors.jsonl", t=GATED + 100, sample="gated", device=f"focusd/{TOUCH}", keys=keys,
                  contacts=contacts)

    def pass_on(self, t: int, *events: list[int]) -> None:
        self.inject(t, *events)
        self.mirror(t + LATENCY, *events)

    def touch(self, t: int, call: str, *arguments: object) -> None:
        """What the app's wl_touch says: `down`, `motion` and `up` carry the mirror's stamp in milliseconds."""
        self.logs["sketch.log"].append(wayland("wl_touch", call, t, arguments))

    def down(self, t: int, x: float, y: float) -> None:
        self.touch(t, "down", 1, t // 1000, "wl_surface#3", 0, x, y)

    def present(self) -> None:
        self.line("marks.jsonl", t=PRESENT, mark="present", region=PANEL)

    def report(self) -> dict[str, Any]:
        (self.directory / "scene.json").write_text(json.dumps(self.scene))
        for name, lines in self.logs.items():
            (self.directory / name).write_text("".join(line + "\n" for line in lines))
        return report_of(open_cases(self.directory.parent)[0])


def wayland(interface: str, call: str, t: int, arguments: tuple[object, ...]) -> str:
    return f"[{t // 1000}.000] {{Default Queue}} {interface}#9.{call}({', '.join(map(str, arguments))})"
