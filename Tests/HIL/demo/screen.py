"""Which screen the machine has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

CONNECTORS = Path("/sys/class/drm")
MARGIN = 8
"""Pixels of the neutral point from the lower right corner."""


@dataclass(frozen=True)
class Output:
    """An output by its connector's name, and its mode."""

    name: str
    width: int
    height: int

    @property
    def neutral(self) -> tuple[int, int]:
        """Where a lift does no harm."""
        return self.width - MARGIN, self.height - MARGIN


def first_output() -> Output:
    """The first connector that has a screen, with the mode that compositors choose."""
    for connector in sorted(CONNECTORS.glob("card*-*")):
        modes = (connector / "modes").read_text().split()
        if (connector / "status").read_text().strip() == "connected" and modes:
            width, height = modes[0].rstrip("ip").split("x")
            return Output(connector.name.split("-", 1)[1], int(width), int(height))
    raise RuntimeError("no screen: a DRM card with a connected output is needed (see /sys/class/drm)")
