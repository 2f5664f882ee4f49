//! A choice as plays and reports write it.

use serde_json::{Value, json};

use crate::engine::{FactKind, PlayerChoice, StatesEngine, TRAY};
use crate::field::{Direction, FieldSpot};
use crate::model::DeckKind;
use crate::rules::compile::facing;

/// The reactions of a unit to a charge, by number.
pub(super) const REACTIONS: [&str; 3] = ["hold", "shoot", "flee"];
/// The parts of a unit that is charged, in the order of [`Aspect`](crate::field::Aspect).
const ASPECTS: [&str; 4] = ["front", "left", "right", "rear"];
/// The answers about a Stratagem, by number.
pub(super) const STRATAGEM: [&str; 3] = ["no", "roll", "trash"];

/// Returns a choice: a word, or a map of the keys of an entry.
pub(super) fn option(engine: &StatesEngine, chosen: PlayerChoice) -> Value {
    let unit = |unit: u8| &engine.rules.unit(unit).number;
    let side = |side: u8| &engine.rules.sides[usize::from(side)].name;
    let order = |kind: u8| &engine.rules.card(DeckKind::Orders, kind).name;
    let starter = |kind: u8| &engine.rules.card(DeckKind::Starter, kind).name;
    match chosen {
        PlayerChoice::Pass => json!("pass"),
        PlayerChoice::LeaveOut(kind) => json!({"leave_out": order(kind)}),
        PlayerChoice::Conceal(hidden) => json!({"conceal": unit(hidden)}),
        PlayerChoice::Deploys(who) => json!({"deploys": side(who)}),
        PlayerChoice::Place(placed, x, lane) => json!({"place": unit(placed), "to": to(engine, placed, x, lane)}),
        PlayerChoice::Nudge(nudged, x, lane) => json!({"nudge": unit(nudged), "to": to(engine, nudged, x, lane)}),
        PlayerChoice::Swap(a, b) => json!({"swap": [unit(a), unit(b)]}),
        PlayerChoice::Mark(marked) => json!({"mark": unit(marked)}),
        PlayerChoice::Pick(kind) => json!({"pick": order(kind)}),
        PlayerChoice::First(who) => json!({"first": side(who)}),
        PlayerChoice::Stratagem(how) => json!({"stratagem": STRATAGEM[usize::from(how)]}),
        PlayerChoice::PlayEvent(kind) => json!({"card": engine.rules.card(DeckKind::Events, kind).name}),
        PlayerChoice::Play(kind, acts) if kind == acts => json!({"card": order(kind)}),
        PlayerChoice::Play(kind, acts) => json!({"card": order(kind), "as": order(acts)}),
        PlayerChoice::Discard(kind) => json!({"discard": order(kind)}),
        PlayerChoice::Stop(by, kind) => json!({"by": side(by), "stop": starter(kind)}),
        PlayerChoice::ReRoll(by, kind) => json!({"by": side(by), "reroll": starter(kind)}),
        PlayerChoice::Starter(kind) => json!({"starter": starter(kind)}),
        PlayerChoice::Aim(character) => json!({"aim": unit(character)}),
        PlayerChoice::Unit(moved) => json!({"unit": unit(moved)}),
        PlayerChoice::Go(moved, x, lane, way) => json!({"to": position_value(engine, moved, x, lane, way)}),
        PlayerChoice::Charge(enemy) => json!({"charge": unit(enemy)}),
        PlayerChoice::Free(moved, x, lane, way) => {
            json!({"free": unit(moved), "to": position_value(engine, moved, x, lane, way)})
        }
        PlayerChoice::React(how) => json!({"react": REACTIONS[usize::from(how)]}),
        PlayerChoice::Shoot(shooter, at) => json!({"shoot": unit(shooter), "target": target(engine, at)}),
        PlayerChoice::Challenge(by, against) => json!({"challenge": unit(by), "against": unit(against)}),
        PlayerChoice::Bolt(wizard, at) => json!({"cast": unit(wizard), "bolt": target(engine, at)}),
        PlayerChoice::Ward(wizard, friend) => json!({"cast": unit(wizard), "ward": unit(friend)}),
        PlayerChoice::Rally(fleeing) => json!({"rally": unit(fleeing)}),
        PlayerChoice::Pursue(pursuer) => json!({"pursue": unit(pursuer)}),
        PlayerChoice::Lose(kind) => json!({"lose": order(kind)}),
        PlayerChoice::Risk(yes) => json!({"risk": yes}),
        PlayerChoice::Accept(yes) => json!({"accept": yes}),
        PlayerChoice::Inspire(yes) => json!({"inspire": yes}),
        PlayerChoice::Fact(kind, a, b) => fact(engine, kind, a, b),
        PlayerChoice::Settled => json!("settled"),
    }
}

/// Returns a fact of the base game.
fn fact(engine: &StatesEngine, kind: FactKind, a: u8, b: u8) -> Value {
    let unit = |unit: u8| &engine.rules.unit(unit).number;
    let side = |side: u8| &engine.rules.sides[usize::from(side)].name;
    let by = |key: &str| if a == b { json!({key: unit(a)}) } else { json!({key: unit(a), "by": unit(b)}) };
    match kind {
        FactKind::Charged(aspect) => json!({"charged": unit(a), "target": unit(b), "from": ASPECTS[aspect as usize]}),
        FactKind::ChargedFar(aspect) => {
            json!({"charged": unit(a), "target": unit(b), "from": ASPECTS[aspect as usize], "far": true})
        }
        FactKind::Won => json!({"won": [unit(a)]}),
        FactKind::Lost => json!({"lost": [unit(a)]}),
        FactKind::Fought => json!("fought"),
        FactKind::Killed => by("killed"),
        FactKind::Broke => by("broke"),
        FactKind::Gone => json!({"gone": unit(a)}),
        FactKind::Challenged => json!({"challenge": unit(a), "against": unit(b), "wins": true}),
        FactKind::ChallengeLost => json!({"challenge": unit(a), "against": unit(b), "wins": false}),
        FactKind::Held => json!({"place": engine.rules.places[usize::from(a)].name, "held_by": side(b)}),
        FactKind::UsedStarter => json!({"used": engine.rules.card(DeckKind::Starter, a).name, "side": side(b)}),
        FactKind::UsedKept => json!({"used": engine.rules.card(DeckKind::Events, a).name, "side": side(b)}),
    }
}

/// Returns a place as inches from the edge of a unit's own side, and a lane.
pub(crate) fn to(engine: &StatesEngine, unit: u8, x: u8, lane: u8) -> Value {
    json!({"at": inches(engine, unit, FieldSpot { x, lane }), "lane": lane})
}

fn position_value(engine: &StatesEngine, unit: u8, x: u8, lane: u8, way: Direction) -> Value {
    let way = facing(engine.rules.unit(unit).side, way);
    json!({"at": inches(engine, unit, FieldSpot { x, lane }), "lane": lane, "facing": way})
}

/// Returns the inches of a place from the edge of a unit's own side.
pub(super) fn inches(engine: &StatesEngine, unit: u8, spot: FieldSpot) -> u8 {
    if engine.rules.unit(unit).side == 0 { spot.x } else { engine.rules.numbers.depth.saturating_sub(spot.x) }
}

/// Returns a unit that is aimed at, or a tray, counted over the trays of its side.
fn target(engine: &StatesEngine, target: u8) -> Value {
    let Some(tray) = target.checked_sub(TRAY).map(usize::from) else {
        return json!(engine.rules.unit(target).number);
    };
    let side = engine.rules.trays[tray].side;
    let number = engine.rules.trays[..=tray].iter().filter(|other| other.side == side).count();
    json!(format!("tray {number}"))
}
