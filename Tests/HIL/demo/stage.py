"""What every act stands on: the finger, focusd, the keyboard, the witnesses and their logs."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import evdev

from gate import Call, Focusd, Unit, Withheld
from journal import Journal
from outside import Outside, Typist
from picture import Rectangle, find, same
from player import TOUCH_PHYS, Recording, TouchScreen, read_recording
from screen import Output, first_output
from session import Session, stop
from waiting import wait_for
from witness import MIRROR

HERE = Path(__file__).resolve().parent
ASSETS = HERE / "assets"
CORPUS = HERE.parents[1] / "Corpus"
PANEL = "EP0430M09"
PUBLIC = 0o777


@dataclass(frozen=True)
class Act:
    """An act's name, and what the analyser must know of it beforehand."""

    name: str
    title: str
    consumer: str
    policy: str
    mode: tuple[int, int] | None = None
    """What the compositor is told to set; None if it takes what the screen prefers."""


class Stage:
    """One act's set. Leaving the `with` block stops everything and brings the logs to `out`."""

    def __init__(self, act: Act, out: Path, outside: Outside, withhold: bool, unit: bool = False) -> None:
        self.act = act
        self.output = first_output()
        if act.mode:
            self.output = Output(self.output.name, *act.mode)
        self._out = out / act.name
        self._outside = outside
        self._withhold = withhold
        self._unit = unit
        self._end = ExitStack()
        # Clients write here as an ordinary user.
        self.logs = Path(tempfile.mkdtemp(prefix="demo-"))
        self.logs.chmod(PUBLIC)
        (self.logs / "marks.jsonl").touch()
        (self.logs / "marks.jsonl").chmod(PUBLIC)
        self.marks = Journal(self.logs / "marks.jsonl")
        self.typist = Typist(outside, Journal(self.logs / "keys.jsonl"))
        self.session = Session(self.logs)
        self.stroke = read_recording(CORPUS / f"{PANEL}.1-finger-drag-up-down.events")
        self.two_fingers = read_recording(CORPUS / f"{PANEL}.2-finger-scroll-down.events")

    def __enter__(self) -> Stage:
        with ExitStack() as end:
            end.callback(self._bring_logs)
            self.screen = TouchScreen(CORPUS / f"{PANEL}.desc", Journal(self.logs / "touch.jsonl"))
            end.callback(self.screen.close)
            profile = self.logs / "profile.yaml"
            template = (ASSETS / f"{self.act.policy}.yaml").read_text()
            profile.write_text(template.format(**asdict(self.output), neutral=self.output.neutral))
            self.focusd = (Unit if self._unit else Focusd)(profile, self.logs)
            end.callback(self.focusd.stop)
            self._witness = subprocess.Popen([sys.executable, HERE / "witness.py", self.logs / "mirrors.jsonl"],
                                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
            end.callback(stop, self._witness)
            self._answer()
            self._describe()
            end.push(self.session)
            self.session.seat()
            end.push(self._picture_failure)
            self._end = end.pop_all()
        return self

    def __exit__(self, *failure: Any) -> None:
        self._end.__exit__(*failure)

    def _picture_failure(self, kind: type[BaseException] | None, *_: object) -> None:
        """Where the act came to grief."""
        if kind is not None:
            shutil.move(self.glance(), self._out.parent / f"{self.act.name}-failed.png")

    def _bring_logs(self) -> None:
        self._out.mkdir(exist_ok=True)
        for file in self.logs.iterdir():
            if file.is_file() and file.suffix != ".png":
                shutil.copyfile(file, self._out / file.name)
        shutil.rmtree(self.logs)

    def _describe(self) -> None:
        scene = asdict(self.act) | {
            "withheld": self._withhold, "output": asdict(self.output),
            "neutral": self.output.neutral if self.act.policy == "neutral" else None,
            "touch": {"phys": TOUCH_PHYS, "width": self.screen.width, "height": self.screen.height},
            "keyboard": {"phys": self._outside.keyboard_phys},
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
            at_rest = same(before, last)
            before.unlink()
            return at_rest

        wait_for("the screen to come to rest", rests, period=0.3)
        return last

    def glance(self) -> Path:
        """What the screen shows now."""
        file = self.logs / f"glance-{time.monotonic_ns()}.png"
        self._outside.picture(file)
        return file

    def look(self, colours: set[str]) -> list[Rectangle]:
        """Where the screen shows some colours now."""
        file = self.glance()
        areas = find(file, colours)
        file.unlink()
        return areas

    def watch(self) -> None:
        """Starts libinput's own reader beside the compositor's."""
        nodes = [device.path for device in map(evdev.InputDevice, evdev.list_devices())
                 if device.phys.startswith(MIRROR)]
        self.session.client("libinput", "stdbuf", "-oL", "libinput", "debug-events", "--show-keycodes",
                            "--device", *nodes)
        wait_for("libinput's reader", lambda: self.count("libinput", "DEVICE_ADDED") == len(nodes))

    def count(self, client: str, words: str) -> int:
        """How often a client's log says something."""
        log = self.logs / f"{client}.log"
        return log.read_text(errors="replace").count(words) if log.exists() else 0

    def said(self, client: str, words: str) -> bool:
        """Whether a client's log says something."""
        return self.count(client, words) > 0

    def draw(self, recording: Recording, dx: int = 0, dy: int = 0) -> None:
        """Plays a recording; `dx` and `dy` are pixels of the output."""
        self.screen.play(self.placed(recording, dx, dy))

    def placed(self, recording: Recording, dx: int, dy: int = 0) -> Recording:
        """A recording moved by pixels of the output."""
        return recording.moved(*self.on_screen(dx, dy))

    def on_screen(self, x: int, y: int) -> tuple[int, int]:
        """Pixels of the output in the touch screen's own units."""
        return x * self.screen.width // self.output.width, y * self.screen.height // self.output.height
