"""One act's evidence put together: whose is what, and when the scene was gated. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass

from clients import MILLISECOND, Touch, buttons, reports, touches
from evidence import Contact, Event, Evidence
from matching import match

Rectangle = tuple[int, int, int, int]
FOREVER = 1 << 62


@dataclass
class Chain:
    """A contact on its way: as injected, as delivered, as the app saw it."""

    injected: Contact
    mirrored: Contact | None = None
    seen: Touch | None = None


class Case:
    """An act's evidence, matched."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        match(evidence.injected, evidence.mirrored)
        self.raised, self.gated, self.present, self.dismiss, self.dismissed = (
            FOREVER if (at := evidence.at(name)) is None else at
            for name in ("raise", "gated", "present", "dismiss", "dismissed"))
        self.region: Rectangle | None = evidence.region()
        self.touches = touches(evidence.text("sketch.log") or "")
        self.buttons = buttons(evidence.text("call.log") or "")
        first = next((event.t for event in evidence.mirrored if event.begins and event.contact), None)
        self.libinput = reports(evidence.text("libinput.log") or "", first)
        self.record = evidence.text("typed.txt")
        self.chains = self._chains()
        self._overlay_contacts = [event.contact for event in evidence.mirrored
                                  if event.begins and event.contact and self._is_overlays(event.contact)]

    def _chains(self) -> list[Chain]:
        chains = []
        waiting = list(self.touches)
        for event in self.evidence.injected:
            if not (event.begins and event.contact):
                continue
            chain = Chain(event.contact)
            chains.append(chain)
            if event.partner is None:
                continue
            chain.mirrored = event.partner.contact
            stamp = event.partner.t // MILLISECOND * MILLISECOND
            chain.seen = next((touch for touch in waiting if touch.down == stamp), None)
            if chain.seen:
                waiting.remove(chain.seen)
        return chains

    @property
    def cut(self) -> list[Chain]:
        """The contacts that the call took away from the app."""
        return [chain for chain in self.chains if chain.mirrored and chain.injected.down < self.raised
                and (chain.injected.up is None or chain.injected.up > self.gated)]

    @property
    def gated_touches(self) -> list[Contact]:
        """The contacts that landed while the scene was gated, but for the overlay's."""
        return [chain.injected for chain in self.chains
                if self.gated < chain.injected.down < self.dismiss and not self._is_overlays(chain.injected)]

    @property
    def later(self) -> list[Chain]:
        """The contacts that landed after the dismissal."""
        return [chain for chain in self.chains if chain.injected.down > self.dismissed]

    def pixel(self, contact: Contact) -> tuple[float, float]:
        """Where on the output a contact landed."""
        output, touch = self.evidence.scene["output"], self.evidence.scene["touch"]
        return contact.x * output["width"] / touch["width"], contact.y * output["height"] / touch["height"]

    def is_in_region(self, x: float, y: float) -> bool:
        """Whether a pixel lies in what was presented."""
        if self.region is None:
            return False
        left, top, width, height = self.region
        return left <= x < left + width and top <= y < top + height

    def _is_overlays(self, contact: Contact) -> bool:
        return self.present < contact.down < self.dismiss and self.is_in_region(*self.pixel(contact))

    def is_overlays(self, event: Event) -> bool:
        """Whether a delivery is the overlay's own: of a contact that landed in its region."""
        if event.contact is not None:
            return event.contact in self._overlay_contacts
        # The slot and the emulated pointer go with the contacts that are there.
        return event.goes_along and any(contact.down <= event.t <= (contact.up or FOREVER)
                                        for contact in self._overlay_contacts)

    def presses(self) -> tuple[str, str]:
        """The characters that were typed while the scene was open, and while it was gated."""
        opened = "".join(character for start, until, character in self.evidence.typed
                         if until < self.raised or start > self.dismissed)
        gated = "".join(character for start, until, character in self.evidence.typed
                        if start > self.gated and until < self.dismiss)
        return opened, gated
