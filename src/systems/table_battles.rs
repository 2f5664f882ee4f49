//! Table Battles, designed by Amabel Holland: dice placed on formation cards, actions and reactions, morale.

pub mod across;
pub mod blame;
pub mod cards;
pub mod checks;
pub mod effects;
pub mod engine;
pub mod figures;
pub mod model;
pub mod notation;
pub mod plays;
pub mod prospects;
pub mod reduce;
pub mod resolve;
pub mod unknown;

use std::sync::Arc;

pub use engine::TableBattles;

use self::model::Document;
use self::resolve::Battle;
use super::{Doc, Game, Kind, Outline};
use crate::check::Check;
use crate::diag::{Code, Diagnostic};
use crate::schema::Schema;
use crate::source::{Address, Pointer};

impl Game for TableBattles {
    const ID: &'static str = "table-battles";
    const TITLE: &'static str = "Table Battles";
    const CHECKS: &'static [&'static Check<Battle>] = checks::CHECKS;
    const CODES: &'static [&'static [Code]] = &[across::CODES, figures::smoke::CODES, plays::CODES, cards::CODES];
    const FACE_CODES: &'static [Code] = cards::CODES;
    const CARDS: (&'static str, &'static str) = ("formations", "card");
    const KINDS: &'static [(&'static str, Kind)] =
        &[("play", Kind::Play), ("scenario", Kind::Scenario), ("formations", Kind::Deck)];
    const SKELETON: &'static str = include_str!("../../templates/new/table-battles.yaml");

    type Model = Document;
    type Battle = Battle;
    type Engine = TableBattles;

    fn schema() -> Schema {
        Schema::committed(include_str!("../../schema/table-battles.schema.json"))
    }

    fn outline(model: &Document) -> Outline {
        let root = Pointer::root();
        if let Some(play) = &model.play {
            let scenario = (play.scenario.clone(), root.key("play").key("scenario"));
            return Outline { kind: Kind::Play, name: None, files: vec![scenario] };
        }
        let decks = root.key("decks");
        let files = model.decks.iter().enumerate().map(|(i, deck)| (deck.clone(), decks.index(i))).collect();
        match &model.scenario {
            Some(scenario) => Outline { kind: Kind::Scenario, name: Some(scenario.name.clone()), files },
            None => Outline { kind: Kind::Deck, name: None, files },
        }
    }

    fn topics() -> Vec<(&'static str, &'static str)> {
        let effects = effects::EFFECTS.iter().map(|effect| (effect.word, effect.page));
        std::iter::once(("special", effects::INTRODUCTION)).chain(effects).collect()
    }

    fn resolve(docs: Vec<Arc<Doc<Document>>>) -> Battle {
        Battle::new(docs)
    }

    fn across(docs: &[Arc<Doc<Document>>]) -> Vec<Diagnostic> {
        across::findings(docs)
    }

    fn fields(battle: &Battle, at: &Address) -> bool {
        battle.card_at(at).is_none_or(|card| !battle.cards[card].sides.is_empty())
    }

    fn compile(battle: &Battle) -> Result<TableBattles, String> {
        TableBattles::compile(battle).map_err(|refusal| refusal.to_string())
    }

    fn title_address(battle: &Battle) -> Address {
        battle.at_scenario("/scenario/name")
    }

    fn sides(battle: &Battle) -> Vec<(String, Address)> {
        let sides = battle.scenario().into_iter().flat_map(|scenario| &scenario.sides).enumerate();
        sides.map(|(i, side)| (side.name.clone(), battle.at_scenario(&format!("/scenario/sides/{i}/name")))).collect()
    }
}
