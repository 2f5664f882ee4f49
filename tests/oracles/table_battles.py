"""Exact values of small battles of Table Battles, written from the clauses TB-1 to TB-12 alone: what `tests/oracles.rs` compares.

Reads documents, one JSON object a line, from standard input, or YAML files named as arguments (with PyYAML). Prints a line for
each: name, what each side can make sure of, the rest, and the number of positions before an action phase or a roll. Knows
attack, bombard, command, retirement, screen, counterattack, absorb, reserve, star, pursuit, links and special formations (TB-1.4);
says so where a document has anything else.
"""

import json
import sys
from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial

DICE, CUBES = 6, 10
PLAY, RESERVE, OUT = "play", "reserve", "out"
NONE = (0,) * 6
ROMAN = {"I": 1, "II": 2, "III": 3}
MARKS = {"left": {"left"}, "right": {"right"}, "both": {"left", "right"}}


class Unknown(Exception):
    """A document has something that is not known here."""


@lru_cache(maxsize=None)
def rolls(pool):
    """Every roll of so many dice as counts of the faces, with its probability."""
    found = []
    for faces in combinations_with_replacement(range(6), pool):
        counts = tuple(faces.count(face) for face in range(6))
        ways = factorial(pool)
        for n in counts:
            ways //= factorial(n)
        found.append((counts, ways / 6**pool))
    return found


def one(face, n):
    return tuple(n if other == face else 0 for other in range(6))


def plus(a, b):
    return tuple(x + y for x, y in zip(a, b))


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


@lru_cache(maxsize=None)
def sets(area, rolled):
    """The sets of these dice that a dice area takes in one roll phase (TB-2)."""
    found = set()
    for part in area.replace(",", "/").split("/"):
        part = part.strip()
        if part == "none":
            continue
        if part == "Doubles" or part == "Triples":
            n = 2 if part == "Doubles" else 3
            found |= {one(face, n) for face in range(6) if rolled[face] >= n}
        elif part.startswith("Straight"):
            n = int(part.split()[1])
            for low in range(7 - n):
                if all(rolled[low + i] for i in range(n)):
                    found.add(tuple(int(low <= face < low + n) for face in range(6)))
        elif part.startswith("("):
            face = int(part[1:-1]) - 1
            found |= {one(face, 1)} if rolled[face] else set()
        else:
            low, _, high = ("1-6" if part == "Any" else part).partition("-")
            for face in range(int(low) - 1, int(high or low)):
                found |= {one(face, n) for n in range(1, rolled[face] + 1)}
    return found


def meets(need, dice):
    """Whether dice meet a requirement (TB-3.1); without one, at least one die has to come off (TB-6.1)."""
    counts = sorted(dice, reverse=True)
    return {
        None: counts[0] >= 1,
        "pair": counts[0] >= 2,
        "two pairs": counts[1] >= 2,
        "triplet": counts[0] >= 3,
        "two triplets": counts[1] >= 3,
        "full house": counts[0] >= 3 and counts[1] >= 2,
        "five dice": sum(counts) >= 5,
    }[need]


@lru_cache(maxsize=None)
def fills(area, need):
    """Whether a dice area can ever come to meet a requirement, however long it takes (TB-11.2)."""
    known, new = {NONE}, {NONE}
    while new:
        grown = {plus(dice, more) for dice in new for more in sets(area, (DICE,) * 6)}
        new = {dice for dice in grown if sum(dice) <= DICE} - known
        known |= new
    return any(meets(need, dice) for dice in known)


class Card:
    """A formation as printed."""

    def __init__(self, written, side):
        known = set("card name wing strength star dice reserve retire pursuit link actions arm lore copies".split())
        if set(written) - known:
            raise Unknown(f"{written['name']}: {sorted(set(written) - known)}")
        self.number, self.letter = int(str(written["card"])[:-1]), str(written["card"])[-1]
        self.id, self.name, self.side, self.wing = str(written["card"]), written["name"], side, written["wing"]
        self.special = written["strength"] in ROMAN
        self.strength = ROMAN.get(written["strength"]) or int(written["strength"])
        self.area, self.star = str(written.get("dice", "none")), bool(written.get("star"))
        self.behind = (written.get("reserve") or {}).get("behind")
        self.commanded = (written.get("reserve") or {}).get("commanded_by")
        self.retire, self.pursuit = bool(written.get("retire")), bool(written.get("pursuit"))
        self.marks = MARKS.get(written.get("link"), set())
        self.actions = written.get("actions", [])
        for action in self.actions:
            if set(action) - {"type", "targets", "hits", "self", "requires", "takes", "voluntary"}:
                raise Unknown(f"{self.name}: {action}")

    def is_called(self, name):
        return name in (self.id, self.name)

    def hits(self, action, dice):
        """The printed hits (TB-6.6)."""
        parts = str(action["hits"]).split("+")
        return sum(dice * int(p.split()[0]) if "per die" in p else int(p.split()[0]) for p in parts)


class Battle:
    """The rules of one battle. A position is the side to move, who skips an action phase, morale, and of each card where it is,
    its sticks or cubes, and the dice on it."""

    def __init__(self, document):
        scenario = document["scenario"]
        if set(scenario.get("rules", [])) - {"links"} or scenario.get("special"):
            raise Unknown("rules of the scenario")
        self.links = "links" in scenario.get("rules", [])
        written = {str(formation["card"]): formation for formation in document["formations"]}
        self.name, self.cards, self.morale = scenario["name"], [], []
        for number, side in enumerate(scenario["sides"]):
            if side.get("tactical"):
                raise Unknown("a tactical victory")
            listed = side["cards"] if isinstance(side["cards"], list) else [side["cards"]]
            self.cards += [Card(written[str(card)], number) for card in listed]
            self.morale.append(side["morale"])
            if side.get("first"):
                self.first = number

    def start(self):
        """The set-up (TB-4)."""
        cards = []
        for card in self.cards:
            where = RESERVE if card.behind or card.commanded else PLAY
            cards.append((where, 1 if card.special else card.strength, NONE))
        return self.begin((self.first, (False, False), tuple(self.morale), tuple(cards)))

    def of(self, side):
        return [i for i, card in enumerate(self.cards) if card.side == side]

    def find(self, side, names):
        """The cards of a side with these names or numbers, in the order of the names."""
        return [i for name in names for i in self.of(side) if self.cards[i].is_called(name)]

    # The end of a battle is ("won", side or None).

    def begin(self, position):
        """A turn begins: who can never again attack loses (TB-5.1, TB-11.2)."""
        side = position[0]
        return position if self.can_attack(position, side) else ("won", 1 - side)

    def can_attack(self, position, side):
        at = position[3]
        entering = [self.entering(at, 0), self.entering(at, 1)]
        for i in entering[side]:
            card = self.cards[i]
            for action in card.actions:
                if action["type"] != "attack" or not fills(card.area, action.get("requires")):
                    continue
                target = self.current(at, 1 - side, action)
                if target is not None and target in entering[1 - side] and not self.cards[target].special:
                    return True
        return False

    def entering(self, at, side):
        """The cards of a side that are in play or can ever enter, as a fixed point."""
        found = {i for i in self.of(side) if at[i][0] == PLAY}
        while True:
            more = set()
            for i in self.of(side):
                card = self.cards[i]
                if at[i][0] != RESERVE or i in found:
                    continue
                if card.behind and set(self.find(side, [card.behind])) & found:
                    more.add(i)
                for j in found:
                    commands = (a for a in self.cards[j].actions if a["type"] == "command")
                    if any(i in self.find(side, a["targets"]) and fills(self.cards[j].area, a.get("requires")) for a in commands):
                        more.add(i)
            if not more:
                return found
            found |= more

    def current(self, at, side, action):
        """The current target of an attack: the first listed one not removed from play (TB-6.3)."""
        return next((i for i in self.find(side, action["targets"]) if at[i][0] != OUT), None)

    def ready(self, at, i, need):
        """Whether a card in play meets a requirement (TB-3)."""
        where, strength, dice = at[i]
        return where == PLAY and (strength > 0 if self.cards[i].special else meets(need, dice))

    def spend(self, at, i):
        """The cards once one has given what an action costs (TB-6.1, TB-7.4)."""
        where, strength, _ = at[i]
        return self.put(at, i, (where, strength - 1 if self.cards[i].special else strength, NONE))

    @staticmethod
    def put(at, i, card):
        return (*at[:i], card, *at[i + 1 :])

    def actions(self, position):
        """What each choice of the action phase leads to: a list of the other side's choices, or one position (TB-6)."""
        side, skips, morale, at = position
        found = [[("roll", position)]]
        for i in self.of(side):
            card = self.cards[i]
            where, strength, dice = at[i]
            if where != PLAY or (strength == 0 if card.special else sum(dice) == 0):
                continue
            for action in card.actions:
                spent = self.spend(at, i)
                after = self.performed(position, i, action, spent)
                if after is not None:
                    found.append(after)
                elif not card.special and action["type"] in ("attack", "bombard", "command"):
                    found.append([("roll", (side, skips, morale, spent))])
            if card.retire and not card.special:
                gone = self.put(at, i, (OUT, 0, NONE))
                found.append([self.settle((side, skips, morale, gone), {i}, set())])
        return found

    def performed(self, position, i, action, spent):
        """What the other side can make of an action; None if it cannot be performed."""
        side, skips, morale, at = position
        if not self.ready(at, i, action.get("requires")):
            return None
        if action["type"] == "bombard":
            if morale[1 - side] <= 1:
                return None
            less = tuple(n - (other != side) for other, n in enumerate(morale))
            return [("roll", (side, skips, less, spent))]
        if action["type"] == "command":
            waiting = [j for j in self.find(side, action["targets"]) if at[j][0] == RESERVE]
            if not waiting:
                return None
            where, strength, dice = spent[waiting[0]]
            return [("roll", (side, skips, morale, self.put(spent, waiting[0], (PLAY, strength, dice))))]
        if action["type"] != "attack":
            return None
        target = self.current(at, 1 - side, action)
        if target is None or at[target][0] != PLAY or self.cards[target].special:
            return None
        return self.reactions((side, skips, morale, spent), i, target, action, sum(at[i][2]))

    def reactions(self, position, attacker, target, action, dice):
        """What the other side's reactions to an attack lead to (TB-7)."""
        side, skips, morale, at = position
        other = 1 - side
        hits, own = self.cards[attacker].hits(action, dice), action.get("self", 0)
        reacted = (side, tuple(n == other or skip for n, skip in enumerate(skips)), morale, at)
        found, must = [], False
        for i in self.of(other):
            for reaction in self.cards[i].actions:
                if reaction["type"] not in ("screen", "counterattack", "absorb"):
                    continue
                listed = reaction["targets"]
                who = (other, target) if reaction["type"] == "absorb" else (side, attacker)
                if listed != "any" and who[1] not in self.find(who[0], listed):
                    continue
                wrong = {"screen": False, "counterattack": i != target, "absorb": i == target}[reaction["type"]]
                if wrong or not self.ready(at, i, reaction.get("requires")):
                    continue
                must |= not reaction.get("voluntary", False)
                spent = (*reacted[:3], self.spend(at, i))
                if reaction["type"] == "screen":
                    found.append(("roll", spent))
                elif reaction["type"] == "counterattack":
                    found.append(self.struck(spent, {target: self.linked_less(at, target, hits), attacker: own + int(reaction["hits"])}))
                else:
                    taken = {"all": hits, "one": 1, "one fewer": max(hits - 1, 0)}[reaction.get("takes", "all")]
                    found.append(self.struck(spent, {i: taken, attacker: own}))
        if not must:
            found.append(self.struck(position, {target: self.linked_less(at, target, hits), attacker: own}))
        return found

    def linked_less(self, at, i, hits):
        """The hits on a target, one less if it is linked to a neighbour (TB-8.1, TB-12.1)."""
        card = self.cards[i]
        for j in self.of(card.side):
            other = self.cards[j]
            low, high = (card, other) if card.number < other.number else (other, card)
            adjacent = high.number - low.number == 1 and high.letter == low.letter
            if self.links and at[j][0] == PLAY and adjacent and "right" in low.marks and "left" in high.marks:
                return max(hits - 1, 0)
        return hits

    def struck(self, position, hits):
        """All hits of a resolution apply together (TB-8.2)."""
        side, skips, morale, at = position
        routed = set()
        for i, n in hits.items():
            where, strength, dice = at[i]
            if self.cards[i].special or n == 0:
                continue
            left = max(strength - n, 0)
            at = self.put(at, i, (PLAY, left, dice) if left else (OUT, 0, NONE))
            routed |= set() if left else {i}
        return self.settle((side, skips, morale, at), routed, routed)

    def settle(self, position, gone, routed):
        """Morale, pursuits and reserves after cards left play, then victory (TB-10, TB-11.1)."""
        side, skips, morale, at = position
        if len({self.cards[i].side for i in routed}) == 1:
            loser = self.cards[min(routed)].side
            given = min(sum(2 if self.cards[i].star else 1 for i in routed), morale[loser])
            morale = tuple(n - given if who == loser else n + given for who, n in enumerate(morale))
        for i, card in enumerate(self.cards):
            named = [t for a in card.actions if a["type"] == "attack" for t in self.find(1 - card.side, a["targets"])]
            if card.pursuit and position[3][i][0] == PLAY and set(named) & routed:
                at = self.put(at, i, (OUT, 0, NONE))
                gone = gone | {i}
        for i, card in enumerate(self.cards):
            if at[i][0] == RESERVE and card.behind and set(self.find(card.side, [card.behind])) & gone:
                at = self.put(at, i, (PLAY, *at[i][1:]))
        broken = [who for who in (0, 1) if morale[who] == 0 and self.morale[who] > 0]
        if broken:
            return ("won", None if len(broken) == 2 else 1 - broken[0])
        return ("roll", (side, skips, morale, at))

    def placed(self, position):
        """For each roll that makes a difference: its probability, and the positions at the start of the next turn (TB-9)."""
        side, skips, morale, at = position
        pool = DICE - sum(sum(at[i][2]) for i in self.of(side))
        ways = Counter()
        for rolled, chance in rolls(pool):
            ends = set()
            self.place(position, self.of(side), rolled, frozenset(), ends)
            ways[frozenset(self.begin((1 - side, *end[1:])) for end in ends)] += chance
        return ways

    def place(self, position, open_, rolled, served, ends):
        """Adds the positions after dice are placed, on at most one card of each wing."""
        if not open_:
            ends.add(position)
            return
        i, rest = open_[0], open_[1:]
        card = self.cards[i]
        side, skips, morale, at = position
        self.place(position, rest, rolled, served, ends)
        where, strength, dice = at[i]
        if where != PLAY or card.wing in served:
            return
        cubes = sum(at[j][1] for j, other in enumerate(self.cards) if other.special and at[j][0] != OUT)
        if card.special and (strength >= card.strength or sum(morale) + cubes >= CUBES):
            return
        for taken in sets(card.area, rolled):
            put = (where, strength + 1, NONE) if card.special else (where, strength, plus(dice, taken))
            after = (side, skips, morale, self.put(at, i, put))
            self.place(after, rest, minus(rolled, taken), served | {card.wing}, ends)


class Values:
    """What each side can make sure of, by value iteration from below, the least material first: sticks, cards and the sum of
    morale never come back."""

    def __init__(self, battle):
        self.battle, self.numbers, self.links, self.positions = battle, {}, [], []
        self.start = self.number(battle.start())
        done = 0
        while done < len(self.positions):
            self.links.append(self.lead_on(self.positions[done]))
            done += 1
        self.values = [[float(p == ("won", side)) for p in self.positions] for side in (0, 1)]

    def number(self, position):
        if position not in self.numbers:
            self.numbers[position] = len(self.positions)
            self.positions.append(position)
        return self.numbers[position]

    def lead_on(self, position):
        """The choices of who decides: of each the answers, or None; of a roll, probabilities and choices."""
        if position[0] == "won":
            return ("end", None, None)
        if position[0] == "roll":
            ways = self.battle.placed(position[1])
            return ("roll", position[1][0], [(chance, [self.number(p) for p in ends]) for ends, chance in ways.items()])
        side, skips, morale, at = position
        if skips[side]:
            unskipped = (side, tuple(skip and n != side for n, skip in enumerate(skips)), morale, at)
            return ("act", side, [[self.number(("roll", unskipped))]])
        choices = {tuple(sorted({self.number(p) for p in answers})) for answers in self.battle.actions(position)}
        return ("act", side, [list(answers) for answers in choices])

    def material(self, position):
        if position[0] == "won":
            return ()
        _, _, morale, at = position[1] if position[0] == "roll" else position
        where = [OUT, PLAY, RESERVE]
        rank = sum(morale), *(where.index(card[0]) for card in at)
        sticks = [0 if self.battle.cards[i].special else card[1] for i, card in enumerate(at)]
        return sum(rank) + sum(sticks), rank, tuple(sticks), morale

    def solve(self):
        parts = {}
        for number, position in enumerate(self.positions):
            parts.setdefault(self.material(position), []).append(number)
        for part in sorted(parts):
            if part:
                # Those found last lie nearest to the end.
                for side in (0, 1):
                    self.settle(parts[part][::-1], side)
        return [values[self.start] for values in self.values]

    def settle(self, part, side):
        values = self.values[side]
        change = 1.0
        while change > 1e-12:
            change = 0.0
            for number in part:
                kind, mover, choices = self.links[number]
                mine, theirs = (max, min) if mover == side else (min, max)
                if kind == "roll":
                    value = 0.0
                    for chance, ends in choices:
                        value += chance * mine([values[end] for end in ends])
                else:
                    value = mine([theirs([values[p] for p in answers]) for answers in choices])
                change = max(change, value - values[number])
                values[number] = value


def documents(arguments):
    if not arguments:
        yield from (json.loads(line) for line in sys.stdin)
        return
    try:
        import yaml
    except ImportError:
        sys.exit("skipped: PyYAML is missing; give documents as JSON on standard input")
    for file in arguments:
        with open(file, encoding="utf-8") as text:
            yield yaml.safe_load(text)


def main():
    for document in documents(sys.argv[1:]):
        name = document["scenario"]["name"]
        try:
            values = Values(Battle(document))
        except Unknown as unknown:
            print(f"{name}: not known here: {unknown}", flush=True)
            continue
        shares = values.solve()
        print(f"{name}: {shares[0]:.6f} {shares[1]:.6f} rest {1 - sum(shares):.6f} positions {len(values.positions)}", flush=True)


if __name__ == "__main__":
    main()
