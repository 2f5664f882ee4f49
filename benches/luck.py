#!/usr/bin/env python3
"""What taking luck out of the share does: `muster balance --adjust-luck` on the shipped scenarios.

usage: benches/luck.py MUSTER [BATTLES [BOTS [SCENARIO...]]]

Plays every scenario of Table Battles (or those named) with so many battles (100,000) between bots (greedy), and prints a row of
the table of docs/balance.md for each: the luck of a battle on average, which must be nought within three standard errors; how many
battles an interval of 2 points up and down wants, with luck and without; and what a battle takes longer. Ends with 1 if a mean is
off.
"""
import json
import pathlib
import subprocess
import sys
import time

muster, games, bots = (sys.argv[1:4] + ["100000", "greedy"][len(sys.argv) - 2:])[:3]
scenarios = sys.argv[4:] or sorted(map(str, pathlib.Path("scenarios/table-battles").glob("*.yaml")))


def balance(file, *more):
    command = [muster, "balance", file, "--games", games, "--comparisons", "0", "--bots", bots, "--output-format", "json", "--turn-limit", "1000"]
    begun = time.monotonic()
    done = subprocess.run([*command, *more], stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)["scenarios"][0], time.monotonic() - begun


print("| scenario | share | without luck | luck of a battle | standard errors | battles for ± 2 points | time |")
print("|---|---|---|---|---|---|---|")
sound = True
for file in scenarios:
    plain, before = balance(file)
    adjusted, after = balance(file, "--adjust-luck")
    shares = [report["wins"][0] for report in (plain, adjusted)]
    said = [f"{100 * win['share']:.1f} % ({100 * win['low']:.1f}–{100 * win['high']:.1f})" for win in shares]
    luck = adjusted.get("luck")
    share = shares[0]["share"]
    wanted = share * (1 - share) * (1.96 / 0.02) ** 2
    if luck is None:
        print(f"| {plain['name']} | {said[0]} | left in: it does not help | – | – | {wanted:.0f} | × {after / before:.1f} |", flush=True)
        continue
    mean, error = luck["mean"]
    sound &= abs(mean) <= 3 * error
    print(f"| {plain['name']} | {said[0]} | {said[1]} | {mean:+.4f} | {mean / error:+.1f} | {wanted:.0f} → {wanted / luck['gain']:.0f} | × {after / before:.1f} |", flush=True)
sys.exit(0 if sound else 1)
