//! The rules of play of Table Battles as everyone else sees them: what is counted, what a card is worth, the odds of its
//! dice.

use serde_json::{Value, json};

use muster_core::play::bots::Bot;
use muster_core::play::exact::{Exact, SolveLimits, Unsolved, solve_from};
use muster_core::play::interval::rounded;
use muster_core::source::Address;
use muster_systems::balance::BotDistance;
use muster_systems::played::{Fact, Odds};
use muster_systems::{Counters, Played, WeighedPart};

use super::{line_up, odds, smoke, usable};
use crate::engine::{Move, State, TableBattles};
use crate::resolve::Battle;
use crate::values::Requirement;

impl Played for TableBattles {
    type Engine = TableBattles;

    const QUICK: bool = true;

    /// The last two rows of the table in `docs/balance.md` (a test compares them), which `benches/bots.rs` makes.
    const DISTANCES: &'static [BotDistance] = &[
        BotDistance { bot: Bot::Random, mean: 15.3, greatest: 41.3 },
        BotDistance { bot: Bot::Greedy, mean: 11.5, greatest: 36.1 },
        BotDistance { bot: Bot::Mcts(20), mean: 4.5, greatest: 15.9 },
        BotDistance { bot: Bot::Mcts(100), mean: 2.4, greatest: 8.8 },
        BotDistance { bot: Bot::Mcts(400), mean: 1.0, greatest: 4.9 },
    ];

    fn compile(battle: &Battle) -> Result<TableBattles, String> {
        TableBattles::compile(battle).map_err(|refusal| refusal.to_string())
    }

    fn title_address(battle: &Battle) -> Address {
        battle.scenario_address("/scenario/name")
    }

    fn sides(battle: &Battle) -> Vec<(String, Address)> {
        let sides = battle.scenario().into_iter().flat_map(|scenario| &scenario.sides).enumerate();
        sides
            .map(|(i, side)| (side.name.clone(), battle.scenario_address(&format!("/scenario/sides/{i}/name"))))
            .collect()
    }

    fn counters(engine: &TableBattles, battle: &Battle) -> Counters {
        smoke::counters(engine, battle)
    }

    fn impossible(engine: &TableBattles, battle: &Battle, _: &Counters) -> Vec<Option<String>> {
        usable::impossible(engine, battle)
    }

    fn other_first(battle: &Battle) -> Option<TableBattles> {
        TableBattles::compile(battle).ok().map(TableBattles::other_first)
    }

    fn without(battle: &Battle, part: &WeighedPart) -> Option<TableBattles> {
        let engine = TableBattles::compile(battle).ok()?;
        Some(engine.leaving_out(part.piece as u8, part.part.map(|action| action as u8)))
    }

    fn uses(engine: &TableBattles, part: &WeighedPart, state: &State, chosen: &Move) -> bool {
        let is_part = |card: u8| usize::from(card) == part.piece;
        match *chosen {
            Move::Act { card, action } | Move::Null { card, action } | Move::React { card, action } => {
                is_part(card) && part.part.is_none_or(|left_out| left_out == usize::from(action))
            }
            Move::Place { card, .. } => is_part(card) && (part.part.is_none() || !engine.wants_dice(state, card)),
            Move::Retire { card } | Move::Shift { to: card, .. } => is_part(card) && part.part.is_none(),
            Move::NoShift | Move::Pass | Move::Decline | Move::Done => false,
        }
    }

    fn exact(engine: &TableBattles, start: &State, limits: &SolveLimits) -> Option<Result<Exact, Unsolved>> {
        Some(solve_from(engine, start, limits))
    }

    fn odds(battle: &Battle) -> Option<Odds> {
        let takes_dice = |card: &usize| !battle.formation(*card).dice.sets.is_empty();
        let headings = |words: &dyn Fn(u8) -> String| (1..=DICE).map(words).collect();
        Some(Odds {
            title: "the chance to take dice, and turns of its side until an action can be performed",
            headings: headings(&|dice| if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") }),
            wide: headings(&|dice| format!("of {dice}")),
            narrow: vec![(5, "takes dice from 6"), (2, "from 3")],
            words: "turns until",
            labels: ["a roll of", "takes dice of it"],
            notes: Vec::new(),
            armies: line_up::armies(battle),
            cards: battle.fielded_cards().filter(takes_dice).map(|card| card_odds(battle, card)).collect(),
        })
    }
}

/// Dice of a roll (TB-1.1).
const DICE: u8 = 6;

/// Returns the odds that the dice of a card are taken, and when its actions can be performed.
fn card_odds(battle: &Battle, card: usize) -> Fact {
    let written = battle.formation(card);
    let (mut words, mut sentences, mut actions) = (Vec::new(), Vec::new(), Vec::new());
    for (number, action) in (1..).zip(&written.actions) {
        let turns = match written.strength.special() {
            true => odds::turns_for_cube(&written.dice),
            false => odds::turns(&written.dice, action.requires()),
        };
        let turns = turns.map(|turns| rounded(turns, 2));
        let requires = action.requires().map(Requirement::name);
        let in_brackets = requires.map(|requires| format!(" ({requires})")).unwrap_or_default();
        let name = format!("{number} {}{in_brackets}", action.word());
        words.push(match turns {
            Some(turns) => format!("{name} {turns:.1}"),
            None => format!("{name} never"),
        });
        sentences.push(match turns {
            Some(turns) => format!("{name}: {turns:.1} turns of its side on average until it can be performed"),
            None => format!("{name}: can never be performed"),
        });
        actions.push(json!({"action": number, "type": action.word(), "requires": requires, "turns": turns}));
    }
    let id = battle.cards[card].id.to_string();
    let side = &battle.sides()[battle.cards[card].sides[0]].name;
    let chances: Vec<f64> = (1..=DICE).map(|dice| rounded(odds::takes(&written.dice, dice), 4)).collect();
    let json = json!({"card": id, "name": written.name, "side": side, "takes": chances, "actions": actions});
    let Value::Object(json) = json else { unreachable!("internal error: an object") };
    Fact {
        at: battle.card_address(card, ""),
        card: id,
        name: written.name.clone(),
        chances,
        words: words.join(" · "),
        sentences,
        json,
    }
}
