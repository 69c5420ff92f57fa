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
from dataclasses import asdict
from pathlib import Path
from typing import Any

from case import Case
from evidence import load
from leaks import leaks
from promises import promises
from timeline import timeline

COUNTS = ("physical", "delivered", "swallowed", "synthesised", "leaked")
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
    delivered = sum(event.partner is not None for event in evidence.mirrored)
    found = leaks(case)
    return {
        "name": evidence.scene["name"],
        "title": evidence.scene["title"],
        "consumer": evidence.scene["consumer"],
        "policy": evidence.scene["policy"],
        "withheld": evidence.scene["withheld"],
        "physical": len(evidence.injected),
        "delivered": delivered,
        "swallowed": len(evidence.injected) - delivered,
        "synthesised": len(evidence.mirrored) - delivered,
        "leaked": len(found),
        "leaks": [asdict(leak) for leak in found],
        "promises": [asdict(promise) for promise in promises(case)],
        "record": case.record,
        "pictures": [{"act": evidence.scene["name"], "moment": mark["moment"], "file": mark["file"]}
                     for mark in evidence.marks if mark["mark"] == "picture"],
    }


def summary(report: dict[str, Any]) -> str:
    """The report for a terminal."""
    lines = []
    for act in report["acts"]:
        withheld = "  [Raise was withheld from focusd]" if act["withheld"] else ""
        lines += [f"{act['name']}: {act['title']}{withheld}",
                  "  " + "  ".join(f"{name} {act[name]}" for name in COUNTS)]
        lines += [f"  {'✓' if promise['kept'] else '✗'} {promise['name']}: {promise['found']}"
                  for promise in act["promises"]]
        kinds = Counter(f"{leak['witness']}: {leak['what']}" for leak in act["leaks"])
        lines += [f"  ! {count} × {what}" for what, count in kinds.items()]
    lines.append("all: " + "  ".join(f"{name} {report[name]}" for name in COUNTS))
    return "\n".join(lines)


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
