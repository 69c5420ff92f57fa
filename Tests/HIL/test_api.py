"""The control API on a real kernel: foreign clients, users and roles, hostile ones, the examples."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import varlink
from evdev import ecodes as e
from rig import PROFILE, Call, Focusd, Overlay, keyboard, press, release, tap_key, wait_until

HERE = Path(__file__).resolve().parent
CLONE = HERE.parents[1]
CONTROL = "org.focusd.Control"
ROLES = PROFILE + """\
roles:
  - {name: guard, user: kiosk, raise: [lock]}
  - {name: dialer, user: kiosk, unit: dialer.service, raise: [call]}
  - {name: watcher, user: kiosk, may: [watch, inspect]}
  - {name: fleet, group: focus, may: [manage]}
"""
GRACE = 1.0


@pytest.fixture
def focusd() -> Iterator[Focusd]:
    with running() as daemon:
        yield daemon


@contextmanager
def running(profile: str = PROFILE) -> Iterator[Focusd]:
    """focusd with a socket that other users can reach."""
    with Focusd(profile) as daemon:
        daemon.directory.chmod(0o755)
        yield daemon


def focusctl(daemon: Focusd, *arguments: str, user: str = "root", groups: str = "",
             **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*_as(user, groups), "focusctl", "--socket", daemon.socket, *arguments],
                          capture_output=True, text=True, timeout=60, check=False, **options)


def _as(user: str, groups: str = "") -> list[str]:
    if user == "root":
        return []
    group = "nogroup" if user == "nobody" else user
    return ["setpriv", f"--reuid={user}", f"--regid={group}", f"--groups={groups}" if groups else "--clear-groups"]


class Holder:
    """`focusctl overlay raise` as a process."""

    def __init__(self, daemon: Focusd, *arguments: str, user: str = "root") -> None:
        self.process = subprocess.Popen(
            [*_as(user), "focusctl", "--socket", daemon.socket, "overlay", "raise", *arguments],
            stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.id, self.token = self.process.stdout.readline().split()

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        return self.process.wait(20)


def overlays(daemon: Focusd) -> list[dict]:
    return daemon.control.call("Status")["overlays"]


# Clients that nobody of focusd's wrote.


def test_the_varlink_package_speaks_with_it(focusd):
    client = varlink.Client.new_with_address("unix:" + focusd.socket)
    assert CONTROL in client.get_interfaces()
    with client.open(CONTROL) as held, client.open(CONTROL) as api, client.open(CONTROL) as watching:
        notices = watching.Watch(_more=True)
        assert next(notices)["event"] == "snapshot"
        states = held.Raise(kind="call", wantsKeyboard=True, _more=True)
        gated = next(states)
        assert gated["state"] == "gated"
        region = {"output": "Virtual-1", "x": 0, "y": 0, "width": 100, "height": 100}
        api.Present(token=gated["token"], regions=[region])
        api.ConfirmKeyboard(token=gated["token"], entered=True)
        assert api.Status()["keyboardOwner"] == gated["id"]
        with pytest.raises(varlink.VarlinkError) as refused:
            api.Raise(kind="cal", _more=True).__next__()
        assert refused.value.error() == CONTROL + ".UnknownKind"
        assert refused.value.parameters() == {"kind": "cal"}
        api.Dismiss(token=gated["token"])
        assert next(states) == {"state": "ended", "reason": "dismissed"}
        events = [next(notices)["event"] for _ in range(8)]
    assert events == ["overlayRaised", "sceneWillResignActive", "interruptionBegan", "overlayPresented",
                      "overlayKeyboard", "overlayEnded", "interruptionEnded", "sceneDidBecomeActive"]


def test_varlinkctl_speaks_with_it(focusd):
    def varlinkctl(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["varlinkctl", *arguments], capture_output=True, text=True, timeout=60, check=False)

    file = CLONE / "Sources/ControlAPI/org.focusd.Control.varlink"
    valid = varlinkctl("validate-idl", str(file))
    assert valid.returncode == 0, valid.stderr
    shown = varlinkctl("introspect", focusd.socket, CONTROL)
    assert "method Reclaim" in shown.stdout, shown.stderr
    assert "focusd" in varlinkctl("info", focusd.socket).stdout
    status = varlinkctl("--json=short", "call", focusd.socket, CONTROL + ".Status", "{}")
    assert json.loads(status.stdout)["overlays"] == []
    refused = varlinkctl("call", focusd.socket, CONTROL + ".Dismiss", '{"token":"x"}')
    assert refused.returncode != 0 and "UnknownToken" in refused.stderr
    # A stream, as it comes.
    with subprocess.Popen(["varlinkctl", "--json=short", "--more", "call", focusd.socket, CONTROL + ".Watch", "{}"],
                          stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout
        assert json.loads(watching.stdout.readline().lstrip("\x1e"))["event"] == "snapshot"
        Overlay(focusd).dismiss()
        assert json.loads(watching.stdout.readline().lstrip("\x1e"))["event"] == "overlayRaised"
        watching.kill()


def test_watchers_hear_of_devices(focusd):
    watching = Call(focusd.socket)
    watching.send("Watch", more=True)
    assert watching.receive()["parameters"]["event"] == "snapshot"
    with keyboard("coming", "Coming"):
        added = watching.receive()["parameters"]
        assert (added["event"], added["device"]["name"]) == ("deviceAdded", "Coming")
    gone = watching.receive()["parameters"]
    assert (gone["event"], gone["device"]["name"]) == ("deviceGone", "Coming")
    watching.close()
    # Who comes back hears the second one, once.
    back = Call(focusd.socket)
    back.send("Watch", more=True, since=added["serial"])
    assert back.receive()["parameters"] == gone
    back.close()


# Overlays whose client is gone.


def test_the_gate_stays_shut_for_the_grace_and_the_client_may_come_back(focusd):
    with keyboard() as k:
        mirror = focusd.mirror(k)
        overlay = Overlay(focusd)
        overlay.kill()
        back = Call(focusd.socket)
        wait_until(lambda: overlays(focusd)[0]["abandoned"], what="abandoned")
        back.send("Reclaim", more=True, token=overlay.token)
        assert back.receive()["parameters"]["state"] == "gated"
        time.sleep(GRACE + 0.5)
        tap_key(k, e.KEY_A)
        assert mirror.read() == []
        killed = time.monotonic()
        back.close()
        wait_until(lambda: overlays(focusd) == [], what="end of the grace")
        assert time.monotonic() - killed >= GRACE * 0.9
        tap_key(k, e.KEY_B)
        assert ("KEY_B", 1) in mirror.until(("KEY_B", 0))


def test_a_lock_outlives_its_program_until_a_manager_ends_it():
    with keyboard() as k, running(ROLES) as focusd:
        mirror = focusd.mirror(k)
        holder = Holder(focusd, "lock", user="kiosk")
        holder.end(signal.SIGKILL)
        time.sleep(GRACE + 1)
        tap_key(k, e.KEY_A)
        assert mirror.read() == [] and overlays(focusd)[0]["abandoned"]
        refused = focusctl(focusd, "overlay", "end", holder.id, user="kiosk")
        assert refused.returncode == 1 and "'manage'; roles of the board's profile that have it: fleet" in refused.stderr
        ended = focusctl(focusd, "overlay", "end", holder.id, user="kiosk", groups="focus")
        assert ended.returncode == 0, ended.stderr
        tap_key(k, e.KEY_B)
        assert ("KEY_B", 1) in mirror.until(("KEY_B", 0))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_focusctl_dismisses_on_a_signal_without_a_grace(focusd, number):
    holder = Holder(focusd, "lock")
    assert holder.end(number) == 128 + number
    assert overlays(focusd) == []


# Users and roles.


def test_who_may_what():
    with running(ROLES) as focusd:
        def refusal(*arguments: str, user: str = "kiosk") -> str:
            result = focusctl(focusd, *arguments, user=user)
            assert result.returncode == 1, result.stdout
            return result.stderr

        assert "'raise call'; roles of the board's profile that have it: dialer" in refusal("overlay", "raise", "call")
        assert "'manage'" in refusal("reload")
        assert "'raise'; roles of the board's profile that have it: guard, dialer" \
            in refusal("overlay", "raise", "lock", user="nobody")
        assert "'inspect'" in refusal("status", user="nobody")
        assert "'watch'" in refusal("watch", user="nobody")
        assert focusctl(focusd, "status", user="kiosk").returncode == 0
        holder = Holder(focusd, "lock", user="kiosk")
        # Its token is no key for somebody else who may not raise such overlays.
        assert "'raise'" in refusal("overlay", "dismiss", holder.token, user="nobody")
        # Nobody is shown a token.
        assert holder.token not in focusctl(focusd, "status", "--json").stdout
        watching = subprocess.Popen([*_as("kiosk"), "focusctl", "--socket", focusd.socket, "watch", "--json"],
                                    stdout=subprocess.PIPE, text=True)
        assert watching.stdout
        lines = [watching.stdout.readline()]
        assert focusctl(focusd, "overlay", "dismiss", holder.token, user="kiosk").returncode == 0
        while "overlayEnded" not in lines[-1]:
            lines.append(watching.stdout.readline())
        watching.kill()
        watching.wait()
        assert holder.token not in "".join(lines)


@contextmanager
def unit(name: str) -> Iterator[Path]:
    """A cgroup as systemd makes one for a service."""
    root = Path("/sys/fs/cgroup")
    if not (root / "cgroup.procs").exists():
        subprocess.run(["mount", "-t", "cgroup2", "none", root], check=True)
    directory = root / "system.slice" / name
    directory.mkdir(parents=True, exist_ok=True)
    yield directory


def test_a_unit_is_told_by_its_cgroup():
    with running(ROLES) as focusd, unit("dialer.service") as dialer, unit("other.service") as other:
        def dial(cgroup: Path) -> subprocess.CompletedProcess[str]:
            script = f'echo $$ > {cgroup}/cgroup.procs; exec setpriv --reuid=kiosk --regid=kiosk --clear-groups ' \
                f'timeout -s INT 2 focusctl --socket {focusd.socket} overlay raise call'
            return subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=60, check=False)

        assert len(dial(dialer).stdout.split()) == 2
        assert "'raise call'" in dial(other).stderr


def test_reload_puts_the_roles_in_force_and_all_or_nothing(focusd):
    board = focusd.directory / "board.yaml"
    board.write_text(ROLES.replace("1280", "1024"))
    told = json.loads(focusctl(focusd, "reload", "--json").stdout)
    assert told["applied"] == []
    assert any(change.startswith("outputs[0].width: 1280 → 1024") for change in told["needsRestart"])
    assert focusctl(focusd, "status", user="kiosk").returncode == 1
    board.write_text(ROLES)
    told = json.loads(focusctl(focusd, "reload", "--json").stdout)
    assert told["needsRestart"] == [] and any(change.startswith("roles[0].") for change in told["applied"])
    assert focusctl(focusd, "status", user="kiosk").returncode == 0
    board.write_text("schema: 1\nnme: x\n")
    wrong = focusctl(focusd, "reload")
    assert wrong.returncode == 1 and "board.yaml:2" in wrong.stderr
    assert focusctl(focusd, "status", user="kiosk").returncode == 0


# Hostile clients.


def resident(daemon: Focusd) -> int:
    status = Path(f"/proc/{daemon.process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


@contextmanager
def attackers(daemon: Focusd, *attacks: str) -> Iterator[None]:
    seed = int(os.environ.get("SEED", random.SystemRandom().randrange(1 << 30)))
    print("hostile clients: SEED =", seed)
    processes = [
        subprocess.Popen([*_as("kiosk"), sys.executable, HERE / "hostile.py", daemon.socket, attack, str(seed)])
        for attack in attacks]
    try:
        yield
        assert [p.args[-2] for p in processes if p.poll() is not None] == []
    finally:
        for process in processes:
            process.kill()
            process.wait()


ATTACKS = ["fuzz", "halves", "crowd", "deaf", "deep", "flood"]


@pytest.mark.parametrize("attacks", [*[[attack] for attack in ATTACKS], ATTACKS], ids=[*ATTACKS, "all"])
def test_hostile_clients_cost_nobody_anything(attacks):
    """Others are served, memory is bounded, and the gate does what it is there for."""
    with keyboard() as k, running(ROLES) as focusd:
        mirror = focusd.mirror(k)
        control = focusd.control
        control.call("Status")
        began = resident(focusd)
        turns = 0
        with attackers(focusd, *attacks):
            end = time.monotonic() + 6
            while time.monotonic() < end:
                turns += 1
                with mirror.recording() as seen:
                    for key in (e.KEY_A, e.KEY_B, e.KEY_C):
                        press(k, key)
                        release(k, key)
                    wait_until(lambda: ("KEY_C", 0) in seen, what="keys under attack")
                assert [x for x in seen if x[0] != "SYN" and x[1] != 2] == [
                    ("KEY_A", 1), ("KEY_A", 0), ("KEY_B", 1), ("KEY_B", 0), ("KEY_C", 1), ("KEY_C", 0)]
                overlay = Overlay(focusd)
                tap_key(k, e.KEY_D)
                assert mirror.read(0.05) == []
                control.call("Status")
                assert overlay.dismiss() == "dismissed"
        assert turns > 2
        assert resident(focusd) - began < 6 * 1024, "KiB more than before"
        assert overlays(focusd) == []
        assert focusd.errors.count("control:") < 20, "the log was flooded"


# The examples.


@pytest.mark.parametrize("example", [["example-call"], [sys.executable, CLONE / "examples/python/call.py"],
                                     ["sh", CLONE / "examples/shell/call.sh"]], ids=["swift", "python", "shell"])
def test_examples(focusd, example):
    with keyboard() as k:
        mirror = focusd.mirror(k)
        environment = dict(os.environ, FOCUSD_SOCKET=focusd.socket)
        process = subprocess.Popen([*example, "Virtual-1", "1280", "800", "3"], env=environment,
                                   stdout=subprocess.PIPE, text=True)
        wait_until(lambda: any(o["presented"] and o["hasKeyboard"] for o in overlays(focusd)), what="the call")
        tap_key(k, e.KEY_A)
        assert ("KEY_A", 1) in mirror.until(("KEY_A", 0))
        shown = process.communicate(timeout=60)[0].split()
        assert process.returncode == 0
        assert shown == ["snapshot", "overlayRaised", "sceneWillResignActive", "interruptionBegan",
                         "overlayPresented", "overlayKeyboard", "overlayEnded"]
        assert overlays(focusd) == []
