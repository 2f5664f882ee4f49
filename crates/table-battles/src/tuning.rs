//! The values of a battle that may be tuned: morale, sticks, hits, tactical numbers, dice areas, what dice must show, stars, wings, who goes first,
//! and which cards fight.

use arrayvec::ArrayVec;

use muster_core::diag::Edit;
use muster_core::source::Address;
use muster_systems::names::{Alternative, Knob};

use super::model::{Action, CardId, CardRange, Cards, DiceArea, Hits, Strength};
use super::resolve::Battle;
use super::values::{DiceSet, Requirement};

/// Returns the numbers that may be tuned.
pub(super) fn knobs(battle: &Battle) -> Vec<Knob> {
    let mut knobs = Vec::new();
    for (i, side) in battle.sides().iter().enumerate() {
        let at = |key: &str| battle.scenario_address(&format!("/scenario/sides/{i}/{key}"));
        let what = format!("morale of `{}`", side.name);
        knobs.push(Knob { what, at: at("morale"), value: side.morale.into(), range: 0..=10 });
        if let Some(tactical) = &side.tactical {
            let what = format!("tactical number of `{}`", side.name);
            knobs.push(Knob { what, at: at("tactical/sticks"), value: tactical.sticks.into(), range: 1..=80 });
        }
    }
    for card in battle.fielded_cards() {
        let written = battle.formation(card);
        let name = &written.name;
        if let Strength::Sticks(sticks) = written.strength {
            let (what, at) = (format!("strength of `{name}`"), battle.card_address(card, "/strength"));
            knobs.push(Knob { what, at, value: sticks.into(), range: 1..=20 });
        }
        for (number, action) in written.actions.iter().enumerate() {
            let (word, of) = (action.word(), number + 1);
            let mut push = |what: String, key: &str, value: u8, range| {
                let at = battle.card_address(card, &format!("/actions/{number}/{key}"));
                knobs.push(Knob { what, at, value: value.into(), range });
            };
            match action {
                Action::Attack { own, hits, .. } => {
                    if let Hits { flat, per_die: false } = hits {
                        push(format!("hits of {word} {of} of `{name}`"), "hits", *flat, 1..=20);
                    }
                    // None is meant where nothing is written.
                    if *own > 0 {
                        push(format!("hits on itself of {word} {of} of `{name}`"), "self", *own, 0..=20);
                    }
                }
                Action::Counterattack { hits, takes_less, .. } => {
                    if let Hits { flat, per_die: false } = hits {
                        push(format!("reduction of hits of {word} {of} of `{name}`"), "hits", *flat, 1..=20);
                    }
                    if *takes_less > 0 {
                        push(format!("hits taken less in {word} {of} of `{name}`"), "takes_less", *takes_less, 0..=20);
                    }
                }
                _ => {}
            }
        }
    }
    knobs
}

/// Returns other ways to write what is no whole number.
pub(super) fn alternatives(battle: &Battle) -> Vec<Alternative> {
    let mut all: Vec<Alternative> = first(battle).into_iter().collect();
    for card in battle.fielded_cards() {
        let written = battle.formation(card);
        let name = &written.name;
        if let Strength::Cubes(cubes) = written.strength {
            let others = [cubes.checked_sub(1).filter(|n| *n > 0), Some(cubes + 1).filter(|n| *n <= 3)];
            let others = others.into_iter().flatten().map(|n| (Strength::Cubes(n).to_string(), 1));
            let (what, at) = (format!("strength of `{name}`"), battle.card_address(card, "/strength"));
            all.extend(others.map(|to| rewritten(&what, &at, written.strength.to_string(), to)));
        }
        let (what, at) = (format!("dice of `{name}`"), battle.card_address(card, "/dice"));
        let areas = other_areas(&written.dice).into_iter().map(|area| (area.to_string(), 1));
        all.extend(areas.map(|to| rewritten(&what, &at, written.dice.to_string(), to)));
        all.push(toggle_star(battle, card));
        all.extend(other_wings(battle, card));
        for (number, action) in written.actions.iter().enumerate() {
            all.extend(requirements(battle, card, number, action));
            let (Action::Attack { hits, .. } | Action::Counterattack { hits, .. }) = action else { continue };
            if !hits.per_die {
                continue;
            }
            let what = format!("hits of {} {} of `{name}`", action.word(), number + 1);
            let at = battle.card_address(card, &format!("/actions/{number}/hits"));
            let others = [-1i16, 1, -2, 2].into_iter().filter_map(|by| {
                let flat = u8::try_from(i16::from(hits.flat) + by).ok().filter(|flat| *flat <= 20)?;
                Some((Hits { flat, per_die: true }.to_string(), u32::from(by.unsigned_abs())))
            });
            all.extend(others.map(|to| rewritten(&what, &at, hits.to_string(), to)));
        }
    }
    all.extend(cards(battle));
    all
}

/// Returns a value that is written in another way.
fn rewritten(what: &str, at: &Address, from: String, (to, size): (String, u32)) -> Alternative {
    let edits = vec![Edit::replace(at.clone(), to.clone())];
    Alternative { what: what.to_owned(), at: at.clone(), from, to, size, edits }
}

/// The card gets a star, or loses it.
fn toggle_star(battle: &Battle, card: usize) -> Alternative {
    let written = battle.formation(card);
    let at = battle.card_address(card, "/star");
    let (from, to, edit) = match written.star {
        true => ("yes", "no", Edit::replace(at.clone(), "false")),
        false => ("no", "yes", Edit::insert(battle.card_address(card, ""), "star: true")),
    };
    let what = format!("star of `{}`", written.name);
    Alternative { what, at, from: from.to_owned(), to: to.to_owned(), size: 2, edits: vec![edit] }
}

/// The card is in another wing of its side.
fn other_wings(battle: &Battle, card: usize) -> Vec<Alternative> {
    let written = battle.formation(card);
    let (what, at) = (format!("wing of `{}`", written.name), battle.card_address(card, "/wing"));
    let Some(side) = battle.cards[card].sides.first() else { return Vec::new() };
    let mut wings: Vec<_> = battle.armies[*side].cards.iter().map(|other| battle.formation(*other).wing).collect();
    wings.sort_by_key(|wing| wing.word());
    wings.dedup();
    let others = wings.into_iter().filter(|wing| *wing != written.wing);
    let from = || written.wing.word().to_owned();
    others.map(|wing| rewritten(&what, &at, from(), (wing.word().to_owned(), 2))).collect()
}

/// The requirements on dice, the easier before the harder.
const REQUIREMENTS: [Requirement; 4] =
    [Requirement::Pair, Requirement::TwoPairs, Requirement::Triplet, Requirement::FullHouse];

/// The dice on the card must show what is the next easier or harder to have, or nothing; or a pair where nothing is required.
fn requirements(battle: &Battle, card: usize, number: usize, action: &Action) -> Vec<Alternative> {
    let name = &battle.formation(card).name;
    let what = format!("requirement of {} {} of `{name}`", action.word(), number + 1);
    let at = battle.card_address(card, &format!("/actions/{number}/requires"));
    let Some(required) = action.requires() else {
        let Action::Attack { .. } = action else { return Vec::new() };
        let edits = vec![Edit::insert(battle.card_address(card, &format!("/actions/{number}")), "requires: pair")];
        return vec![Alternative { what, at, from: "nothing".to_owned(), to: "pair".to_owned(), size: 2, edits }];
    };
    let mut all = vec![Alternative {
        what: what.clone(),
        at: at.clone(),
        from: required.name().to_owned(),
        to: "nothing".to_owned(),
        size: 2,
        edits: vec![Edit::remove(at.clone())],
    }];
    if let Some(place) = REQUIREMENTS.iter().position(|other| *other == required) {
        let near = [place.checked_sub(1), Some(place + 1)].into_iter().flatten();
        let near = near.filter_map(|place| REQUIREMENTS.get(place));
        all.extend(near.map(|other| rewritten(&what, &at, required.name().to_owned(), (other.name().to_owned(), 1))));
    }
    all
}

/// The other side goes first.
fn first(battle: &Battle) -> Option<Alternative> {
    let [one, other] = battle.sides() else { return None };
    let is_first = one.first;
    if is_first == other.first {
        return None;
    }
    let (now, then) = if is_first { (0, 1) } else { (1, 0) };
    let side = |i: usize| battle.scenario_address(&format!("/scenario/sides/{i}"));
    Some(Alternative {
        what: "who goes first".to_owned(),
        at: side(now).join("/first"),
        from: format!("`{}`", battle.sides()[now].name),
        to: format!("`{}`", battle.sides()[then].name),
        size: 1,
        edits: vec![Edit::replace(side(now).join("/first"), "false"), Edit::insert(side(then), "first: true")],
    })
}

/// Returns the areas that take dice of one face more or one less, of one die or of several; longer or shorter sets.
fn other_areas(area: &DiceArea) -> Vec<DiceArea> {
    let made = |sets: &[DiceSet]| DiceArea { sets: sets.iter().copied().collect() };
    if let [DiceSet::Numbers { low, high }] = area.sets[..]
        && low < high
    {
        let narrower = [(low + 1, high), (low, high - 1)];
        let wider = [(low - 1, high), (low, high + 1)];
        let fits = |(low, high): &(u8, u8)| *low >= 1 && *high <= 6;
        let all = narrower.into_iter().chain(wider).filter(fits);
        return all.map(|(low, high)| made(&[DiceSet::Numbers { low, high }])).collect();
    }
    let faces: Vec<u8> = area.sets.iter().filter_map(|set| face_of(*set)).collect();
    if area.sets.is_empty() || faces.len() < area.sets.len() {
        let [set] = area.sets[..] else { return Vec::new() };
        let others = match set {
            DiceSet::Equal(n) => vec![DiceSet::Equal(5 - n)],
            DiceSet::Straight(n) => {
                [n - 1, n + 1].into_iter().filter(|n| (3..=6).contains(n)).map(DiceSet::Straight).collect()
            }
            _ => Vec::new(),
        };
        return others.into_iter().map(|set| made(&[set])).collect();
    }
    let mut all = Vec::new();
    for (i, set) in area.sets.iter().enumerate() {
        let others = |set: Option<DiceSet>| {
            let sets = area.sets.iter().enumerate().filter_map(|(k, kept)| if k == i { set } else { Some(*kept) });
            made(&sets.collect::<ArrayVec<DiceSet, 6>>())
        };
        if area.sets.len() > 1 {
            all.push(others(None));
        }
        let face = faces[i];
        let is_single = matches!(set, DiceSet::Single(_));
        let alike = |face| if is_single { DiceSet::Single(face) } else { DiceSet::Numbers { low: face, high: face } };
        all.push(others(Some(match is_single {
            true => DiceSet::Numbers { low: face, high: face },
            false => DiceSet::Single(face),
        })));
        for near in [face.wrapping_sub(1), face + 1].into_iter().filter(|near| (1..=6).contains(near)) {
            if faces.contains(&near) {
                continue;
            }
            // One face more, in the order of the faces.
            let mut sets: Vec<DiceSet> = area.sets.iter().copied().chain([alike(near)]).collect();
            sets.sort_by_key(|set| face_of(*set));
            if sets.len() <= 6 {
                all.push(made(&sets));
            }
        }
    }
    let mut seen = Vec::new();
    all.retain(|area| {
        !seen.contains(area) && {
            seen.push(area.clone());
            true
        }
    });
    all
}

/// Returns the one face of a set of dice; `None` if it takes several.
fn face_of(set: DiceSet) -> Option<u8> {
    match set {
        DiceSet::Numbers { low, high } if low == high => Some(low),
        DiceSet::Single(face) => Some(face),
        _ => None,
    }
}

/// Returns the alternatives of a side: to do without a card, or to get one that is in none.
fn cards(battle: &Battle) -> Vec<Alternative> {
    let mut all = Vec::new();
    for (i, side) in battle.sides().iter().enumerate() {
        let at = battle.scenario_address(&format!("/scenario/sides/{i}/cards"));
        let ranges = match &side.cards {
            Cards::One(range) => vec![*range],
            Cards::Many(ranges) => ranges.clone(),
        };
        let is_one = matches!(side.cards, Cards::One(_));
        let mut push = |card: usize, out: bool, edit: Edit| {
            let name = &battle.formation(card).name;
            let (from, to) = if out { ("in play", "removed") } else { ("not in play", "added") };
            let what = format!("card {} `{name}` of `{}`", battle.cards[card].id, side.name);
            let at = edit.at.clone();
            all.push(Alternative { what, at, from: from.into(), to: to.into(), size: 3, edits: vec![edit] });
        };
        for &card in &battle.armies[i].cards {
            let id = battle.cards[card].id;
            let Some(number) = ranges.iter().position(|range| range.cards().any(|other| other == id)) else { continue };
            let range = ranges[number];
            let item = if is_one { at.clone() } else { at.join(&format!("/{number}")) };
            let left = without(range, id);
            match &left[..] {
                [] if !is_one => push(card, true, Edit::remove(item)),
                [one] => push(card, true, Edit::replace(item, one.to_string())),
                [one, other] if is_one => push(card, true, Edit::replace(item, format!("[{one}, {other}]"))),
                _ => {}
            }
        }
        let unused = (0..battle.cards.len()).filter(|card| battle.cards[*card].sides.is_empty());
        for card in unused {
            let id = battle.cards[card].id;
            match is_one {
                true => push(card, false, Edit::replace(at.clone(), format!("[{}, {id}]", ranges[0]))),
                false => push(card, false, Edit::append(at.clone(), id.to_string())),
            }
        }
    }
    all
}

/// Returns a range without one of its cards, as ranges.
fn without(range: CardRange, id: CardId) -> Vec<CardRange> {
    let CardRange { first, last } = range;
    let before = (id.number > first.number).then(|| CardRange { first, last: CardId { number: id.number - 1, ..id } });
    let after = (id.number < last.number).then(|| CardRange { first: CardId { number: id.number + 1, ..id }, last });
    before.into_iter().chain(after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_beside_an_area_take_a_face_more_or_less() {
        let beside = |text: &str| {
            let areas = other_areas(&DiceArea::parse(text).expect("an area"));
            areas.iter().map(ToString::to_string).collect::<Vec<String>>()
        };
        assert_eq!(beside("6"), ["(6)", "5/6"]);
        assert_eq!(beside("5/6"), ["6", "(5)/6", "4/5/6", "5", "5/(6)"]);
        assert_eq!(beside("(4)"), ["4", "(3)/(4)", "(4)/(5)"]);
        assert_eq!(beside("4-6"), ["5-6", "4-5", "3-6"]);
        assert_eq!(beside("Any"), ["2-6", "1-5"]);
        assert_eq!(beside("Straight 3"), ["Straight 4"]);
        assert_eq!(beside("Doubles"), ["Triples"]);
        assert!(beside("none").is_empty() && beside("Doubles, Triples").is_empty());
        for text in ["1", "1/2/3/4/5/6", "(1)/(6)", "1-2", "Straight 6", "2/4-5"] {
            assert!(beside(text).iter().all(|area| DiceArea::parse(area).is_some()), "{text}");
        }
    }

    #[test]
    fn a_range_without_a_card_is_what_is_left() {
        let left = |range: &str, card: &str| {
            let (range, card) = (CardRange::parse(range).expect("a range"), CardId::parse(card).expect("a card"));
            without(range, card).iter().map(ToString::to_string).collect::<Vec<String>>()
        };
        assert_eq!(left("7A-10A", "7A"), ["8A-10A"]);
        assert_eq!(left("7A-10A", "9A"), ["7A-8A", "10A"]);
        assert_eq!(left("7A-8A", "8A"), ["7A"]);
        assert!(left("7A", "7A").is_empty());
    }
}
