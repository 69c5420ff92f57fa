"""Start, stop, grab and hot-plug: cases-input 1-7, 27."""

import os
import random
import subprocess
import time

import evdev
import pytest
from evdev import ecodes as e
from rig import (
    PROFILE, Finger, Focusd, Reader, keyboard, press, release, tap_key, touchscreen, wait_until,
)

REPEATS = int(os.environ.get("REPEATS", "20"))


def test_key_held_at_start_is_lifted_for_others_and_never_mirrored():
    """Case 1."""
    with keyboard() as p:
        other = Reader(p.device.path)
        press(p, e.KEY_ENTER)
        assert ("KEY_ENTER", 1) in other.until(("KEY_ENTER", 1))
        with Focusd() as focusd:
            assert ("KEY_ENTER", 0) in other.until(("KEY_ENTER", 0))
            v = focusd.mirror(p)
            release(p, e.KEY_ENTER)
            assert v.read() == []
            tap_key(p, e.KEY_ENTER)
            assert v.until(("KEY_ENTER", 0)) == [
                ("KEY_ENTER", 1), ("SYN", 0), ("KEY_ENTER", 0), ("SYN", 0)]


def test_keys_that_go_down_around_the_grab_are_not_stuck():
    """Case 2: down at random moments while focusd starts, held on; no CPU is spent on it."""
    with keyboard() as p:
        other = Reader(p.device.path)
        focusd = Focusd(wait=False)
        keys = [e.KEY_A, e.KEY_B, e.KEY_C, e.KEY_D, e.KEY_E, e.KEY_F]
        for key in keys:
            press(p, key)
            time.sleep(0.02)
        with focusd:
            focusd.wait_ready()
            v = focusd.mirror(p)
            before = _cpu_ticks(focusd.process.pid)
            time.sleep(2)
            assert _cpu_ticks(focusd.process.pid) - before <= 2
            for key in keys:
                release(p, key)
            # Neither side is left with anything: what V saw down it saw up, and
            # what others saw down they saw up.
            v.read()
            assert v.keys_down() == []
            assert _unbalanced(other.read()) == set()


def _cpu_ticks(pid: int) -> int:
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def _unbalanced(events) -> set[str]:
    down = set()
    for name, value in events:
        if value == 1:
            down.add(name)
        elif value == 0:
            down.discard(name)
    return down


def test_starts_and_stops_at_random_moments_balance():
    """Case 3: REPEATS times here, 1000 in the soak."""
    seed = int(os.environ.get("SEED", "1"))
    chance = random.Random(seed)
    keys = [e.KEY_A, e.KEY_B, e.KEY_C]
    with keyboard() as p, touchscreen() as t:
        other, other_touch = Reader(p.device.path), Reader(t.device.path)
        fingers = [Finger(t, slot) for slot in range(3)]
        touching: set[int] = set()
        held: set[int] = set()

        def change():
            key = chance.choice(keys)
            (release if key in held else press)(p, key)
            held.symmetric_difference_update({key})
            slot = chance.randrange(3)
            if slot in touching:
                fingers[slot].up(last=len(touching) == 1)
            else:
                fingers[slot].down(chance.randrange(1280), chance.randrange(800), not touching)
            touching.symmetric_difference_update({slot})

        for turn in range(REPEATS):
            with Focusd(wait=False) as focusd:
                for _ in range(chance.randrange(6)):
                    change()
                if chance.random() < 0.7:
                    focusd.wait_ready()
                    v, vt = focusd.mirror(p), focusd.mirror(t)
                    # Everything is released before the mirror goes.
                    with v.recording() as events, vt.recording() as touch_events:
                        change()
                        focusd.stop()
                    assert _unbalanced(events) == set(), f"seed {seed} turn {turn}"
                    ids = [value for name, value in touch_events if name == "ABS_MT_TRACKING_ID"]
                    downs = sum(1 for value in ids if value >= 0)
                    assert downs == len(ids) - downs, f"seed {seed} turn {turn}: {touch_events}"
        for key in list(held):
            release(p, key)
        for slot in list(touching):
            fingers[slot].up()
        other.read()
        other_touch.read()
        assert other.keys_down() == []
        assert other_touch.live_slots() == []


def test_key_held_over_a_stop_is_lifted_by_the_mirror():
    """Case 4."""
    with keyboard() as p:
        focusd = Focusd()
        v = focusd.mirror(p)
        press(p, e.KEY_LEFTSHIFT)
        v.until(("KEY_LEFTSHIFT", 1))
        with v.recording() as seen:
            assert focusd.stop() == 0
        assert [x for x in seen if x[1] != 2 and x[0] != "SYN"] == [("KEY_LEFTSHIFT", 0)]
        other = Reader(p.device.path)
        release(p, e.KEY_LEFTSHIFT)
        assert ("KEY_LEFTSHIFT", 1) not in other.read()


def test_contacts_down_at_start_lift_for_others_and_never_land_on_the_mirror():
    """Case 5."""
    with touchscreen() as p:
        other = Reader(p.device.path)
        a, b = Finger(p, 0).down(100, 100), Finger(p, 1).down(300, 300, first=False)
        assert len(other.live_slots()) == 2
        with Focusd() as focusd:
            assert other.live_slots() == []
            v = focusd.mirror(p)
            a.move(110, 110)
            b.move(310, 310)
            a.up(last=False)
            b.up()
            assert v.read() == []
            assert v.live_slots() == []
            Finger(p, 0).down(900, 500).up()
            seen = v.read()
            assert [x for x in seen if x[0] == "ABS_MT_TRACKING_ID"] == [
                ("ABS_MT_TRACKING_ID", 0), ("ABS_MT_TRACKING_ID", -1)]
            assert ("ABS_MT_POSITION_X", 900) in seen


def test_second_focusd_says_so_and_mirrors_are_not_mirrored():
    """Case 6."""
    with keyboard() as p, Focusd() as focusd:
        v = focusd.mirror(p)
        profile = focusd.directory / "board.yaml"
        second = subprocess.run(
            ["focusd", "--profile", profile, "--socket", focusd.socket],
            capture_output=True, text=True, timeout=30)
        assert second.returncode != 0
        assert "already" in second.stderr
        marked = [evdev.InputDevice(node).phys for node in evdev.list_devices()]
        assert not [phys for phys in marked if phys.startswith("focusd/focusd/")]
        # No feedback: one press in, one press out.
        tap_key(p, e.KEY_A)
        assert v.read().count(("KEY_A", 1)) == 1


def test_device_grabbed_by_another_is_degraded_and_taken_when_free():
    """Case 7."""
    with keyboard("busy", "Busy") as busy, keyboard() as free:
        holder = evdev.InputDevice(busy.device.path)
        holder.grab()
        with Focusd() as focusd:
            status = focusd.control.call("Status")
            found = {d["name"]: d for d in status["devices"]}
            assert "another program" in (found["Busy"]["reason"] or "")
            v_free = focusd.mirror(free)
            tap_key(free, e.KEY_A)
            v_free.until(("KEY_A", 0))
            holder.ungrab()
            v = focusd.mirror(busy, limit=5)
            tap_key(busy, e.KEY_A)
            v.until(("KEY_A", 0))


def test_ready_means_that_mirrors_can_be_opened():
    """Case 27: by the user that the compositor runs as."""
    with keyboard() as p, Focusd() as focusd:
        nodes = [evdev.InputDevice(n).path for n in evdev.list_devices()
                 if evdev.InputDevice(n).phys == "focusd/" + p.phys]
        assert len(nodes) == 1
        subprocess.run(
            ["setpriv", "--reuid=kiosk", "--regid=kiosk", "--init-groups", "test", "-r", nodes[0]],
            check=True)


def test_device_that_cannot_be_mirrored_is_shut_not_open():
    """Never fail open: with uinput out of order a device is silent for everybody, and said to be."""
    with keyboard() as p:
        other = Reader(p.device.path)
        subprocess.run(["mount", "--bind", "/dev/null", "/dev/uinput"], check=True)
        try:
            focusd = Focusd()
            press(p, e.KEY_A)
            time.sleep(1)  # several tries: none may let go, none may release the key that is held
            release(p, e.KEY_A)
            assert other.read() == []
            found = {d["name"]: d for d in focusd.control.call("Status")["devices"]}
            assert found["Keyboard"]["state"] == "degraded"
        finally:
            subprocess.run(["umount", "/dev/uinput"], check=True)
        with focusd:
            v = focusd.mirror(p, limit=5)
            tap_key(p, e.KEY_B)
            assert ("KEY_B", 1) in v.until(("KEY_B", 0))


def test_unplugged_device_leaves_nothing_down():
    """Case 21 in part: a device that goes is released and its mirror goes too."""
    with Focusd() as focusd:
        p = keyboard()
        v = focusd.mirror(p)
        press(p, e.KEY_LEFTSHIFT)
        v.until(("KEY_LEFTSHIFT", 1))
        p.close()
        assert v.until(("KEY_LEFTSHIFT", 0))
        before = focusd.descriptors()
        for _ in range(REPEATS):
            with keyboard("again") as again:
                focusd.mirror(again).close()
        wait_until(lambda: focusd.descriptors() <= before, what="descriptors back")
