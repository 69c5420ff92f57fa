"""focusd as a service: the package installed, the units run by systemd, and what they promise.

Needs a board of its own, with systemd (`board run --systemd`): the package is
installed there, and purged at the end.
"""

from __future__ import annotations

import grp
import os
import pwd
import re
import select
import signal
import subprocess
import sys
import time
import tty
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import evdev
import pytest
from boardlib.outside import Outside
from evdev import ecodes as e
from rig import Call, keyboard, press, release, tap_key, touchscreen, wait_until

HERE = Path(__file__).resolve().parent
CLONE = HERE.parents[1]
SAMPLES = CLONE / "examples" / "kiosk"
CONTROL = "/run/focusd/control"
UNITS = ["focusd.service", "focusd.socket", "focusd-console.service"]
RULES = Path("/etc/udev/rules.d/99-service-test.rules")
TOUCH, KEYS = "service-touch", "service-keys"
KILLS = 5
TYPED = Path("/var/tmp/service-typed")
SWAY = Path("/run/focusd-shell/sway.sock")
PROFILE = Path("/etc/focusd/board.yaml")

pytestmark = pytest.mark.skipif(not Path("/run/systemd/system").exists(), reason="needs board run --systemd")

# What an integrator says of a touch screen, and what Debian says of joysticks: whoever is at the seat gets them.
PLACE = f"""\
SUBSYSTEM=="input", ATTRS{{phys}}=="{TOUCH}", ENV{{ID_SEAT}}="seat-service"
SUBSYSTEM=="input", KERNEL=="event*", ATTRS{{phys}}=="{TOUCH}", ENV{{WL_OUTPUT}}="DSI-1"
SUBSYSTEM=="input", KERNEL=="event*", ATTRS{{phys}}=="{TOUCH}", ENV{{LIBINPUT_CALIBRATION_MATRIX}}="0 -1 1 1 0 0"
"""


def run(*command: str | Path) -> str:
    """What a command says; it fails the test with all of that."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def show(unit: str, name: str) -> str:
    """A property of a unit."""
    return run("systemctl", "show", "--value", "--property", name, unit).strip()


def _ids(user: str) -> tuple[int, int]:
    account = pwd.getpwnam(user)
    return account.pw_uid, account.pw_gid


def journal(unit: str) -> str:
    return run("journalctl", "--unit", unit, "--output", "cat")


@pytest.fixture(scope="module")
def devices() -> Iterator[dict[str, evdev.UInput]]:
    """Stand-ins for hardware beside the board's own, with udev rules of their own."""
    RULES.write_text(PLACE)
    run("udevadm", "control", "--reload")
    with touchscreen(TOUCH) as touch, keyboard(KEYS) as keys:
        yield {"touch": touch, "keys": keys}


@pytest.fixture(scope="module")
def package(devices: dict[str, evdev.UInput]) -> Path:
    """Installed, the nodes given to focusd as at the next boot; nothing is started."""
    # The image's builder left it: no service may be started or stopped by packages.
    Path("/usr/sbin/policy-rc.d").unlink(missing_ok=True)
    package = next((CLONE / "build").glob("focusd_*.deb"))
    run("dpkg", "--install", package)
    assert [show(unit, "ActiveState") for unit in UNITS] == ["inactive"] * 3
    assert [show(unit, "UnitFileState") for unit in UNITS] == ["enabled", "enabled", "disabled"]
    run("udevadm", "trigger", "--action=add", "--subsystem-match=input", "--subsystem-match=hidraw",
        "--subsystem-match=misc")
    run("udevadm", "settle")
    PROFILE.parent.mkdir(exist_ok=True)
    PROFILE.write_text((CLONE / "boards/90-virtual-noplane.yaml").read_text())
    return package


@pytest.fixture(scope="module")
def kiosk(package: Path) -> Iterator[str]:
    """The sample kiosk, started as at boot: it brings focusd up."""
    run("systemctl", "stop", "focusd.socket", "focusd.service")
    PROFILE.write_text((CLONE / "boards/90-virtual-noplane.yaml").read_text())
    with Outside() as outside:
        outside.plug("second")  # a USB keyboard has a raw HID node
    wait_until(lambda: list(Path("/dev").glob("hidraw*")), what="a raw HID node")
    Path("/etc/tmpfiles.d/kiosk.conf").write_text((SAMPLES / "kiosk.tmpfiles").read_text())
    Path("/etc/systemd/system/kiosk.service").write_text((SAMPLES / "kiosk.service").read_text())
    Path("/etc/systemd/system/kiosk.service.d").mkdir()
    # The board has no graphics processor.
    Path("/etc/systemd/system/kiosk.service.d/board.conf").write_text(
        "[Service]\nEnvironment=WLR_RENDERER=pixman\n")
    # The app is a terminal that writes down what it is typed.
    Path("/etc/focusd/kiosk-sway.conf").write_text(
        (SAMPLES / "kiosk-sway.conf").read_text().replace(
            "foot --fullscreen", f"foot --fullscreen sh -c 'stty -echo raw; exec cat > {TYPED}'"))
    TYPED.unlink(missing_ok=True)
    TYPED.touch()
    os.chown(TYPED, *_ids("kiosk"))
    run("systemd-tmpfiles", "--create", "kiosk.conf")
    run("systemctl", "daemon-reload")
    run("systemctl", "start", "kiosk.service")
    wait_until(lambda: SWAY.exists(), 60, f"sway's socket; its log: {journal('kiosk.service')[-2000:]}")
    wait_until(lambda: "foot" in sway("get_tree"), 60, "the kiosk's terminal")
    yield "kiosk.service"
    run("systemctl", "stop", "kiosk.service")


def sway(*words: str) -> str:
    return subprocess.run(["swaymsg", "-r", "-s", SWAY, "-t", *words], capture_output=True, text=True,
                          check=False).stdout


def nodes(*, mirrors: bool) -> list[Path]:
    """Every node by which a device can be read: those of mirrors, or all others."""
    found = []
    for node in [*Path("/sys/class/input").glob("*[0-9]"), *Path("/sys/class/hidraw").glob("*")]:
        if node.name.startswith("input"):
            continue
        phys = node / "device" / "phys"
        is_mirror = phys.exists() and phys.read_text().startswith("focusd/")
        if is_mirror == mirrors:
            found.append(Path("/dev/input" if node.parent.name == "input" else "/dev") / node.name)
    if not mirrors:
        found += [Path("/dev/uinput"), Path("/dev/input/mice")]
    return sorted(found)


def as_user(name: str, groups: list[str], nodes: list[Path]) -> list[Path]:
    """The nodes that a user can open for reading or for writing."""
    script = "import os, sys\n" \
             "for node in sys.argv[1:]:\n" \
             "    for flags in (os.O_RDONLY, os.O_WRONLY):\n" \
             "        try:\n" \
             "            os.close(os.open(node, flags | os.O_NONBLOCK)); print(node); break\n" \
             "        except PermissionError: pass\n"
    done = subprocess.run([sys.executable, "-c", script, *nodes], user=name, group=name, extra_groups=groups,
                          capture_output=True, text=True, check=True)
    return [Path(line) for line in done.stdout.splitlines()]


def kiosks_groups() -> list[str]:
    return [group.gr_name for group in grp.getgrall() if "kiosk" in group.gr_mem]


def mirror_of(phys: str) -> str:
    """The event node of a device's mirror; raises if there is none yet."""
    for name in Path("/sys/class/input").glob("event*"):
        if (name / "device/phys").read_text().strip() == f"focusd/{phys}":
            return name.name
    raise LookupError(phys)


def has_mirror(phys: str) -> bool:
    try:
        return bool(mirror_of(phys))
    except (LookupError, OSError):
        return False


def main_pid() -> int:
    return int(show("focusd.service", "MainPID"))


def is_ready() -> bool:
    return show("focusd.service", "ActiveState") == "active"


def overlay() -> tuple[Call, str]:
    """An overlay that is up."""
    connection = Call(CONTROL)
    connection.send("Raise", more=True, kind="call")
    return connection, connection.receive()["parameters"]["state"]


# --- without a kiosk


@pytest.mark.parametrize("unit", UNITS[::2])
def test_the_sandbox_scores_at_most_two(package: Path, unit: str) -> None:
    run("systemd-analyze", "security", "--no-pager", "--threshold=20", unit)


def typed_on_console(device: evdev.UInput) -> bytes:
    """What a getty on the active console would read of a text that is typed."""
    console = os.open("/dev/tty1", os.O_RDONLY | os.O_NOCTTY)
    try:
        tty.setraw(console)
        for code in (e.KEY_O, e.KEY_H):
            tap_key(device, code)
        text = b""
        while len(text) < 2 and select.select([console], [], [], 2)[0]:
            text += os.read(console, 16)
        return text
    finally:
        os.close(console)


def test_the_console_has_no_keyboard(package: Path, devices: dict[str, evdev.UInput]) -> None:
    """Nor after what seatd and logind do when a compositor ends: they switch its keyboard on again."""
    keys = devices["keys"]
    run("systemctl", "start", "focusd.service")
    wait_until(lambda: has_mirror(KEYS), what="the mirror")
    assert typed_on_console(keys) == b"oh", "the planted fault: without the unit the console is typed on"
    sysrq = Path("/proc/sys/kernel/sysrq").read_text()
    run("systemctl", "start", "focusd-console.service")
    run("kbd_mode", "-f", "-u", "-C", "/dev/tty1")
    assert typed_on_console(keys) == b""
    press(keys, e.KEY_LEFTCTRL, e.KEY_LEFTALT, e.KEY_F2)
    release(keys, e.KEY_F2, e.KEY_LEFTALT, e.KEY_LEFTCTRL)
    time.sleep(0.3)
    assert run("fgconsole").strip() == "1"
    assert Path("/proc/sys/kernel/sysrq").read_text() == "0\n"
    run("systemctl", "restart", "focusd-console.service")
    assert typed_on_console(keys) == b""
    run("systemctl", "stop", "focusd-console.service")
    assert Path("/proc/sys/kernel/sysrq").read_text() == sysrq
    assert typed_on_console(keys) == b"oh"


def test_the_demo_works_with_the_unit(package: Path) -> None:
    directory = Path(os.environ["OUT"]) / "demo-unit"
    done = subprocess.run([HERE / "demo/run.py", "--out", directory, "--unit", "act1", "act2"], capture_output=True,
                          text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# --- the units


def test_focusd_is_ready_before_the_kiosk_starts(kiosk: str) -> None:
    ready = int(show("focusd.service", "ActiveEnterTimestampMonotonic"))
    start = int(show(kiosk, "ExecMainStartTimestampMonotonic"))
    assert 0 < ready < start
    # At boot: pulled in by the target that the kiosk waits for, and before a display manager.
    before = show("focusd.service", "Before").split()
    assert {"display-manager.service", "graphical.target"} <= set(before)


def test_units_rules_and_samples_are_clean(kiosk: str) -> None:
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", *UNITS, kiosk], capture_output=True, text=True,
                          check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    assert "Success: 1" in run("udevadm", "verify", "/usr/lib/udev/rules.d/72-focusd.rules")


def test_focusd_runs_as_itself_and_holds_nothing(kiosk: str) -> None:
    status = Path(f"/proc/{main_pid()}/status").read_text()
    assert re.search(r"^Uid:\t(\d+)\t\1\t\1\t\1$", status, re.M)
    assert f"\nUid:\t{pwd.getpwnam('focusd').pw_uid}\t" in status
    assert "\nCapEff:\t0000000000000000\n" in status
    assert "\nNoNewPrivs:\t1\n" in status


# --- the nodes


def test_physical_nodes_are_closed_to_the_kiosks_user(kiosk: str) -> None:
    physical, mirrors = nodes(mirrors=False), nodes(mirrors=True)
    kinds = {re.sub(r"\d", "", node.name) for node in physical}
    assert {"event", "js", "mouse", "mice", "hidraw", "uinput"} <= kinds
    groups = kiosks_groups()
    assert "input" in groups
    assert as_user("kiosk", groups, physical) == []
    events = [node for node in mirrors if node.name.startswith("event")]
    assert len(events) >= 4
    assert as_user("kiosk", groups, events) == events


def test_nobody_at_the_seat_is_given_a_physical_node(kiosk: str) -> None:
    """Debian tags joysticks with uaccess, and the board's tablet is one to it."""
    joysticks = [node for node in nodes(mirrors=False) if node.name.startswith("js")]
    assert joysticks
    for node in [*joysticks, *Path("/dev").glob("hidraw*")]:
        assert "uaccess" not in run("udevadm", "info", "--query=property", "--property=CURRENT_TAGS", node)
        assert "system.posix_acl_access" not in os.listxattr(node)


def test_a_mirror_has_what_rules_say_of_its_device(kiosk: str) -> None:
    node = mirror_of(TOUCH)
    known = run("udevadm", "info", "--query=property", f"/dev/input/{node}").splitlines()
    assert {"ID_SEAT=seat-service", "WL_OUTPUT=DSI-1", "LIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0",
            "ID_INPUT_TOUCHSCREEN=1", "FOCUSD_MIRROR=1"} <= set(known)
    assert not [line for line in known if line.startswith("LIBINPUT_IGNORE_DEVICE=")]
    # Its seat counts where logind looks for it: on the input device.
    device = run("udevadm", "info", "--query=property", f"/sys/class/input/{node}/device").splitlines()
    assert "ID_SEAT=seat-service" in device
    assert any(line.startswith("CURRENT_TAGS=") and ":seat-service:" in line for line in device)
    # Another's mirror has nothing of it.
    other = run("udevadm", "info", "--query=property", f"/dev/input/{mirror_of(KEYS)}")
    assert "WL_OUTPUT" not in other and "ID_SEAT" not in other


def test_focusd_and_nobody_else_reaches_the_compositors_socket(kiosk: str) -> None:
    script = f"import socket; socket.socket(socket.AF_UNIX).connect('{SWAY}')"

    def connects(user: str) -> bool:
        return subprocess.run([sys.executable, "-c", script], user=user, group=user, extra_groups=[],
                              capture_output=True, check=False).returncode == 0

    assert connects("focusd")
    assert not connects("daemon")


# --- the end of focusd, and its return


def opener(nodes: list[str], uid: int, gid: int, groups: list[int], stop: Any, opened: Any) -> None:
    """As the kiosk's user: tries to open the physical nodes, in a tight loop."""
    os.nice(19)
    os.setgroups(groups)
    os.setgid(gid)
    os.setuid(uid)
    tries = 0
    while not stop.is_set():
        for node in nodes:
            try:
                os.close(os.open(node, os.O_RDONLY | os.O_NONBLOCK))
                opened.put(node)
            except (PermissionError, FileNotFoundError):
                pass
            tries += 1
    opened.put(tries)
    opened.put(None)


def test_killed_it_comes_back_and_nothing_goes_round_it(kiosk: str, devices: dict[str, evdev.UInput]) -> None:
    """As often as one likes: it is no permanent failure, and what is typed in the gap reaches nobody."""
    keys = devices["keys"]
    wait_until(lambda: has_mirror(KEYS) and is_ready(), 60, "focusd")
    process = get_context("fork")
    stop, opened = process.Event(), process.Queue()
    physical = [str(node) for node in nodes(mirrors=False)]
    groups = [grp.getgrnam(name).gr_gid for name in kiosks_groups()]
    thief = process.Process(target=opener, args=(physical, *_ids("kiosk"), groups, stop, opened))
    before = int(show("focusd.service", "NRestarts"))
    thief.start()
    expected = TYPED.read_bytes()
    gaps = []
    try:
        for turn in range(KILLS):
            # The kiosk lives: what is typed while focusd is there arrives.
            tap_key(keys, e.KEY_A)
            expected += b"a"
            wait_until(lambda turn=turn: TYPED.stat().st_size > turn, 30, f"turn {turn}: the key that was pressed")
            assert TYPED.read_bytes() == expected
            pid = main_pid()
            raised, state = overlay()
            assert state == "gated"
            start = time.monotonic()
            os.kill(pid, signal.SIGKILL)
            # From here until the mirror is there, the key is nobody's, though the overlay is gone with focusd.
            while not has_mirror(KEYS) or main_pid() == pid:
                tap_key(keys, e.KEY_X)
            gaps.append(time.monotonic() - start)
            # The client of the overlay sees the end of its call.
            with pytest.raises((ConnectionError, OSError)):
                raised.receive()
            wait_until(is_ready, 30, "READY")
            time.sleep(0.3)
    finally:
        stop.set()
        loot = list(iter(lambda: opened.get(timeout=30), None))
        thief.join()
    *loot, tries = loot
    print(f"{KILLS} kills; back after {min(gaps):.2f} to {max(gaps):.2f} s; {tries} tries to open a physical node")
    assert loot == [] and tries > 1000
    assert int(show("focusd.service", "NRestarts")) == before + KILLS
    assert show("focusd.service", "Result") == "success"
    assert TYPED.read_bytes() == expected


def test_who_connects_while_it_is_away_waits_and_is_served(kiosk: str) -> None:
    """The socket is systemd's: nobody is refused."""
    os.kill(main_pid(), signal.SIGKILL)
    client = Call(CONTROL)
    assert client.call("Status")["devices"]
    client.close()


def test_what_cannot_mend_itself_is_not_tried_for_ever(kiosk: str) -> None:
    """A broken profile (78): no restarts, not for a client either, and nothing is open meanwhile."""
    good = PROFILE.read_text()
    PROFILE.write_text(good.replace("outputs:", "outptus:", 1))
    assert subprocess.run(["systemctl", "restart", "focusd.service"], check=False).returncode != 0
    assert (show("focusd.service", "ActiveState"), show("focusd.service", "NRestarts")) == ("failed", "0")
    assert show("focusd.service", "ExecMainStatus") == "78"
    with pytest.raises(OSError):
        Call(CONTROL).call("Status")
    assert show("focusd.socket", "ActiveState") == "failed"
    assert as_user("kiosk", kiosks_groups(), nodes(mirrors=False)) == []
    assert "did you mean 'outputs'?" in journal("focusd.service")
    PROFILE.write_text(good)
    run("systemctl", "start", "focusd.service")
    assert Call(CONTROL).call("Status")["devices"]


def test_a_hanging_focusd_is_replaced_by_the_watchdog(kiosk: str) -> None:
    pid = main_pid()
    os.kill(pid, signal.SIGSTOP)
    wait_until(lambda: main_pid() not in (0, pid) and is_ready(), 60, "another focusd")
    assert "Watchdog timeout" in journal("focusd.service")


def test_an_upgrade_restarts_what_runs(package: Path, kiosk: str) -> None:
    pid, app = main_pid(), show(kiosk, "MainPID")
    run("dpkg", "--install", package)
    wait_until(lambda: main_pid() not in (0, pid) and is_ready(), 60, "another focusd")
    assert show(kiosk, "MainPID") == app
    assert Call(CONTROL).call("Status")["devices"]


def test_purged_it_leaves_nothing(package: Path, devices: dict[str, evdev.UInput]) -> None:
    """The last test: the package goes."""
    files = [Path(line) for line in run("dpkg", "--listfiles", "focusd").splitlines() if "focusd" in line]
    run("dpkg", "--purge", "focusd")
    assert [file for file in files if file.exists()] == []
    assert not Path("/etc/focusd").exists() and not Path("/run/focusd").exists()
    assert {show(unit, "LoadState") for unit in UNITS} == {"not-found"}
    run("udevadm", "settle")
    node = Path(devices["keys"].device.path)
    assert node.stat().st_gid == grp.getgrnam("input").gr_gid
    assert "LIBINPUT_IGNORE_DEVICE" not in run("udevadm", "info", "--query=property", node)
    assert not has_mirror(KEYS)
