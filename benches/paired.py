#!/usr/bin/env python3
"""How often a bot beats another one in paired battles: each seed is played twice, with the bots on either side, so that a side
that is stronger helps both alike.

Prints a row of a table of Markdown for each scenario and one for all of them: battles won, lost and drawn, the share of the first
bot with Wilson's interval at 95 % (a battle that nobody won counts half), and the processor time of a battle. Without scenarios it
plays the shipped ones of the games in which players do not see everything. This makes the table of Pub Battles in docs/balance.md:

    benches/paired.py target/release/muster mcts:20 greedy scenarios/pub-battles/*.yaml --pairs 50
"""

import argparse
import json
import math
import resource
import subprocess
from pathlib import Path

SCENARIOS = Path(__file__).resolve().parent.parent / "scenarios"
GAMES = ["states-of-battle", "pub-battles"]


def interval(won, battles):
    """Returns Wilson's interval at 95 % of a share, in percent."""
    z = 1.96
    share, width = won / battles, z * z / battles
    middle, half = share + width / 2, z * math.sqrt((share * (1 - share) + width / 4) / battles)
    return 100 * (middle - half) / (1 + width), 100 * (middle + half) / (1 + width)


def play(program, file, bots, options):
    """Returns the battles that each side won, in the order of the sides, and all that were played."""
    command = [program, "smoke", file, "--bots", ",".join(bots), "--games", str(options.pairs), "--seed", str(options.seed)]
    command += ["--turn-limit", str(options.turn_limit), "--output-format", "json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    scenario = json.loads(done.stdout)["scenarios"][0]
    return list(scenario["wins"].values()), scenario["games"]


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def row(name, won, lost, battles, seconds):
    undecided = battles - won - lost
    low, high = interval(won + undecided / 2, battles)
    share = 100 * (won + undecided / 2) / battles
    return f"| {name} | {won} | {lost} | {undecided} | {share:.1f} % | {low:.1f} to {high:.1f} % | {seconds / battles:.2f} s |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the muster that plays")
    parser.add_argument("first", help="a bot: random, greedy or mcts:N")
    parser.add_argument("second", help="the bot that it plays against")
    parser.add_argument("files", nargs="*", help="scenarios (default: the shipped ones with something hidden)")
    parser.add_argument("--pairs", type=int, default=50, help="pairs of battles of each scenario (default: 50)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the run (default: 0)")
    parser.add_argument("--turn-limit", type=int, default=200, help="turns after which nobody has won (default: 200)")
    options = parser.parse_args()
    files = options.files or [str(file) for game in GAMES for file in sorted((SCENARIOS / game).glob("*.yaml"))]
    print(f"| {options.first} against {options.second} | won | lost | neither | share | interval | a battle |\n|---|---|---|---|---|---|---|")
    all_won = all_lost = all_battles = all_seconds = 0
    for file in files:
        before = processor_time()
        (won, lost), battles = play(options.program, file, (options.first, options.second), options)
        (lost_again, won_again), more = play(options.program, file, (options.second, options.first), options)
        won, lost, battles, seconds = won + won_again, lost + lost_again, battles + more, processor_time() - before
        print(row(Path(file).stem, won, lost, battles, seconds), flush=True)
        all_won, all_lost, all_battles, all_seconds = all_won + won, all_lost + lost, all_battles + battles, all_seconds + seconds
    print(row("*all*", all_won, all_lost, all_battles, all_seconds))


main()
