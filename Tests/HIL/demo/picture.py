"""Finds things in a picture of the screen."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

Rectangle = tuple[int, int, int, int]
"""x, y, width, height."""


def same(one: Path, other: Path) -> bool:
    """Whether two pictures show the same."""
    with Image.open(one) as first, Image.open(other) as second:
        return first.convert("RGB").tobytes() == second.convert("RGB").tobytes()


def find(file: Path, colours: set[str]) -> list[Rectangle]:
    """The areas of some colours (`rrggbb`), from left to right.

    Columns that have a pixel of the colours and lie side by side are one area.
    """
    wanted = {tuple(bytes.fromhex(colour)) for colour in colours}
    with Image.open(file) as opened:
        image = opened.convert("RGB")
    width = image.width
    places = [divmod(index, width) for index, pixel in enumerate(image.getdata()) if pixel in wanted]
    areas: list[list[int]] = []
    for x in sorted({x for _, x in places}):
        if areas and x == areas[-1][-1] + 1:
            areas[-1].append(x)
        else:
            areas.append([x])
    return [_around([(y, x) for y, x in places if area[0] <= x <= area[-1]]) for area in areas]


def _around(places: list[tuple[int, int]]) -> Rectangle:
    top, bottom = min(y for y, _ in places), max(y for y, _ in places)
    left, right = min(x for _, x in places), max(x for _, x in places)
    return left, top, right - left + 1, bottom - top + 1
