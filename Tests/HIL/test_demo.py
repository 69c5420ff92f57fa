"""The demo's assertions, on evidence that does not come from focusd."""

from __future__ import annotations

import json

import pytest
from conftest import Played


def test_nothing_leaks(played: Played) -> None:
    assert played.report["leaked"] == 0, [leak for act in played.report["acts"] for leak in act["leaks"]]


@pytest.mark.parametrize("consumer", ["sway", "cage", "weston"])
def test_every_promise_is_kept(played: Played, consumer: str) -> None:
    assert [promise for promise in played.acts[consumer]["promises"] if not promise["kept"]] == []


def test_the_counts_add_up(played: Played) -> None:
    for act in played.report["acts"]:
        assert act["physical"] == act["delivered"] + act["swallowed"]
        assert min(act[name] for name in ("physical", "delivered", "swallowed", "synthesised")) > 0


def test_only_what_was_typed_in_the_open_is_in_the_terminal(played: Played) -> None:
    """A word before, half a word until the call, a word after; not the other half, not the word during it."""
    assert played.acts["sway"]["record"] == "meet at nine, conf thanks"
    assert played.cases["sway"].presses() == ("meet at nine, conf thanks", "irmhunter2z")


def test_the_mirrors_are_clear_while_gated(played: Played) -> None:
    for case in played.cases.values():
        assert len(case.evidence.samples) >= 4
        assert all(sample.keys == [] and sample.contacts == [] for sample in case.evidence.samples)


def test_nothing_at_all_is_written_to_a_mirror_between_gated_and_present(played: Played) -> None:
    case = played.cases["sway"]
    assert [event for event in case.evidence.mirrored if case.gated < event.t < case.present] == []
    assert any(case.gated < event.t < case.present for event in case.evidence.injected)


def test_touches_between_raise_and_present_reach_nobody(played: Played) -> None:
    """Neither the app nor the call, whose panel was on the screen and was tapped."""
    case = played.cases["sway"]
    early = [contact for contact in case.gated_touches if contact.down < case.present]
    assert len(early) >= 2 and any(case.is_in_region(*case.pixel(contact)) for contact in early)
    assert [touch for touch in case.touches if case.gated < touch.down < case.dismiss] == []
    assert [button for button in case.buttons if button.t < case.present] == []


def test_the_call_is_answered_by_touch(played: Played) -> None:
    case = played.cases["sway"]
    assert [button.pressed for button in case.buttons if case.present < button.t < case.dismiss][:1] == [True]


def test_pictures_were_taken_and_are_in_the_page(played: Played) -> None:
    moments = [(picture["act"], picture["moment"]) for picture in played.report["pictures"]]
    assert [moment for act, moment in moments if act == "act1"] == ["before", "during", "after"]
    page = (played.directory / "index.html").read_text()
    assert page.count("data:image/png;base64,") == len(moments) and "http" not in page
    assert json.loads((played.directory / "report.json").read_text())["pictures"] == played.report["pictures"]


@pytest.mark.parametrize("consumer", ["sway", "cage"])
def test_the_analyser_finds_the_planted_fault(withheld: Played, consumer: str) -> None:
    """focusd was told nothing of the call, so it let everything through: every witness has to see it."""
    act = withheld.acts[consumer]
    assert act["leaked"] > 0 and act["swallowed"] == 0
    expected = {"mirror", "wl_touch", "libinput"} | ({"terminal", "wl_pointer"} if consumer == "sway" else set())
    assert {leak["witness"] for leak in act["leaks"]} == expected
