//! What was drawn and what has changed, in words, as a side sees it.

use muster_core::play::chance::Draw;
use muster_systems::english::count_of;
use muster_systems::notation::{Changed, rolls};

use super::options::inches;
use crate::StatesOfBattle;
use crate::engine::{EVENTS, GENERALSHIP, LOTS, ORDERS, PlayerChoice, StatesEngine};
use crate::field::one;
use crate::model::DeckKind;
use crate::rules::CardCounts;
use crate::state::{FieldState, count};
use crate::values::MoraleState;

/// Returns what was drawn: Generalship dice and cards by side, other dice. A side sees of the cards of the other only how many.
pub(super) fn describe_draws(engine: &StatesEngine, draws: &[Draw], seen_by: Option<usize>) -> String {
    let group = |draws: &[Draw]| {
        let label = draws[0].label;
        let side = || engine.rules.sides[label.piece as usize].name.as_str();
        match label.kind {
            ORDERS | EVENTS => {
                let (deck, noun) = match label.kind == ORDERS {
                    true => (DeckKind::Orders, "Orders card"),
                    false => (DeckKind::Events, "Event card"),
                };
                let is_seen = seen_by.is_none_or(|seen_by| seen_by == label.piece as usize);
                let names: Vec<&str> =
                    draws.iter().map(|draw| engine.rules.card(deck, draw.number as u8).name.as_str()).collect();
                let cards = count_of(draws.len() as u32, noun);
                match is_seen {
                    true => format!("{} draws {cards}: {}", side(), names.join(", ")),
                    false => format!("{} draws {cards}", side()),
                }
            }
            GENERALSHIP => format!("{} {} (Generalship)", side(), rolls(draws)),
            LOTS => format!("{} {} (Generalship, for the deployment)", side(), rolls(draws)),
            _ => rolls(draws),
        }
    };
    draws.chunk_by(|a, b| a.label == b.label).map(group).collect::<Vec<_>>().join(" · ")
}

/// Returns what has changed: units, counters and states of armies, hands, achievements and places.
pub(super) fn changes(
    engine: &StatesEngine,
    step: &Changed<'_, StatesOfBattle>,
    seen_by: Option<usize>,
) -> Vec<String> {
    let mut changes = Vec::new();
    for unit in 0..engine.rules.units.len() as u8 {
        changes.extend(unit_changes(engine, step, unit, seen_by));
    }
    for side in 0..2 {
        changes.extend(side_changes(engine, step, side));
    }
    let Changed { before, after, .. } = *step;
    let side = |side: u8| &engine.rules.sides[usize::from(side)].name;
    for (row, (was, now)) in engine.rules.achievements.iter().zip(before.achieved.iter().zip(after.achieved)) {
        if let Some(winner) = now.filter(|_| was.is_none()) {
            changes.push(format!("{} wins {}", side(winner), row.name));
        }
    }
    for (row, (was, now)) in engine.rules.places.iter().zip(before.places.iter().zip(after.places)) {
        match now {
            Some(holder) if *was != now => changes.push(format!("{} holds {}", side(holder), row.name)),
            None if was.is_some() => changes.push(format!("nobody holds {}", row.name)),
            _ => {}
        }
    }
    changes
}

/// A set of units in a state.
type UnitSet<'a> = &'a dyn Fn(&FieldState) -> u64;

/// Returns what has changed of a unit; of one under a tray, its owner alone sees which it is.
fn unit_changes(
    engine: &StatesEngine,
    step: &Changed<'_, StatesOfBattle>,
    unit: u8,
    seen_by: Option<usize>,
) -> Vec<String> {
    let Changed { before, after, chosen } = *step;
    let row = engine.rules.unit(unit);
    let is_own = seen_by.is_none_or(|seen_by| seen_by == usize::from(row.side));
    let carrier = row.host.unwrap_or(unit);
    let under = |state: &FieldState| state.sets.hidden & one(carrier) != 0;
    if !is_own && (under(after) || row.host.is_some() && under(before)) {
        let lost = before.units[usize::from(unit)].models.saturating_sub(after.units[usize::from(unit)].models);
        let is_hit = under(before) && lost > 0;
        return if is_hit {
            vec![format!("a unit under a tray loses {}", count_of(lost, "model"))]
        } else {
            Vec::new()
        };
    }
    let name = format!("{} {}", row.number, row.name);
    let (was, now) = (&before.units[usize::from(unit)], &after.units[usize::from(unit)]);
    let gained = |set: &dyn Fn(&FieldState) -> u64| {
        let [was, now] = [before, after].map(|state| set(state) & one(unit) != 0);
        (was != now).then_some(now)
    };
    if gained(&|state| state.sets.out) == Some(true) {
        return vec![format!("{name} is lost")];
    }
    let mut changes = Vec::new();
    let is_placed = matches!(chosen, Some(PlayerChoice::Place(..) | PlayerChoice::Conceal(_)));
    let mut say = |what: String| changes.push(format!("{name} {what}"));
    if gained(&|state| state.sets.hidden) == Some(false) {
        say("is revealed".to_owned());
    }
    if gained(&|state| state.sets.field) == Some(true) && !is_placed {
        say("arrives".to_owned());
    }
    let is_there = |state: &FieldState| state.sets.field & one(unit) != 0;
    let goes = chosen.and_then(|chosen| chosen.goes()).is_some_and(|(goes, ..)| goes == unit);
    if is_there(before) && is_there(after) && was.spot != now.spot && !goes {
        say(format!("moves to inch {}, lane {}", inches(engine, unit, now.spot), now.spot.lane));
    }
    if now.models < was.models {
        say(format!("loses {}", count_of(was.models - now.models, "model")));
    }
    let states: [(UnitSet<'_>, &str, &str); 5] = [
        (&|state| state.sets.flees, "flees", "rallies"),
        (&|state| state.sets.fights, "is in combat", "is out of combat"),
        (&|state| state.sets.spent, "is spent", "is reloaded"),
        (&|state| state.sets.warded, "has a ward", "has no ward any more"),
        (&|state| state.sets.marked, "", "is no longer marked"),
    ];
    for (set, yes, no) in states {
        match gained(set) {
            Some(true) if !yes.is_empty() => say(yes.to_owned()),
            Some(false) => say(no.to_owned()),
            _ => {}
        }
    }
    changes
}

/// Returns what has changed of a side: its counters and the state of its army, its hand, its Stratagem.
fn side_changes(engine: &StatesEngine, step: &Changed<'_, StatesOfBattle>, side: u8) -> Vec<String> {
    let Changed { before, after, chosen } = *step;
    let (name, index) = (&engine.rules.sides[usize::from(side)].name, usize::from(side));
    let mut changes = Vec::new();
    let (was, now) = (before.total(side), after.total(side));
    if was != now {
        changes.push(format!("counters of {name}: {was} to {now}"));
    }
    if before.condition(side) != after.condition(side) {
        let state = MoraleState::ALL[usize::from(after.condition(side))].word();
        changes.push(format!("the army of {name} is {state}"));
    }
    let held = |state: &FieldState, deck: DeckKind| count(state.cards[index].held_cards(deck));
    // The card of the choice is in its words; one round ends, and the next draws, only where both hands are empty.
    let (orders, events, starter) = match chosen {
        Some(
            PlayerChoice::Play(..) | PlayerChoice::Discard(_) | PlayerChoice::Lose(_) | PlayerChoice::Stratagem(2),
        ) => (1, 0, 0),
        Some(PlayerChoice::PlayEvent(_)) => (0, 1, 0),
        Some(PlayerChoice::Stop(by, _) | PlayerChoice::ReRoll(by, _)) if *by == side => (0, 0, 1),
        Some(PlayerChoice::Starter(_)) => (0, 0, 1),
        _ => (0, 0, 0),
    };
    let decks = [
        (DeckKind::Orders, orders, "Orders card"),
        (DeckKind::Events, events, "Event card"),
        (DeckKind::Starter, starter, "starter card"),
    ];
    for (deck, told, noun) in decks {
        let lost = held(before, deck).saturating_sub(held(after, deck)).saturating_sub(told);
        if lost > 0 {
            changes.push(format!("{name} has {} fewer in hand", count_of(lost, noun)));
        }
    }
    let kept = |state: &FieldState| state.cards[index].kept;
    changes.extend(
        differing(&kept(after), &kept(before))
            .map(|kind| format!("{name} keeps {}", engine.rules.card(DeckKind::Events, kind).name)),
    );
    changes.extend(
        differing(&kept(before), &kept(after))
            .map(|kind| format!("{name} has used {}", engine.rules.card(DeckKind::Events, kind).name)),
    );
    match (before.stratagem[index], after.stratagem[index]) {
        (was, now) if was == now => {}
        (_, 0) => changes.push(format!("the Stratagem of {name} is over")),
        (_, now) => changes.push(format!("the die of the Stratagem of {name} shows {now}")),
    }
    changes
}

/// Returns the kinds of which there are more in one place than in the other.
fn differing<'a>(more: &CardCounts, less: &'a CardCounts) -> impl Iterator<Item = u8> + use<'a> {
    let more = *more;
    (0..).zip(more.into_iter().zip(less)).filter(|(_, (more, less))| more > *less).map(|(kind, _)| kind)
}
