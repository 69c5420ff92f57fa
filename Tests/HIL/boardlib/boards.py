"""The boards: what hardware each of them has."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Board:
    """One virtual board, the part of it in which boards differ."""

    name: str
    summary: str
    module: str
    """What modprobe is told to load for the display."""
    display: tuple[str, ...] = ()
    """QEMU's arguments for the display."""
    picture: str | None = None
    """QEMU's device whose picture `screendump` takes; None if the host cannot see the display."""


BOARDS = {board.name: board for board in [
    Board(
        name="x86-overlay",
        summary="vkms: one CRTC with primary, cursor and 8 overlay planes, writeback connector, CRC stream",
        module="vkms enable_overlay=1 enable_cursor=1 enable_writeback=1",
    ),
    Board(
        name="x86-noplane",
        summary="virtio-gpu 1024x768: primary and cursor plane only, pictures by screendump",
        module="virtio_gpu",
        display=("-device", "virtio-gpu-pci,id=gpu0,xres=1024,yres=768"),
        picture="gpu0",
    ),
]}
DEFAULT = "x86-overlay"
