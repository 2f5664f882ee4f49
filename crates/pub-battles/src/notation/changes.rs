//! What was drawn and what has changed, in words, as a side sees it: of an unspotted headquarters of the enemy only where one went,
//! never which (PB-10.5).

use muster_core::play::chance::Draw;
use muster_systems::live::Speech;
use muster_systems::notation::{Changed, rolls};

use super::options::order_of;
use crate::PubBattles;
use crate::engine::{PubEngine, PubMove, draws};
use crate::geometry::MapPoint;
use crate::rules::HqCover;
use crate::state::{BlockFlags, BlockState, PubPhase, PubState};

/// Returns what was drawn: chits by name, dice.
pub(super) fn describe_draws(engine: &PubEngine, state: &PubState, drawn: &[Draw], seen_by: Option<usize>) -> String {
    let rules = &engine.rules;
    let block = |block: u8| rules.blocks[usize::from(block)].full_name.as_str();
    let group = |dice: &[Draw]| {
        let Draw { label, number } = dice[0];
        let of = || {
            let (one, other) = draws::blocks_of(label);
            (block(one), block(other))
        };
        match label.kind {
            draws::CHIT => chit(engine, state, number as usize, seen_by),
            draws::BOMBARDMENT => format!("{} bombards {}: {}", of().0, of().1, rolls(dice)),
            draws::ATTACKER => {
                let round = draws::round_of(label);
                format!("{} attacks {}, round {round}: {}", of().0, of().1, rolls(dice))
            }
            draws::DEFENDER => format!("{} {}", of().1, rolls(dice)),
            draws::SUCCESSOR => format!("the successor of the leader {}", rolls(dice)),
            _ if label == draws::ENTRY => format!("for the entry {}", rolls(dice)),
            _ => format!("for the orders {}", rolls(dice)),
        }
    };
    drawn.chunk_by(|a, b| a.label == b.label).map(group).collect::<Vec<_>>().join(" · ")
}

/// Returns the chit that was drawn; of an unspotted headquarters of the enemy only its side.
fn chit(engine: &PubEngine, state: &PubState, command: usize, seen_by: Option<usize>) -> String {
    let rules = &engine.rules.commands[command];
    match is_seen(engine, state, command, seen_by) {
        true => format!("chit: {}", rules.name),
        false => format!("chit: an unspotted headquarters of {}", engine.rules.sides[usize::from(rules.side)].name),
    }
}

/// Returns true if a side can tell which command a headquarters is of.
fn is_seen(engine: &PubEngine, state: &PubState, command: usize, seen_by: Option<usize>) -> bool {
    let side = usize::from(engine.rules.commands[command].side);
    seen_by.is_none_or(|seen_by| seen_by == side) || !state.commands[command].cover.is_unspotted()
}

/// Returns what has changed on the map, and the time.
pub(super) fn changes(engine: &PubEngine, step: &Changed<'_, PubBattles>, seen_by: Option<usize>) -> Vec<String> {
    let Changed { before, after, .. } = *step;
    let mut changes = Vec::new();
    for (number, rules) in engine.rules.blocks.iter().enumerate() {
        if !is_seen(engine, after, rules.command.into(), seen_by) {
            continue;
        }
        let (was, now) = (&before.blocks[number], &after.blocks[number]);
        changes.extend(block_changes(step, (number as u8, was, now)).map(|what| format!("{} {what}", rules.full_name)));
    }
    for number in 0..engine.rules.commands.len() {
        if is_seen(engine, after, number, seen_by) {
            changes.extend(command_changes(engine, step, number, seen_by));
        }
    }
    for side in 0..2 {
        changes.extend(unspotted_moves(engine, step, side, seen_by));
    }
    // A contact is a fact of the map, as the blocks are.
    let (old, new) = (before.attacks(), after.attacks());
    for attack in new.get(old.len()..).into_iter().flatten() {
        let name = |block: u8| &engine.rules.blocks[usize::from(block)].full_name;
        changes.push(format!("{} is in contact with {}", name(attack.attacker), name(attack.defender)));
    }
    for (side, (was, now)) in engine.rules.sides.iter().zip(before.losses.iter().zip(after.losses)) {
        if *was != now {
            changes.push(format!("losses of {}: {was} to {now}", side.name));
        }
    }
    changes.extend(time(before, after));
    changes
}

/// Returns what has changed of a block, as it goes on after its name.
fn block_changes(
    step: &Changed<'_, PubBattles>,
    (number, was, now): (u8, &BlockState, &BlockState),
) -> impl Iterator<Item = String> + use<> {
    let flags = |flag: BlockFlags| (was.flags.has(flag), now.flags.has(flag));
    let mut changes = Vec::new();
    let acts = matches!(step.before.phase, PubPhase::Act(_, block) if block == number);
    let is_told = acts
        || matches!(step.chosen, Some(PubMove::Place { block, .. } | PubMove::Support { block, .. }) if *block == number);
    match (was.is_on_map(), now.is_on_map()) {
        (true, false) if now.flags.has(BlockFlags::ELIMINATED) => changes.push("is eliminated".to_owned()),
        (false, true) if was.flags.has(BlockFlags::ELIMINATED) => {
            changes.push(format!("is recovered at {}", place(now.at)));
        }
        (false, true) if !is_told => changes.push(format!("comes to {}", place(now.at))),
        (true, true) => {
            if was.at != now.at && !is_told {
                changes.push(format!("goes back to {}", place(now.at)));
            }
            match flags(BlockFlags::SPENT) {
                (false, true) => changes.push("is spent".to_owned()),
                (true, false) => changes.push("is fresh again".to_owned()),
                _ => {}
            }
            match flags(BlockFlags::COLUMN) {
                (false, true) => changes.push("is in column".to_owned()),
                (true, false) => changes.push("leaves the column".to_owned()),
                _ => {}
            }
            if flags(BlockFlags::FLIPPED) == (false, true) {
                changes.push("is flipped".to_owned());
            }
        }
        _ => {}
    }
    changes.into_iter()
}

/// Returns what has changed of a headquarters that a side knows, and of its orders.
fn command_changes(
    engine: &PubEngine,
    step: &Changed<'_, PubBattles>,
    number: usize,
    seen_by: Option<usize>,
) -> Vec<String> {
    let (was, now) = (&step.before.commands[number], &step.after.commands[number]);
    let rules = &engine.rules.commands[number];
    let mut changes = Vec::new();
    match (was.cover, now.cover) {
        (HqCover::Hidden, HqCover::Open) => changes.push(format!("the headquarters {} is spotted", rules.name)),
        (HqCover::Fog, HqCover::Removed) => {
            changes.push(format!("{} was the Fog of War and is removed", rules.name));
        }
        _ => {}
    }
    let is_told = matches!(step.chosen, Some(PubMove::Hq(_) | PubMove::Joins { .. }))
        && is_seen(engine, step.before, number, seen_by);
    match now.at {
        Some(at) if was.at != now.at && !is_told => {
            changes.push(format!("the headquarters {} is at {}", rules.name, place(at)));
        }
        _ => {}
    }
    if was.leader != now.leader {
        changes.push(format!("the leader of {} is {} now", rules.name, now.leader.word()));
    }
    if (was.flipped, now.flipped) == (false, true) {
        changes.push(format!("the headquarters {} is flipped", rules.name));
    }
    if was.orders.before != now.orders.before
        && let Some(order) = now.orders.before
    {
        let orders = Speech { name: &|_| None, key: &|_| None };
        changes.push(format!("the orders of {} until now: {}", rules.name, orders.sentence(&order_of(engine, &order))));
    }
    changes
}

/// Returns where unspotted headquarters of a side went that another cannot tell apart.
fn unspotted_moves(
    engine: &PubEngine,
    step: &Changed<'_, PubBattles>,
    side: u8,
    seen_by: Option<usize>,
) -> Vec<String> {
    let places = |state: &PubState, other: &PubState| {
        let numbers = (0..engine.rules.commands.len()).filter(|number| {
            // One that is spotted in this step is told by its name.
            let is_unknown = |state: &PubState| !is_seen(engine, state, *number, seen_by);
            engine.rules.commands[*number].side == side && is_unknown(state) && is_unknown(other)
        });
        let mut places: Vec<MapPoint> = numbers.filter_map(|number| state.commands[number].at).collect();
        places.sort_unstable();
        places
    };
    let (was, now) = (places(step.before, step.after), places(step.after, step.before));
    let name = &engine.rules.sides[usize::from(side)].name;
    let gone: Vec<&MapPoint> = was.iter().filter(|at| !now.contains(at)).collect();
    let come: Vec<&MapPoint> = now.iter().filter(|at| !was.contains(at)).collect();
    let from = gone.first().map(|at| format!(" from {}", place(**at))).unwrap_or_default();
    let told = |at: &&MapPoint| match from.is_empty() {
        true => format!("an unspotted headquarters of {name} comes to {}", place(**at)),
        false => format!("an unspotted headquarters of {name} goes{from} to {}", place(**at)),
    };
    come.iter().map(told).collect()
}

/// Returns the turn or the night that has begun.
fn time(before: &PubState, after: &PubState) -> Option<String> {
    match (before.night, after.night) {
        _ if matches!(after.phase, PubPhase::Over(..)) => None,
        (false, true) => Some("night falls".to_owned()),
        (true, false) => Some(format!("day {} begins, turn {}", after.day, after.turn)),
        _ => (before.turn != after.turn).then(|| format!("turn {} begins", after.turn)),
    }
}

fn place(at: MapPoint) -> String {
    format!("{}, {}", at.x, at.y)
}
