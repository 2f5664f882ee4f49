#!/usr/bin/env python3
"""How often the interval that `--until` ends with holds the true share, and how often the gates of `muster balance` fail by chance.

`balance --until` looks after 128 battles and after half as many again each time; a sweep with `until` after every hundred. Both stop
when the interval is narrow enough, so the share that was seen decides when. For each share the chances are computed exactly, over
every way that the looks can come out, and 10,000 runs are played besides. Prints the tables of docs/balance.md; ends with 1 if an
interval of the kind that muster shows holds the truth in fewer than 95 of 100 runs. Needs nothing but Python 3.
"""
import bisect
import itertools
import math
import random
import sys

WILSON, WATCHED = 1.959964, 2.241403  # crates/core/src/play/interval.rs
SHARES = (0.02, 0.1, 0.3, 0.5, 0.62, 0.9)
RUNS = 10_000
LEAST = 1e-13


def interval(hits, tries, z):
    """Wilson's interval with so many standard deviations."""
    share, square = hits / tries, z * z / tries
    centre = (share + square / 2) / (1 + square)
    half = z * math.sqrt(share * (1 - share) / tries + square / (4 * tries)) / (1 + square)
    return max(centre - half, 0.0), min(centre + half, 1.0)


def binomial(tries, share):
    """The chances of 0, 1, ... hits; those that are next to nothing are left out."""
    def chance(hits):
        ways = math.lgamma(tries + 1) - math.lgamma(hits + 1) - math.lgamma(tries - hits + 1)
        return math.exp(ways + hits * math.log(share) + (tries - hits) * math.log(1 - share))
    return {hits: p for hits in range(tries + 1) if (p := chance(hits)) > LEAST}


def growing():
    """The looks of `balance --until`."""
    look = 128
    while True:
        yield look
        look = look * 3 // 2


def hundreds():
    """The looks of a sweep."""
    return itertools.count(100, 100)


def exact(share, until, z, looks):
    """The chance that the last interval holds the truth, and the battles that it takes on average."""
    going, before, held, battles = {0: 1.0}, 0, 0.0, 0.0
    steps = {}
    for look in looks:
        step = look - before
        more = steps.setdefault(step, binomial(step, share))
        after = {}
        for hits, p in going.items():
            for add, q in more.items():
                after[hits + add] = after.get(hits + add, 0.0) + p * q
        going, before = {}, look
        for hits, p in after.items():
            low, high = interval(hits, look, z)
            if (high - low) / 2 > until:
                if p > LEAST:
                    going[hits] = p
            else:
                battles += p * look
                held += p if low <= share <= high else 0.0
        if not going:
            return held, battles


def played(share, until, z, looks, rng):
    """The part of 10,000 runs whose last interval holds the truth."""
    tables, held = {}, 0
    for _ in range(RUNS):
        hits, before = 0, 0
        for look in looks():
            step = look - before
            if step not in tables:
                chances = binomial(step, share)
                tables[step] = list(chances), list(itertools.accumulate(chances.values()))
            numbers, sums = tables[step]
            hits += numbers[min(bisect.bisect(sums, rng.random()), len(numbers) - 1)]
            before = look
            low, high = interval(hits, look, z)
            if (high - low) / 2 <= until:
                held += low <= share <= high
                break
    return held / RUNS


def stopping():
    rng, least = random.Random(36), 1.0
    print("| known to | share | Wilson’s | of 10,000 runs | watched | of 10,000 runs | battles | watched, in a sweep |")
    print("|---|---|---|---|---|---|---|---|")
    for until in (0.05, 0.02):
        for share in SHARES:
            wilson, fewer = exact(share, until, WILSON, growing())
            watched, battles = exact(share, until, WATCHED, growing())
            swept, _ = exact(share, until, WATCHED, hundreds())
            runs = [played(share, until, z, growing, rng) for z in (WILSON, WATCHED)]
            least = min(least, watched, swept)
            cells = [f"{100 * x:.1f}" for x in (wilson, runs[0], watched, runs[1])]
            print(f"| ± {100 * until:.0f} % | {100 * share:.0f} % | {' | '.join(cells)} | {fewer:.0f} → {battles:.0f} | {100 * swept:.1f} |")
    return least


def gates():
    """The gates are judged once, after a number of battles that is fixed."""
    print("\n| true share | battles | `--fail-outside` from or up to that share fails in | `--baseline` of another seed fails in |")
    print("|---|---|---|---|")
    for share, battles in itertools.product((0.3, 0.5, 0.7), (1000, 4000)):
        chances = binomial(battles, share)
        ends = {hits: interval(hits, battles, WILSON) for hits in chances}
        outside = [sum(p for hits, p in chances.items() if test(ends[hits])) for test in (lambda i: i[0] > share, lambda i: i[1] < share)]
        # The intervals of two runs have nothing in common.
        numbers = sorted(chances)
        sums = dict(zip(numbers, itertools.accumulate(chances[hits] for hits in numbers)))
        apart = 0.0
        for hits, p in chances.items():
            below = [other for other in numbers if other < hits and ends[other][1] < ends[hits][0]]
            apart += 2 * p * sums[below[-1]] if below else 0.0
        print(f"| {100 * share:.0f} % | {battles} | {100 * max(outside):.1f} % | {100 * apart:.2f} % |")


if __name__ == "__main__":
    least = stopping()
    gates()
    sys.exit(0 if least >= 0.95 else 1)
