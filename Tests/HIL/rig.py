"""focusd on a real kernel: stand-ins for hardware, the daemon, its mirrors.

Runs inside the virtual board as root. Nothing here asks focusd what happened:
mirrors are read raw, and their state is the kernel's (EVIOCGKEY, EVIOCGMTSLOTS).
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
from contextlib import closing, contextmanager
from pathlib import Path

import evdev
from evdev import AbsInfo, UInput, ecodes as e

PROFILE = """\
schema: 1
name: test
outputs:
  - name: Virtual-1
    width: 1280
    height: 800
    singleScene: true
"""

NEUTRAL = PROFILE + """\
input:
  touch:
    - match: {name: Touchscreen}
      output: Virtual-1
      cancel: neutral
      neutralPoint: [1270, 790]
"""


def wait_until(condition, limit: float = 20.0, what: str = "condition"):
    """The first true value of `condition`, asked again and again."""
    end = time.monotonic() + limit
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {limit} s")
        time.sleep(0.01)


def _enable(fd: int, kind: int, code: int, original=evdev.uinput._uinput.enable):
    """python-evdev cannot set EV_REP, which has no bits of its own."""
    if kind == e.EV_REP:
        fcntl.ioctl(fd, 0x40045564, kind)  # UI_SET_EVBIT
    else:
        original(fd, kind, code)


evdev.uinput._uinput.enable = _enable


def keyboard(phys: str = "test-kbd", name: str = "Keyboard") -> UInput:
    keys = list(range(e.KEY_ESC, e.KEY_F10)) + [e.KEY_LEFTMETA]
    return UInput({e.EV_KEY: keys, e.EV_MSC: [e.MSC_SCAN], e.EV_REP: [0, 1]}, name=name, phys=phys)


def touchscreen(phys: str = "test-touch", slots: int = 10, name: str = "Touchscreen") -> UInput:
    axis = {"X": AbsInfo(0, 0, 1279, 0, 0, 0), "Y": AbsInfo(0, 0, 799, 0, 0, 0)}
    capabilities = {
        e.EV_KEY: [e.BTN_TOUCH],
        e.EV_ABS: [
            (e.ABS_X, axis["X"]),
            (e.ABS_Y, axis["Y"]),
            (e.ABS_MT_SLOT, AbsInfo(0, 0, slots - 1, 0, 0, 0)),
            (e.ABS_MT_TRACKING_ID, AbsInfo(0, 0, 65535, 0, 0, 0)),
            (e.ABS_MT_POSITION_X, axis["X"]),
            (e.ABS_MT_POSITION_Y, axis["Y"]),
        ],
    }
    return UInput(capabilities, name=name, phys=phys, input_props=[e.INPUT_PROP_DIRECT])


def press(device: UInput, *codes: int, value: int = 1):
    for code in codes:
        device.write(e.EV_KEY, code, value)
    device.syn()


def release(device: UInput, *codes: int):
    press(device, *codes, value=0)


def tap_key(device: UInput, code: int):
    press(device, code)
    release(device, code)


class Finger:
    """One contact of a stand-in touch screen."""

    _ids = iter(range(1, 1 << 30))

    def __init__(self, device: UInput, slot: int):
        self.device, self.slot = device, slot

    def down(self, x: int, y: int, first: bool = True):
        self._slot()
        self.device.write(e.EV_ABS, e.ABS_MT_TRACKING_ID, next(Finger._ids) & 0xFFFF)
        self._at(x, y)
        if first:
            self.device.write(e.EV_KEY, e.BTN_TOUCH, 1)
        self.device.syn()
        return self

    def move(self, x: int, y: int):
        self._slot()
        self._at(x, y)
        self.device.syn()

    def up(self, last: bool = True):
        self._slot()
        self.device.write(e.EV_ABS, e.ABS_MT_TRACKING_ID, -1)
        if last:
            self.device.write(e.EV_KEY, e.BTN_TOUCH, 0)
        self.device.syn()

    def _slot(self):
        self.device.write(e.EV_ABS, e.ABS_MT_SLOT, self.slot)

    def _at(self, x: int, y: int):
        self.device.write(e.EV_ABS, e.ABS_MT_POSITION_X, x)
        self.device.write(e.EV_ABS, e.ABS_MT_POSITION_Y, y)


class Reader:
    """A raw reader of one node: another program that has it open."""

    def __init__(self, node: str):
        self.device = evdev.InputDevice(node)

    def read(self, quiet: float = 0.15) -> list[tuple[str, int]]:
        """What comes until the node has been silent for `quiet` seconds."""
        events = []
        while select.select([self.device.fd], [], [], quiet)[0]:
            try:
                events += [event for event in self.device.read()]
            except OSError:
                break
        return [(_name(event.type, event.code), event.value) for event in events]

    def until(self, wanted: tuple[str, int], limit: float = 20.0) -> list[tuple[str, int]]:
        """What comes up to and including `wanted`."""
        seen: list[tuple[str, int]] = []
        wait_until(lambda: seen.extend(self.read(0.02)) or wanted in seen, limit, str(wanted))
        return seen

    def keys_down(self) -> list[int]:
        """By the kernel's table; asked on a file of its own, since EVIOCGKEY empties a queue."""
        with closing(evdev.InputDevice(self.device.path)) as other:
            return other.active_keys()

    @contextmanager
    def recording(self):
        """Collects what comes until the block ends or the device goes, into the list it yields."""
        seen: list[tuple[str, int]] = []
        ending = threading.Event()

        def collect():
            while not ending.is_set() or select.select([self.device.fd], [], [], 0)[0]:
                try:
                    if select.select([self.device.fd], [], [], 0.02)[0]:
                        seen.extend((_name(x.type, x.code), x.value) for x in self.device.read())
                except OSError:
                    return

        thread = threading.Thread(target=collect)
        thread.start()
        try:
            yield seen
        finally:
            ending.set()
            thread.join()

    def live_slots(self) -> list[int]:
        """Tracking ids of the slots that are not empty, by the kernel's table."""
        count = self.device.absinfo(e.ABS_MT_SLOT).max + 1
        request = bytearray(struct.pack("i", e.ABS_MT_TRACKING_ID) + bytes(4 * count))
        # EVIOCGMTSLOTS(len): _IOC(_IOC_READ, 'E', 0x0a, len)
        fcntl.ioctl(self.device.fd, (2 << 30) | (len(request) << 16) | (ord("E") << 8) | 0x0A, request)
        return [i for i in struct.unpack(f"{count}i", request[4:]) if i >= 0]

    def close(self):
        self.device.close()


def _name(kind: int, code: int) -> str:
    if kind == e.EV_SYN:
        return "SYN" if code == e.SYN_REPORT else f"SYN_{code}"
    name = e.bytype[kind].get(code, f"{kind}:{code}")
    return name if isinstance(name, str) else name[0]


class Call:
    """One Varlink connection."""

    def __init__(self, path: str):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path)  # waits where others crowd in
        self.socket.settimeout(20)
        self.buffer = b""

    def send(self, method: str, more: bool = False, **parameters):
        message = {"method": f"org.focusd.Control.{method}", "parameters": parameters}
        if more:
            message["more"] = True
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def receive(self) -> dict:
        while b"\0" not in self.buffer:
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError("focusd hung up")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method: str, **parameters) -> dict:
        self.send(method, **parameters)
        reply = self.receive()
        if "error" in reply:
            raise RuntimeError(reply)
        return reply.get("parameters") or {}

    def close(self):
        self.socket.close()


class Overlay:
    """An overlay that is up from here on; `gated` was answered."""

    def __init__(self, focusd: "Focusd", kind: str = "call", **wants):
        self.focusd = focusd
        self.connection = Call(focusd.socket)
        self.connection.send("Raise", more=True, kind=kind, **wants)
        reply = self.connection.receive()
        if "error" in reply:
            raise RuntimeError(reply)
        self.token = reply["parameters"]["token"]

    def present(self, x: int, y: int, width: int, height: int, output: str = "Virtual-1"):
        region = {"output": output, "x": x, "y": y, "width": width, "height": height}
        self.focusd.control.call("Present", token=self.token, regions=[region])

    def keyboard(self, entered: bool):
        self.focusd.control.call("ConfirmKeyboard", token=self.token, entered=entered)

    def dismiss(self) -> str:
        self.focusd.control.call("Dismiss", token=self.token)
        reason = self.connection.receive()["parameters"]["reason"]
        self.connection.close()
        return reason

    def kill(self):
        """As if its program died."""
        self.connection.close()


class Focusd:
    """The daemon, from start to READY to its end."""

    def __init__(self, profile: str = PROFILE, *, wait: bool = True):
        self.directory = Path(tempfile.mkdtemp(prefix="focusd-"))
        self.socket = str(self.directory / "control")
        (self.directory / "board.yaml").write_text(profile)
        self.log = self.directory / "log"
        self._notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notify.bind(str(self.directory / "notify"))
        self._control: Call | None = None
        self.process = subprocess.Popen(
            ["focusd", "--profile", self.directory / "board.yaml", "--socket", self.socket],
            stderr=self.log.open("w"),
            env=dict(os.environ, NOTIFY_SOCKET=str(self.directory / "notify")),
        )
        if wait:
            self.wait_ready()

    def wait_ready(self, limit: float = 30):
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if select.select([self._notify], [], [], 0.1)[0]:
                if b"READY=1" in self._notify.recv(4096):
                    return
            if self.process.poll() is not None:
                raise RuntimeError(f"focusd ended with {self.process.returncode}:\n{self.errors}")
        raise TimeoutError(f"focusd is not ready:\n{self.errors}")

    @property
    def errors(self) -> str:
        return self.log.read_text()

    @property
    def control(self) -> Call:
        if self._control is None:
            self._control = Call(self.socket)
        return self._control

    def mirror(self, device: UInput, limit: float = 10) -> Reader:
        """A reader of the mirror of a stand-in, found by its phys."""
        wanted = "focusd/" + device.phys

        def find():
            for node in evdev.list_devices():
                try:
                    found = evdev.InputDevice(node)
                except OSError:  # it went meanwhile
                    continue
                if found.phys == wanted:
                    return Reader(node)
                found.close()
            return None

        return wait_until(find, limit, f"mirror {wanted}")

    @contextmanager
    def paused(self):
        """Keeps focusd from reading. The signal takes effect on each thread in its own time."""
        tasks = Path(f"/proc/{self.process.pid}/task")
        self.process.send_signal(signal.SIGSTOP)
        wait_until(lambda: all("State:\tT" in (task / "status").read_text() for task in tasks.iterdir()),
                   what="every thread of focusd stopped")
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self, signal_number: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal_number)
        status = self.process.wait(20)
        if self._control:
            self._control.close()
        self._notify.close()
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
