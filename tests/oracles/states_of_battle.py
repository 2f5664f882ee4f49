#!/usr/bin/env python3
"""A second engine of States of Battle, written from the clauses alone, to compare the first one with.

Usage:
    states_of_battle.py [--least N] < battles.jsonl     compare recorded battles
    states_of_battle.py --selftest                      worked examples of the rules
    states_of_battle.py --selfplay N [--seed S]         N random battles, with invariants
    states_of_battle.py --selfplay N --record           ... written as battles.jsonl to standard output
    states_of_battle.py --documents N [--seed S]        the scenarios of these battles as documents, one a line

Exit code 1 on a difference, on a failed example, or if a clause was met fewer than N times.


Input: a battle a line
    {"scenario": {...},          resolved, see below
     "steps": [{"turn", "side", "decision", "legal", "chosen"}, ...],
     "draws": [[label, side, value], ...],
     "states": [{...}, ...],
     "result": {"winner": name or null, "by": "counters"} or null}

* `steps` are the decisions with more than one legal option, in order. `turn` is the round, 1 in the set-up; `side` is
  the number or the name of the side; `decision` is the kind.
* `draws` are in the order in which they are thrown and drawn, one entry for each die and each card:
  `["gd", side, 7]`, `["dice", side, 4]`, `["orders", side, "Move"]`, `["events", side, "Rally Back"]`. The side of
  `dice` may be null. A card is recorded even if the pile holds nothing else. Picked cards are not drawn.
* `states` has an entry after each round, and one for the round in which the battle ends (this one may be left out).
* `result` is null for a battle that was given up: the comparison then ends with the last step.


A resolved scenario: everything written, names and numbers as they stand in the document
    {"sides": [{"name": "The Free Company",
                "gd": 10,
                "counters": 13,                           at the start
                "orders": {"Move": 2, ...} or null,       without Lulls; null: chosen before the battle
                "starter": true,
                "units": [{"unit": "U1", "name": "Halberdiers", "kind": "infantry", "points": 224, "mcv": 3,
                           "named": false, "models": 22, "alternate": false, "move": 4, "charge": null, "range": 0,
                           "in": null, "at": {"at": 6, "lane": 2, "facing": "front"} or null, "reserve": false}]},
               {...}],
     "cards": [{"name": "Move", "deck": "orders", "copies": 2, "play": [{"move": {}}]}, ...],
     "achievements": [{"name": "First Blood", "on": "first-blood", "counters": 1}, ...],
     "triggers": [{"side": name, "state": "Bloodied", "rule": "to-hit", "change": 1}, ...],
     "forfeits": [{"side": name, "on": {"lost": "The Mill"}, "counters": 3}],
     "deployment": null, "alternate" or "generalship",
     "concealed": [{"side": name, "point": {"at": 12, "lane": 2}, "units": 2}],
     "places": [{"place": "The Mill", "at": null, "lane": null, "held_by": null}, ...],
     "victory": [{"rule": "hold", "place": "The Ford", "at": "end", "side": null}],
     "special": [{"on": "round", "side": name, "while": null, "unless": null, "do": [...], "once": false}],
     "stand_in": {"depth": 48, "lanes": 12, "zone": 12, "to_hit": 4, ...},
     "rounds": null,
     "points_per_counter": 75}

* `cards` holds all cards of the scenario, the published ones too, in the order in which card kinds are ranked ("the
  lowest such kind"). A Lull is an Orders card with an empty `play`; its copies are added to both Orders decks.
* `reserve` is true for units that a `reinforcements` trigger names, and for those that ride in them.
* `at` of places is measured from the first side's edge.
* Two optional keys make the numbers of SB-1.2, SB-1.3 and SB-8.7 part of the comparison: `counters_written` of a side
  (null, `{"add": 2}` or `{"exactly": 15}`) with `points_per_counter`, and `written` of a unit: a list of those of the
  keys `mcv`, `move`, `range`, `models` that the author wrote; the others must be the defaults.
"""

import argparse
import collections
import itertools
import json
import random
import sys
from fractions import Fraction

STATES = ("Emboldened", "Shaken", "Bloodied", "Desperate")
FACINGS = ("front", "right", "rear", "left")  # clockwise
SHOOTERS = ("missile", "war-machine")
ONCE_TRIGGERS = ("reinforcements", "counters", "steal", "push")
PERSONS = ("character", "general", "wizard")
PUBLISHED_ON = ("first-blood", "thunderous-charge", "pincer-movement", "salvo", "heroic-challenge", "heroic-moment")
LANE = 4  # inches, SB-8.2
APART = 3  # inches between units, SB-8.12
ORDERS_CHOSEN = 14  # SB-4.1
SHOWN = 20  # differences
DEPLOYMENT_THROWS = 21  # the first throw and 20 more

DEFAULTS = {  # SB-8.7: move, range, points a model (None: a fixed number)
    "infantry": (4, 0, 10, None),
    "missile": (4, 24, 10, None),
    "cavalry": (8, 0, 20, None),
    "monster": (6, 0, None, 1),
    "war-machine": (3, 48, None, 3),
    "wizard": (4, 18, None, 1),
    "character": (4, 0, None, 1),
    "general": (4, 0, None, 1),
}

STAND_IN = {
    "depth": 48, "lanes": 12, "zone": 12, "to_hit": 4, "shooting": 20, "artillery": 40, "magic": 30, "melee": 20,
    "tie": 4, "break": 40, "panic": 30, "rally": 70, "cast": 60, "flank": 25, "charge": 20, "ward": 25,
}

PUBLISHED_CARDS = [  # SB-4.1 to SB-4.3 and SB-6, in the vocabulary of cards
    {"name": "Brilliant Tactician", "deck": "orders", "copies": 2, "play": ["wild"]},
    {"name": "Cast Spells", "deck": "orders", "copies": 3, "play": ["cast"]},
    {"name": "Engines of War Reload", "deck": "orders", "copies": 3, "play": [{"reload": ["war-machine"]}]},
    {"name": "Melee", "deck": "orders", "copies": 4, "play": ["melee"]},
    {"name": "Missile Reload", "deck": "orders", "copies": 3, "play": [{"reload": ["missile", "war-machine"]}]},
    {"name": "Move", "deck": "orders", "copies": 2, "play": [{"move": {}}]},
    {"name": "Move Command Group", "deck": "orders", "copies": 2, "play": [{"move-group": {}}]},
    {"name": "Lull", "deck": "orders", "copies": 2, "play": []},
    {"name": "Army Morale", "deck": "events", "copies": 2, "play": [
        {"roll": {"against": "enemy", "behind": True, "handicap": True, "lose": [{"counters": {"change": -1}}],
                  "much": {"by": 4, "play": [{"counters": {"change": 1}}]}}}]},
    {"name": "Command Indecision", "deck": "events", "copies": 1, "play": [{"lose": 1}]},
    {"name": "Crushing Missilery", "deck": "events", "copies": 2, "play": [
        {"reload": ["missile", "war-machine"]}, {"to-hit": 1}]},
    {"name": "Ineffective Missilery", "deck": "events", "copies": 1, "play": [{"to-hit": -1}]},
    {"name": "Inspiring Leader", "deck": "events", "copies": 1, "play": [{"keep": [{"counters": {"change": 2}}]}]},
    {"name": "Superstitions & Omens", "deck": "events", "copies": 1, "play": [
        {"roll": {"against": "d6", "optional": True, "win": [{"draw": "as-held"}], "lose": [{"lose": "all"}]}}]},
    {"name": "Sneaky Critterz", "deck": "events", "copies": 1, "play": [{"opponent": [{"move": {}}]}]},
    {"name": "Rally Back", "deck": "events", "copies": 1, "play": ["rally-all"]},
    {"name": "Undisciplined Missilery", "deck": "events", "copies": 1, "play": ["fire"]},
    {"name": "Favour of the Gods", "deck": "starter", "copies": 2, "play": ["re-roll"]},
    {"name": "Leadership", "deck": "starter", "copies": 3, "play": [{"stop": "d8"}]},
    {"name": "Manoeuvre", "deck": "starter", "copies": 2, "play": [{"half-move": {"units": 1}}]},
    {"name": "Stratagem", "deck": "starter", "copies": 1, "play": [
        {"stratagem": {"die": 8, "share": 25, "wizard": 4}}]},
]
PUBLISHED_NAMES = {card["name"] for card in PUBLISHED_CARDS}

PUBLISHED_ACHIEVEMENTS = [
    {"name": "First Blood", "on": "first-blood", "counters": 1},
    {"name": "Thunderous Charge", "on": "thunderous-charge", "counters": 2},
    {"name": "Pincer Movement", "on": "pincer-movement", "counters": 2},
    {"name": "Salvo", "on": "salvo", "counters": 1},
    {"name": "Heroic Challenge", "on": "heroic-challenge", "counters": 2},
    {"name": "Heroic Moment", "on": "heroic-moment", "counters": 2},
]

CLAUSES = [f"SB-{chapter}.{number}" for chapter, last in
           ((1, 6), (2, 3), (3, 7), (4, 6), (5, 6), (6, 7), (7, 3), (8, 34), (9, 1), (10, 4))
           for number in range(1, last + 1)]


# Arithmetic

def rounded(numerator, denominator):
    """`numerator / denominator`, rounded half up; both are integers, the second is positive."""
    return (2 * numerator + denominator) // (2 * denominator)


def chance(x, y):
    """A chance of x of y in hundredths, never below 5 or above 95 (SB-8.10)."""
    return max(5, min(95, rounded(100 * x, y)))


def default_mcv(points):
    """SB-1.3."""
    return max(1, rounded(points, 75))


def cards_drawn(difference):
    """SB-5.1."""
    return min(3, difference)


def sign(number):
    return (number > 0) - (number < 0)


def squared(one, other):
    """The square of the distance between two points."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def faces_of(die):
    """The faces of a die written as `d8`."""
    return int(die[1:])


def lowest_number(combat):
    return min(unit.number for unit in combat)


def expect_number(what, written, expected):
    if written != expected:
        raise Difference(f"{what} is {written}, by the clauses {expected}")


class Difference(Exception):
    """What the record says and what the clauses say differ."""


def word_of(word):
    """A word of the card vocabulary as its name and its argument: `melee` or `{"draw": 2}`."""
    if isinstance(word, str):
        return word, {}
    (name, argument), = word.items()
    return name, {} if argument is None else argument


# What a battle asks of whoever runs it

Decision = collections.namedtuple("Decision", "turn side kind options")
Draw = collections.namedtuple("Draw", "label side among")  # `among`: faces of a die, or the names in a pile
RoundEnd = collections.namedtuple("RoundEnd", "state complete")


class BattleOver(Exception):
    """The battle is decided: `winner` is a side or None, `by` one of counters, count, victory, field."""

    def __init__(self, winner, by):
        super().__init__(winner, by)
        self.winner = winner
        self.by = by


# Pieces

class Board:
    """The counters of a side in the four states (SB-1.4)."""

    def __init__(self, counters):
        each, remainder = divmod(counters, 4)
        self.start = [each + (state < remainder) for state in range(4)]
        self.held = list(self.start)

    def total(self):
        return sum(self.held)

    def state(self):
        """The first state that still holds counters; the last one if none does."""
        return next((state for state in range(4) if self.held[state]), 3)

    def remove(self, count):
        for state in range(4):
            taken = min(count, self.held[state])
            self.held[state] -= taken
            count -= taken

    def add(self, count):
        for _ in range(count):
            short = [state for state in range(4) if self.held[state] < self.start[state]]
            self.held[short[-1] if short else 0] += 1

    def push(self, count):
        """Counters go from the state of the army into the next."""
        state = self.state()
        if state < 3:
            moved = min(count, self.held[state])
            self.held[state] -= moved
            self.held[state + 1] += moved


class Card:
    def __init__(self, number, written):
        self.number = number
        self.name = written["name"]
        self.deck = written["deck"]
        self.copies = written["copies"]
        self.play = written["play"]
        self.words = {word_of(word)[0]: word_of(word)[1] for word in self.play}

    def is_lull(self):
        return self.deck == "orders" and not self.play

    def is_wild(self):
        return "wild" in self.words

    def is_for_the_opponents_turn(self):
        return self.deck == "starter" and not {"re-roll", "stop", "stratagem"} & set(self.words)


class Deck:
    """Orders or Event cards of a side: pile, hand and discards, by name."""

    def __init__(self, label, cards):
        self.label = label
        self.pile = collections.Counter(cards)
        self.hand = collections.Counter()
        self.discards = collections.Counter()

    def reset(self):
        self.pile += self.discards
        self.discards.clear()


class Side:
    def __init__(self, number, written):
        self.number = number
        self.name = written["name"]
        self.gd = written["gd"]
        self.board = Board(written["counters"])
        self.reached = {self.board.state()}
        self.orders = None
        self.events = None
        self.starter = collections.Counter()
        self.kept = collections.Counter()
        self.gone = collections.Counter()
        self.stratagem = None  # the card on the table
        self.stratagem_die = 0
        self.to_hit = 0  # by cards, to the end of the round

    def decks(self):
        return {"orders": self.orders, "events": self.events}


class Unit:
    def __init__(self, number, side, written):
        self.number = number
        self.side = side
        self.id = written["unit"]
        self.kind = written["kind"]
        self.points = written["points"]
        self.mcv = written["mcv"]
        self.named = written["named"]
        self.models_at_start = written["models"]
        self.models = written["models"]
        self.alternate = written["alternate"]
        self.move = written["move"]
        self.charge_range = written["charge"]
        self.range = written["range"] or 0
        self.reserve = written["reserve"]
        self.carrier = None
        self.riders = []
        self.out = False
        self.at = None  # inches from its own edge
        self.lane = None
        self.facing = "front"
        self.flees = False
        self.spent = False
        self.moved = False  # in this round
        self.shots = 0  # in this turn
        self.marker = False  # SB-6.5
        self.ward = False
        self.combat = None
        self.charged = None  # the enemy that it charged into this combat, and the aspect
        self.tray = None  # its number while hidden
        self.marked = False  # SB-7.2
        self.free = False

    def strength(self):
        return max(1, rounded(self.points * self.models, self.models_at_start))

    def bearer(self):
        """Itself, or the unit that it rides in."""
        return self.carrier or self

    def on_field(self):
        return not self.out and not self.bearer().reserve and self.bearer().at is not None

    def is_person(self):
        return self.kind in PERSONS


class Event:
    """What is gained and lost together (sequence 6)."""

    def __init__(self):
        self.losses = [0, 0]
        self.gains = [0, 0]
        self.happened = set()  # (what, side) for special rules


class Battle:
    """One battle. `play` is a generator: it yields `Decision` (sent back: the chosen option), `Draw` (sent back: the
    number or the name of the card) and `RoundEnd`."""

    def __init__(self, scenario, tally=None):
        self.scenario = scenario
        self.tally = collections.Counter() if tally is None else tally
        self.numbers = scenario["stand_in"]
        self.depth = self.numbers["depth"]
        self.lanes = self.numbers["lanes"]
        self.sides = [Side(number, written) for number, written in enumerate(scenario["sides"])]
        self.side_of = {side.name: side.number for side in self.sides}
        self.cards = {written["name"]: Card(number, written) for number, written in enumerate(scenario["cards"])}
        self.units = []
        for side, written in enumerate(scenario["sides"]):
            for unit in written["units"]:
                self.units.append(Unit(len(self.units), side, unit))
        self.unit_of = {unit.id: unit for unit in self.units}
        self.combats = []  # lists of units
        self.achievements = {written["name"]: None for written in scenario["achievements"]}
        self.holders = {}
        for place in scenario["places"]:
            on_field = place.get("at") is not None and place.get("lane") is not None
            holder = place.get("held_by") if on_field else None
            self.holders[place["place"]] = None if holder is None else self.side_of[holder]
        self.forfeited = set()
        self.specials_used = set()
        self.special_acts = False
        self.event = Event()
        self.round = 0
        self.first = None
        self.turn_side = None
        self.deployed = []  # by decisions
        self.in_setup = True
        self.round_open = False
        self.hits = {}  # enemy -> aspects from which it was charged in this turn
        self.machines = {}  # target -> war machines that killed from it in this turn
        self.result = None
        self.read_armies()

    def met(self, clause, part=None):
        """Counts that a clause acted."""
        self.tally[clause] += 1
        if part:
            self.tally[f"{clause} {part}"] += 1

    def read_armies(self):
        for side in self.scenario["sides"]:
            for written in side["units"]:
                unit = self.unit_of[written["unit"]]
                if written.get("in") is not None:
                    unit.carrier = self.unit_of[written["in"]]
                    unit.carrier.riders.append(unit)
                elif written.get("at") is not None and not unit.reserve:
                    unit.at = written["at"]["at"]
                    unit.lane = written["at"]["lane"]
                    unit.facing = written["at"].get("facing") or "front"
        for unit in self.units:
            if unit.carrier:
                unit.reserve = unit.carrier.reserve
        self.check_numbers()

    def check_numbers(self):
        """Numbers that follow from others, where the record says which were written."""
        for side in self.scenario["sides"]:
            if "counters_written" in side:
                changes = side["counters_written"] or {}
                points = sum(unit["points"] for unit in side["units"])
                counters = points // self.scenario["points_per_counter"] + changes.get("add", 0)
                expect_number(f"counters of {side['name']}", side["counters"], changes.get("exactly", counters))
            for unit in side["units"]:
                if "written" not in unit:
                    continue
                move, reach, per_model, models = DEFAULTS[unit["kind"]]
                if per_model:
                    models = max(1, rounded(unit["points"], per_model))
                defaults = {"mcv": default_mcv(unit["points"]), "move": move, "range": reach, "models": models}
                for key, value in defaults.items():
                    if key not in unit["written"]:
                        expect_number(f"{key} of {unit['unit']}", unit[key] or 0, value)

    # The course of the battle

    def play(self):
        try:
            yield from self.set_up()
            while True:
                self.begin_round()
                yield from self.play_round()
                self.round_open = False
                yield RoundEnd(self.state(), True)
                self.end_of_round()
        except BattleOver as over:
            self.result = {"winner": None if over.winner is None else self.sides[over.winner].name, "by": over.by}
            if self.round_open:
                yield RoundEnd(self.state(), False)

    def ask(self, kind, side, options):
        """The chosen one of `options`; a single option is taken without asking."""
        if len(options) == 1:
            return options[0]
        return (yield Decision(max(1, self.round), side, kind, options))

    def end_by_count(self, by):
        totals = [side.board.total() for side in self.sides]
        self.met("SB-1.5", "more counters" if totals[0] != totals[1] else "draw")
        raise BattleOver(None if totals[0] == totals[1] else int(totals[1] > totals[0]), by)

    def begin_round(self):
        rounds = self.scenario.get("rounds")
        if rounds is not None and self.round == rounds:
            self.met("SB-5.5", "round limit")
            self.end_by_count("count")
        self.round += 1
        self.round_open = True
        self.first = None
        self.turn_side = None
        for unit in self.units:
            unit.moved = False
        for side in self.sides:
            side.to_hit = 0

    def end_of_round(self):
        if self.round == self.scenario.get("rounds"):
            self.check_victory("end")
        for side in (0, 1):
            if not any(unit.side == side and not unit.out for unit in self.units):
                self.met("SB-8.33")
                self.end_by_count("field")

    def play_round(self):
        self.met("SB-5.6")
        throws = yield from self.throw_both(0, 1)
        if throws[0] == throws[1]:
            self.met("SB-5.2")
            for side in self.sides:
                for deck in side.decks().values():
                    deck.reset()
            return
        winner = int(throws[1] > throws[0])
        difference = abs(throws[0] - throws[1])
        picked = difference > 5 and (yield from self.pick(winner))
        for side in (0, 1):
            count = cards_drawn(difference) - (picked and side == winner)
            change = self.trigger_sum(side, "cards")
            if change:
                self.met("SB-9.1", "cards")
            self.met("SB-5.1", f"draw {cards_drawn(difference)}")
            yield from self.draw_cards(side, "orders", max(0, count + change))
            yield from self.draw_cards(side, "events", cards_drawn(difference))
        options = [{"first": side.name} for side in self.sides]
        choice = yield from self.ask("first", winner, options)
        self.first = self.side_of[choice["first"]]
        self.met("SB-5.4")
        for side in (0, 1):
            yield from self.run_specials(self.specials("round", side))
        yield from self.turn(self.first)
        yield from self.turn(1 - self.first)

    def pick(self, winner):
        """The winner may take an Orders card of choice (SB-5.3); tells whether he did."""
        orders = self.sides[winner].orders
        if not orders.pile.total():
            orders.reset()
        options = ["pass"] + [{"pick": card.name} for card in self.kinds(orders.pile)]
        choice = yield from self.ask("pick", winner, options)
        self.met("SB-5.3", "pass" if choice == "pass" else "picked")
        if choice == "pass":
            return False
        orders.pile[choice["pick"]] -= 1
        orders.hand[choice["pick"]] += 1
        if not orders.pile.total():
            orders.reset()
        return True

    def draw_cards(self, side, label, count):
        deck = self.sides[side].decks()[label]
        for _ in range(count):
            if not deck.pile.total():
                deck.reset()
            if not deck.pile.total():
                return
            name = yield Draw(label, side, sorted(deck.pile.elements()))
            deck.pile[name] -= 1
            deck.hand[name] += 1
            self.met("SB-4.1" if label == "orders" else "SB-4.2")
            if not deck.pile.total() and deck.discards.total():
                self.met("SB-4.4", "reshuffled")
                deck.reset()

    def kinds(self, counts):
        """The cards of which `counts` holds one or more, in the order of the scenario."""
        return sorted((self.cards[name] for name in counts if counts[name] > 0), key=lambda card: card.number)

    def turn(self, side):
        self.turn_side = side
        for unit in self.units:
            unit.shots = 0
            unit.free = False
        self.hits = {}
        self.machines = {}
        yield from self.run_specials(self.specials("turn", side))
        yield from self.stratagem(side)
        events = self.sides[side].events
        while events.hand.total():
            options = [{"card": card.name} for card in self.kinds(events.hand)]
            choice = yield from self.ask("play", side, options)
            card = self.cards[choice["card"]]
            yield from self.play_card(side, events, card, card.play)
        orders = self.sides[side].orders
        while orders.hand.total():
            choice = yield from self.ask("play", side, self.order_options(orders))
            if "discard" in choice:
                self.met("SB-4.6", "discarded")
                orders.hand[choice["discard"]] -= 1
                orders.discards[choice["discard"]] += 1
                continue
            card = self.cards[choice["card"]]
            words = self.cards[choice["as"]].play if "as" in choice else card.play
            if "as" in choice:
                self.met("SB-6.1", "wild")
            yield from self.play_card(side, orders, card, words)
        yield from self.window("end")
        for unit in self.units:
            unit.free = False

    def order_options(self, orders):
        options = []
        for card in self.kinds(orders.hand):
            if card.is_wild():
                options += [{"card": card.name, "as": other.name} for other in self.cards.values()
                            if other.deck == "orders" and not other.is_wild() and not other.is_lull()]
            else:
                options.append({"card": card.name})
            if not card.is_lull():
                options.append({"discard": card.name})
        return options

    # Cards: declaring, stopping, windows

    def play_card(self, side, deck, card, words):
        """Declares an Orders or Event card from the hand, and does what it says."""
        deck.hand[card.name] -= 1
        if card.deck == "orders":
            self.met("SB-6.1", card.name)
        else:
            self.met("SB-6.3", card.name)
        if card.name not in PUBLISHED_NAMES:
            self.met("SB-4.5")
        if (yield from self.stopped(side)):
            deck.discards[card.name] += 1
        else:
            if "keep" in card.words:
                self.sides[side].kept[card.name] += 1
            else:
                deck.discards[card.name] += 1
            yield from self.window("window")
            yield from self.run_program(side, words)

    def play_starter(self, side, card):
        """Declares a starter card, which leaves the battle; tells whether it acts."""
        self.sides[side].starter[card.name] -= 1
        self.sides[side].gone[card.name] += 1
        self.met("SB-4.3")
        self.met("SB-4.4", "trashed")
        return not (yield from self.stopped(side))

    def starters(self, side, word):
        return [card for card in self.kinds(self.sides[side].starter) if word in card.words]

    def stopped(self, side):
        """Whether the opponent stops the card that `side` has just declared (SB-7.1, Leadership)."""
        opponent = 1 - side
        name = self.sides[opponent].name
        options = ["pass"] + [{"stop": card.name, "by": name} for card in self.starters(opponent, "stop")]
        choice = yield from self.ask("respond", opponent, options)
        if choice == "pass":
            return False
        card = self.cards[choice["stop"]]
        self.met("SB-7.3", "Leadership")
        if not (yield from self.play_starter(opponent, card)):
            return False
        die = faces_of(card.words["stop"])
        own, against = yield from self.throw(opponent, [("gd", self.generalship(opponent)), ("dice", die)])
        self.met("SB-7.1", "stopped" if own > against else "failed to stop")
        if own == against:
            self.met("SB-6.7", "equal")
        return own > against

    def window(self, kind):
        """First the player whose turn it is, then the other, may shoot and more (SB-6.6)."""
        for side in (self.turn_side, 1 - self.turn_side):
            while True:
                choice = yield from self.ask(kind, side, ["pass"] + self.window_options(side))
                if choice == "pass":
                    break
                self.met("SB-6.6")
                if "shoot" in choice:
                    self.met("SB-6.4", "out of sequence")
                    shooter = self.unit_of[choice["shoot"]]
                    yield from self.shoot(shooter, self.target_named(side, choice["target"]))
                elif "free" in choice:
                    self.met("SB-7.2", "free move")
                    unit = self.unit_of[choice["free"]]
                    unit.free = False
                    self.reveal(unit)
                    self.stand(unit, choice["to"])
                else:
                    card = self.cards[choice["starter"]]
                    if (yield from self.play_starter(side, card)):
                        yield from self.run_program(side, card.play)
        yield from self.look()

    def window_options(self, side):
        options = []
        for unit in self.units:
            if unit.side == side and self.may_shoot(unit):
                for target in self.targets(unit, trays=True):
                    options.append({"shoot": unit.id, "target": self.name_for(side, target)})
        if side == self.turn_side:
            for unit in self.units:
                if unit.side == side and unit.free and self.is_at_liberty(unit):
                    options += [{"free": unit.id, "to": place} for place in self.go_places(unit, unit.move, 0)]
        else:
            options += [{"starter": card.name} for card in self.kinds(self.sides[side].starter)
                        if card.is_for_the_opponents_turn()]
        return options

    # Throws

    def generalship(self, side):
        """The Generalship die of a side, its own or that of a trigger."""
        for trigger in self.triggers(side, "generalship"):
            self.met("SB-9.1", "generalship")
            return trigger["die"] if isinstance(trigger["die"], int) else faces_of(trigger["die"])
        return self.sides[side].gd

    def throw(self, side, dice):
        """Throws `dice`, pairs of label and faces, for a side, who may throw them again once (SB-7.1, Favour)."""
        values = yield from self.throw_once(side, dice)
        if (yield from self.throws_again(side)):
            values = yield from self.throw_once(side, dice)
        return values

    def throw_once(self, side, dice):
        values = []
        self.met("SB-8.11")
        for label, faces in dice:
            if label == "gd":
                self.met("SB-1.1")
            values.append((yield Draw(label, side, range(1, faces + 1))))
        return values

    def throws_again(self, side):
        cards = [] if self.in_setup else self.starters(side, "re-roll")
        options = ["pass"] + [{"reroll": card.name, "by": self.sides[side].name} for card in cards]
        choice = yield from self.ask("favour", side, options)
        if choice == "pass":
            return False
        self.met("SB-7.1", "re-roll")
        self.met("SB-7.3", "Favour")
        return (yield from self.play_starter(side, self.cards[choice["reroll"]]))

    def throw_both(self, one, other):
        """Generalship die against Generalship die: both throw, then each may throw again."""
        values = {}
        for side in (one, other):
            values[side], = yield from self.throw_once(side, [("gd", self.generalship(side))])
        for side in (one, other):
            if (yield from self.throws_again(side)):
                values[side], = yield from self.throw_once(side, [("gd", self.generalship(side))])
        return values

    def two_dice(self, side):
        return (yield from self.throw(side, [("dice", 6), ("dice", 6)]))

    def comes_true(self, side, hundredths):
        value, = yield from self.throw(side, [("dice", 100)])
        self.met("SB-8.10")
        return value <= hundredths

    # Counters, events, triggers, special rules

    def lose_counters(self, side, count):
        self.event.losses[side] += count

    def gain_counters(self, side, count):
        self.event.gains[side] += count

    def settle(self):
        """Takes and gives the counters of one event, and what follows from it (sequence 6)."""
        event, self.event = self.event, Event()
        boards = [side.board for side in self.sides]
        for side in (0, 1):
            before = boards[side].state()
            boards[side].remove(event.losses[side])
            if event.losses[side]:
                self.met("SB-1.4", "lost")
            if boards[side].state() != before:
                self.met("SB-1.4", "state emptied")
        if any(event.losses) and any(event.gains):
            self.met("SB-1.6", "losses before gains")
        beaten = [side for side in (0, 1) if not boards[side].total()]
        if beaten:
            self.met("SB-1.5", "no counters left")
            self.met("SB-5.5", "counters")
            if len(beaten) == 2:
                self.met("SB-1.6", "both without counters")
            raise BattleOver(None if len(beaten) == 2 else 1 - beaten[0], "counters")
        self.check_victory("now")
        for side in (0, 1):
            if event.gains[side]:
                above = boards[side].total() + event.gains[side] > sum(boards[side].start)
                self.met("SB-1.4", "gained above the start" if above else "gained")
            boards[side].add(event.gains[side])
        yield from self.fire_triggers()
        yield from self.run_specials([rule for side in (0, 1) for what in ("unit-lost", "unit-broken", "achievement")
                                      if (what, side) in event.happened for rule in self.specials(what, side)])

    def check_victory(self, when):
        for rule in self.scenario["victory"]:
            if rule["at"] != when:
                continue
            holder = self.holders[rule["place"]]
            wanted = rule.get("side")
            if holder is not None and (wanted is None or self.side_of[wanted] == holder):
                self.met("SB-1.6", f"victory {when}")
                raise BattleOver(holder, "victory")

    def triggers(self, side, rule):
        """The triggers of a rule that act while the army is in its state."""
        state = STATES[self.sides[side].board.state()]
        return [trigger for trigger in self.scenario["triggers"]
                if trigger["rule"] == rule and trigger["state"] == state and self.side_of[trigger["side"]] == side]

    def trigger_sum(self, side, rule):
        return sum(trigger["change"] for trigger in self.triggers(side, rule))

    def fire_triggers(self):
        """The triggers of the states newly reached, side 0 first: together one more event."""
        firing = []
        for side in self.sides:
            for state in range(side.board.state() + 1):
                if state not in side.reached:
                    side.reached.add(state)
                    firing += [trigger for trigger in self.scenario["triggers"]
                               if trigger["state"] == STATES[state] and trigger["side"] == side.name]
        firing = [trigger for trigger in firing if trigger["rule"] in ONCE_TRIGGERS]
        for trigger in firing:
            side = self.side_of[trigger["side"]]
            rule = trigger["rule"]
            self.met("SB-9.1", rule)
            if rule == "reinforcements":
                for name in trigger["units"]:
                    self.arrive(self.unit_of[name])
            elif rule == "counters":
                self.change_counters(side, trigger["change"])
            elif rule == "steal":
                self.lose_counters(1 - side, trigger["counters"])
                self.gain_counters(side, trigger["counters"])
            else:
                self.sides[side].board.push(trigger["counters"])
        if firing:
            yield from self.settle()

    def change_counters(self, side, change):
        if change < 0:
            self.lose_counters(side, -change)
        else:
            self.gain_counters(side, change)

    def arrive(self, unit):
        """A unit of the reserve comes to its own edge."""
        unit = unit.bearer()
        if not unit.reserve:
            return
        unit.reserve = False
        for rider in unit.riders:
            rider.reserve = False
        lanes = [lane for lane in self.lanes_from_the_middle() if self.is_apart(unit, unit.side, 0, lane)]
        unit.at = 0
        unit.lane = lanes[0] if lanes else self.lanes_from_the_middle()[0]
        unit.facing = "front"

    def specials(self, what, side):
        """The special rules of a side that act on something; none while another one acts."""
        if self.special_acts:
            return []
        acting = []
        for number, rule in enumerate(self.scenario["special"]):
            if rule["on"] != what or self.side_of[rule["side"]] != side:
                continue
            if rule.get("once") and number in self.specials_used:
                continue
            if rule.get("while") and not self.holds_true(side, rule["while"]):
                continue
            if rule.get("unless") and self.holds_true(side, rule["unless"]):
                continue
            self.specials_used.add(number)
            acting.append(rule)
        return acting

    def run_specials(self, rules):
        for rule in rules:
            self.tally[f"special {rule['on']}"] += 1
            self.special_acts = True
            yield from self.run_program(self.side_of[rule["side"]], rule["do"])
            self.special_acts = False

    def holds_true(self, side, conditions):
        for key, wanted in conditions.items():
            if key == "state":
                wanted = [wanted] if isinstance(wanted, str) else wanted
                true = STATES[self.sides[side].board.state()] in wanted
            elif key == "rounds":
                low, dash, high = str(wanted).partition("-")
                true = int(low) <= self.round <= (int(high) if high else self.round if dash else int(low))
            else:
                true = self.holders[wanted] == side
            if not true:
                return False
        return True

    def achieve(self, on, side):
        """A side wins the achievements of `on` that nobody has (SB-3)."""
        for achievement in self.scenario["achievements"]:
            name = achievement["name"]
            if achievement["on"] == on and self.achievements[name] is None:
                self.achievements[name] = side
                self.gain_counters(side, achievement["counters"])
                self.event.happened.add(("achievement", side))
                if on in PUBLISHED_ON:
                    self.met(f"SB-3.{PUBLISHED_ON.index(on) + 1}")
                else:
                    self.tally[f"achievement {on}"] += 1

    def happen(self, what, side):
        """A unit of `side` was lost or broken."""
        self.event.happened.add((what, side))
        self.achieve(what, 1 - side)

    # What cards say

    def run_program(self, side, words):
        """All words of a card or a special rule; then trays and places are looked at."""
        yield from self.do(side, words)
        yield from self.look()

    def do(self, side, words):
        """The words of a card, in order, with `side` as its player."""
        for word in words:
            name, argument = word_of(word)
            self.tally[f"word {name}"] += 1
            yield from getattr(self, "do_" + name.replace("-", "_"))(side, argument)

    def do_wild(self, side, argument):
        """Played as another card."""
        yield from ()

    def do_keep(self, side, argument):
        """Acts when it is used: see `inspire`."""
        yield from ()

    def do_reload(self, side, kinds):
        for unit in self.units:
            if unit.side == side and unit.kind in kinds:
                unit.spent = False
        yield from ()

    def do_counters(self, side, argument):
        target = 1 - side if argument.get("side") == "enemy" else side
        self.change_counters(target, argument["change"])
        yield from self.settle()

    def do_push(self, side, argument):
        target = 1 - side if argument.get("side") == "enemy" else side
        self.sides[target].board.push(argument["counters"])
        yield from self.settle()

    def do_to_hit(self, side, change):
        self.sides[side].to_hit += change
        yield from ()

    def do_draw(self, side, count):
        if count == "as-held":
            count = self.sides[side].orders.hand.total()
        yield from self.draw_cards(side, "orders", count)

    def do_lose(self, side, count):
        orders = self.sides[side].orders
        if count == "all":
            self.met("SB-4.6", "all lost")
            orders.discards += orders.hand
            orders.hand.clear()
            return
        for _ in range(min(count, orders.hand.total())):
            options = [{"lose": card.name} for card in self.kinds(orders.hand)]
            choice = yield from self.ask("lose", side, options)
            self.met("SB-4.6", "lost")
            orders.hand[choice["lose"]] -= 1
            orders.discards[choice["lose"]] += 1

    def do_opponent(self, side, words):
        choice = yield from self.ask("accept", 1 - side, [{"accept": True}, {"accept": False}])
        if choice["accept"]:
            yield from self.do(1 - side, words)

    def do_roll(self, side, roll):
        own, enemy = self.sides[side].board, self.sides[1 - side].board
        if roll.get("behind"):
            behind = own.total() < -(-3 * enemy.total() // 4)
            self.met("SB-6.2", "behind" if behind else "not behind")
            if not behind:
                return
        if roll.get("optional"):
            choice = yield from self.ask("risk", side, [{"risk": True}, {"risk": False}])
            if not choice["risk"]:
                return
        if roll["against"] == "enemy":
            values = yield from self.throw_both(side, 1 - side)
            margin = values[side] - values[1 - side]
        else:
            dice = [("gd", self.generalship(side)), ("dice", faces_of(roll["against"]))]
            thrown = yield from self.throw(side, dice)
            margin = thrown[0] - thrown[1]
        if roll.get("handicap"):
            margin -= own.state()
        much = roll.get("much")
        if margin == 0:
            self.met("SB-6.7", "equal")
        elif margin < 0:
            yield from self.do(side, roll.get("lose") or [])
        elif much and margin > much["by"]:
            yield from self.do(side, much["play"])
        else:
            yield from self.do(side, roll.get("win") or [])

    def do_move(self, side, argument):
        yield from self.move_by_themselves(side)
        for _ in range(argument.get("units", 1)):
            if not (yield from self.move_one(side, self.movable(side))):
                break
        yield from self.rally_some(side, argument.get("rally", 1))

    def do_move_group(self, side, argument):
        leaders = [unit for unit in self.units if unit.side == side and unit.named and unit.is_person()
                   and unit.on_field() and not unit.bearer().flees]
        choice = yield from self.ask("aim", side, ["pass"] + [{"aim": unit.id} for unit in leaders])
        if choice == "pass":
            yield from self.do_move(side, {})
            return
        leader = self.unit_of[choice["aim"]]
        within = argument.get("general", 12) if leader.kind == "general" else argument.get("within", 6)
        group = [unit for unit in self.standing() if unit.side == side and self.is_within(unit, leader, within)]
        self.met("SB-6.7", "group")
        while (yield from self.move_one(side, [unit for unit in group if unit in self.movable(side)])):
            pass
        yield from self.rally_some(side, 1)

    def do_half_move(self, side, argument):
        self.met("SB-7.1", "half move")
        self.met("SB-7.3", "half move")
        for _ in range(argument.get("units", 1)):
            if not (yield from self.move_one(side, self.movable(side), half=True)):
                break

    def do_rally_all(self, side, argument):
        for unit in self.units:
            if unit.side == side and unit.flees and not unit.out and not unit.carrier:
                yield from self.rally(unit)

    def do_fire(self, side, argument):
        for unit in self.units:
            if unit.side == side and self.may_shoot(unit):
                targets = self.targets(unit, trays=False)
                if targets:
                    nearest = min(targets, key=lambda target: (self.distance_squared(unit, target), target.number))
                    self.met("SB-6.7", "fire")
                    yield from self.shoot(unit, nearest)

    def do_melee(self, side, argument):
        player = self.first if self.turn_side is None else self.turn_side
        for combat in sorted(self.combats, key=lowest_number):
            if combat in self.combats:
                yield from self.fight(combat, player)

    def do_cast(self, side, argument):
        for unit in self.units:
            if unit.side == side and unit.ward:
                unit.ward = False
                self.met("SB-8.29", "ward ends")
        ready = [unit for unit in self.units if unit.side == side and unit.kind == "wizard"]
        while True:
            options = ["pass"]
            for wizard in ready:
                options += self.spells(wizard)
            choice = yield from self.ask("cast", side, options)
            if choice == "pass":
                return
            wizard = self.unit_of[choice["cast"]]
            ready.remove(wizard)
            yield from self.cast(wizard, choice)

    def inspire(self, side):
        """A kept card may be used: the general won a challenge, or his unit broke an enemy (SB-6.3)."""
        kept = self.kinds(self.sides[side].kept)
        if not kept:
            return
        card = kept[0]
        choice = yield from self.ask("inspire", side, [{"inspire": True}, {"inspire": False}])
        if not choice["inspire"]:
            return
        self.met("SB-6.3", "kept card used")
        self.sides[side].kept[card.name] -= 1
        if (yield from self.stopped(side)):
            self.sides[side].decks()[card.deck].discards[card.name] += 1
            return
        self.sides[side].gone[card.name] += 1
        self.met("SB-4.6", "kept card leaves")
        yield from self.run_program(side, card.words["keep"])

    # Stratagem

    def stratagem(self, side):
        own = self.sides[side]
        if own.stratagem is None or own.stratagem_die == 0:
            return
        added = own.stratagem.words["stratagem"].get("wizard", 4)
        options = [{"stratagem": "no"}, {"stratagem": "roll"}]
        spells = [card for card in self.kinds(own.orders.hand) if "cast" in card.words]
        if spells and self.wizard_attends(side):
            options.append({"stratagem": "trash"})
        choice = (yield from self.ask("stratagem", side, options))["stratagem"]
        if choice == "no":
            return
        self.met("SB-7.3", "Stratagem")
        bonus = 0
        if choice == "trash":
            own.orders.hand[spells[0].name] -= 1
            own.orders.discards[spells[0].name] += 1
            bonus = added
            self.met("SB-7.2", "wizard")
        value, = yield from self.throw(side, [("gd", self.generalship(side))])
        if value + bonus < own.stratagem_die:
            own.stratagem_die -= 1
            self.met("SB-7.2", "die goes down")
            if own.stratagem_die:
                return
        self.met("SB-7.2", "awarded")
        own.starter[own.stratagem.name] -= 1
        own.gone[own.stratagem.name] += 1
        own.stratagem = None
        for unit in self.units:
            if unit.side == side and unit.marked:
                unit.free = True

    def wizard_attends(self, side):
        own = [unit for unit in self.units if unit.side == side and unit.on_field()]
        generals = [unit for unit in own if unit.kind == "general"]
        wizards = [unit for unit in own if unit.kind == "wizard" and not unit.bearer().flees]
        return any(self.is_within(wizard, general, 12) for wizard in wizards for general in generals)

    # The field

    def y_of(self, side, at):
        """Inches from the first side's edge."""
        return at if side == 0 else self.depth - at

    def point(self, unit):
        """Where a unit stands, in inches across and from the first side's edge."""
        bearer = unit.bearer()
        return bearer.lane * LANE, self.y_of(bearer.side, bearer.at)

    def direction(self, unit):
        """Where a unit faces, as a step across and from the first side's edge (SB-8.3)."""
        forward = 1 if unit.side == 0 else -1
        return {"front": (0, forward), "rear": (0, -forward),
                "left": (-forward, 0), "right": (forward, 0)}[unit.bearer().facing]

    def seen_from(self, unit, point):
        """Inches ahead of a unit and inches to its right at which a point lies."""
        x, y = self.point(unit)
        across, along = point[0] - x, point[1] - y
        step_x, step_y = self.direction(unit)
        return across * step_x + along * step_y, across * step_y - along * step_x

    def distance_squared(self, one, other):
        return squared(self.point(one), self.point(other))

    def is_within(self, one, other, inches):
        return self.distance_squared(one, other) <= inches * inches

    def standing(self):
        """All units on the field that ride nowhere."""
        return [unit for unit in self.units if not unit.carrier and unit.on_field()]

    def is_in_arc(self, unit, point):
        ahead, right = self.seen_from(unit, point)
        return ahead > 0 and abs(right) <= ahead

    def is_free_line(self, start, end, ends):
        """Whether no unit stands in the way of a line (SB-8.5)."""
        length = squared(start, end)
        across, along = end[0] - start[0], end[1] - start[1]
        for unit in self.standing():
            if unit.flees or unit in ends:
                continue
            x, y = self.point(unit)
            x, y = x - start[0], y - start[1]
            if 0 < x * across + y * along < length and (x * along - y * across) ** 2 < 4 * length:
                self.met("SB-8.5")
                return False
        return True

    def sees(self, unit, target):
        """SB-8.6."""
        start, end = self.point(unit), self.point(target)
        if not self.is_in_arc(unit, end):
            return False
        self.met("SB-8.4")
        self.met("SB-8.6")
        return self.is_free_line(start, end, (unit.bearer(), target))

    def is_apart(self, unit, side, at, lane):
        """Whether a place is 3 inches from every other unit that does not flee."""
        point = (lane * LANE, self.y_of(side, at))
        return all(other is unit or other.flees or squared(point, self.point(other)) >= APART * APART
                   for other in self.standing())

    def is_on_field(self, at, lane):
        return 0 <= at <= self.depth and 1 <= lane <= self.lanes

    def lanes_from_the_middle(self):
        middle = (self.lanes + 1) // 2
        lanes = [middle]
        for offset in range(1, self.lanes):
            lanes += [middle + offset, middle - offset]
        return [lane for lane in lanes if 1 <= lane <= self.lanes]

    def name_for(self, viewer, unit):
        """The name of a target in the options of a side: an enemy's tray is only a number."""
        return f"tray {unit.tray}" if unit.tray and unit.side != viewer else unit.id

    def target_named(self, viewer, name):
        return next(unit for unit in self.units if unit.side != viewer and self.name_for(viewer, unit) == name)

    def reveal(self, unit):
        unit = unit.bearer()
        if unit.tray:
            unit.tray = None
            self.met("SB-10.2", "revealed")

    def look(self):
        """Who holds the places (SB-8.32), and trays that are seen."""
        lost = []
        for place in self.scenario["places"]:
            if place.get("at") is None or place.get("lane") is None:
                continue
            name = place["place"]
            point = (place["lane"] * LANE, place["at"])
            near = {unit.side for unit in self.standing()
                    if not unit.flees and squared(point, self.point(unit)) <= 36}
            if len(near) != 1 or near == {self.holders[name]}:
                continue
            if self.holders[name] is not None:
                lost.append((self.holders[name], name))
            self.holders[name], = near
            self.met("SB-8.32")
        for number, forfeit in enumerate(self.scenario["forfeits"]):
            side = self.side_of[forfeit["side"]]
            if number not in self.forfeited and (side, forfeit["on"]["lost"]) in lost:
                self.forfeited.add(number)
                self.lose_counters(side, forfeit["counters"])
                self.met("SB-1.2", "forfeit")
        self.look_at_trays()
        yield from self.settle()

    def look_at_trays(self):
        """Trays that an enemy sees from no further than 8 inches (SB-8.34)."""
        watching = [unit for unit in self.standing() if unit.tray is None and not unit.flees]
        seen = [unit for unit in self.standing() if unit.tray
                and any(enemy.side != unit.side and self.is_within(enemy, unit, 8) and self.sees(enemy, unit)
                        for enemy in watching)]
        for unit in seen:
            self.met("SB-8.34", "seen")
            self.reveal(unit)

    # Moving

    def is_at_liberty(self, unit):
        """On the field by itself, not in combat and not fleeing."""
        return not unit.carrier and unit.on_field() and not unit.combat and not unit.flees

    def movable(self, side):
        return [unit for unit in self.units if unit.side == side and not unit.moved and not unit.alternate
                and self.is_at_liberty(unit)]

    def go_options(self, unit, half):
        if half:
            return [{"to": place} for place in self.go_places(unit, unit.move // 2, 0)]
        options = [{"to": place} for place in self.go_places(unit, unit.move, 2 * unit.move)]
        reach = self.reach(unit)
        for enemy in self.standing():
            if (enemy.side != unit.side and enemy.tray is None and self.is_within(unit, enemy, reach)
                    and self.sees(unit, enemy)):
                options.append({"charge": enemy.id})
        return options

    def reach(self, unit):
        """How far a charge can go at most (SB-8.13)."""
        return unit.move + 12 if unit.charge_range is None else unit.charge_range

    def go_places(self, unit, move, march):
        """The places worth offering to a unit, without doubles (sequence 4)."""
        places = []

        def offer(place):
            if place not in places and self.may_go(unit, place):
                places.append(place)
                return True
            return False

        def place_ahead(inches):
            """`inches` ahead, behind if negative; None if these are no whole lanes."""
            across, along = self.direction(unit)
            if across == 0:
                forward = along if unit.side == 0 else -along
                return {"at": unit.at + forward * inches, "lane": unit.lane, "facing": unit.facing}
            if inches % LANE:
                return None
            return {"at": unit.at, "lane": unit.lane + across * inches // LANE, "facing": unit.facing}

        def go_straight(furthest, at_least, way):
            for inches in range(furthest, at_least - 1, -1):
                place = place_ahead(way * inches)
                if place and self.may_go(unit, place):
                    offer(place)
                    return inches
            return 0

        ahead = go_straight(move, 1, 1)
        go_straight(march, ahead + 1, 1)
        go_straight(move, 1, -1)
        if LANE <= move:
            left = -1 if unit.side == 0 else 1
            for lane in (unit.lane + left, unit.lane - left):
                offer({"at": unit.at, "lane": lane, "facing": unit.facing})
        turned = FACINGS.index(unit.facing)
        for turn in (-1, 1, 2):
            offer({"at": unit.at, "lane": unit.lane, "facing": FACINGS[(turned + turn) % 4]})
        return places

    def may_go(self, unit, place):
        """Whether a place can be moved to, its distance aside (SB-8.12)."""
        if (place["at"], place["lane"]) == (unit.at, unit.lane):
            return True
        if not self.is_on_field(place["at"], place["lane"]):
            return False
        if not self.is_apart(unit, unit.side, place["at"], place["lane"]):
            return False
        end = (place["lane"] * LANE, self.y_of(unit.side, place["at"]))
        return self.is_free_line(self.point(unit), end, (unit,))

    def stand(self, unit, place):
        unit.at = place["at"]
        unit.lane = place["lane"]
        unit.facing = place.get("facing", "front")

    def move_one(self, side, units, half=False):
        """One of `units` moves or charges; tells whether one did."""
        choices = {unit.id: self.go_options(unit, half) for unit in units}
        options = ["pass"] + [{"unit": name} for name, places in choices.items() if places]
        choice = yield from self.ask("unit", side, options)
        if choice == "pass":
            return False
        unit = self.unit_of[choice["unit"]]
        self.reveal(unit)
        go = yield from self.ask("go", side, choices[unit.id])
        unit.moved = True
        if "charge" in go:
            self.met("SB-8.13")
            yield from self.charge(unit, self.unit_of[go["charge"]])
        else:
            self.met("SB-8.12")
            if go["to"]["facing"] != unit.facing:
                self.met("SB-8.3")
            self.met("SB-8.2")
            self.stand(unit, go["to"])
        return True

    def move_by_themselves(self, side):
        """Units marked `alternate` at a Move card (SB-6.5, SB-8.31)."""
        for unit in self.units:
            if unit.side != side or not unit.alternate or not unit.on_field() or unit.carrier:
                continue
            if unit.marker:
                unit.marker = False
                self.met("SB-6.5", "marker off")
            elif self.is_at_liberty(unit) and not unit.moved:
                unit.marker = True
                unit.moved = True
                self.reveal(unit)
                self.met("SB-6.5", "moves")
                yield from self.go_by_itself(unit)

    def go_by_itself(self, unit):
        inches = sum((yield from self.two_dice(unit.side)))
        forward = 1 if unit.side == 0 else -1
        way = -forward if unit.facing == "rear" else forward
        x, y = self.point(unit)
        ahead = [other for other in self.standing() if other.lane == unit.lane and not other.flees
                 and (self.point(other)[1] - y) * way > 0]
        first = min(ahead, key=lambda other: abs(self.point(other)[1] - y), default=None)
        if (first and first.side != unit.side and first.tray is None
                and abs(self.point(first)[1] - y) <= inches):
            self.met("SB-8.31", "charges")
            yield from self.charge_home(unit, first)
        else:
            self.met("SB-8.31", "goes")
            self.go_along_lane(unit, way, inches)

    def go_along_lane(self, unit, way, inches, towards=None):
        """Inch by inch, at most to `towards`, stopping before another unit (SB-8.17)."""
        self.met("SB-8.17")
        step = way if unit.side == 0 else -way
        for _ in range(inches):
            at = unit.at + step
            if self.y_of(unit.side, unit.at) == towards or not 0 <= at <= self.depth:
                return
            if not self.is_apart(unit, unit.side, at, unit.lane):
                return
            unit.at = at

    # Charging

    def charge(self, unit, target):
        """A declared charge: reaction, dice, contact or not (SB-8.13 to SB-8.16)."""
        reaction = yield from self.react(unit, target)
        if reaction == "shoot":
            self.met("SB-6.4", "Stand & Shoot")
            yield from self.shoot(target, unit)
        elif reaction == "flee":
            yield from self.flee(target)
            yield from self.settle()
        if not target.on_field() or not self.is_at_liberty(unit):
            return
        if unit.charge_range is None:
            dice = yield from self.two_dice(unit.side)
            inches, if_failed = unit.move + sum(dice), max(dice)
        else:
            inches, if_failed = unit.charge_range, unit.charge_range // 2
        self.met("SB-8.15")
        goal = self.point(target)[1]
        way = sign(goal - self.point(unit)[1])
        if not self.is_within(unit, target, inches):
            self.met("SB-8.15", "failed")
            self.go_along_lane(unit, way, if_failed, goal)
        elif reaction == "flee":
            self.met("SB-8.15", "run down")
            self.charge_succeeded(unit, target)
            self.kill(target, target.models, unit.side)
            self.lose_unit(target)
            self.go_along_lane(unit, way, unit.move, goal)
            yield from self.settle()
        else:
            yield from self.charge_home(unit, target)

    def react(self, unit, target):
        """How the enemy meets the charge (SB-8.14)."""
        if target.flees:
            self.met("SB-8.14", "flees again")
            return "flee"
        options = [{"react": "hold"}]
        if (target.kind in SHOOTERS and target.range > 0 and target.shots < 2 and not target.combat
                and self.is_within(target, unit, min(24, target.range)) and self.sees(target, unit)):
            options.append({"react": "shoot"})
        if not target.combat and target.kind != "war-machine":
            options.append({"react": "flee"})
        reaction = (yield from self.ask("react", target.side, options))["react"]
        self.met("SB-8.14", reaction)
        return reaction

    def charge_succeeded(self, unit, target):
        near = 2 if unit.charge_range is None else 1
        if self.distance_squared(unit, target) >= (self.reach(unit) - near) ** 2:
            self.achieve("thunderous-charge", unit.side)

    def charge_home(self, unit, target):
        """The charger reaches an enemy that stands, and the first round is fought (SB-8.16)."""
        self.charge_succeeded(unit, target)
        ahead, right = self.seen_from(target, self.point(unit))
        if ahead >= abs(right):
            aspect = "front"
        elif -ahead >= abs(right):
            aspect = "rear"
        else:
            aspect = "right" if right > 0 else "left"
        self.met("SB-8.16", aspect)
        goal = self.point(target)[1]
        forward = 1 if unit.side == 0 else -1
        came_from = sign(self.point(unit)[1] - goal) or -forward
        y = max(0, min(self.depth, goal + came_from))
        unit.at = y if unit.side == 0 else self.depth - y
        unit.lane = target.lane
        unit.facing = "front" if came_from == -forward else "rear"
        unit.charged = (target, aspect)
        combat = self.join(unit, target)
        if unit.side == self.turn_side:
            aspects = self.hits.setdefault(target, set())
            aspects.add(aspect)
            if {"left", "right"} <= aspects or ("rear" in aspects and aspects & {"left", "right"}):
                self.achieve("pincer-movement", unit.side)
        yield from self.settle()
        if combat in self.combats:
            yield from self.fight(combat, self.first if self.turn_side is None else self.turn_side, charger=unit)

    def join(self, unit, target):
        """Both are in one combat, with all that either was in combat with."""
        combat = sorted({unit, target, *(unit.combat or []), *(target.combat or [])}, key=lambda one: one.number)
        self.combats = [other for other in self.combats if other is not unit.combat and other is not target.combat]
        self.combats.append(combat)
        for member in combat:
            member.combat = combat
        return combat

    # Shooting and magic

    def may_shoot(self, unit):
        """Whether a unit can shoot of its own will (SB-8.18)."""
        return (unit.kind in SHOOTERS and unit.range > 0 and not unit.spent and unit.shots == 0
                and unit.tray is None and self.is_at_liberty(unit))

    def targets(self, unit, trays):
        """Enemies in range that a unit sees, not in combat; with `trays`, also trays in its arc for a war machine or
        a wizard (SB-8.34)."""
        found = []
        for enemy in self.standing():
            if enemy.side == unit.side or enemy.combat or not self.is_within(unit, enemy, unit.range):
                continue
            if enemy.tray is None:
                if self.sees(unit, enemy):
                    found.append(enemy)
            elif trays and unit.kind in ("war-machine", "wizard") and self.is_in_arc(unit, self.point(enemy)):
                found.append(enemy)
        return found

    def shoot(self, shooter, target):
        """SB-8.19 to SB-8.21."""
        self.met("SB-8.18")
        self.met("SB-8.8" if target.riders else "SB-8.19")
        if target.tray:
            self.met("SB-10.3")
            self.met("SB-8.34", "shot at")
        again = shooter.shots > 0
        shooter.shots += 1
        shooter.spent = True
        value, = yield from self.throw(shooter.side, [("dice", 6)])
        needed = self.numbers["to_hit"]
        if 4 * self.distance_squared(shooter, target) > shooter.range ** 2:
            needed += 1
            self.met("SB-8.19", "far")
        change = self.sides[shooter.side].to_hit + self.trigger_sum(shooter.side, "to-hit")
        if self.triggers(shooter.side, "to-hit"):
            self.met("SB-9.1", "to-hit")
        if self.sides[shooter.side].to_hit:
            self.met("SB-6.6", "missilery card")
            self.met("SB-8.19", "changed")
        if again:
            self.met("SB-8.19", "second shot")
            hit = value == 6
        else:
            hit = value == 6 or (value != 1 and value + change >= needed)
        if hit:
            key = "artillery" if shooter.kind == "war-machine" else "shooting"
            yield from self.hit(shooter, shooter.strength(), self.numbers[key], target)
        yield from self.settle()

    def hit(self, shooter, strength, per_cent, target):
        """A hit kills, and the target may panic (SB-8.20, SB-8.21)."""
        start = target.models_at_start
        kills = max(1, rounded(per_cent * strength * start, 100 * target.points))
        strength_before = target.strength()
        killed = self.kill(target, kills, shooter.side)
        self.met("SB-8.20")
        if shooter.kind == "war-machine" and shooter.side == self.turn_side:
            machines = self.machines.setdefault(target, set())
            machines.add(shooter)
            if len(machines) == 2:
                self.achieve("salvo", shooter.side)
        if not target.models:
            self.lose_unit(target)
        elif 4 * killed >= start and not target.flees:
            x, y = 2 * self.numbers["panic"] * strength, 100 * (strength + strength_before)
            self.met("SB-8.21")
            if (yield from self.comes_true(target.side, chance(x, y))):
                self.met("SB-8.21", "panics")
                self.lose_counters(target.side, 1)
                self.met("SB-2.1", "by missiles or magic")
                self.happen("unit-broken", target.side)
                if shooter.mcv < target.mcv:
                    self.achieve("heroic-moment", shooter.side)
                yield from self.flee(target)

    def kill(self, target, models, side):
        """Kills models of a unit for a side; the number killed."""
        killed = min(models, target.models)
        target.models -= killed
        if killed and side != target.side:
            self.achieve("first-blood", side)
        return killed

    def lose_unit(self, unit):
        """A unit is destroyed or off the field, with its riders (SB-2.2, SB-8.8)."""
        for one in [unit, *unit.riders]:
            if one.out:
                continue
            self.reveal(one)
            one.out = True
            one.models = 0
            one.flees = one.spent = one.ward = False
            self.lose_counters(one.side, one.mcv)
            self.met("SB-2.2")
            self.met("SB-1.3")
            if one is not unit:
                self.met("SB-8.8", "rider lost")
            self.happen("unit-lost", one.side)
        if unit.carrier:
            unit.carrier.riders.remove(unit)
        self.leave_combat(unit)

    def leave_combat(self, unit):
        if unit.combat is None:
            return
        for other in unit.combat:
            if other.charged and other.charged[0] is unit:
                other.charged = None
        unit.combat.remove(unit)
        unit.combat = None
        unit.charged = None

    def spells(self, wizard):
        """What a wizard may cast now (SB-8.29)."""
        if not wizard.on_field() or wizard.bearer().flees or wizard.bearer().tray:
            return []
        spells = [{"cast": wizard.id, "bolt": self.name_for(wizard.side, enemy)}
                  for enemy in self.targets(wizard, trays=True)]
        spells += [{"cast": wizard.id, "ward": unit.id} for unit in self.standing()
                   if unit.side == wizard.side and not unit.ward and not unit.flees
                   and self.is_within(wizard, unit, wizard.range)]
        return spells

    def cast(self, wizard, spell):
        rivals = [unit.points for unit in self.units if unit.side != wizard.side and unit.kind == "wizard"
                  and unit.on_field() and not unit.bearer().flees]
        against = max(rivals, default=wizard.points)
        x, y = 2 * self.numbers["cast"] * wizard.points, 100 * (wizard.points + against)
        self.met("SB-8.29")
        if "bolt" in spell:
            target = self.target_named(wizard.side, spell["bolt"])
            if target.tray:
                self.met("SB-10.3")
                self.met("SB-8.34", "bolt")
        if not (yield from self.comes_true(wizard.side, chance(x, y))):
            return
        if "ward" in spell:
            self.unit_of[spell["ward"]].ward = True
            self.met("SB-8.29", "ward")
            return
        self.met("SB-8.30")
        yield from self.hit(wizard, wizard.points, self.numbers["magic"], target)
        yield from self.settle()

    # Melee

    def fight(self, combat, player, charger=None):
        """A round of combat (SB-8.22 to SB-8.25); `player` is the one whose turn it is."""
        yield from self.challenge(combat, player)
        if combat not in self.combats:
            return
        if charger not in combat:
            charger = None
        members = [[unit for unit in combat if unit.side == side] for side in (0, 1)]
        weights = [sum(self.share(unit, charger) for unit in members[side]) for side in (0, 1)]
        balance = chance(weights[player], sum(weights))
        value, = yield from self.throw(player, [("dice", 100)])
        tie = self.numbers["tie"]
        self.met("SB-8.22")
        self.met("SB-8.1")
        self.met("SB-8.7")
        if value <= balance - tie:
            winner = player
        elif value <= balance + tie:
            winner = None
        else:
            winner = 1 - player
        broken = {}  # unit -> inches fled
        if winner is None:
            self.met("SB-8.23", "drawn")
            self.casualties(members[1 - player], False)
            self.casualties(members[player], False)
        else:
            self.met("SB-8.23", "won")
            losers = members[1 - winner]
            for unit in losers:
                self.lose_counters(unit.side, 1)
                self.met("SB-2.1", "round lost")
            if any(one.mcv < other.mcv for one in members[winner] for other in losers):
                self.achieve("heroic-moment", winner)
            self.casualties(losers, True)
            self.casualties(members[winner], False)
            broken = yield from self.breaks(losers, weights[winner], sum(weights))
        over = self.close(combat)
        yield from self.settle()
        if winner is not None:
            yield from self.inspire_by_breaks(members[winner], broken)
            if over and broken:
                yield from self.pursue(members[winner], broken)

    def share(self, unit, charger):
        """What a unit weighs in a round of combat (SB-8.22)."""
        per_cent = 100 + self.trigger_sum(unit.side, "melee")
        if self.triggers(unit.side, "melee"):
            self.met("SB-9.1", "melee")
        if unit is charger:
            per_cent += self.numbers["charge"]
            self.met("SB-8.22", "charge")
        if unit.charged and unit.charged[1] != "front":
            per_cent += self.numbers["flank"] * (2 if unit.charged[1] == "rear" else 1)
            self.met("SB-8.22", "rear" if unit.charged[1] == "rear" else "flank")
        if unit.ward:
            per_cent += self.numbers["ward"]
            self.met("SB-8.22", "ward")
        points = unit.strength() + sum(rider.points for rider in unit.riders)
        return max(1, rounded(points * max(0, per_cent), 100))

    def casualties(self, units, lost):
        """Models die with a round: `melee` per cent for those who lost, else half of it (SB-8.23)."""
        for unit in units:
            whole = self.numbers["melee"] * unit.models_at_start
            self.kill(unit, -(-whole // 100) if lost else whole // 200, 1 - unit.side)
            if not unit.models:
                self.lose_unit(unit)

    def breaks(self, losers, weight, both):
        """Losing units break and flee (SB-8.24); the inches that each fled."""
        broken = {}
        for unit in losers:
            if unit.out:
                continue
            self.met("SB-8.24")
            if (yield from self.comes_true(unit.side, chance(2 * self.numbers["break"] * weight, 100 * both))):
                self.met("SB-8.24", "breaks")
                self.met("SB-3.7", "loses a round and breaks")
                self.happen("unit-broken", unit.side)
                broken[unit] = yield from self.flee(unit)
        return broken

    def close(self, combat):
        """Ends a combat in which a side has no unit left; tells whether it did."""
        if len({unit.side for unit in combat}) == 2:
            return False
        for unit in combat:
            unit.combat = None
            unit.charged = None
        self.combats = [other for other in self.combats if other is not combat]
        return True

    def inspire_by_breaks(self, winners, broken):
        for unit in winners:
            if (any(one.kind == "general" for one in [unit, *unit.riders]) and not unit.out
                    and any(enemy.points >= unit.points for enemy in broken)):
                yield from self.inspire(unit.side)
                return

    def pursue(self, winners, broken):
        """SB-8.25."""
        able = [unit for unit in winners if unit.kind != "war-machine" and self.is_at_liberty(unit)]
        if not able:
            return
        side = able[0].side
        choice = yield from self.ask("pursue", side, ["pass"] + [{"pursue": unit.id} for unit in able])
        if choice == "pass":
            return
        unit = self.unit_of[choice["pursue"]]
        inches = sum((yield from self.two_dice(side)))
        self.met("SB-8.25")
        for enemy, fled in broken.items():
            if fled <= inches and enemy.flees and not enemy.out:
                self.met("SB-8.25", "caught")
                self.kill(enemy, enemy.models, side)
                self.lose_unit(enemy)
        unit.facing = "front"
        self.go_along_lane(unit, 1 if side == 0 else -1, inches)
        yield from self.settle()

    def challenge(self, combat, player):
        """One challenge before a round is thrown for (SB-8.28)."""
        persons = [one for unit in combat for one in [unit, *unit.riders] if one.is_person()]
        persons.sort(key=lambda one: one.number)
        for side in (player, 1 - player):
            options = ["pass"] + [{"challenge": one.id, "against": other.id}
                                  for one in persons if one.side == side
                                  for other in persons if other.side != side and other.named]
            choice = yield from self.ask("challenge", side, options)
            if choice == "pass":
                continue
            one, other = self.unit_of[choice["challenge"]], self.unit_of[choice["against"]]
            self.met("SB-8.28")
            self.met("SB-3.7", "challenge of a named character")
            won = yield from self.comes_true(side, chance(one.points, one.points + other.points))
            winner, loser = (one, other) if won else (other, one)
            if won:
                self.achieve("heroic-challenge", side)
            else:
                for achievement in self.scenario["achievements"]:
                    if achievement["on"] == "heroic-challenge" and self.achievements[achievement["name"]] is None:
                        self.lose_counters(side, achievement["counters"])
                        self.met("SB-2.3")
            self.kill(loser, loser.models, winner.side)
            self.lose_unit(loser)
            self.close(combat)
            yield from self.settle()
            if winner.kind == "general":
                yield from self.inspire(winner.side)
            return

    # Flight

    def flee(self, unit):
        """SB-8.26; the inches thrown."""
        self.leave_combat(unit)
        self.reveal(unit)
        inches = sum((yield from self.two_dice(unit.side)))
        self.met("SB-8.26")
        unit.at -= inches
        unit.facing = "rear"
        unit.flees = True
        if unit.at < 0:
            self.met("SB-8.26", "off the field")
            self.lose_unit(unit)
        return inches

    def rally(self, unit):
        """SB-8.27."""
        self.met("SB-8.27")
        x, y = self.numbers["rally"] * unit.models, 100 * unit.models_at_start
        if (yield from self.comes_true(unit.side, chance(x, y))):
            self.met("SB-8.27", "rallies")
            unit.flees = False
            unit.facing = "front"
            unit.moved = True
        else:
            yield from self.flee(unit)
        yield from self.settle()

    def rally_some(self, side, count):
        """So many fleeing units must try to rally, each once a card."""
        tried = []
        for _ in range(count):
            fleeing = [unit for unit in self.standing() if unit.side == side and unit.flees and unit not in tried]
            if not fleeing:
                return
            choice = yield from self.ask("rally", side, [{"rally": unit.id} for unit in fleeing])
            unit = self.unit_of[choice["rally"]]
            tried.append(unit)
            yield from self.rally(unit)

    # Set-up

    def set_up(self):
        for side in self.sides:
            self.met("SB-1.2", "counters at the start")
            self.met("SB-1.4", "shared")
            orders = yield from self.choose_orders(side)
            for card in self.cards.values():
                if card.is_lull():
                    orders[card.name] = card.copies
            side.orders = Deck("orders", orders)
            side.events = Deck("events", self.copies("events"))
            if self.scenario["sides"][side.number]["starter"]:
                side.starter.update(self.copies("starter"))
        yield from self.conceal()
        if self.scenario.get("deployment") == "alternate":
            yield from self.deploy_in_turn()
        elif self.scenario.get("deployment") == "generalship":
            yield from self.deploy_by_generalship()
        else:
            self.stand_in_order()
        for side in self.sides:
            yield from self.mark(side)
        self.look_at_trays()
        self.in_setup = False

    def copies(self, deck):
        return {card.name: card.copies for card in self.cards.values() if card.deck == deck}

    def choose_orders(self, side):
        """The Orders deck without its Lulls (SB-4.1)."""
        written = self.scenario["sides"][side.number]["orders"]
        if written is not None:
            return dict(written)
        stock = collections.Counter({card.name: card.copies for card in self.cards.values()
                                     if card.deck == "orders" and not card.is_lull()})
        while stock.total() > ORDERS_CHOSEN:
            options = [{"leave_out": card.name} for card in self.kinds(stock)]
            choice = yield from self.ask("leave", side.number, options)
            stock[choice["leave_out"]] -= 1
            self.met("SB-4.1", "left out")
        return dict(stock)

    def conceal(self):
        trays = [0, 0]
        for entry in self.scenario["concealed"]:
            side = self.side_of[entry["side"]]
            at, lane = entry["point"]["at"], entry["point"]["lane"]
            for _ in range(entry["units"]):
                units = [unit for unit in self.units if unit.side == side and not unit.carrier
                         and not unit.reserve and unit.tray is None]
                if not units:
                    break
                choice = yield from self.ask("conceal", side, [{"conceal": unit.id} for unit in units])
                unit = self.unit_of[choice["conceal"]]
                trays[side] += 1
                unit.tray = trays[side]
                unit.at, unit.lane, unit.facing = at, lane, "front"
                self.met("SB-10.2", "concealed")
                lane += 1
                if lane > self.lanes:
                    at, lane = max(0, at - LANE), entry["point"]["lane"]

    def unplaced(self, side):
        return [unit for unit in self.units if unit.side == side and not unit.carrier and not unit.reserve
                and unit.at is None]

    def stand_in_order(self):
        """SB-8.9."""
        for side in (0, 1):
            slots = [(at, lane) for at in (8, 4, 0) for lane in self.lanes_from_the_middle()]
            for unit in self.unplaced(side):
                free = [slot for slot in slots if self.is_apart(unit, side, *slot)]
                unit.at, unit.lane = free[0] if free else (0, self.lanes_from_the_middle()[0])
                self.met("SB-8.9")

    def deployment_winner(self):
        """Both throw until one throws more."""
        for _ in range(DEPLOYMENT_THROWS):
            values = []
            for side in (0, 1):
                value, = yield from self.throw_once(side, [("gd", self.generalship(side))])
                values.append(value)
            if values[0] != values[1]:
                return int(values[1] > values[0])
        return 0

    def deploy_in_turn(self):
        if not self.unplaced(0) and not self.unplaced(1):
            return
        side = yield from self.deployment_winner()
        while self.unplaced(0) or self.unplaced(1):
            if self.unplaced(side):
                yield from self.place(side)
                self.met("SB-10.4", "in turn")
            side = 1 - side

    def deploy_by_generalship(self):
        while self.unplaced(0) and self.unplaced(1):
            winner = yield from self.deployment_winner()
            options = [{"deploys": side.name} for side in self.sides]
            choice = yield from self.ask("deploys", winner, options)
            self.met("SB-10.1", "generalship")
            yield from self.place(self.side_of[choice["deploys"]])
        for side in (0, 1):
            while self.unplaced(side):
                yield from self.place(side)
                yield from self.nudge(1 - side)

    def place(self, side):
        unit = self.unplaced(side)[0]
        zone = self.numbers["zone"]
        places = [(at, lane) for at in sorted({zone // 2, zone}) for lane in range(1, self.lanes + 1)
                  if self.is_apart(unit, side, at, lane)]
        if not places:
            places = [(at, lane) for at in range(zone + 1) for lane in range(1, self.lanes + 1)
                      if self.is_apart(unit, side, at, lane)][:1]
        if not places:
            places = [(0, self.lanes_from_the_middle()[0])]
        options = [{"place": unit.id, "to": {"at": at, "lane": lane}} for at, lane in places]
        choice = yield from self.ask("place", side, options)
        self.stand(unit, choice["to"])
        self.deployed.append(unit)

    def nudge(self, side):
        """The opponent of who placed may move one of his own deployed units, or exchange two."""
        units = [unit for unit in self.units if unit.side == side and unit in self.deployed]
        options = ["pass"]
        for unit in units:
            left = -1 if side == 0 else 1
            for at, lane in ((unit.at + 6, unit.lane), (unit.at - 6, unit.lane),
                             (unit.at, unit.lane + left), (unit.at, unit.lane - left)):
                if (0 <= at <= self.numbers["zone"] and 1 <= lane <= self.lanes
                        and self.is_apart(unit, side, at, lane)):
                    options.append({"nudge": unit.id, "to": {"at": at, "lane": lane}})
        options += [{"swap": [one.id, other.id]} for one, other in itertools.combinations(units, 2)]
        choice = yield from self.ask("nudge", side, options)
        if choice == "pass":
            return
        if "swap" in choice:
            one, other = (self.unit_of[name] for name in choice["swap"])
            one.at, one.lane, other.at, other.lane = other.at, other.lane, one.at, one.lane
        else:
            self.stand(self.unit_of[choice["nudge"]], choice["to"])
        self.met("SB-10.1", "nudge")
        self.met("SB-10.4", "own unit nudged")

    def mark(self, side):
        """The units of a Stratagem (SB-7.2)."""
        cards = self.starters(side.number, "stratagem")
        if not cards:
            return
        side.stratagem = cards[0]
        words = cards[0].words["stratagem"]
        side.stratagem_die = words.get("die", 8)
        units = [unit for unit in self.units if unit.side == side.number and not unit.carrier]
        self.met("SB-7.3", "share")
        for _ in range(max(1, len(units) * words.get("share", 25) // 100)):
            free = [unit for unit in units if not unit.marked]
            choice = yield from self.ask("mark", side.number, ["pass"] + [{"mark": unit.id} for unit in free])
            if choice == "pass":
                return
            self.unit_of[choice["mark"]].marked = True
            self.met("SB-7.2", "marked")

    # The state that is compared

    def state(self):
        names = [side.name for side in self.sides]

        def by_side(value):
            return {side.name: value(side) for side in self.sides}

        def listed(counts):
            return sorted(counts.elements())

        def name_of(side):
            return None if side is None else names[side]

        self.combats.sort(key=lowest_number)
        return {
            "round": self.round,
            "first": name_of(self.first),
            "counters": by_side(lambda side: dict(zip(STATES, side.board.held))),
            "state": by_side(lambda side: STATES[side.board.state()]),
            "total": by_side(lambda side: side.board.total()),
            "hand": by_side(lambda side: {name: listed(deck.hand) for name, deck in side.decks().items()}),
            "pile": by_side(lambda side: {name: deck.pile.total() for name, deck in side.decks().items()}),
            "discards": by_side(lambda side: {name: listed(deck.discards) for name, deck in side.decks().items()}),
            "starter": by_side(lambda side: listed(side.starter)),
            "kept": by_side(lambda side: listed(side.kept)),
            "stratagem": by_side(lambda side: side.stratagem_die if side.stratagem else None),
            "achievements": {name: name_of(side) for name, side in self.achievements.items()},
            "units": {unit.id: self.unit_state(unit) for unit in self.units},
            "places": {name: name_of(side) for name, side in self.holders.items()},
        }

    def unit_state(self, unit):
        bearer = unit.bearer()
        if unit.out:
            where = "out"
        elif unit.carrier:
            where = "rides"
        else:
            where = "reserve" if unit.reserve else "field"
        here = where in ("field", "rides") and bearer.at is not None
        return {
            "where": where,
            "at": bearer.at if here else None,
            "lane": bearer.lane if here else None,
            "facing": bearer.facing if here else None,
            "models": unit.models,
            "flees": bearer.flees and here,
            "spent": unit.spent,
            "combat": self.combats.index(bearer.combat) + 1 if here and bearer.combat else 0,
        }


# Comparing a recorded battle

def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def first_difference(path, recorded, computed):
    """The first part in which a recorded value differs from the computed one, or None; lists without order."""
    if isinstance(recorded, dict) and isinstance(computed, dict):
        for key in sorted(recorded.keys() | computed.keys()):
            if key not in recorded or key not in computed:
                return f"{path}/{key}: only in the {'clauses' if key in computed else 'record'}"
            found = first_difference(f"{path}/{key}", recorded[key], computed[key])
            if found:
                return found
        return None
    if isinstance(recorded, list) and isinstance(computed, list):
        recorded, computed = sorted(recorded, key=canonical), sorted(computed, key=canonical)
    if recorded != computed:
        return f"{path}: recorded {canonical(recorded)}, by the clauses {canonical(computed)}"
    return None


class Replay:
    """Plays a recorded battle by the clauses and compares as it goes."""

    def __init__(self, record, tally):
        self.record = record
        self.tally = tally
        self.steps = 0
        self.draws = 0
        self.states = 0
        self.battle = None

    def side_number(self, side):
        return self.battle.side_of.get(side, side)

    def given_up(self):
        """Whether the record of a battle without a result is used up."""
        return (self.record["result"] is None and self.steps == len(self.record["steps"])
                and self.states == len(self.record["states"]))

    def run(self):
        """Raises `Difference` at the first one."""
        self.battle = Battle(self.record["scenario"], self.tally)
        course = self.battle.play()
        answer = None
        while True:
            try:
                request = course.send(answer)
            except StopIteration:
                break
            if isinstance(request, RoundEnd):
                self.compare_state(request)
                answer = None
            elif self.given_up():
                return
            elif isinstance(request, Decision):
                answer = self.compare_step(request)
            else:
                answer = self.compare_draw(request)
        if self.record["result"] != self.battle.result:
            raise Difference(f"result: recorded {self.record['result']}, by the clauses {self.battle.result}")
        for what, used in (("steps", self.steps), ("draws", self.draws), ("states", self.states)):
            if used < len(self.record[what]):
                raise Difference(f"the battle is over, but {what} go on: {self.record[what][used]}")

    def compare_step(self, decision):
        if self.steps == len(self.record["steps"]):
            raise Difference(f"the record ends; by the clauses: {decision}")
        step = self.record["steps"][self.steps]
        recorded = (step["turn"], self.side_number(step["side"]), step["decision"])
        computed = (decision.turn, decision.side, decision.kind)
        if recorded != computed:
            raise Difference(f"turn, side, decision: recorded {recorded} {canonical(step['legal'])}, "
                             f"by the clauses {computed} {canonical(decision.options)}")
        legal = [canonical(option) for option in step["legal"]]
        options = {canonical(option): option for option in decision.options}
        if sorted(legal) != sorted(options):
            raise Difference(f"options of `{decision.kind}`, turn {decision.turn}, side {decision.side}: "
                             f"only recorded {sorted(set(legal) - set(options))}, "
                             f"only by the clauses {sorted(set(options) - set(legal))}, "
                             f"both {sorted(set(legal) & set(options))}")
        chosen = canonical(step["chosen"])
        if chosen not in options:
            raise Difference(f"chosen, but no option: {chosen}")
        self.steps += 1
        return options[chosen]

    def compare_draw(self, draw):
        if self.draws == len(self.record["draws"]):
            raise Difference(f"nothing more is drawn in the record; by the clauses: {draw}")
        label, side, value = self.record["draws"][self.draws]
        if label != draw.label or side is not None and self.side_number(side) != draw.side:
            raise Difference(f"drawn: recorded {[label, side, value]}, by the clauses {draw}")
        if value not in draw.among:
            raise Difference(f"drawn: {value!r} is not among {draw.among}")
        self.draws += 1
        return value

    def compare_state(self, end):
        if self.states == len(self.record["states"]):
            if end.complete:
                raise Difference(f"no state is recorded after round {end.state['round']}")
            return
        recorded = self.record["states"][self.states]
        found = first_difference(f"state after round {end.state['round']}: ", recorded, end.state)
        if found:
            raise Difference(found)
        self.states += 1

    def context(self):
        """The last steps and draws before a difference."""
        lines = [f"  step {number}: {canonical({key: step[key] for key in ('turn', 'side', 'decision', 'chosen')})}"
                 for number, step in list(enumerate(self.record["steps"][:self.steps]))[-6:]]
        first = max(0, self.draws - 12)
        lines.append(f"  draws from {first}: {canonical(self.record['draws'][first:self.draws])}")
        return "\n".join(lines)


def compare(lines, least):
    """Compares battles, a line each; tells whether all agree and every clause was met often enough."""
    tally = collections.Counter()
    battles = decisions = differences = 0
    for line in lines:
        if not line.strip():
            continue
        replay = Replay(json.loads(line), tally)
        battles += 1
        try:
            replay.run()
        except Difference as difference:
            differences += 1
            if differences <= SHOWN:
                print(f"battle {battles}, step {replay.steps}, draw {replay.draws}: {difference}")
                print(replay.context())
        decisions += replay.steps
    seldom = report(tally, least)
    print(f"{battles} battles, {decisions} decisions compared, {differences} differences, "
          f"{len(seldom)} clauses met fewer than {least} times")
    return not differences and not seldom


def report(tally, least):
    """Prints how often each clause was met, with its parts; those met fewer than `least` times."""
    others = sorted(name for name in tally if name.split(" ")[0] not in CLAUSES)
    for clause in CLAUSES:
        print(f"{clause:9} {tally[clause]:8}{'  < ' + str(least) if tally[clause] < least else ''}")
        for name in sorted(name for name in tally if name.startswith(clause + " ")):
            print(f"{'':9} {tally[name]:8}  {name[len(clause) + 1:]}")
    for name in others:
        print(f"{name:30} {tally[name]:8}")
    return [clause for clause in CLAUSES if tally[clause] < least]


# Random battles

class Invariant(Exception):
    """Something that must hold in every battle does not."""


def random_scenario(dice):
    """A small scenario with a random choice of everything that a scenario can say."""
    lanes = dice.choice([3, 5, 6, 8])
    depth = dice.choice([24, 28, 32, 40])
    close = dice.random() < 0.6
    sides = []
    for name, letter in (("West", "W"), ("East", "E")):
        units = random_army(dice, letter, lanes, depth, close)
        points = sum(unit["points"] for unit in units)
        sides.append({"name": name, "gd": dice.choice([4, 6, 8, 10, 10, 12, 20]),
                      "counters": max(4, points // 75 + dice.choice([-2, 0, 0, 12])),
                      "orders": random_orders(dice, close), "starter": dice.random() < 0.7, "units": units})
    scenario = {
        "sides": sides, "cards": [dict(card) for card in PUBLISHED_CARDS],
        "achievements": [dict(one) for one in PUBLISHED_ACHIEVEMENTS], "triggers": [], "forfeits": [],
        "deployment": dice.choice([None, None, "alternate", "generalship"]), "concealed": [],
        "places": [{"place": "The Camp", "at": None, "lane": None, "held_by": None}], "victory": [], "special": [],
        "stand_in": dict(STAND_IN, lanes=lanes, depth=depth, zone=dice.choice([8, 10])),
        "rounds": dice.choice([4, 8, 12, 20, 40]), "points_per_counter": 75,
    }
    if dice.random() < 0.4:
        scenario["achievements"] += [{"name": "Standard Taken", "on": "unit-lost", "counters": 1},
                                     {"name": "Panic", "on": "unit-broken", "counters": 1}]
    if dice.random() < 0.4:
        scenario["cards"] += own_cards()
        for side in sides:
            if side["orders"]:
                kept = dice.sample(list(collections.Counter(side["orders"]).elements()), ORDERS_CHOSEN - 3)
                side["orders"] = dict(collections.Counter(kept + ["Forced March", "Council of War", "Hold the Line"]))
    if dice.random() < 0.6:
        scenario["places"].append({"place": "The Mill", "at": depth // 2, "lane": lanes // 2 + 1,
                                   "held_by": dice.choice([None, "West"])})
        scenario["forfeits"] = [{"side": name, "on": {"lost": "The Mill"}, "counters": 2} for name in ("West", "East")]
        if dice.random() < 0.5:
            scenario["victory"].append({"rule": "hold", "place": "The Mill", "at": "end",
                                        "side": dice.choice([None, "East"])})
        if dice.random() < 0.2:
            scenario["victory"].append({"rule": "hold", "place": "The Mill", "at": "now", "side": "East"})
    for name in ("West", "East"):
        random_extras(dice, scenario, name, lanes)
    return scenario


def random_duel(dice):
    """A few units placed for what is rare in larger battles: flank charges at full reach, Salvos, challenges, and a
    side that runs out of units."""
    middle = dice.choice([14, 20])
    guns = dice.random() < 0.3
    trap = not guns and dice.random() < 0.5  # cavalry on both sides of a war machine that cannot shoot
    armies = []
    for letter in ("W", "E"):
        target = dict(random_unit(dice, f"{letter}1", dice.choice(["infantry", "war-machine"])), points=400, models=40,
                      mcv=5, at={"at": middle - 3, "lane": 3, "facing": "front"})
        units = [target]
        if trap and letter == "W":
            units = []
        if trap and letter == "E":
            target.update(kind="war-machine", range=0)
            posts = [("infantry", 0, 1, "front")]
        elif guns:
            posts = [("war-machine", middle - 8, lane, "front") for lane in (1, 2, 4, 5)]
        else:
            posts = [("cavalry", middle, 1, "right"), ("cavalry", middle + 5, 5, "left")]
        for kind, at, lane, facing in posts:
            unit = random_unit(dice, f"{letter}{len(units) + 1}", kind)
            unit["at"] = {"at": at, "lane": lane if letter == "W" else 6 - lane, "facing": facing}
            if kind == "cavalry":
                unit["charge"] = 9
                unit["move"] = 1 if trap else 8
            units.append(unit)
        for kind in ("general", "wizard"):
            person = dict(random_unit(dice, f"{letter}{len(units) + 1}", kind), named=True, points=150, mcv=2)
            person["in"] = f"{letter}{dice.choice([1, 1, 2])}"
            units.append(person)
        armies.append(units[:1] if dice.random() < 0.15 else units)
    counters = dice.choice([12, 40])
    orders = [{"Triple March": 8, "Melee": 4, "Engines of War Reload": 2}] * 2
    if trap:
        orders = [{"Triple March": 14},
                  {"Melee": 4, "Missile Reload": 3, "Engines of War Reload": 3, "Cast Spells": 3,
                   "Brilliant Tactician": 1}]
    return {
        "sides": [{"name": name, "gd": 10, "counters": counters, "starter": dice.random() < 0.3, "orders": deck,
                   "units": units} for name, deck, units in zip(("West", "East"), orders, armies)],
        "cards": [dict(card) for card in PUBLISHED_CARDS] + [
            {"name": "Triple March", "deck": "orders", "copies": 14, "play": [{"move": {"units": 3}}]}],
        "achievements": [dict(one) for one in PUBLISHED_ACHIEVEMENTS], "triggers": [], "forfeits": [],
        "deployment": None, "concealed": [], "places": [], "victory": [], "special": [],
        "stand_in": dict(STAND_IN, lanes=5, depth=2 * middle, to_hit=2, **{"break": dice.choice([5, 40])}),
        "rounds": 5 if trap else 25, "points_per_counter": 75,
    }


def random_unit(dice, name, kind):
    points = dice.choice([40, 60, 80, 113, 150, 224])
    move, reach, per_model, models = DEFAULTS[kind]
    return {"unit": name, "name": name, "kind": kind, "points": points, "mcv": default_mcv(points), "named": False,
            "models": max(1, rounded(points, per_model)) if per_model else models, "alternate": False, "move": move,
            "charge": None, "range": reach, "in": None, "at": None, "reserve": False}


def random_army(dice, letter, lanes, depth, close):
    """An army; a close one starts near the middle line, each unit in a place of its own."""
    kinds = ["infantry", "cavalry", "missile", "war-machine", "war-machine", "wizard"]
    kinds += dice.choices(["infantry", "missile", "cavalry", "monster"], k=dice.randint(0, lanes))
    dice.shuffle(kinds)
    if close and dice.random() < 0.3:
        kinds = kinds[:3] + ["infantry"]
    units = [random_unit(dice, f"{letter}{number}", kind) for number, kind in enumerate(kinds, 1)]
    slots = [(depth // 2 - back, lane) for back in (4, 8) for lane in range(1, lanes + 1)]
    dice.shuffle(slots)
    for unit in units:
        if unit["kind"] in ("infantry", "cavalry", "monster"):
            unit["alternate"] = dice.random() < 0.15
            unit["charge"] = dice.choice([None, None, None, 8, 14])
        if slots and dice.random() < (0.8 if close else 0.1):
            at, lane = slots.pop()
            unit["at"] = {"at": at, "lane": lane,
                          "facing": "front" if dice.random() < 0.8 else dice.choice(FACINGS)}
    carriers = [unit["unit"] for unit in units if unit["kind"] in ("infantry", "cavalry")]
    for kind in ("general", "character", "character"):
        person = random_unit(dice, f"{letter}{len(units) + 1}", kind)
        person["named"] = dice.random() < 0.7
        person["in"] = dice.choice(carriers) if dice.random() < 0.8 else None
        units.append(person)
    if dice.random() < 0.4:
        reserve = random_unit(dice, f"{letter}{len(units) + 1}", "infantry")
        reserve["reserve"] = True
        units.append(reserve)
    return units


def random_orders(dice, close):
    if dice.random() < 0.3:
        return None
    if close:
        return {"Melee": 4, "Move": 2, "Move Command Group": 2, "Cast Spells": 3, "Brilliant Tactician": 2,
                "Missile Reload": 1}
    stock = [card["name"] for card in PUBLISHED_CARDS if card["deck"] == "orders" and card["play"]
             for _ in range(card["copies"])]
    return dict(collections.Counter(dice.sample(stock, ORDERS_CHOSEN)))


def own_cards():
    return [
        {"name": "Forced March", "deck": "orders", "copies": 1, "play": [{"move": {"units": 2, "rally": 2}}]},
        {"name": "Council of War", "deck": "orders", "copies": 1,
         "play": [{"draw": 1}, {"roll": {"against": "enemy", "optional": True, "win": ["melee"],
                                         "lose": [{"push": {"counters": 1}}]}}]},
        {"name": "Hold the Line", "deck": "orders", "copies": 1,
         "play": [{"opponent": ["rally-all"]}, {"counters": {"side": "enemy", "change": -1}}, {"lose": 2}]},
        {"name": "Old Wounds", "deck": "events", "copies": 2,
         "play": [{"roll": {"against": "d8", "win": [{"counters": {"change": 1}}], "lose": [{"lose": "all"}]}}]},
    ]


def random_extras(dice, scenario, name, lanes):
    side = next(side for side in scenario["sides"] if side["name"] == name)
    reserves = [unit["unit"] for unit in side["units"] if unit["reserve"]]
    state = dice.choice(STATES[1:])
    if reserves:
        scenario["triggers"].append({"side": name, "state": state, "rule": "reinforcements", "units": reserves})
    for rule, extra in (("to-hit", {"change": dice.choice([-1, 1])}), ("melee", {"change": dice.choice([-20, 30])}),
                        ("generalship", {"die": "d12"}), ("cards", {"change": dice.choice([-1, 1])}),
                        ("counters", {"change": dice.choice([-1, 1])}), ("steal", {"counters": 1}),
                        ("push", {"counters": 1})):
        if dice.random() < 0.25:
            scenario["triggers"].append({"side": name, "state": dice.choice(STATES[1:]), "rule": rule, **extra})
    if dice.random() < 0.4:
        scenario["concealed"].append({"side": name, "point": {"at": 2, "lane": dice.randint(1, lanes)},
                                      "area": "the wood", "units": dice.randint(1, 2)})
    for what, do in (("round", [{"to-hit": 1}]), ("turn", [{"draw": 1}]), ("unit-lost", [{"counters": {"change": 1}}]),
                     ("unit-broken", ["rally-all"]), ("achievement", [{"push": {"side": "enemy", "counters": 1}}])):
        if dice.random() < 0.2:
            conditions = dice.choice([None, {"state": ["Shaken", "Bloodied"]}, {"rounds": "2-4"}, {"rounds": "3-"}])
            key = dice.choice(["while", "unless"])
            scenario["special"].append({"on": what, "side": name, "while": None, "unless": None, "do": do,
                                        "once": dice.random() < 0.5, key: conditions})


def any_scenario(dice):
    return random_duel(dice) if dice.random() < 0.6 else random_scenario(dice)


def document(scenario, name):
    """A resolved scenario as an author would write it."""
    def written(thing, *left_out):
        return {key: value for key, value in thing.items() if value is not None and key not in left_out}

    sides, units = [], []
    for side in scenario["sides"]:
        sides.append({"name": side["name"], "units": [unit["unit"] for unit in side["units"]],
                      "generalship": f"d{side['gd']}", "counters": {"exactly": side["counters"]},
                      "starter": side["starter"], **({"orders": side["orders"]} if side["orders"] else {})})
        units += [written(unit, "reserve") for unit in side["units"]]
    own = [card for card in scenario["cards"] if card["name"] not in PUBLISHED_NAMES]
    listed = ("triggers", "forfeits", "concealed", "places", "victory", "special")
    body = {"name": name, "sides": sides, "cards": "published",
            "achievements": [one["on"] if one in PUBLISHED_ACHIEVEMENTS else one for one in scenario["achievements"]]}
    body.update({key: scenario[key] for key in ("rounds", "points_per_counter", "stand_in")})
    if scenario["deployment"]:
        body["deployment"] = scenario["deployment"]
    body.update({key: [written(one) for one in scenario[key]] for key in listed if scenario[key]})
    return {"system": "states-of-battle", "scenario": body, "units": units,
            "cards": [{"card": card["name"], **written(card, "name")} for card in own]}


def check_invariants(battle, scenario):
    def hold(condition, what):
        if not condition:
            raise Invariant(what)

    for side in battle.sides:
        hold(all(count >= 0 for count in side.board.held), "counters below zero")
        whole = {"orders": None, "events": battle.copies("events")}
        written = scenario["sides"][side.number]
        if written["orders"] is not None:
            whole["orders"] = dict(written["orders"], Lull=battle.cards["Lull"].copies)
        for label, deck in side.decks().items():
            counts = deck.pile + deck.hand + deck.discards
            for name, count in (side.kept + side.gone).items():
                if battle.cards[name].deck == label:
                    counts[name] += count
            if deck is battle.sides[side.number].orders:
                hold(counts.total() >= 15, "orders")
            if whole[label]:
                hold(all(counts[name] in (count, count - 1) for name, count in whole[label].items()), f"{label} lost")
            hold(all(count >= 0 for pile in (deck.pile, deck.hand, deck.discards) for count in pile.values()),
                 "cards below zero")
        starters = sum(count for name, count in (side.starter + side.gone).items()
                       if battle.cards[name].deck == "starter")
        hold(starters == (8 if written["starter"] else 0), "starter cards")
    for unit in battle.units:
        hold(0 <= unit.models <= unit.models_at_start, "models")
        hold(unit.out == (unit.models == 0) or unit.combat, f"{unit.id} without models")
        if unit.on_field():
            hold(battle.is_on_field(unit.bearer().at, unit.bearer().lane), f"{unit.id} off the field")
        hold(not (unit.combat and unit.flees), f"{unit.id} flees in combat")
        hold(unit.combat is None or any(unit.combat is combat for combat in battle.combats), "combat unknown")
    for combat in battle.combats:
        hold(all(unit.combat is combat and not unit.carrier for unit in combat), "combat of others")


def play_at_random(scenario, dice, tally):
    """A random battle as a record."""
    battle = Battle(scenario, tally)
    record = {"scenario": scenario, "steps": [], "draws": [], "states": [], "result": None}
    course = battle.play()
    answer = None
    while True:
        try:
            request = course.send(answer)
        except StopIteration:
            break
        answer = None
        if isinstance(request, Draw):
            answer = dice.choice(request.among)
            record["draws"].append([request.label, request.side, answer])
        elif isinstance(request, RoundEnd):
            record["states"].append(request.state)
        else:
            if not battle.in_setup:
                check_invariants(battle, scenario)
            names = [canonical(option) for option in request.options]
            if len(names) < 2 or len(set(names)) != len(names):
                raise Invariant(f"options of {request}")
            answer = choose_at_random(request, dice)
            record["steps"].append({"turn": request.turn, "side": request.side, "decision": request.kind,
                                    "legal": request.options, "chosen": answer})
    record["result"] = battle.result
    return record


def choose_at_random(decision, dice):
    """Any option, with a liking for what brings armies together, and for letting a window pass."""
    if decision.kind in ("window", "end", "favour") and dice.random() < 0.5:
        return decision.options[0]
    liked = [option for option in decision.options if is_liked(option)]
    if liked and dice.random() < 0.7:
        return liked[0] if dice.random() < 0.4 else dice.choice(liked)
    return dice.choice(decision.options)


def is_liked(option):
    if isinstance(option, str):
        return False
    card = option.get("as", option.get("card"))
    return (card in ("Move", "Move Command Group", "Melee", "Cast Spells", "Forced March", "Triple March")
            or option.get("react") == "hold"
            or any(key in option for key in ("charge", "challenge", "unit", "bolt", "shoot")))


def self_play(battles, seed, least, record):
    """Random battles, each also compared with its own record; tells whether all was well."""
    tally = collections.Counter()
    decisions = 0
    ends = collections.Counter()
    for number in range(battles):
        dice = random.Random(f"{seed} {number}")
        scenario = any_scenario(dice)
        try:
            played = play_at_random(scenario, dice, tally)
            line = json.dumps(played)
            Replay(json.loads(line), collections.Counter()).run()
        except (Invariant, Difference) as failure:
            print(f"battle {number}: {failure}", file=sys.stderr)
            return False
        if record:
            print(line)
        decisions += len(played["steps"])
        ends[played["result"]["by"]] += 1
    if not record:
        seldom = report(tally, least)
        print(f"{battles} battles, {decisions} decisions, ended by {dict(ends)}, seldom: {seldom}")
    return True


# Worked examples

def run_scripted(course, choices=(), draws=()):
    """Runs a part of a battle with given choices and draws, which must be used up."""
    choices, draws = list(choices), list(draws)
    answer = None
    while True:
        try:
            request = course.send(answer)
        except StopIteration:
            break
        if isinstance(request, Decision):
            answer = choices.pop(0)
            assert answer in request.options, (answer, request)
        elif isinstance(request, Draw):
            answer = draws.pop(0)
            assert answer in request.among, (answer, request)
        else:
            answer = None
    assert not choices and not draws, (choices, draws)


def example_battle(west, east, **changes):
    """A battle after its set-up, from `(kind, points, at, lane)` for each unit, or `(kind, points, carrier)`."""
    sides = []
    for name, letter, army in (("West", "W", west), ("East", "E", east)):
        units = []
        for number, (kind, points, *place) in enumerate(army, 1):
            move, reach, per_model, models = DEFAULTS[kind]
            units.append({
                "unit": f"{letter}{number}", "name": kind, "kind": kind, "points": points, "mcv": default_mcv(points),
                "named": kind in PERSONS, "models": max(1, rounded(points, per_model)) if per_model else models,
                "alternate": False, "move": move, "charge": None, "range": reach, "reserve": False,
                "in": place[0] if len(place) == 1 else None,
                "at": {"at": place[0], "lane": place[1]} if len(place) == 2 else None})
        sides.append({"name": name, "gd": 10, "counters": 13, "orders": {"Melee": 4, "Move": 2}, "starter": False,
                      "units": units})
    scenario = {"sides": sides, "cards": PUBLISHED_CARDS, "achievements": PUBLISHED_ACHIEVEMENTS, "triggers": [],
                "forfeits": [], "deployment": None, "concealed": [], "places": [], "victory": [], "special": [],
                "stand_in": STAND_IN, "rounds": None, "points_per_counter": 75}
    scenario.update(changes)
    battle = Battle(scenario)
    run_scripted(battle.set_up())
    battle.round = 1
    battle.turn_side = 0
    return battle


def expect(what, found, expected):
    if found != expected:
        raise Difference(f"{what}: found {found}, expected {expected}")


def self_test():
    """Examples computed by hand; raises `Difference` if one fails."""
    examples = [test_replay, test_counters, test_numbers, test_generalship, test_army_morale, test_places,
                test_shooting, test_melee, test_charges, test_flight, test_deck]
    for example in examples:
        example()
        print(f"{example.__name__}: as computed by hand")


def test_replay():
    """A record with one change in it differs, wherever the change is."""
    dice = random.Random(7)
    record = play_at_random(random_duel(dice), dice, collections.Counter())
    Replay(record, collections.Counter()).run()
    step, state = len(record["steps"]) // 2, len(record["states"]) // 2
    changes = [("steps", step, "side", 1 - record["steps"][step]["side"]),
               ("steps", step, "legal", record["steps"][step]["legal"][1:]),
               ("draws", len(record["draws"]) // 2, 0, "chit"),
               ("states", state, "round", 0)]
    for what, number, key, value in changes:
        changed = json.loads(json.dumps(record))
        changed[what][number][key] = value
        try:
            Replay(changed, collections.Counter()).run()
        except Difference:
            continue
        raise Difference(f"{what} were changed, but no difference was found")


def test_counters():
    for points, counters, held in ((500, 6, [2, 2, 1, 1]), (1000, 13, [4, 3, 3, 3]), (2500, 33, [9, 8, 8, 8])):
        expect("counters", points // 75, counters)
        expect("states", Board(counters).held, held)
    expect("three counters", Board(3).held, [1, 1, 1, 0])
    board = Board(13)
    board.remove(6)
    expect("six lost", board.held, [0, 1, 3, 3])
    board.add(2)
    expect("two gained", board.held, [0, 3, 3, 3])
    board.add(6)
    expect("six more gained", board.held, [6, 3, 3, 3])
    board.push(9)
    expect("pushed", board.held, [0, 9, 3, 3])


def test_numbers():
    expect("MCV", [default_mcv(points) for points in (224, 80, 112, 113)], [3, 1, 1, 2])
    expect("chances", [chance(1, 2), chance(1, 100), chance(99, 100), chance(1, 8)], [50, 5, 95, 13])


def odds_of_differences(own, enemy):
    counts = collections.Counter(abs(one - other) for one in range(1, own + 1) for other in range(1, enemy + 1))
    drawn = [Fraction(sum(count for difference, count in counts.items() if cards_drawn(difference) == cards),
                      own * enemy) for cards in range(4)]
    return drawn + [Fraction(sum(count for difference, count in counts.items() if difference > 5), own * enemy)]


def test_generalship():
    expect("d10 against d10", odds_of_differences(10, 10),
           [Fraction(1, 10), Fraction(9, 50), Fraction(4, 25), Fraction(14, 25), Fraction(1, 5)])
    expect("d12 against d8", odds_of_differences(12, 8),
           [Fraction(1, 12), Fraction(5, 32), Fraction(7, 48), Fraction(59, 96), Fraction(1, 4)])


def test_army_morale():
    """The card itself, thrown in all hundred ways."""
    card = next(card for card in PUBLISHED_CARDS if card["name"] == "Army Morale")
    for lost, chances in ((5, (Fraction(9, 20), Fraction(3, 20))), (11, (Fraction(18, 25), Fraction(3, 100)))):
        changes = collections.Counter()
        for own, enemy in itertools.product(range(1, 11), repeat=2):
            battle = example_battle([("infantry", 100, 6, 2)], [("infantry", 100, 6, 2)])
            battle.sides[0].board = Board(1 if lost == 11 else 4)
            if lost == 11:
                battle.sides[0].board.held = [0, 0, 0, 2]
            before = battle.sides[0].board.total()
            run_scripted(battle.do(0, card["play"]), draws=[own, enemy])
            changes[battle.sides[0].board.total() - before] += 1
        expect("Army Morale", (Fraction(changes[-1], 100), Fraction(changes[1], 100)), chances)
    battle = example_battle([("infantry", 100, 6, 2)], [("infantry", 100, 6, 2)])
    battle.sides[0].board.remove(3)
    run_scripted(battle.do(0, card["play"]))  # 10 counters are not fewer than 10, three quarters of 13 rounded up


def test_deck():
    """A Melee (4 of 16) among three cards of a fresh deck."""
    deck = ["Melee"] * 4 + ["other"] * 12
    hands = list(itertools.combinations(range(16), 3))
    found = sum(any(deck[card] == "Melee" for card in hand) for hand in hands)
    expect("Melee among three", Fraction(found, len(hands)), Fraction(17, 28))


def test_places():
    """Arcs, sight and the places worth offering, on 12 lanes of 4 inches and a depth of 48."""
    battle = example_battle([("infantry", 100, 12, 6), ("infantry", 100, 18, 6)],
                            [("infantry", 100, 24, 6), ("infantry", 100, 30, 9), ("infantry", 100, 24, 10)])
    first, second, ahead, flank, aside = battle.units
    expect("blocked by a friend", battle.sees(first, ahead), False)
    expect("seen by the second", battle.sees(second, ahead), True)
    # East 1 is at y 24, East 2 at y 18 and three lanes (12 inches) aside, in line with West 2: not ahead of it
    expect("not in the arc", battle.sees(second, flank), False)
    # West 1 at y 12 sees East 3 at y 24, 16 inches aside: outside the arc
    expect("outside the arc", battle.sees(first, aside), False)
    expect("places", battle.go_places(first, 4, 8), [
        {"at": 15, "lane": 6, "facing": "front"}, {"at": 8, "lane": 6, "facing": "front"},
        {"at": 12, "lane": 5, "facing": "front"}, {"at": 12, "lane": 7, "facing": "front"},
        {"at": 12, "lane": 6, "facing": "left"}, {"at": 12, "lane": 6, "facing": "right"},
        {"at": 12, "lane": 6, "facing": "rear"}])
    expect("for East the left is the higher lane", battle.go_places(ahead, 4, 0)[2]["lane"], 7)


def test_shooting():
    """A hit of 100 points of missile troops on 100 points of infantry (10 models): 20 points, 2 models, no panic."""
    battle = example_battle([("missile", 100, 8, 6), ("war-machine", 150, 8, 8)],
                            [("infantry", 100, 24, 6), ("infantry", 60, 24, 8)])
    shooter, machine, target, other = battle.units
    run_scripted(battle.shoot(shooter, target), draws=[4])  # 16 inches, beyond half of 24: a 5 is needed
    expect("beyond half range", target.models, 10)
    shooter.shots = 0
    run_scripted(battle.shoot(shooter, target), draws=[5])
    expect("models", target.models, 8)
    expect("first blood", battle.sides[0].board.held, [5, 3, 3, 3])
    # 40 % of 150 are 60 points: all six models of the other unit, which costs its MCV of 1
    run_scripted(battle.shoot(machine, other), draws=[4])
    expect("destroyed", (other.out, battle.sides[1].board.total()), (True, 12))
    # 60 points of 100 are 6 of 10 models; panic: 2 x 30 x 150 to 100 x (150 + 80) is 39 in hundredths
    machine.shots = 0
    run_scripted(battle.shoot(machine, target), draws=[4, 39, 3, 4])
    expect("panics", (target.flees, target.at, target.models), (True, 17, 2))


def test_melee():
    """200 points of infantry against 100: 67 in hundredths; a loser loses 20 % of 10 models."""
    battle = example_battle([("infantry", 200, 23, 6)], [("infantry", 100, 24, 6)])
    west, east = battle.units
    battle.join(west, east)
    # won up to 63; break: 2 x 40 x 200 to 100 x 300 is 53; flight 7; pursuit 6 does not catch
    run_scripted(battle.do(0, ["melee"]), choices=[{"pursue": "W1"}], draws=[63, 53, 3, 4, 2, 4])
    expect("models", (west.models, east.models), (18, 8))
    expect("counters", [side.board.total() for side in battle.sides], [14, 12])
    expect("places", (west.at, east.at, east.flees), (29, 17, True))
    battle = example_battle([("infantry", 200, 23, 6)], [("infantry", 100, 24, 6)])
    west, east = battle.units
    battle.join(west, east)
    run_scripted(battle.do(0, ["melee"]), draws=[71])
    expect("drawn", (west.models, east.models), (18, 9))
    # the balance is now 180 to 90; a lost round, 2 x 40 x 90 to 100 x 270 is 27
    run_scripted(battle.do(0, ["melee"]), draws=[72, 28])
    expect("lost, but stands", (west.models, east.models, west.flees), (14, 8, False))
    # +1 for First Blood; the round lost -1 and Heroic Moment for East (MCV 1 against 3): 13, 15
    expect("counters", [side.board.total() for side in battle.sides], [13, 15])


def test_charges():
    """Cavalry (move 8, reach 20) charges infantry 18 inches away: a Thunderous Charge from the front."""
    battle = example_battle([("cavalry", 200, 12, 6)], [("infantry", 100, 18, 6)])
    horse, foot = battle.units
    # 200 points with 20 % are 240 against 100: 71; won up to 67
    run_scripted(battle.charge(horse, foot), choices=[{"react": "hold"}, "pass"], draws=[4, 6, 67, 50, 6, 6])
    expect("in contact before the flight", horse.at, 29)
    expect("achievements", battle.achievements["Thunderous Charge"], 0)
    expect("fled", (foot.at, foot.flees), (6, True))
    battle = example_battle([("cavalry", 200, 12, 6)], [("infantry", 100, 17, 6)])
    horse, foot = battle.units
    run_scripted(battle.charge(horse, foot), choices=[{"react": "hold"}], draws=[4, 6])
    expect("19 inches, 18 reached: 6 inches on", horse.at, 18)
    battle = example_battle([("cavalry", 200, 12, 6)], [("infantry", 100, 28, 6)])
    horse, foot = battle.units
    run_scripted(battle.charge(horse, foot), choices=[{"react": "flee"}], draws=[1, 2, 2, 1])
    expect("run down at 11 inches", (foot.out, horse.at), (True, 20))
    # from behind: West stands beyond the enemy
    battle = example_battle([("cavalry", 200, 40, 6)], [("infantry", 100, 18, 6)])
    horse, foot = battle.units
    horse.facing = "rear"
    # 200 with 20 % and 50 % are 340 to 100: 77; won up to 73
    run_scripted(battle.charge(horse, foot), choices=[{"react": "hold"}], draws=[1, 2, 77])
    expect("in the rear", (horse.at, horse.facing, horse.charged), (31, "rear", (foot, "rear")))


def test_flight():
    """Rally of 5 models of 10: 35 in hundredths; a unit that flees beyond its edge is lost."""
    battle = example_battle([("infantry", 100, 6, 6)], [("infantry", 100, 18, 6)])
    unit = battle.units[0]
    unit.models, unit.flees = 5, True
    run_scripted(battle.rally(unit), draws=[36, 3, 3])
    expect("at the edge", (unit.at, unit.flees), (0, True))
    run_scripted(battle.rally(unit), draws=[35])
    expect("rallied", (unit.flees, unit.facing, unit.moved), (False, "front", True))
    unit.flees = True
    run_scripted(battle.rally(unit), draws=[36, 1, 1])
    expect("lost", (unit.out, battle.sides[0].board.total()), (True, 12))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--selftest", action="store_true", help="worked examples of the rules")
    parser.add_argument("--selfplay", type=int, metavar="N", help="N random battles, with invariants")
    parser.add_argument("--seed", type=int, default=1, help="of the random battles")
    parser.add_argument("--documents", type=int, metavar="N", help="write N random scenarios, a document a line")
    parser.add_argument("--record", action="store_true", help="write the random battles to standard output")
    parser.add_argument("--least", type=int, default=100, help="how often each clause must be met")
    options = parser.parse_args()
    if options.selftest:
        self_test()
        return 0
    if options.documents is not None:
        for number in range(options.documents):
            scenario = any_scenario(random.Random(f"{options.seed} {number}"))
            print(json.dumps(document(scenario, f"Random Battle {number}")))
        return 0
    if options.selfplay is not None:
        return 0 if self_play(options.selfplay, options.seed, options.least, options.record) else 1
    return 0 if compare(sys.stdin, options.least) else 1


if __name__ == "__main__":
    sys.exit(main())
