"""focusctl input and doctor: what is planted on a set-up that is good is found, and nothing else.

The set-up is made as the package makes it: focusd as a user of its own, the udev
rules in force, a compositor that lets its clients neither type nor take pictures.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import evdev
import pytest
from rig import PROFILE, Focusd, keyboard, touchscreen, wait_until

sys.path.insert(0, str(Path(__file__).resolve().parent / "demo"))
from session import Session  # noqa: E402

CLONE = Path(__file__).resolve().parents[2]
SYSRQ = Path("/proc/sys/kernel/sysrq")
RULES = Path("/run/udev/rules.d")
KDSKBMODE, K_UNICODE, K_OFF = 0x4B45, 3, 4
UNPRIVILEGED = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]


def ctl(*words: str, prefix: tuple[str, ...] | list[str] = ()) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*prefix, "focusctl", *words], capture_output=True, text=True, timeout=60, check=False)


def console(mode: int) -> None:
    with open("/dev/tty0", "rb") as terminal:
        fcntl.ioctl(terminal, KDSKBMODE, mode)


def udev() -> None:
    """Puts the rules that are there in force, on nodes that are there."""
    subprocess.run(["udevadm", "control", "--reload"], check=True)
    for subsystem in ["input", "misc", "hidraw"]:
        subprocess.run(["udevadm", "trigger", "--action=change", f"--subsystem-match={subsystem}"], check=True)
    subprocess.run(["udevadm", "settle"], check=True)


@contextlib.contextmanager
def compositor(*command: str) -> Iterator[str]:
    """One that runs; the path of its socket."""
    with tempfile.TemporaryDirectory() as logs, Session(Path(logs)) as session:
        session.seat()
        session.compositor(*command)
        yield str(next(path for path in session.runtime.glob("wayland-*") if path.is_socket()))


@pytest.fixture(scope="module")
def rules() -> Iterator[None]:
    """The udev rules in force, with the user that they name."""
    subprocess.run(["groupadd", "--system", "--force", "focusd"], check=True)
    if subprocess.run(["id", "focusd"], capture_output=True, check=False).returncode:
        subprocess.run(["useradd", "--system", "--gid=focusd", "--groups=focus", "focusd"], check=True)
    # The image has the compositor's user in group input; seatd opens its devices.
    subprocess.run(["gpasswd", "--delete", "kiosk", "input"], check=True)
    RULES.mkdir(parents=True, exist_ok=True)
    found = [path for path in (CLONE / "udev").glob("*-focusd.rules")]
    for path in found:
        (RULES / path.name).write_bytes(path.read_bytes())
    udev()
    yield
    for path in found:
        (RULES / path.name).unlink()
    udev()
    subprocess.run(["gpasswd", "--add", "kiosk", "input"], check=True)


# First, since `board` has the seat and its focusd to the end.


def test_sway_offers_virtual_input_and_screencopy(rules: None) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as config:
        os.chmod(config.name, 0o644)
        config.write("xwayland disable\n")
        config.flush()
        # With a mirror: no compositor starts without a device.
        with keyboard(), Focusd(), compositor("sway", "--config", config.name) as wayland:
            findings = json.loads(ctl("doctor", "--json", "--wayland", wayland).stdout)
    facts = {finding["check"]: finding for finding in findings}
    assert "virtual-input" in facts, findings
    assert facts["virtual-input"]["verdict"] == "problem"
    assert "zwp_virtual_keyboard_manager_v1" in facts["virtual-input"]["fact"]
    assert facts["screencopy"]["verdict"] == "warning"


def test_without_focusd(rules: None) -> None:
    """A grab is tried only when it is asked for, and only then is it known."""
    with keyboard("held", "Held") as held, keyboard("idle", "Idle"):
        holder = evdev.InputDevice(held.device.path)
        holder.grab()
        profile = str(CLONE / "boards/90-virtual-neutral.yaml")
        words = ["doctor", "--json", "--socket", "/run/none", "--profile", profile]
        run = ctl(*words)
        assert run.returncode == 1
        found = {finding["check"]: finding for finding in json.loads(run.stdout)}
        assert found["focusd"]["verdict"] == "problem"
        assert found["grabs"]["verdict"] == "warning"
        grabs = [finding for finding in json.loads(ctl(*words, "--try-grabs").stdout) if finding["check"] == "grabs"]
        problem = [finding["fact"] for finding in grabs if finding["verdict"] == "problem"]
        assert len(problem) == 1 and held.device.path in problem[0] and f"({os.getpid()})" in problem[0]
        listed = ctl("input", "list", "--json", "--socket", "/run/none")
        assert listed.returncode == 0 and "not running" in listed.stderr
        rows = {row["name"]: row["treatment"] for row in json.loads(listed.stdout)}
        assert (rows["Held"], rows["Idle"]) == ("notKnown", "notKnown")


def unread(device: evdev.UInput) -> evdev.UInput:
    """python-evdev opens the node of what it makes: doctor would see this program read it."""
    device.device.close()
    return device


class Board:
    """A good board: devices, focusd, and a compositor's socket."""

    def __init__(self, focusd: Focusd, wayland: str, panel: evdev.UInput) -> None:
        self.focusd, self.wayland, self.panel = focusd, wayland, panel
        self.profile = str(focusd.directory / "board.yaml")

    def doctor(self, *words: str, wayland: str = "") -> tuple[int, list[dict[str, str]]]:
        """The exit status and what is not well."""
        run = ctl("doctor", "--json", "--socket", self.focusd.socket, "--profile", self.profile,
                  "--wayland", wayland or self.wayland, *words)
        assert run.stdout, run.stderr
        return run.returncode, [finding for finding in json.loads(run.stdout) if finding["verdict"] != "ok"]


@pytest.fixture(scope="module")
def board(rules: None) -> Iterator[Board]:
    sysrq = SYSRQ.read_text()
    SYSRQ.write_text("0\n")
    with keyboard() as keys, touchscreen() as panel, Focusd() as focusd:
        unread(keys)
        unread(panel)
        # It offers neither virtual keyboards nor screencopy, and seatd switches the console off.
        with compositor("weston", "--backend=drm", "--renderer=pixman", "--no-config") as wayland:
            console(K_OFF)
            yield Board(focusd, wayland, panel)
    SYSRQ.write_text(sysrq)


def test_nothing_is_found_on_a_good_board(board: Board) -> None:
    assert board.doctor() == (0, [])


def only(found: tuple[int, list[dict[str, str]]], check: str, verdict: str = "problem") -> str:
    """The fact of the one finding that there is."""
    status, findings = found
    assert [(finding["check"], finding["verdict"]) for finding in findings] == [(check, verdict)], findings
    assert status == (1 if verdict == "problem" else 0)
    assert findings[0]["meaning"] and findings[0]["advice"]
    return findings[0]["fact"]


@contextlib.contextmanager
def mode(node: str, bits: int) -> Iterator[None]:
    before = os.stat(node).st_mode & 0o777
    os.chmod(node, bits)
    yield
    os.chmod(node, before)


def test_a_node_that_everybody_reads(board: Board) -> None:
    with mode(board.panel.device.path, 0o664):
        fact = only(board.doctor(), "devices")
        assert board.panel.device.path in fact and "everybody" in fact


def test_a_node_that_a_list_opens(board: Board) -> None:
    """As logind does it for whoever sits at the seat; written as the kernel has it (posix_acl_xattr)."""
    nobody = 0xFFFFFFFF
    # Owner, user 1000, group, mask, others.
    entries = [(1, 6, nobody), (2, 6, 1000), (4, 6, nobody), (16, 6, nobody), (32, 0, nobody)]
    acl = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)
    node = board.panel.device.path
    os.setxattr(node, "system.posix_acl_access", acl)
    try:
        assert "user kiosk" in only(board.doctor(), "devices")
    finally:
        os.removexattr(node, "system.posix_acl_access")


def test_uinput_that_group_input_writes(board: Board) -> None:
    before = os.stat("/dev/uinput").st_gid
    os.chown("/dev/uinput", -1, next(int(x.split(":")[2]) for x in open("/etc/group") if x.startswith("input:")))
    try:
        assert "group input" in only(board.doctor(), "uinput")
    finally:
        os.chown("/dev/uinput", -1, before)


def test_a_device_that_another_has_grabbed(board: Board) -> None:
    """focusd has tried it, and doctor names who it was."""
    holder = None
    program = "import sys, evdev; d = evdev.InputDevice(sys.argv[1]); d.grab(); print(flush=True); sys.stdin.read()"
    board.focusd.process.send_signal(19)  # SIGSTOP: the other one is to be quicker
    try:
        with keyboard("other", "Other") as other:
            unread(other)
            holder = subprocess.Popen([sys.executable, "-c", program, other.device.path],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            assert holder.stdout and holder.stdout.readline()
            board.focusd.process.send_signal(18)
            wait_until(lambda: [d for d in board.focusd.control.call("Status")["devices"]
                                if d["name"] == "Other" and d["state"] == "degraded"], what="degraded")
            status, findings = board.doctor()
            facts = {finding["check"]: finding["fact"] for finding in findings}
            assert status == 1 and set(facts) == {"devices", "grabs"}
            assert f"({holder.pid})" in facts["grabs"] and other.device.path in facts["grabs"]
            listed = json.loads(ctl("input", "list", "--json", "--socket", board.focusd.socket).stdout)
            row = next(row for row in listed if row["node"] == other.device.path)
            assert row["treatment"] == "degraded" and "another program" in row["reason"]
    finally:
        board.focusd.process.send_signal(18)
        if holder:
            holder.kill()
            holder.wait()
    wait_until(lambda: not [d for d in board.focusd.control.call("Status")["devices"] if d["name"] == "Other"],
               what="the device gone")


def test_a_program_that_reads_beside_focusd(board: Board) -> None:
    with contextlib.closing(evdev.InputDevice(board.panel.device.path)):
        fact = only(board.doctor(), "grabs", "warning")
        assert f"({os.getpid()})" in fact


def test_a_user_in_the_group_that_reads_mirrors(board: Board) -> None:
    subprocess.run(["gpasswd", "--add", "kiosk", "input"], check=True)
    try:
        assert "kiosk" in only(board.doctor(), "mirrors", "warning")
    finally:
        subprocess.run(["gpasswd", "--delete", "kiosk", "input"], check=True)


def test_a_console_that_takes_keys(board: Board) -> None:
    console(K_UNICODE)
    try:
        assert "K_UNICODE" in only(board.doctor(), "console")
    finally:
        console(K_OFF)


def test_a_console_with_an_empty_keymap_is_good(board: Board) -> None:
    console(K_UNICODE)
    saved = subprocess.run(["dumpkeys"], capture_output=True, check=True).stdout
    empty = "keymaps 0\n" + "".join(f"keycode {key} = VoidSymbol\n" for key in range(1, 256))
    try:
        subprocess.run(["loadkeys", "--quiet", "-"], input=empty.encode(), check=True)
        assert board.doctor() == (0, [])
    finally:
        subprocess.run(["loadkeys", "--quiet", "-"], input=saved, check=True)
        console(K_OFF)


@pytest.mark.parametrize("value,verdict", [("1", "problem"), ("438", "problem"), ("144", "warning")])
def test_sysrq(board: Board, value: str, verdict: str) -> None:
    SYSRQ.write_text(value)
    try:
        assert value in only(board.doctor(), "sysrq", verdict)
    finally:
        SYSRQ.write_text("0")


def test_a_hidraw_node_that_others_read(board: Board) -> None:
    """A keyboard by uhid: a HID device as the kernel knows any."""
    with uhid_keyboard() as node:
        subprocess.run(["udevadm", "settle"], check=True)
        wait_until(lambda: [d for d in board.focusd.control.call("Status")["devices"]
                            if d["name"] == "UHID keyboard" and d["mirror"]], what="its mirror")
        os.chmod(node, 0o600)
        assert board.doctor() == (0, [])
        os.chmod(node, 0o644)
        assert node in only(board.doctor(), "hidraw")


@contextlib.contextmanager
def uhid_keyboard() -> Iterator[str]:
    """The hidraw node of a HID keyboard that is made here (linux/uhid.h, UHID_CREATE2)."""
    subprocess.run(["modprobe", "uhid"], check=False)
    if not os.path.exists("/dev/uhid"):
        pytest.skip("this kernel has no uhid")
    descriptor = bytes.fromhex("05010906a101050719e029e71500250175019508810205071900296515002565750895068100c0")
    before = set(Path("/dev").glob("hidraw*"))
    with open("/dev/uhid", "r+b", buffering=0) as device:
        create = (b"UHID keyboard".ljust(128, b"\0") + b"uhid".ljust(64, b"\0") + bytes(64)
                  + len(descriptor).to_bytes(2, "little") + (3).to_bytes(2, "little")
                  + (0x1234).to_bytes(4, "little") + (0x5678).to_bytes(4, "little") + bytes(8)
                  + descriptor.ljust(4096, b"\0"))
        device.write((11).to_bytes(4, "little") + create)
        node = wait_until(lambda: set(Path("/dev").glob("hidraw*")) - before, what="hidraw node")
        yield str(next(iter(node)))


def test_no_udev_rules(board: Board) -> None:
    found = list(RULES.glob("*-focusd.rules"))
    saved = {path: path.read_bytes() for path in found}
    for path in found:
        path.unlink()
    try:
        only(board.doctor(), "rules")
        udev()
        # The nodes keep their group: udev sets it when they are added.
        status, findings = board.doctor()
        assert status == 1
        facts = " ".join(finding["fact"] for finding in findings if finding["check"] == "devices")
        assert "LIBINPUT_IGNORE_DEVICE" in facts
    finally:
        for path, text in saved.items():
            path.write_bytes(text)
        udev()
    assert board.doctor() == (0, [])


def test_a_wrong_profile(board: Board, tmp_path: Path) -> None:
    wrong = tmp_path / "board.yaml"
    wrong.write_text(PROFILE + "wat: 1\n")
    run = ctl("doctor", "--json", "--socket", board.focusd.socket, "--profile", str(wrong),
              "--wayland", board.wayland)
    found = [finding for finding in json.loads(run.stdout) if finding["verdict"] != "ok"]
    assert [(finding["check"], finding["verdict"]) for finding in found] == [("profile", "warning")]
    assert "wat" in found[0]["fact"]


def test_what_may_not_be_seen_is_said_so(board: Board) -> None:
    run = ctl("doctor", "--json", "--socket", board.focusd.socket, "--profile", board.profile,
              "--wayland", board.wayland, prefix=UNPRIVILEGED)
    unknown = {finding["check"] for finding in json.loads(run.stdout) if finding["verdict"] == "notKnown"}
    assert {"focusd", "grabs", "console", "compositor"} <= unknown


def test_a_socket_that_is_silent_does_not_hang_doctor(board: Board, tmp_path: Path) -> None:
    import socket

    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "silent"))
        silent.listen()
        begun = time.monotonic()
        status, findings = board.doctor(wayland=str(tmp_path / "silent"))
        assert time.monotonic() - begun < 20
        assert [finding["verdict"] for finding in findings] == ["notKnown"] and status == 0


def test_commands_in_the_guides_are_real() -> None:
    """Each focusctl line of a guide's code: parsed whole but for what has to be complete."""
    seen = 0
    for guide in ["getting-started.md", "security.md", "api.md", "gate.md", "profile.md"]:
        text = (CLONE / "docs" / guide).read_text()
        lines = [line.strip() for block in text.split("```")[1::2] for line in block.splitlines()]
        lines += re.findall(r"`(?:sudo )?(focusctl [^`]*)`", text)
        for line in lines:
            found = re.match(r"(?:\$ )?(?:sudo )?focusctl (.*?)(?: [|&>].*)?$", line)
            if found is None:
                continue
            run = ctl(*shlex.split(found[1], comments=True), "--help")
            assert run.returncode == 0, f"{guide}: {line}: {run.stderr}"
            seen += 1
    assert seen >= 8


# Explained and listed.


def test_input_list_names_mirrors(board: Board) -> None:
    rows = json.loads(ctl("input", "list", "--json", "--socket", board.focusd.socket).stdout)
    by_node = {row["node"]: row for row in rows}
    panel = by_node[board.panel.device.path]
    assert (panel["name"], panel["deviceClass"], panel["treatment"]) == ("Touchscreen", "touchscreen", "mirrored")
    mirror = by_node[panel["mirror"]]
    assert (mirror["treatment"], mirror["mirrorOf"]) == ("mirror", panel["node"])


def test_explain_says_the_same_from_sysfs_as_from_the_node(board: Board) -> None:
    node = board.panel.device.path
    words = ["input", "explain", node, "--json", "--socket", board.focusd.socket, "--profile", board.profile]
    whole: dict[str, Any] = json.loads(ctl(*words).stdout)
    by_sysfs: dict[str, Any] = json.loads(ctl(*words, prefix=UNPRIVILEGED).stdout)
    assert "unread" not in whole and "Permission denied" in by_sysfs["unread"]
    for key in ["identity", "because", "properties", "codes", "gate"]:
        assert whole[key] == by_sysfs[key], key
    assert by_sysfs["axes"] == []
    axes = {axis["name"]: (axis["minimum"], axis["maximum"]) for axis in whole["axes"]}
    assert axes["ABS_MT_POSITION_X"] == (0, 1279) and axes["ABS_MT_SLOT"] == (0, 9)
    assert "touch protocol B" in whole["because"] and "INPUT_PROP_DIRECT" in whole["properties"]
    assert whole["profile"].startswith("lies on Virtual-1")


def test_explain_finds_by_number_name_and_mirror(board: Board) -> None:
    node = board.panel.device.path
    option = ["--json", "--socket", board.focusd.socket]
    for word in [Path(node).name, "Touchscreen"]:
        assert json.loads(ctl("input", "explain", word, *option).stdout)["device"]["node"] == node
    mirror = json.loads(ctl("input", "explain", node, *option).stdout)["device"]["mirror"]
    assert json.loads(ctl("input", "explain", mirror, *option).stdout)["device"]["mirrorOf"] == node
    nobody = ctl("input", "explain", "Nobody", *option)
    assert nobody.returncode == 1 and "no input device" in nobody.stderr
