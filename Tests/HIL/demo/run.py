#!/usr/bin/env python3
"""Plays the demo's acts and leaves their evidence in OUT, one directory an act.

Runs as root on the virtual board (`Tests/HIL/board run --board x86-noplane --
Tests/HIL/demo/run.py`), or on a machine with uinput and a DRM card that
nothing else uses. It judges nothing: that is analyse.py's.
"""

from __future__ import annotations

import argparse
import os
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


def main() -> None:
    """Plays what the command line names."""
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("--out", type=Path, default=Path(os.environ.get("OUT", "build/demo")), metavar="DIR")
    line.add_argument("--withhold-raise", action="store_true",
                      help="tell focusd nothing of the calls: what the analyser then must find")
    line.add_argument("acts", nargs="*", metavar="ACT", help=f"of {', '.join(ACTS)} ({' '.join(DEMO)})")
    options = line.parse_args()
    if unknown := set(options.acts) - set(ACTS):
        line.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(ACTS)}")
    options.out.mkdir(parents=True, exist_ok=True)
    outside = open_outside()
    for name in options.acts or DEMO:
        act, play = ACTS[name]
        if options.withhold_raise:
            act = replace(act, name=f"{act.name}-withheld")
        start = time.monotonic()
        print(f"demo: {act.title} …", flush=True)
        with Stage(act, options.out.resolve(), outside, options.withhold_raise) as stage:
            play(stage)
        print(f"demo: … {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
