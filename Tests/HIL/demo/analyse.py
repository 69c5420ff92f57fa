#!/usr/bin/env python3
"""Judges the demo by its evidence, and asks focusd nothing.

    analyse.py DIR      every act in DIR; writes DIR/report.json and DIR/timeline.json

Unit: evdev events, except EV_SYN and autorepeats (value 2).

  physical     what the player and QMP injected, by their own logs
  delivered    events that a raw reader saw on a mirror, and that an injection explains
  synthesised  events that a raw reader saw on a mirror, and that none explains
  swallowed    physical − delivered
  leaked       deliveries to the gated scene between the raising client's `gated`
               and its dismissal, and forbidden effects at the clients (leaks.py)

Exits with 0 if nothing leaked and every promise was kept, 1 if not, 2 if there
is nothing to judge. Standard library only.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

from case import FOREVER, Case
from evidence import load
from leaks import leaks
from promises import promises
from timeline import timeline

COUNTS = ("physical", "delivered", "swallowed", "synthesised", "leaked")
PHASES = ("before", "closing", "during", "after")
"""Until the call is raised; until its client is told `gated`; until the dismissal; from then on."""
REPORT, TIMELINE = "report.json", "timeline.json"


def open_cases(directory: Path) -> list[Case]:
    """Every act in a directory."""
    return [Case(load(scene.parent)) for scene in sorted(directory.glob("*/scene.json"))]


def analyse(cases: list[Case]) -> dict[str, Any]:
    """The report on some acts."""
    acts = [report_of(case) for case in cases]
    totals = {name: sum(act[name] for act in acts) for name in COUNTS}
    return totals | {
        "withheld": any(act["withheld"] for act in acts),
        "kept": all(promise["kept"] for act in acts for promise in act["promises"]),
        "pictures": [picture for act in acts for picture in act["pictures"]],
        "acts": acts,
    }


def report_of(case: Case) -> dict[str, Any]:
    """The report on one act."""
    evidence = case.evidence
    found = leaks(case)
    phases = {phase: _count(case, phase) for phase in PHASES}
    return {
        "name": evidence.scene["name"],
        "title": evidence.scene["title"],
        "consumer": evidence.scene["consumer"],
        "policy": evidence.scene["policy"],
        "withheld": evidence.scene["withheld"],
        **{name: sum(phase[name] for phase in phases.values()) for name in COUNTS if name != "leaked"},
        "leaked": len(found),
        "phases": phases,
        "leaks": [asdict(leak) for leak in found],
        "promises": [asdict(promise) for promise in promises(case)],
        "record": case.record,
        "pictures": [{"act": evidence.scene["name"], "moment": mark["moment"], "file": mark["file"]}
                     for mark in evidence.marks if mark["mark"] == "picture"],
    }


def _count(case: Case, phase: str) -> dict[str, int]:
    """The events of one phase; a delivery belongs to the phase of its injection."""
    start, end = dict(zip(PHASES, pairwise([0, case.raised, case.gated, case.dismiss, FOREVER]), strict=True))[phase]
    injected = [event for event in case.evidence.injected if start <= event.t < end]
    delivered = sum(event.partner is not None for event in injected)
    made = sum(event.partner is None and start <= event.t < end for event in case.evidence.mirrored)
    return {"physical": len(injected), "delivered": delivered, "swallowed": len(injected) - delivered,
            "synthesised": made}


def summary(report: dict[str, Any]) -> str:
    """The report for a terminal."""
    lines = []
    for act in report["acts"]:
        withheld = "  [Raise was withheld from focusd]" if act["withheld"] else ""
        lines += ["", f"{act['title']} ({act['policy']}){withheld}", _row("", COUNTS)]
        lines += [_row(phase, [act["phases"][phase].get(name, "") for name in COUNTS]) for phase in PHASES]
        lines += [_row("all", [act[name] for name in COUNTS])]
        lines += [f"  {'✓' if promise['kept'] else '✗'} {promise['name']}: {promise['found']}"
                  for promise in act["promises"]]
        kinds = Counter(f"{leak['witness']}: {leak['what']}" for leak in act["leaks"])
        lines += [f"  ! {count} × {what}" for what, count in kinds.items()]
    lines += ["", "The demo in all", _row("", COUNTS), _row("", [report[name] for name in COUNTS])]
    return "\n".join(lines)


def _row(name: str, cells: Iterable[object]) -> str:
    return f"  {name:7}" + "".join(f"{cell:>13}" for cell in cells)


def main() -> int:
    """Judges the directory that the command line names."""
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("directory", type=Path, metavar="DIR")
    directory = line.parse_args().directory
    cases = open_cases(directory)
    if not cases:
        print(f"analyse: no act in {directory}: play the demo first (run.py)", file=sys.stderr)
        return 2
    report = analyse(cases)
    (directory / TIMELINE).write_text(json.dumps({case.evidence.scene["name"]: timeline(case) for case in cases}))
    (directory / REPORT).write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    print(summary(report))
    return 0 if report["leaked"] == 0 and report["kept"] else 1


if __name__ == "__main__":
    sys.exit(main())
