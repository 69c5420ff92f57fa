"""Finds things in a picture of the screen."""

from __future__ import annotations

from pathlib import Path

import numpy
from PIL import Image

Rectangle = tuple[int, int, int, int]
"""x, y, width, height."""


def pixels(file: Path) -> numpy.ndarray:
    """Rows of pixels, each red, green and blue."""
    with Image.open(file) as image:
        return numpy.asarray(image.convert("RGB"))


def same(one: Path, other: Path) -> bool:
    """Whether two pictures show the same."""
    return bool(numpy.array_equal(pixels(one), pixels(other)))


def find(file: Path, colours: set[str]) -> list[Rectangle]:
    """The areas of some colours (`rrggbb`), from left to right.

    Columns that have a pixel of the colours and lie side by side are one area.
    """
    image = pixels(file)
    wanted = numpy.zeros(image.shape[:2], dtype=bool)
    for colour in colours:
        wanted |= (image == numpy.frombuffer(bytes.fromhex(colour), dtype=numpy.uint8)).all(axis=2)
    columns = numpy.flatnonzero(wanted.any(axis=0))
    areas = numpy.split(columns, numpy.flatnonzero(numpy.diff(columns) > 1) + 1) if columns.size else []
    return [_around(wanted, int(area[0]), int(area[-1])) for area in areas]


def _around(wanted: numpy.ndarray, left: int, right: int) -> Rectangle:
    rows = numpy.flatnonzero(wanted[:, left:right + 1].any(axis=1))
    return left, int(rows[0]), right - left + 1, int(rows[-1] - rows[0]) + 1
