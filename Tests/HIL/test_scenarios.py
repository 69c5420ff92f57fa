"""Every scenario file through the kernel: uinput, focusd, and a raw reader of the mirror.

The same files run purely in `make check`: a rule is written once and proven twice.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

HIL = Path(__file__).resolve().parent
CLONE = HIL.parents[1]
SCENARIOS = sorted((CLONE / "Tests" / "Scenarios").glob("*.scenario"))
PROFILES = {"palm": "90-virtual-noplane.yaml", "neutral": "90-virtual-neutral.yaml"}
PASSES = int(os.environ.get("PASSES", "1"))


@pytest.fixture(scope="module", params=PROFILES)
def policy(request):
    profile = CLONE / "boards" / PROFILES[request.param]
    start, stop = f"{HIL}/daemon.py start {profile}", f"{HIL}/daemon.py stop"
    subprocess.run(start, shell=True, check=True)
    yield ["--cancel", request.param, "--start", start, "--stop", stop]
    subprocess.run(stop, shell=True, check=True)


@pytest.mark.parametrize("turn", range(1, PASSES + 1))
def test_all_scenarios(policy, turn):
    played = subprocess.run(
        ["focus-scenario", "play", *policy, *SCENARIOS], capture_output=True, text=True,
        check=False)
    assert played.returncode == 0, played.stdout + played.stderr


def test_a_wrong_expectation_is_caught(policy, tmp_path):
    """The planted fault: a scenario that expects of the gate what it must not do."""
    text = (CLONE / "Tests/Scenarios/key-begun-while-gated.scenario").read_text()
    assert "expect nothing" in text
    wrong = tmp_path / "wrong.scenario"
    wrong.write_text(text.replace("expect nothing", "expect KEY_A 1", 1))
    played = subprocess.run(
        ["focus-scenario", "play", *policy, wrong], capture_output=True, text=True, check=False)
    assert played.returncode != 0
