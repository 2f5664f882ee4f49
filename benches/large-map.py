#!/usr/bin/env python3
"""Times `muster check` of one large battle of Tabletop: a map of 200 x 200 hexes, a deck of 500 cards, and a road
net, in three files.

    cargo build --release --locked
    python3 benches/large-map.py [--runs 30] [--folder FOLDER] [--muster PROGRAM]
"""

import argparse
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIZE = 200
CARDS = 250
TYPES = ["Pike", "Shot", "Horse", "Guns", "Militia"]
ABILITIES = [
    "{name: Shoulder to Shoulder, do: [{change: {might: 1, to: friends, within: 1}}]}",
    "{name: Dug In, while: {fortified: true}, do: [{change: {might: 2}}]}",
    "{name: Drum, active: {cooldown: 3, lasts: 2}, do: [{change: {speed: 1, to: friends, within: 2}}]}",
]


def write(folder: Path) -> Path:
    """Writes map, cards and scenario, the same ones each time; returns the scenario."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(1)
    rows = "\n".join("    " + " ".join(rng.choices(".f^~", [14, 3, 2, 1], k=SIZE)) for _ in range(SIZE))
    hexes = lambda column, row: f'"{column:03}{row:03}"'
    roads = []
    for column in range(10, SIZE, 10):
        roads.append("    - [" + ", ".join(hexes(column, row) for row in range(1, SIZE + 1)) + "]")
    places = "\n".join(f"    Place {n}: {hexes(rng.randint(1, SIZE), n * 4 + 1)}" for n in range(40))
    (folder / "map.yaml").write_text(
        f"system: tabletop\nmap:\n  name: The Great Plain\n  flat: true\n  shoved: even\n  hexes: |\n{rows}\n"
        f"  roads:\n" + "\n".join(roads) + f"\n  places:\n{places}\n"
    )
    cards = []
    for side, nation in (("A", "The Amber League"), ("B", "The Blue March")):
        for n in range(1, CARDS + 1):
            lines = [f"  - card: {side}{n}", f"    name: {nation.split()[1]} Company {n}", f"    nation: {nation}"]
            if n == 1:
                cards.append("\n".join([*lines, "    role: standard"]))
                continue
            lines += [f"    type: {rng.choice(TYPES)}", f"    cost: {rng.randint(3, 12)}"]
            lines += [f"    might: {rng.randint(1, 6)}", f"    speed: {rng.randint(1, 4)}"]
            lines += ["    abilities:", f"      - {rng.choice(ABILITIES)}"]
            lines += [f"    lore: Raised in the year {1500 + n}, and paid in the year after."]
            cards.append("\n".join(lines))
    (folder / "cards.yaml").write_text("system: tabletop\ncards:\n" + "\n\n".join(cards) + "\n")
    sides = []
    for side, nation, row, initiative in (("A", "The Amber League", 1, 4), ("B", "The Blue March", SIZE, 6)):
        word = nation.split()[1]
        setup = [
            f"        - {{card: {word} Company {n}, at: {hexes(10 + 10 * (n % 18), row + (1 if row == 1 else -1) * (n // 18))}}}"
            for n in range(1, 61)
        ]
        sides.append(f"    - name: {nation}\n      initiative: {initiative}\n      resources: 20\n      income: 2\n      cards: {side}1-{side}64\n      setup:\n" + "\n".join(setup))
    scenario = folder / "battle.yaml"
    scenario.write_text(
        "system: tabletop\nscenario:\n  name: The Great Plain\n  turns: 20\n  map: map.yaml\n  factions:\n"
        + "\n".join(sides)
        + "\n  victory:\n    - {rule: most-might}\ndecks: [cards.yaml]\n"
    )
    return scenario


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--folder", type=Path, default=ROOT / "target/large-map")
    parser.add_argument("--muster", type=Path, default=ROOT / "target/release/muster")
    options = parser.parse_args()
    scenario = write(options.folder)
    command = [str(options.muster), "check", "--isolated", str(scenario)]
    times = []
    for run in range(options.runs + 1):
        begin = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True)
        times.append((time.perf_counter() - begin) * 1000)
        if run == 0:
            times.clear()
            print(done.stdout[-1500:] + done.stderr[-300:])
        if done.returncode != 0:
            sys.exit(f"muster ended with {done.returncode}")
    print(f"{SIZE} x {SIZE} hexes, {2 * CARDS} cards, {options.runs} runs: best {min(times):.0f} ms, "
          f"median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms")


if __name__ == "__main__":
    main()
