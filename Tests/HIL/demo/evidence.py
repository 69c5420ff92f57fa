"""The evidence of one act, as the witnesses wrote it down. Standard library only.

All times are CLOCK_MONOTONIC in microseconds: the clock of the player, of the
typist, of the raising client, and of the kernel's stamps on the mirrors.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH = 0x14A
ABS_X, ABS_Y, ABS_PRESSURE = 0x00, 0x01, 0x18
ABS_MT_SLOT, ABS_MT_FIRST, ABS_MT_LAST = 0x2F, 0x30, 0x3D
ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x35, 0x36, 0x39
REPEAT = 2
SYN_DROPPED = 3
MIRROR = "focusd/"


@dataclass
class Contact:
    """A finger's stay on a touch surface."""

    device: str
    slot: int
    down: int
    frame: int
    x: int = 0
    y: int = 0
    """Where it landed."""
    up: int | None = None


@dataclass
class Event:
    """An event that counts: not EV_SYN, not an autorepeat."""

    device: str
    """`phys` of the physical device, on both sides."""
    t: int
    seen: int
    """When its witness had it in hand; at or after `t`."""
    type: int
    code: int
    value: int
    frame: int
    slot: int | None = None
    """For what belongs to a slot."""
    contact: Contact | None = None
    began: int = 0
    """When the contact or the key press that it belongs to went down."""
    partner: Event | None = field(default=None, repr=False)
    """The injection that a delivery came from, and the delivery that an injection became."""

    @property
    def is_derived(self) -> bool:
        """Of the emulated pointer, which repeats what the contacts say."""
        return (self.type, self.code) == (EV_KEY, BTN_TOUCH) or (
            self.type == EV_ABS and self.code in (ABS_X, ABS_Y, ABS_PRESSURE))

    @property
    def goes_along(self) -> bool:
        """Whether it means nothing without the contacts of its frame."""
        return self.is_derived or (self.type, self.code) == (EV_ABS, ABS_MT_SLOT)

    @property
    def begins(self) -> bool:
        """Whether something goes down with it."""
        if self.type == EV_KEY:
            return self.value == 1
        return (self.type, self.code) == (EV_ABS, ABS_MT_TRACKING_ID) and self.value >= 0


@dataclass(frozen=True)
class Sample:
    """What was down on a mirror at a moment, by the kernel's tables."""

    name: str
    device: str
    keys: list[int]
    contacts: list[int]


@dataclass
class Evidence:
    """All that is known of an act."""

    directory: Path
    scene: dict[str, Any]
    marks: list[dict[str, Any]]
    injected: list[Event]
    mirrored: list[Event]
    samples: list[Sample]
    backdated: int
    """Events that came after the first sample in the gate, with a stamp from before `gated`."""
    dropped: int
    """How often a reader of a mirror was told that it had missed something."""
    typed: list[tuple[int, int, str]]
    """Key presses: from when to when it was asked for, and the character."""

    def at(self, mark: str) -> int | None:
        """When something was marked first."""
        return next((int(entry["t"]) for entry in self.marks if entry.get("mark") == mark), None)

    def region(self) -> tuple[int, int, int, int] | None:
        """What was presented."""
        return next((tuple(entry["region"]) for entry in self.marks if entry.get("mark") == "present"), None)

    def text(self, name: str) -> str | None:
        """A log as it is, or None if there is none."""
        path = self.directory / name
        return path.read_text(errors="replace") if path.exists() else None


def load(directory: Path) -> Evidence:
    """Reads an act's directory."""
    scene = json.loads((directory / "scene.json").read_text())
    keys = _lines(directory / "keys.jsonl")
    mirrors = _lines(directory / "mirrors.jsonl")
    frames = [entry for entry in mirrors if "events" in entry]
    for entry in frames:
        entry["device"] = entry["device"].removeprefix(MIRROR)
    samples = [Sample(entry["sample"], entry["device"].removeprefix(MIRROR), entry["keys"], entry["contacts"])
               for entry in mirrors if "sample" in entry]
    typed = [(entry["t"], entry["until"], entry["character"]) for entry in keys if entry["events"][0][2] == 1]
    marks = sorted(_lines(directory / "marks.jsonl"), key=lambda entry: int(entry["t"]))
    injected = sorted(events(_lines(directory / "touch.jsonl")) + events(keys), key=lambda event: event.t)
    return Evidence(directory, scene, marks, injected, events(frames), samples, _backdated(mirrors, marks),
                    sum([EV_SYN, SYN_DROPPED, 0] in entry["events"] for entry in frames), typed)


def _backdated(mirrors: list[dict[str, Any]], marks: list[dict[str, Any]]) -> int:
    """The witness reads all that is there before it takes a sample, and `gated` comes before the sample.

    So what stands behind the sample in its log was written after `gated`, whatever its stamp says.
    """
    gated = next((mark["t"] for mark in marks if mark["mark"] == "gated"), None)
    sample = next((number for number, entry in enumerate(mirrors) if "sample" in entry), None)
    if gated is None or sample is None:
        return 0
    return sum(1 for entry in mirrors[sample:] if entry.get("events") and entry["t"] <= gated
               for kind, _, _ in entry["events"] if kind != EV_SYN)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def events(frames: list[dict[str, Any]]) -> list[Event]:
    """The events that count in frames in order of time, each with the slot and contact it belongs to."""
    reader = _Reader()
    found: list[Event] = []
    for number, frame in enumerate(frames):
        seen = frame.get("read", frame.get("until", frame["t"]))
        for kind, code, value in frame["events"]:
            event = Event(frame["device"], frame["t"], seen, kind, code, value, number)
            if kind != EV_SYN and (kind, value) != (EV_KEY, REPEAT):
                reader.follow(event)
                found.append(event)
    return found


class _Reader:
    """Keeps what is down, as every reader of a device must."""

    def __init__(self) -> None:
        self._slots: dict[str, int] = {}
        self._live: dict[tuple[str, int], Contact] = {}
        self._places: dict[tuple[str, int, int], int] = {}
        self._pressed: dict[tuple[str, int], int] = {}
        self._early: list[Event] = []
        """What was said of empty slots: a tool type comes before the contact that it is of."""

    def follow(self, event: Event) -> None:
        """Tells an event what it is part of."""
        event.began = event.t
        if event.type == EV_KEY:
            if event.value:
                self._pressed[event.device, event.code] = event.t
            event.began = self._pressed.get((event.device, event.code), event.t)
        elif event.type == EV_ABS and event.code == ABS_MT_SLOT:
            self._slots[event.device] = event.value
        elif event.type == EV_ABS and ABS_MT_FIRST <= event.code <= ABS_MT_LAST:
            self._touch(event, self._slots.get(event.device, 0))

    def _touch(self, event: Event, slot: int) -> None:
        event.slot = slot
        key = (event.device, slot)
        if event.code == ABS_MT_TRACKING_ID and event.value >= 0:
            contact = Contact(event.device, slot, event.t, event.frame,
                              self._places.get((*key, ABS_MT_POSITION_X), 0),
                              self._places.get((*key, ABS_MT_POSITION_Y), 0))
            self._live[key] = contact
            for early in self._early:
                if (early.device, early.slot, early.frame) == (*key, event.frame):
                    early.contact = contact
        self._places[(*key, event.code)] = event.value
        event.contact = self._live.get(key)
        if event.contact is None:
            self._early = [early for early in self._early if early.frame == event.frame] + [event]
            return
        event.began = event.contact.down
        if event.code == ABS_MT_TRACKING_ID and event.value < 0:
            event.contact.up = event.t
            del self._live[key]
        elif event.code == ABS_MT_POSITION_X and event.frame == event.contact.frame:
            event.contact.x = event.value
        elif event.code == ABS_MT_POSITION_Y and event.frame == event.contact.frame:
            event.contact.y = event.value
