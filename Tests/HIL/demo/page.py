#!/usr/bin/env python3
"""Makes the demo's page of report.json, timeline.json and the pictures beside them.

    page.py DIR      writes DIR/index.html, which needs no other file

Standard library only.
"""

from __future__ import annotations

import argparse
import base64
import json
from html import escape
from pathlib import Path
from typing import Any

from drawing import svg

STYLE = Path(__file__).with_name("assets") / "page.css"
COUNTS = {
    "physical": "injected on the hardware's side",
    "delivered": "arrived at a mirror",
    "swallowed": "stopped by the gate",
    "synthesised": "made by the gate: releases and cancels",
    "leaked": "reached the gated app",
}
CAPTIONS = {
    "before": "Before: the app is active.",
    "during": "During: the app is inactive. Dashed: where fingers moved and nobody saw it.",
    "after": "After: the app is active again.",
}


def page(directory: Path) -> str:
    """The whole page."""
    report = json.loads((directory / "report.json").read_text())
    timelines = json.loads((directory / "timeline.json").read_text())
    acts = "".join(_act(act, timelines[act["name"]], directory) for act in report["acts"])
    good = report["leaked"] == 0 and report["kept"]
    verdict = "Nothing reached the app while it was gated." if good else (
        f"{report['leaked']} leaks: the app was reached while it should have been gated.")
    note = '<p class="bad">Raise was withheld from focusd: a planted fault that the analyser has to find.</p>' if (
        report["withheld"]) else ""
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>focusd: the demo</title>
<style>{STYLE.read_text()}</style>
<main>
<h1>focusd: the gate on real input</h1>
<p class="verdict {'good' if good else 'bad'}">{verdict}</p>{note}
{_counts(report)}
{acts}
<footer><p>Counted in evdev events, without SYN and autorepeat, by programs that do not ask focusd: the player's and
QMP's own logs, a raw reader on every mirror, wl_touch and wl_pointer as the programs received them,
<code>libinput debug-events</code>, and the terminal's record of what was typed. All on CLOCK_MONOTONIC; the call is
gated from when its program was told so until it dismissed it.</p></footer>
</main></html>
"""


def _counts(report: dict[str, Any]) -> str:
    tiles = "".join(f'<div class="tile {name}"><b>{report[name]}</b><span>{name}</span><small>{meaning}</small></div>'
                    for name, meaning in COUNTS.items())
    return f'<div class="tiles">{tiles}</div>'


def _act(act: dict[str, Any], timeline: dict[str, Any], directory: Path) -> str:
    pictures = "".join(_picture(picture, timeline, directory) for picture in act["pictures"])
    promises = "".join(
        f'<tr><td class="{"good" if promise["kept"] else "bad"}">{"kept" if promise["kept"] else "broken"}</td>'
        f'<td>{escape(promise["name"])}</td><td>{escape(promise["found"])}</td></tr>' for promise in act["promises"])
    counts = ", ".join(f"{act[name]} {name}" for name in COUNTS)
    return f"""<section><h2>{escape(act["title"][:1].upper() + act["title"][1:])}</h2>
<p class="counts">Cancel policy: {act["policy"]}. {counts}.</p>
<div class="pictures">{pictures}</div>
<div class="timeline">{svg(timeline)}</div>
<p class="legend">Upper ticks: fingers; lower ticks: keys. Dotted lines: when the pictures were taken.</p>
<table>{promises}</table></section>"""


def _picture(picture: dict[str, str], timeline: dict[str, Any], directory: Path) -> str:
    data = base64.b64encode((directory / picture["file"]).read_bytes()).decode()
    width, height = timeline["output"]["width"], timeline["output"]["height"]
    traces = ""
    if picture["moment"] == "during":
        lines = "".join(f'<polyline points="{" ".join(f"{x},{y}" for x, y in trace)}"/>'
                        for trace in timeline["traces"] if len(trace) > 1)
        traces = f'<svg viewBox="0 0 {width} {height}">{lines}</svg>'
    return (f'<figure><div><img alt="the screen {picture["moment"]} the call" src="data:image/png;base64,{data}">'
            f'{traces}</div><figcaption>{CAPTIONS[picture["moment"]]}</figcaption></figure>')


def main() -> None:
    """Writes the page of the directory that the command line names."""
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("directory", type=Path, metavar="DIR")
    directory = line.parse_args().directory
    (directory / "index.html").write_text(page(directory))


if __name__ == "__main__":
    main()
