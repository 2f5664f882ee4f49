//! The meaning of the engine's counters: the cards of each faction, and the parts of a battle that can be used.

use muster_core::diag::{Code, Severity};
use muster_systems::counters::{CountedPiece, CountedTable, Counters, Figure, Used};
use muster_systems::measures::{BattleMeasure, MeasureSource};

use crate::engine::HexEngine;
use crate::engine::tally::{CardTally, FactionTally, OF_A_CARD};
use crate::resolve::TabletopBattle;
use crate::state::END_WORDS;

/// A card that was never deployed.
pub const NEVER_DEPLOYED: Code =
    Code::new("TT301", "card-never-deployed", Severity::Warning, include_str!("card_never_deployed.md"));
/// An ability that was never used.
pub const NEVER_USED: Code =
    Code::new("TT302", "ability-never-used", Severity::Warning, include_str!("ability_never_used.md"));
/// A victory by which nobody won.
pub const NEVER_DECIDED: Code =
    Code::new("TT303", "victory-never-decided", Severity::Warning, include_str!("victory_never_decided.md"));

/// The kinds of findings of smoke tests of Tabletop, besides those of every game.
pub const CODES: &[Code] = &[NEVER_DEPLOYED, NEVER_USED, NEVER_DECIDED];

/// Returns the name of a figure in reports.
fn name(what: CardTally) -> &'static str {
    match what {
        CardTally::Deployed => "deployed",
        CardTally::Moved => "moved",
        CardTally::Fought => "fought",
        CardTally::Used => "used",
        CardTally::Struck => "struck",
        CardTally::Trained => "trained",
        CardTally::Destroyed => "destroyed",
        CardTally::Routed => "routed",
        CardTally::Surrendered => "surrendered",
    }
}

/// Returns the meaning of the counters of a battle's engine.
pub(super) fn counters(engine: &HexEngine, battle: &TabletopBattle) -> Counters {
    let (rules, tally) = (&engine.rules, engine.tally());
    let mut used = Vec::new();
    let figure = |what: CardTally| Figure {
        name: name(what),
        counters: Vec::new(),
        in_smoke: true,
        in_turn: false,
        loss: (what == CardTally::Destroyed).then_some("is destroyed"),
    };
    let mut table = CountedTable::new("cards", OF_A_CARD.into_iter().map(figure).collect());
    for (faction, of_faction) in (0..).zip(&rules.factions) {
        for (row, card) in (0..).zip(&rules.cards) {
            let is_set_up = rules.setup.iter().any(|setup| setup.faction == faction && setup.card == row);
            let is_listed = of_faction.cards.contains(&row);
            if !is_set_up && !is_listed {
                continue;
            }
            let title = &battle.cards[card.card].name;
            let piece =
                CountedPiece { card: card.id.clone(), name: title.clone(), side: faction.into(), parts: Vec::new() };
            table.add(piece, OF_A_CARD.map(|what| tally.card(faction, row, what)));
            let mut add = |counter, what: String, at, code, never| {
                used.push(Used {
                    counter,
                    after: Vec::new(),
                    card: card.id.clone(),
                    name: title.clone(),
                    what,
                    at,
                    code,
                    never,
                    help: None,
                });
            };
            if !is_set_up {
                let never = format!("`{}` never deployed {} ({title})", of_faction.name, card.id);
                let at = battle.card_address(card.card, "/card");
                let what = format!("deployed by {}", of_faction.name);
                add(tally.card(faction, row, CardTally::Deployed), what, at, NEVER_DEPLOYED, never);
            }
            for (number, ability) in (0..).zip(&card.abilities).filter(|(_, ability)| ability.active) {
                let never = format!("`{}` never used `{}` of {} ({title})", of_faction.name, ability.name, card.id);
                let at = battle.card_address(card.card, &format!("/abilities/{number}/name"));
                add(tally.ability(faction, row, number), ability.name.clone(), at, NEVER_USED, never);
            }
        }
    }
    let written = battle.scenario().map_or(&[][..], |scenario| &scenario.victory);
    for (number, victory) in written.iter().enumerate() {
        let Some(by) = END_WORDS.iter().position(|word| *word == victory.word()) else { continue };
        used.push(Used {
            counter: tally.end(by as u8),
            after: Vec::new(),
            card: String::new(),
            name: victory.word().to_owned(),
            what: "victory".to_owned(),
            at: battle.scenario_address(&format!("/scenario/victory/{number}/rule")),
            code: NEVER_DECIDED,
            never: format!("no battle ended by `{}`", victory.word()),
            help: None,
        });
    }
    Counters { tables: vec![table], used, measures: measures(engine) }
}

/// Returns the measures of battles.
fn measures(engine: &HexEngine) -> Vec<BattleMeasure> {
    let tally = engine.tally();
    let unmet = (0..engine.rules.factions.len()).map(|faction| {
        let of = |what| tally.faction(faction as u8, what);
        let from = MeasureSource::Share(of(FactionTally::Unmet), of(FactionTally::Present), "cards");
        BattleMeasure { name: "cards that never met the enemy", side: Some(faction), from }
    });
    let late = MeasureSource::EndedBy(&["turns", "most-might"]);
    let late = BattleMeasure { name: "ended by the last turn", side: None, from: late };
    unmet.chain([late]).collect()
}
