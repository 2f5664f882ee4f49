"""Exact values of duels of Table Battles, one formation a side, from the clauses TB-5 to TB-11: what `tests/it/exact.rs` compares.

Each formation has the dice area `6`, the attack `hits: 1 per die, self: 1`, and may have a mandatory screen that needs a pair;
a side must have one morale cube. Prints for each duel what each side can make sure of, found by value iteration from below.
"""

from itertools import product
from math import comb

DICE = 6
SIX = [[comb(pool, n) * 5 ** (pool - n) / 6**pool for n in range(pool + 1)] for pool in range(DICE + 1)]


def solve(strengths, screens, side):
    """Returns the probability with which `side` wins from the start, whatever the other does."""
    # A state before an action phase: the mover, dice on its card and the other's, sticks of both, whether the mover reacted.
    counts = range(DICE + 1)
    states = [
        (mover, own, other, sticks, others, skips)
        for mover in (0, 1)
        for own, other in product(counts, counts)
        for sticks, others in product(range(1, strengths[mover] + 1), range(1, strengths[1 - mover] + 1))
        for skips in (False, True)
    ]
    value = dict.fromkeys(states, 0.0)

    def best(mover, options):
        return max(options) if mover == side else min(options)

    def rolled(mover, own, other, sticks, others, other_skips):
        """The value once the mover rolls its pool and places some of the sixes (TB-9)."""
        total = 0.0
        for sixes, chance in enumerate(SIX[DICE - own]):
            placed = (value[(1 - mover, other, own + n, others, sticks, other_skips)] for n in range(sixes + 1))
            total += chance * best(mover, placed)
        return total

    def acted(mover, own, other, sticks, others):
        """The value once the mover attacks (TB-6, TB-8)."""
        if screens[1 - mover] and other >= 2:
            return rolled(mover, 0, 0, sticks, others, True)
        others, sticks = others - own, sticks - 1
        if others <= 0:
            # Both routed gives nobody morale (TB-10.2): then the other side, whose turn it is, can never attack (TB-11.2).
            return float(mover == side)
        if sticks <= 0:
            return float(mover != side)
        return rolled(mover, 0, other, sticks, others, False)

    change = 1.0
    while change > 1e-13:
        change = 0.0
        for state in states:
            mover, own, other, sticks, others, skips = state
            options = [rolled(mover, own, other, sticks, others, False)]
            if not skips and own > 0:
                options.append(acted(mover, own, other, sticks, others))
            known, value[state] = value[state], best(mover, options)
            change = max(change, abs(value[state] - known))
    return value[(0, 0, 0, *strengths, False)]


NONE, SECOND, BOTH = (False, False), (False, True), (True, True)
for strengths, screens in [((2, 2), NONE), ((3, 3), NONE), ((4, 4), NONE), ((3, 4), NONE), ((4, 4), SECOND), ((4, 4), BOTH)]:
    shares = [solve(strengths, screens, side) for side in (0, 1)]
    print(strengths, screens, *(f"{share:.6f}" for share in shares), f"rest {1 - sum(shares):.6f}")
