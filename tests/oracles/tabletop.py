#!/usr/bin/env python3
"""A second engine of Tabletop, written from the clauses and docs/tabletop-play.md alone, to compare the first one with.

Usage:
    tabletop.py [--least N] < battles.jsonl     compare recorded battles
    tabletop.py --selftest                      worked examples of the rules
    tabletop.py --selfplay N [--seed S]         N random battles, with invariants
    tabletop.py --selfplay N --record           ... written as battles.jsonl to standard output
    tabletop.py --documents N [--seed S]        the scenarios of these battles as documents, one a line

Exit code 1 on a difference, on a failed example, or if a clause was met fewer than N times.


Input: a battle a line
    {"scenario": {...},          the document: {"system": "tabletop", "scenario": {...}, "cards": [...], "map": {...}}
     "steps": [{"turn", "side", "decision": "order", "legal": [...], "chosen"}, ...],
     "draws": [["fate", "N2#1", "destroyed", 64, 81], ...],
     "states": [{...}, ...],
     "result": {"winner": name or null, "by": "last"} or null}

* `steps` are the decisions with more than one legal option, in order. `turn` is the turn of the battle, `side` the name
  of the faction.
* `draws` are in the order in which chance is asked: `destroyed` or `survives` (combats, and strikes: of the first card
  of the unit), `disengaged` or `held` (of the first card of the unit or of the army). Then the chance of the first of
  the two words, as a fraction that need not be reduced. What is sure is not asked.
* `states` has an entry after each turn of a faction; see below. One for the turn in which the battle ends may be left
  out.
* `result` is null for a battle that was given up: the comparison then ends with the last step.


Options: orders as plays write them, with these keys and no others
    "done"
    {"move": "N2#1", "path": ["0304", "0405"]}          one step; with "army": true for the whole army
    {"fortify": "N2#1"}                                  or with "army": true
    {"merge": "N2#2", "into": "N2#1"}
    {"join": "N1#1", "with": "N9#1"}
    {"leave": "N1#1"}
    {"deploy": "N1", "at": "S1#1"}
    {"reinforce": "N2#1", "card": "N3"}
    {"train": "N2#1"}
    {"disengage": "N2#1", "to": "0405"}                 or with "army": true
    {"strike": "N4#1", "ability": "Volley", "at": "E2#1"}
    {"use": "N4#1", "ability": "Rally"}                 with "to": "0405" where a road is built or demolished

* Hexes have four digits, on maps of more than 99 columns or rows six. Cards in the hand are named by their number.
* A unit is named by its first card in order, an army by its first card. `strike` and `use` name the very card.
* An ability with a strike is a `strike`, any other active one a `use`.
* All legal orders are listed, in any order, but only
  - `merge` of the later unit into the earlier one, by their first cards;
  - `join` of a unit in no army, with one that has an army, or with one that has none and comes earlier; of an army only
    its first card is named as `with`;
  - `deploy` at the first standard of each hex of those where it is legal.
* A unit in an army is fortified alone or with its army: both are listed, also of an army of one.


States
    {"turn": the turn in which the next faction acts,
     "resources": {"Northern League": 300},
     "cards": {"N2#1": {"at": "0304", "might": 3, "experience": 0, "morale": "low", "fortified": false,
                        "outflanked": false, "encircled": false, "routed": false,
                        "formation": "N2#1",             the first card of its formation; left out of a lone card
                        "army": 1}},                     left out of a card in no army
     "roads": [["0304", "0405"]]}

* After the last faction that acts in a turn come combats, morale, victory and the end of what held for this turn only;
  then the state, in which income and routed units of the next turn have not moved yet. `turn` of the last state of a
  battle that is over is not compared; what held for this turn holds in it.
* A faction that is passed over has no state.
* Armies of the set-up are numbered for each faction from 1, in the order in which they are written: the same name in
  the same hex is the same army. A new one takes the lowest number above those that no card of the faction has.
* `roads` are all segments, each with its earlier hex in the map's order first, in the map's order.


Where docs/tabletop-play.md leaves something open
 1. `done` is no order: victory is not looked at after it.
 2. Being fought belongs to an encounter, and so to a hex: who has fought there and is there when it ends, or
    disengages, gains experience, also who hides since. A unit fights if any card of it does. Who hid all the time, or
    goes away hidden, gains nothing. Of more than two factions, one wins a combat only with more might than all others together.
 3. Surrenders, then ends of encounters are looked at after every order, every step of a routed unit, every combat,
    every unit whose morale changes at the end of a turn, and when what held for a turn ends: the first that surrenders
    in the order of cards, then the first hex in the map's order, until nothing is left to do.
 4. A step ends the move if the hex is contested when the unit is there and abilities are reckoned anew.
 5. A step that is always possible is counted at its full cost; what more speed adds later is counted from there.
 6. A routed unit looks for its way anew at each step. A contested hex is no goal. It is rallied, or gone, only in the
    part of a turn in which routed units move, also where it need not move. What it moved is counted when it is rallied.
 7. A routed unit is not looked at for debuffs: it keeps those that it has, also when it is rallied.
 8. A hex without neighbours is not encircled.
 9. `with` of a condition means another card than the very one.
10. `to: army` of a card in no army goes to nobody.
11. An ability that strikes and changes something: the change is in force when the strike is thrown, but not when its
    targets are looked for.
12. A bound standard does not disengage either. A standard that disengaged has moved.
13. Joining an army asks nothing of the others in it; forming one asks of both units what joining asks.
14. A card that reinforces need not be one that may stand in the hex. A unit may be reinforced several times in a turn,
    and trained, too. A standard that was deployed in this turn may be bound.
15. A unit disengages whatever its speed is.
16. Who was merged has done in this turn what either unit has done.
17. An ability that was used ends with its card, and holds only while its conditions do. Where all that it changes is for
    its own formation, that is looked at anew; else those whom it met have it, and who merges with one of them has it, too.
    At most 64 such changes hold at once.
18. A unit is in combat if one of its cards is. An order for an army in combat needs all its units to be in combat.
19. The end of an encounter, and what it gives, comes with the combat, before that of the next hex.
20. Of an encounter between more than two factions nothing is remembered about who met whom.
"""

import argparse
import collections
import heapq
import json
import random
import re
import sys
from fractions import Fraction

TERRAINS = ("plain", "forest", "mountain", "water")
LETTERS = {".": "plain", "f": "forest", "^": "mountain", "~": "water"}
TRAITS = ("hiking", "climbing", "floating", "swimming", "diving", "flying", "digging", "hovering", "hiding",
          "sheltering")
(HIKING, CLIMBING, FLOATING, SWIMMING, DIVING, FLYING, DIGGING, HOVERING, HIDING,
 SHELTERING) = (1 << number for number in range(len(TRAITS)))
TRAIT = {name: 1 << number for number, name in enumerate(TRAITS)}
FREE = FLYING | DIGGING | HOVERING  # terrain and roads mean nothing to it
TERRAIN_TRAITS = FREE | HIKING | CLIMBING | FLOATING | SWIMMING | DIVING
STRIKES = ("ranged", "anti-air", "anti-submarine", "anti-subterranean")
LOW, NORMAL, HIGH = -1, 0, 1
MORALE = {"low": LOW, "normal": NORMAL, "high": HIGH}
MORALE_WORD = {level: word for word, level in MORALE.items()}
VALUES = ("might", "speed", "range")
STANDARD_COST = 5000  # TT-2.3
MOST_CARDS = 128  # on the map
MOST_COPIES = 255
MOST_HELD = 64  # changes by abilities for those whom they met
NOTHING_LEFT = 1_000_000  # half hexes used when a move has ended
DONE = ("done",)
SHOWN = 20  # differences

CLAUSES = [f"TT-{chapter}.{number}" for chapter, last in
           ((1, 4), (2, 5), (3, 3), (4, 5), (5, 10), (6, 2), (7, 2), (8, 6)) for number in range(1, last + 1)]


# Arithmetic

def chance_in_combat(own, others):
    """The chance, as a pair of numbers, with which a card of a side of total might `own` is destroyed (TT-5.2)."""
    if own > others:
        return others * others, own * own
    if own == others or own == 0:
        return 1, 1
    return own, others


def chance_of_strike(might, target):
    """The chance, as a pair of numbers, with which a strike destroys a target of so much might (TT-6.1)."""
    return (1, 1) if might >= target else (might, target)


def step_cost(traits, terrain, road):
    """Half hexes that a step into a hex costs, or None (TT-4.1, TT-4.2, TT-4.5)."""
    if traits & FREE:
        return 2
    if traits & FLOATING and terrain != "water":
        return None
    if road:
        return 1
    if terrain == "plain":
        return 2
    if terrain == "forest":
        return 2 if traits & HIKING else 4
    if terrain == "mountain":
        return 4 if traits & CLIMBING else None
    if traits & (SWIMMING | FLOATING):
        return 2
    return 4 if traits & DIVING else None


def traits_of(mask):
    return [name for name in TRAITS if mask & TRAIT[name]]


class Difference(Exception):
    """What the record says and what the clauses say differ."""


class BattleOver(Exception):
    """The battle is decided: `winner` is a faction or None, `by` the rule."""

    def __init__(self, winner, by):
        super().__init__(winner, by)
        self.winner = winner
        self.by = by


# What a battle asks of whoever runs it

Decision = collections.namedtuple("Decision", "turn side options")
Draw = collections.namedtuple("Draw", "card outcomes chances all")  # the chance is that of the first outcome
TurnEnd = collections.namedtuple("TurnEnd", "state final")


# Orders as tuples, and as they are written

def written(order):
    """An order as plays write it."""
    verb, *rest = order
    if verb == "done":
        return "done"
    if verb == "move":
        unit, start, end, army = rest
        option = {"move": unit, "path": [start, end]}
    elif verb == "fortify":
        unit, army = rest
        option = {"fortify": unit}
    elif verb == "disengage":
        unit, end, army = rest
        option = {"disengage": unit, "to": end}
    else:
        army = False
        keys = {"merge": ("into",), "join": ("with",), "leave": (), "deploy": ("at",), "reinforce": ("card",),
                "train": (), "strike": ("ability", "at"), "use": ("ability", "to")}[verb]
        option = {verb: rest[0], **{key: value for key, value in zip(keys, rest[1:]) if value is not None}}
    return dict(option, army=True) if army else option


def order_of(option):
    """The order that an option means."""
    if option == "done":
        return DONE
    army = option.get("army", False)
    if "move" in option:
        return ("move", option["move"], *option["path"], army)
    if "fortify" in option:
        return "fortify", option["fortify"], army
    if "disengage" in option:
        return "disengage", option["disengage"], option["to"], army
    if "strike" in option:
        return "strike", option["strike"], option["ability"], option["at"]
    if "use" in option:
        return "use", option["use"], option["ability"], option.get("to")
    for verb, key in (("merge", "into"), ("join", "with"), ("deploy", "at"), ("reinforce", "card")):
        if verb in option:
            return verb, option[verb], option[key]
    for verb in ("leave", "train"):
        if verb in option:
            return verb, option[verb]
    raise Difference(f"no order: {canonical(option)}")


# The map

class HexGrid:
    """A map; its hexes are numbered from 0 in the map's order."""

    def __init__(self, document):
        rows = ["".join(line.split()) for line in document["hexes"].splitlines()]
        rows = [row for row in rows if row]
        self.width, self.height = len(rows[0]), len(rows)
        assert all(len(row) == self.width for row in rows), "rows of unequal length"
        legend = {**LETTERS, **document.get("legend", {})}
        self.terrain = [legend[letter] for row in rows for letter in row]
        self.flat = document.get("flat", True)
        self.shoved = 0 if document.get("shoved", "even") == "even" else 1
        self.wide = max(self.width, self.height) > 99
        self.hexes = range(self.width * self.height)
        self.name = [self.digits(*self.column_row(number)) for number in self.hexes]
        self.axial = [self.axial_of(*self.column_row(number)) for number in self.hexes]
        self.number_of = {name: number for number, name in enumerate(self.name)}
        self.neighbours = [self.neighbours_of(number) for number in self.hexes]
        self.places = {name: self.read(number) for name, number in document.get("places", {}).items()}
        self.roads = set()  # pairs of hexes, the earlier one first
        for path in document.get("roads", []):
            path = [self.read(number) for number in path]
            for start, end in zip(path, path[1:]):
                assert end in self.neighbours[start], "a road between hexes that are not adjacent"
                self.roads.add(segment(start, end))
        self.ends = collections.Counter(number for road in self.roads for number in road)

    def build(self, start, end):
        self.roads.add(segment(start, end))
        self.ends.update((start, end))

    def demolish(self, start, end):
        self.roads.remove(segment(start, end))
        self.ends.subtract((start, end))

    def column_row(self, number):
        """Column and row, from 1."""
        return number % self.width + 1, number // self.width + 1

    def digits(self, column, row):
        return f"{column:03}{row:03}" if self.wide else f"{column:02}{row:02}"

    def read(self, written_hex):
        """The hex of a number or a place as documents write it."""
        text = str(written_hex)
        if re.fullmatch("[0-9]+", text):
            return self.number_of[text.zfill(6 if self.wide else 4)]
        return self.places[text]

    def axial_of(self, column, row):
        """Coordinates in which a step to a neighbour is one of (1, 0), (0, 1), (1, -1) and their opposites."""
        column, row = column - 1, row - 1
        if self.flat:
            return column, row - self.halves(column)
        return column - self.halves(row), row

    def halves(self, line):
        """By how many hexes the coordinate across lags behind in a column or row that is counted from 0."""
        return (line + (line & 1 if self.shoved else -(line & 1))) // 2

    def neighbours_of(self, number):
        q, r = self.axial[number]
        column, row = self.column_row(number)
        found = []
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                if 1 <= column + right <= self.width and 1 <= row + down <= self.height:
                    other = number + down * self.width + right
                    q2, r2 = self.axial[other]
                    if (q2 - q, r2 - r) in ((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)):
                        found.append(other)
        return found

    def distance(self, one, other):
        """Hexes as the crow flies."""
        q, r = self.axial[one]
        q2, r2 = self.axial[other]
        return max(abs(q - q2), abs(r - r2), abs(q + r - q2 - r2))

    def has_road(self, start, end):
        return segment(start, end) in self.roads

    def on_road(self, number):
        return self.ends[number] > 0

    def is_at_edge(self, number):
        return len(self.neighbours[number]) < 6


def segment(one, other):
    return (one, other) if one < other else (other, one)


# Cards

class Deed:
    """Something that an ability does to might, speed, range or traits."""

    def __init__(self, number, kind, argument):
        self.number = number  # no two deeds of a battle have the same
        self.kind = kind
        self.to = argument.get("to", "self")
        self.within = argument.get("within") or 0
        self.types = argument.get("types")
        self.amounts = [argument.get(value, 0) for value in VALUES]
        self.quality = TRAIT[argument["trait"]] if "trait" in argument else 0


class Ability:
    def __init__(self, number, document, deed_numbers):
        self.number = number  # on its card
        self.name = document["name"]
        self.active = document.get("active")
        self.only_while = document.get("while")
        self.unless = document.get("unless")
        self.deeds = []
        self.strike = None
        self.road = None  # "build-road" or "demolish-road"
        for word in document.get("do", []):
            if isinstance(word, str):
                self.road = word
                continue
            (kind, argument), = word.items()
            if kind == "strike":
                self.strike = argument
            else:
                self.deeds.append(Deed(next(deed_numbers), kind, argument))
        if self.active is not None:
            self.cooldown = self.active.get("cooldown") or 0
            self.cost = self.active.get("cost", 0)
            self.once = self.active.get("once", False)
            self.lasts = self.active.get("lasts", 1)
        # Whom it meets is settled when it is used (TT-2.4).
        self.is_held = self.active is not None and any(deed.to not in ("self", "formation") for deed in self.deeds)


class Definition:
    """A card as it stands in a deck."""

    def __init__(self, document, deed_numbers):
        self.number = document["card"]
        self.name = document["name"]
        self.role = document.get("role", "unit")
        self.is_standard = self.role == "standard"
        self.type = document.get("type")
        self.cost = STANDARD_COST if self.is_standard else document["cost"]
        self.might = 0 if self.is_standard else document["might"]
        self.speed = 1 if self.is_standard else document["speed"]
        self.traits = sum(TRAIT[name] for name in set(document.get("traits", [])))
        if self.is_standard:
            self.traits |= SHELTERING
        self.abilities = [Ability(number, ability, deed_numbers)
                          for number, ability in enumerate(document.get("abilities", []))]
        self.lasting = [ability for ability in self.abilities if ability.deeds]
        self.active = [ability for ability in self.abilities if ability.active is not None]


class Card:
    """A copy of a card that is, or was, on the map."""

    def __init__(self, order, definition, copy):
        self.order = order
        self.definition = definition
        self.name = f"{definition.number}#{copy}"
        self.unit = None
        self.ready = [1] * len(definition.abilities)  # the first turn in which it can be used
        self.used = [0] * len(definition.abilities)  # the turn in which it was used last
        self.until = [0] * len(definition.abilities)  # the last turn in which it is in force
        # Reckoned from the abilities in force:
        self.might = self.speed = self.reach = self.traits = 0
        self.fights = False
        self.buffs = None
        self.given = self.taken = 0
        self.army_buffs = None


class Unit:
    """A lone card or a formation."""

    def __init__(self, faction, number, cards):
        self.faction = faction
        self.hex = number
        self.cards = cards
        for card in cards:
            card.unit = self
        self.experience = 0
        self.morale = NORMAL
        self.army = None
        self.fortified = False
        self.outflanked = False
        self.encircled = False
        self.routed = False
        self.fought = False  # in the encounter of its hex
        self.begin_turn()

    def begin_turn(self):
        self.used = 0  # half hexes of its allowance
        self.deployed = False
        self.tried = False  # to disengage
        self.fortified_now = False
        self.trained = False
        self.reinforced = False
        self.joined = False
        self.left = False
        self.bound = False  # a standard

    @property
    def first(self):
        return self.cards[0]

    @property
    def name(self):
        return self.cards[0].name

    @property
    def is_standard(self):
        return self.cards[0].definition.is_standard

    @property
    def type(self):
        return self.cards[0].definition.type

    def speed(self):
        """Half hexes a turn."""
        return 2 * min(card.speed for card in self.cards)

    def might(self):
        return sum(card.might for card in self.cards)

    def fights(self):
        return any(card.fights for card in self.cards)

    def is_busy(self):
        """Whether it was trained or reinforced in this turn."""
        return self.trained or self.reinforced


class Faction:
    def __init__(self, number, document, cards):
        self.number = number
        self.name = document["name"]
        self.initiative = document["initiative"]
        self.resources = document.get("resources", 0)
        self.income = document.get("income", 0)
        self.cards = cards  # definitions that it may deploy
        self.named_armies = 0


# The battle

class Battle:
    """One battle. `play` is a generator: it yields `Decision` (sent back: the chosen option), `Draw` (sent back: the
    outcome) and `TurnEnd`."""

    def __init__(self, document, tally=None):
        self.tally = collections.Counter() if tally is None else tally
        self.scenario = document["scenario"]
        self.map = HexGrid(document["map"])
        deed_numbers = iter(range(1_000_000))
        self.definitions = [Definition(card, deed_numbers) for card in document["cards"]]
        self.by_number = {definition.number: definition for definition in self.definitions}
        self.by_name = {definition.name: definition for definition in self.definitions}
        self.factions = [Faction(number, faction, self.listed(faction["cards"]))
                         for number, faction in enumerate(self.scenario["factions"])]
        self.by_initiative = sorted(self.factions, key=lambda faction: -faction.initiative)
        self.faction_named = {faction.name: faction for faction in self.factions}
        self.turns = self.scenario.get("turns", 100)
        self.turn = 1
        self.units = []
        self.card_named = {}  # those on the map
        self.came = collections.Counter()  # copies, by definition
        self.order = 0
        self.owners = collections.defaultdict(set)  # factions that have had a card on the map
        self.fought = {}  # hexes with an encounter that was fought -> the number of the faction that won last, or None
        self.held = []  # (card, ability, deed, last turn, cards that were met)
        self.spent = set()  # (card, ability) used once in the battle
        self.notes = set()
        self.result = None
        self.by_hex = {}
        self.fighters = {}
        for faction, written_faction in zip(self.factions, self.scenario["factions"]):
            self.set_up(faction, written_faction.get("setup", []))
        self.reckon()

    def met(self, clause, part=None):
        """Counts that a clause acted."""
        self.tally[clause] += 1
        if part:
            self.tally[f"{clause} {part}"] += 1

    def note(self, clause, part):
        """Counts that a clause acts, once a turn."""
        if (clause, part) not in self.notes:
            self.notes.add((clause, part))
            self.met(clause, part)

    # Reading the document

    def listed(self, cards):
        """The definitions in a range, a card, or a list of either."""
        found = []
        for entry in [cards] if isinstance(cards, str) else cards:
            first, _, last = entry.partition("-")
            letters = first.rstrip("0123456789")
            start = int(first[len(letters):])
            end = int(last[len(letters):]) if last else start
            for number in range(start, end + 1):
                definition = self.by_number.get(f"{letters}{number}")
                if definition and definition not in found:
                    found.append(definition)
        return found

    def card_meant(self, text):
        """The definition of a number or a name."""
        return self.by_number.get(text) or self.by_name[text]

    def set_up(self, faction, entries):
        armies = {}
        merged = {}
        for entry in entries:
            definition = self.card_meant(entry["card"])
            number = self.map.read(entry["at"])
            army = entry.get("army")
            if army is not None:
                army = armies.setdefault((army, number), len(armies) + 1)
            experience = entry.get("experience", 0)
            for _ in range(entry.get("count", 1)):
                card = self.new_card(faction, definition)
                formation = (number, definition.type, experience)
                if entry.get("merged") and formation in merged:
                    unit = merged[formation]
                    unit.cards.append(card)
                    card.unit = unit
                    continue
                unit = Unit(faction, number, [card])
                unit.experience = experience
                unit.morale = MORALE[entry.get("morale", "normal")]
                unit.army = army
                self.units.append(unit)
                if entry.get("merged"):
                    merged[formation] = unit
        faction.named_armies = len(armies)

    def new_card(self, faction, definition):
        """A copy that comes onto the map."""
        self.came[definition] += 1
        card = Card(self.order, definition, self.came[definition])
        self.order += 1
        self.card_named[card.name] = card
        self.owners[definition].add(faction.number)
        return card

    # What abilities in force do

    def reckon(self):
        """Reckons anew where the cards are, what abilities do to them, and who fights where."""
        self.units.sort(key=lambda unit: unit.cards[0].order)
        by_hex = self.by_hex = {}
        cards = []
        for unit in self.units:
            by_hex.setdefault(unit.hex, []).append(unit)
            for card in unit.cards:
                card.buffs = [0, 0, 0]
                card.given = card.taken = 0
                card.army_buffs = None
                cards.append(card)
        reached = set()
        for card in cards:
            for ability in card.definition.lasting:
                if not ability.is_held and self.is_in_force(card, ability):
                    for deed in ability.deeds:
                        self.do_deed(self.recipients(card, deed, cards), deed, reached)
        self.held = [one for one in self.held if one[3] >= self.turn and self.card_named.get(one[0].name) is one[0]]
        for card, ability, deed, _, met in self.held:
            if self.is_allowed(card, ability):
                here = [other for other in cards if other in met]
                if set(here) != set(self.recipients(card, deed, cards)):
                    self.note("TT-2.4", "settled when used")
                self.do_deed(here, deed, reached)
        fighters = self.fighters = {}
        for card in cards:
            self.reckon_card(card)
            if card.fights:
                fighters.setdefault(card.unit.hex, set()).add(card.unit.faction.number)

    def is_in_force(self, card, ability):
        if ability.active is not None and card.until[ability.number] < self.turn:
            return False
        return self.is_allowed(card, ability)

    def is_allowed(self, card, ability):
        """Whether the conditions of an ability are so."""
        return ((ability.only_while is None or self.is_so(ability.only_while, card))
                and (ability.unless is None or not self.is_so(ability.unless, card)))

    def is_so(self, condition, card):
        unit = card.unit
        here = self.by_hex[unit.hex]
        for key, wanted in condition.items():
            if key == "terrain":
                holds = self.map.terrain[unit.hex] in wanted
            elif key == "on_road":
                holds = self.map.on_road(unit.hex) == wanted
            elif key == "fortified":
                holds = unit.fortified == wanted
            elif key == "at_standard":
                holds = any(other.faction is unit.faction and other.is_standard for other in here) == wanted
            elif key == "in_combat":
                holds = any(other.faction is not unit.faction and not other.routed for other in here) == wanted
            elif key == "with":
                companion = self.card_meant(wanted)
                holds = any(other is not card and other.definition is companion
                            for other in self.companions(unit))
            else:
                holds = MORALE_WORD[unit.morale] in wanted
            if not holds:
                return False
        return True

    def companions(self, unit):
        """The cards of the formation and the army of a unit, its own too."""
        if unit.army is None:
            return unit.cards
        return [card for other in self.by_hex[unit.hex] if other.faction is unit.faction and other.army == unit.army
                for card in other.cards]

    def recipients(self, card, deed, cards):
        unit = card.unit
        if deed.to in ("self", "formation"):
            if deed.to == "self" and len(unit.cards) > 1:
                self.note("TT-3.1", "buffs are shared")
            return unit.cards
        if deed.to == "army":
            return [] if unit.army is None else self.companions(unit)
        friends = deed.to == "friends"
        if deed.within == 0:
            cards = [other for near in self.by_hex[unit.hex] for other in near.cards]
        return [other for other in cards
                if (other.unit.faction is unit.faction) == friends
                and self.map.distance(unit.hex, other.unit.hex) <= deed.within]

    def share_held(self, unit):
        """A formation has what any of its cards has (TT-3.1)."""
        for *_, met in self.held:
            if any(card in met for card in unit.cards):
                met.update(unit.cards)

    def do_deed(self, recipients, deed, reached):
        for other in recipients:
            if deed.types is not None and other.definition.type not in deed.types:
                continue
            if deed.kind == "give":
                other.given |= deed.quality
            elif deed.kind == "take":
                other.taken |= deed.quality
            elif deed.to == "army":
                if other.army_buffs is None:
                    other.army_buffs = []
                other.army_buffs.append(deed.amounts)
            elif (deed.number, other) in reached:
                self.note("TT-3.1", "an ability of several copies counts once")
            else:
                reached.add((deed.number, other))
                for value, amount in enumerate(deed.amounts):
                    other.buffs[value] += amount

    def reckon_card(self, card):
        definition, unit = card.definition, card.unit
        buffs = card.buffs
        if card.army_buffs:
            self.note("TT-2.2", "army buffs of a commander")
            for value in range(3):
                amounts = [amounts[value] for amounts in card.army_buffs if amounts[value]]
                if amounts:
                    buffs[value] += max(0, max(amounts)) + min(0, min(amounts))
                    if len(amounts) > 1:
                        self.note("TT-3.2", "army buffs do not stack")
        might = definition.might + buffs[0] + unit.fortified
        if not definition.is_standard:
            might += unit.experience + unit.morale
        if might < 0:
            self.note("TT-8.4", "might below 0")
        card.might = max(0, might)
        card.speed = max(0, definition.speed + buffs[1])
        card.reach = buffs[2]
        traits = (definition.traits | card.given) & ~card.taken
        if traits & HIDING and traits & SHELTERING:
            self.note("TT-5.4", "hiding and sheltering")
            traits &= ~(HIDING if definition.traits & SHELTERING else SHELTERING)
        card.traits = traits
        card.fights = not unit.routed and not traits & HIDING
        if any(buffs) or card.given or card.taken:
            self.note("TT-2.1", "values changed by abilities")

    # Questions

    def is_contested(self, number, faction):
        fighters = self.fighters.get(number)
        return bool(fighters) and (len(fighters) > 1 or faction.number not in fighters)

    def is_in_combat(self, unit):
        return self.is_contested(unit.hex, unit.faction) and unit.fights()

    def has_cards(self, faction):
        return any(unit.faction is faction for unit in self.units)

    def units_of(self, faction):
        return [unit for unit in self.units if unit.faction is faction]

    def army_of(self, unit):
        return [other for other in self.by_hex[unit.hex]
                if other.faction is unit.faction and other.army == unit.army]

    def standards_in(self, number, faction):
        return [unit for unit in self.by_hex.get(number, ()) if unit.faction is faction and unit.is_standard]

    def cost_for(self, units, start, end):
        """Half hexes that a step costs some units together, or None (TT-4.4)."""
        terrain, road = self.map.terrain[end], self.map.has_road(start, end)
        dear = 0
        for unit in units:
            for card in unit.cards:
                cost = step_cost(card.traits, terrain, road)
                if cost is None:
                    return None
                dear = max(dear, cost)
        return dear

    def may_stand(self, definition, number):
        return step_cost(definition.traits, self.map.terrain[number], self.map.on_road(number)) is not None

    def can_step(self, units, cost):
        """Whether what is left of the allowance suffices, or one step is always possible."""
        if min(unit.speed() - unit.used for unit in units) >= cost:
            return True
        return all(unit.used == 0 and unit.speed() >= 2 for unit in units)

    def takes_orders(self, unit):
        return not (unit.routed or unit.deployed or unit.tried)

    # The course of the battle

    def play(self):
        try:
            yield from self.course()
        except BattleOver as over:
            self.result = {"winner": None if over.winner is None else over.winner.name, "by": over.by}
            self.met("TT-1.4", over.by + ("" if over.winner else ": a draw"))
            yield TurnEnd(self.state(), True)

    def course(self):
        while True:
            self.begin_turn()
            self.move_routed()
            acted = []
            for faction in self.by_initiative:
                if not self.has_cards(faction):
                    self.note("TT-1.4", "a faction without cards is passed over")
                    continue
                if acted:
                    yield TurnEnd(self.state(), False)
                acted.append(faction)
                yield from self.give_orders(faction)
            if any(one.number > other.number for one, other in zip(acted, acted[1:])):
                self.met("TT-1.2")
            yield from self.fight_combats()
            self.look_at_morale()
            self.look_at_end_of_turn()
            self.turn += 1
            self.settle()
            if acted:
                yield TurnEnd(self.state(), False)

    def begin_turn(self):
        self.notes.clear()
        for unit in self.units:
            unit.begin_turn()
        if self.turn > 1:
            for faction in self.factions:
                faction.resources += faction.income
                if faction.income:
                    self.met("TT-1.3", "income")

    def settle(self):
        """Routed units surrender, and encounters end, until there is nothing more of it (TT-8.3, TT-5.9)."""
        while True:
            self.reckon()
            routed = next((unit for unit in self.units
                           if unit.routed and self.is_contested(unit.hex, unit.faction)), None)
            if routed:
                self.met("TT-8.3", "surrenders")
                self.remove(routed.cards)
                continue
            for number in self.fought:
                if len(self.fighters.get(number, ())) > 1:
                    for unit in self.by_hex[number]:
                        unit.fought = unit.fought or unit.fights()
            ended = next((number for number in sorted(self.fought) if len(self.fighters.get(number, ())) < 2), None)
            if ended is None:
                return
            self.end_encounter(ended)

    def end_encounter(self, number):
        winner = self.fought.pop(number)
        self.met("TT-5.9", "an encounter ends")
        for unit in self.by_hex.get(number, ()):
            fought, unit.fought = unit.fought, False
            if fought and not unit.is_standard:
                self.met("TT-5.3")
                if not unit.fights():
                    self.met("TT-5.9", "one that hides since")
                unit.experience += 1
                if unit.faction.number == winner:
                    self.met("TT-8.1", "up" if unit.morale < HIGH else "high stays high")
                    unit.morale = min(HIGH, unit.morale + 1)
                else:
                    self.met("TT-5.9", "survived without a victory")
            else:
                self.met("TT-5.9", "a standard" if unit.is_standard else "one that does not fight")

    def remove(self, cards):
        for card in list(cards):
            unit = card.unit
            unit.cards.remove(card)
            del self.card_named[card.name]
            if not unit.cards:
                self.units.remove(unit)

    # Routed units (TT-8.3, TT-8.6)

    def move_routed(self):
        routed = [unit for unit in self.units if unit.routed]
        for unit in sorted(routed, key=lambda unit: -unit.faction.initiative):
            self.head_home(unit)

    def head_home(self, unit):
        steps = 0
        while unit.cards:
            standards = {other.hex for other in self.units_of(unit.faction) if other.is_standard}
            goals = standards or {number for number in self.map.hexes if self.map.is_at_edge(number)}
            if unit.hex in goals:
                if standards:
                    self.met("TT-8.6", "rallied" if steps else "rallied without a step")
                    self.met("TT-8.3", "the debuff ends")
                    unit.routed = False
                    unit.morale = LOW
                else:
                    self.met("TT-8.3", "leaves the map")
                    self.remove(unit.cards)
                self.settle()
                return
            found = self.step_home(unit, goals)
            if found is None or not self.can_step([unit], found[1]):
                if not steps:
                    self.met("TT-8.6", "stays" if found is None else "stays for want of speed")
                return
            self.met("TT-8.6", "a step home" if standards else "a step to the edge")
            self.count_step([unit], unit.hex, *found)
            self.enter([unit], *found)
            self.settle()
            steps += 1

    def step_home(self, unit, goals):
        """The next hex of the cheapest way to a goal, and the cost of the step into it; or None."""
        def open_to(number):
            return not self.is_contested(number, unit.faction)

        far = {goal: 0 for goal in goals if open_to(goal)}
        queue = [(0, goal) for goal in sorted(far)]
        while queue:
            length, number = heapq.heappop(queue)
            if length > far[number]:
                continue
            for before in self.map.neighbours[number]:
                cost = self.cost_for([unit], before, number) if open_to(before) else None
                if cost is not None and length + cost < far.get(before, NOTHING_LEFT):
                    far[before] = length + cost
                    heapq.heappush(queue, (length + cost, before))
        ways = []
        for number in self.map.neighbours[unit.hex]:
            cost = self.cost_for([unit], unit.hex, number)
            if cost is not None and number in far:
                ways.append((cost + far[number], number, cost))
            elif cost is not None and not open_to(number):
                self.note("TT-8.6", "avoids enemies")
        if not ways:
            return None
        _, number, cost = min(ways)
        return number, cost

    # Orders

    def give_orders(self, faction):
        while True:
            options = self.legal(faction)
            order = options[0] if len(options) == 1 else (yield Decision(self.turn, faction.name, options))
            if order == DONE:
                return
            verb, *rest = order
            if verb in ("strike", "disengage"):
                yield from getattr(self, f"order_{verb}")(faction, *rest)
            else:
                getattr(self, f"order_{verb}")(faction, *rest)
            self.settle()
            self.look_at_destroyed()
            self.look_at_last()

    def legal(self, faction):
        """All legal orders, as the head of this file says."""
        options = [DONE]
        for unit in self.units_of(faction):
            if unit.deployed:
                self.note("TT-2.5", "deployed cards wait")
            if unit.routed:
                self.note("TT-8.3", "routed ones take no orders")
            if not self.takes_orders(unit):
                continue
            if unit.army is None:
                self.list_steps(options, [unit], False)
            elif unit is self.army_of(unit)[0]:
                self.list_army(options, self.army_of(unit))
            if self.may_fortify(unit):
                options.append(("fortify", unit.name, False))
            self.list_company(options, unit)
            self.list_schooling(options, unit)
            if not unit.is_busy():
                for card in unit.cards:
                    for ability in card.definition.active:
                        if self.is_usable(card, ability):
                            self.list_uses(options, card, ability)
            elif any(card.definition.active for card in unit.cards):
                self.note("TT-7.2", "no abilities when trained or reinforced")
        self.list_deployments(options, faction)
        return options

    def list_army(self, options, units):
        if all(self.takes_orders(unit) for unit in units):
            self.list_steps(options, units, True)
            if all(self.may_fortify(unit) for unit in units):
                options.append(("fortify", units[0].name, True))

    def list_steps(self, options, units, army):
        """Moves and disengagements of a unit or an army."""
        if any(unit.is_busy() or unit.bound for unit in units):
            self.note("TT-7.2", "neither formation nor standard moves")
            return
        fighting = [self.is_in_combat(unit) for unit in units]
        start = units[0].hex
        name, names = units[0].name, self.map.name
        if not any(fighting):
            if self.is_contested(start, units[0].faction):
                self.note("TT-5.4", "hiding ones leave a contested hex")
            for end in self.map.neighbours[start]:
                cost = self.cost_for(units, start, end)
                if cost is not None and self.can_step(units, cost):
                    options.append(("move", name, names[start], names[end], army))
                elif cost is not None:
                    self.note("TT-4.1", "the allowance does not suffice")
        else:
            self.note("TT-4.4", "no move in combat")
        if all(fighting):
            for end in self.map.neighbours[start]:
                if self.cost_for(units, start, end) is not None:
                    options.append(("disengage", name, names[end], army))

    def may_fortify(self, unit):
        if unit.used and not unit.fortified:
            self.note("TT-7.1", "not after moving")
        return self.takes_orders(unit) and unit.used == 0 and not unit.fortified and not unit.is_busy()

    def list_company(self, options, unit):
        """Merging, joining and leaving."""
        if unit.is_busy():
            return
        if unit.army is not None:
            if not unit.left:
                options.append(("leave", unit.name))
            else:
                self.note("TT-3.3", "left once a turn")
        armies = set()
        for other in self.by_hex[unit.hex]:
            if other is unit or other.faction is not unit.faction:
                continue
            earlier = other.first.order < unit.first.order
            ready = self.takes_orders(other) and not other.is_busy()
            if (earlier and ready and unit.army == other.army and unit.type == other.type
                    and unit.experience == other.experience and not unit.is_standard and not other.is_standard):
                options.append(("merge", unit.name, other.name))
            if unit.army is not None:
                continue
            if unit.joined:
                self.note("TT-3.3", "joined once a turn")
            elif other.army is None:
                if earlier and ready and not other.joined:
                    options.append(("join", unit.name, other.name))
            elif other.army not in armies:
                armies.add(other.army)
                options.append(("join", unit.name, other.name))

    def list_schooling(self, options, unit):
        """Reinforcing and training (TT-7.2)."""
        faction = unit.faction
        if unit.is_standard or not any(self.is_free(standard) for standard in self.standards_in(unit.hex, faction)):
            return
        if unit.used or unit.fortified_now or any(self.turn in card.used for card in unit.cards):
            self.note("TT-7.2", "neither trained nor reinforced after other orders")
            return
        if not unit.trained and len(unit.cards) <= faction.resources:
            options.append(("train", unit.name))
        if unit.experience and not self.is_contested(unit.hex, faction) and len(self.card_named) < MOST_CARDS:
            for definition in faction.cards:
                if (definition.role not in ("hero", "standard") and definition.type == unit.type
                        and definition.cost + unit.experience <= faction.resources
                        and self.came[definition] < MOST_COPIES):
                    options.append(("reinforce", unit.name, definition.number))

    def is_free(self, standard):
        """Whether a standard can be bound: it has not moved."""
        return standard.used == 0

    def is_usable(self, card, ability):
        if card.ready[ability.number] > self.turn:
            self.note("TT-2.4", "rests" if card.used[ability.number] < self.turn else "once a turn")
            return False
        if (card, ability.number) in self.spent:
            self.note("TT-2.4", "once in a battle")
            return False
        if ability.cost > card.unit.faction.resources:
            self.note("TT-2.4", "cannot be paid")
            return False
        if ability.is_held and len(self.held) + len(ability.deeds) > MOST_HELD:
            return False
        return self.is_allowed(card, ability)

    def list_uses(self, options, card, ability):
        here, names = card.unit.hex, self.map.name
        if ability.strike:
            reach = max(0, ability.strike["range"] + card.reach)
            for unit in self.units:
                if unit.faction is card.unit.faction or self.map.distance(here, unit.hex) > reach:
                    continue
                if self.is_target(unit, ability.strike["kind"]):
                    options.append(("strike", card.name, ability.name, unit.name))
        elif ability.road:
            for end in self.map.neighbours[here]:
                if self.map.has_road(here, end) == (ability.road == "demolish-road"):
                    options.append(("use", card.name, ability.name, names[end]))
        else:
            options.append(("use", card.name, ability.name, None))

    def is_target(self, unit, kind):
        """Whether a strike of a kind may target each card of a unit (TT-6)."""
        on_water = self.map.terrain[unit.hex] == "water"
        for card in unit.cards:
            if card.traits & SHELTERING:
                self.note("TT-5.4", "sheltering ones are no targets")
                return False
            only = [name for name, holds in (("anti-air", card.traits & FLYING),
                                             ("anti-submarine", card.traits & DIVING and on_water),
                                             ("anti-subterranean", card.traits & DIGGING)) if holds]
            if kind == "ranged" and only == ["anti-subterranean"]:
                self.note("TT-6.2", "ranged strikes do not reach what digs")
            if only != ([] if kind == "ranged" else [kind]):
                self.note("TT-6.1", f"{kind}: no target")
                return False
        return True

    def list_deployments(self, options, faction):
        hexes = set()
        for standard in self.units_of(faction):
            if not standard.is_standard or standard.deployed or standard.hex in hexes:
                continue
            hexes.add(standard.hex)
            if self.is_contested(standard.hex, faction):
                self.note("TT-2.5", "nothing is deployed in a contested hex")
                continue
            if len(self.card_named) >= MOST_CARDS:
                continue
            for definition in faction.cards:
                if definition.cost > faction.resources:
                    self.note("TT-1.3", "a card is too dear")
                elif definition.role == "hero" and self.came[definition]:
                    self.note("TT-2.2", "a hero comes once")
                elif self.came[definition] < MOST_COPIES and self.may_stand(definition, standard.hex):
                    options.append(("deploy", definition.number, standard.name))

    def unit_named(self, name):
        return self.card_named[name].unit

    def units_meant(self, name, army):
        unit = self.unit_named(name)
        return self.army_of(unit) if army else [unit]

    def count_step(self, units, start, end, cost):
        """Counts what a step shows of the clauses."""
        terrain, road = self.map.terrain[end], self.map.has_road(start, end)
        cards = [card for unit in units for card in unit.cards]
        costs = [step_cost(card.traits, terrain, road) for card in cards]
        if cost != 2 or terrain != "plain":
            self.met("TT-1.1", terrain + (" by road" if road else ""))
        if min(unit.speed() - unit.used for unit in units) < cost:
            self.met("TT-4.1", "one step is always possible")
        elif cost != 2:
            self.met("TT-4.1", f"cost of {cost} halves")
        for card, its_cost in zip(cards, costs):
            if step_cost(card.traits & ~TERRAIN_TRAITS, terrain, road) != its_cost:
                for name in traits_of(card.traits & TERRAIN_TRAITS):
                    self.met("TT-4.2", name)
        if len(set(costs)) > 1:
            self.met("TT-4.4", "the dearest cost")
        if road and terrain != "plain" and cost == 1:
            self.met("TT-4.5", terrain)
        if len({card.speed for card in cards}) > 1:
            self.met("TT-3.2" if len(units) > 1 else "TT-3.1", "the slowest card's speed")

    def enter(self, units, number, cost):
        """Units move to a hex; into a contested one the move ends (TT-4.4)."""
        for unit in units:
            if unit.fortified:
                self.met("TT-7.1", "moving ends it")
            unit.hex = number
            unit.used += cost
            unit.fortified = False
            unit.fought = False
        self.reckon()
        if self.is_contested(number, units[0].faction):
            if min(unit.speed() - unit.used for unit in units) > 0:
                self.met("TT-4.4", "an enemy ends the move")
            if number in self.fought:
                self.met("TT-5.1", "more are moved in")
            for unit in units:
                unit.used = NOTHING_LEFT

    def order_move(self, _, name, start, end, army):
        units = self.units_meant(name, army)
        start, end = self.map.number_of[start], self.map.number_of[end]
        cost = self.cost_for(units, start, end)
        self.count_step(units, start, end, cost)
        if army:
            self.met("TT-3.2", "an army moves")
        if any(unit.is_standard for unit in units):
            self.met("TT-2.3", "a standard moves")
        self.enter(units, end, cost)

    def order_fortify(self, _, name, army):
        self.met("TT-7.1", "an army fortifies" if army else "fortified")
        for unit in self.units_meant(name, army):
            unit.fortified = unit.fortified_now = True

    def order_merge(self, _, name, other):
        unit, into = self.unit_named(name), self.unit_named(other)
        self.met("TT-3.1", "merged" if unit.morale == into.morale == NORMAL else "merged to normal morale")
        if (unit.outflanked, unit.encircled) != (into.outflanked, into.encircled):
            self.met("TT-3.1", "debuffs are shared")
        for card in unit.cards:
            card.unit = into
        into.cards = sorted(into.cards + unit.cards, key=lambda card: card.order)
        into.morale = NORMAL
        into.fortified = into.fortified and unit.fortified
        into.used = max(into.used, unit.used)
        for flag in ("outflanked", "encircled", "fortified_now", "joined", "left", "fought"):
            setattr(into, flag, getattr(into, flag) or getattr(unit, flag))
        self.units.remove(unit)
        self.share_held(into)

    def order_join(self, faction, name, other):
        unit, other = self.unit_named(name), self.unit_named(other)
        if other.army is None:
            self.met("TT-3.2", "an army is formed")
            other.army = self.new_army(faction)
            other.joined = True
        else:
            self.met("TT-3.2", "an army is joined")
        if unit.left:
            self.met("TT-3.3", "left and joined in a turn")
        unit.army = other.army
        unit.joined = True

    def new_army(self, faction):
        taken = {unit.army for unit in self.units_of(faction)}
        number = faction.named_armies + 1
        while number in taken:
            number += 1
        return number

    def order_leave(self, _, name):
        self.met("TT-3.2", "an army is left")
        unit = self.unit_named(name)
        if unit.joined:
            self.met("TT-3.3", "joined and left in a turn")
        unit.army = None
        unit.left = True

    def order_deploy(self, faction, number, standard):
        definition = self.by_number[number]
        self.met("TT-1.3", "paid")
        self.met("TT-2.3", "a standard is deployed" if definition.is_standard else "deployed at a standard")
        if self.came[definition]:
            self.met("TT-2.5", "another copy")
        if definition.role == "hero":
            self.met("TT-2.2", "a hero is deployed")
        faction.resources -= definition.cost
        place = self.unit_named(standard).hex
        unit = Unit(faction, place, [self.new_card(faction, definition)])
        unit.deployed = True
        self.units.append(unit)

    def bind_standard(self, unit):
        standards = self.standards_in(unit.hex, unit.faction)
        next(standard for standard in standards if self.is_free(standard)).bound = True

    def order_reinforce(self, faction, name, number):
        unit, definition = self.unit_named(name), self.by_number[number]
        self.met("TT-7.2", "a formation is reinforced" if len(unit.cards) > 1 else "a lone card is reinforced")
        self.met("TT-3.3", "reinforcements take the experience")
        faction.resources -= definition.cost + unit.experience
        card = self.new_card(faction, definition)
        card.unit = unit
        unit.cards.append(card)
        unit.reinforced = True
        self.share_held(unit)
        self.bind_standard(unit)

    def order_train(self, faction, name):
        unit = self.unit_named(name)
        self.met("TT-7.2", "a formation is trained" if len(unit.cards) > 1 else "a lone card is trained")
        if len(unit.cards) == 1:
            self.met("TT-3.3", "a lone card is trained")
        faction.resources -= len(unit.cards)
        unit.experience += 1
        unit.trained = True
        self.bind_standard(unit)

    def order_disengage(self, _, name, end, army):
        units = self.units_meant(name, army)
        outcome = yield Draw(name, ("disengaged", "held"), 1, 2)
        self.met("TT-5.5", outcome)
        self.met("TT-5.10", "one throw for several units" if len(units) > 1 else "one throw")
        for unit in units:
            unit.tried = True
            if outcome == "held":
                continue
            if unit.fought and not unit.is_standard:
                self.met("TT-5.9", "survived and disengaged")
                unit.experience += 1
            unit.fought = False
            unit.hex = self.map.number_of[end]
            if self.is_contested(unit.hex, unit.faction):
                self.met("TT-5.10", "disengaged to another enemy")
            unit.used = NOTHING_LEFT
            if unit.fortified:
                self.met("TT-7.1", "disengaging ends it")
            unit.fortified = False
            if not unit.is_standard:
                self.met("TT-8.1", "down" if unit.morale > LOW else "low stays low")
                unit.morale = max(LOW, unit.morale - 1)

    def use_up(self, faction, card, ability):
        """What each use of an ability does to the card and the resources (TT-2.4)."""
        self.met("TT-2.1", "an ability is used")
        if ability.cost:
            self.met("TT-2.4", "paid")
        if self.is_in_combat(card.unit):
            self.met("TT-2.4", "used in combat")
        if card.unit.fortified:
            self.met("TT-7.1", "an ability of a fortified one")
        faction.resources -= ability.cost
        card.used[ability.number] = self.turn
        card.ready[ability.number] = self.turn + ability.cooldown + 1
        card.until[ability.number] = self.turn + ability.lasts - 1
        if ability.once:
            self.spent.add((card, ability.number))
        if ability.is_held:
            cards = [other for unit in self.units for other in unit.cards]
            for deed in ability.deeds:
                met = {other for other in self.recipients(card, deed, cards)
                       if deed.types is None or other.definition.type in deed.types}
                self.held.append((card, ability, deed, card.until[ability.number], met))

    def ability_named(self, card, name):
        return next(ability for ability in card.definition.active if ability.name == name)

    def order_use(self, faction, name, ability, end):
        card = self.card_named[name]
        ability = self.ability_named(card, ability)
        self.use_up(faction, card, ability)
        if ability.road == "build-road":
            end = self.map.number_of[end]
            self.met("TT-4.3", f"built to {self.map.terrain[end]}")
            self.map.build(card.unit.hex, end)
        elif ability.road:
            self.met("TT-4.3", "demolished")
            self.map.demolish(card.unit.hex, self.map.number_of[end])

    def order_strike(self, faction, name, ability, target):
        card = self.card_named[name]
        ability = self.ability_named(card, ability)
        self.use_up(faction, card, ability)
        self.reckon()
        target = self.unit_named(target)
        kind = ability.strike["kind"]
        chances, out_of = chance_of_strike(ability.strike["might"], target.might())
        self.met("TT-6.1", f"{kind}{', certain' if chances == out_of else ''}")
        if len(target.cards) > 1:
            self.met("TT-6.1", "a formation is one target")
        if kind == "ranged" and self.map.distance(card.unit.hex, target.hex) > 1:
            self.met("TT-6.2", "no line of sight")
        if any(other.traits & HIDING for other in target.cards):
            self.met("TT-5.4", "a strike at hiding ones")
        outcome = "destroyed"
        if chances < out_of:
            outcome = yield Draw(target.name, ("destroyed", "survives"), chances, out_of)
        if outcome == "destroyed":
            self.remove(target.cards)

    # Combats (TT-5)

    def fight_combats(self):
        combats = 0
        for number in self.map.hexes:
            if len(self.fighters.get(number, ())) > 1:
                combats += 1
                yield from self.fight(number)
        if combats > 1:
            self.met("TT-5.8", "several combats")
        elif combats:
            self.met("TT-5.8", "one combat")

    def fight(self, number):
        self.met("TT-5.1", "goes on" if number in self.fought else "a combat")
        here = [card for unit in self.by_hex[number] for card in unit.cards]
        cards = sorted((card for card in here if card.fights), key=lambda card: card.order)
        if len(cards) < len(here):
            self.met("TT-5.4", "hiding ones take no part")
        totals = collections.Counter()
        for card in cards:
            card.unit.fought = True
            totals[card.unit.faction.number] += card.might
            if card.unit.morale and not card.definition.is_standard:
                self.met("TT-8.1", f"{MORALE_WORD[card.unit.morale]} morale in combat")
        everyone = sum(totals.values())
        self.fought[number] = next((one for one, own in totals.items() if own > everyone - own), None)
        if len({card.unit.faction.number for card in cards}) > 2:
            self.met("TT-5.6")
        destroyed = []
        for card in cards:
            own = totals[card.unit.faction.number]
            others = everyone - own
            chances, out_of = chance_in_combat(own, others)
            self.met("TT-5.2", "winner" if own > others else "equal" if own == others else "loser")
            if own == 0 < others:
                self.met("TT-5.7")
            if 0 < chances < out_of:
                if len(card.unit.cards) > 1:
                    self.met("TT-3.3", "each card rolls for itself")
                if (yield Draw(card.name, ("destroyed", "survives"), chances, out_of)) == "survives":
                    continue
            elif chances == 0:
                continue
            destroyed.append(card)
        self.remove(destroyed)
        self.settle()

    # Morale (TT-8)

    def look_at_morale(self):
        hostile = {}  # hex -> factions that surround
        for number, units in self.by_hex.items():
            surrounding = {card.unit.faction.number for unit in units for card in unit.cards
                           if card.fights and card.might > 0}
            hostile[number] = surrounding
            if len({unit.faction.number for unit in units}) > len(surrounding):
                self.met("TT-8.5", "hiding, routed and might-0 cards surround nobody")
        for unit in list(self.units):
            if unit.cards and not unit.routed and not unit.is_standard:
                neighbours = self.map.neighbours[unit.hex]
                around = sum(bool(hostile.get(number, set()) - {unit.faction.number}) for number in neighbours)
                if around or unit.outflanked or unit.encircled:
                    self.look_at_debuffs(unit, around >= 3, 0 < around == len(neighbours))

    def look_at_debuffs(self, unit, outflanked, encircled):
        """A debuff that a unit did not have costs a level of morale; at low morale it is routed (TT-8.2, TT-8.3)."""
        before = unit.morale, unit.routed
        if outflanked and encircled and not unit.outflanked and not unit.encircled:
            self.met("TT-8.5", "both at once")
        if encircled and not unit.encircled:
            self.met("TT-8.2", "encircled at the edge" if self.map.is_at_edge(unit.hex) else "encircled")
        if encircled and not outflanked:
            self.met("TT-8.2", "encircled by fewer than three")
        if outflanked and not unit.outflanked:
            self.met("TT-8.2", "outflanked")
        for gained, had in ((outflanked, unit.outflanked), (encircled, unit.encircled)):
            if had:
                self.met("TT-8.5", "holds on" if gained else "ends")
            elif gained and unit.morale > LOW:
                unit.morale -= 1
            elif gained and not unit.routed:
                self.met("TT-8.3", "routed" if unit.army is None else "routed out of its army")
                unit.routed = True
                unit.army = None
        unit.outflanked, unit.encircled = outflanked, encircled
        if before != (unit.morale, unit.routed):
            self.settle()

    # Victory (TT-1.4)

    def look_at_destroyed(self):
        for rule in self.scenario.get("victory", []):
            if rule["rule"] == "destroy" and self.has_destroyed(rule):
                raise BattleOver(self.faction_named[rule["faction"]], "destroy")

    def has_destroyed(self, rule):
        definition, faction = self.card_meant(rule["card"]), self.faction_named[rule["faction"]]
        if not self.owners[definition] - {faction.number}:
            return False
        return all(card.definition is not definition or card.unit.faction is faction
                   for card in self.card_named.values())

    def has_held(self, rule):
        faction = self.faction_named[rule["faction"]]
        for number in rule["hexes"]:
            units = self.by_hex.get(self.map.read(number), [])
            if not units or any(unit.faction is not faction for unit in units):
                return False
        return True

    def look_at_last(self):
        left = {unit.faction.number for unit in self.units}
        if len(left) < 2:
            raise BattleOver(self.factions[min(left)] if left else None, "last")

    def look_at_end_of_turn(self):
        for rule in self.scenario.get("victory", []):
            if rule["rule"] == "destroy" and self.has_destroyed(rule):
                raise BattleOver(self.faction_named[rule["faction"]], "destroy")
            if rule["rule"] == "hold" and rule.get("until", self.turns) == self.turn and self.has_held(rule):
                raise BattleOver(self.faction_named[rule["faction"]], "hold")
        self.look_at_last()
        if self.turn < self.turns:
            return
        if any(rule["rule"] == "most-might" for rule in self.scenario.get("victory", [])):
            totals = [sum(unit.might() for unit in self.units_of(faction)) for faction in self.factions]
            best = max(totals)
            raise BattleOver(self.factions[totals.index(best)] if totals.count(best) == 1 else None, "most-might")
        raise BattleOver(None, "turns")

    # States

    def state(self):
        names = self.map.name
        cards = {}
        for unit in self.units:
            for card in unit.cards:
                shown = cards[card.name] = {
                    "at": names[unit.hex], "might": card.might, "experience": unit.experience,
                    "morale": MORALE_WORD[unit.morale], "fortified": unit.fortified, "outflanked": unit.outflanked,
                    "encircled": unit.encircled, "routed": unit.routed}
                if len(unit.cards) > 1:
                    shown["formation"] = unit.name
                if unit.army is not None:
                    shown["army"] = unit.army
        return {"turn": self.turn, "resources": {faction.name: faction.resources for faction in self.factions},
                "cards": cards, "roads": [[names[one], names[other]] for one, other in sorted(self.map.roads)]}


# Comparing a recorded battle

def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def first_difference(path, recorded, computed):
    """The first part in which a recorded value differs from the computed one, or None."""
    if isinstance(recorded, dict) and isinstance(computed, dict):
        for key in sorted(recorded.keys() | computed.keys()):
            if key not in recorded or key not in computed:
                return f"{path}/{key}: only {'by the clauses' if key in computed else 'recorded'}: " \
                       f"{canonical(computed.get(key, recorded.get(key)))}"
            found = first_difference(f"{path}/{key}", recorded[key], computed[key])
            if found:
                return found
        return None
    if recorded != computed:
        return f"{path}: recorded {canonical(recorded)}, by the clauses {canonical(computed)}"
    return None


def texts(orders):
    return sorted(canonical(written(order)) for order in orders)


class Replay:
    """Plays a recorded battle by the clauses and compares as it goes."""

    def __init__(self, record, tally):
        self.record = record
        self.tally = tally
        self.steps = 0
        self.draws = 0
        self.states = 0

    def given_up(self):
        """Whether the record of a battle without a result is used up."""
        return (self.record["result"] is None and self.steps == len(self.record["steps"])
                and self.states == len(self.record["states"]))

    def run(self):
        """Raises `Difference` at the first one."""
        battle = Battle(self.record["scenario"], self.tally)
        course = battle.play()
        answer = None
        while True:
            try:
                request = course.send(answer)
            except StopIteration:
                break
            if isinstance(request, TurnEnd):
                self.compare_state(request)
                answer = None
            elif self.given_up():
                return
            elif isinstance(request, Decision):
                answer = self.compare_step(request)
            else:
                answer = self.compare_draw(request)
        if self.record["result"] != battle.result:
            raise Difference(f"result: recorded {self.record['result']}, by the clauses {battle.result}")
        for what, used in (("steps", self.steps), ("draws", self.draws), ("states", self.states)):
            if used < len(self.record[what]):
                raise Difference(f"the battle is over, but {what} go on: {self.record[what][used]}")

    def compare_step(self, decision):
        legal = set(decision.options)
        if self.steps == len(self.record["steps"]):
            raise Difference(f"the record ends; by the clauses {decision.side} decides in turn {decision.turn}: "
                             f"{texts(legal)}")
        step = self.record["steps"][self.steps]
        recorded = step["turn"], step["side"], step["decision"]
        if recorded != (decision.turn, decision.side, "order"):
            raise Difference(f"turn, side, decision: recorded {recorded} {canonical(step['legal'])}, "
                             f"by the clauses {(decision.turn, decision.side, 'order')} {texts(legal)}")
        options = [order_of(option) for option in step["legal"]]
        if len(options) != len(legal) or set(options) != legal:
            twice = [option for option, count in collections.Counter(options).items() if count > 1]
            raise Difference(f"orders of {decision.side}, turn {decision.turn}: "
                             f"only recorded {texts(set(options) - legal)}, "
                             f"only by the clauses {texts(legal - set(options))}, twice {texts(twice)}, "
                             f"both {texts(legal & set(options))}")
        chosen = order_of(step["chosen"])
        if chosen not in legal:
            raise Difference(f"chosen, but no option: {canonical(step['chosen'])}")
        self.steps += 1
        return chosen

    def compare_draw(self, draw):
        asked = ["fate", draw.card, "/".join(draw.outcomes), draw.chances, draw.all]
        if self.draws == len(self.record["draws"]):
            raise Difference(f"nothing more is drawn in the record; by the clauses {asked}")
        recorded = self.record["draws"][self.draws]
        label, card, outcome, chances, out_of = recorded
        if ((label, card) != ("fate", draw.card) or outcome not in draw.outcomes
                or chances * draw.all != draw.chances * out_of):
            raise Difference(f"drawn: recorded {recorded}, by the clauses {asked}")
        self.draws += 1
        return outcome

    def compare_state(self, end):
        if self.states == len(self.record["states"]):
            if not end.final:
                raise Difference(f"no state is recorded before turn {end.state['turn']}")
            return
        recorded = self.record["states"][self.states]
        if end.final:
            recorded = dict(recorded, turn=end.state["turn"])
        if recorded != end.state:
            raise Difference(first_difference(f"state {self.states}, turn {end.state['turn']}: ", recorded, end.state))
        self.states += 1

    def context(self):
        """The last steps and draws before a difference."""
        lines = [f"  step {number}: {canonical({key: step[key] for key in ('turn', 'side', 'chosen')})}"
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
    """Prints how often each clause was met, with its parts; returns those met fewer than `least` times."""
    for clause in CLAUSES:
        print(f"{clause:8} {tally[clause]:8}{'  < ' + str(least) if tally[clause] < least else ''}")
        for name in sorted(name for name in tally if name.startswith(clause + " ")):
            print(f"{'':8} {tally[name]:8}  {name[len(clause) + 1:]}")
    return [clause for clause in CLAUSES if tally[clause] < least]


# Random battles

class Invariant(Exception):
    """Something that must hold in every battle does not."""


def hold(condition, what):
    if not condition:
        raise Invariant(what)


THEMES = {"open": 2, "brawl": 4, "ring": 4, "camp": 4, "strikes": 4, "auras": 3, "retreat": 5, "knot": 7}
FACTION_NAMES = ("Northern League", "Eastern Host", "Western Guard", "King's Own")
TYPES = ("Infantry", "Horse", "Engines")
SPECIAL_STRIKES = {"flying": "anti-air", "diving": "anti-submarine", "digging": "anti-subterranean"}
ABILITY_NAMES = {
    "strike": ("Volley", "Barrage", "Ambush"), "change": ("Rally", "Drill", "Dread"), "give": ("Screen", "Guides"),
    "take": ("Snare", "Searchlight"), "build-road": ("Pioneers",), "demolish-road": ("Demolition",)}


class Unsound(Exception):
    """A random document that came out with a mistake."""


class Author:
    """The author of a random document."""

    def __init__(self, dice, name):
        self.dice = dice
        self.theme = dice.choices(list(THEMES), list(THEMES.values()))[0]
        self.special = dice.choice(list(SPECIAL_STRIKES)) if self.theme == "strikes" else None
        self.name = name
        self.document_map = self.draw_map()
        self.grid = HexGrid(self.document_map)
        self.rich = self.theme == "camp" and dice.random() < 0.3
        self.cards = []
        self.taken = {}  # hex -> number of the faction there
        self.factions = self.draw_factions()
        self.draw_cards()

    def likely(self, chance):
        return self.dice.random() < chance

    # The map

    def draw_map(self):
        dice = self.dice
        smallest, largest = {"open": ((4, 3), (9, 8)), "brawl": ((3, 3), (4, 4)), "ring": ((3, 3), (6, 5)),
                             "camp": ((3, 3), (5, 4)), "strikes": ((4, 3), (7, 5)), "auras": ((3, 3), (5, 4)),
                             "retreat": ((4, 4), (7, 6)), "knot": ((3, 3), (4, 4))}[self.theme]
        width, height = (dice.randint(low, high) for low, high in zip(smallest, largest))
        letters = dict(LETTERS)
        legend = {}
        if self.likely(0.2):
            legend = {"w": "forest", "o": "water"}
            letters = {".": "plain", "w": "forest", "^": "mountain", "o": "water"}
        weights = [8] + [dice.choice(common) for common in ((0, 1, 3, 5), (0, 0, 1, 3), (0, 0, 1, 4))]
        if self.special == "diving":
            weights[-1] = 8
        rows = [dice.choices(list(letters), weights, k=width) for _ in range(height)]
        document = {"name": "Brannick", "flat": self.likely(0.5), "shoved": dice.choice(["even", "odd"])}
        if self.theme == "knot":
            self.draw_knot(document, rows, list(letters))
        blank = " " if self.likely(0.5) else ""
        document["hexes"] = "".join(blank.join(row) + "\n" for row in rows)
        if document["flat"] and self.likely(0.3):
            del document["flat"]
        if document["shoved"] == "even" and self.likely(0.5):
            del document["shoved"]
        if legend:
            document["legend"] = legend
        grid = HexGrid(document)
        document["roads"] = [self.draw_road(grid) for _ in range(dice.choice([0, 1, 1, 2, 3]))]
        if self.likely(0.4):
            places = dice.sample(grid.name, 2)
            document["places"] = {"The Mill": places[0], "The Ford": places[1]}
        return document

    def draw_knot(self, document, rows, letters):
        """Closes most hexes but for one and three around it, from which the factions meet there."""
        grid = HexGrid(dict(document, hexes="\n".join("." * len(row) for row in rows)))
        inner = [place for place in grid.hexes if not grid.is_at_edge(place)]
        centre = self.dice.choice(inner)
        first = self.dice.choice(grid.neighbours[centre])
        (q, r), (q1, r1) = grid.axial[centre], grid.axial[first]
        opposite = 2 * q - q1, 2 * r - r1
        self.knot = [place for place in grid.neighbours[centre]
                     if grid.distance(first, place) in (0, 2) and grid.axial[place] != opposite] + [centre]
        plain, _, mountain, water = letters
        for place in grid.hexes:
            column, row = grid.column_row(place)
            if place in self.knot:
                rows[row - 1][column - 1] = plain
            elif self.likely(0.8):
                rows[row - 1][column - 1] = self.dice.choice([mountain, mountain, water])

    def draw_road(self, grid):
        path = [self.dice.choice(grid.hexes)]
        for _ in range(self.dice.randint(1, 4)):
            path.append(self.dice.choice(grid.neighbours[path[-1]]))
        return [grid.name[number] for number in path]

    # Factions and cards

    def draw_factions(self):
        dice = self.dice
        weights = {"brawl": [4, 4, 2], "ring": [5, 3, 1], "knot": [0, 3, 2]}.get(self.theme, [6, 3, 1])
        count = dice.choices([2, 3, 4], weights)[0]
        initiatives = dice.sample(range(12), count)
        factions = []
        for number, (name, initiative) in enumerate(zip(FACTION_NAMES, initiatives)):
            resources = dice.choice([0, 5, 20, 60, 60, 150]) if not self.rich else dice.choice([5200, 6000, 11000])
            faction = {"name": name, "initiative": initiative, "resources": resources, "cards": [], "setup": []}
            if self.likely(0.4):
                faction["income"] = dice.choice([1, 5, 15]) if not self.rich else 900
            if self.likely(0.2):
                faction["flag"] = {"pattern": dice.choice(["cross", "bars", "disc"]), "colours": ["blue", "white"]}
            factions.append(faction)
        return factions

    def draw_cards(self):
        """Plans the numbers of all cards first, then what stands on them."""
        plans = []  # (number, role, factions)
        letters = self.dice.sample(["N", "E", "W", "K", "AB", "XYZ"], len(self.factions))
        shared_standard = self.likely(0.3)
        everyone = range(len(self.factions))
        for number, letter in zip(everyone, letters):
            units = self.dice.randint(1, 4)
            own = [(f"{letter}{card}", "unit", [number]) for card in range(1, units + 1)]
            if self.likely(0.8 if self.theme == "auras" else 0.4):
                own.append((f"{letter}{units + 1}", "commander", [number]))
                if self.likely(0.5 if self.theme == "auras" else 0.1):
                    own.append((f"{letter}{units + 2}", "commander", [number]))
            if self.likely(0.4):
                own.append((f"{letter}{len(own) + 1}", "hero", [number]))
            plans += own
            if not shared_standard:
                plans.append((f"S{number + 1}", "standard", [number]))
        if shared_standard:
            plans.append(("S1", "standard", list(everyone)))
        if self.likely(0.3):
            plans.append(("M1", self.dice.choice(["unit", "unit", "commander"]), self.dice.sample(everyone, 2)))
        self.plans = plans
        self.types = self.dice.sample(TYPES, self.dice.choice([1, 1, 2, 3]))
        for number, role, of in plans:
            self.cards.append(self.draw_card(number, role, of))
        deed_numbers = iter(range(1_000_000))
        self.definitions = {card["card"]: Definition(card, deed_numbers) for card in self.cards}
        for number, letter in zip(everyone, letters):
            self.list_cards(number, letter)

    def list_cards(self, number, letter):
        """What a faction may deploy, as an author may write it."""
        own = [card for card, _, of in self.plans if number in of]
        ranged = [card for card in own if card.startswith(letter) and card[len(letter):].isdigit()]
        others = [card for card in own if card not in ranged]
        if len(ranged) > 1 and self.likely(0.5):
            ranged = [f"{ranged[0]}-{ranged[-1]}"]
        if self.likely(0.2):
            others = [card for card in others if card.startswith("S")]
        cards = ranged + others
        self.factions[number]["cards"] = cards[0] if len(cards) == 1 and self.likely(0.5) else cards

    def draw_card(self, number, role, of):
        card = {"card": number, "name": f"{role.capitalize()} {number}", "role": role}
        if self.likely(0.5):
            card["nation"] = self.factions[of[0]]["name"]
        if role == "standard":
            if self.likely(0.5):
                card.update(cost=STANDARD_COST, might=0, speed=1, traits=["sheltering"])
            if self.likely(0.4):
                card["abilities"] = [self.draw_ability(role, {**card, "traits": ["sheltering"]}, of)]
            return card
        if role == "unit" and self.likely(0.5):
            del card["role"]
        dice = self.dice
        speeds = {"ring": [0, 0, 0, 1, 1, 2], "retreat": [0, 1, 1, 2], "knot": [1, 1, 2, 3]}
        card["type"] = self.types[0] if self.likely(0.6) else dice.choice(self.types)
        card["cost"] = dice.randint(1, 25) if not self.rich else dice.randint(400, 2500)
        sturdy = self.theme in ("ring", "retreat", "knot")
        card["might"] = dice.choice([0, 2, 3, 3, 4] if sturdy else [0, 1, 1, 2, 2, 3, 4, 6])
        card["speed"] = dice.choice(speeds.get(self.theme, [0, 1, 1, 1, 2, 2, 3]))
        card["traits"] = self.draw_traits()
        if not card["traits"]:
            del card["traits"]
        card["abilities"] = [self.draw_ability(role, card, of)]
        if role == "hero" and self.likely(0.6):
            first = card["abilities"][0]
            for _ in range(20):
                second = self.draw_ability(role, card, of)
                if second["name"] != first["name"] and not ("active" in first and "active" in second):
                    card["abilities"].append(second)
                    break
        return card

    def draw_traits(self):
        movement = ["hiking", "climbing", "swimming", "diving", "flying", "digging", "hovering"]
        if "water" in self.grid.terrain:
            movement += ["floating"]
        traits = [name for name in movement if self.likely(0.4 if name == self.special else 0.06)]
        if self.likely(0.12):
            traits.append(self.dice.choice(["hiding", "sheltering"]))
        return traits

    # Abilities

    def draw_ability(self, role, card, of):
        kinds = {"strike": 2, "change": 4, "give": 1.5, "take": 1, "build-road": 1, "demolish-road": 0.7}
        kinds.update({"strikes": {"strike": 12}, "auras": {"change": 12}, "camp": {"strike": 1},
                      "ring": {"strike": 1, "give": 0.7}, "retreat": {"build-road": 3}}.get(self.theme, {}))
        if role == "commander":
            kinds = {"change": 6, "give": 1, "take": 0.5}
        kind = self.dice.choices(list(kinds), list(kinds.values()))[0]
        ability = {"name": self.dice.choice(ABILITY_NAMES[kind]), "do": [self.draw_deed(kind, role, card)]}
        lasting = kind in ("change", "give", "take")
        if not lasting or self.likely(0.4):
            active = ability["active"] = {}
            if self.likely(0.4):
                active["cooldown"] = self.dice.randint(1, 2)
            if self.likely(0.3):
                active["cost"] = self.dice.randint(1, 8) if not self.rich else self.dice.randint(1, 300)
            if self.likely(0.2):
                active["once"] = True
            if lasting and self.likely(0.4):
                active["lasts"] = self.dice.randint(1, 3)
        if lasting and self.likely(0.15) or kind == "strike" and self.likely(0.1):
            ability["do"].append(self.draw_deed("change", role, card))
        if kind == "strike" and self.likely(0.1):
            might = self.dice.choice([-1, 1])
            ability["do"].append({"change": {"might": might, "to": "enemies", "within": self.dice.randint(1, 2)}})
        hiding = {"hiding", "sheltering"} & set(card.get("traits", []))
        if kind == "give" and role != "commander" and not hiding and self.likely(0.25):
            return {"name": "Camouflage", "do": [{"give": {"trait": "hiding"}}], "unless": {"in_combat": True}}
        if self.likely(0.3):
            ability[self.dice.choice(["while", "unless"])] = self.draw_condition(of)
        if self.likely(0.1):
            ability["flavour"] = "As it was told at Brannick."
        return ability

    def draw_deed(self, kind, role, card):
        dice = self.dice
        if kind in ("build-road", "demolish-road"):
            return kind
        if kind == "strike":
            strike = dice.choices(STRIKES, [6, 1, 1, 1])[0]
            if self.special and self.likely(0.4):
                strike = SPECIAL_STRIKES[self.special]
            return {"strike": {"kind": strike, "might": dice.randint(1, 4), "range": dice.choice([0, 1, 1, 2, 2])}}
        argument = {}
        if kind == "change":
            for value in dice.sample(VALUES, dice.choice([1, 1, 2])):
                argument[value] = dice.choice([-2, -1, 1, 1, 2])
            if self.likely(0.6) and "might" not in argument:
                argument["might"] = dice.choice([-2, -1, 1, 1])
        groups = ["self", "formation", "friends", "enemies"]
        to = dice.choice(groups) if role != "commander" or self.likely(0.25) else "army"
        if kind != "change":
            own = card.get("traits", [])
            possible = [name for name in TRAITS if (name in own) == (kind == "take")]
            if {"hiding", "sheltering"} & set(own):
                possible = [name for name in possible if kind == "take" or name not in ("hiding", "sheltering")]
            if to in ("friends", "enemies") or not possible:
                possible = [*TRAITS, "hiding", "hiding", "sheltering"]
            argument["trait"] = dice.choice(possible)
            if to in ("self", "formation") and (argument["trait"] in own) == (kind == "give"):
                to = "friends"
        if to != "self" or self.likely(0.5):
            argument["to"] = to
        if to in ("friends", "enemies") and self.likely(0.7):
            argument["within"] = dice.randint(0, 2)
        if to not in ("self", "formation") and self.likely(0.2):
            argument["types"] = [dice.choice(self.types)]
        return {kind: argument}

    def draw_condition(self, of):
        dice = self.dice
        companions = [number for number, _, others in self.plans if set(of) & set(others)]
        condition = {}
        for _ in range(dice.choice([1, 1, 1, 2])):
            key = dice.choice(["terrain", "on_road", "fortified", "at_standard", "in_combat", "in_combat", "with",
                               "morale"])
            if key == "terrain":
                condition[key] = dice.sample(TERRAINS, dice.randint(1, 2))
            elif key == "with":
                condition[key] = dice.choice(companions)
            elif key == "morale":
                condition[key] = dice.sample(list(MORALE), dice.randint(1, 2))
            else:
                condition[key] = self.likely(0.7)
        return condition

    # The set-up

    def standing(self, number, card, hexes):
        """Those of some hexes where a card of a faction may stand in the set-up."""
        definition = self.definitions[card]
        found = []
        for place in hexes:
            road = self.grid.on_road(place)
            if (self.taken.get(place, number) == number
                    and step_cost(definition.traits, self.grid.terrain[place], road) is not None):
                found.append(place)
        return found

    def any_place(self, number, card):
        places = self.standing(number, card, self.grid.hexes)
        if not places:
            raise Unsound
        return self.dice.choice(places)

    def written_hex(self, place):
        name = self.grid.name[place]
        names = [name for name, number in self.grid.places.items() if number == place]
        if names and self.likely(0.5):
            return names[0]
        return int(name) if self.likely(0.1) else name

    def put(self, number, card, place, **entry):
        """Writes an entry of the set-up."""
        self.taken[place] = number
        written_card = self.definitions[card].name if self.likely(0.1) else card
        self.factions[number]["setup"].append({"card": written_card, "at": self.written_hex(place), **entry})

    def hero_is_out(self, number, card):
        meant = (card, self.definitions[card].name)
        return any(entry["card"] in meant for entry in self.factions[number]["setup"])

    def put_some(self, number, card, place):
        """One or several copies of a card."""
        dice = self.dice
        definition = self.definitions[card]
        if definition.role in ("hero", "standard"):
            if definition.role == "standard" or not self.hero_is_out(number, card):
                self.put(number, card, place)
            return
        entry = {}
        if self.likely(0.5):
            entry["count"] = dice.choice([1, 2, 2, 3])
            if self.likely(0.6):
                entry["merged"] = True
        if self.likely(0.6 if self.theme == "camp" else 0.25):
            entry["experience"] = dice.randint(0, 2)
        # A hex must have one morale and one army for what is merged there.
        marks = self.marks.setdefault((number, place), {})
        if not marks:
            low = 0.7 if self.theme in ("ring", "retreat") else 0.2
            marks["morale"] = "low" if self.likely(low) else dice.choice(["normal", "normal", "high"])
            marks["army"] = "First Army" if self.likely(0.6 if self.theme == "auras" else 0.2) else None
        if marks["morale"] != "normal":
            entry["morale"] = marks["morale"]
        if marks["army"]:
            entry["army"] = marks["army"]
        if marks["army"] and not entry.get("merged") and self.likely(0.3):
            entry["army"] = "Second Army"
        self.put(number, card, place, **entry)

    def set_up(self):
        dice = self.dice
        self.marks = {}
        hexes = list(self.grid.hexes)
        if self.theme in ("ring", "retreat"):
            self.set_up_ring()
        for number in range(len(self.factions)):
            own = [card for card, _, of in self.plans if number in of]
            base = dice.choice(hexes)
            near = [place for place in hexes if self.grid.distance(base, place) <= 1]
            if self.theme == "knot":
                near = [self.knot[number]]
            standards = [card for card in own if self.definitions[card].is_standard]
            fielded = [card for card in own if not self.definitions[card].is_standard]
            if self.likely({"camp": 1.0, "ring": 0.3, "retreat": 0.7, "knot": 0.2}.get(self.theme, 0.5)):
                place = self.any_place(number, standards[0])
                self.put(number, standards[0], place)
                if self.theme == "camp":
                    near = [place, place] + self.grid.neighbours[place]
                if self.likely(0.1):
                    self.put(number, standards[0], place)
            for _ in range(dice.randint(0, 2) if self.theme in ("ring", "retreat") else dice.randint(2, 5)):
                card = dice.choice(fielded)
                places = self.standing(number, card, near) or self.standing(number, card, hexes)
                if places:
                    self.put_some(number, card, dice.choice(places))
            if not self.factions[number]["setup"]:
                self.put(number, standards[0], self.any_place(number, standards[0]))

    def set_up_ring(self):
        """Cards of one faction with enemies around them."""
        dice = self.dice
        victim = dice.randrange(len(self.factions))
        others = [number for number in range(len(self.factions)) if number != victim]
        for _ in range(dice.randint(1, 3 if self.theme == "retreat" else 2)):
            own = [card for card, role, of in self.plans if victim in of and role != "standard"]
            card = dice.choice(own)
            centres = self.standing(victim, card, self.grid.hexes)
            corners = [place for place in centres if len(self.grid.neighbours[place]) < 4]
            inner = [place for place in centres if not self.grid.is_at_edge(place)]
            centres = dice.choice([places for places in (corners, inner, centres) if places] or [[]])
            if not centres:
                continue
            centre = dice.choice(centres)
            around = self.grid.neighbours[centre]
            if self.theme == "retreat":
                around = dice.sample(around, min(len(around), 3))
                near = [place for place in self.grid.neighbours[centre] if place not in around]
                near = self.standing(victim, card, near)
                if near and self.definitions[card].role != "hero":
                    self.put(victim, card, dice.choice(near))
            self.put_some(victim, card, centre)
            for place in around:
                number = self.taken.get(place, dice.choice(others))
                enemies = [card for card, role, of in self.plans if number in of and role != "standard"
                           and self.definitions[card].might and self.standing(number, card, [place])]
                idle = [card for card in enemies if not self.definitions[card].speed]
                if enemies and number != victim:
                    self.put_some(number, dice.choice(idle if idle and self.likely(0.9) else enemies), place)

    # Victory

    def draw_victory(self):
        dice = self.dice
        rules = []
        if self.likely(0.3):
            faction = dice.randrange(len(self.factions))
            own = [place for place, number in sorted(self.taken.items()) if number == faction]
            free = [place for start in own for place in self.grid.neighbours[start]
                    if self.taken.get(place) != faction and self.grid.terrain[place] in ("plain", "forest")]
            if free:
                rule = {"rule": "hold", "faction": self.factions[faction]["name"],
                        "hexes": [self.written_hex(place) for place in dice.sample(free, 1)]}
                if self.likely(0.8):
                    rule["until"] = dice.randint(1, min(self.turns, 4))
                rules.append(rule)
        if self.likely(0.3):
            faction = dice.randrange(len(self.factions))
            theirs = [entry["card"] for number, other in enumerate(self.factions) if number != faction
                      for entry in other["setup"]]
            if theirs:
                rules.append({"rule": "destroy", "card": dice.choice(theirs),
                              "faction": self.factions[faction]["name"]})
        if self.likely(0.4):
            rules.append({"rule": "most-might"})
        if self.likely(0.1):
            rules.append({"rule": "last"})
        dice.shuffle(rules)
        return rules

    def document(self):
        self.turns = self.dice.randint(3, 8)
        self.set_up()
        scenario = {"name": self.name, "turns": self.turns, "factions": self.factions, "victory": self.draw_victory()}
        if not scenario["victory"]:
            del scenario["victory"]
        return {"system": "tabletop", "scenario": scenario, "cards": self.cards, "map": self.document_map}


def random_document(seed, number):
    """A random scenario that is sound."""
    for attempt in range(100):
        dice = random.Random(f"{seed} {number} {attempt}")
        try:
            document = Author(dice, f"Random Battle {number}").document()
        except Unsound:
            continue
        if is_sound(document):
            return document
    raise Invariant(f"no sound document {seed} {number}")


def is_sound(document):
    """Whether a battle can begin, and no faction has won before."""
    battle = Battle(document)
    check_invariants(battle)
    for units in battle.by_hex.values():
        hold(len({unit.faction for unit in units}) == 1, "enemies in one hex in the set-up")
        for unit in units:
            hold(all(battle.may_stand(card.definition, unit.hex) for card in unit.cards), "a card cannot stand there")
    hold(len({card["card"] for card in document["cards"]}) == len(document["cards"]), "numbers of cards")
    heroes = [card for card in battle.card_named.values() if card.definition.role == "hero"]
    hold(len({card.definition for card in heroes}) == len(heroes), "a hero twice")
    for definition in battle.definitions:
        hold(definition.traits & (HIDING | SHELTERING) != HIDING | SHELTERING, "hiding and sheltering")
        hold(len(definition.active) <= 1, "abilities")
    held = [rule for rule in battle.scenario.get("victory", []) if rule["rule"] == "hold" and battle.has_held(rule)]
    destroyed = [rule for rule in battle.scenario.get("victory", [])
                 if rule["rule"] == "destroy" and battle.has_destroyed(rule)]
    return not held and not destroyed and len({unit.faction for unit in battle.units}) > 1


def check_invariants(battle):
    hold(len(battle.card_named) == sum(len(unit.cards) for unit in battle.units) <= MOST_CARDS, "cards")
    armies = collections.defaultdict(set)
    for unit in battle.units:
        hold(unit.cards and all(card.unit is unit for card in unit.cards), "cards of a unit")
        hold(unit.cards == sorted(unit.cards, key=lambda card: card.order), "order of cards")
        hold(len({card.definition.type for card in unit.cards}) == 1, "types in a formation")
        hold(len(unit.cards) == 1 or not unit.is_standard, "a formation of standards")
        hold(LOW <= unit.morale <= HIGH, "morale")
        hold(not unit.routed or not battle.is_contested(unit.hex, unit.faction), "routed in a contested hex")
        hold(not unit.routed or unit.army is None and unit.morale == LOW, "routed in an army, or not low")
        hold(not unit.is_standard or not (unit.routed or unit.experience or unit.morale), "morale of a standard")
        hold(not (unit.fortified and unit.used), "fortified after moving")
        for card in unit.cards:
            hold(card.might >= 0 and card.speed >= 0, "values below 0")
            hold(card.traits & (HIDING | SHELTERING) != HIDING | SHELTERING, "hiding and sheltering")
        if unit.army is not None:
            armies[unit.faction, unit.army].add(unit.hex)
    hold(all(len(hexes) == 1 for hexes in armies.values()), "an army in several hexes")
    hold(all(faction.resources >= 0 for faction in battle.factions), "resources")
    hold(all(len(battle.fighters.get(number, ())) > 1 for number in battle.fought), "an encounter goes on")
    units = list(battle.units)
    before = canonical(battle.state())
    battle.settle()
    hold(units == battle.units and before == canonical(battle.state()), "settled")


def play_at_random(document, dice, tally):
    """A random battle as a record."""
    battle = Battle(document, tally)
    record = {"scenario": document, "steps": [], "draws": [], "states": [], "result": None}
    course = battle.play()
    answer = None
    by_verb = dice.random() < 0.5
    while True:
        try:
            request = course.send(answer)
        except StopIteration:
            break
        answer = None
        if isinstance(request, Draw):
            hold(0 < request.chances < request.all, f"chance of {request}")
            first = dice.randrange(request.all) < request.chances
            answer = request.outcomes[0 if first else 1]
            record["draws"].append(["fate", request.card, answer, request.chances, request.all])
        elif isinstance(request, TurnEnd):
            record["states"].append(request.state)
        else:
            check_invariants(battle)
            options = request.options
            hold(len(options) > 1 and len(set(options)) == len(options), f"options of {request}")
            answer = choose_by_verb(options, dice) if by_verb else dice.choice(options)
            record["steps"].append({"turn": request.turn, "side": request.side, "decision": "order",
                                    "legal": [written(option) for option in options], "chosen": written(answer)})
    record["result"] = battle.result
    return record


def choose_by_verb(options, dice):
    """Any option, of each kind alike."""
    verb = dice.choice(sorted({option[0] for option in options}))
    return dice.choice([option for option in options if option[0] == verb])


def self_play(battles, seed, least, record):
    """Random battles, each also compared with its own record; tells whether all was well."""
    tally = collections.Counter()
    decisions = 0
    ends = collections.Counter()
    for number in range(battles):
        document = random_document(seed, number)
        try:
            played = play_at_random(document, random.Random(f"{seed} play {number}"), tally)
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

class Course:
    """A battle that is played by orders and outcomes that are given."""

    def __init__(self, hexes, factions, cards=(), turns=100, victory=(), **hex_map):
        """`factions` are lists of `(card, hex, other values of the entry)`; the first one has the initiative."""
        written_factions = [
            {"name": name, "initiative": 9 - number, "resources": 100, "cards": [card["card"] for card in cards],
             "setup": [{"card": card, "at": at, **(more[0] if more else {})} for card, at, *more in setup]}
            for number, (name, setup) in enumerate(zip("ABCD", factions))]
        self.battle = Battle({
            "system": "tabletop", "cards": list(cards),
            "scenario": {"name": "Example", "turns": turns, "factions": written_factions, "victory": list(victory)},
            "map": {"name": "Example", "hexes": hexes, **hex_map}})
        self.course = self.battle.play()
        self.asked = []
        self.request = next(self.course)

    def go(self, *orders, draws=()):
        """Gives orders, with the outcomes of what chance is asked; these must be used up."""
        orders, draws = list(orders), list(draws)
        while True:
            answer = None
            if isinstance(self.request, Decision):
                if not orders:
                    break
                answer = order_of(orders.pop(0))
                assert answer in self.request.options, (answer, texts(self.request.options))
            elif isinstance(self.request, Draw):
                answer = draws.pop(0)
                self.asked.append((self.request.card, str(Fraction(self.request.chances, self.request.all))))
            self.request = self.course.send(answer) if self.battle.result is None else None
            if self.battle.result is not None:
                break
        assert not orders and not draws, (orders, draws)

    def lists(self, option):
        return order_of(option) in self.request.options

    def moves(self, name):
        return [order for order in self.request.options if order[:2] == ("move", name)]

    def card(self, name, *keys):
        card = self.battle.state()["cards"].get(name)
        return card and tuple(card[key] for key in keys)


def example_card(number, might=1, speed=1, **more):
    return {"card": number, "name": number, "type": "Infantry", "cost": 10, "might": might, "speed": speed,
            "abilities": [], **more}


def moved(card, *path, **more):
    return {"move": card, "path": list(path), **more}


def expect(what, found, expected):
    if found != expected:
        raise Difference(f"{what}: {found}, by hand {expected}")


def self_test():
    """Examples computed by hand; raises `Difference` if one fails."""
    examples = [test_replay, test_chances, test_map, test_costs, test_combat, test_many_sides, test_strikes,
                test_abilities, test_encounters, test_schooling, test_armies, test_morale, test_routs, test_victory]
    for example in examples:
        example()
        print(f"{example.__name__}: as computed by hand")


def test_replay():
    """A record with one change in it differs, wherever the change is."""
    for number in range(100):
        record = play_at_random(random_document(7, number), random.Random(number), collections.Counter())
        if len(record["steps"]) > 20 and len(record["draws"]) > 2 and len(record["states"]) > 4:
            break
    Replay(record, collections.Counter()).run()
    step, draw, state = (len(record[what]) // 2 for what in ("steps", "draws", "states"))
    name, chances = record["draws"][draw][1], record["draws"][draw][3]
    card = next(iter(record["states"][state]["cards"].values()))
    changes = [(record["steps"][step], "side", "nobody"),
               (record["steps"][step], "legal", record["steps"][step]["legal"][1:]),
               (record["draws"][draw], 1, name + "0"),
               (record["draws"][draw], 3, chances + 1),
               (record["states"][state], "turn", 0),
               (card, "might", card["might"] + 1)]
    for where, key, value in changes:
        before, where[key] = where[key], value
        try:
            Replay(json.loads(json.dumps(record)), collections.Counter()).run()
        except Difference:
            where[key] = before
            continue
        raise Difference(f"{key} was changed to {value}, but no difference was found")


def test_chances():
    def both(winner, loser):
        return [str(Fraction(*chance_in_combat(*pair))) for pair in ((winner, loser), (loser, winner))]

    expect("3 of 3 against 2 of 4", both(9, 8), ["64/81", "8/9"])
    expect("5 against 3", both(5, 3), ["9/25", "3/5"])
    expect("equal", both(4, 4), ["1", "1"])
    expect("5 against 0", both(5, 0), ["0", "1"])
    expect("0 against 0", both(0, 0), ["1", "1"])
    expect("strikes of 2", [str(Fraction(*chance_of_strike(2, might))) for might in (3, 2, 1, 0)],
           ["2/3", "1", "1", "1"])


def test_map():
    def neighbours(at, **document):
        grid = HexGrid({"hexes": ".....\n" * 5, **document})
        return " ".join(grid.name[number] for number in grid.neighbours[grid.read(at)])

    expect("flat", neighbours("0202"), "0201 0102 0302 0103 0203 0303")
    expect("flat, odd column", neighbours("0303"), "0202 0302 0402 0203 0403 0304")
    expect("flat, odd", neighbours("0202", shoved="odd"), "0101 0201 0301 0102 0302 0203")
    expect("pointed", neighbours("0202", flat=False), "0201 0301 0102 0302 0203 0303")
    expect("pointed, odd", neighbours("0202", flat=False, shoved="odd"), "0101 0201 0102 0302 0103 0203")
    expect("corner", neighbours("0101"), "0201 0102")
    for flat in (True, False):
        for shoved in ("even", "odd"):
            grid = HexGrid({"hexes": "." * 7 + "\n" + ("." * 7 + "\n") * 6, "flat": flat, "shoved": shoved})
            for start in grid.hexes:
                steps = {start: 0}
                for number in (queue := [start]):
                    for other in grid.neighbours[number]:
                        if other not in steps:
                            steps[other] = steps[number] + 1
                            queue.append(other)
                expect("distances", [grid.distance(start, end) for end in grid.hexes],
                       [steps[end] for end in grid.hexes])
    wide = HexGrid({"hexes": "." * 100})
    expect("a wide map", (wide.name[0], wide.name[99], wide.read(100001)), ("001001", "100001", 99))


def test_costs():
    def costs(*names, road=False):
        return [step_cost(sum(TRAIT[name] for name in names), terrain, road) for terrain in TERRAINS]

    expect("no traits", costs(), [2, 4, None, None])
    expect("a road", costs(road=True), [1, 1, 1, 1])
    expect("hiking and climbing", costs("hiking", "climbing"), [2, 2, 4, None])
    expect("diving", costs("diving"), [2, 4, None, 4])
    expect("swimming and diving", costs("swimming", "diving"), [2, 4, None, 2])
    expect("floating", costs("floating", "climbing"), [None, None, None, 2])
    expect("floating by road", costs("floating", road=True), [None, None, None, 1])
    expect("flying and floating", costs("flying", "floating", road=True), [2, 2, 2, 2])
    # Speed 2: a road, a plain; then ½ hex is left. Speed 1: a forest with a full allowance only.
    walk = Course(". . . .\n. f f .\n. . . .\n", [[("W2", "0101"), ("W1", "0102")], [("E1", "0403")]],
                  [example_card("W1"), example_card("W2", speed=2), example_card("E1")], roads=[["0101", "0201"]])
    walk.go(moved("W2#1", "0101", "0201"))
    expect("a forest is too dear", walk.lists(moved("W2#1", "0201", "0202")), False)
    walk.go(moved("W2#1", "0201", "0301"))
    expect("nothing is left for a plain", walk.moves("W2#1"), [])
    walk.go(moved("W1#1", "0102", "0202"))
    expect("a full allowance", walk.card("W1#1", "at"), ("0202",))


def test_combat():
    """3 cards of might 3 against 2 of might 4: the winners fall with 64/81, the losers with 8/9."""
    cards = [example_card("W1", 3), example_card("E1", 4)]
    fight = Course("....\n....\n....\n",
                   [[("W1", "0202", {"count": 3, "merged": True})], [("E1", "0302", {"count": 2})]], cards)
    fight.go(moved("W1#1", "0202", "0302"), "done", "done",
             draws=["survives", "destroyed", "survives", "destroyed", "destroyed"])
    expect("thrown", fight.asked, [("W1#1", "64/81"), ("W1#2", "64/81"), ("W1#3", "64/81"), ("E1#1", "8/9"),
                                   ("E1#2", "8/9")])
    expect("the end", fight.battle.result, {"winner": "A", "by": "last"})
    expect("experience and morale", fight.card("W1#3", "might", "experience", "morale", "formation"),
           (5, 1, "high", "W1#1"))
    expect("gone", fight.card("W1#2", "at"), None)
    fight = Course("....\n....\n....\n", [[("W1", "0202", {"experience": 1})], [("E1", "0302")]], cards)
    fight.go(moved("W1#1", "0202", "0302"), "done", "done")
    expect("equal totals", fight.battle.result, {"winner": None, "by": "last"})
    fight = Course("....\n....\n....\n", [[("W1", "0202")], [("S1", "0302"), ("E1", "0101")]],
                   cards + [{"card": "S1", "name": "S1", "role": "standard"}])
    fight.go(moved("W1#1", "0202", "0302"), "done", "done")
    expect("a lone standard", (fight.card("S1#1", "at"), fight.asked), (None, []))


def test_many_sides():
    """3, 2 and 1 in a hex: the first meets its equal, the others fall with 2/4 and 1/5."""
    fight = Course("....\n....\n....\n", [[("W1", "0202")], [("E1", "0302")], [("K1", "0203")]],
                   [example_card("W1", 3), example_card("E1", 2), example_card("K1", 1)])
    fight.go("done", moved("E1#1", "0302", "0202"), "done", moved("K1#1", "0203", "0202"), "done",
             draws=["survives", "destroyed"])
    expect("thrown", fight.asked, [("E1#1", "1/2"), ("K1#1", "1/5")])
    expect("the end", fight.battle.result, {"winner": "B", "by": "last"})


def strike_card(number, kind, might, reach, **active):
    return example_card(number, abilities=[{"name": kind, "active": active,
                                            "do": [{"strike": {"kind": kind, "might": might, "range": reach}}]}])


def test_strikes():
    cards = [strike_card("W1", "ranged", 2, 2), strike_card("W2", "anti-air", 9, 9),
             strike_card("W3", "anti-submarine", 9, 9), example_card("E1", 3), example_card("E2", 1),
             example_card("E3", traits=["flying"]),
             example_card("E4", traits=["diving"]), example_card("E5", traits=["sheltering"]),
             example_card("E6", traits=["digging"]), example_card("E7", traits=["hiding"])]
    field = Course(". . . . .\n. . . . ~\n. . . . .\n",
                   [[("W1", "0101", {"count": 3}), ("W2", "0101"), ("W3", "0101")],
                    [("E1", "0301"), ("E2", "0302", {"count": 4, "merged": True}), ("E1", "0401"), ("E3", "0303"),
                     ("E4", "0502"), ("E4", "0503"), ("E5", "0301"), ("E6", "0301"), ("E7", "0301")]], cards)

    def targets(card):
        return sorted(order[3] for order in field.request.options if order[:2] == ("strike", card))

    expect("ranged, 2 hexes", targets("W1#1"), ["E1#1", "E2#1", "E7#1"])
    expect("anti-air", targets("W2#1"), ["E3#1"])
    expect("anti-submarine", targets("W3#1"), ["E4#1"])
    strikes = [{"strike": f"W1#{copy}", "ability": "ranged", "at": f"E{target}#1"}
               for copy, target in ((1, 1), (2, 2), (3, 7))]
    field.go(*strikes, draws=["survives", "destroyed"])
    expect("thrown", field.asked, [("E1#1", "2/3"), ("E2#1", "1/2")])
    expect("one target, and a certain one", (field.card("E2#4", "at"), field.card("E7#1", "at")), (None, None))
    expect("once a turn", targets("W1#1"), [])


def change_card(number, role="unit", active=None, do=(), **more):
    ability = {"name": "Change", "do": [{"change": change} for change in do], **more}
    if active is not None:
        ability["active"] = active
    return example_card(number, 2, role=role, abilities=[ability])


def test_abilities():
    """A cooldown of 1, used in turn 1, rests in turn 2; changes hold for their turns; copies count once."""
    cards = [change_card("W1", active={"cooldown": 1, "cost": 3, "lasts": 2},
                         do=[{"might": 2, "to": "friends", "within": 1}]),
             change_card("W2", do=[{"might": 1, "to": "formation"}]), example_card("E1"),
             change_card("W3", do=[{"might": -9, "to": "enemies", "within": 1}])]
    camp = Course(".....\n.....\n.....\n",
                  [[("W1", "0101"), ("W2", "0102", {"count": 3, "merged": True})], [("E1", "0503")]], cards)
    use = {"use": "W1#1", "ability": "Change"}
    expect("three copies raise by one", camp.card("W2#1", "might"), (3,))
    camp.go(use)
    expect("in force", (camp.card("W1#1", "might"), camp.card("W2#3", "might")), ((4,), (5,)))
    camp.go("done", "done")
    expect("rests", (camp.lists(use), camp.card("W1#1", "might")), (False, (4,)))
    camp.go("done", "done")
    expect("rested", (camp.lists(use), camp.card("W1#1", "might")), (True, (2,)))
    expect("paid", camp.battle.state()["resources"], {"A": 97, "B": 100})
    camp = Course(".....\n.....\n.....\n", [[("W3", "0101")], [("E1", "0102")]], cards)
    expect("never below 0", camp.card("E1#1", "might"), (0,))
    cards = [change_card("W1", active={}, do=[{"speed": 1, "to": "friends", "within": 1}]),
             change_card("W2", active={"lasts": 2}, do=[{"might": 1}]), example_card("W3", 1, speed=2), example_card("E1")]
    march = Course("......\n......\n......\n",
                   [[("W1", "0101"), ("W3", "0102"), ("W3", "0402"), ("W2", "0103"), ("W2", "0103"), ("W2", "0103")],
                    [("E1", "0603")]], cards)
    march.go(use, moved("W3#1", "0102", "0202"), moved("W3#1", "0202", "0302"), moved("W3#1", "0302", "0402"))
    expect("it goes with whom it met", march.card("W3#1", "at"), ("0402",))
    expect("and with nobody else", march.battle.card_named["W3#2"].speed, 2)
    march.go({"merge": "W3#2", "into": "W3#1"})
    expect("a formation shares it", march.battle.card_named["W3#2"].speed, 3)
    march.go({"use": "W2#1", "ability": "Change"}, {"merge": "W2#2", "into": "W2#1"})
    expect("as a single card", [march.card(f"W2#{copy}", "might") for copy in (1, 2, 3)], [(3,), (3,), (2,)])


def test_encounters():
    """Who comes in has fought; who disengages gains experience, and the winners when the last enemy has gone."""
    cards = [example_card("W1", 5), example_card("E1", 1)]
    fight = Course(". . . .\n. . . .\n. . . .\n. . . .\n",
                   [[("W1", "0202"), ("W1", "0103")], [("E1", "0302", {"morale": "high"}), ("E1", "0404")]], cards)
    fight.go(moved("W1#1", "0202", "0302"), "done")
    expect("no move in combat", (fight.lists(moved("E1#1", "0302", "0402")),
                                 fight.lists({"disengage": "E1#1", "to": "0402"})), (False, True))
    fight.go("done", draws=["survives", "survives"])
    expect("thrown", fight.asked, [("W1#1", "4/25"), ("E1#1", "2/5")])
    fight.go(moved("W1#2", "0103", "0202"), "done", {"disengage": "E1#1", "to": "0402"}, draws=["held"])
    expect("its orders end", [order for order in fight.request.options if order[1:2] == ("E1#1",)], [])
    fight.go("done", draws=["survives", "survives"])
    fight.go(moved("W1#2", "0202", "0302"), "done", {"disengage": "E1#1", "to": "0402"}, draws=["disengaged"])
    expect("one level lower", fight.card("E1#1", "at", "morale", "experience"), ("0402", "normal", 1))
    for card in ("W1#1", "W1#2"):
        expect("both gain", fight.card(card, "experience", "morale", "might"), (1, "high", 7))
    fight = Course(". . . .\n. . . .\n. . . .\n. . . .\n",
                   [[("W1", "0202"), ("W1", "0103")], [("E1", "0302", {"count": 2})]], cards)
    fight.go(moved("W1#1", "0202", "0302"), "done", "done", draws=["destroyed", "survives", "destroyed"])
    expect("survived without a victory", fight.card("E1#1", "experience", "morale"), (1, "normal"))
    fight = Course(". . . .\n. . . .\n. . . .\n. . . .\n",
                   [[("W1", "0202"), ("W1", "0402")], [("E1", "0302")]], cards)
    fight.go(moved("W1#1", "0202", "0302"), "done", "done", draws=["survives", "survives"])
    fight.go("done", {"disengage": "E1#1", "to": "0402"}, draws=["disengaged", "survives", "survives"])
    expect("into another fight", fight.card("E1#1", "at", "experience", "morale"), ("0402", 1, "low"))
    expect("the winner gains", fight.card("W1#1", "experience", "morale"), (1, "high"))


def test_schooling():
    """Two cards of experience 1 are trained for 2, then reinforced by one of cost 10 for 12."""
    standard = {"card": "S1", "name": "S1", "role": "standard"}
    camp = Course("....\n....\n....\n",
                  [[("S1", "0101"), ("W1", "0101", {"count": 2, "merged": True, "experience": 1})], [("W1", "0403")]],
                  [example_card("W1", 2), standard])
    camp.go({"train": "W1#1"}, {"reinforce": "W1#1", "card": "W1"})
    expect("paid", camp.battle.state()["resources"]["A"], 86)
    expect("the new one", camp.card("W1#4", "might", "experience", "formation"), (4, 2, "W1#1"))
    expect("bound", [camp.lists(moved(card, "0101", "0102")) for card in ("W1#1", "S1#1")], [False, False])
    expect("nothing else", [camp.lists(order) for order in ({"fortify": "W1#1"}, {"train": "W1#1"})], [False, False])
    camp.go({"deploy": "W1", "at": "S1#1"})
    expect("waits", (camp.card("W1#5", "at", "experience"), camp.lists({"fortify": "W1#5"})), (("0101", 0), False))
    camp.go("done", "done", {"fortify": "W1#1"})
    expect("not after fortifying", (camp.lists({"train": "W1#1"}), camp.lists({"train": "W1#5"})), (False, True))


def test_armies():
    """Army buffs: the greatest increase and the greatest decrease count. An army goes at the pace of its slowest."""
    cards = [change_card("C1", role="commander", do=[{"might": 1, "speed": -1, "to": "army"}]),
             change_card("C2", role="commander", do=[{"might": 2, "to": "army"}]),
             change_card("C3", role="commander", do=[{"might": -1, "to": "army"}]),
             example_card("W1", 2, speed=3), example_card("E1")]
    names = ("C1", "C2", "C3", "W1")
    army = Course(".....\n.....\n.....\n", [[(card, "0101", {"army": "First"}) for card in names] + [("W1", "0101")],
                                            [("E1", "0503")]], cards)
    expect("+2 and -1", army.card("W1#1", "might", "army"), (3, 1))
    expect("speeds", [army.battle.card_named[f"{card}#1"].speed for card in names], [0, 0, 0, 2])
    army.go({"leave": "C1#1"}, moved("C2#1", "0101", "0102", army=True))
    expect("one hex", army.moves("C2#1"), [])
    expect("left behind", army.card("C1#1", "at", "might"), ("0101", 2))
    expect("it left, and may join", army.lists({"join": "W1#2", "with": "C1#1"}), True)
    army.go({"join": "W1#2", "with": "C1#1"})
    expect("a new number", army.card("C1#1", "army"), (2,))
    expect("it left once", [army.lists({"leave": card}) for card in ("C1#1", "W1#2")], [False, True])
    army.go({"leave": "W1#2"})
    expect("it joined once", army.lists({"join": "W1#2", "with": "C1#1"}), False)


def test_morale():
    """Three hostile neighbours cost one level, all around two; on the corner two neighbours encircle."""
    cards = [example_card("W1", 2), example_card("E1", 1), example_card("E2", 0),
             example_card("E3", 1, traits=["hiding"])]
    around = [("E1", "0201"), ("E1", "0102"), ("E1", "0302"), ("E2", "0103"), ("E3", "0203")]
    ring = Course("...\n...\n...\n", [[("W1", "0202", {"morale": "high"})], around], cards)
    ring.go("done", "done")
    expect("outflanked", ring.card("W1#1", "morale", "outflanked", "encircled"), ("normal", True, False))
    ring.go("done", "done")
    expect("once", ring.card("W1#1", "morale", "outflanked"), ("normal", True))
    ring = Course("...\n...\n...\n", [[("W1", "0202", {"morale": "high"})],
                                       [("E1", at) for at in ("0201", "0102", "0302", "0103", "0203", "0303")]], cards)
    ring.go("done", "done")
    expect("both", ring.card("W1#1", "morale", "outflanked", "encircled"), ("low", True, True))
    ring = Course("...\n...\n...\n", [[("W1", "0101")], [("E1", "0201"), ("E1", "0102")]], cards)
    ring.go("done", "done")
    expect("in a corner", ring.card("W1#1", "morale", "outflanked", "encircled"), ("low", False, True))
    ring = Course("...\n...\n...\n", [[("W1", "0202"), ("W1", "0202")], [("E1", "0203")]], cards)
    ring.go({"fortify": "W1#1"}, {"merge": "W1#2", "into": "W1#1"})
    expect("merged", ring.card("W1#2", "might", "fortified", "formation"), (2, False, "W1#1"))


def test_routs():
    cards = [example_card("W1", 1), example_card("W2", 5), example_card("E1", 1, speed=0), example_card("E2", 9),
             {"card": "S1", "name": "S1", "role": "standard"}]
    hexes = ".....\n.....\n.....\n.....\n"
    around = [("E1", at) for at in ("0202", "0303", "0304")]
    low = {"morale": "low", "army": "First"}
    rout = Course(hexes, [[("W1", "0203", low), ("S1", "0104")], around], cards)
    rout.go("done")
    rout.go("done")
    expect("rallied", rout.card("W1#1", "at", "routed", "morale"), ("0104", False, "low"))
    expect("out of its army", rout.battle.unit_named("W1#1").army, None)
    rout = Course(hexes, [[("W1", "0203", low), ("W1", "0501")], around], cards)
    rout.go("done", "done")
    expect("over the edge", rout.card("W1#1", "at"), None)
    rout = Course(hexes, [[("W2", "0203", low), ("S1", "0501")], around + [("E2", "0204")]], cards)
    rout.go("done", moved("E2#1", "0204", "0203"), "done", draws=["survives", "survives"])
    expect("thrown", rout.asked, [("W2#1", "4/9"), ("E2#1", "16/81")])
    expect("surrenders", rout.card("W2#1", "at"), None)
    expect("gains", rout.card("E2#1", "experience", "morale", "might"), (1, "high", 11))


def test_victory():
    cards = [example_card("W1", 2), example_card("E1", 3), {"card": "S1", "name": "S1", "role": "standard"}]
    hexes = ".....\n.....\n.....\n"
    held = Course(hexes, [[("W1", "0101")], [("E1", "0503")]], cards, victory=[
        {"rule": "hold", "hexes": ["0102"], "until": 2, "faction": "A"}])
    held.go(moved("W1#1", "0101", "0102"), "done", "done", "done")
    expect("held", held.battle.result, {"winner": "A", "by": "hold"})
    most = Course(hexes, [[("W1", "0101", {"count": 2})], [("E1", "0503")]], cards, turns=1,
                  victory=[{"rule": "most-might"}])
    most.go("done", "done")
    expect("most might", most.battle.result, {"winner": "A", "by": "most-might"})
    turns = Course(hexes, [[("W1", "0101")], [("E1", "0503")]], cards, turns=1)
    turns.go("done", "done")
    expect("turns", turns.battle.result, {"winner": None, "by": "turns"})
    taken = Course(hexes, [[("W1", "0202")], [("S1", "0302"), ("E1", "0503")]], cards, victory=[
        {"rule": "destroy", "card": "S1", "faction": "A"}])
    taken.go(moved("W1#1", "0202", "0302"), "done", "done")
    expect("destroyed", taken.battle.result, {"winner": "A", "by": "destroy"})


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
            print(json.dumps(random_document(options.seed, number)))
        return 0
    if options.selfplay is not None:
        return 0 if self_play(options.selfplay, options.seed, options.least, options.record) else 1
    return 0 if compare(sys.stdin, options.least) else 1


if __name__ == "__main__":
    sys.exit(main())
