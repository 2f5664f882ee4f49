"""The exact value of a duel of Table Battles by the value iteration of OpenSpiel: a third opinion beside `duels.py` and Muster.

`pip install open_spiel cvxpy`, then `python3 tests/oracles/duels_in_open_spiel.py`. Says that it is skipped where OpenSpiel is missing. Each
side has one formation with the dice area `6` and the attack `hits: 1 per die, self: 1`, and one morale cube (TB-5 to TB-11).
"""

import sys
from math import comb

try:
    import pyspiel
    from open_spiel.python.algorithms.value_iteration import value_iteration
except ImportError:
    sys.exit("skipped: open_spiel is missing or lacks cvxpy (pip install open_spiel cvxpy)")

# Positions are listed by a walk as deep as there are positions.
sys.setrecursionlimit(100_000)

DICE = 6
PASS, ATTACK = 0, 1
# What is known besides: the share of the side that goes first, as duels.py prints it.
KNOWN = {(2, 2): 0.617474, (3, 3): 0.581024, (3, 4): 0.353454}


def game_type(name):
    return pyspiel.GameType(
        short_name=name,
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )


class Duel(pyspiel.Game):
    """Two formations of these strengths."""

    def __init__(self, kind, strengths, parameters=None):
        info = pyspiel.GameInfo(
            num_distinct_actions=DICE + 1,
            max_chance_outcomes=DICE + 1,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=10_000,
        )
        super().__init__(kind, info, parameters or {})
        self.strengths = strengths

    def new_initial_state(self):
        return Position(self)


class Position(pyspiel.State):
    """Whose turn it is, the phase, the sticks and the dice of both."""

    def __init__(self, game):
        super().__init__(game)
        self.mover, self.phase, self.sixes, self.winner = 0, "act", 0, None
        self.sticks, self.dice = list(game.strengths), [0, 0]

    def current_player(self):
        if self.winner is not None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.phase == "roll" else self.mover

    def _legal_actions(self, player):
        if self.phase == "act":
            return [PASS, ATTACK] if self.dice[self.mover] else [PASS]
        return list(range(self.sixes + 1))

    def chance_outcomes(self):
        pool = DICE - self.dice[self.mover]
        return [(n, comb(pool, n) * 5 ** (pool - n) / 6**pool) for n in range(pool + 1)]

    def _apply_action(self, action):
        mover = self.mover
        if self.phase == "roll":
            self.phase, self.sixes = "place", action
        elif self.phase == "place":
            self.dice[mover] += action
            self.mover, self.phase, self.sixes = 1 - mover, "act", 0
        else:
            self.phase = "roll"
            if action == ATTACK:
                self.sticks[1 - mover] -= self.dice[mover]
                self.sticks[mover] -= 1
                self.dice[mover] = 0
                # Both routed gives nobody morale (TB-10.2): then the other side can never attack (TB-11.2).
                if self.sticks[1 - mover] <= 0:
                    self.winner = mover
                elif self.sticks[mover] <= 0:
                    self.winner = 1 - mover

    def _action_to_string(self, player, action):
        return str(action)

    def is_terminal(self):
        return self.winner is not None

    def returns(self):
        return [0.0, 0.0] if self.winner is None else [1.0 if side == self.winner else -1.0 for side in (0, 1)]

    def __str__(self):
        return f"{self.mover} {self.phase} {self.sixes} {self.sticks} {self.dice} {self.winner}"


def main():
    for strengths, known in KNOWN.items():
        kind = game_type("duel_%d_%d" % strengths)
        game = Duel(kind, strengths)
        values = value_iteration(game, -1, 1e-9, cyclic_game=True)
        share = (values[str(game.new_initial_state())] + 1) / 2
        print(f"{strengths}: OpenSpiel {share:.6f}, known {known:.6f}", flush=True)
        if abs(share - known) > 2e-6:
            sys.exit("they differ")


if __name__ == "__main__":
    main()
