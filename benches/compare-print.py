#!/usr/bin/env python3
"""Prints 1,000 distinct cards, nine to an A4 page, with muster, typst and ReportLab, and measures whole processes.

    cargo build --profile dist --locked
    pip install typst reportlab
    python3 benches/compare-print.py [RUNS]

Every program reads the other cards, sets the same texts in the same two fonts, embedded in part, and draws bands, boxes
and dice. muster also checks the cards first, fits each text to its box and draws more on each card. A program that is
not installed is passed over. The table shows the medians of the runs (five if not said), in seconds on the clock and of
work on all cores, the size of the file and the most memory a run took.
"""

import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "templates" / "fonts"
MUSTER = Path(os.environ.get("MUSTER", ROOT / "target" / "dist" / "muster"))

FIRST = "Red Blue Old Young Grand Royal Saxon Polish Swedish Danish".split()
SECOND = "Guard Foot Horse Lancers Dragoons Guns Pikes Musketeers Hussars Grenadiers".split()
WINGS = {"red": "a41e22", "pink": "c04478", "blue": "1f6bb0", "dkblue": "1c3664"}
DICE = ["6", "5/6", "4-6", "Any", "(6)", "Doubles", "(5)/(6)", "3", "Straight 3"]


def scenarios():
    """A hundred battles of nine formations: with their set-up cards a thousand cards."""
    for battle in range(100):
        def name(i):
            return f"{FIRST[(i + battle) % 10]} {SECOND[(i * 3 + battle // 10) % 10]} {chr(65 + i)}{battle}"

        formations = []
        for i in range(9):
            foes = [name(j) for j in (range(5, 9) if i < 5 else range(0, 5))]
            dice = DICE[(i + battle) % 9]
            second = {"type": "screen", "targets": [foes[2]], "requires": "pair"}
            if dice[0] in "DS" or dice == "(6)":
                second = {"type": "attack", "targets": [foes[2]], "hits": 2}
            formations.append({
                "card": f"{i + 1}A",
                "name": name(i),
                "wing": list(WINGS)[i % 4 if i < 5 else (i + 1) % 4],
                "strength": 3 + (i + battle) % 5,
                "dice": dice,
                "actions": [{"type": "attack", "targets": foes[:2], "hits": "1 per die", "self": 1}, second],
                "lore": f"The {name(i)} stood at mile {battle * 9 + i} of the road until the evening, "
                        "and nobody who was there forgot how long the day had been.",
            })
        sides = [{"name": "North", "first": True, "morale": 3, "cards": "1A-5A"},
                 {"name": "South", "morale": 3, "cards": "6A-9A"}]
        yield {"system": "table-battles", "scenario": {"name": f"Battle {battle}", "sides": sides},
               "formations": formations}


def plain(battles):
    """The cards as the other programs draw them: name, wing, strength, dice, lines of text, lore."""
    for battle in battles:
        title = battle["scenario"]["name"]
        yield {"name": title, "color": "333333", "strength": "", "dice": "",
               "lines": ["North", "Morale 3", "Cards 1A-5A", "South", "Morale 3", "Cards 6A-9A"], "lore": ""}
        for f in battle["formations"]:
            lines = []
            for action in f["actions"]:
                lines += [action["type"].upper(), ", then ".join(action["targets"]), str(action.get("hits", "no effect"))]
            yield {"name": f["name"], "color": WINGS[f["wing"]], "strength": str(f["strength"]), "dice": f["dice"],
                   "lines": lines, "lore": f["lore"]}


TYPST = """
#set page(paper: "a4", margin: (x: 9.75mm, y: 15.15mm))
#set text(font: "Inter", size: 8pt)
#let cards = json("cards.json")
#let card(c) = box(width: 63.5mm, height: 88.9mm, clip: true, stroke: 0.2pt, {
  block(width: 100%, height: 18mm, inset: 3mm, fill: rgb(c.color), below: 2mm,
    text(font: "EB Garamond", size: 15pt, weight: "bold", fill: white, c.name))
  block(inset: (x: 3mm), {
    grid(columns: 3, column-gutter: 4mm, text(size: 24pt, weight: "bold", c.strength), c.dice,
      box(width: 8mm, height: 8mm, radius: 1.5mm, stroke: 1pt, inset: 1.5mm, grid(columns: 2, rows: 2, gutter: 1.4mm,
        ..range(4).map(_ => circle(radius: 0.8mm, fill: black)))))
    for line in c.lines { block(spacing: 1.6mm, line) }
    text(font: "EB Garamond", style: "italic", size: 7pt, c.lore)
  })
})
#grid(columns: 3, ..cards.map(card))
"""

TYPST_RUN = """
import sys, typst
typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]], ignore_system_fonts=True)
"""

REPORTLAB_RUN = """
import json, sys
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
source, to, fonts = sys.argv[1:]
for font in ["Inter-Regular", "Inter-Bold", "EBGaramond-Bold", "EBGaramond-Italic"]:
    pdfmetrics.registerFont(TTFont(font, f"{fonts}/{font}.ttf"))
canvas = Canvas(to, pagesize=A4, pageCompression=1)
for i, card in enumerate(json.load(open(source))):
    if i and i % 9 == 0:
        canvas.showPage()
    x, y = 9.75 * mm + i % 3 * 63.5 * mm, (297 - 15.15 - 88.9) * mm - i // 3 % 3 * 88.9 * mm
    canvas.setLineWidth(0.2)
    canvas.rect(x, y, 63.5 * mm, 88.9 * mm)
    canvas.setFillColor(HexColor("#" + card["color"]))
    canvas.rect(x, y + 70.9 * mm, 63.5 * mm, 18 * mm, stroke=0, fill=1)
    def text(font, size, dx, dy, words):
        canvas.setFont(font, size)
        canvas.drawString(x + dx * mm, y + dy * mm, words)
    canvas.setFillGray(1)
    text("EBGaramond-Bold", 15, 3, 80, card["name"])
    canvas.setFillGray(0)
    text("Inter-Bold", 24, 3, 60, card["strength"])
    text("Inter-Regular", 8, 20, 62, card["dice"])
    canvas.setLineWidth(1)
    canvas.roundRect(x + 40 * mm, y + 60 * mm, 8 * mm, 8 * mm, 1.5 * mm)
    for dx, dy in [(42, 62), (46, 62), (42, 66), (46, 66)]:
        canvas.circle(x + dx * mm, y + dy * mm, 0.8 * mm, stroke=0, fill=1)
    for row, line in enumerate(card["lines"]):
        text("Inter-Regular", 8, 3, 54 - 4.5 * row, line)
    for row, line in enumerate(simpleSplit(card["lore"], "EBGaramond-Italic", 7, 57 * mm)):
        text("EBGaramond-Italic", 7, 3, 14 - 3 * row, line)
canvas.save()
"""


def measure(command, output, runs):
    """Median seconds passed and worked, bytes, and most memory in MB of runs of a command."""
    seconds, work, memory = [], [], 0
    for _ in range(runs):
        output.unlink(missing_ok=True)
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, status, usage = os.wait4(process.pid, 0)
        seconds.append(time.perf_counter() - start)
        work.append(usage.ru_utime + usage.ru_stime)
        memory = max(memory, usage.ru_maxrss / 1024)
        if status or not output.exists():
            sys.exit(f"{command[0]} failed: {process.stderr.read().decode()}")
    return statistics.median(seconds), statistics.median(work), output.stat().st_size, memory


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "cards").mkdir()
        battles = list(scenarios())
        for i, battle in enumerate(battles):
            # JSON is YAML.
            (folder / "cards" / f"{i:03}.yaml").write_text(json.dumps(battle, indent=1))
        cards = list(plain(battles))
        assert len(cards) == 1000
        (folder / "cards.json").write_text(json.dumps(cards))
        (folder / "cards.typ").write_text(TYPST)
        one = folder / "cards" / "000.yaml"
        rows = [
            ("muster", [MUSTER, "print", folder / "cards", "-q", "-A", "TB153", "-o", folder / "muster.pdf"]),
            ("typst", [sys.executable, "-c", TYPST_RUN, folder / "cards.typ", folder / "typst.pdf", FONTS]),
            ("reportlab", [sys.executable, "-c", REPORTLAB_RUN, folder / "cards.json", folder / "reportlab.pdf", FONTS]),
            ("muster, one scenario", [MUSTER, "print", one, "-q", "-A", "TB153", "-o", folder / "one.pdf"]),
        ]
        print("| 1,000 cards, 9 on a page | seconds | of all cores | kB | MB of memory |\n|---|---|---|---|---|")
        for name, command in rows:
            if name in ("typst", "reportlab") and importlib.util.find_spec(name) is None:
                print(f"| {name} | not installed | | | |")
                continue
            output = next(Path(part) for part in reversed(command) if str(part).endswith(".pdf"))
            seconds, work, size, memory = measure([str(part) for part in command], output, runs)
            print(f"| {name} | {seconds:.3f} | {work:.3f} | {size / 1000:.0f} | {memory:.0f} |")


if __name__ == "__main__":
    main()
