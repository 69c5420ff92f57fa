"""Fixtures of the tests on the board: the demo, played once for all who look at it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
DEMO = HERE / "demo"
sys.path.insert(0, str(DEMO))
BOARD = "x86-noplane"
LIMIT = 900


class Played:
    """Acts that were played, their evidence and what the analyser says of it."""

    def __init__(self, directory: Path) -> None:
        from analyse import analyse, open_cases

        cases = open_cases(directory)
        self.directory = directory
        self.cases = {case.evidence.scene["consumer"]: case for case in cases}
        self.report: dict[str, Any] = analyse(cases)
        self.acts = {act["consumer"]: act for act in self.report["acts"]}


def play(name: str, *arguments: str) -> Played:
    """Plays acts on this board; what they leave comes back with OUT."""
    if os.environ.get("BOARD") != BOARD:
        pytest.skip(f"needs the virtual board {BOARD}: Tests/HIL/board run --board {BOARD} -- pytest Tests/HIL")
    directory = Path(os.environ["OUT"]) / name
    run = subprocess.run([DEMO / "run.py", "--out", directory, *arguments], capture_output=True, text=True,
                         timeout=LIMIT, check=False)
    if not (directory / "report.json").exists():
        pytest.fail(f"the demo did not come to its end:\n{run.stdout}\n{run.stderr}", pytrace=False)
    return Played(directory)


@pytest.fixture(scope="session")
def played() -> Played:
    """The demo, and its second act under weston too."""
    return play("demo", "act1", "act2", "act3")


@pytest.fixture(scope="session")
def withheld() -> Played:
    """The demo with Raise withheld from focusd, while the analyser is given the interval."""
    return play("demo-withheld", "--withhold-raise", "act1", "act2")
