//! The meaning of the engine's counters: the figures of formations, and the parts of a battle that can be used.

use muster_core::diag::{Code, Severity};
use muster_systems::counters::{CountedPiece, CountedTable, Counters, Figure, PartCounter, Used};
use muster_systems::measures::{BattleMeasure, MeasureSource};

use crate::engine::{Counter, EndCounter, SideCounter, TableBattles};
use crate::model::Formation;
use crate::resolve::{Battle, Placed};
use crate::values::DiceSet;

/// A formation that never took dice.
pub const NEVER_TOOK_DICE: Code =
    Code::new("TB301", "never-took-dice", Severity::Warning, include_str!("smoke/never_took_dice.md"));
/// An action or reaction that was never performed.
pub const NEVER_PERFORMED: Code =
    Code::new("TB302", "never-performed", Severity::Warning, include_str!("smoke/never_performed.md"));
/// A formation that never left reserve.
pub const NEVER_ENTERED: Code =
    Code::new("TB303", "never-entered", Severity::Warning, include_str!("smoke/never_entered.md"));

/// A special rule that never made a difference.
pub const NEVER_IN_EFFECT: Code =
    Code::new("TB304", "never-in-effect", Severity::Warning, include_str!("smoke/never_in_effect.md"));

/// The kinds of findings of smoke tests of Table Battles, besides those of every game.
pub const CODES: &[Code] = &[NEVER_TOOK_DICE, NEVER_PERFORMED, NEVER_ENTERED, NEVER_IN_EFFECT];

impl Counter {
    /// Returns the figure's name in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Counter::Placed => "placed",
            Counter::Acted => "acted",
            Counter::Reacted => "reacted",
            Counter::Entered => "entered",
            Counter::Routed => "routed",
            Counter::Retired => "retired",
            Counter::Pursued => "pursued",
            Counter::Dice => "dice",
            Counter::Given => "hits_given",
            Counter::Taken => "hits_taken",
        }
    }
}

/// Returns the meaning of the counters of a battle's engine.
pub(super) fn counters(engine: &TableBattles, battle: &Battle) -> Counters {
    let formations = 0..engine.formations() as u8;
    let figure = |what: Counter| Figure {
        name: what.name(),
        counters: formations.clone().map(|formation| engine.counter(formation, what)).collect(),
        in_smoke: !matches!(what, Counter::Dice | Counter::Given | Counter::Taken),
        in_turn: matches!(what, Counter::Entered | Counter::Routed),
        loss: (what == Counter::Routed).then_some("routs"),
    };
    let piece = |formation: u8| {
        let parts = (0..engine.actions(formation) as u8).map(|action| PartCounter {
            index: engine.action_counter(formation, action),
            word: engine.action_word(formation, action),
        });
        CountedPiece {
            card: engine.id(formation).to_string(),
            name: engine.name(formation).to_owned(),
            side: engine.side(formation),
            parts: parts.collect(),
        }
    };
    let cards = battle.armies.iter().flat_map(|army| army.cards.iter().copied()).zip(formations.clone());
    let of_cards = cards.flat_map(|(card, formation)| used_of_card(engine, battle, card, formation));
    let pieces = formations.clone().map(piece).collect();
    Counters {
        tables: vec![CountedTable { noun: "formations", pieces, figures: Counter::ALL.map(figure).into() }],
        used: of_cards.chain(used_of_effects(engine, battle)).collect(),
        measures: measures(engine),
    }
}

/// Returns the measures of battles.
fn measures(engine: &TableBattles) -> Vec<BattleMeasure> {
    let number = |side: usize, what: SideCounter| engine.side_counter(side, what);
    let by_side: [(&'static str, &dyn Fn(usize) -> MeasureSource); 3] = [
        ("idle rolls", &|side| {
            MeasureSource::Share(number(side, SideCounter::Idle), number(side, SideCounter::Rolls), "rolls")
        }),
        ("turns lost to reactions", &|side| {
            MeasureSource::Share(number(side, SideCounter::Lost), number(side, SideCounter::Turns), "turns")
        }),
        ("longest run of lost turns", &|side| MeasureSource::Runs(engine.runs_counter(side))),
    ];
    let of_battles = [
        ("slugfests", MeasureSource::Battles(engine.end_counter(EndCounter::Stumps))),
        ("cubes to and fro", MeasureSource::Battles(engine.end_counter(EndCounter::ToAndFro))),
        ("cubes taken back", MeasureSource::Mean(engine.end_counter(EndCounter::TakenBack))),
    ];
    let of_sides = by_side
        .iter()
        .flat_map(|(name, from)| (0..2).map(|side| BattleMeasure { name, side: Some(side), from: from(side) }));
    of_sides.chain(of_battles.into_iter().map(|(name, from)| BattleMeasure { name, side: None, from })).collect()
}

/// Returns what of a formation is there to be used: it enters play, takes dice, acts and reacts.
fn used_of_card(engine: &TableBattles, battle: &Battle, card: usize, formation: u8) -> Vec<Used> {
    let written: &Formation = battle.formation(card);
    let name = &written.name;
    let [entered, placed] = [Counter::Entered, Counter::Placed].map(|what| engine.counter(formation, what));
    let used = |counter, what: String, at: &str, code, never: String| Used {
        counter,
        after: Vec::new(),
        card: engine.id(formation).to_string(),
        name: name.clone(),
        what,
        at: battle.card_address(card, at),
        code,
        never,
        help: None,
    };
    // What a card did not do in play follows from what it did not do before.
    let (mut all, mut after) = (Vec::new(), Vec::new());
    if written.reserve.is_some() {
        let never = format!("`{name}` never left reserve");
        all.push(used(entered, "enters play".to_owned(), "/reserve", NEVER_ENTERED, never));
        after.push(entered);
    }
    if !written.dice.sets.is_empty() {
        let is_long = |set: &DiceSet| matches!(set, DiceSet::Straight(_));
        let help =
            written.dice.sets.iter().any(is_long).then_some("long straights are rarely rolled; try a shorter one");
        let never = format!("`{name}` never took dice");
        let used = used(placed, "takes dice".to_owned(), "/dice", NEVER_TOOK_DICE, never);
        all.push(Used { after: after.clone(), help, ..used });
        after.push(placed);
    }
    all.extend(written.actions.iter().zip(0..).map(|(action, number)| {
        let word = action.word();
        let at = format!("/actions/{number}/type");
        let never = format!("the {word} of `{name}` was never performed");
        let counter = engine.action_counter(formation, number);
        let used = used(counter, format!("{} {word}", number + 1), &at, NEVER_PERFORMED, never);
        Used { after: after.clone(), ..used }
    }));
    all
}

/// Returns the special rules of a battle.
fn used_of_effects(engine: &TableBattles, battle: &Battle) -> Vec<Used> {
    let used = |(number, placed): (usize, Placed<'_>)| {
        let word = placed.effect.word();
        Used {
            counter: engine.effect_counter(number),
            after: Vec::new(),
            card: placed.card.map(|card| battle.cards[card].id.to_string()).unwrap_or_default(),
            name: placed.card.map_or("the scenario", |card| &battle.formation(card).name).to_owned(),
            what: format!("rule {word}"),
            at: battle.effect_address(&placed, "/rule"),
            code: NEVER_IN_EFFECT,
            never: format!("the special rule `{word}` never had an effect"),
            help: None,
        }
    };
    battle.effects().into_iter().enumerate().map(used).collect()
}
