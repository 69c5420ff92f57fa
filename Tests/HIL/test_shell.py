"""Who gets keys where sway is asked: judged by what two terminals record, and by the mirror.

docs/shell.md says what is promised; the witnesses here know nothing of focusd.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Iterator

import pytest
from evdev import ecodes as e

from conftest import BOARD, HERE
from rig import Focusd, Overlay, keyboard, tap_key, wait_until
from session import Session

PROFILE = """\
schema: 1
name: test
outputs:
  - {{name: Virtual-1, width: 1024, height: 768, singleScene: true, geometry: {geometry}}}
shell: {{kind: sway, socket: {socket}}}
"""
SWAY = """\
xwayland disable
output * mode 1024x768
input type:keyboard repeat_rate 0
no_focus [app_id="overlay"]
"""
SHELL = Path("/run/kiosk-shell")
SOCKET = SHELL / "sway.sock"
# Long enough for a key to arrive that is not held back, and for sway to be asked twice.
SETTLE = 1.5
pytestmark = pytest.mark.skipif(os.environ.get("BOARD") != BOARD, reason=f"needs the virtual board {BOARD}")


class Kiosk(Session):
    """sway behind focusd's mirror, an app, and what is typed on a stand-in keyboard."""

    def __init__(self, logs: Path, geometry: str = "compositor") -> None:
        super().__init__(logs)
        (logs / "sway.conf").write_text(SWAY)
        self.profile = PROFILE.format(geometry=geometry, socket=SOCKET)
        self._environment["SWAYSOCK"] = str(SOCKET)

    def __enter__(self) -> Kiosk:
        subprocess.run(["install", "-d", "-m2750", "-okiosk", "-gfocus", SHELL], check=True)
        self.keyboard = keyboard()
        self.focusd = Focusd(self.profile)
        self.focusd.directory.chmod(0o755)
        self.mirror = self.focusd.mirror(self.keyboard)
        self.seat()
        self.start_sway()
        return self

    def __exit__(self, *failure: object) -> None:
        super().__exit__(*failure)
        self.focusd.stop()
        (self.logs / "focusd.log").write_text(self.focusd.errors)
        self.mirror.close()
        self.keyboard.close()
        SOCKET.unlink(missing_ok=True)

    def start_sway(self) -> None:
        """As docs/shell.md says that its unit has to."""
        SOCKET.unlink(missing_ok=True)
        self._environment.pop("WAYLAND_DISPLAY", None)
        for left in self.runtime.glob("wayland-*"):
            left.unlink()
        self.process = self._spawn(("sh", "-c", f"umask 007; exec sway -c {self.logs}/sway.conf"), "sway")
        wait_until(lambda: self._display() and SOCKET.exists(), what="sway")
        self._environment["WAYLAND_DISPLAY"] = self._display() or ""
        self.sway("-t", "get_version")

    def _message(self, words: tuple[str, ...]) -> Any:
        answer = subprocess.run(["swaymsg", "-r", "-s", str(SOCKET), *words], capture_output=True, check=False)
        return json.loads(answer.stdout) if answer.returncode == 0 else None

    def app(self) -> None:
        """A terminal that is nobody's overlay."""
        self.client("app", "foot", "-a", "app", "sh", "-c",
                    f"stty -echo -icanon min 1; exec cat > {self.logs}/app.txt")
        wait_until(lambda: self.focused() == "app" and (self.logs / "app.txt").exists(), what="the app")

    def overlay(self) -> str:
        """Raised, and its window on the screen while the app has the focus. Returns the token."""
        (self.logs / "overlay.txt").unlink(missing_ok=True)
        self.holder = self.client("overlay", sys.executable, str(HERE / "shell/overlay.py"), self.focusd.socket,
                                  f"{self.logs}/token", f"{self.logs}/overlay.txt", groups=("focus",))
        wait_until(lambda: "overlay" in self.windows() and (self.logs / "overlay.txt").exists(), what="the overlay")
        assert self.focused() == "app"
        return (self.logs / "token").read_text()

    def typed(self, text: str) -> None:
        """Types, and waits until it must have arrived wherever it goes."""
        for character in text:
            tap_key(self.keyboard, e.ecodes[f"KEY_{character.upper()}"])
            time.sleep(0.02)
        time.sleep(SETTLE)

    def record(self, name: str) -> str:
        """What a terminal was typed into."""
        return (self.logs / f"{name}.txt").read_text()

    def windows(self) -> dict[str, dict[str, Any]]:
        """sway's windows by app_id."""
        found: dict[str, dict[str, Any]] = {}

        def walk(node: dict[str, Any]) -> None:
            if node.get("app_id"):
                found[node["app_id"]] = node
            for child in node["nodes"] + node["floating_nodes"]:
                walk(child)

        walk(self.sway("-t", "get_tree"))
        return found

    def focused(self) -> str | None:
        """The app_id of the window that has the focus, by sway."""
        return next((name for name, node in self.windows().items() if node["focused"]), None)

    def focus(self, name: str) -> None:
        """Somebody else moves the focus."""
        self.sway(f'[app_id="{name}"] focus')

    def status(self) -> dict[str, Any]:
        return self.focusd.control.call("Status")

    def overlay_has_keys(self) -> bool:
        status = self.status()
        return bool(status["overlays"]) and status.get("keyboardOwner") == status["overlays"][0]["id"]

    def present(self, token: str) -> None:
        region = {"output": "Virtual-1", "x": 512, "y": 0, "width": 512, "height": 768}
        self.focusd.control.call("Present", token=token, regions=[region])


@pytest.fixture
def logs(request: pytest.FixtureRequest) -> Path:
    """Comes back with OUT."""
    directory = Path(os.environ["OUT"]) / "shell" / request.node.name.replace("[", "-").rstrip("]")
    directory.mkdir(parents=True, exist_ok=True)
    directory.chmod(0o777)
    return directory


def test_a_daemon_of_another_user_reaches_sway(logs: Path) -> None:
    """Without any capability, by the directory's group alone; others do not."""
    with Kiosk(logs):
        reach = [sys.executable, "-c", f"import socket; socket.socket(socket.AF_UNIX).connect('{SOCKET}')"]
        member = ["setpriv", "--reuid=nobody", "--regid=focus", "--clear-groups", "--bounding-set=-all"]
        stranger = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        assert subprocess.run([*member, *reach], check=False).returncode == 0
        assert subprocess.run([*stranger, *reach], check=False, capture_output=True).returncode != 0


def test_keys_follow_the_compositors_word(logs: Path) -> None:
    """A password typed before the overlay has the focus is nobody's; after it, the overlay's alone."""
    with Kiosk(logs) as kiosk:
        kiosk.app()
        wait_until(lambda: kiosk.status()["shell"]["state"] == "connected", what="the shell")
        kiosk.typed("before")
        assert kiosk.record("app") == "before"
        token = kiosk.overlay()
        kiosk.typed("early")
        kiosk.focusd.control.call("ConfirmKeyboard", token=token, entered=True)
        kiosk.typed("claimed")
        assert (kiosk.record("app"), kiosk.record("overlay")) == ("before", "")

        kiosk.present(token)
        wait_until(kiosk.overlay_has_keys, what="the keyboard")
        assert kiosk.focused() == "overlay"
        kiosk.typed("secret")
        assert (kiosk.record("app"), kiosk.record("overlay")) == ("before", "secret")

        kiosk.focus("app")
        wait_until(lambda: not kiosk.overlay_has_keys(), what="the loss of the keyboard")
        kiosk.typed("stray")
        kiosk.focus("overlay")
        wait_until(kiosk.overlay_has_keys, what="the keyboard again")
        kiosk.typed("more")
        assert (kiosk.record("app"), kiosk.record("overlay")) == ("before", "secretmore")

        # The window stays: that the focus goes home is focusd's doing.
        kiosk.focusd.control.call("Dismiss", token=token)
        wait_until(lambda: kiosk.focused() == "app", what="the focus back")
        kiosk.typed("after")
        assert (kiosk.record("app"), kiosk.record("overlay")) == ("beforeafter", "secretmore")


def test_planted_fault_with_the_clients_word_alone_the_password_leaks(logs: Path) -> None:
    """The same with geometry: profile, where nobody asks sway: the test above can fail."""
    with Kiosk(logs, geometry="profile") as kiosk:
        kiosk.app()
        token = kiosk.overlay()
        kiosk.focusd.control.call("ConfirmKeyboard", token=token, entered=True)
        kiosk.typed("secret")
        assert kiosk.record("app") == "secret"


def test_a_dead_overlay_gives_the_keyboard_back(logs: Path) -> None:
    with Kiosk(logs) as kiosk:
        kiosk.app()
        kiosk.present(kiosk.overlay())
        wait_until(kiosk.overlay_has_keys, what="the keyboard")
        kiosk.holder.kill()
        wait_until(lambda: kiosk.focused() == "app", what="the focus back")
        wait_until(lambda: not kiosk.status()["overlays"], what="the end of the overlay")
        kiosk.typed("after")
        assert kiosk.record("app") == "after"


def test_status_tells_of_windows(logs: Path) -> None:
    with Kiosk(logs) as kiosk:
        kiosk.app()
        kiosk.overlay()
        wait_until(lambda: [w["focused"] for w in kiosk.status()["outputs"][0]["windows"]].count(True) == 1
                   and len(kiosk.status()["outputs"][0]["windows"]) == 2, what="both windows")
        time.sleep(SETTLE)
        told = kiosk.status()["outputs"][0]["windows"]
        for window in told:
            node = kiosk.windows()[window["name"]]
            assert {side: window[side] for side in ("x", "y", "width", "height")} == node["rect"]
            assert (window["id"], window["focused"]) == (node["id"], node["focused"])
        text = subprocess.run(["focusctl", "--socket", kiosk.focusd.socket, "status"], capture_output=True, text=True,
                              check=True).stdout
        assert "connected" in text and "overlay" in text


def test_a_panel_has_keys_by_its_own_word_while_no_window_has_them(logs: Path) -> None:
    """sway's tree knows no layer surface: the overlay says that it is entered, sway that no window is."""
    with Kiosk(logs) as kiosk:
        kiosk.app()
        wait_until(lambda: kiosk.status()["shell"]["state"] == "connected", what="the shell")
        overlay = Overlay(kiosk.focusd, wantsKeyboard=True)
        panel = kiosk.client("panel", sys.executable, str(HERE / "shell/layer.py"))
        log = logs / "panel.log"
        wait_until(lambda: "enter" in log.read_text(), what="the panel")
        kiosk.typed("early")
        assert "key" not in log.read_text()
        overlay.keyboard(True)
        wait_until(kiosk.overlay_has_keys, what="the keyboard")
        kiosk.typed("a")
        assert "key 30 1\nkey 30 0\n" in log.read_text()
        # The panel dies before its overlay does: sway gives the keyboard to the app.
        panel.kill()
        wait_until(lambda: kiosk.focused() == "app", what="sway's focus")
        wait_until(lambda: not kiosk.overlay_has_keys(), what="the loss of the keyboard")
        kiosk.typed("stray")
        assert kiosk.record("app") == ""
        overlay.dismiss()
        kiosk.typed("after")
        assert kiosk.record("app") == "after"


def test_a_panel_that_takes_the_keyboard_without_a_word_is_found_out(logs: Path) -> None:
    """sway sends no event then: it is asked, four times a second."""
    with Kiosk(logs) as kiosk:
        kiosk.app()
        kiosk.present(kiosk.overlay())
        wait_until(kiosk.overlay_has_keys, what="the keyboard")
        kiosk.client("panel", sys.executable, str(HERE / "shell/layer.py"))
        log = logs / "panel.log"
        wait_until(lambda: "enter" in log.read_text(), what="the panel")
        wait_until(lambda: not kiosk.overlay_has_keys(), what="the loss of the keyboard")
        kiosk.typed("secret")
        assert "key" not in log.read_text()
        assert (kiosk.record("app"), kiosk.record("overlay")) == ("", "")


def test_a_silent_sway_gets_no_keys_until_it_answers(logs: Path) -> None:
    with Kiosk(logs) as kiosk:
        kiosk.app()
        kiosk.present(kiosk.overlay())
        wait_until(kiosk.overlay_has_keys, what="the keyboard")
        kiosk.process.send_signal(signal.SIGSTOP)
        try:
            wait_until(lambda: kiosk.status()["shell"]["state"] == "silent", what="silence")
            assert kiosk.status()["shell"]["staleMilliseconds"] >= 0
            kiosk.mirror.read()
            kiosk.typed("lost")
            assert kiosk.mirror.read() == []
        finally:
            kiosk.process.send_signal(signal.SIGCONT)
        wait_until(kiosk.overlay_has_keys, what="the keyboard")
        kiosk.typed("found")
        assert (kiosk.record("app"), kiosk.record("overlay")) == ("", "found")


def test_a_dead_sway_is_dropped_and_the_next_one_found(logs: Path) -> None:
    with Kiosk(logs) as kiosk:
        kiosk.app()
        kiosk.present(kiosk.overlay())
        wait_until(kiosk.overlay_has_keys, what="the keyboard")
        other = Overlay(kiosk.focusd, wantsKeyboard=True)  # the first ends with sway
        kiosk.process.kill()
        kiosk.process.wait()
        wait_until(lambda: kiosk.status()["shell"]["state"] == "disconnected", what="its end")
        wait_until(lambda: "remove the socket" in kiosk.status()["shell"]["error"], what="advice")
        assert kiosk.status()["outputs"][0]["windows"] == []
        kiosk.mirror.read()
        kiosk.typed("lost")
        assert kiosk.mirror.read() == []
        kiosk.start_sway()
        wait_until(lambda: kiosk.status()["shell"] | {"error": None} == {
            "socket": str(SOCKET), "state": "connected", "error": None}, what="the next sway")
        other.dismiss()
        wait_until(lambda: not kiosk.status()["overlays"], what="the end of the first overlay")
        (logs / "app.txt").unlink()
        kiosk.app()
        kiosk.present(kiosk.overlay())
        wait_until(kiosk.overlay_has_keys, what="the keyboard")
        kiosk.typed("found")
        assert (kiosk.record("app"), kiosk.record("overlay")) == ("", "found")


GARBAGE = {
    "noise": b"HTTP/1.1 400 Bad Request\r\n\r\n" * 1000,
    "endless": b"i3-ipc" + struct.pack("=II", 0xFFFFFFFF, 4),
    "half": b"i3-ipc" + struct.pack("=II", 100_000, 4) + b"[" * 1000,
    "deep": b"i3-ipc" + struct.pack("=II", 100_000, 2) + b"[" * 100_000,
    "nothing": b"",
}


@pytest.mark.parametrize("kind", GARBAGE)
def test_garbage_is_dropped_without_a_spin(kind: str) -> None:
    with _impostor(GARBAGE[kind]) as accepted, keyboard() as p, Focusd(
            PROFILE.format(geometry="compositor", socket=SOCKET)) as focusd:
        before = _cpu_ticks(focusd.process.pid)
        time.sleep(4)
        assert _cpu_ticks(focusd.process.pid) - before <= 10
        assert 1 <= len(accepted) <= 6
        shell = focusd.control.call("Status")["shell"]
        assert shell["staleMilliseconds"] >= 4000
        if kind == "half":
            assert shell["state"] == "silent"
        else:
            assert shell["state"] == "disconnected" and shell["error"]
        # With nothing in front the keyboard works on; with an overlay it is shut.
        mirror = focusd.mirror(p)
        tap_key(p, e.KEY_A)
        assert ("KEY_A", 1) in mirror.until(("KEY_A", 0))
        overlay = Overlay(focusd, wantsKeyboard=True)
        mirror.read()
        tap_key(p, e.KEY_B)
        assert mirror.read(1) == []
        overlay.dismiss()


@contextmanager
def _impostor(answer: bytes) -> Iterator[list[float]]:
    """Listens where sway should, and says something else to whoever comes."""
    SHELL.mkdir(exist_ok=True)
    SOCKET.unlink(missing_ok=True)
    accepted: list[float] = []
    kept: list[socket.socket] = []
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(SOCKET))
        listener.listen()

        def serve() -> None:
            while True:
                try:
                    client = listener.accept()[0]
                except OSError:
                    return
                accepted.append(time.monotonic())
                try:
                    client.sendall(answer)
                except OSError:
                    pass
                if answer:
                    kept.append(client)
                else:
                    client.close()

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield accepted
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()
            for client in kept:
                client.close()
    SOCKET.unlink(missing_ok=True)


def _cpu_ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])
