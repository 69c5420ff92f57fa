"""The analyser on small hand-made logs: above all, that it can find what it is there to find."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from analyse import analyse, open_cases
from story import KEY_A, KEY_B, KEYS, LIFT, NEUTRAL, Story, key, land, wayland


def witnesses(report: dict[str, Any]) -> list[str]:
    return [leak["witness"] for leak in report["leaks"]]


def promise(report: dict[str, Any], words: str) -> bool:
    return next(bool(promise["kept"]) for promise in report["promises"] if words in promise["name"])


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(tmp_path)


@pytest.fixture
def neutral(tmp_path: Path) -> Story:
    return Story(tmp_path, NEUTRAL)


def cut_stroke(story: Story) -> None:
    """A stroke that the call cuts: the mirror says palm, and the app is told to forget it."""
    story.pass_on(900_000, *land(7, 100, 100))
    story.down(901_000, 100, 100)
    story.mirror(995_000, [3, 55, 2], *LIFT)
    story.touch(996_000, "cancel")
    story.inject(1_500_000, [3, 53, 200])
    story.inject(1_600_000, *LIFT)


# Counting


def test_counts_what_passes_is_stopped_and_is_made(story: Story) -> None:
    cut_stroke(story)
    report = story.report()
    counts = {name: report[name] for name in ("physical", "delivered", "swallowed", "synthesised", "leaked")}
    assert counts == {"physical": 7, "delivered": 4, "swallowed": 3, "synthesised": 3, "leaked": 0}


def test_neither_reports_nor_autorepeats_count(story: Story) -> None:
    story.press(100_000, "a", KEY_A, 1)
    story.mirror(101_000, key(KEY_A, 1), device=KEYS)
    story.mirror(400_000, key(KEY_A, 2), device=KEYS)
    report = story.report()
    assert (report["physical"], report["delivered"], report["synthesised"]) == (1, 1, 0)


def test_a_renumbered_contact_is_the_same_contact(story: Story) -> None:
    story.inject(100_000, *land(7, 100, 100))
    story.mirror(101_000, *land(0, 100, 100))
    assert story.report()["synthesised"] == 0


def test_a_stall_loses_nothing(story: Story) -> None:
    """A machine stood still for longer than it takes to press a key twice."""
    story.inject(90_000, *land(7, 100, 100))
    for number, (code, value) in enumerate([(KEY_A, 1), (KEY_A, 0)] * 2):
        story.press(100_000 + 10_000 * number, "a", code, value)
        story.inject(101_000 + 10_000 * number, [3, 53, 50 + number % 2], [3, 0, 50 + number % 2])
    story.mirror(890_000, *land(7, 100, 100))
    for number, (code, value) in enumerate([(KEY_A, 1), (KEY_A, 0)] * 2):
        story.mirror(900_000 + number, key(code, value), device=KEYS)
        story.mirror(900_500 + number, [3, 53, 50 + number % 2], [3, 0, 50 + number % 2])
    report = story.report()
    assert (report["physical"], report["delivered"], report["synthesised"]) == (16, 16, 0)


def test_a_release_is_not_explained_by_one_that_comes_later(story: Story) -> None:
    story.press(900_000, "a", KEY_A, 1)
    story.mirror(901_000, key(KEY_A, 1), device=KEYS)
    story.mirror(995_000, key(KEY_A, 0), device=KEYS)
    story.press(1_500_000, "a", KEY_A, 0)
    report = story.report()
    assert (report["delivered"], report["swallowed"], report["synthesised"]) == (1, 1, 1)


def test_a_contact_that_landed_where_a_swallowed_one_was_leaks_nothing(story: Story) -> None:
    """The panel does not say the place again: the gate has to."""
    story.inject(1_500_000, *land(7, 300, 300))
    story.inject(1_600_000, *LIFT)
    story.inject(3_100_000, [3, 57, 8], [1, 330, 1])
    story.mirror(3_101_000, *land(0, 300, 300))
    report = story.report()
    assert (report["leaked"], report["synthesised"]) == (0, 2)


def test_totals_are_the_sums_of_the_acts(story: Story) -> None:
    cut_stroke(story)
    story.report()
    total = analyse(open_cases(story.directory.parent) * 2)
    assert (total["physical"], total["swallowed"]) == (14, 6)


# Leaks on the mirrors


def test_finds_a_delivery_while_gated(story: Story) -> None:
    story.pass_on(1_500_000, *land(7, 100, 100))
    assert set(witnesses(story.report())) == {"mirror"}


def test_finds_a_key_that_was_kept_and_came_later(story: Story) -> None:
    story.press(1_500_000, "a", KEY_A, 1)
    story.mirror(3_100_000, key(KEY_A, 1), device=KEYS)
    assert witnesses(story.report()) == ["mirror"]


def test_finds_the_lift_of_a_key_that_went_down_while_gated(story: Story) -> None:
    story.press(1_500_000, "a", KEY_A, 1)
    story.press(3_100_000, "a", KEY_A, 0)
    story.mirror(3_101_000, key(KEY_A, 0), device=KEYS)
    assert witnesses(story.report()) == ["mirror"]


def test_finds_the_rest_of_a_stroke_that_was_cut(story: Story) -> None:
    cut_stroke(story)
    story.inject(2_900_000, *land(8, 500, 500))
    story.pass_on(3_200_000, *LIFT)
    assert "mirror" in witnesses(story.report())


def test_finds_a_press_that_nobody_made(story: Story) -> None:
    story.mirror(3_100_000, key(KEY_B, 1), device=KEYS)
    assert [leak["what"] for leak in story.report()["leaks"]] == ["something went down that nobody injected"]


def test_finds_what_is_written_late_with_an_early_stamp(story: Story) -> None:
    story.inject(980_000, [3, 53, 100])
    story.sample([], [])
    story.mirror(981_000, [3, 53, 100])
    assert witnesses(story.report()) == ["mirror"]


def test_the_presented_panel_may_be_touched_and_nothing_beside_it(story: Story) -> None:
    story.present()
    story.pass_on(2_500_000, [3, 55, 0], *land(7, 500, 730), [3, 0, 500], [3, 1, 730])
    story.pass_on(2_600_000, *LIFT)
    assert story.report()["leaked"] == 0
    story.pass_on(2_700_000, *land(8, 500, 600))
    assert story.report()["leaked"] == 4


def test_the_panel_may_not_be_touched_before_it_is_presented(story: Story) -> None:
    story.present()
    story.pass_on(1_500_000, *land(7, 500, 730))
    assert story.report()["leaked"] == 4


def test_a_fresh_press_after_the_call_is_no_leak(story: Story) -> None:
    story.press(1_500_000, "a", KEY_A, 1)
    story.press(1_600_000, "a", KEY_A, 0)
    story.press(3_020_000, "a", KEY_A, 1)
    story.mirror(3_021_000, key(KEY_A, 1), device=KEYS)
    assert story.report()["leaked"] == 0


# Forbidden effects at the clients


def test_finds_a_tap(story: Story) -> None:
    """Palm did not help: the app saw the finger lift."""
    cut_stroke(story)
    story.logs["sketch.log"].pop()
    story.touch(996_000, "up", 2, 995, 0)
    report = story.report()
    assert [leak["what"] for leak in report["leaks"]] == ["a tap: a contact that was taken away lifted where it was"]
    assert not promise(report, "cancelled")


def test_finds_a_ghost(story: Story) -> None:
    cut_stroke(story)
    story.logs["sketch.log"].pop()
    assert [leak["what"] for leak in story.report()["leaks"]] == ["a ghost: a contact that never ended"]


def test_a_lift_at_the_neutral_point_is_no_tap(neutral: Story) -> None:
    """The app's surface begins at 300,200 of the output."""
    cut_stroke(neutral)
    neutral.logs["sketch.log"] = []
    neutral.down(901_000, 100 - 300, 100 - 200)
    neutral.touch(995_000, "motion", 994, 0, NEUTRAL[0] - 300, NEUTRAL[1] - 200)
    neutral.touch(996_000, "up", 2, 995, 0)
    report = neutral.report()
    assert report["leaked"] == 0 and promise(report, "neutral")


def test_a_lift_beside_the_neutral_point_is_a_tap(neutral: Story) -> None:
    cut_stroke(neutral)
    neutral.logs["sketch.log"] = []
    neutral.down(901_000, 100, 100)
    neutral.touch(996_000, "up", 2, 995, 0)
    assert witnesses(neutral.report()) == ["wl_touch"]


def test_finds_a_touch_in_the_app_while_gated(story: Story) -> None:
    story.down(1_500_000, 100, 100)
    story.touch(1_600_000, "up", 2, 1600, 0)
    assert witnesses(story.report()) == ["wl_touch"]


def test_finds_a_tap_on_the_panel_before_it_is_presented(story: Story) -> None:
    story.present()
    story.logs["call.log"] = [wayland("wl_pointer", "button", 1_500_000, (1, 1500, 272, 1))]
    report = story.report()
    assert witnesses(report) == ["wl_pointer"] and not promise(report, "before it is presented")


def test_finds_a_character_typed_during_the_call(story: Story) -> None:
    for t, character in ((100_000, "h"), (200_000, "i"), (1_500_000, "x"), (3_100_000, "!")):
        story.press(t, character, KEY_A, 1)
    story.logs["typed.txt"] = ["hi!"]
    path = story.directory / "typed.txt"
    story.report()
    path.write_text("hix!")
    del story.logs["typed.txt"]
    report = story.report()
    assert [leak["detail"] for leak in report["leaks"]] == ["x"] and not promise(report, "terminal")
    path.write_text("hi!")
    report = story.report()
    assert report["leaked"] == 0 and promise(report, "terminal")
    path.write_text("h!")
    assert not promise(story.report(), "terminal")


def test_finds_what_libinput_saw_while_gated(story: Story) -> None:
    """Its times count from its start, and begin before it."""
    story.pass_on(100_000, *land(7, 102, 76))
    story.logs["libinput.log"] = [
        "-event5   DEVICE_ADDED                 Panel            seat0 default group1  cap:t",
        "-event5   TOUCH_DOWN                   +4294967.291s\t0 (0) 10.00/10.00 (102.00/76.00mm)",
        "-event3   KEYBOARD_KEY                 +1.000s\tKEY_A (30) pressed",
        "-event3   KEYBOARD_KEY                 +3.100s\tKEY_A (30) pressed"]
    assert witnesses(story.report()) == ["libinput"]


# Promises


def test_what_is_down_while_gated_breaks_a_promise(story: Story) -> None:
    story.sample([], [])
    assert promise(story.report(), "no key and no contact")
    story.sample([KEY_A], [])
    assert not promise(story.report(), "no key and no contact")


def test_a_call_that_was_never_dismissed_proves_nothing(story: Story) -> None:
    story.press(1_500_000, "a", KEY_A, 1)
    assert promise(story.report(), "a call came and went")
    del story.logs["marks.jsonl"][-1]
    assert not promise(story.report(), "a call came and went")


def test_a_call_without_input_proves_nothing(story: Story) -> None:
    story.press(100_000, "a", KEY_A, 1)
    assert not promise(story.report(), "a call came and went")


def test_a_reader_that_missed_something_proves_nothing(story: Story) -> None:
    assert promise(story.report(), "missed nothing")
    story.mirror(100_000, [0, 3, 0])
    assert not promise(story.report(), "missed nothing")


def test_no_sample_is_no_proof(story: Story) -> None:
    assert not promise(story.report(), "no key and no contact")


def test_what_is_lost_while_open_breaks_a_promise(story: Story) -> None:
    story.press(100_000, "a", KEY_A, 1)
    assert not promise(story.report(), "nothing is lost")


def test_what_the_mirror_says_already_is_not_lost(story: Story) -> None:
    story.pass_on(100_000, [3, 53, 100])
    story.inject(3_100_000, [3, 53, 100])
    assert promise(story.report(), "nothing is lost")


def test_the_next_stroke_must_arrive_once(story: Story) -> None:
    story.pass_on(3_100_000, *land(7, 100, 100))
    story.pass_on(3_200_000, *LIFT)
    assert not promise(story.report(), "next stroke")
    story.down(3_101_000, 100, 100)
    story.touch(3_201_000, "up", 2, 3201, 0)
    assert promise(story.report(), "next stroke")
    story.down(3_301_000, 100, 100)
    assert not promise(story.report(), "next stroke")
