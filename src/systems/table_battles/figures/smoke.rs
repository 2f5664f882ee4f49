//! What a run of battles says of formations: their figures, and what they never did.

use serde_json::Value;

use super::usable::usable;
use crate::diag::{Code, Diagnostic, Severity};
use crate::play::smoke::Totals;
use crate::systems::table_battles::engine::{Counter, TableBattles};
use crate::systems::table_battles::model::Action;
use crate::systems::table_battles::notation::DiceSet;
use crate::systems::table_battles::resolve::Battle;
use crate::systems::{Counted, Piece, Use};

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

/// What smoke tests of Table Battles can find, besides what they find in every game.
pub const CODES: &[Code] = &[NEVER_TOOK_DICE, NEVER_PERFORMED, NEVER_ENTERED, NEVER_IN_EFFECT];

impl Counter {
    /// The figure's name in reports.
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

/// The figures of a smoke test's report.
const SHOWN: [Counter; 7] = [
    Counter::Placed,
    Counter::Acted,
    Counter::Reacted,
    Counter::Entered,
    Counter::Routed,
    Counter::Retired,
    Counter::Pursued,
];

impl Counted for TableBattles {
    const PIECES: &'static str = "formations";

    fn pieces(engine: &TableBattles, totals: &Totals) -> Vec<Piece> {
        let figure = |formation, what: Counter| totals.counters[engine.counter(formation, what)];
        let pieces = (0..engine.formations() as u8).map(|formation| Piece {
            card: engine.id(formation).to_string(),
            name: engine.name(formation).to_owned(),
            side: engine.side_name(engine.side(formation)).to_owned(),
            figures: SHOWN
                .map(|what| (what.name().to_owned(), Value::from(figure(formation, what))))
                .into_iter()
                .collect(),
        });
        pieces.collect()
    }

    fn idle(engine: &TableBattles, battle: &Battle, totals: &Totals, during: &str) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (number, card) in battle.armies.iter().flat_map(|army| army.cards.iter().copied()).enumerate() {
            let formation = number as u8;
            let never = |what: Counter| totals.counters[engine.counter(formation, what)] == 0;
            let written = battle.formation(card);
            let name = &written.name;
            if written.reserve.is_some() && never(Counter::Entered) {
                // What it did not do in play follows from this.
                let text = format!("`{name}` never left reserve in {during}");
                found.push(Diagnostic::new(NEVER_ENTERED, battle.at(card, "/reserve"), text));
                continue;
            }
            if !written.dice.sets.is_empty() && never(Counter::Placed) {
                let text = format!("`{name}` never took dice in {during}");
                let help = written.dice.sets.iter().any(|set| matches!(set, DiceSet::Straight(_)));
                let finding = Diagnostic::new(NEVER_TOOK_DICE, battle.at(card, "/dice"), text);
                found.push(if help {
                    finding.help("long straights hardly ever come; try a shorter one")
                } else {
                    finding
                });
                continue;
            }
            for (i, action) in written.actions.iter().enumerate() {
                if totals.counters[engine.action_counter(formation, i as u8)] == 0 {
                    let text = format!("the {} of `{name}` was never performed in {during}", action.word());
                    found.push(Diagnostic::new(NEVER_PERFORMED, battle.at(card, &format!("/actions/{i}/type")), text));
                }
            }
        }
        for (number, placed) in battle.effects().iter().enumerate() {
            if totals.counters[engine.effect_counter(number)] == 0 {
                let text = format!("the special rule `{}` never made a difference in {during}", placed.effect.word());
                found.push(Diagnostic::new(NEVER_IN_EFFECT, battle.at_effect(placed, "/rule"), text));
            }
        }
        found
    }

    fn usable(engine: &TableBattles, battle: &Battle) -> Vec<Use> {
        usable(engine, battle)
    }
}

impl Action {
    /// The word after `type:`.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Action::Attack { .. } => "attack",
            Action::Bombard { .. } => "bombard",
            Action::Command { .. } => "command",
            Action::Screen { .. } => "screen",
            Action::Counterattack { .. } => "counterattack",
            Action::Absorb { .. } => "absorb",
        }
    }
}
