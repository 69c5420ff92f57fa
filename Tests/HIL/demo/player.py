"""The finger: a touch screen made by uinput that plays real recordings.

The screen is made from the description that came with the recordings, and a
recording is played with its own timing. Its log is what the analyser takes for
the physical input.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from pathlib import Path

from evdev import AbsInfo, UInput, ecodes

from journal import Journal, now

EVENTS_PER_BYTE = 8
TOUCH_PHYS = "demo/touch"


@dataclass(frozen=True)
class Event:
    """One event of a recording; `time` in seconds from the recording's start."""

    time: float
    type: int
    code: int
    value: int


@dataclass(frozen=True)
class Recording:
    """A recorded gesture, as frames: each ends with its SYN_REPORT."""

    name: str
    frames: tuple[tuple[Event, ...], ...]

    def moved(self, dx: int, dy: int) -> Recording:
        """The same gesture elsewhere on the screen."""
        shift = {ecodes.ABS_X: dx, ecodes.ABS_MT_POSITION_X: dx, ecodes.ABS_Y: dy, ecodes.ABS_MT_POSITION_Y: dy}

        def move(event: Event) -> Event:
            by = shift.get(event.code, 0) if event.type == ecodes.EV_ABS else 0
            return Event(event.time, event.type, event.code, event.value + by)

        return Recording(self.name, tuple(tuple(map(move, frame)) for frame in self.frames))


def read_recording(path: Path) -> Recording:
    """Reads evemu's `E:` lines: seconds, type and code in hex, value in decimal."""
    frames: list[tuple[Event, ...]] = []
    frame: list[Event] = []
    start: float | None = None
    for line in path.read_text().splitlines():
        if not line.startswith("E:"):
            continue
        seconds, kind, code, value = line[2:].split("#")[0].split()
        start = float(seconds) if start is None else start
        frame.append(Event(float(seconds) - start, int(kind, 16), int(code, 16), int(value)))
        if (frame[-1].type, frame[-1].code) == (ecodes.EV_SYN, ecodes.SYN_REPORT):
            frames.append(tuple(frame))
            frame = []
    return _from_slot_0(path.stem, frames)


def _from_slot_0(name: str, frames: list[tuple[Event, ...]]) -> Recording:
    """A recording may begin without ABS_MT_SLOT, and then means slot 0."""
    first = (Event(0.0, ecodes.EV_ABS, ecodes.ABS_MT_SLOT, 0), *frames[0])
    return Recording(name, (first, *frames[1:]))


def tap(x: int, y: int) -> Recording:
    """A tap of a tenth of a second, in the screen's own coordinates."""
    down = [(ecodes.EV_ABS, ecodes.ABS_MT_TRACKING_ID, 0), (ecodes.EV_ABS, ecodes.ABS_MT_POSITION_X, x),
            (ecodes.EV_ABS, ecodes.ABS_MT_POSITION_Y, y), (ecodes.EV_KEY, ecodes.BTN_TOUCH, 1),
            (ecodes.EV_ABS, ecodes.ABS_X, x), (ecodes.EV_ABS, ecodes.ABS_Y, y)]
    up = [(ecodes.EV_ABS, ecodes.ABS_MT_TRACKING_ID, -1), (ecodes.EV_KEY, ecodes.BTN_TOUCH, 0)]
    report = (ecodes.EV_SYN, ecodes.SYN_REPORT, 0)
    return _from_slot_0("tap", [tuple(Event(at, *event) for event in [*events, report])
                                for at, events in ((0.0, down), (0.1, up))])


class Play:
    """A recording on its way, played by a thread of its own."""

    def __init__(self, screen: TouchScreen, recording: Recording, rest_at: int | None) -> None:
        self.frames_played = 0
        self._go_on = threading.Event()
        self._thread = threading.Thread(target=screen._play, args=(self, recording, rest_at), daemon=True)
        self._thread.start()

    def go_on(self) -> None:
        """Ends the rest."""
        self._go_on.set()

    def wait(self, limit: float = 60) -> None:
        """Until the last frame has been played."""
        self._thread.join(limit)
        if self._thread.is_alive():
            raise TimeoutError("the recording did not come to its end")


class TouchScreen:
    """A touch screen that exists as long as this object."""

    def __init__(self, description: Path, journal: Journal) -> None:
        self._journal = journal
        self._state: dict[tuple[int, ...], int] = {}
        self._slot = 0
        self._next_id = 0
        lines = description.read_text().splitlines()
        axes = [(int(code, 16), AbsInfo(0, *map(int, limits)))
                for code, *limits in (line[2:].split() for line in lines if line.startswith("A:"))]
        self.width = dict(axes)[ecodes.ABS_MT_POSITION_X].max + 1
        self.height = dict(axes)[ecodes.ABS_MT_POSITION_Y].max + 1
        bus, vendor, product, version = (int(word, 16) for word in _line(lines, "I:").split())
        self._device = UInput({ecodes.EV_KEY: _bits(lines, ecodes.EV_KEY), ecodes.EV_ABS: axes},
                              name=_line(lines, "N:"), bustype=bus, vendor=vendor, product=product, version=version,
                              phys=TOUCH_PHYS, input_props=[ecodes.INPUT_PROP_DIRECT])

    def start(self, recording: Recording, rest_at: int | None = None) -> Play:
        """Begins to play; from frame `rest_at` the finger rests until it is told to go on."""
        if rest_at is not None and rest_at >= len(recording.frames):
            raise ValueError(f"{recording.name} has only {len(recording.frames)} frames: the finger would not rest")
        return Play(self, recording, rest_at)

    def play(self, recording: Recording) -> None:
        """Plays a recording to its end."""
        self.start(recording).wait()

    def close(self) -> None:
        """Unplugs the screen."""
        self._device.close()

    def _play(self, play: Play, recording: Recording, rest_at: int | None) -> None:
        begin = time.monotonic()
        for number, frame in enumerate(recording.frames):
            if number == rest_at:
                resting = time.monotonic()
                play._go_on.wait()
                begin += time.monotonic() - resting
            time.sleep(max(0.0, begin + frame[0].time - time.monotonic()))
            self._inject(frame)
            play.frames_played = number + 1

    def _inject(self, frame: tuple[Event, ...]) -> None:
        """Writes one frame, but for what the kernel would drop as no change, and logs it."""
        stamp = now()
        written = []
        for event in frame:
            value = self._numbered(event)
            if self._changes(event, value):
                self._device.write(event.type, event.code, value)
                written.append([event.type, event.code, value])
        self._journal.write(t=stamp, device=TOUCH_PHYS, events=written)

    def _numbered(self, event: Event) -> int:
        """Gives each contact an id of its own, as a panel does whose recordings begin anew each time."""
        if (event.type, event.code) != (ecodes.EV_ABS, ecodes.ABS_MT_TRACKING_ID) or event.value < 0:
            return event.value
        self._next_id = (self._next_id + 1) & 0xFFFF
        return self._next_id

    def _changes(self, event: Event, value: int) -> bool:
        if event.type == ecodes.EV_SYN:
            return True
        if (event.type, event.code) == (ecodes.EV_ABS, ecodes.ABS_MT_SLOT):
            changes, self._slot = self._slot != value, value
            return changes
        per_slot = event.type == ecodes.EV_ABS and event.code > ecodes.ABS_MT_SLOT
        key = (event.type, event.code, self._slot) if per_slot else (event.type, event.code)
        first = -1 if event.code == ecodes.ABS_MT_TRACKING_ID else 0
        changes = self._state.get(key, first) != value
        self._state[key] = value
        return changes


def _line(lines: list[str], prefix: str) -> str:
    """What follows the prefix in the first line that has it."""
    return next(line[len(prefix):].strip() for line in lines if line.startswith(prefix))


def _bits(lines: list[str], kind: int) -> list[int]:
    """The codes of one event type in evemu's `B:` lines."""
    mask = b"".join(bytes.fromhex(line[5:]) for line in lines
                    if line.startswith("B:") and int(line[2:5], 16) == kind)
    return [code for code in range(len(mask) * EVENTS_PER_BYTE) if mask[code // 8] >> code % 8 & 1]
