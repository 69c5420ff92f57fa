"""Board profiles on a real kernel: how one is found, and what a reload does."""

import fcntl
import json
import shutil
import signal
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest
from evdev import ecodes as e
from rig import PROFILE, Finger, Focusd, Reader, keyboard, press, release, tap_key, touchscreen, wait_until

BOARDS = Path(__file__).resolve().parents[2] / "boards"
A = [("KEY_A", 1), ("SYN", 0), ("KEY_A", 0), ("SYN", 0)]
APPLIED = "the profile was reloaded"
KEPT = "the profile was not reloaded"


def reload(focusd: Focusd, profile: str, outcome: str = APPLIED) -> str:
    """Reloads and waits for what the log says of it."""
    start = len(focusd.errors)
    (focusd.directory / "board.yaml").write_text(profile)
    focusd.process.send_signal(signal.SIGHUP)
    return wait_until(lambda: outcome in focusd.errors[start:] and focusd.errors[start:], what=outcome)


def grabbed(node: str) -> bool:
    with open(node, "rb") as file:
        try:
            fcntl.ioctl(file, 0x40044590, 1)  # EVIOCGRAB
        except OSError:
            return True
        fcntl.ioctl(file, 0x40044590, 0)
        return False


def test_a_key_that_is_down_is_released_and_the_device_keeps_its_grab():
    with keyboard() as p, Focusd() as focusd:
        v, other = focusd.mirror(p), Reader(p.device.path)
        press(p, e.KEY_A)
        assert v.until(("KEY_A", 1))
        told = reload(focusd, PROFILE + "systemKeys: {KEY_A: take}\n")
        assert "systemKeys.KEY_A: nothing → take" in told and "board.yaml:8" in told
        assert ("KEY_A", 0) in v.until(("KEY_A", 0))
        release(p, e.KEY_A)
        tap_key(p, e.KEY_A)
        tap_key(p, e.KEY_B)
        assert [name for name, _ in v.until(("KEY_B", 0)) if name == "KEY_A"] == []
        reload(focusd, PROFILE)
        tap_key(p, e.KEY_A)
        assert [event for event in v.until(("KEY_A", 0)) if event[0] == "KEY_A"] == [("KEY_A", 1), ("KEY_A", 0)]
        assert grabbed(p.device.path) and other.read() == []


def test_a_wrong_profile_keeps_the_old_one():
    with keyboard() as p, Focusd() as focusd:
        v = focusd.mirror(p)
        press(p, e.KEY_A)
        assert v.until(("KEY_A", 1))
        told = reload(focusd, PROFILE + "systemKeys: {KEY_A: taek}\n", KEPT)
        assert "board.yaml:8:21: systemKeys.KEY_A: 'taek' is not possible here" in told
        # Nor does one that only a start takes: nothing of it is in force.
        told = reload(focusd, PROFILE.replace("1280", "640") + "systemKeys: {KEY_A: take}\n", KEPT)
        assert "outputs[0].width: 1280 → 640" in told and "needs a restart" in told
        assert v.keys_down() == [e.KEY_A]
        release(p, e.KEY_A)
        assert ("KEY_A", 0) in v.until(("KEY_A", 0))


def test_a_touch_is_cancelled_by_the_old_policy_and_the_next_goes_by_the_new_one():
    neutral = PROFILE + "input: {touch: [{output: Virtual-1, cancel: neutral, neutralPoint: [1270, 790]}]}\n"
    with touchscreen() as p, Focusd() as focusd:
        v = focusd.mirror(p)
        finger = Finger(p, 0).down(100, 100)
        assert len(wait_until(v.live_slots)) == 1
        reload(focusd, neutral)
        assert ("ABS_MT_TOOL_TYPE", 2) in v.until(("ABS_MT_TRACKING_ID", -1))
        assert v.live_slots() == []
        finger.move(200, 200)
        finger.up()
        assert v.read() == []
        Finger(p, 0).down(100, 100)
        assert len(wait_until(v.live_slots)) == 1
        assert focusd.mirror(p).device.path == v.device.path


def test_an_ignored_device_is_given_back_and_taken_again():
    with keyboard() as p, Focusd() as focusd:
        v, other = focusd.mirror(p), Reader(p.device.path)
        press(p, e.KEY_A)
        assert v.until(("KEY_A", 1))
        reload(focusd, PROFILE + "input: {ignore: [Keyboard]}\n")
        assert ("KEY_A", 0) in v.until(("KEY_A", 0))
        wait_until(lambda: not grabbed(p.device.path), what="the grab given up")
        release(p, e.KEY_A)
        tap_key(p, e.KEY_A)
        assert other.until(("KEY_A", 0))
        reload(focusd, PROFILE)
        v = focusd.mirror(p)
        wait_until(lambda: grabbed(p.device.path), what="the grab taken again")
        tap_key(p, e.KEY_A)
        assert v.until(("KEY_A", 0)) == A


@contextmanager
def installed(*drop_ins: tuple[str, str]):
    """The package's profiles where the package puts them, and an operator's drop-ins."""
    usr, etc = Path("/usr/share/focusd/boards"), Path("/etc/focusd/boards")
    shutil.copytree(BOARDS, usr)
    try:
        for name, text in drop_ins:
            (etc / name).parent.mkdir(parents=True)
            (etc / name).write_text(text)
        yield
    finally:
        shutil.rmtree(usr)
        shutil.rmtree(etc, ignore_errors=True)


def focusctl(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run(["focusctl", "board", *words], capture_output=True, text=True, timeout=60, check=False)


def test_this_board_gets_its_own_profile():
    if "focusd.virtual=" not in Path("/proc/cmdline").read_text():
        pytest.skip("an older virtual board")
    drop_in = "schema: 1\nsystemKeys: {KEY_MUTE: pass}\n"
    bad = "schema: 1\nranks: {cal: 9}\n"
    name = "virtual-noplane"
    with installed((f"{name}.d/10-site.yaml", drop_in)):
        (Path("/etc/focusd/boards") / f"{name}.d/20-bad.yaml").write_text(bad)
        shown = json.loads(focusctl("show", "--json").stdout)
        assert shown["file"] == f"/usr/share/focusd/boards/90-{name}.yaml"
        assert shown["reason"] == "kernel parameter focusd.virtual=x86-noplane"
        origin = {value["path"]: value for value in shown["values"]}["systemKeys.KEY_MUTE"]
        assert (origin["file"], origin["line"]) == (f"/etc/focusd/boards/{name}.d/10-site.yaml", 2)
        assert [item["path"] for item in shown["leftOut"]] == [f"/etc/focusd/boards/{name}.d/20-bad.yaml"]
        assert focusctl("check").returncode == 1
        (Path("/etc/focusd/boards") / f"{name}.d/20-bad.yaml").unlink()
        assert focusctl("check").returncode == 0


def probe() -> dict:
    return json.loads(focusctl("probe", "--json").stdout)


def test_probe_finds_this_board(tmp_path):
    odd = 'Touch "screen" \\ \u2028: {x} # y'
    with touchscreen(), touchscreen(phys="test-odd", name=odd):
        # udev says the class, in its own time.
        wait_until(lambda: [device["class"] for device in probe()["devices"]
                            if device["phys"].startswith("test-")] == ["touchscreen"] * 2, what="both known to udev")
        found = probe()
        assert found["dmi"]["sys_vendor"] == "QEMU"
        assert [output["name"] for output in found["outputs"] if output["isConnected"]] == ["Virtual-1"]
        profile = tmp_path / "board.yaml"
        profile.write_text(found["profile"])
        checked = focusctl("check", str(profile))
        assert checked.returncode == 0, checked.stderr
        shown = json.loads(focusctl("show", str(profile), "--json").stdout)
        names = [value["value"] for value in shown["values"] if value["path"].endswith("match.name")]
        assert sorted(names) == sorted(["Touchscreen", odd.replace("\u2028", " ")])


def test_without_a_profile_focusd_ends_with_ex_config():
    run = subprocess.run(["focusd", "--socket", "/tmp/no-profile/control"], capture_output=True, text=True,
                         timeout=60, check=False)
    assert run.returncode == 78
    assert "focusctl board probe" in run.stderr
