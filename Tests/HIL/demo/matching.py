"""Which injection became which event on a mirror. Standard library only.

Order is kept within each key, each slot's tracking id and each contact's axis.
Of several injections that an event may have come from, it is the earliest of
the last tenth of a second, else the latest: a late event is matched to what it
repeats, and one that focusd made up finds nothing.
"""

from __future__ import annotations

from collections import defaultdict

from evidence import ABS_MT_TRACKING_ID, EV_ABS, EV_KEY, Contact, Event

PROMPT = 100_000
STALE = 2_000_000
"""An axis that repeats a value after this long says something of its own."""


def match(injected: list[Event], mirrored: list[Event]) -> None:
    """Makes partners of what belongs together."""
    Matcher(injected).match(mirrored)


class Matcher:
    """Matches the events of the mirrors, in order, to injections."""

    def __init__(self, injected: list[Event]) -> None:
        self._queues: dict[tuple[object, ...], list[Event]] = defaultdict(list)
        self._next: dict[tuple[object, ...], int] = defaultdict(int)
        self._origin: dict[int, Contact] = {}
        for event in injected:
            self._queues[_queue(event, event.contact)].append(event)

    def match(self, mirrored: list[Event]) -> None:
        """Finds a partner for each event, where there is one."""
        for event in mirrored:
            key = _queue(event, self._origin.get(id(event.contact)))
            queue = self._queues.get(key, [])
            place = _choose(event, queue, self._next[key])
            if place is None:
                continue
            self._next[key] = place + 1
            event.partner, queue[place].partner = queue[place], event
            origin = queue[place].contact
            if event.begins and event.contact and origin:
                self._origin[id(event.contact)] = origin


def _queue(event: Event, origin: Contact | None) -> tuple[object, ...]:
    """Where an event stands in line: axes of a slot belong to the contact that was injected."""
    if event.slot is not None and event.code != ABS_MT_TRACKING_ID:
        return event.device, event.type, event.code, event.slot, id(origin)
    return event.device, event.type, event.code, event.slot


def _choose(event: Event, queue: list[Event], start: int) -> int | None:
    latest = None
    for place in range(start, len(queue)):
        candidate = queue[place]
        if candidate.t > event.t:
            break
        if not _says_the_same(candidate, event):
            continue
        if candidate.t >= event.t - PROMPT:
            return place
        latest = place
    if latest is not None and not _is_lasting(event) and queue[latest].t < event.t - STALE:
        return None
    return latest


def _says_the_same(one: Event, other: Event) -> bool:
    if one.type == EV_ABS and one.code == ABS_MT_TRACKING_ID:
        # Ids are renumbered.
        return (one.value < 0) == (other.value < 0)
    return one.value == other.value


def _is_lasting(event: Event) -> bool:
    """Whether an event means the same however late it comes: a key, or a contact's beginning and end."""
    return event.type == EV_KEY or (event.type == EV_ABS and event.code == ABS_MT_TRACKING_ID)
