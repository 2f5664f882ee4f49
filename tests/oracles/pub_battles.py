#!/usr/bin/env python3
"""A second engine of Pub Battles, written from the clauses and docs/pub-battles-play.md, to compare the first one with.

Usage:
    pub_battles.py [--least N] < battles.jsonl     compare recorded battles
    pub_battles.py --selftest                      worked examples of the rules
    pub_battles.py --selfplay N [--seed S]         N random battles, with invariants
    pub_battles.py --selfplay N --record           ... written as battles.jsonl to standard output, the report to error
    pub_battles.py --documents N [--seed S]        the scenarios of these battles as documents, one a line

Exit code 1 on a difference, on a failed example, or if a clause was met fewer than N times.


Input: a battle a line
    {"document": {...},          a scenario with its map: {"system": "pub-battles", "scenario": {...}, "map": {...}}
     "events": [...],            in order, see below
     "result": {"winner": name or null, "by": "sudden-death"} or null}

`result` is null for a battle that was given up: the comparison then ends with the last event.


Events: blocks are always named by their headquarters, too: "Reynolds/Wadsworth"
    {"turn": 3, "night": false}              a turn begins; the night has the number of the turn before it
    {"chit": "Reynolds"}                     a chit is drawn, and the activation of its command begins; with "entry": 4,
                                             the die for entering, and "command": 2, that of a poor leader
    {"orders": [{"attack": "Seminary", "via": ["Mill"]}], "roll": 3}     new orders; with or without a command roll
    {"army": true}                           the army headquarters, which has no chit, goes with this corps
    {"hq": [x, y]}, {"army_hq": [x, y]}      a headquarters moves, or enters
    {"judged": MOVE, "legal": false}         a move that is not made, and whether it is legal
    {"move": MOVE}                           a legal move that is made
    {"join": "Reynolds/Wadsworth", "at": [x, y]}
    {"unplaced": "Reynolds/Wadsworth"}       a block of a headquarters that is spotted finds no room
    {"end": true}                            the activation ends; may be missing after a poor leader's failure
    {"combat": {"attacker": .., "defender": .., "rounds": [{"attacker": [6, 3, 1], "defender": [4, 4, 2],
                "support": {"block": .., "does": "advance"}}], "successor": [6, 5, 5]}}
    {"reset": true}                          the end of a turn, and of the night
    {"state": {...}}                         what is so now, see below

A MOVE is one of
    {"block": .., "to": [x, y], "via": [[x, y]], "facing": 45, "echelon": true}
    {"block": .., "road": "Emmitsburg Road", "to": [x, y], "deploy": true, "facing": 45}
    {"block": .., "enter": [x, y]}                              the block still acts
    {"block": .., "bombard": .., "dice": [3, 5, 6]}             judged: without dice
    {"block": .., "rally": true, "train": .., "facing": 45}
    {"block": .., "recover": .., "at": [x, y], "facing": 45}
    {"block": .., "place": [x, y], "facing": 45}                its headquarters is spotted

* Dice of those who do not throw are left out. Every attack that is fought is an event. Three dice for each leader who
  falls, those of the defender first.


States
    {"turn": 3,
     "blocks": {"Reynolds/Wadsworth": {"at": [x, y], "facing": 45, "state": "fresh", "column": false}},
     "hqs": {"Reynolds": {"at": [x, y] or null, "flipped": false, "leader": "average", "orders": {...}}},
     "losses": {"Union": 3}}

* `state` is `fresh`, `spent`, `eliminated`, `waiting` or `hidden`. Of what is eliminated, waiting or hidden nothing else
  is compared. Where anything is hidden, headquarters have a state, too: `hidden`, `spotted` or `removed`.
  Trains, and no others, have `"flipped": true` or `false`, too.
* `orders` is compared if it is there: {"follows": [what is left of the orders that are followed, the current one
  first], "next": [new orders that do not hold yet]}. `next` is left out if there are none.


Where docs/pub-battles-play.md leaves something open
 1. "Behind" a line is strictly behind; of two corners in the same direction as seen the nearer one bounds the span.
 2. An impassable line that the centre touches as it begins to retreat does not hinder the retreat.
 3. A headquarters is asked for its distance from its next point, as its order stands then, where it ends its move and
    where a leader's joining puts it; squares of distances are compared exactly. One that enters is not asked, nor an
    army headquarters that goes with a corps. Of way-points only the first that is not reached is looked at.
 4. Whether a block was inside the perimeter as the order was followed before is looked at where that activation began,
    or where an order that held at once was written. At night no order is followed.
 5. Things of an army headquarters that goes with a corps enter by the die of that corps' chit, which is thrown for what
    the corps itself has.
 6. Entering is not acting: others may act between a block's entering and its act.
 7. A block that is recovered may act in the same night. It comes back where a move might end.
 8. A leader may join at night; it lasts until the end of the next combat phase.
 9. Who is eliminated in a round is off the map before the other one retreats. Losses are looked at once a round, after
    its retreats, and before anybody supports; after a supporter's retreat; and when trains are lost.
10. A supporter that advances keeps its formation. Trains of the enemy that it contacts are lost.
11. Marks of the first hit in a phase, and attacks on other blocks, do not pass on to a supporter that advances.
12. Trains can be bombarded, and are then spent, or retreat, as others; flipped is something else.
13. The blocks of an army headquarters stand before those of the corps in the document's order.
"""

import argparse
import collections
import contextlib
import itertools
import json
import math
import random
import sys
from fractions import Fraction

UNIT = 32768  # fixed point: halves of the widths times the table of sines
SINE = 16384
ARTILLERY = ("artillery", "horse-artillery")
MOUNTED = ("cavalry", "horse-artillery")
WORDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
EDGES = ("north", "east", "south", "west")
INWARD = {"north": 180, "east": 270, "south": 0, "west": 90}
RATING = {"great": 4, "average": 3, "poor": 2}
MORE_THAN_HALF = Fraction(1, 2) + Fraction(1, 1000)  # in an area
AT_LEAST_HALF = Fraction(1, 2) - Fraction(1, 1000)  # occupies it
HIT = 4  # a die hits from here on
SIGHT_POINTS = 16
SHOWN = 20  # differences

CLAUSES = [f"PB-{chapter}.{number}" for chapter, last in
           ((1, 7), (2, 4), (3, 4), (4, 3), (5, 10), (6, 4), (7, 2), (8, 2), (9, 5)) for number in range(1, last + 1)]
CLAUSES += ["PB-10.5", "PB-10.6"]


class Difference(Exception):
    """What the record says and what the clauses say differ."""


class Illegal(Exception):
    """A move that the clauses do not allow: why, and by which clause."""

    def __init__(self, why, clause):
        super().__init__(f"{why} ({clause})")
        self.clause = clause


# Numbers

def series(degrees, first):
    """Sine (`first` 1) or cosine (0) of an angle, as a fraction that is exact to 40 digits."""
    pi = Fraction("3.14159265358979323846264338327950288419716939937510582097494459")
    angle = pi * degrees / 180
    term = angle if first else Fraction(1)
    total, n = Fraction(0), first
    while abs(term) > Fraction(1, 10 ** 45):
        total += term
        term = -term * angle * angle / ((n + 1) * (n + 2))
        term = Fraction(round(term * 10 ** 60), 10 ** 60)
        n += 2
    return total


def half_away(value):
    """The nearest whole number; halves away from 0."""
    whole = math.floor(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


def rounded_part(numerator, denominator):
    """The whole number nearest to a quotient; halves away from 0."""
    whole = (2 * abs(numerator) + denominator) // (2 * denominator)
    return whole if numerator >= 0 else -whole


SINES = [half_away(series(Fraction(degree), 1) * SINE) for degree in range(91)]
HALF_TANGENTS = [half_away(series(Fraction(2 * degree + 1, 2), 1) / series(Fraction(2 * degree + 1, 2), 0) * 10 ** 35)
                 for degree in range(45)]


def sine(degrees):
    degrees %= 360
    if degrees > 180:
        return -sine(degrees - 180)
    return SINES[min(degrees, 180 - degrees)]


def vector(facing):
    """The direction of a facing, `SINE` long."""
    return sine(facing), sine(facing + 90)


def direction(start, end):
    """The whole degree nearest to the direction from one place to another; None if they are the same."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if not dx and not dy:
        return None
    small, large = sorted((abs(dx), abs(dy)))
    angle = sum(1 for tangent in HALF_TANGENTS if small * 10 ** 35 > tangent * large)
    if abs(dx) > abs(dy):
        angle = 90 - angle
    if dy < 0:
        angle = 180 - angle
    if dx < 0:
        angle = 360 - angle
    return angle % 360


def between(one, other):
    """Degrees between two facings, 0 to 180."""
    apart = (one - other) % 360
    return min(apart, 360 - apart)


def squared(start, end):
    return (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2


def length_in_1024ths(squares):
    """The length of a way, in 1024ths of a map unit: each of its legs rounded down."""
    return sum(math.isqrt(square << 20) for square in squares)


def length_of(squares, bits=96):
    """The sum of the roots of whole numbers, as a fraction: exact, or a little too small."""
    return sum(Fraction(math.isqrt(square << 2 * bits), 1 << bits) for square in squares)


# Outlines

class Outline:
    """A rectangle around a centre, in fixed point. The corners are front left, front right, rear right, rear left."""

    __slots__ = ("place", "centre", "ahead", "right", "width", "depth", "corners", "reach")

    def __init__(self, place, facing, width, depth):
        self.place = place
        self.width, self.depth = width, depth
        self.ahead = (ax, ay) = vector(facing)
        self.right = (rx, ry) = ay, -ax
        self.centre = (x, y) = place[0] * UNIT, place[1] * UNIT
        fx, fy, sx, sy = ax * depth, ay * depth, rx * width, ry * width
        self.corners = ((x + fx - sx, y + fy - sy), (x + fx + sx, y + fy + sy),
                        (x - fx + sx, y - fy + sy), (x - fx - sx, y - fy - sy))
        self.reach = (width + depth) // 2 + 2

    @property
    def axes(self):
        return self.ahead, self.right

    @property
    def front(self):
        return self.corners[:2]

    @property
    def rear(self):
        return self.corners[2:]

    def is_far(self, other, length):
        """A quick test: surely farther apart than a length."""
        far = self.reach + other.reach + math.ceil(length)
        return squared(self.place, other.place) > far * far


def separated(points, others, axes, strictly):
    """Whether an axis separates two convex shapes; without `strictly` those that only touch are separated, too."""
    for x, y in axes:
        own = [px * x + py * y for px, py in points]
        theirs = [px * x + py * y for px, py in others]
        if strictly:
            if max(own) < min(theirs) or max(theirs) < min(own):
                return True
        elif max(own) <= min(theirs) or max(theirs) <= min(own):
            return True
    return False


def to_segment(point, start, end):
    """The square of the distance of a point from a segment, as numerator and denominator."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    px, py = point[0] - start[0], point[1] - start[1]
    along, whole = px * dx + py * dy, dx * dx + dy * dy
    if along <= 0:
        return px * px + py * py, 1
    if along >= whole:
        return squared(point, end), 1
    return (px * dy - py * dx) ** 2, whole


def is_within(points, others, axes, length):
    """Whether two convex shapes (corners in order; a segment, a point) are at most a length in map units apart."""
    if not separated(points, others, axes, True):
        return True
    over, under = (length.numerator * UNIT) ** 2, length.denominator ** 2
    for corners, shape in ((points, others), (others, points)):
        edges = list(zip(shape, shape[1:] + shape[:1])) if len(shape) > 2 else [(shape[0], shape[-1])]
        for point in corners:
            for start, end in edges:
                numerator, denominator = to_segment(point, start, end)
                if numerator * under <= over * denominator:
                    return True
    return False


def overlap(one, other):
    return not (one.is_far(other, 0) or separated(one.corners, other.corners, one.axes + other.axes, False))


def is_near(one, other, length):
    """Whether two outlines are at most a length apart."""
    if one.is_far(other, length):
        return False
    return is_within(one.corners, other.corners, one.axes + other.axes, length)


def is_near_place(outline, ends, length):
    """Whether an outline is at most a length from a place, or from the line between two."""
    shape = tuple((x * UNIT, y * UNIT) for x, y in ends)
    axes = outline.axes
    if len(shape) > 1:
        dx, dy = ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]
        axes += ((dx, dy), (dy, -dx))
    return is_within(outline.corners, shape, axes, length)


def distance_squared(outline, ends):
    """The square of the distance of an outline from a place, or a line between two, in fixed point."""
    if is_near_place(outline, ends, 0):
        return Fraction(0)
    shape = [(x * UNIT, y * UNIT) for x, y in ends]
    found = [to_segment(corner, shape[0], shape[-1]) for corner in outline.corners]
    found += [to_segment(point, start, end) for point in shape
              for start, end in zip(outline.corners, outline.corners[1:] + outline.corners[:1])]
    return min(Fraction(*pair) for pair in found)


def front_contact(one, other):
    """Whether the first is in front contact with the second (PB-1.5)."""
    if one.is_far(other, 1) or overlap(one, other):
        return False
    return is_within(one.front, other.corners, one.axes + other.axes, 1)


def is_behind(place, other):
    """Whether a place in fixed point lies behind the line of the rear edge of an outline."""
    x, y = place[0] - other.rear[0][0], place[1] - other.rear[0][1]
    return x * other.ahead[0] + y * other.ahead[1] < 0


def gap_squared(one, other):
    """The square of the distance of two outlines that do not overlap."""
    return min(Fraction(*to_segment(point, *side))
               for corners, sides in ((one.corners, other.corners), (other.corners, one.corners))
               for point in corners for side in zip(sides, sides[1:] + sides[:1]))


def closes(outlines, other):
    """Whether a block that stands so on the last places of its way, in contact from the first of them on, only goes nearer
    and does not go along (docs 1.4): at most two places more, in contact to the end, and nearer there."""
    return (len(outlines) <= 3 and all(front_contact(outline, other) for outline in outlines)
            and gap_squared(outlines[-1], other) < gap_squared(outlines[0], other))


def rear_contact(one, other):
    return (front_contact(one, other) and is_behind(one.centre, other)
            and is_within(one.front, other.rear, one.axes + other.axes, 1))


def stands_behind(one, other):
    """Whether a block stands so that it can support the other one (PB-3.3)."""
    if not is_near(one, other, 1) or not is_behind(one.centre, other):
        return False
    aside = ((one.centre[0] - other.centre[0]) * other.right[0] + (one.centre[1] - other.centre[1]) * other.right[1])
    return abs(aside) <= other.width * (other.right[0] ** 2 + other.right[1] ** 2)


# Areas

def clipped(points, axis, limit, sign):
    """The part of a polygon in which `sign` times a coordinate is at most a limit."""
    kept = []
    for point, after in zip(points, points[1:] + points[:1]):
        here, there = sign * point[axis] - limit, sign * after[axis] - limit
        if here <= 0:
            kept.append(point)
        if here < 0 < there or there < 0 < here:
            part = here / (here - there)
            kept.append((point[0] + (after[0] - point[0]) * part, point[1] + (after[1] - point[1]) * part))
    return kept


def twice_area(points):
    return abs(sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(points, points[1:] + points[:1])))


def inside_of(outline, rings, number):
    """The share of an outline inside a polygon, the first of its rings, without its holes, the others."""
    whole = outline.ahead[0] ** 2 + outline.ahead[1] ** 2
    across, along = number(outline.width * whole), number(outline.depth * whole)
    share = number(0)
    for order, ring in enumerate(rings):
        local = []
        for x, y in ring:
            x, y = x - outline.centre[0], y - outline.centre[1]
            local.append((number(x * outline.right[0] + y * outline.right[1]),
                          number(x * outline.ahead[0] + y * outline.ahead[1])))
        for axis, limit in ((0, across), (1, along)):
            for sign in (1, -1):
                local = clipped(local, axis, limit, sign) if local else local
        area = twice_area(local) / (8 * across * along) if local else number(0)
        share += -area if order else area
    return share


def share_inside(outline, feature):
    """The share of an outline in an area; exact where it comes near to one of the limits."""
    west, south, east, north = feature.box
    x, y = outline.place
    reach = outline.reach
    if x + reach <= west or x - reach >= east or y + reach <= south or y - reach >= north:
        return 0
    share = inside_of(outline, feature.rings, float)
    if any(abs(share - float(limit)) < 1e-6 for limit in (MORE_THAN_HALF, AT_LEAST_HALF)):
        share = inside_of(outline, feature.rings, Fraction)
    return share


def turn_of(a, b, c):
    """On which side of the line from a to b a point is: -1, 0, 1."""
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (cross > 0) - (cross < 0)


def is_on(point, start, end):
    return (turn_of(start, end, point) == 0 and min(start[0], end[0]) <= point[0] <= max(start[0], end[0])
            and min(start[1], end[1]) <= point[1] <= max(start[1], end[1]))


def touch(a, b, c, d):
    """Whether two segments have a point in common."""
    if turn_of(a, b, c) * turn_of(a, b, d) < 0 and turn_of(c, d, a) * turn_of(c, d, b) < 0:
        return True
    return is_on(c, a, b) or is_on(d, a, b) or is_on(a, c, d) or is_on(b, c, d)


def line_is_touched(line, start, end):
    return any(touch(start, end, one, other) for one, other in zip(line, line[1:]))


# Sight

def passes_block(start, end, outline, scale):
    """Whether a segment, in fixed point times a scale, passes through the inside of an outline."""
    low, high = Fraction(0), Fraction(1)
    whole = outline.ahead[0] ** 2 + outline.ahead[1] ** 2
    x, y = start[0] - outline.centre[0] * scale, start[1] - outline.centre[1] * scale
    dx, dy = end[0] - start[0], end[1] - start[1]
    for axis, size in ((outline.right, outline.width), (outline.ahead, outline.depth)):
        limit = size * whole * scale
        here, change = x * axis[0] + y * axis[1], dx * axis[0] + dy * axis[1]
        if change == 0:
            if abs(here) >= limit:
                return False
            continue
        first, last = sorted((Fraction(-limit - here, change), Fraction(limit - here, change)))
        low, high = max(low, first), min(high, last)
    return low < high


def is_inside(point, rings):
    """Whether a point is in a polygon, not on its border."""
    x, y = point
    inside = False
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
            if is_on(point, (ax, ay), (bx, by)):
                return False
            if (ay > y) != (by > y):
                across = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
                inside ^= (across > 0) == (by > ay)
    return inside


def passes_area(start, end, rings):
    """Whether a segment crosses the border of a polygon away from its corners, or one end of it is inside."""
    for ring in rings:
        for one, other in zip(ring, ring[1:] + ring[:1]):
            if (turn_of(start, end, one) * turn_of(start, end, other) < 0
                    and turn_of(one, other, start) * turn_of(one, other, end) < 0):
                return True
    return is_inside(start, rings) or is_inside(end, rings)


def span_of(centre, target):
    """The corners of an outline farthest to the left and to the right as seen; the nearer of two in line."""
    left = right = target.corners[0]
    for corner in target.corners[1:]:
        for_left, for_right = turn_of(centre, left, corner), turn_of(centre, right, corner)
        nearer_left = squared(centre, corner) < squared(centre, left)
        nearer_right = squared(centre, corner) < squared(centre, right)
        if for_left > 0 or for_left == 0 and nearer_left:
            left = corner
        if for_right < 0 or for_right == 0 and nearer_right:
            right = corner
    return left, right


def points_seen(firing, target, others, areas):
    """How many of the sixteen points of a target are seen (docs 1.5)."""
    left, right = span_of(firing.centre, target)
    scale = 2 * SIGHT_POINTS
    start = firing.centre[0] * scale, firing.centre[1] * scale
    rings = [[[(x * scale, y * scale) for x, y in ring] for ring in area.rings] for area in areas]
    far = math.isqrt(squared(firing.place, target.place)) + target.reach + 2
    others = [other for other in others if squared(firing.place, other.place) <= (far + other.reach) ** 2]
    seen = 0
    for number in range(SIGHT_POINTS):
        end = tuple(scale * a + (2 * number + 1) * (b - a) for a, b in zip(left, right))
        hidden = (any(passes_block(start, end, other, scale) for other in others)
                  or any(passes_area(start, end, area) for area in rings))
        seen += not hidden
    return seen


# Legs

def places_of(start, end):
    """The places at which a leg is looked at (docs 1.4), from its start to its end."""
    square = squared(start, end)
    n = math.isqrt(square)
    n += n * n < square
    dx, dy = end[0] - start[0], end[1] - start[1]
    if not n:
        return [start]
    return [(start[0] + rounded_part(k * dx, n), start[1] + rounded_part(k * dy, n)) for k in range(n + 1)]


def beyond(start, away_from, length):
    """The place a length away from a start, straight away from another place; each coordinate rounded."""
    dx, dy = start[0] - away_from[0], start[1] - away_from[1]
    square = dx * dx + dy * dy

    def rounded(part):
        # the greatest m with m - 1/2 <= length * |part| / root, i.e. (2m - 1)^2 * square <= (2 * length * part)^2
        right = (2 * length * part) ** 2
        m = (math.isqrt(right // square) + 1) // 2
        while (2 * m + 1) ** 2 * square <= right:
            m += 1
        while m > 0 and (2 * m - 1) ** 2 * square > right:
            m -= 1
        return m if part >= 0 else -m

    return start[0] + rounded(dx), start[1] + rounded(dy)


# The map and the pieces

def facing_of(value):
    """A facing as documents write it, in degrees."""
    if isinstance(value, str):
        return WORDS.index(value) * 45 if value in WORDS else int(value)
    return value


class Feature:
    """An area or a line of terrain."""

    def __init__(self, document, kinds):
        self.name = document.get("name")
        kind = kinds[document["kind"]] or {}
        self.modifier = kind.get("modifier", 0)
        self.passable = kind.get("passable", True)
        self.blocks_sight = kind.get("blocks_sight", False)
        self.line = [tuple(point) for point in document["line"]] if document.get("line") else None
        self.rings = []
        if self.line is None:
            rings = [document["area"]] + document.get("holes", [])
            self.rings = [[(x * UNIT, y * UNIT) for x, y in ring] for ring in rings]
            xs, ys = [x for x, _ in document["area"]], [y for _, y in document["area"]]
            self.box = min(xs), min(ys), max(xs), max(ys)

    def middle(self):
        """Its place as a location."""
        if self.line is None:
            west, south, east, north = self.box
            return (west + east + 1) // 2, (south + north + 1) // 2
        squares = [squared(start, end) for start, end in zip(self.line, self.line[1:])]
        rest = length_of(squares) / 2
        for start, end, square in zip(self.line, self.line[1:], squares):
            piece = length_of([square])
            if rest <= piece:
                return rounded_on(start, end, rest / piece)
            rest -= piece
        return self.line[-1]


def rounded_on(start, end, part):
    """The place at a part of a line, each coordinate rounded, halves away from its start."""
    return start[0] + half_away(part * (end[0] - start[0])), start[1] + half_away(part * (end[1] - start[1]))


class Map:
    """A map; with an `origin` other than [0, 0] its south-west corner has other coordinates."""

    def __init__(self, document, origin=(0, 0)):
        self.west, self.south = origin
        self.east, self.north = origin[0] + document["size"][0], origin[1] + document["size"][1]
        self.foot, self.mounted = document["foot"], document["mounted"]
        self.block = document["block"]
        self.headquarters = document.get("headquarters") or self.block["depth"]
        kinds = document.get("kinds") or {}
        self.features = [Feature(feature, kinds) for feature in document.get("features") or []]
        self.areas = [feature for feature in self.features if feature.line is None]
        self.roads = {road["name"]: [tuple(point) for point in road["line"]] for road in document.get("roads") or []}
        self.locations = {feature.name: feature.middle() for feature in self.features if feature.name}
        self.locations.update({name: tuple(place) for name, place in (document.get("locations") or {}).items()})

    def measure(self, value):
        """A length as documents write it: `40`, `foot/3`."""
        if not isinstance(value, str) or value.isdigit():
            return Fraction(value)
        word, _, divisor = value.partition("/")
        return Fraction(self.foot if word == "foot" else self.mounted, int(divisor or 1))

    def holds(self, outline):
        """Whether an outline is on the map, its border counted."""
        xs, ys = [x for x, _ in outline.corners], [y for _, y in outline.corners]
        return (self.west * UNIT <= min(xs) and max(xs) <= self.east * UNIT
                and self.south * UNIT <= min(ys) and max(ys) <= self.north * UNIT)

    def features_around(self, outline):
        """The areas that an outline is in."""
        return [area for area in self.areas if share_inside(outline, area) > MORE_THAN_HALF]

    def occupied(self, outline):
        return [area for area in self.areas if share_inside(outline, area) >= AT_LEAST_HALF]

    def modifier(self, outline):
        return min((area.modifier for area in self.occupied(outline)), default=0)

    def is_barred(self, outline):
        """Whether an outline is in an impassable area."""
        return any(share_inside(outline, area) > MORE_THAN_HALF for area in self.areas if not area.passable)

    def hindrances(self, outline):
        """The impassable features that something is in as it starts; these do not hinder it (docs 1.4)."""
        return {feature for feature in self.features if not feature.passable and (
            line_is_touched(feature.line, outline.place, outline.place) if feature.line
            else share_inside(outline, feature) > MORE_THAN_HALF)}

    def edge_span(self, edge, turn, entry):
        """The parts of edges where something may enter: edge, and its first and last coordinate along it."""
        across = {"south": (self.west, self.east), "north": (self.west, self.east),
                  "west": (self.south, self.north), "east": (self.south, self.north)}
        spans = [(edge, *across[edge])]
        if entry.along is not None and not entry.on:
            far = self.measure(entry.along) * turn
            number = EDGES.index(edge)
            for other in (EDGES[number - 1], EDGES[(number + 1) % 4]):
                low, high = across[other]
                if edge in ("south", "west"):
                    spans.append((other, low, min(high, low + far)))
                else:
                    spans.append((other, max(low, high - far), high))
        return spans

    def edge_line(self, edge):
        """The coordinate of an edge, and which of the two it is."""
        return getattr(self, edge), 1 if edge in ("south", "north") else 0

    def road_ends(self, road, edge):
        """Where a road meets an edge: coordinates along it."""
        line, axis = self.edge_line(edge)
        return [point[1 - axis] for point in self.roads[road] if point[axis] == line]

    def nearest_on_road(self, road, place):
        """The point of a road nearest to a place: number of the piece, part of it, and the square of the distance."""
        found = None
        points = self.roads[road]
        for number, (start, end) in enumerate(zip(points, points[1:])):
            dx, dy = end[0] - start[0], end[1] - start[1]
            if not dx and not dy:
                continue
            part = Fraction((place[0] - start[0]) * dx + (place[1] - start[1]) * dy, dx * dx + dy * dy)
            part = max(Fraction(0), min(Fraction(1), part))
            apart = (start[0] + part * dx - place[0]) ** 2 + (start[1] + part * dy - place[1]) ** 2
            if found is None or apart < found[2]:
                found = number, part, apart
        return found

    def road_way(self, road, start, end):
        """The legs along a road from one point to another, as `(place, place, facing)`."""
        points = self.roads[road]

        def place(point):
            number, part, _ = point
            return rounded_on(points[number], points[number + 1], part)

        forward = start[:2] <= end[:2]
        if forward:
            pieces = range(start[0], end[0] + 1)
            corners = [points[number] for number in pieces[1:]]
        else:
            pieces = range(start[0], end[0] - 1, -1)
            corners = [points[number] for number in pieces[:-1]]
        stops = [place(start)] + corners + [place(end)]
        legs = []
        for piece, here, there in zip(pieces, stops, stops[1:]):
            facing = direction(points[piece], points[piece + 1])
            if facing is not None and here != there:
                legs.append((here, there, facing if forward else (facing + 180) % 360))
        return legs


class Entry:
    """When and where something enters."""

    def __init__(self, document, home):
        self.turn = document["turn"]
        self.edge = document.get("edge") or home
        self.on = document.get("on")
        self.roll = document.get("roll")
        self.along = document.get("along")


class Block:
    def __init__(self, document, hq, number, battle):
        self.name = f"{hq.name}/{document['block']}"
        self.hq = hq
        self.side = hq.side
        self.number = number  # in the document
        self.battle = battle
        self.kind = document.get("kind") or "infantry"
        self.quality = document.get("quality") or "line"
        self.width = document.get("width") or battle.map.block["width"]
        self.depth = document.get("depth") or battle.map.block["depth"]
        self.at = tuple(document["at"]) if document.get("at") else None
        self.facing = facing_of(document["facing"]) if document.get("facing") is not None else INWARD[hq.side.edge]
        entry = document.get("enters")
        self.entry = None
        if self.at is None and hq.cover != "hidden":
            self.entry = Entry(entry, hq.side.edge) if entry else hq.entry
        self.state = "hidden" if hq.cover == "hidden" else "fresh" if self.at else "waiting"
        self.column = False
        self.acted = False
        self.flipped = False  # trains
        self.hit = False  # in this combat phase
        self.leader = None  # the headquarters that joined it
        self.kept = (None, None)

    @property
    def is_train(self):
        return self.kind == "train"

    @property
    def is_artillery(self):
        return self.kind in ARTILLERY

    @property
    def stick(self):
        return self.battle.map.mounted if self.kind in MOUNTED else self.battle.map.foot

    @property
    def is_elite(self):
        return self.leader is not None or self.quality == "elite"

    @property
    def on_map(self):
        return self.at is not None

    def standing(self, at, facing, column=False):
        """Its outline at a place."""
        return Outline(at, facing, *((self.depth, self.width) if column else (self.width, self.depth)))

    @property
    def outline(self):
        key = self.at, self.facing, self.column
        if self.kept[0] != key:
            self.kept = key, self.standing(*key)
        return self.kept[1]

    def supports(self, other):
        kinds = {"infantry": ("infantry",) + ARTILLERY, "cavalry": ("cavalry",)}.get(self.kind, ())
        return (other.kind in kinds and self is not other and self.side is other.side
                and stands_behind(self.outline, other.outline))

    def loss(self):
        return 2 if self.is_train or self.quality == "elite" else 1


class Orders:
    """Orders that are followed one after the other, and how far they have come."""

    def __init__(self, written):
        self.left = [{key: value for key, value in order.items() if value} for order in written]
        self.reached = 0  # way-points
        self.was_inside = False  # a block of the command, as its activation before began

    @property
    def current(self):
        return self.left[0] if self.left else None

    def next_order(self):
        """The order that is followed is done."""
        self.reached, self.was_inside = 0, False
        if len(self.left) > 1:
            self.left = self.left[1:]
        else:
            order = dict(self.left[0])
            self.left = [{"defend": order.pop("attack"), **order}]


def ends_of(order, battle):
    """The location of an order: one place or two."""
    location = order.get("attack") or order.get("defend")
    names = [location] if isinstance(location, str) else location
    return [battle.map.locations[name] for name in names]


class Headquarters:
    def __init__(self, document, side, army, battle, fog=False):
        self.name = document["hq"]
        self.side = side
        # Until it is spotted `hidden`, or `fog`: then `open`, or `removed`.
        self.cover = "fog" if fog else "hidden" if document.get("hidden") and document.get("blocks") else "open"
        self.army = army
        self.army_hq = None  # of a corps, the headquarters of its army
        self.battle = battle
        self.chit = document.get("chit", True) if army else True
        self.leader = document.get("leader") or "average"
        self.at = tuple(document["at"]) if document.get("at") else None
        self.entry = Entry(document["enters"], side.edge) if document.get("enters") else None
        self.flipped = False
        written = document.get("orders") or []
        self.orders = Orders(written)
        self.ever_ordered = bool(written)
        self.coming = None  # written, but not in force
        self.blocks = []

    def standing(self, at):
        side = self.battle.map.headquarters
        return Outline(at, 0, side, side)

    @property
    def outline(self):
        return self.standing(self.at)


class Side:
    def __init__(self, document, number):
        self.name = document["name"]
        self.number = number
        self.edge = document["edge"]
        self.armies = []  # headquarters of armies
        self.hqs = []


class Activation:
    """What the command that acts has done so far."""

    def __init__(self, hq, entry):
        self.hq = hq
        self.entry = entry  # the die
        self.army = None  # the headquarters that goes with it
        self.step = 0  # 1 orders, 2 headquarters, 3 blocks, 4 leader
        self.over = False  # a poor leader failed
        self.free = True  # orders are not written, or ignored
        self.order = None  # the one that is followed
        self.may_choose = False  # after a roll: to follow it, or to be without orders
        self.rewritten = False  # new orders that do not hold yet were written in it
        self.moved = set()  # headquarters
        self.looked = False  # at which headquarters are spotted
        self.start = hq.outline if hq.at else None


FOLLOWED = {1: "orders", 2: "the headquarters", 3: "the blocks", 4: "the leader"}


def outcome(state, hits):
    """What hits in one round do to a block (PB-5.2): nothing, `spent`, `retreat` or `eliminated`."""
    if state == "fresh":
        return (None, "spent", "retreat", "eliminated")[min(hits, 3)]
    return (None, "retreat", "eliminated")[min(hits, 2)]


def hits_taken(hits, elite, militia, hit_before):
    """What is left of hits, or made of them, by quality (PB-5.5)."""
    if not hits or hit_before:
        return hits
    return hits - 1 if elite else hits + 1 if militia else hits


def successor_of(dice):
    """How good the successor of a leader is (PB-8.2)."""
    if list(dice) == [6, 6, 6]:
        return "great"
    return "average" if sum(die >= HIT for die in dice) == 3 else "poor"


class RecordedCombat:
    """An attack as it was recorded."""

    def __init__(self, record):
        self.record = record
        self.left = list(record["rounds"])
        self.names = record["attacker"], record["defender"]

    def begin(self, attack):
        found = tuple(block.name for block in attack) if attack else None
        if found != self.names:
            raise Difference(f"combat: recorded {self.names}, by the clauses {found}")
        return True

    def next_round(self, attacker, defender):
        if not self.left:
            raise Difference(f"{attacker.name} against {defender.name} is not over")
        self.round = self.left.pop(0)

    def dice(self, key, thrown):
        dice = self.round.get(key)
        if (dice is not None) != thrown or thrown and len(dice) != 3:
            raise Difference(f"dice of the {key}: recorded {dice}, by the clauses {'' if thrown else 'not '}thrown")
        return dice

    def support(self, supporters, advance_illegal):
        deed = self.round.get("support")
        if deed:
            friend = [block for block in supporters if block.name == deed["block"]]
            if not friend:
                raise Difference(f"{deed}, but support comes from {[block.name for block in supporters]}")
            why = advance_illegal(friend[0]) if deed["does"] == "advance" else None
            if why:
                raise Difference(f"{deed['block']} does not advance: {why}")
        return deed

    def end(self, fallen, over):
        if self.left:
            raise Difference(f"{' against '.join(self.names)} is over, but goes on: {self.left}")
        dice = list(self.record.get("successor") or [])
        if len(dice) != 3 * len(fallen) and not (over and not dice):
            raise Difference(f"dice for successors: recorded {dice}, fallen {[hq.name for hq in fallen]}")
        return dice


class Battle:
    """A battle that is followed event by event; `Illegal` and `Difference` where the clauses do not allow one."""

    def __init__(self, document, tally=None, origin=(0, 0)):
        scenario = document["scenario"]
        self.map = Map(document["map"], origin)
        self.tally = collections.Counter() if tally is None else tally
        self.noted = collections.Counter()  # of what is being judged
        self.turns, self.days = scenario.get("turns", 10), scenario.get("days", 1)
        optional = scenario.get("optional") or []
        self.leadership, self.written_orders, self.trains = (
            rule in optional for rule in ("leadership", "written-orders", "trains"))
        self.victory = scenario.get("victory") or [{"rule": "sudden-death"}]
        self.special = scenario.get("special") or []
        self.sides, self.hqs, self.blocks = [], {}, []
        for number, written in enumerate(scenario["sides"]):
            side = Side(written, number)
            self.sides.append(side)
            armies = ([written["army_hq"]] if written.get("army_hq") else []) + (written.get("army_hqs") or [])
            commands = [(True, army) for army in armies]
            commands += [(False, corps) for corps in written["corps"]]
            fog = written.get("fog_of_war") or []
            for army, command in commands + [(False, scouts) for scouts in fog]:
                hq = Headquarters(command, side, army, self, any(command is scouts for scouts in fog))
                if army:
                    side.armies.append(hq)
                else:
                    named = [of for of in side.armies if of.name == command.get("army", of.name)]
                    hq.army_hq = named[0] if named else None
                side.hqs.append(hq)
                self.hqs[hq.name] = hq
                for block in command.get("blocks") or []:
                    block = Block(block, hq, len(self.blocks), self)
                    hq.blocks.append(block)
                    self.blocks.append(block)
        self.block_named = {block.name: block for block in self.blocks}
        self.sizes = [sum(block.side is side and not block.is_train for block in self.blocks) for side in self.sides]
        self.recovered = collections.Counter()
        self.fog = any(hq.cover != "open" for hq in self.hqs.values())
        self.to_place = []  # blocks of headquarters that have been spotted, in order
        self.turn, self.night = 0, False
        self.phase = "turn"  # what comes next: turn, chits, active, combat, over
        self.drawn = []
        self.went_along = set()  # army headquarters without a chit, in this turn
        self.attacks = {}  # command -> list of (attacker, defender), in the order in which they were made
        self.attacked = set()  # (attacker, defender)
        self.fought = set()  # attacks that are settled
        self.active = None
        self.result = None
        self.fallen = []  # leaders, in the attack that is fought
        self.newly_spent = []  # blocks, since the last state

    # Small questions

    def note(self, clause, part=None):
        self.noted[clause] += 1
        if part:
            self.noted[f"{clause} {part}"] += 1

    def met(self, clause, part=None):
        self.tally[clause] += 1
        if part:
            self.tally[f"{clause} {part}"] += 1

    def commit(self):
        self.tally.update(self.noted)
        self.noted.clear()

    def standing_blocks(self, side=None):
        return [block for block in self.blocks if block.on_map and (side is None or block.side is side)]

    def enemies(self, block):
        return [other for other in self.blocks if other.on_map and other.side is not block.side]

    def losses(self, side):
        return sum(block.loss() for block in self.blocks if block.side is side and block.state == "eliminated")

    def holds_special(self, effect, block=None, hq=None):
        """Whether a special rule holds for a block or a command now."""
        hq = hq or block.hq
        for rule in self.special:
            only = rule.get("while") or {}
            first, last = only.get("turns") or (0, 9999)
            if (rule["do"] == effect and first <= self.turn <= last and only.get("side") in (None, hq.side.name)
                    and only.get("command") in (None, hq.name)
                    and (block is None or only.get("kind") in (None, block.kind))):
                return True
        return False

    def in_command(self, block):
        """Whether a block is in command where it stands (PB-1.2)."""
        hqs = [block.hq, block.hq.army_hq]
        near = [hq for hq in hqs if hq is not None and hq.at and is_near(block.outline, hq.outline,
                                                                          Fraction(self.map.mounted, 3))]
        if block.hq.army_hq in near and block.hq not in near:
            self.note("PB-1.1", "by the army headquarters")
        return bool(near)

    def out_of_contact(self, outline, side):
        """Whether no enemy is at most 1 from an outline."""
        return not any(is_near(outline, other.outline, 1) for other in self.blocks
                       if other.on_map and other.side is not side)

    def fits(self, block, outline, besides=()):
        """Whether a block may stand so at the end of a move."""
        if not self.map.holds(outline):
            return "off the map"
        for other in self.blocks:
            if other.on_map and other is not block and other not in besides and overlap(outline, other.outline):
                return f"overlaps {other.name}"
        if self.map.is_barred(outline):
            return "in impassable terrain"
        return None

    # Turns

    def is_present(self, hq):
        """Whether a command with a chit is present (docs 2)."""
        if not hq.chit:
            return False
        if self.holds_special("no-chit", hq=hq):
            self.met("special no-chit")
            return False
        if hq.cover == "removed":
            return False
        if hq.army and hq.at:
            return True
        if hq.at and (hq.cover == "fog" or any(block.state == "hidden" for block in hq.blocks)):
            return True
        return any(block.on_map or block.state == "waiting" and self.may_come(block.entry) for block in hq.blocks) or (
            hq.at is None and hq.entry is not None and self.may_come(hq.entry))

    def may_come(self, entry):
        return entry is not None and entry.turn <= self.turn

    def undrawn(self):
        return [hq for side in self.sides for hq in side.hqs if hq not in self.drawn and self.is_present(hq)]

    def begin_turn(self, turn, night):
        if self.phase != "turn":
            raise Difference(f"a turn begins, but the last one has not ended: {self.phase}")
        day_is_over = self.turn and self.turn % self.turns == 0 and not self.night
        expected = (self.turn, True) if day_is_over else (self.turn + 1, False)
        if (turn, bool(night)) != expected:
            raise Difference(f"turn and night: recorded {(turn, night)}, by the clauses {expected}")
        self.turn, self.night = expected
        self.phase = "chits"
        self.drawn, self.attacks, self.attacked, self.fought = [], {}, set(), set()
        self.went_along = set()
        if night:
            self.met("PB-6.4", "night")

    def draw_chit(self, event):
        if self.phase == "active" and self.active.over:
            self.end_activation()
        hq = self.hqs[event["chit"]]
        if self.phase != "chits":
            raise Difference(f"a chit is drawn out of order: {self.phase}")
        among = self.undrawn()
        if hq not in among:
            raise Difference(f"chit {hq.name}: in the cup are {[other.name for other in among]}")
        if len(among) > 1:
            self.met("PB-2.1", "chits")
        self.drawn.append(hq)
        self.attacks[hq] = []
        self.phase = "active"
        if self.throws_for_entry(hq) != ("entry" in event):
            raise Difference(f"die for entering of {hq.name}: recorded {event.get('entry')}")
        self.active = active = Activation(hq, event.get("entry"))
        for block in self.blocks:
            block.acted = False
        if self.written_orders and not self.night:
            active.free = False
            self.ask_orders(hq)
            active.order = hq.orders.current
        throws = self.throws_for_command(hq)
        if throws != ("command" in event):
            raise Difference(f"command roll of {hq.name}, {hq.leader}: recorded {event.get('command')}")
        if throws:
            active.over = event["command"] > RATING["poor"]
            self.met("PB-8.1", "failed" if active.over else "followed")
        if active.free and self.written_orders:
            self.met("PB-6.4", "orders ignored")

    def throws_for_entry(self, hq):
        """Whether a die is thrown for something of a command that may enter."""
        return any(thing.at is None and self.may_come(thing.entry) and bool(thing.entry.roll)
                   for thing in [hq] + [block for block in hq.blocks if block.state == "waiting"])

    def throws_for_command(self, hq):
        """Whether a leader is a poor one who must roll (PB-8.1)."""
        return self.written_orders and not self.night and self.leadership and hq.leader == "poor"

    def side_inside(self, blocks, order):
        ends = ends_of(order, self)
        return any(block.on_map and is_near_place(block.outline, ends, Fraction(self.map.foot, 2)) for block in blocks)

    def ask_orders(self, hq):
        """New orders come into force; then it is asked once whether the order is done or ended (docs 5.6 to 5.8)."""
        if hq.coming is not None:
            hq.orders, hq.coming = hq.coming, None
            self.met("PB-9.2", "hold from the next activation")
        orders, order = hq.orders, hq.orders.current
        if order is not None:
            own = self.side_inside(hq.blocks, order)
            enemy = self.side_inside([block for block in self.blocks if block.side is not hq.side], order)
            if "attack" in order:
                if own or enemy:
                    self.met("PB-9.1", "attack")
                if own and not enemy:
                    self.met("PB-9.5" if len(orders.left) == 1 else "PB-9.1", "done")
                    orders.next_order()
            elif not own and (orders.was_inside or enemy):
                self.met("PB-9.2", "forced off" if orders.was_inside else "cannot occupy")
                orders.left = []
            else:
                self.met("PB-9.2", "defend")
        self.remember(hq)
        self.reach(hq)

    def remember(self, hq):
        """Notes whether a block is inside the perimeter of the order that is followed, as the activation begins."""
        order = hq.orders.current
        hq.orders.was_inside = order is not None and self.side_inside(hq.blocks, order)

    def reach(self, hq):
        """Way-points at which a headquarters stands are reached."""
        order = hq.orders.current
        while (order and hq.at and hq.orders.reached < len(order.get("via", ()))
               and is_near_place(hq.outline, [self.map.locations[order["via"][hq.orders.reached]]],
                                 Fraction(self.map.foot, 2))):
            hq.orders.reached += 1
            self.met("PB-9.1", "way-point")

    def write_orders(self, event):
        active = self.go_on(1)
        hq = active.hq
        if not self.written_orders:
            raise Difference("orders are not written in this scenario")
        written = event["orders"]
        written = written["write"] if isinstance(written, dict) and "write" in written else written
        new = Orders([written] if isinstance(written, dict) else written)
        beside = self.is_beside_army(hq)
        at_once = beside or not hq.ever_ordered or self.night
        first = not hq.ever_ordered
        hq.ever_ordered = True
        if event.get("roll") is not None:
            if not self.may_roll(hq, first):
                raise Difference(f"{hq.name} makes no roll for its orders")
            hq.flipped = True
            leader = hq.leader if self.leadership else "average"
            success = event["roll"] <= RATING[leader]
            self.met("PB-9.3", leader)
            self.met("PB-8.1", "new orders")
            if success and leader == "great":
                at_once = True
            elif success or leader == "great":
                # Its owner may follow the old order, or take it as without one: the first deed shows which.
                active.may_choose = True
        if at_once:
            hq.orders, hq.coming = new, None
            active.order = new.current
            self.met("PB-9.2", "first orders" if first else "at night" if self.night else "beside the army HQ"
                     if beside else "after a roll")
            if not self.night:
                self.remember(hq)
            self.reach(hq)
        else:
            hq.coming = new
            active.rewritten = True
            self.met("PB-9.2", "written")

    def is_beside_army(self, hq):
        army = hq.army_hq
        return hq.army or army is not None and bool(army.at and hq.at and is_near(hq.outline, army.outline, 1))

    def may_roll(self, hq, first):
        """Whether a roll for new orders may be made (PB-9.3)."""
        return not (self.is_beside_army(hq) or first or self.night or self.leadership and hq.leader == "poor")

    def go_on(self, step):
        """The activation, which goes on with a step of it."""
        if self.phase != "active" or self.active.over:
            raise Difference(f"nothing is activated: {self.phase}")
        if self.active.step > step:
            raise Difference(f"{FOLLOWED[step]} after {FOLLOWED[self.active.step]}")
        self.active.step = step
        return self.active

    def army_goes(self):
        active = self.go_on(2)
        army = active.hq.army_hq
        if army is None or army.chit or army in self.went_along:
            raise Difference(f"no army headquarters without a chit goes with {active.hq.name}")
        self.went_along.add(army)
        active.army = army
        self.met("PB-1.1", "goes with a corps")

    # Headquarters

    def hq_illegal(self, hq, place):
        """Why a headquarters may not move, or enter, so; None if it may (PB-2.2, docs 2)."""
        active = self.active
        if hq not in (active.hq, active.army):
            return "not of this activation"
        if hq in active.moved:
            return "has moved"
        outline = hq.standing(place)
        if not self.map.holds(outline):
            return "off the map"
        if hq.at is None:
            if not self.may_enter(hq.entry):
                return "may not enter"
            spans = self.map.edge_span(hq.entry.edge, self.turn, hq.entry)
            if not any(self.is_by_edge(hq, place, *span) for span in spans):
                return "too far from its edge"
            return "in impassable terrain" if self.map.is_barred(outline) else None
        if place == hq.at:
            return "goes nowhere"
        if squared(hq.at, place) > self.map.mounted ** 2:
            return "too far"
        ignored = self.map.hindrances(hq.outline)
        for feature in self.map.features:
            if feature.passable or feature in ignored:
                continue
            if feature.line:
                if place != hq.at and line_is_touched(feature.line, hq.at, place):
                    return "across impassable terrain"
            elif any(share_inside(hq.standing(there), feature) > MORE_THAN_HALF for there in places_of(hq.at, place)):
                return "through impassable terrain"
        return "in impassable terrain" if self.map.is_barred(outline) else self.hq_disobeys(hq, outline)

    def is_by_edge(self, hq, place, edge, low, high):
        """Whether a place is at most M from a place of an edge where a headquarters may enter."""
        line, axis = self.map.edge_line(edge)
        spans = [(low, high)]
        if hq.entry.on and edge == hq.entry.edge:
            half = Fraction(self.map.headquarters, 2)
            spans = [(max(low, end - half), min(high, end + half)) for end in self.map.road_ends(hq.entry.on, edge)]
        for first, last in spans:
            along = max(first, min(last, place[1 - axis]))
            if (place[axis] - line) ** 2 + (place[1 - axis] - along) ** 2 <= self.map.mounted ** 2:
                return True
        return False

    def hq_disobeys(self, hq, outline):
        """Whether orders forbid a headquarters to end there (docs 5.3)."""
        active = self.active
        if active.free or active.order is None or hq is not active.hq or active.start is None or active.may_choose:
            return None
        return self.goes_farther(hq, outline)

    def goes_farther(self, hq, outline):
        """Whether a headquarters that follows its orders may not end there."""
        active = self.active
        self.note("PB-9.5", "the headquarters")
        if active.rewritten:
            self.note("PB-9.4")
        via = active.order.get("via", ())
        reached = hq.orders.reached
        point = [self.map.locations[via[reached]]] if reached < len(via) else ends_of(active.order, self)
        if distance_squared(outline, point) <= distance_squared(active.start, point):
            return None
        if is_near_place(outline, ends_of(active.order, self), Fraction(self.map.foot, 2)):
            return None
        return "farther from its next point"

    def move_hq(self, place, army):
        active = self.go_on(2)
        hq = active.army if army else active.hq
        place = tuple(place)
        if hq is None:
            raise Difference("the army headquarters does not go with this corps")
        why = self.hq_illegal(hq, place)
        if why:
            raise Difference(f"headquarters {hq.name} to {list(place)}: {why}")
        if hq.at is not None:
            self.met("PB-2.2", "moves")
        else:
            self.met("PB-6.4" if self.night else "PB-2.2", "enters")
        if hq is active.hq and active.may_choose and active.order is not None and active.start is not None:
            if self.goes_farther(hq, hq.standing(place)):
                self.note("PB-8.1", "without orders by choice")
                active.order, active.may_choose = None, False
        self.commit()
        hq.at = place
        active.moved.add(hq)
        if not active.free:
            self.reach(hq)

    def join(self, event):
        active = self.go_on(4)
        hq, block, place = active.hq, self.block_named[event["block"]], tuple(event["at"])
        why = self.join_illegal(hq, block, place)
        if why:
            raise Difference(f"{hq.name} joins {block.name}: {why}")
        self.met("PB-8.2", "joins")
        self.commit()
        for other in self.blocks:
            if other.leader is hq:
                other.leader = None
        hq.at = place
        block.leader = hq
        self.active.moved.add("joined")
        self.look()

    def join_illegal(self, hq, block, place):
        if not self.leadership or hq.leader == "poor" or hq.at is None or "joined" in self.active.moved:
            return "no leader who may"
        if block.hq is not hq or not block.on_map:
            return "not a block of the command on the map"
        outline = hq.standing(place)
        if not self.map.holds(outline):
            return "off the map"
        if not is_near(outline, block.outline, 1):
            return "not adjacent"
        return self.hq_disobeys(hq, outline)

    # Spotting

    def begin_blocks(self):
        """The headquarters of the activation have moved, or not: it is looked at who is spotted."""
        active = self.active
        if self.phase == "active" and not active.over and not active.looked:
            active.looked = True
            active.step = max(active.step, 3)
            self.look()

    def look(self):
        """PB-10.5, PB-10.6: enemy headquarters that are at most F apart show what they hide."""
        ours, theirs = ([hq for hq in side.hqs if hq.at] for side in self.sides)
        seen = {hq for pair in itertools.product(ours, theirs)
                if is_near(pair[0].outline, pair[1].outline, self.map.foot) for hq in pair}
        placing = {hq for hq in (self.active.hq, self.active.army) if hq is not None and hq.cover == "open"}
        for hq in seen:
            if hq.cover == "hidden":
                hq.cover = "open"
                placing.add(hq)
                self.met("PB-10.6", "spotted")
            elif hq.cover == "fog":
                hq.cover, hq.at = "removed", None
                self.met("PB-10.5", "removed")
        blocks = [block for block in self.blocks if block.state == "hidden" and block.hq in placing]
        self.to_place = sorted(blocks, key=lambda block: (block.side is not self.active.hq.side, block.number))

    def plan_placing(self, block, place, facing):
        """PB-10.6."""
        if not self.to_place or block is not self.to_place[0]:
            raise Illegal("is not placed now", "PB-10.6")
        outline = block.standing(place, facing)
        if not is_near(outline, block.hq.outline, Fraction(self.map.mounted, 3)):
            raise Illegal("too far from its headquarters", "PB-10.6")
        why = self.fits(block, outline)
        if why:
            raise Illegal(why, "PB-10.6")
        if not self.out_of_contact(outline, block.side):
            raise Illegal("in contact with an enemy", "PB-10.6")
        self.note("PB-10.6", "placed by the side that acts" if block.side is self.active.hq.side else "placed by the other")

        def put():
            self.to_place.pop(0)
            block.at, block.facing, block.state, block.column = place, facing, "fresh", False
        return put

    def places_around(self, block):
        """The places of docs 12.5, by which it is known whether there is room for a block."""
        hq, field = block.hq, self.map
        far = [(squared(hq.at, enemy.at), enemy.at) for enemy in self.hqs.values() if enemy.side is not hq.side and enemy.at]
        nearest = {place for square, place in far if square == min(far)[0]}
        facing = direction(hq.at, nearest.pop()) if len(nearest) == 1 else None
        facing = INWARD[hq.side.edge] if facing is None else facing
        ahead, aside = block.depth + 2, block.width + 2
        reach = field.mounted // 3 + field.headquarters // 2
        rows, columns = min(6, (reach + block.depth // 2) // ahead), min(4, (reach + block.width // 2) // aside)
        (x, y), (right, back) = vector(facing), vector(facing + 90)
        for row in range(rows, -rows - 1, -1):
            at = [value + rounded_part(row * ahead * part, SINE) for value, part in zip(hq.at, (x, y))]
            for column in range(-columns, columns + 1):
                yield (tuple(value + rounded_part(column * aside * part, SINE) for value, part in zip(at, (right, back))),
                       facing)

    def room(self, block):
        """The first of these places where a block may be placed; None without room."""
        for place, facing in self.places_around(block):
            try:
                self.plan_placing(block, place, facing)
            except Illegal:
                continue
            finally:
                self.noted.clear()
            return place, facing
        return None

    def leave_hidden(self, name):
        block = self.to_place[0] if self.to_place else None
        if block is None or block.name != name:
            raise Difference(f"{name} is not placed now: {block and block.name}")
        room = self.room(block)
        if room:
            raise Difference(f"{name} finds room at {room}")
        self.met("PB-10.6", "no room")
        self.to_place.pop(0)

    def end_activation(self):
        if self.phase != "active":
            raise Difference(f"no activation: {self.phase}")
        self.phase = "chits"
        self.active = None

    # What a block does

    def may_enter(self, entry):
        die = self.active.entry
        return self.may_come(entry) and (not entry.roll or die is not None and die <= entry.roll)

    def judge(self, move):
        """Why a move is not legal, as `Illegal`, or None; what it leads to is in `self.plan`."""
        self.noted.clear()
        self.plan = None
        try:
            self.plan = self.planned(move)
        except Illegal as illegal:
            self.noted.clear()
            self.note(illegal.clause, "illegal")
            return illegal
        return None

    def planned(self, move):
        """What a legal move does, as a function that does it."""
        if self.phase != "active" or self.active.over:
            raise Illegal("nothing is activated", "PB-2.1")
        block = self.block_named[move["block"]]
        if "place" in move:
            return self.plan_placing(block, tuple(move["place"]), facing_of(move["facing"]))
        if self.to_place:
            raise Illegal("a block is to be placed first", "PB-10.6")
        if self.active.step > 3:
            raise Illegal("the leader has acted", "PB-8.2")
        commands = [self.active.hq, self.active.army]
        if block.hq not in commands:
            raise Illegal("not of this activation", "PB-2.3")
        if "enter" in move:
            return self.plan_entry(block, tuple(move["enter"]))
        if not block.on_map or block.acted:
            raise Illegal("not on the map" if not block.on_map else "has acted", "PB-2.3")
        if "bombard" in move:
            return self.plan_bombardment(block, self.block_named[move["bombard"]], move.get("dice"))
        if "recover" in move:
            return self.plan_recovery(block, self.block_named[move["recover"]], tuple(move["at"]),
                                      facing_of(move.get("facing", block.facing)))
        if move.get("rally"):
            return self.plan_rally(block, move)
        return self.plan_road(block, move) if "road" in move else self.plan_move(block, move)

    def plan_entry(self, block, place):
        if block.state != "waiting" or not self.may_enter(block.entry):
            raise Illegal("may not enter", "PB-2.1")
        found = None
        for edge, low, high in self.map.edge_span(block.entry.edge, self.turn, block.entry):
            line, axis = self.map.edge_line(edge)
            half = -(-block.depth // 2)
            if place[axis] != (line + half if edge in ("south", "west") else line - half):
                continue
            along = place[1 - axis]
            if block.entry.on and edge == block.entry.edge:
                if not any(2 * abs(along - end) <= block.width for end in self.map.road_ends(block.entry.on, edge)):
                    continue
            if low <= along <= high:
                found = edge
                outline = block.standing(place, INWARD[edge])
                if not self.map.holds(outline):
                    found = None
                    continue
                break
        if found is None:
            raise Illegal("not on an edge where it may enter", "PB-2.1")
        why = self.fits(block, outline)
        if why:
            raise Illegal(why, "PB-3.4")
        if not self.out_of_contact(outline, block.side):
            raise Illegal("in contact with an enemy", "PB-1.5")
        if self.night:
            self.note("PB-6.4", "reinforcements")

        def enter():
            block.at, block.facing, block.state, block.column = place, INWARD[found], "fresh", False
        return enter

    def moving_order(self, block):
        """Orders that keep a block from moving; whether they keep it from contact."""
        active = self.active
        if self.night and block.is_train and block.flipped:
            raise Illegal("has done what a train does in a night", "PB-6.2")
        if active.free:
            return False
        if active.order is None:
            if not block.is_train:
                raise Illegal("without orders", "PB-9.5")
            return False
        if active.rewritten:
            self.note("PB-9.4")
        return "defend" in active.order

    def look_at_leg(self, block, legs, start, ignored, on_road):
        """Looks at the legs of a way, `(place, place, facing)`; returns the features that are entered (docs 1.4)."""
        enemies = self.enemies(block)
        before = {other for other in enemies if front_contact(start, other.outline)}
        friends = [other for other in self.standing_blocks(block.side) if other is not block and legs]
        entered = set()
        passed = ignores = False
        for begin, end, facing in legs:
            dx, dy = end[0] - begin[0], end[1] - begin[1]
            near = math.isqrt(dx * dx + dy * dy) + start.reach + 3
            around = [other for other in enemies if squared(other.at, begin) <= (near + other.outline.reach) ** 2]
            places = places_of(begin, end)
            for number, place in enumerate(places):
                outline = block.standing(place, facing, on_road)
                for other in around:
                    if overlap(outline, other.outline):
                        raise Illegal(f"overlaps {other.name} at {list(place)}", "PB-1.5")
                    if number < len(places) - 1 and other not in before and front_contact(outline, other.outline):
                        ends = (begin, end, facing) == legs[-1] and [
                            block.standing(later, facing, on_road) for later in places[number:]]
                        if not ends or not closes(ends, other.outline):
                            raise Illegal(f"contact with {other.name} at {list(place)}, before the end of a leg",
                                          "PB-1.5")
                        self.note("PB-1.5", "closes to the end")
                passed = passed or any(overlap(outline, other.outline) for other in friends)
                if on_road:
                    ignores = ignores or bool(self.map.features_around(outline))
                    continue
                for area in self.map.areas:
                    if share_inside(outline, area) > MORE_THAN_HALF:
                        if not area.passable and area not in ignored:
                            raise Illegal(f"in impassable terrain at {list(place)}", "PB-1.3")
                        entered.add(area)
            if on_road:
                continue
            for feature in self.map.features:
                if feature.line and line_is_touched(feature.line, begin, end):
                    if not feature.passable and feature not in ignored:
                        raise Illegal("across impassable terrain", "PB-1.3")
                    entered.add(feature)
        if passed:
            self.note("PB-3.4", "through friends")
        if ignores:
            self.note("PB-3.4", "a column ignores terrain")
        return entered

    def end_of_move(self, block, outline, defending):
        """Looks at the place where a move ends; returns the enemies with which it is in front contact."""
        why = self.fits(block, outline)
        if why:
            raise Illegal(why, "PB-1.5" if "overlaps" in why else "PB-1.3")
        contacts = [other for other in self.enemies(block) if front_contact(outline, other.outline)]
        if contacts:
            names = ", ".join(other.name for other in contacts)
            if self.night:
                raise Illegal(f"contact with {names} at night", "PB-6.4")
            if block.is_train:
                raise Illegal(f"a train in contact with {names}", "PB-6.3")
            if defending:
                raise Illegal(f"contact with {names} with an order to defend", "PB-9.5")
            if self.holds_special("no-attack", block):
                raise Illegal(f"contact with {names}: a special rule", "special rule")
            if not self.in_command(block):
                raise Illegal(f"contact with {names} out of command", "PB-2.3")
            self.note("PB-1.2", "in command")
            self.note("PB-2.3", "into contact")
            self.note("PB-1.5", "contact")
        elif not self.out_of_contact(outline, block.side):
            self.note("PB-1.5", "adjacent, not in front")
        return contacts

    def limit(self, block, thirds):
        """How far a block may go, in 1024ths, if it loses so many thirds."""
        if self.holds_special("slow-moves", block):
            thirds += 1
            self.note("special slow-moves")
        return Fraction(block.stick * max(0, 3 - thirds), 3) * 1024

    def plan_move(self, block, move):
        defending = self.moving_order(block)
        start, facing = block.outline, block.facing
        stops = [block.at]
        for stop in [*move.get("via", ()), move["to"]]:
            if tuple(stop) != stops[-1]:
                stops.append(tuple(stop))
        pieces = list(zip(stops, stops[1:]))
        last = facing_of(move["facing"]) if move.get("facing") is not None else None
        changes, legs = 0, []
        if move.get("echelon"):
            if last not in (None, facing) and all(between(direction(*piece), last) <= 45 for piece in pieces):
                facing = last
                changes += 1
            for piece in pieces:
                if between(direction(*piece), facing) > 45:
                    raise Illegal("more than 45° from its facing", "PB-3.1")
                legs.append((*piece, facing))
            if pieces:
                self.note("PB-3.1", "in echelon")
        else:
            for piece in pieces:
                if direction(*piece) != facing:
                    facing = direction(*piece)
                    changes += 1
                legs.append((*piece, facing))
        if last not in (None, facing):
            facing = last
            changes += 1
        if changes > 2:
            raise Illegal("more than two changes of facing", "PB-3.4")
        if not legs and not changes and not block.column:
            raise Illegal("no move", "PB-3.1")
        way = length_in_1024ths([squared(*piece) for piece in pieces])
        if way > block.stick * 1024:
            raise Illegal("longer than its stick", "PB-3.1")
        ignored = self.map.hindrances(start)
        entered = set(self.map.features_around(block.standing(block.at, block.facing)))
        entered |= self.look_at_leg(block, legs, start, ignored, False)
        end = block.standing(stops[-1], facing)
        entered |= set(self.map.features_around(end))
        limit = self.limit(block, bool(entered) + (changes == 2) + block.column)
        if way > limit:
            clause = "PB-3.2" if block.column else "PB-1.6" if entered else "PB-3.1"
            raise Illegal("too far", clause)
        contacts = self.end_of_move(block, end, defending)
        if legs:
            self.note("PB-3.1", "second change" if changes == 2 else None)
            if changes == 2:
                self.note("PB-3.4", "two changes")
        if legs and entered:
            self.note("PB-3.1", "terrain")
            self.note("PB-1.6", "a line" if any(feature.line for feature in entered) else "an area")
            self.note("PB-1.4", "entered")
        elif any(share_inside(end, area) > 0 for area in self.map.areas):
            self.note("PB-1.4", "not entered")
        if block.column:
            self.note("PB-3.2", "leaves its column")
        return lambda: self.put(block, end.place, facing, False, contacts)

    def plan_road(self, block, move):
        defending = self.moving_order(block)
        road = move["road"]
        if road not in self.map.roads:
            raise Illegal("no such road", "PB-3.2")
        begin = self.map.nearest_on_road(road, block.at)
        if 4 * begin[2] > block.width ** 2:
            raise Illegal("not on the road", "PB-3.2")
        legs = self.map.road_way(road, begin, self.map.nearest_on_road(road, tuple(move["to"])))
        if not legs:
            raise Illegal("no move", "PB-3.2")
        way = length_in_1024ths([squared(*leg[:2]) for leg in legs])
        if way > 2 * block.stick * 1024:
            raise Illegal("longer than twice its stick", "PB-3.2")
        self.look_at_leg(block, legs, block.outline, set(), True)
        deploys = bool(move.get("deploy"))
        facing = legs[-1][2]
        if deploys and move.get("facing") is not None:
            facing = facing_of(move["facing"])
        limit = self.limit(block, (not block.column) + deploys)
        if way > 2 * limit:
            raise Illegal("too far", "PB-3.2")
        end = block.standing(legs[-1][1], facing, not deploys)
        contacts = self.end_of_move(block, end, defending)
        self.note("PB-3.2", "along a road" if block.column else "forms a column")
        if deploys:
            self.note("PB-3.2", "deploys")
        return lambda: self.put(block, end.place, facing, not deploys, contacts)

    def put(self, block, place, facing, column, contacts):
        """A move is made: attacks, and trains that are lost (docs 3.1)."""
        block.at, block.facing, block.column = place, facing, column
        block.acted = True
        if block.is_train:
            block.flipped = True
            self.met("PB-6.1", "a train moves")
        elif self.active.may_choose:
            self.met("PB-8.1", "follows the old order by choice")
            self.active.may_choose = False
        attacked = [other for other in contacts if not other.is_train]
        attacked.sort(key=lambda other: (-squared(place, other.at), other.number))
        self.attacks[self.active.hq].extend((block, other) for other in attacked)
        self.attacked |= {(block, other) for other in attacked}
        if len(attacked) > 1:
            self.met("PB-5.1", "several contacts")
        self.contact_trains(contacts)

    def contact_trains(self, contacts):
        lost = [other for other in contacts if other.is_train]
        for train in lost:
            self.eliminate(train)
            self.met("PB-6.3", "a train is lost")
        if lost:
            self.ask_sudden_death()

    def plan_bombardment(self, block, target, dice):
        """PB-4.1, PB-4.3."""
        if not block.is_artillery or block.state != "fresh":
            raise Illegal("no fresh artillery", "PB-4.1")
        if self.night:
            raise Illegal("no bombardment at night", "PB-6.4")
        if self.holds_special("no-bombardment", block):
            raise Illegal("a special rule", "special rule")
        if target.side is block.side or not target.on_map:
            raise Illegal("no enemy on the map", "PB-4.1")
        if between(direction(block.at, target.at), block.facing) > 45:
            raise Illegal("more than 45° from its front", "PB-4.1")
        if not is_near_place(target.outline, [block.at], self.map.foot):
            raise Illegal("too far", "PB-4.1")
        others = [other.outline for other in self.standing_blocks() if other not in (block, target)]
        areas = [area for area in self.map.areas if area.blocks_sight]
        seen = points_seen(block.outline, target.outline, others, areas)
        if 2 * seen < SIGHT_POINTS:
            raise Illegal(f"{seen} of {SIGHT_POINTS} points are seen", "PB-4.3")
        self.note("PB-4.1")
        if seen < SIGHT_POINTS:
            self.note("PB-4.3", "partly seen")
        if self.active.order is None and not self.active.free:
            self.note("PB-9.2", "artillery may always bombard")

        def bombard():
            block.acted = True
            modifier = self.map.modifier(target.outline)
            if modifier:
                self.met("PB-1.3", "bombardment")
            hits = sum(die + modifier >= HIT for die in dice)
            if not hits:
                return
            self.met("PB-4.3", "hits")
            if hits > 2 or target.state == "spent" and hits > 1:
                self.met("PB-4.1", "excess hits")
            goes = target.state == "spent" or hits > 1
            self.make_spent(target)
            if goes:
                self.retreat(target, block.at, False)
        return bombard

    def make_spent(self, block):
        if block.state == "fresh":
            block.state = "spent"
            self.newly_spent.append(block)

    def plan_rally(self, block, move):
        """PB-4.2, and with trains PB-6.1."""
        if block.state != "spent":
            raise Illegal("not spent", "PB-4.2")
        if self.holds_special("no-rally", block):
            raise Illegal("a special rule", "special rule")
        train = None
        if self.trains:
            if "train" not in move:
                raise Illegal("a train is needed", "PB-6.3")
            train = self.block_named[move["train"]]
            if not train.is_train or train.side is not block.side or not train.on_map:
                raise Illegal("no train of its side", "PB-6.1")
            if train.flipped:
                raise Illegal("a train that is flipped", "PB-6.1")
            if train is block or not is_near(block.outline, train.outline, Fraction(self.map.mounted, 3)):
                raise Illegal("too far from the train", "PB-6.1")
            self.note("PB-6.3", "a train is needed")
            self.note("PB-6.2" if self.night else "PB-6.1", "rallies")
        else:
            if "train" in move:
                raise Illegal("no trains in this battle", "PB-6.3")
            if self.night:
                raise Illegal("no rally at night", "PB-6.4")
            self.note("PB-4.2")
        if any(is_near(block.outline, other.outline, Fraction(self.map.foot, 3)) for other in self.enemies(block)):
            raise Illegal("too near an enemy", "PB-6.3" if self.trains else "PB-4.2")
        facing = facing_of(move["facing"]) if move.get("facing") is not None else block.facing
        why = self.fits(block, block.standing(block.at, facing, block.column)) if facing != block.facing else None
        if why:
            raise Illegal(why, "PB-4.2")

        def rally():
            block.acted = True
            block.state, block.facing = "fresh", facing
            if train:
                train.flipped = True
        return rally

    def plan_recovery(self, train, block, place, facing):
        """PB-6.2."""
        if not self.night or not self.trains:
            raise Illegal("only at night, with trains", "PB-6.2")
        if not train.is_train or train.flipped:
            raise Illegal("no train that may", "PB-6.2")
        if block.state != "eliminated" or block.side is not train.side or block.is_train:
            raise Illegal("nothing to recover", "PB-6.2")
        if block.hq.at is None or not is_near(block.hq.outline, train.outline, Fraction(self.map.mounted, 3)):
            raise Illegal("its headquarters is not near the train", "PB-6.2")
        outline = block.standing(place, facing)
        if not is_near(outline, block.hq.outline, 1):
            raise Illegal("not adjacent to its headquarters", "PB-6.2")
        why = self.fits(block, outline)
        if why:
            raise Illegal(why, "PB-6.2")
        if not self.out_of_contact(outline, block.side):
            raise Illegal("in contact with an enemy", "PB-6.2")
        self.note("PB-6.2", "recovers")

        def recover():
            train.acted = train.flipped = True
            block.state, block.at, block.facing, block.column = "spent", place, facing, False
        return recover

    def make(self, move):
        """A move that is made."""
        illegal = self.judge(move)
        if illegal:
            raise Difference(f"made, but not legal: {illegal}")
        self.commit()
        if "place" not in move:
            self.go_on(3)
        self.plan()

    # Retreats and losses

    def retreat(self, block, centre, eliminates):
        """PB-5.9: away from the centre of the enemy that made it."""
        facing = direction(block.at, centre)
        if facing is None:
            facing = block.facing
            end = tuple(at - rounded_part(part * block.stick, SINE) for at, part in zip(block.at, vector(facing)))
        else:
            end = beyond(block.at, centre, block.stick)
        barred = [feature for feature in self.map.features if not feature.passable]
        ignored = [feature for feature in barred if feature.line
                   and line_is_touched(feature.line, block.at, block.at)]
        enemies = self.enemies(block)
        places = places_of(block.at, end)
        within = None  # what it is in as it has turned, and has not been clear of
        best, through = None, False
        for number, place in enumerate(places):
            outline = block.standing(place, facing)
            inside = {thing for thing in enemies if overlap(outline, thing.outline)}
            inside |= {area for area in barred if not area.line and share_inside(outline, area) > MORE_THAN_HALF}
            within = inside if within is None else within & inside
            if inside - within:
                self.met("PB-5.9", "is stopped")
                break
            if number and any(line.line and line not in ignored and line_is_touched(line.line, block.at, place)
                              for line in barred):
                self.met("PB-5.9", "is stopped")
                break
            if squared(block.at, place) > block.stick ** 2 or not self.map.holds(outline) or inside & set(enemies):
                continue
            if not self.out_of_contact(outline, block.side):
                continue
            if any(overlap(outline, other.outline) for other in self.standing_blocks(block.side) if other is not block):
                through = True
                continue
            best = place
        if through:
            self.met("PB-5.9", "through friends")
        if best is not None:
            block.at, block.facing, block.column = best, facing, False
            self.met("PB-5.9" if eliminates else "PB-4.3", "retreats")
            if any(is_near(hq.outline, block.outline, 0) for hq in self.hqs.values() if hq.at):
                self.met("PB-5.8", "a retreat to a headquarters")
        elif eliminates:
            self.met("PB-5.9", "no place")
            self.eliminate(block)
        else:
            self.met("PB-4.1", "no place, but never eliminated")

    def eliminate(self, block):
        block.state, block.at, block.column = "eliminated", None, False
        if block.leader is not None:
            if self.phase == "combat":
                self.fallen.append(block.leader)
            block.leader = None

    def ask_sudden_death(self):
        """PB-7.1."""
        if self.result or not any(rule["rule"] == "sudden-death" for rule in self.victory):
            return
        lost = [self.losses(side) for side in self.sides]
        out = [2 * losses >= size for losses, size in zip(lost, self.sizes)]
        self.met("PB-7.1")
        if not any(out):
            return
        winner = None
        if all(out):
            if lost[0] != lost[1]:
                winner = self.sides[0 if lost[0] < lost[1] else 1].name
        else:
            winner = self.sides[0 if out[1] else 1].name
        self.decide(winner, "sudden-death")

    def decide(self, winner, by):
        self.result = {"winner": winner, "by": by}
        self.phase = "over"

    # Combat

    def next_attack(self):
        """The command and the attack that is fought next (PB-2.1, PB-5.1)."""
        if self.night:
            return None
        for hq in reversed(self.drawn):
            made = self.attacks[hq]
            for number in reversed(range(len(made))):
                attacker, defender = made[number]
                if (hq, number) in self.fought:
                    continue
                self.fought.add((hq, number))
                if attacker.on_map and defender.on_map and front_contact(attacker.outline, defender.outline):
                    return attacker, defender
                self.met("PB-5.10", "no longer in contact")
        return None

    def is_flanked(self, defender):
        if defender.column:
            self.met("PB-3.2", "attacked in column")
            return True
        if any(rear_contact(enemy.outline, defender.outline) for enemy in self.enemies(defender)):
            self.met("PB-5.3", "from the rear")
            return True
        several = [enemy for enemy in self.enemies(defender) if (enemy, defender) in self.attacked
                   and front_contact(enemy.outline, defender.outline)]
        if len(several) > 1:
            self.met("PB-5.3", "by several")
            return True
        return False

    def begin_combat(self):
        if self.phase == "active" and self.active.over:
            self.end_activation()
        if self.phase == "chits":
            left = self.undrawn()
            if left:
                raise Difference(f"combat, but not all chits are drawn: {[hq.name for hq in left]}")
            self.phase = "combat"
            for block in self.blocks:
                block.hit = False
        if self.phase != "combat" or self.night:
            raise Difference(f"combat out of order: {self.phase}")

    def fight(self, course):
        """An attack from its first round to its end; false if there is none."""
        self.begin_combat()
        left = sum((hq, number) not in self.fought for hq in self.drawn for number in range(len(self.attacks[hq])))
        attack = self.next_attack()
        if not course.begin(attack):
            return False
        if left > 1:
            self.met("PB-2.1", "order of combat")
            self.met("PB-5.1", "order of attacks")
        self.met("PB-5.10", "begins in contact")
        if any(is_near(hq.outline, block.outline, 0) for hq in self.hqs.values() if hq.at for block in attack):
            self.met("PB-5.8", "a headquarters in the fight")
        self.fallen = []
        while attack:
            course.next_round(*attack)
            attack = self.fight_round(*attack, course)
        fallen, self.fallen = self.fallen, []
        dice = course.end(fallen, self.result is not None)
        for number, hq in enumerate(fallen):
            if dice:
                hq.leader = successor_of(dice[3 * number:3 * number + 3])
                self.met("PB-8.2", "falls")
        return True

    def take(self, block, hits):
        """What hits do to a block; it becomes spent at once."""
        if hits:
            if not block.hit and block.is_elite:
                self.met("PB-5.5", "elite")
            elif not block.hit and block.quality == "militia":
                self.met("PB-5.5", "militia")
            elif block.hit and (block.is_elite or block.quality == "militia"):
                self.met("PB-5.5", "once a phase")
            taken = hits_taken(hits, block.is_elite, block.quality == "militia", block.hit)
            block.hit = True
            hits = taken
        found = outcome(block.state, hits)
        if found:
            self.met("PB-5.2", f"{block.state}: {found}")
            if found != "eliminated":
                self.make_spent(block)
        return found

    def fight_round(self, attacker, defender, course):
        """A round; returns who goes on with the attack, or None if it is over."""
        flanked = self.is_flanked(defender)
        modifier = self.map.modifier(defender.outline)
        if modifier:
            self.met("PB-5.4")
            self.met("PB-1.3", "combat")
            self.met("PB-1.4", "occupied")
        more, less = 0, 0
        if self.holds_special("impetuous", attacker):
            more = 1
            self.met("special impetuous")
        if self.holds_special("entrenched", defender):
            less = 1
            self.met("special entrenched")
        added = {attacker: modifier + flanked + more - less, defender: -flanked}
        order = [[attacker, defender]]
        if attacker.is_artillery != defender.is_artillery:
            order = [[attacker], [defender]] if attacker.is_artillery else [[defender], [attacker]]
            self.met("PB-5.6", "artillery first")
        elif attacker.is_artillery:
            self.met("PB-5.10", "two artilleries")
        key = {attacker: "attacker", defender: "defender"}
        other = {attacker: defender, defender: attacker}
        found = {attacker: None, defender: None}
        for throwing in order:
            hits = {}
            for block in throwing:
                answers = found[block] in (None, "spent")
                dice = course.dice(key[block], answers)
                if not answers:
                    self.met("PB-5.6", "no answer")
                hits[block] = sum(die + added[block] >= HIT for die in dice) if answers else 0
            for block in throwing:
                found[other[block]] = self.take(other[block], hits[block])
        places = {block: (block.at, block.facing, block.outline) for block in (attacker, defender)}
        going = [block for block in (defender, attacker) if found[block] in ("retreat", "eliminated")]
        supporters = {block: [friend for friend in self.standing_blocks(block.side) if friend.supports(block)]
                      for block in going}
        for block in going:
            if found[block] == "retreat" and block.is_artillery:
                self.met("PB-5.6", "supported" if supporters[block] else "not supported")
                self.met("PB-3.3", "artillery")
                if not supporters[block]:
                    found[block] = "eliminated"
            if found[block] == "eliminated":
                self.eliminate(block)
        for block in going:
            if found[block] == "retreat":
                self.retreat(block, places[other[block]][0], True)
        if going:
            self.ask_sudden_death()
        if self.result or len(going) != 1:
            course.support([], None)
            return None if self.result or going else (attacker, defender)
        gone = going[0]
        return self.support(gone, other[gone], gone is attacker, places, supporters[gone], course)

    def support(self, gone, remaining, attacks, places, supporters, course):
        """What a block does whose friend has gone (PB-5.7)."""
        deed = course.support(supporters, lambda friend: self.advance_illegal(gone, friend, remaining, attacks, places))
        if supporters:
            self.met("PB-5.7", deed["does"] if deed else "stays")
        if not deed:
            return None
        friend = self.block_named[deed["block"]]
        self.met("PB-3.3", friend.kind)
        if deed["does"] == "retreat":
            self.retreat(friend, remaining.at, True)
            self.ask_sudden_death()
            return None
        friend.at, friend.facing = places[gone][:2]
        pair = (friend, remaining) if attacks else (remaining, friend)
        self.attacked.add(pair)
        trains = [enemy for enemy in self.enemies(friend)
                  if enemy.is_train and front_contact(friend.outline, enemy.outline)]
        self.contact_trains(trains)
        return None if self.result else pair

    def advance_illegal(self, gone, friend, remaining, attacks, places):
        at, facing, _ = places[gone]
        outline = friend.standing(at, facing, friend.column)
        why = self.fits(friend, outline)
        if why:
            return why
        pair = (outline, remaining.outline) if attacks else (remaining.outline, outline)
        return None if front_contact(*pair) else "not in contact"

    # Ends

    def reset(self):
        if self.phase == "active" and self.active.over:
            self.end_activation()
        if self.phase not in ("chits", "combat"):
            raise Difference(f"reset out of order: {self.phase}")
        left = self.undrawn()
        if self.phase == "chits" and left:
            raise Difference(f"reset, but not all chits are drawn: {[hq.name for hq in left]}")
        attack = self.next_attack()
        if attack:
            raise Difference(f"reset, but an attack is not fought: {[block.name for block in attack]}")
        self.met("PB-2.1", "reset")
        if self.written_orders:
            self.met("PB-2.4")
        if any(hq.flipped for hq in self.hqs.values()):
            self.met("PB-9.3", "flips back")
        if any(block.flipped for block in self.blocks):
            self.met("PB-6.3", "flips back")
        for hq in self.hqs.values():
            hq.flipped = False
        for block in self.blocks:
            block.flipped = False
            block.hit = False
            if not self.night:
                block.leader = None
        self.phase = "turn"
        if not self.night:
            self.ask_victory()

    def ask_victory(self):
        """What is asked at the end of a turn (docs 8)."""
        day_is_over = self.turn % self.turns == 0
        last = day_is_over and self.turn == self.turns * self.days
        for rule in self.victory:
            if rule["rule"] == "hold":
                at = rule.get("at", "end")
                if day_is_over if at == "end" else at == self.turn:
                    holder = self.holder(rule)
                    self.met("PB-7.2", "held" if holder else "not held")
                    if holder:
                        return self.decide(holder, "hold")
            elif rule["rule"] == "losses" and last:
                lost = [self.losses(side) for side in self.sides]
                self.met("PB-7.2", "losses")
                winner = None if lost[0] == lost[1] else self.sides[0 if lost[0] < lost[1] else 1].name
                return self.decide(winner, "losses")
        if last:
            self.met("PB-7.2", "turns")
            self.decide(None, "turns")

    def holder(self, rule):
        """The side that alone holds what a rule names, or None."""
        names = rule["location"] if isinstance(rule["location"], list) else [rule["location"]]
        within = self.map.measure(rule["within"])

        def is_at(side, name):
            return any(is_near_place(block.outline, [self.map.locations[name]], within)
                       for block in self.standing_blocks(side))

        for side, enemy in (self.sides, self.sides[::-1]):
            if rule.get("side") in (None, side.name) and all(is_at(side, name) for name in names) and not any(
                    is_at(enemy, name) for name in names):
                return side.name
        if rule.get("or_loses"):
            self.met("PB-10.3", "loses without it")
            return next(side.name for side in self.sides if side.name != rule["side"])
        return None

    # Events and states

    def apply(self, event):
        """Follows an event; raises `Difference` where the clauses do not agree with it."""
        self.noted.clear()
        if self.phase == "over":
            raise Difference(f"the battle is over {self.result}, but goes on")
        if not {"judged", "move", "unplaced", "join", "end"}.isdisjoint(event):
            self.begin_blocks()
        if self.to_place and not {"chit", "join", "end", "combat", "reset"}.isdisjoint(event):
            raise Difference(f"{self.to_place[0].name} is to be placed first")
        if "turn" in event:
            self.begin_turn(event["turn"], event.get("night", False))
        elif "chit" in event:
            self.draw_chit(event)
        elif "orders" in event:
            self.write_orders(event)
        elif "army" in event:
            self.army_goes()
        elif "hq" in event:
            self.move_hq(event["hq"], False)
        elif "army_hq" in event:
            self.move_hq(event["army_hq"], True)
        elif "judged" in event:
            illegal = self.judge(event["judged"])
            if (illegal is None) != event["legal"]:
                raise Difference(f"recorded as {'legal' if event['legal'] else 'not legal'}, by the clauses "
                                 f"{illegal or 'legal'}")
            self.commit()
        elif "move" in event:
            self.make(event["move"])
        elif "join" in event:
            self.join({"block": event["join"], "at": event["at"]})
        elif "unplaced" in event:
            self.leave_hidden(event["unplaced"])
        elif "end" in event:
            self.end_activation()
        elif "combat" in event:
            self.fight(RecordedCombat(event["combat"]))
        elif "reset" in event:
            self.reset()
        else:
            raise Difference(f"no event: {canonical(event)}")

    def state(self):
        """What is so now, as it is recorded."""
        blocks = {}
        for block in self.blocks:
            shown = {"state": block.state}
            if block.on_map:
                shown.update(at=list(block.at), facing=block.facing, column=block.column)
            if block.is_train:
                shown["flipped"] = block.flipped
            blocks[block.name] = shown
        hqs = {}
        for hq in self.hqs.values():
            hqs[hq.name] = {"at": list(hq.at) if hq.at else None, "flipped": hq.flipped, "leader": hq.leader}
            if self.fog:
                hqs[hq.name]["state"] = {"open": "spotted", "removed": "removed"}.get(hq.cover, "hidden")
            if self.written_orders:
                orders = hqs[hq.name]["orders"] = {"follows": hq.orders.left}
                if hq.coming is not None:
                    orders["next"] = hq.coming.left
        return {"turn": self.turn, "blocks": blocks, "hqs": hqs,
                "losses": {side.name: self.losses(side) for side in self.sides}}


# Comparing a recorded battle

def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def compare_state(battle, recorded, tally):
    """Raises `Difference` where a recorded state and the computed one differ."""
    computed = battle.state()

    def compare(path, one, other):
        if one != other:
            raise Difference(f"state: {path}: recorded {canonical(one)}, by the clauses {canonical(other)}")

    for key in ("turn", "losses"):
        compare(key, recorded[key], computed[key])
    for part in ("blocks", "hqs"):
        compare(part, sorted(recorded[part]), sorted(computed[part]))
    for name, found in computed["blocks"].items():
        shown = recorded["blocks"][name]
        for key in found:
            if key == "flipped" and found["state"] in ("eliminated", "hidden"):
                continue
            compare(f"blocks/{name}/{key}", shown.get(key), found[key])
    for name, found in computed["hqs"].items():
        shown = recorded["hqs"][name]
        for key in found:
            if key == "orders" and shown.get("orders") is None:
                continue
            if key == "leader" and not battle.leadership and "leader" not in shown:
                continue
            compare(f"hqs/{name}/{key}", shown.get(key), found[key])
    tally["PB-1.1 states"] += 1
    tally["PB-1.1"] += 1
    if battle.written_orders and any(shown.get("orders") is not None for shown in recorded["hqs"].values()):
        tally["PB-9.1 orders in a state"] += 1
    tally["PB-1.7"] += sum(block.on_map for block in battle.newly_spent)
    battle.newly_spent.clear()


class Replay:
    """Follows a recorded battle by the clauses and compares as it goes."""

    def __init__(self, record, tally, origin=(0, 0)):
        self.record = record
        self.tally = tally
        self.origin = origin
        self.number = 0  # events

    def run(self):
        """Raises `Difference` at the first one."""
        battle = Battle(self.record["document"], self.tally, self.origin)
        for self.number, event in enumerate(self.record["events"]):
            if "state" in event:
                compare_state(battle, event["state"], self.tally)
            else:
                battle.apply(event)
        if self.record["result"] is not None and self.record["result"] != battle.result:
            raise Difference(f"result: recorded {self.record['result']}, by the clauses {battle.result}")
        if self.record["result"] is None and battle.result is not None:
            raise Difference(f"the battle goes on, by the clauses {battle.result}")

    def context(self):
        """The last events before a difference, and that of it."""
        events = [event for event in self.record["events"][:self.number + 1] if "judged" not in event
                  and "state" not in event or event is self.record["events"][self.number]]
        return "\n".join(f"  {canonical(event)}" for event in events[-6:])


def compare(lines, least):
    """Compares battles, a line each; tells whether all agree and every clause was met often enough."""
    tally = collections.Counter()
    battles = events = differences = 0
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
                print(f"battle {battles}, event {replay.number}: {difference}")
                print(replay.context())
        events += replay.number
    seldom = report(tally, least)
    print(f"{battles} battles, {events} events compared, {differences} differences, "
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
    """What must always be so is not."""


def hold(condition, what):
    if not condition:
        raise Invariant(what)


class Unsound(Exception):
    """A random document that came out with a mistake."""


KIND_WEIGHTS = {"infantry": 6, "cavalry": 3, "artillery": 3, "horse-artillery": 1}
TERRAIN = {"wood": {"modifier": -1, "blocks_sight": True}, "hill": {"modifier": -1}, "town": {"modifier": -2},
           "field": {}, "heath": {"modifier": 0}, "lake": {"passable": False}, "stream": {},
           "river": {"passable": False}}


class Author:
    """The author of a random document."""

    def __init__(self, dice, name):
        self.dice = dice
        self.name = name
        self.brawl = dice.random() < 0.6  # the armies stand close, with reserves behind
        self.foggy = not self.brawl and dice.random() < 0.5  # headquarters hide what they command
        # A side that keeps its place until the last turn, so that its blocks go on supporting each other.
        self.wall = dice.choice(["Union", "League"]) if self.brawl and dice.random() < 0.45 else None
        self.optional = [rule for rule, chance in (("leadership", 0.5), ("written-orders", 0.2 if self.brawl else 0.6),
                                                   ("trains", 0.5)) if dice.random() < chance]
        dice.shuffle(self.optional)
        self.turns = dice.randint(2, 5) + self.brawl
        self.days = 1
        if self.likely(0.6 if "trains" in self.optional else 0.15):
            self.turns, self.days = dice.randint(1, 3), dice.randint(2, 3)

    def likely(self, chance):
        return self.dice.random() < chance

    def even(self, low, high):
        return 2 * self.dice.randint(low // 2, high // 2)

    # The map

    def draw_map(self):
        dice = self.dice
        width, height = dice.randint(220, 420), dice.randint(200, 360)
        if self.brawl:
            width, height = dice.randint(150, 240), dice.randint(150, 220)
        foot = dice.randint(40, 90)
        depth = dice.choice([9, 10, 12, 12, 13, 14])
        self.size = width, height
        document = {"name": "Willow Run", "size": [width, height], "units_per_mm": 2, "foot": foot,
                    "mounted": foot + dice.randint(5, 60),
                    "block": {"width": dice.randint(18, 28 if self.brawl else 40), "depth": depth}}
        if self.likely(0.4):
            document["headquarters"] = dice.randint(6, 14)
        document["features"] = features = []
        for number in range(dice.choice([1, 1, 2, 2, 3] if self.brawl else [0, 1, 2, 3, 4])):
            kind = dice.choice(["wood", "wood", "hill", "hill", "town"] + ["field", "heath", "lake"] * (not self.brawl))
            features.append(self.draw_area(kind, f"{kind.capitalize()} {number}"))
        for number in range(dice.choice([0, 0, 1, 1, 2])):
            kind = dice.choice(["stream", "stream", "stream", "river"])
            features.append({"kind": kind, "name": f"{kind.capitalize()} {number}",
                             "line": self.draw_line(kind == "stream")})
        if not features:
            features.append(self.draw_area("hill", "Hill 0"))
        document["kinds"] = {kind: TERRAIN[kind] for kind in sorted({feature["kind"] for feature in features})}
        document["roads"] = [{"name": f"Road {number}", "line": self.draw_line(True)}
                             for number in range(dice.choice([0, 1, 1, 2]))]
        document["locations"] = {name: self.any_place(20) for name in ("Mill", "Inn", "Cross", "Bridge")}
        return document

    def any_place(self, margin):
        return [self.dice.randint(margin, length - margin) for length in self.size]

    def draw_area(self, kind, name):
        """A polygon around a centre, at times straight, at times with a hole; its extents are even."""
        dice = self.dice
        x, y = self.any_place(60 if self.brawl else 30)
        reach = dice.randint(25, 70) + 25 * self.brawl if kind != "lake" else dice.randint(15, 30)
        if self.likely(0.35):
            wide, high = self.even(20, reach + 20), self.even(20, reach + 20)
            area = [[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]]
        else:
            count = dice.randint(3, 8)
            turns = sorted(dice.sample(range(360), count))
            area = []
            for turn in turns:
                far = dice.randint(reach // 2, reach)
                corner = [x + half_away(Fraction(far * sine(turn), SINE)),
                          y + half_away(Fraction(far * sine(turn + 90), SINE))]
                if corner not in area:
                    area.append(corner)
        area = [[max(0, min(length, value)) for value, length in zip(corner, self.size)] for corner in area]
        for axis in (0, 1):
            values = [corner[axis] for corner in area]
            if (min(values) + max(values)) % 2:
                number = values.index(max(values) if max(values) < self.size[axis] else min(values))
                area[number][axis] += 1
        if not is_simple(area):
            raise Unsound
        feature = {"kind": kind, "name": name, "area": area}
        if self.likely(0.3) and is_simple(area):
            hole = [[x - 4, y - 4], [x + 6, y - 3], [x, y + 7]]
            rings = [[tuple(corner) for corner in area]]
            if all(is_inside(tuple(corner), rings) for corner in hole) and not any(
                    touch(a, b, c, d) for a, b in sides_of(hole) for c, d in sides_of(area)):
                feature["holes"] = [hole]
        return feature

    def draw_line(self, to_edges):
        """A line of two to four points, from edge to edge or between."""
        dice = self.dice
        width, height = self.size
        ends = [[dice.randint(0, width), 0], [dice.randint(0, width), height], [0, dice.randint(0, height)],
                [width, dice.randint(0, height)]]
        one, other = dice.sample(ends, 2)
        if not to_edges:
            one, other = self.any_place(20), self.any_place(20)
        line = [one] + [self.any_place(30) for _ in range(dice.choice([0, 0, 1, 1, 2]))] + [other]
        if len({tuple(point) for point in line}) < len(line):
            raise Unsound
        return line

    # The sides

    def draw_entry(self, edge):
        dice = self.dice
        entry = {"turn": dice.randint(1, min(self.turns * self.days, 3))}
        if self.likely(0.4):
            entry["edge"] = dice.choice(EDGES)
        at = entry.get("edge", edge)
        axis = 1 if at in ("south", "north") else 0
        line = {"south": 0, "west": 0, "north": self.size[1], "east": self.size[0]}[at]
        roads = []
        for road in self.map["roads"]:
            ends = [Outline(tuple(point), 0, 40, 40) for point in road["line"] if point[axis] == line]
            lakes = [area for area in self.grid.areas if not area.passable]
            if ends and not any(share_inside(end, lake) for end in ends for lake in lakes):
                roads.append(road["name"])
        if roads and self.likely(0.6):
            entry["on"] = dice.choice(roads)
        if self.likely(0.4):
            entry["roll"] = dice.randint(2, 5)
        if self.likely(0.35):
            entry["along"] = dice.choice(["foot/3", "mounted/3", 30])
        return entry

    def draw_kind(self, number):
        """A block, wherever it stands."""
        dice = self.dice
        kind = dice.choices(list(KIND_WEIGHTS), list(KIND_WEIGHTS.values()))[0]
        block = {"block": f"{kind.split('-')[0].capitalize()} {number}", "kind": kind}
        if kind == "infantry" and self.likely(0.5):
            del block["kind"]
        quality = dice.choice(["line", "line", "elite", "militia"])
        if quality != "line" or self.likely(0.2):
            block["quality"] = quality
        if self.likely(0.1):
            block["width"], block["depth"] = dice.randint(16, 44), dice.randint(7, 16)
        return block

    def draw_block(self, number, edge, centre, away):
        block = self.draw_kind(number)
        if away and self.likely(0.7):
            return block
        if self.likely(0.12):
            block["enters"] = self.draw_entry(edge)
            return block
        self.stand(block, edge, centre, 45 if self.brawl else 70)
        return block

    def stand(self, block, edge, centre, spread):
        """Puts a block somewhere near a place."""
        dice = self.dice
        for _ in range(60):
            block["at"] = [max(1, min(length - 1, value + dice.randint(-spread, spread)))
                           for value, length in zip(centre, self.size)]
            if self.likely(0.8):
                towards = INWARD[edge] + dice.choice([0] * 5 + [dice.randint(-60, 60), dice.randint(0, 359)])
                block["facing"] = towards % 360
                if block["facing"] % 45 == 0 and self.likely(0.5):
                    block["facing"] = WORDS[block["facing"] // 45]
            if self.is_free(block, edge):
                return
        raise Unsound

    def is_free(self, block, edge):
        """Whether what is put on the map is clear of all else."""
        facing = facing_of(block["facing"]) if "facing" in block else INWARD[edge]
        size = self.map["block"]
        width, depth = block.get("width", size["width"]), block.get("depth", size["depth"])
        outline = Outline(tuple(block["at"]), facing, width, depth)
        if not self.grid.holds(outline) or self.grid.is_barred(outline):
            return False
        if any(is_near(outline, other, 2 if side != edge else 0) for other, side in self.taken):
            return False
        self.taken.append((outline, edge))
        return True

    def draw_orders(self):
        if "written-orders" not in self.optional or self.likely(0.1):
            return None
        return [self.draw_order() for _ in range(self.dice.choice([1, 1, 2, 3]))]

    def draw_order(self):
        dice = self.dice
        places = sorted(self.grid.locations)
        location = dice.choice(places) if self.likely(0.75) else dice.sample(places, 2)
        order = {dice.choice(["attack", "attack", "attack", "defend"]): location}
        if self.likely(0.4):
            order["via"] = dice.sample(places, dice.choice([1, 1, 2]))
        return order

    def draw_command(self, name, edge, army, wall):
        dice = self.dice
        command = {"hq": name}
        if "leadership" in self.optional and self.likely(0.8):
            command["leader"] = dice.choice(["great", "average", "poor"])
        width, height = self.size
        centre = [width // 2 + dice.randint(-90, 90), height // 2 + dice.randint(-60, 60)]
        if self.brawl:
            centre = [width // 2 + dice.randint(-40, 40), height // 2 + dice.randint(-35, 35)]
        off = dice.randint(14, 28) if self.brawl else dice.randint(20, 60)
        if self.foggy:
            off = self.size[1 if edge in ("south", "north") else 0] // 2 - dice.randint(20, 60)
        for word, axis, sign in (("south", 1, -1), ("north", 1, 1), ("west", 0, -1), ("east", 0, 1)):
            if word == edge:
                centre[axis] = self.size[axis] // 2 + sign * off
        away = self.likely(0.12) and not army and not wall
        if away:
            command["enters"] = self.draw_entry(edge)
        else:
            side = self.grid.headquarters
            far = 12 if self.brawl else 30
            command["at"] = [max(side, min(length - side, value + dice.randint(-far, far)))
                             for value, length in zip(centre, self.size)]
            if self.grid.is_barred(Outline(tuple(command["at"]), 0, side, side)):
                raise Unsound
        if army and self.likely(0.4):
            command["chit"] = False
        if self.foggy and self.likely(0.7):
            return self.hide(command, number=dice.choice([0, 1, 2] if army else [1, 2, 3, 4, 8]))
        blocks = []
        count = dice.choice([0, 0, 1, 2]) if army else dice.choice([1, 2, 3, 3, 4])
        if wall and not army:
            count = 2
        for number in range(count):
            blocks.append(self.draw_block(number, edge, centre, away))
        if blocks or not army:
            command["blocks"] = blocks
        if wall:
            for block in list(blocks):
                self.put_behind([block], edge, blocks)
        while not wall and not away and len(blocks) in (1, 2, 3) and self.likely(0.85 if self.brawl else 0.4):
            if not self.put_behind(blocks, edge, blocks):
                break
        if "trains" in self.optional and not away and self.likely(0.5):
            train = {"block": "Trains", "kind": "train"}
            self.stand(train, edge, command["at"], 60)
            blocks.append(train)
            command["blocks"] = blocks
        orders = self.draw_orders()
        if orders and command.get("chit", True):
            command["orders"] = orders
        return command

    def hide(self, command, number):
        """Gives a command blocks that are hidden with its headquarters."""
        blocks = [self.draw_kind(place) for place in range(number)]
        if "trains" in self.optional and blocks and self.likely(0.5):
            blocks.append({"block": "Trains", "kind": "train"})
        if blocks:
            command["hidden"], command["blocks"] = True, blocks
        orders = self.draw_orders()
        if orders and command.get("chit", True):
            command["orders"] = orders
        return command

    def draw_fog(self, name, edge):
        """A headquarters that stands for the Fog of War."""
        scouts = self.draw_command(name, edge, True, False)
        for key in ("chit", "hidden", "blocks"):
            scouts.pop(key, None)
        if self.likely(0.3):
            scouts.pop("at", None)
            scouts["enters"] = self.draw_entry(edge)
        return scouts

    def put_behind(self, fronts, edge, blocks):
        """A block that supports one of some others; whether there is room for it."""
        dice = self.dice
        ready = [block for block in fronts if block.get("at")]
        if not ready:
            return False
        front = dice.choice(ready)
        facing = facing_of(front.get("facing", INWARD[edge]))
        depth = front.get("depth", self.map["block"]["depth"])
        own = self.map["block"]["depth"]
        far = Fraction(depth + own, 2) + Fraction(1, 2)
        x, y = vector(facing)
        kind = "cavalry" if front.get("kind") == "cavalry" else "infantry"
        block = {"block": f"Reserve {len(blocks)}", "kind": kind, "facing": facing,
                 "at": [value - half_away(far * part / SINE) for value, part in zip(front["at"], (x, y))]}
        if not self.is_free(block, edge):
            return False
        blocks.append(block)
        return True

    def draw_victory(self):
        dice = self.dice
        rules = []
        if self.likely(0.6):
            rules.append({"rule": "sudden-death"})
        if self.likely(0.5):
            rule = {"rule": "hold", "location": dice.choice(sorted(self.grid.locations)),
                    "within": dice.choice(["foot", "foot/2", "mounted", 40])}
            if self.likely(0.3):
                rule["location"] = dice.sample(sorted(self.grid.locations), 2)
            if self.likely(0.6):
                rule["at"] = dice.choice(["end", dice.randint(1, self.turns * self.days)])
            if self.likely(0.3):
                rule["side"] = dice.choice(["Union", "League"])
                if self.likely(0.4):
                    rule["or_loses"] = True
            rules.append(rule)
        if self.likely(0.4):
            rules.append({"rule": "losses"})
        dice.shuffle(rules)
        return rules

    def draw_special(self):
        dice = self.dice
        special = []
        while self.likely(0.3):
            effect = dice.choice(["no-chit", "no-attack", "no-bombardment", "no-rally", "slow-moves", "impetuous",
                                  "entrenched"])
            only = {}
            if self.likely(0.5) or effect == "no-chit":
                first = dice.randint(1, self.turns * self.days)
                only["turns"] = [first, first if effect == "no-chit" else dice.randint(first, self.turns * self.days)]
            if self.likely(0.4):
                only["side"] = dice.choice(["Union", "League"])
            if self.likely(0.3) and effect != "no-chit":
                only["kind"] = dice.choice(["infantry", "cavalry", "artillery"])
            special.append({"while": only, "do": effect} if only else {"do": effect})
        if self.wall:
            last = self.turns * self.days - 1
            special.append({"while": {"side": self.wall, "turns": [1, last]}, "do": "no-chit"})
        return special

    def document(self):
        dice = self.dice
        self.map = self.draw_map()
        self.grid = Map(self.map)
        self.taken = []
        edges = dice.choice([("south", "north"), ("north", "south"), ("west", "east"), ("east", "west")])
        names = iter(dice.sample(["Reynolds", "Hill", "Hancock", "Heth", "Sickles", "Early", "Howard", "Rodes"], 8))
        sides = []
        for name, edge, army in zip(("Union", "League"), edges, ("Meade", "Lee")):
            side = {"name": name, "edge": edge}
            armies = [army, {"Meade": "Sedgwick", "Lee": "Ewell"}[army]] if self.likely(0.25) else []
            if armies:
                side["army_hqs"] = [self.draw_command(hq, edge, True, name == self.wall) for hq in armies]
            elif self.likely(0.65):
                side["army_hq"] = self.draw_command(army, edge, True, name == self.wall)
            count = dice.choice([2, 2, 3] if self.brawl else [1, 2, 2, 3])
            side["corps"] = [self.draw_command(next(names), edge, False, name == self.wall) for _ in range(count)]
            for corps in side["corps"]:
                if armies:
                    corps["army"] = dice.choice(armies)
            if self.foggy:
                fog = ["Mist", "Haze"] if name == "Union" else ["Cloud", "Smoke"]
                side["fog_of_war"] = [self.draw_fog(hq, edge) for hq in fog[:dice.randint(0, 2)]]
            sides.append(side)
        if "trains" in self.optional and not any(
                block.get("kind") == "train" for side in sides
                for command in [*side["corps"], side.get("army_hq", {}), *side.get("army_hqs", ())]
                for block in command.get("blocks", ())):
            raise Unsound
        scenario = {"name": self.name, "turns": self.turns, "days": self.days, "optional": self.optional,
                    "sides": sides, "victory": self.draw_victory(), "special": self.draw_special()}
        if self.days == 1:
            del scenario["days"]
        for key in ("optional", "victory", "special"):
            if not scenario[key]:
                del scenario[key]
        return {"system": "pub-battles", "scenario": scenario, "map": self.map}


def sides_of(ring):
    return list(zip(ring, ring[1:] + ring[:1]))


def is_simple(ring):
    """Whether a polygon has at least three corners, an extent, and does not touch itself."""
    if len(ring) < 3 or len({tuple(corner) for corner in ring}) < len(ring) or twice_area(ring) < 200:
        return False
    sides = sides_of(ring)
    for number, (a, b) in enumerate(sides):
        for other in range(number + 1, len(sides)):
            c, d = sides[other]
            if other == number + 1:
                if is_on(d, a, b) or is_on(a, c, d):
                    return False
            elif other == len(sides) - 1 and number == 0:
                if is_on(c, a, b) or is_on(b, c, d):
                    return False
            elif touch(a, b, c, d):
                return False
    return True


def random_document(seed, number):
    """A random scenario that is sound."""
    for attempt in range(200):
        dice = random.Random(f"{seed} {number} {attempt}")
        try:
            document = Author(dice, f"Random Battle {number}").document()
        except Unsound:
            continue
        if is_sound(document):
            return document
    raise Invariant(f"no sound document {seed} {number}")


def is_sound(document):
    """Whether a battle can begin, and nobody has won before."""
    battle = Battle(document)
    for side, size in zip(battle.sides, battle.sizes):
        if size < 3 or not any((block.on_map or block.state == "hidden") and not block.is_train
                               for block in battle.blocks if block.side is side):
            return False
    for one, other in itertools.product(*(side.hqs for side in battle.sides)):
        if {one.cover, other.cover} != {"open"} and one.at and other.at and is_near(one.outline, other.outline,
                                                                                     battle.map.foot):
            return False
    check_invariants(battle)
    for rule in battle.victory:
        if rule["rule"] == "hold" and battle.holder(rule):
            return False
    return True


def plain_corners(block):
    """The corners of a block by the platform's own trigonometry."""
    width, depth = (block.depth, block.width) if block.column else (block.width, block.depth)
    turn = math.radians(block.facing)
    ax, ay = math.sin(turn), math.cos(turn)
    x, y = block.at
    return [(x + a * ax * depth / 2 + r * ay * width / 2, y + a * ay * depth / 2 - r * ax * width / 2)
            for a, r in ((1, -1), (1, 1), (-1, 1), (-1, -1))]


def shared_area(ring, other):
    """The area that two convex polygons, both clockwise, share."""
    for (ax, ay), (bx, by) in sides_of(other):
        kept = []
        for (px, py), (qx, qy) in sides_of(ring):
            p = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            q = (bx - ax) * (qy - ay) - (by - ay) * (qx - ax)
            if p <= 0:
                kept.append((px, py))
            if p * q < 0:
                kept.append((px + (qx - px) * p / (p - q), py + (qy - py) * p / (p - q)))
        ring = kept
        if not ring:
            return 0.0
    return twice_area(ring) / 2


def check_invariants(battle):
    """What must be so after any event."""
    standing = battle.standing_blocks()
    corners = {block: plain_corners(block) for block in standing}
    for block in battle.blocks:
        off = ("eliminated", "waiting", "hidden")
        hold(block.state in (("fresh", "spent") if block.on_map else off), "states")
        hold(block.state == "hidden" or block.hq.cover != "hidden", "hidden")
        hold(block.is_train or not block.flipped, "flipped")
    for block in standing:
        for x, y in corners[block]:
            hold(battle.map.west - 0.01 <= x <= battle.map.east + 0.01
                 and battle.map.south - 0.01 <= y <= battle.map.north + 0.01, f"{block.name} off the map")
    for one, other in itertools.combinations(standing, 2):
        if squared(one.at, other.at) < 90 ** 2:
            hold(shared_area(corners[one], corners[other]) < 0.05, f"{one.name} and {other.name} overlap")
    for side in battle.sides:
        hold(0 <= battle.losses(side) <= 2 * len(battle.blocks), "losses")
    for hq in battle.hqs.values():
        hold(hq.at is None or battle.map.holds(hq.outline), "a headquarters off the map")


class ThrownCombat:
    """An attack that is thrown, and written down."""

    def __init__(self, thrower):
        self.thrower = thrower
        self.record = None

    def three(self):
        return [self.thrower.randint(1, 6) for _ in range(3)]

    def begin(self, attack):
        if attack:
            self.record = {"attacker": attack[0].name, "defender": attack[1].name, "rounds": []}
        return bool(attack)

    def next_round(self, _attacker, _defender):
        self.record["rounds"].append({})

    def dice(self, key, thrown):
        if not thrown:
            return None
        dice = self.record["rounds"][-1][key] = self.three()
        return dice

    def support(self, supporters, advance_illegal):
        deeds = [(block, does) for block in supporters for does in ("advance", "retreat")
                 if does == "retreat" or not advance_illegal(block)]
        if not deeds or self.thrower.random() < 0.15:
            return None
        advances = [deed for deed in deeds if deed[1] == "advance"]
        block, does = self.thrower.choice(advances if advances and self.thrower.random() < 0.5 else deeds)
        deed = self.record["rounds"][-1]["support"] = {"block": block.name, "does": does}
        return deed

    def end(self, fallen, _over):
        if not fallen:
            return []
        dice = [6] * 3 if self.thrower.random() < 0.1 else self.three()
        dice += [die for _ in fallen[1:] for die in self.three()]
        self.record["successor"] = dice
        return dice


class Player:
    """Plays a random battle and writes it down."""

    def __init__(self, document, dice):
        self.battle = Battle(document)
        self.dice = dice
        self.events = []
        self.record = {"document": document, "events": self.events, "result": None}
        self.wild = dice.random() < 0.3  # moves anywhere, instead of towards the enemy

    def likely(self, chance):
        return self.dice.random() < chance

    def do(self, event):
        self.events.append(event)
        self.battle.apply(event)
        check_invariants(self.battle)
        # Who is spotted is looked at when all headquarters have moved.
        is_looked_at = not self.battle.fog or {"hq", "army_hq"}.isdisjoint(event)
        if is_looked_at and self.likely(0.35):
            self.show()

    def show(self):
        self.events.append({"state": json.loads(json.dumps(self.battle.state()))})
        self.battle.newly_spent.clear()

    def play(self):
        """The record of a whole battle."""
        battle = self.battle
        while not battle.result:
            night = battle.turn and battle.turn % battle.turns == 0 and not battle.night
            self.do({"turn": battle.turn + (not night), "night": bool(night)})
            while not battle.result and battle.undrawn():
                self.activate(self.dice.choice(battle.undrawn()))
            while not battle.result and not battle.night:
                course = ThrownCombat(self.dice)
                if not battle.fight(course):
                    break
                self.events.append({"combat": course.record})
                self.show()
                check_invariants(battle)
            if not battle.result:
                self.do({"reset": True})
                self.show()
        self.record["result"] = battle.result
        return self.record

    def activate(self, hq):
        battle, dice = self.battle, self.dice
        event = {"chit": hq.name}
        if battle.throws_for_entry(hq):
            event["entry"] = dice.randint(1, 6)
        if battle.throws_for_command(hq):
            event["command"] = dice.choice([1, 2, 2, 3, 4, 6])
        self.do(event)
        if battle.active.over:
            if self.likely(0.5):
                self.do({"end": True})
            else:
                battle.end_activation()
            return
        if battle.written_orders and self.likely(0.5 if battle.active.order is None else 0.3):
            self.order(hq)
        army = hq.army_hq
        if army is not None and not army.chit and army not in battle.went_along and self.likely(0.6):
            self.do({"army": True})
        if self.likely(0.6) or hq.at is None:
            self.move_hq(hq, "hq")
        if battle.active.army and self.likely(0.7):
            self.move_hq(army, "army_hq")
        battle.begin_blocks()
        self.place_hidden()
        acting = hq.blocks + (army.blocks if battle.active.army else [])
        dice.shuffle(acting)
        for block in acting:
            if battle.result:
                return
            friends = battle.standing_blocks(block.side)
            if block.on_map and self.likely(0.4) and any(block.supports(friend) for friend in friends):
                continue
            self.act(block)
        if battle.result:
            return
        if battle.leadership and hq.leader != "poor" and hq.at and self.likely(0.6):
            self.join(hq)
            self.place_hidden()
        self.do({"end": True})

    def place_hidden(self):
        """Places the blocks of headquarters that are spotted, often at a limit."""
        battle, dice = self.battle, self.dice
        while battle.to_place:
            block = battle.to_place[0]
            far = battle.map.mounted // 3 + battle.map.headquarters // 2 + dice.choice([block.depth, block.width]) // 2
            for _ in range(8):
                move = {"block": block.name, "place": self.somewhere(block.hq.at, far + 1),
                        "facing": dice.choice([0, 45, 90, 180, dice.randint(0, 359)])}
                verdict = battle.judge(move)
                battle.noted.clear()
                if verdict is not None or self.likely(0.2):
                    self.events.append({"judged": move, "legal": verdict is None})
                if verdict is None:
                    self.do({"move": move})
                    break
            else:
                room = battle.room(block)
                if room:
                    self.do({"move": {"block": block.name, "place": list(room[0]), "facing": room[1]}})
                else:
                    self.do({"unplaced": block.name})

    def order(self, hq):
        dice, battle = self.dice, self.battle
        places = sorted(battle.map.locations)
        orders = []
        for _ in range(dice.choice([1, 1, 2])):
            location = dice.choice(places) if self.likely(0.8) else dice.sample(places, 2)
            order = {dice.choice(["attack", "attack", "attack", "defend"]): location}
            if self.likely(0.4):
                order["via"] = [dice.choice(places)]
            orders.append(order)
        event = {"orders": orders}
        if battle.may_roll(hq, not hq.ever_ordered) and self.likely(0.6):
            event["roll"] = dice.randint(1, 6)
        self.do(event)

    def somewhere(self, centre, far):
        dice = self.dice
        x, y = centre
        return [min(self.battle.map.east, max(self.battle.map.west, x + dice.randint(-far, far))),
                min(self.battle.map.north, max(self.battle.map.south, y + dice.randint(-far, far)))]

    def goals(self, hq):
        """Where a command may want to go."""
        enemies = [block.at for block in self.battle.standing_blocks() if block.side is not hq.side]
        own = [block.at for block in hq.blocks if block.on_map]
        order = self.battle.active.order
        points = list(ends_of(order, self.battle)) if order else []
        if self.battle.fog:
            enemies = enemies + 2 * [other.at for other in self.battle.hqs.values() if other.side is not hq.side and other.at]
        return enemies + own + 3 * points + sorted(self.battle.map.locations.values())[:1]

    def move_hq(self, hq, key):
        battle, dice = self.battle, self.dice
        for _ in range(12):
            if hq.at is None:
                place = self.somewhere(self.edge_place(hq.entry), battle.map.mounted) if hq.entry else [0, 0]
            elif battle.written_orders and hq.army_hq and hq.army_hq.at and self.likely(0.15):
                place = self.somewhere(hq.army_hq.at, 12)
            else:
                goal = dice.choice(self.goals(hq))
                far = math.isqrt(squared(hq.at, goal)) or 1
                step = min(far, dice.choice([battle.map.mounted, battle.map.mounted, battle.map.mounted // 2, 20]))
                place = [a + (b - a) * step // far + dice.randint(-3, 3) for a, b in zip(hq.at, goal)]
            why = battle.hq_illegal(hq, tuple(place))
            battle.noted.clear()
            if not why:
                return self.do({key: place})
        return None

    def edge_place(self, entry):
        """A place on the edge where something may enter."""
        battle, dice = self.battle, self.dice
        edge, low, high = dice.choice(battle.map.edge_span(entry.edge, battle.turn, entry))
        line, axis = battle.map.edge_line(edge)
        along = dice.randint(math.ceil(low), max(math.ceil(low), math.floor(high)))
        if entry.on and edge == entry.edge:
            along = dice.choice(battle.map.road_ends(entry.on, edge)) + dice.randint(-20, 20)
        place = [along, along]
        place[axis] = line
        return place

    def join(self, hq):
        battle, dice = self.battle, self.dice
        blocks = [block for block in hq.blocks if block.on_map]
        if not blocks:
            return
        fighting = {block for pair in battle.attacks[hq] for block in pair}
        blocks.sort(key=lambda block: block not in fighting)
        for _ in range(12):
            block = blocks[0] if self.likely(0.6) else dice.choice(blocks)
            place = self.somewhere(block.at, 24)
            why = battle.join_illegal(hq, block, tuple(place))
            battle.noted.clear()
            if not why:
                return self.do({"join": block.name, "at": place})

    # Blocks

    def act(self, block):
        battle, dice = self.battle, self.dice
        if block.state == "waiting" and battle.may_come(block.entry):
            self.enter(block)
        if not block.on_map:
            return
        candidates = []
        for _ in range(dice.randint(2, 5)):
            draw = dice.choices([self.approach, self.wander, self.pivot, self.road, self.bombard, self.rally,
                                 self.recover, self.reach_edge, self.flank],
                                [2 if self.wild else 5, 4 if self.wild else 2, 1, 1.5 if battle.map.roads else 0,
                                 4 if block.is_artillery else 0, 6 if block.state == "spent" else 0.2,
                                 3 if block.is_train and battle.night else 0.05, 1, 2])[0]
            move = draw(block)
            if move:
                candidates.append(move)
        legal = []
        for move in candidates:
            verdict = battle.judge(move)
            battle.noted.clear()
            if verdict is None:
                legal.append(move)
            if verdict is not None or self.likely(0.3):
                self.events.append({"judged": {key: value for key, value in move.items() if key != "dice"},
                                    "legal": verdict is None})
        if legal and self.likely(0.92):
            move = self.liked(legal)
            if "bombard" in move:
                move["dice"] = [dice.randint(1, 6) for _ in range(3)]
            self.do({"move": move})

    def liked(self, legal):
        """Any move, with a liking for those that make contact, rally or bombard."""
        battle = self.battle
        for move in legal:
            if "to" not in move:
                return move
            battle.judge(move)
            if battle.noted["PB-2.3 into contact"] and self.likely(0.85):
                battle.noted.clear()
                return move
        battle.noted.clear()
        return self.dice.choice(legal)

    def enter(self, block):
        battle = self.battle
        for _ in range(10):
            place = self.edge_place(block.entry)
            half = -(-block.depth // 2)
            for edge in EDGES:
                line, axis = battle.map.edge_line(edge)
                if place[axis] == line:
                    place[axis] += half if edge in ("south", "west") else -half
                    break
            move = {"block": block.name, "enter": place}
            verdict = battle.judge(move)
            battle.noted.clear()
            if verdict is None:
                return self.do({"move": move})
            if self.likely(0.5):
                self.events.append({"judged": move, "legal": False})
        return None

    def step(self, block):
        """A length that a move may have, often at a limit."""
        stick = block.stick
        return self.dice.choice([stick, stick, stick * 2 // 3, stick // 3, stick + 1, self.dice.randint(1, stick)])

    def approach(self, block, start=None, target=None):
        """Towards an enemy, up to contact with it."""
        battle, dice = self.battle, self.dice
        enemies = battle.enemies(block)
        if not enemies:
            return None
        start = start or block.at
        enemies.sort(key=lambda other: squared(start, other.at))
        target = target or (enemies[0] if self.likely(0.6) else dice.choice(enemies[:3]))
        aim = self.somewhere(target.at, dice.choice([0, 0, 6, 14]))
        facing = direction(start, aim)
        if facing is None:
            return None
        echelon = self.likely(0.2)
        if echelon:
            facing = block.facing
        found = None
        for place in places_of(start, aim):
            outline = block.standing(place, facing)
            if overlap(outline, target.outline):
                break
            found = place
            if front_contact(outline, target.outline) and place != start:
                break
        if found is None:
            return None
        if self.likely(0.1):
            found = self.somewhere(found, 1)
        move = {"block": block.name, "to": list(found)}
        if start != block.at:
            move["via"] = [list(start)]
        if echelon:
            move["echelon"] = True
        if self.likely(0.15):
            move["facing"] = (facing + dice.randint(-20, 20)) % 360
        return move

    def flank(self, block):
        """Around an enemy, then at it."""
        battle, dice = self.battle, self.dice
        enemies = battle.enemies(block)
        if not enemies:
            return None
        target = min(enemies, key=lambda other: squared(block.at, other.at))
        ax, ay = vector(target.facing)
        far = dice.randint(14, 40)
        aside = dice.randint(-30, 30)
        via = tuple(at - half_away(Fraction(far * back + aside * side, SINE))
                    for at, back, side in zip(target.at, (ax, ay), (ay, -ax)))
        return self.approach(block, via, target)

    def wander(self, block):
        dice = self.dice
        length = self.step(block)
        facing = (block.facing + dice.choice([0, 0, 45, -45, dice.randint(-180, 180)])) % 360
        x, y = vector(facing)
        to = [block.at[0] + half_away(Fraction(length * x, SINE)), block.at[1] + half_away(Fraction(length * y, SINE))]
        move = {"block": block.name, "to": to}
        if self.likely(0.4):
            move["echelon"] = True
        if self.likely(0.3):
            move["facing"] = dice.choice([block.facing, facing, (facing + dice.randint(-60, 60)) % 360])
        if self.likely(0.25):
            move["via"] = [self.somewhere(block.at, length // 2)]
        return move

    def reach_edge(self, block):
        """To the middle of something: a feature, a location, a friend to support."""
        battle, dice = self.battle, self.dice
        friends = [other for other in battle.standing_blocks(block.side) if other is not block]
        if friends and self.likely(0.5):
            friend = min(friends, key=lambda other: squared(block.at, other.at))
            x, y = vector(friend.facing)
            far = Fraction(friend.depth + block.depth + dice.randint(0, 2), 2)
            to = [at - half_away(far * part / SINE) for at, part in zip(friend.at, (x, y))]
            move = {"block": block.name, "to": to, "facing": friend.facing}
        else:
            goal = dice.choice(sorted(battle.map.locations.values()))
            far = math.isqrt(squared(block.at, goal)) or 1
            step = min(far, self.step(block))
            move = {"block": block.name, "to": [a + (b - a) * step // far for a, b in zip(block.at, goal)]}
        if self.likely(0.2):
            move["echelon"] = True
        return move

    def pivot(self, block):
        return {"block": block.name, "to": list(block.at), "facing": (block.facing + self.dice.randint(-90, 90)) % 360}

    def road(self, block):
        battle, dice = self.battle, self.dice
        road = dice.choice(sorted(battle.map.roads))
        points = battle.map.roads[road]
        near = battle.map.nearest_on_road(road, block.at)
        if 4 * near[2] > block.width ** 2 and self.likely(0.7):
            spot = rounded_on(points[near[0]], points[near[0] + 1], near[1])
            return {"block": block.name, "to": list(spot)}
        move = {"block": block.name, "road": road,
                "to": self.somewhere(dice.choice(points) if self.likely(0.4) else block.at, 2 * block.stick)}
        if self.likely(0.35):
            move["deploy"] = True
            if self.likely(0.7):
                move["facing"] = dice.randint(0, 359)
        return move

    def bombard(self, block):
        enemies = self.battle.enemies(block)
        if not enemies:
            return None
        enemies.sort(key=lambda other: squared(block.at, other.at))
        return {"block": block.name, "bombard": (enemies[0] if self.likely(0.6) else self.dice.choice(enemies)).name}

    def rally(self, block):
        move = {"block": block.name, "rally": True}
        trains = [train for train in self.battle.standing_blocks(block.side) if train.is_train]
        if trains and self.likely(0.95):
            move["train"] = self.dice.choice(trains).name
        if self.likely(0.4):
            move["facing"] = self.dice.randint(0, 359)
        return move

    def recover(self, train):
        lost = [block for block in self.battle.blocks if block.side is train.side and block.state == "eliminated"]
        if not lost:
            return None
        block = self.dice.choice(lost)
        if block.hq.at is None:
            return None
        return {"block": train.name, "recover": block.name, "at": self.somewhere(block.hq.at, 25),
                "facing": self.dice.randint(0, 359)}


# Turning, mirroring and shifting a battle

class Turned:
    """A transformation of the plane: a mirror (x to -x) first, then quarter turns clockwise, then a shift."""

    def __init__(self, mirrored, quarters, shift):
        self.mirrored, self.quarters, self.shift = mirrored, quarters % 4, shift

    def place(self, place):
        x, y = place
        if self.mirrored:
            x = -x
        for _ in range(self.quarters):
            x, y = y, -x
        return [x + self.shift[0], y + self.shift[1]]

    def facing(self, value):
        facing = facing_of(value)
        if self.mirrored:
            facing = -facing
        return (facing + 90 * self.quarters) % 360

    def edge(self, edge):
        return EDGES[self.facing(90 * EDGES.index(edge)) // 90]

    def record(self, value, key=None):
        """A record, or a part of one."""
        if key in ("at", "to", "hq", "army_hq", "enter", "place") and isinstance(value, list):
            return self.place(value)
        if key in ("via", "area", "line") and value and isinstance(value[0], list):
            return [self.place(place) for place in value]
        if key == "holes":
            return [[self.place(place) for place in ring] for ring in value]
        if key == "locations":
            return {name: self.place(place) for name, place in value.items()}
        if key == "facing" and value is not None:
            return self.facing(value)
        if key == "edge":
            return self.edge(value)
        if key == "size":
            return value[::-1] if self.quarters % 2 else value
        if isinstance(value, dict):
            return {name: self.record(part, name) for name, part in value.items()}
        if isinstance(value, list):
            return [self.record(part) for part in value]
        return value

    def origin(self, size):
        """The south-west corner of a map."""
        corners = [self.place(corner) for corner in ([0, 0], [size[0], size[1]])]
        return min(x for x, _ in corners), min(y for _, y in corners)


def self_play(battles, seed, least, record):
    """Random battles, each also compared with its own record, as it is and moved; tells whether all was well."""
    tally = collections.Counter()
    events = 0
    ends = collections.Counter()
    for number in range(battles):
        document = random_document(seed, number)
        dice = random.Random(f"{seed} play {number}")
        try:
            played = Player(document, dice).play()
            line = json.dumps(played)
            replay = Replay(json.loads(line), tally)
            replay.run()
            moved = Turned(dice.random() < 0.5, dice.randint(0, 3), [dice.randint(-500, 500), dice.randint(-500, 500)])
            origin = moved.origin(document["map"]["size"])
            replay = Replay(moved.record(json.loads(line)), collections.Counter(), origin)
            replay.run()
        except (Invariant, Difference) as failure:
            print(f"battle {number}: {failure}", file=sys.stderr)
            if isinstance(failure, Difference):
                print(replay.context(), file=sys.stderr)
            return False
        if record:
            print(line)
        events += len(played["events"])
        ends[played["result"]["by"]] += 1
    with contextlib.redirect_stdout(sys.stderr if record else sys.stdout):
        seldom = report(tally, least)
        print(f"{battles} battles, {events} events, ended by {dict(ends)}, seldom: {seldom}")
    return not seldom


# Worked examples

def expect(what, found, wanted):
    if found != wanted:
        raise AssertionError(f"{what}: {found}, not {wanted}")


def self_test():
    tests = [(name, value) for name, value in sorted(globals().items()) if name.startswith("test_")]
    for _, test in tests:
        test()
    print(f"{len(tests)} examples hold")


def odds(modifier):
    """What becomes of two fresh blocks, as chances: `attacker eliminated` and so on."""
    chances = {}
    for name, added in (("attacker", modifier), ("defender", 0)):
        hitting = sum(die + added >= HIT for die in range(1, 7))
        chances[name] = [math.comb(3, hits) * Fraction(hitting, 6) ** hits * Fraction(6 - hitting, 6) ** (3 - hits)
                         for hits in range(4)]
    found = collections.Counter()

    def fight(attacker, defender, chance):
        stay = chances["attacker"][0] * chances["defender"][0]
        for hits, taken in itertools.product(range(4), range(4)):
            if not hits and not taken:
                continue
            part = chance * chances["attacker"][hits] * chances["defender"][taken] / (1 - stay)
            results = {"attacker": outcome(attacker, taken), "defender": outcome(defender, hits)}
            gone = [side for side, result in results.items() if result in ("retreat", "eliminated")]
            for side in gone:
                found[f"{side} {results[side]}"] += part
            if "attacker" not in gone and gone:
                found["attacker unmoved"] += part
            if not gone:
                fight(results["attacker"] or attacker, results["defender"] or defender, part)

    fight("fresh", "fresh", Fraction(1))
    return {name: f"{float(chance):.6f}" for name, chance in found.items()}


def test_odds():
    found = odds(0)
    expect("open", [found[name] for name in ("attacker eliminated", "attacker retreat", "defender eliminated",
                                             "defender retreat", "attacker unmoved")],
           ["0.232084", "0.473383", "0.232084", "0.473383", "0.294533"])
    found = odds(-1)
    expect("terrain of -1", [found[name] for name in ("attacker eliminated", "attacker retreat",
                                                      "defender eliminated", "defender retreat")],
           ["0.293988", "0.529408", "0.108614", "0.370050"])


def test_hits():
    expect("fresh", [outcome("fresh", hits) for hits in range(4)], [None, "spent", "retreat", "eliminated"])
    expect("spent", [outcome("spent", hits) for hits in range(4)], [None, "retreat", "eliminated", "eliminated"])
    expect("elite", [hits_taken(hits, True, True, False) for hits in range(4)], [0, 0, 1, 2])
    expect("militia", [hits_taken(hits, False, True, False) for hits in range(4)], [0, 2, 3, 4])
    expect("once a phase", [hits_taken(2, elite, not elite, True) for elite in (True, False)], [2, 2])
    expect("successors", [successor_of(dice) for dice in ([6, 6, 6], [6, 5, 6], [4, 4, 4], [6, 6, 3])],
           ["great", "average", "average", "poor"])


def test_directions():
    expect("sines", [sine(degree) for degree in (0, 1, 30, 45, 60, 89, 90, 135, 210, 270)],
           [0, 286, 8192, 11585, 14189, 16382, 16384, 11585, -8192, -16384])
    ends = ((0, 9), (9, 9), (9, 0), (9, -9), (0, -9), (-9, -9), (-9, 0), (-9, 9), (1, 57), (1, 115), (57, -1))
    expect("directions", [direction((0, 0), end) for end in ends], [0, 45, 90, 135, 180, 225, 270, 315, 1, 0, 91])
    for x, y in itertools.product(range(-40, 41), repeat=2):
        if x or y:
            expect("any direction", direction((0, 0), (x, y)), round(math.degrees(math.atan2(x, y))) % 360)
    expect("between", [between(350, 20), between(20, 350), between(0, 180)], [30, 30, 180])


def test_outlines():
    one = Outline((100, 100), 0, 40, 12)
    expect("corners", [[part / UNIT for part in corner] for corner in one.corners],
           [[80, 106], [120, 106], [120, 94], [80, 94]])
    for y, near, overlaps, contact in ((111, True, True, False), (112, True, False, True), (113, True, False, True),
                                       (114, False, False, False)):
        other = Outline((100, y), 180, 40, 12)
        expect(f"at {y}", (is_near(one, other, 1), overlap(one, other), front_contact(one, other)),
               (near, overlaps, contact))
    behind = Outline((130, 87), 0, 40, 12)
    expect("in the rear", (front_contact(behind, one), rear_contact(behind, one), rear_contact(one, behind)),
           (True, True, False))
    side = Outline((127, 100), 270, 40, 12)
    expect("at the side", (front_contact(side, one), rear_contact(side, one)), (True, False))
    expect("a place", [is_near_place(one, [(100, y)], 10) for y in (116, 117)], [True, False])
    expect("a line between", [is_near_place(one, [(0, y), (300, y)], 10) for y in (116, 117)], [True, False])
    expect("supports", [stands_behind(Outline((x, y), 90, 40, 12), one) for x, y in ((100, 74), (100, 73), (100, 72),
                                                                                    (120, 74), (121, 74))],
           [True, True, False, True, False])


class Area:
    """An area by itself."""

    def __init__(self, *rings):
        self.rings = [[(x * UNIT, y * UNIT) for x, y in ring] for ring in rings]
        xs, ys = [x for x, _ in rings[0]], [y for _, y in rings[0]]
        self.box = min(xs), min(ys), max(xs), max(ys)


def test_shares():
    wood = Area([(0, 0), (100, 0), (100, 100), (0, 100)])

    def share(at, facing, area, depth=10):
        block = Outline(at, facing, 40, depth)
        quick, exact = share_inside(block, area), inside_of(block, area.rings, Fraction)
        expect("the quick one", round(float(quick - exact), 9), 0.0)
        return exact

    expect("shares", [share((x, 50), 0, wood) for x in (50, 80, 90, 100, 110, 121)],
           [1, 1, Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), 0])
    for facing in range(0, 360, 7):  # through its centre: a half, however it is turned
        expect("a half", share((100, 50), facing, wood), Fraction(1, 2))
    hole = Area([(0, 0), (100, 0), (100, 100), (0, 100)], [(40, 40), (60, 40), (60, 60), (40, 60)])
    expect("a hole", share((50, 50), 0, hole, 20), Fraction(1, 2))
    bay = Area([(0, 0), (100, 0), (100, 100), (60, 100), (60, 20), (40, 20), (40, 100), (0, 100)])
    expect("a bay", share((50, 60), 0, bay), Fraction(1, 2))


def test_sight():
    guns, target = Outline((100, 0), 0, 40, 10), Outline((100, 100), 180, 40, 10)
    expect("free", points_seen(guns, target, [], []), 16)
    # The near edge of the target is 95 away; of a block 47.5 away the right end is seen at twice as much to the side.
    expect("the left half is hidden", points_seen(guns, target, [Outline((90, 50), 0, 20, 5)], []), 8)
    expect("more than half", points_seen(guns, target, [Outline((92, 50), 0, 20, 5)], []), 6)
    wood = Area([(0, 40), (100, 40), (100, 60), (0, 60)])
    expect("an edge of a wood", points_seen(guns, target, [], [wood]), 8)
    around = Area([(90, 90), (110, 90), (110, 110), (90, 110)])
    expect("in the wood", points_seen(guns, target, [], [around]), 8)
    expect("the gunner in it", points_seen(guns, target, [], [Area([(60, -20), (140, -20), (100, 20)])]), 0)


def test_legs():
    expect("places", places_of((0, 0), (3, 4)), [(0, 0), (1, 1), (1, 2), (2, 2), (2, 3), (3, 4)])
    expect("mirrored", places_of((0, 0), (-3, -4)), [(0, 0), (-1, -1), (-1, -2), (-2, -2), (-2, -3), (-3, -4)])
    expect("beyond", [beyond((10, 10), (10, 0), 60), beyond((0, 0), (3, 4), 50), beyond((0, 0), (-1, -1), 10)],
           [(10, 70), (-30, -40), (7, 7)])
    expect("lengths", length_in_1024ths([9, 16, 2]), 7 * 1024 + 1448)
    expect("touching", [line_is_touched([(0, 0), (10, 10)], *ends) for ends in (((0, 10), (10, 0)), ((5, 5), (9, 0)),
                                                                              ((6, 5), (9, 0)), ((9, 9), (20, 20)))],
           [True, True, False, True])


class Course:
    """A battle with events that are given."""

    def __init__(self, union, league, optional=(), victory=(), corps=None, **changes):
        """`union` and `league` are blocks as `(name, at, other keys)`."""
        sides = []
        for name, edge, hq, at, blocks in (("Union", "south", "Reynolds", [200, 150], union),
                                           ("League", "north", "Hill", [200, 350], league)):
            written = [{"block": block, "at": list(where), **keys} for block, where, keys in blocks]
            sides.append({"name": name, "edge": edge, "corps": [{"hq": hq, "at": at, "blocks": written}]})
            sides[-1]["corps"][0].update((corps or {}).get(hq, {}))
        scenario = {"name": "Example", "turns": 5, "optional": list(optional), "sides": sides, "victory": list(victory)}
        for key in ("turns", "days", "special"):
            if key in changes:
                scenario[key] = changes.pop(key)
        field = {"name": "Field", "size": [400, 500], "foot": 60, "mounted": 90, "block": {"width": 40, "depth": 12}}
        field.update(changes)
        self.battle = Battle({"system": "pub-battles", "scenario": scenario, "map": field})
        self.go({"turn": 1, "night": False}, {"chit": "Reynolds"})

    def go(self, *events):
        for event in events:
            self.battle.apply(event)

    def allows(self, move):
        """Whether a move is legal; its clause if not."""
        illegal = self.battle.judge({"block": "Reynolds/A", **move})
        return illegal.clause if illegal else True

    def shown(self, block, *keys):
        return tuple(self.battle.state()["blocks"][block].get(key) for key in keys)


def test_moves():
    wood = {"kind": "wood", "name": "Wood", "area": [[180, 230], [220, 230], [220, 260], [180, 260]]}
    stream = {"kind": "stream", "name": "Run", "line": [[0, 190], [100, 190]]}
    lake = {"kind": "lake", "name": "Lake", "area": [[250, 150], [290, 150], [290, 250], [250, 250]]}
    course = Course([("A", (200, 180), {}), ("B", (60, 180), {}), ("C", (200, 120), {})], [("D", (200, 400), {})],
                    features=[wood, stream, lake],
                    kinds={"wood": {"modifier": -1}, "stream": {}, "lake": {"passable": False}})
    for move, wanted in (({"to": [140, 180]}, True), ({"to": [139, 180]}, "PB-3.1"),
                         ({"to": [200, 180]}, "PB-3.1"), ({"to": [200, 180], "facing": 10}, True),
                         ({"to": [150, 180], "facing": 0}, "PB-3.1"), ({"to": [160, 180], "facing": 0}, True),
                         ({"to": [200, 240]}, "PB-1.6"), ({"to": [200, 220]}, True),
                         ({"to": [230, 210], "echelon": True}, True), ({"to": [231, 209], "echelon": True}, "PB-3.1"),
                         ({"to": [160, 140], "echelon": True}, "PB-3.1"),
                         ({"to": [160, 140], "echelon": True, "facing": 225}, True),
                         ({"to": [170, 200], "via": [[180, 180]], "facing": 9}, "PB-3.4"),
                         ({"to": [260, 180]}, "PB-1.3"), ({"to": [200, 125]}, "PB-1.5"), ({"to": [200, 132]}, True)):
        expect(f"{move}", course.allows(move), wanted)
    expect("over the stream", course.allows({"block": "Reynolds/B", "to": [60, 221]}), "PB-1.6")
    expect("just over it", course.allows({"block": "Reynolds/B", "to": [60, 220]}), True)
    course.go({"move": {"block": "Reynolds/A", "to": [200, 220]}})
    expect("once", course.allows({"to": [200, 221]}), "PB-2.3")


def test_contact():
    course = Course([("A", (200, 180), {}), ("B", (300, 160), {})],
                    [("C", (200, 235), {}), ("D", (241, 235), {}), ("E", (300, 220), {})],
                    victory=[{"rule": "losses"}])
    expect("before the contact", [course.allows({"to": [200, y]}) for y in (221, 222, 223, 224)],
           [True, True, True, "PB-1.5"])
    expect("at both", course.allows({"to": [219, 222], "echelon": True}), True)
    expect("out of command", course.allows({"block": "Reynolds/B", "to": [300, 207]}), "PB-2.3")
    expect("short of it", course.allows({"block": "Reynolds/B", "to": [300, 206]}), True)
    course.go({"move": {"block": "Reynolds/A", "to": [219, 222], "echelon": True}}, {"end": True})
    made = course.battle.attacks[course.battle.hqs["Reynolds"]]
    expect("the nearer one last", [(attacker.name, defender.name) for attacker, defender in made],
           [("Reynolds/A", "Hill/D"), ("Reynolds/A", "Hill/C")])
    course.go({"chit": "Hill"}, {"end": True})
    course.go({"combat": {"attacker": "Reynolds/A", "defender": "Hill/C", "rounds": [
        {"attacker": [1, 2, 3], "defender": [3, 3, 3]}, {"attacker": [4, 6, 1], "defender": [1, 1, 6]}]}})
    expect("spent, straight away, no farther than a stick", course.shown("Hill/C", "at", "facing", "state"), ([151, 268], 124, "spent"))
    expect("the attacker", course.shown("Reynolds/A", "at", "state"), ([219, 222], "spent"))
    course.go({"combat": {"attacker": "Reynolds/A", "defender": "Hill/D", "rounds": [
        {"attacker": [4, 6, 5], "defender": [6, 6, 6]}]}}, {"reset": True})
    expect("both", (course.shown("Hill/D", "state"), course.shown("Reynolds/A", "state")), (("eliminated",),) * 2)


def test_combat():
    """Guns answer a flank, a supporter goes on, and what is not supported is lost."""
    guns = {"kind": "artillery"}
    field = {"kinds": {"hill": {"modifier": -1}}, "features": [
        {"kind": "hill", "name": "Hill", "area": [[180, 229], [220, 229], [220, 300], [180, 300]]}]}

    def charge(*rounds, league=(("C", (200, 235), guns), ("D", (200, 248), {})), union=(("A", (200, 190), {}),)):
        course = Course(union, league, **field)
        course.go({"move": {"block": "Reynolds/A", "to": [200, 222]}}, {"end": True}, {"chit": "Hill"}, {"end": True},
                  {"combat": {"attacker": "Reynolds/A", "defender": "Hill/C", "rounds": list(rounds)}})
        return course

    advance = {"block": "Hill/D", "does": "advance"}
    supported = charge({"defender": [1, 2, 4], "attacker": [4, 5, 5], "support": advance},
                       {"attacker": [4, 4, 4], "defender": [1, 6, 1]})
    expect("the guns are supported, and go", supported.shown("Hill/C", "at", "state"), ([200, 295], "spent"))
    expect("goes on in their place", supported.shown("Hill/D", "at", "state", "facing"), ([200, 235], "fresh", 180))
    expect("spent, then away", supported.shown("Reynolds/A", "at", "state"), ([200, 162], "spent"))
    alone = charge({"defender": [1, 2, 4], "attacker": [4, 5, 5]}, league=[("C", (200, 235), guns)])
    expect("alone", alone.shown("Hill/C", "state"), ("eliminated",))
    silent = charge({"defender": [4, 4, 1]}, league=[("C", (200, 235), guns)])
    expect("does not answer", silent.shown("Reynolds/A", "at", "state"), ([200, 162], "spent"))
    try:
        charge({"defender": [4, 4, 1], "attacker": [6, 6, 6]}, league=[("C", (200, 235), guns)])
        raise AssertionError("it answers")
    except Difference:
        pass
    turned = (("C", (200, 235), {"facing": "north"}),)
    rear = charge({"attacker": [4, 1, 1], "defender": [4, 4, 5]}, {"attacker": [3, 4, 3], "defender": [1, 1, 1]},
                  league=turned)
    expect("in the rear: +1 -1 and -1", rear.shown("Hill/C", "state", "at"), ("spent", [200, 295]))
    expect("one hit", rear.shown("Reynolds/A", "state", "at"), ("spent", [200, 222]))


def test_bombardment():
    guns = {"kind": "artillery"}
    course = Course([("A", (200, 200), guns)], [("C", (200, 250), {}), ("D", (245, 250), {}), ("E", (200, 265), {})])
    expect("may", [course.allows({"bombard": f"Hill/{block}"}) for block in "CDE"], [True, True, "PB-4.3"])
    course.go({"move": {"block": "Reynolds/A", "bombard": "Hill/C", "dice": [4, 5, 6]}})
    expect("never eliminated", course.shown("Hill/C", "state", "at", "facing"), ("spent", [200, 310], 180))
    expect("once", course.allows({"bombard": "Hill/D"}), "PB-2.3")


def test_roads():
    roads = [{"name": "Pike", "line": [[200, 0], [200, 200], [320, 200]]}]
    course = Course([("A", (205, 100), {})], [("D", (100, 400), {})], roads=roads)
    expect("how far", [course.allows({"road": "Pike", "to": [200, y]}) for y in (180, 181)], [True, "PB-3.2"])
    deployed = {"road": "Pike", "deploy": True, "facing": 90}
    expect("deploys", [course.allows({**deployed, "to": [200, y]}) for y in (140, 141)], [True, "PB-3.2"])
    course.go({"move": {"block": "Reynolds/A", "road": "Pike", "to": [190, 180]}}, {"end": True}, {"chit": "Hill"},
              {"end": True}, {"reset": True}, {"turn": 2, "night": False}, {"chit": "Reynolds"})
    expect("column", course.shown("Reynolds/A", "at", "facing", "column"), ([200, 180], 0, True))
    expect("round the corner", [course.allows({"road": "Pike", "to": [x, 190]}) for x in (300, 301)], [True, "PB-3.2"])
    expect("a third to leave", [course.allows({"to": [200, y]}) for y in (220, 221)], [True, "PB-3.2"])
    course.go({"move": {"block": "Reynolds/A", "road": "Pike", "to": [240, 200]}})
    expect("turned", course.shown("Reynolds/A", "at", "facing", "column"), ([240, 200], 90, True))


def test_orders():
    places = {"locations": {"Mill": [200, 200], "Inn": [200, 300]}}
    orders = {"Reynolds": {"orders": [{"attack": "Mill"}, {"defend": "Inn"}], "at": [200, 150]}, "Hill": {"orders": [
        {"defend": "Inn"}]}}
    course = Course([("A", (200, 200), {})], [("D", (200, 310), {})], ["written-orders"], corps=orders, **places)
    follows = course.battle.state()["hqs"]["Reynolds"]["orders"]
    expect("the Mill is taken", follows, {"follows": [{"defend": "Inn"}]})
    hq = course.battle.hqs["Reynolds"]
    expect("not farther from the Inn", [course.battle.hq_illegal(hq, (200, y)) for y in (149, 150, 151)],
           ["farther from its next point", "goes nowhere", None])
    expect("no contact", course.allows({"to": [200, 260]}), True)
    course.go({"orders": [{"attack": "Mill"}], "roll": 4}, {"move": {"block": "Reynolds/A", "to": [200, 230]}},
              {"end": True})
    expect("old ones, and new", course.battle.state()["hqs"]["Reynolds"],
           {"at": [200, 150], "flipped": True, "leader": "average",
            "orders": {"follows": [{"defend": "Inn"}], "next": [{"attack": "Mill"}]}})
    course.go({"chit": "Hill"}, {"end": True}, {"reset": True}, {"turn": 2, "night": False}, {"chit": "Reynolds"})
    expect("in force", course.battle.state()["hqs"]["Reynolds"]["orders"], {"follows": [{"defend": "Mill"}]})
    course.go({"orders": [{"defend": "Inn"}], "roll": 3})
    expect("the old one, if it likes", course.allows({"to": [200, 220]}), True)
    course.go({"hq": [200, 100]})
    expect("or none", course.allows({"to": [200, 220]}), "PB-9.5")


def test_trains_and_night():
    course = Course([("A", (200, 190), {}), ("T", (160, 200), {"kind": "train"})],
                    [("C", (200, 235), {}), ("U", (262, 222), {"kind": "train"})], ["trains"], turns=1, days=2,
                    victory=[{"rule": "losses"}])
    course.go({"move": {"block": "Reynolds/A", "to": [200, 222]}}, {"end": True}, {"chit": "Hill"}, {"end": True},
              {"combat": {"attacker": "Reynolds/A", "defender": "Hill/C", "rounds": [
                  {"attacker": [1, 1, 4], "defender": [1, 4, 1]}, {"attacker": [1, 1, 4], "defender": [1, 1, 1]}]}},
              {"reset": True}, {"turn": 1, "night": True}, {"chit": "Reynolds"})
    expect("by a train", [course.allows(move) for move in ({"rally": True}, {"rally": True, "train": "Reynolds/T"})],
           ["PB-6.3", True])
    contact = {"to": [235, 222]}
    expect("no contact at night", course.allows(contact), "PB-6.4")
    course.go({"move": {"block": "Reynolds/A", "rally": True, "train": "Reynolds/T"}})
    expect("flipped", course.shown("Reynolds/T", "flipped", "state"), (True, "fresh"))
    course.go({"end": True}, {"chit": "Hill"}, {"end": True}, {"reset": True}, {"turn": 2, "night": False},
              {"chit": "Reynolds"})
    expect("out of command", course.allows(contact), "PB-2.3")
    course.go({"hq": [200, 200]}, {"move": {"block": "Reynolds/A", **contact}})
    expect("the train is lost", (course.shown("Hill/U", "state"), course.battle.state()["losses"]),
           (("eliminated",), {"Union": 0, "League": 2}))


def test_victory():
    course = Course([("A", (200, 190), {}), ("B", (100, 100), {})], [("C", (200, 235), {}), ("D", (100, 400), {})])
    course.go({"move": {"block": "Reynolds/A", "to": [200, 222]}}, {"end": True}, {"chit": "Hill"}, {"end": True},
              {"combat": {"attacker": "Reynolds/A", "defender": "Hill/C",
                          "rounds": [{"attacker": [6, 6, 6], "defender": [1, 1, 1]}]}})
    expect("sudden death", course.battle.result, {"winner": "Union", "by": "sudden-death"})
    for within, wanted in ((44, {"winner": "Union", "by": "hold"}), ("foot", {"winner": None, "by": "turns"})):
        course = Course([("A", (200, 190), {})], [("C", (200, 300), {})], turns=1, locations={"Mill": [200, 240]},
                        victory=[{"rule": "hold", "location": "Mill", "within": within}])
        course.go({"end": True}, {"chit": "Hill"}, {"end": True}, {"reset": True})
        expect("held", course.battle.result, wanted)


def test_replay():
    """A record agrees with itself, and a changed one does not."""
    for number in range(3):
        played = Player(random_document(1, number), random.Random(number)).play()
        Replay(played, collections.Counter()).run()
        states = [event for event in played["events"] if "state" in event]
        name = next(name for name, shown in states[-1]["state"]["blocks"].items() if "at" in shown)
        states[-1]["state"]["blocks"][name]["facing"] += 1
        try:
            Replay(played, collections.Counter()).run()
        except Difference as difference:
            expect("found", f"blocks/{name}/facing" in str(difference), True)
        else:
            raise AssertionError("a changed record agrees")


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
