"""Which injection became which event on a mirror. Standard library only.

What goes down is matched first, for each key and each slot in order and as late as
possible: so a late delivery finds what it repeats, however late it is, and a fresh
press is not taken for one that was swallowed. What comes up goes with what went
down, an axis of a contact with the contact, and the emulated pointer and the slot
with the frame that they stand in. What finds nothing was made by focusd.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from itertools import groupby

from evidence import ABS_MT_TRACKING_ID, EV_ABS, EV_KEY, Contact, Event

STALE = 2_000_000
"""Microseconds after which an event that belongs to nothing says something of its own."""


def match(injected: list[Event], mirrored: list[Event]) -> None:
    """Makes partners of what belongs together."""
    Matcher(injected, mirrored).match()


class Matcher:
    """Matches the events of the mirrors to injections."""

    def __init__(self, injected: list[Event], mirrored: list[Event]) -> None:
        self._mirrored = mirrored
        self._frames: dict[tuple[str, int], list[Event]] = defaultdict(list)
        self._queues: dict[Hashable, list[Event]] = defaultdict(list)
        self._next: dict[Hashable, int] = defaultdict(int)
        self._downs: dict[Hashable, list[Event]] = defaultdict(list)
        self._ups: dict[Hashable, list[Event]] = defaultdict(list)
        self._pressed: dict[Hashable, Event] = {}
        """What goes down on the mirrors, by when."""
        self._origins: dict[int, Contact] = {}
        """Of a contact on a mirror, by identity: the contact that was injected."""
        for event in injected:
            self._frames[event.device, event.frame].append(event)
            if _is_down(event):
                self._downs[_stream(event)].append(event)
            elif _is_up(event):
                self._ups[_stream(event)].append(event)
            else:
                self._queues[_queue(event, event.contact)].append(event)

    def match(self) -> None:
        """Finds a partner for each event, where there is one."""
        self._match_downs()
        for _, frame in groupby(self._mirrored, key=lambda event: (event.device, event.frame)):
            events = list(frame)
            for event in events:
                if _is_up(event):
                    self._match_up(event)
                elif not _is_down(event) and not event.goes_along:
                    self._match_in_order(event)
            sources = {(event.device, event.partner.frame) for event in events if event.partner}
            for event in (event for event in events if event.goes_along):
                self._match_in_frames(event, sources)

    def _match_downs(self) -> None:
        places = {stream: len(downs) for stream, downs in self._downs.items()}
        for event in reversed(self._mirrored):
            if not _is_down(event):
                continue
            stream = _stream(event)
            self._pressed[stream, event.began] = event
            downs = self._downs[stream]
            place = next((place for place in range(places.get(stream, 0) - 1, -1, -1) if downs[place].t <= event.t),
                         None)
            if place is None:
                continue
            places[stream] = place
            _join(event, downs[place])
            origin = downs[place].contact
            if event.contact and origin:
                self._origins[id(event.contact)] = origin

    def _match_up(self, event: Event) -> None:
        ups = [up for up in self._ups[_stream(event)] if up.t <= event.t and up.partner is None]
        # One whose beginning the mirror never had can be any of them.
        if down := self._pressed.get((_stream(event), event.began)):
            ups = [up for up in ups if down.partner and up.began == down.partner.began]
        if ups:
            _join(event, ups[-1])

    def _match_in_order(self, event: Event) -> None:
        key = _queue(event, self._origins.get(id(event.contact)))
        queue = self._queues.get(key, [])
        for place in range(self._next[key], len(queue)):
            candidate = queue[place]
            if candidate.t > event.t:
                return
            if candidate.value == event.value and (event.contact or candidate.t > event.t - STALE):
                self._next[key] = place + 1
                _join(event, candidate)
                return

    def _match_in_frames(self, event: Event, frames: set[tuple[str, int]]) -> None:
        for frame in frames:
            for candidate in self._frames[frame]:
                if candidate.partner is None and (candidate.type, candidate.code, candidate.value) == (
                        event.type, event.code, event.value):
                    _join(event, candidate)
                    return


def _join(delivered: Event, injected: Event) -> None:
    delivered.partner, injected.partner = injected, delivered


def _is_down(event: Event) -> bool:
    return event.begins and not event.is_derived


def _is_up(event: Event) -> bool:
    if event.type == EV_KEY:
        return event.value == 0 and not event.is_derived
    return (event.type, event.code) == (EV_ABS, ABS_MT_TRACKING_ID) and event.value < 0


def _stream(event: Event) -> Hashable:
    return event.device, event.type, event.code, event.slot


def _queue(event: Event, origin: Contact | None) -> Hashable:
    """Where an event stands in line: what a slot says belongs to the contact that was injected."""
    return event.device, event.type, event.code, event.slot, id(origin)
