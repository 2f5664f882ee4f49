#!/usr/bin/env python3
"""`muster tune` beside random search, Optuna (TPE) and nevergrad, with as many battles each.

usage: benches/tuning.py MUSTER [FILE...]      (needs: pip install optuna nevergrad)

All may change the same numbers, the strengths of the sticks and the morale of both sides, by up to two; the share that is wanted is
50 %, between greedy bots. `tune` has `--games 200`; the others have as many battles in all, 200 for each that they try, on the same
seeds, and look for the smallest sum of points off and half a point for each step of change. Each answer is then played 10,000
times on seeds that nobody used. Prints the rows of the table in docs/tune.md: points off on fresh seeds, steps and places
changed, and how much nearer it looked in the search.
"""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

GAMES, FRESH = 200, 10_000
WANTED = 0.5
SHIPPED = ["white-mountain", "malplaquet", "bosworth-field", "brooklyn-heights", "poltava"]

muster = os.path.abspath(sys.argv[1])
files = sys.argv[2:] or [f"scenarios/table-battles/{name}.yaml" for name in SHIPPED]
folder = pathlib.Path(tempfile.mkdtemp())


def places(text):
    """The numbers that may change: where they stand, what they are, and their JSON Pointers."""
    found, card, side = [], -1, -1
    for line in re.finditer(r"[^\n]*\n", text):
        if re.match(r"  - card:", line[0]):
            card += 1
        if match := re.match(r"    strength: (\d+)", line[0]):
            found.append((line.start() + match.start(1), int(match[1]), f"/formations/{card}/strength"))
        if match := re.match(r"    - \{name: .*morale: (\d+)", line[0]):
            side += 1
            found.append((line.start() + match.start(1), int(match[1]), f"/scenario/sides/{side}/morale"))
    return found


def choices(value):
    return [n for n in range(value - 2, value + 3) if n >= 1]


def written(text, found, values):
    for (at, old, _), new in sorted(zip(found, values), reverse=True):
        text = text[:at] + str(new) + text[at + len(str(old)):]
    return text


def share(text, games, seed):
    path = folder / "battle.yaml"
    path.write_text(text)
    command = [muster, "smoke", path, "--games", str(games), "--bots", "greedy", "--seed", str(seed), "--output-format", "json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    scenarios = json.loads(done.stdout)["scenarios"]
    if not scenarios:
        return 2.0  # What `check` refuses is farther off than anything else.
    wins = list(scenarios[0]["wins"].values())
    return wins[0] / max(sum(wins), 1)


class Search:
    """What a search has tried, and the best of it."""

    def __init__(self, text, found):
        self.text, self.found, self.best, self.tried = text, found, None, {}

    def cost(self, values):
        values = tuple(values)
        if values not in self.tried:
            steps = sum(abs(new - old) for (_, old, _), new in zip(self.found, values))
            off = 100 * abs(share(written(self.text, self.found, values), GAMES, 0) - WANTED)
            self.tried[values] = off + steps / 2
            if self.best is None or off + steps / 2 < self.best[0]:
                self.best = (off + steps / 2, off, values)
        return self.tried[values]


def by_chance(search, tries):
    rng = random.Random(0)
    for _ in range(tries):
        values = [old for _, old, _ in search.found]
        for place in rng.sample(range(len(values)), rng.choice((1, 2))):
            values[place] = rng.choice(choices(search.found[place][1]))
        search.cost(values)


def by_optuna(search, tries):
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=0))
    study.enqueue_trial({str(i): old for i, (_, old, _) in enumerate(search.found)})

    def objective(trial):
        values = [trial.suggest_int(str(i), choices(old)[0], choices(old)[-1]) for i, (_, old, _) in enumerate(search.found)]
        return search.cost(values)

    study.optimize(objective, n_trials=tries)


def by_nevergrad(search, tries):
    import nevergrad

    scalars = [nevergrad.p.Scalar(init=old, lower=choices(old)[0], upper=choices(old)[-1]).set_integer_casting() for _, old, _ in search.found]
    space = nevergrad.p.Tuple(*scalars)
    space.random_state.seed(0)
    nevergrad.optimizers.NGOpt(parametrization=space, budget=tries).minimize(search.cost)


def by_tune(search):
    path = folder / "tuned.yaml"
    path.write_text(search.text)
    vary = []
    for _, old, pointer in search.found:
        vary += ["--vary", f"{pointer}={choices(old)[0]}..{choices(old)[-1]}"]
    command = [muster, "tune", path, *vary, "--bots", "greedy", "--games", str(GAMES), "--share", str(100 * WANTED), "--output-format", "json"]
    done = subprocess.run([*command, "--finalists", "3"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    report = json.loads(done.stdout)
    if "changes" not in report:
        sys.exit(f"tune cannot read the battle: {done.stdout}")
    if not report["changes"]:
        # Nothing was better than the battle as it is.
        return [old for _, old, _ in search.found], 100 * abs(list(report["unchanged"]["shares"].values())[0]["share"] - WANTED), GAMES
    # As the first sentence says: the first answer that holds on fresh seeds, else the first.
    holds = [c for c in report["changes"][:3] if any(s["low"] <= WANTED <= s["high"] for s in list(c["confirmed"]["greedy"]["shares"].values())[:1])]
    answer = (holds or report["changes"])[0]
    values = [old for _, old, _ in search.found]
    for edit in answer["edits"]:
        values[[pointer for _, _, pointer in search.found].index(edit["pointer"])] = edit["to"]
    battles = GAMES * (1 + sum(level["played"] for level in report["tried"]))
    # Half of those that a forecast chose went after a quarter of the battles, and a quarter after half of them.
    for level in report["tried"]:
        if level["chosen"] < level["possible"]:
            battles += GAMES * (level["chosen"] // 2) // 4 + GAMES * (level["chosen"] // 4) // 2
    battles += 4 * (GAMES + 100 + 100)
    return values, 100 * abs(list(answer["shares"].values())[0]["share"] - WANTED), battles


def row(name, found, text, values, off):
    fresh = 100 * abs(share(written(text, found, values), FRESH, 987_654_321) - WANTED)
    steps = [abs(new - old) for (_, old, _), new in zip(found, values)]
    return f"{fresh:.1f} ({sum(steps)} in {sum(step > 0 for step in steps)}; {fresh - off:+.1f})"


print("| scenario | as written | battles | `tune` | random search | Optuna | nevergrad |")
print("|---|---|---|---|---|---|---|")
for file in files:
    text = pathlib.Path(file).read_text()
    decks = pathlib.Path(file).parent / "decks"
    if decks.is_dir():
        shutil.copytree(decks, folder / "decks", dirs_exist_ok=True)
    found = places(text)
    values, off, battles = by_tune(Search(text, found))
    cells = [row("tune", found, text, values, off)]
    for optimise in (by_chance, by_optuna, by_nevergrad):
        search = Search(text, found)
        optimise(search, battles // GAMES)
        _, off, best = search.best
        cells.append(row(optimise.__name__, found, text, best, off))
    as_written = 100 * share(text, FRESH, 987_654_321)
    print(f"| {pathlib.Path(file).stem.replace('-', ' ').title()} | {as_written:.1f} % | {battles:,} | {' | '.join(cells)} |", flush=True)
