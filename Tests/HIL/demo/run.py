#!/usr/bin/env python3
"""Plays the demo's acts and leaves their evidence in OUT, one directory an act.

Runs as root on the virtual board (`Tests/HIL/board run --board x86-noplane --
Tests/HIL/demo/run.py`), or on a machine with uinput and a DRM card that
nothing else uses. It judges nothing itself: analyse.py does, from the logs, and
page.py shows it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parent)]

import act1  # noqa: E402
import act2  # noqa: E402
from outside import open_outside  # noqa: E402
from stage import Stage  # noqa: E402

ACTS = {act.name: (act, play) for act, play in
        [(act1.ACT, act1.play), (act2.CAGE, act2.play), (act2.WESTON, act2.play)]}
DEMO = ["act1", "act2"]


def main() -> int:
    """Plays what the command line names, then has it judged."""
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("--out", type=Path, default=Path(os.environ.get("OUT", "build/demo")), metavar="DIR")
    line.add_argument("--withhold-raise", action="store_true",
                      help="tell focusd nothing of the calls: what the analyser then must find")
    line.add_argument("--unit", action="store_true",
                      help="the installed focusd.service, restarted with each act's profile in /etc/focusd/board.yaml")
    line.add_argument("--own-devices", action="store_true",
                      help="on the board, too: a keyboard made with uinput, and pictures by grim")
    line.add_argument("acts", nargs="*", metavar="ACT", help=f"of {', '.join(ACTS)} ({' '.join(DEMO)})")
    options = line.parse_args()
    if unknown := set(options.acts) - set(ACTS):
        line.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(ACTS)}")
    out = options.out.resolve()
    _clear(out)
    outside = open_outside(options.own_devices)
    for name in options.acts or DEMO:
        act, play = ACTS[name]
        if options.withhold_raise:
            act = replace(act, name=f"{act.name}-withheld")
        start = time.monotonic()
        print(f"demo: {act.title} …", flush=True)
        with Stage(act, out, outside, options.withhold_raise, options.unit) as stage:
            play(stage)
        print(f"demo: … played in {time.monotonic() - start:.0f} s", flush=True)
    return _judge(out, options.withhold_raise)


def _clear(out: Path) -> None:
    """Takes away what an earlier run left."""
    out.mkdir(parents=True, exist_ok=True)
    for scene in out.glob("act*/scene.json"):
        shutil.rmtree(scene.parent)
    for file in (*out.glob("act*.png"), out / "report.json", out / "index.html"):
        file.unlink(missing_ok=True)


def _judge(out: Path, withheld: bool) -> int:
    """Has the evidence analysed, by a program that knows nothing else; the status to leave with."""
    status = subprocess.run([sys.executable, HERE / "analyse.py", out], check=False).returncode
    subprocess.run([sys.executable, HERE / "page.py", out], check=True)
    leaked = json.loads((out / "report.json").read_text())["leaked"]
    where = "the board's --out directory (make demo: build/demo)" if os.environ.get("BOARD") else out
    print(f"\ndemo: the page is index.html, the figures are report.json, in {where}", flush=True)
    if withheld:
        print(f"demo: the planted fault was {'found' if leaked else 'NOT FOUND'}: {leaked} leaks")
        return 0 if leaked else 1
    print(f"demo: {'everything promised was kept' if status == 0 else 'NOT everything was kept'}")
    return status


if __name__ == "__main__":
    sys.exit(main())
