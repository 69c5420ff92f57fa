"""What every act stands on: the finger, focusd, the keyboard, the witnesses and their logs."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import evdev

import picture
from gate import Call, Focusd, Withheld
from journal import Journal
from outside import Outside, Typist
from player import TOUCH_PHYS, Recording, TouchScreen, read_recording
from session import Session, stop
from waiting import wait_for
from witness import MIRROR

HERE = Path(__file__).resolve().parent
ASSETS = HERE / "assets"
CORPUS = HERE.parents[1] / "Corpus"
PANEL = "EP0430M09"
OUTPUT = "Virtual-1"
SIZE = (1024, 768)
PUBLIC = 0o777


@dataclass(frozen=True)
class Act:
    """An act's name, and what the analyser must know of it beforehand."""

    name: str
    title: str
    consumer: str
    policy: str
    neutral: tuple[int, int] | None = None


class Stage:
    """One act's set. Leaving the `with` block stops everything and brings the logs to `out`."""

    def __init__(self, act: Act, out: Path, outside: Outside, withhold: bool) -> None:
        self.act = act
        self._out = out / act.name
        self._outside = outside
        self._withhold = withhold
        self.width, self.height = SIZE
        # Clients write here as an ordinary user.
        self.logs = Path(tempfile.mkdtemp(prefix="demo-"))
        self.logs.chmod(PUBLIC)
        marks = self.logs / "marks.jsonl"
        marks.touch()
        marks.chmod(PUBLIC)
        self.marks = Journal(marks)
        self.screen = TouchScreen(CORPUS / f"{PANEL}.desc", Journal(self.logs / "touch.jsonl"))
        self.stroke = read_recording(CORPUS / f"{PANEL}.1-finger-drag-up-down.events")
        self.two_fingers = read_recording(CORPUS / f"{PANEL}.2-finger-scroll-down.events")
        self.typist = Typist(outside, Journal(self.logs / "keys.jsonl"))
        self.focusd = Focusd(ASSETS / f"{act.policy}.yaml", self.logs)
        self.session = Session(self.logs)
        self._witness = subprocess.Popen([sys.executable, HERE / "witness.py", self.logs / "mirrors.jsonl"],
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self._answer()
        self._describe()

    def __enter__(self) -> Stage:
        self.session.seat()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            shutil.move(self.glance(), self._out.parent / f"{self.act.name}-failed.png")
        self.session.__exit__()
        stop(self._witness)
        self.focusd.stop()
        self.screen.close()
        self._out.mkdir(exist_ok=True)
        for file in self.logs.iterdir():
            if file.is_file() and file.suffix != ".png":
                shutil.copyfile(file, self._out / file.name)
        shutil.rmtree(self.logs)

    def _describe(self) -> None:
        scene = asdict(self.act) | {
            "withheld": self._withhold, "output": {"name": OUTPUT, "width": SIZE[0], "height": SIZE[1]},
            "touch": {"phys": TOUCH_PHYS, "width": self.screen.width, "height": self.screen.height},
            "keyboard": {"phys": self._outside.keyboard_phys},
            "realtimeAhead": (time.time_ns() - time.monotonic_ns()) // 1000,
        }
        (self.logs / "scene.json").write_text(json.dumps(scene, indent=2) + "\n")

    def _answer(self) -> str:
        assert self._witness.stdout
        return self._witness.stdout.readline().strip()

    def sample(self, name: str) -> None:
        """Has the witness note what is down on the mirrors."""
        assert self._witness.stdin
        print(name, file=self._witness.stdin)
        self._answer()

    def raise_call(self, keyboard: bool = False) -> Call | Withheld:
        """Raises a call; it is up when this returns."""
        return Withheld(self.marks) if self._withhold else Call(self.focusd, self.marks, keyboard)

    def picture(self, moment: str) -> None:
        """Takes a picture of the screen, once it has come to rest."""
        file = self._out.parent / f"{self.act.name}-{moment}.png"
        shutil.move(self.rest(), file)
        self.marks.mark("picture", moment=moment, file=file.name)

    def rest(self) -> Path:
        """Waits until the screen has come to rest: two glances that see the same. Returns the second."""
        last = self.glance()

        def rests() -> bool:
            nonlocal last
            before, last = last, self.glance()
            at_rest = picture.same(before, last)
            before.unlink()
            return at_rest

        wait_for("the screen to come to rest", rests, period=0.3)
        return last

    def glance(self) -> Path:
        """What the screen shows now."""
        file = self.logs / f"glance-{time.monotonic_ns()}.png"
        self._outside.picture(file)
        return file

    def look(self, colours: set[str]) -> list[picture.Rectangle]:
        """Where the screen shows some colours now."""
        file = self.glance()
        areas = picture.find(file, colours)
        file.unlink()
        return areas

    def watch(self) -> None:
        """Starts libinput's own reader beside the compositor's."""
        nodes = [device.path for device in map(evdev.InputDevice, evdev.list_devices())
                 if device.phys.startswith(MIRROR)]
        self.session.client("libinput", "stdbuf", "-oL", "libinput", "debug-events", "--show-keycodes",
                            "--device", *nodes)

    def count(self, client: str, words: str) -> int:
        """How often a client's log says something."""
        log = self.logs / f"{client}.log"
        return log.read_text(errors="replace").count(words) if log.exists() else 0

    def said(self, client: str, words: str) -> bool:
        """Whether a client's log says something."""
        return self.count(client, words) > 0

    def draw(self, recording: Recording, dx: int = 0, dy: int = 0) -> None:
        """Plays a recording; `dx` and `dy` are pixels of the screen."""
        self.screen.play(self.placed(recording, dx, dy))

    def placed(self, recording: Recording, dx: int, dy: int = 0) -> Recording:
        """A recording moved by pixels of the screen."""
        return recording.moved(dx * self.screen.width // SIZE[0], dy * self.screen.height // SIZE[1])

    def on_screen(self, x: int, y: int) -> tuple[int, int]:
        """A pixel in the touch screen's own coordinates."""
        return x * self.screen.width // SIZE[0], y * self.screen.height // SIZE[1]
