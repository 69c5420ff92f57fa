"""What the cancel policies do at the client, in the compositors that focusd is made for (case 8).

facts.md, section 3: sway passes a cancel on; cage and weston do not, and their
clients would keep a ghost, so there a contact moves to a neutral point and lifts.
"""

from __future__ import annotations

import pytest
from conftest import Played
from leaks import is_neutral_lift

CONSUMERS = ["sway", "cage", "weston"]


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_stroke_was_in_hand(played: Played, consumer: str) -> None:
    """Else nothing below would prove anything."""
    cut = played.cases[consumer].cut
    assert len(cut) == (2 if consumer == "sway" else 1)
    assert all(chain.seen is not None for chain in cut)


def test_sway_palm_cancels_every_contact(played: Played) -> None:
    assert [chain.seen.end for chain in played.cases["sway"].cut if chain.seen] == ["cancel", "cancel"]


@pytest.mark.parametrize("consumer", ["cage", "weston"])
def test_neutral_moves_away_and_lifts_there(played: Played, consumer: str) -> None:
    case = played.cases[consumer]
    assert [is_neutral_lift(case, chain) for chain in case.cut] == [True]


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_no_contact_stays_behind(played: Played, consumer: str) -> None:
    assert [touch for touch in played.cases[consumer].touches if touch.end is None] == []


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_next_stroke_is_clean(played: Played, consumer: str) -> None:
    case = played.cases[consumer]
    after = [touch for touch in case.touches if touch.down > case.dismiss]
    assert [(touch.identity, touch.end) for touch in after] == [(0, "up")] * len(case.later) != []
    assert all(touch.last_move > touch.down for touch in after)


def test_libinput_reports_palms_as_cancelled(played: Played) -> None:
    kinds = [report.kind for report in played.cases["sway"].libinput]
    assert kinds.count("TOUCH_CANCEL") == 2


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_libinput_reports_the_next_contact_as_it_lands(played: Played, consumer: str) -> None:
    """Case 13: the slot that was cancelled before is used again."""
    case = played.cases[consumer]
    downs = [report.t for report in case.libinput if report.kind == "TOUCH_DOWN" and report.t > case.dismissed]
    assert len(downs) == len(case.later) > 0
