#!/usr/bin/env python3
"""How far a bot is from best play on battles that its search was not tuned with: two variants of each in tests/oracles/small.

In one the second formation has one stick more, in the other the second side goes first. Usage: variants.py MUSTER [BOT]
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SMALL = Path(__file__).resolve().parent.parent / "tests" / "oracles" / "small"
BATTLES = 600


def variants(text):
    """Returns the variants of a battle, by a letter; one that the text does not allow is missing."""
    found = {}
    strengths = list(re.finditer(r"strength: (\d+)", text))
    if len(strengths) > 1:
        second = strengths[1]
        found["a"] = f"{text[:second.start(1)]}{int(second[1]) + 1}{text[second.end(1):]}"
    sides = re.findall(r"^ +- \{name: [^\n]*cards[^\n]*$", text, re.MULTILINE)
    if len(sides) == 2 and "first: true, " in sides[0]:
        later, first = sides[0].replace("first: true, ", ""), re.sub(r"(name: [^,]+, )", r"\1first: true, ", sides[1])
        found["b"] = text.replace(sides[0], later).replace(sides[1], first)
    return found


def distance(program, bot, path):
    """Returns how many points the first side's share between two such bots is from the exact one; None where that is not known."""
    options = ["--exact", "--adjust-luck", "--games", str(BATTLES), "--comparisons", "4", "--output-format", "json"]
    said = subprocess.run([program, "balance", path, "--bots", bot, *options], capture_output=True, text=True, check=False)
    battle = json.loads(said.stdout)["scenarios"][0]
    won = battle["wins"][0]
    exact = battle["exact"].get("shares", {}).get(won["side"])
    return None if exact is None else 100 * abs(exact - won["share"])


def main(program, bot="mcts:100"):
    distances = {}
    with tempfile.TemporaryDirectory() as folder:
        for file in sorted(SMALL.glob("*.yaml")):
            for letter, text in variants(file.read_text(encoding="utf-8")).items():
                path = Path(folder) / f"{file.stem}-{letter}.yaml"
                path.write_text(text, encoding="utf-8")
                distances[path.stem] = distance(program, bot, path)
    known = {name: found for name, found in distances.items() if found is not None}
    for name, found in sorted(known.items(), key=lambda pair: -pair[1]):
        print(f"{found:6.1f}  {name}")
    print(f"{bot}: {len(known)} battles, {sum(known.values()) / len(known):.1f} points off on average, {max(known.values()):.1f} at most")


main(*sys.argv[1:])
