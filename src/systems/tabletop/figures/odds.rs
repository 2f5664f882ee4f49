//! Exact odds of combats and strikes: a card against each card of the other factions (TT-5.2, TT-6.1).

use serde_json::{Map, Value, json};

use crate::systems::played::{Fact, Odds};
use crate::systems::tabletop::engine::{combat_chance, may_target, strike_chance};
use crate::systems::tabletop::resolve::TabletopBattle;
use crate::systems::tabletop::rules::{Aim, HexCardRow, HexRules};

/// Returns the odds of the cards of a battle; none without factions or a map.
pub(super) fn odds(battle: &TabletopBattle) -> Option<Odds> {
    let rules = HexRules::compile(battle).ok()?;
    let cards = rules.cards.iter().filter(|row| !battle.cards[row.card].is_standard());
    Some(Odds {
        title: "the chances that a card and its enemy are destroyed, one against one, as printed",
        headings: vec!["falls at best".to_owned(), "falls at worst".to_owned()],
        wide: vec!["falls at best".to_owned(), "falls at worst".to_owned()],
        narrow: vec![(0, "best"), (1, "worst")],
        words: "strikes",
        labels: ["against", "chance"],
        cards: cards.map(|row| fact(battle, &rules, row)).collect(),
        notes: vec![
            "Might is that of the card, without experience, morale, fortification and what abilities change."
                .to_owned(),
        ],
    })
}

/// Returns the odds of a card against each card that another faction has.
fn fact(battle: &TabletopBattle, rules: &HexRules, row: &HexCardRow) -> Fact {
    let own = &battle.cards[row.card].factions;
    let is_enemy = |other: &&HexCardRow| battle.cards[other.card].factions.iter().any(|faction| !own.contains(faction));
    let enemies: Vec<&HexCardRow> = rules.cards.iter().filter(is_enemy).collect();
    let fighting = enemies.iter().filter(|enemy| !battle.cards[enemy.card].is_standard());
    let falls = fighting.clone().map(|enemy| chance(combat_chance(row.might.into(), enemy.might.into())));
    let (best, worst) = falls.fold((1.0_f64, 0.0_f64), |(best, worst), chance| (best.min(chance), worst.max(chance)));
    let mut sentences = Vec::new();
    let mut against = Vec::new();
    for enemy in fighting {
        let (own, other) = (u32::from(row.might), u32::from(enemy.might));
        let (falls, fells) = (combat_chance(own, other), combat_chance(other, own));
        sentences.push(format!(
            "Against {} (might {other}): it falls with {}, the enemy with {}.",
            enemy.id,
            fraction(falls),
            fraction(fells)
        ));
        against.push(json!({"card": enemy.id, "falls": fraction(falls), "fells": fraction(fells)}));
    }
    let strikes = strikes(battle, rules, row, &enemies);
    sentences.extend(strikes.iter().map(|strike| strike.sentence.clone()));
    let mut json = Map::new();
    json.insert("combat".to_owned(), Value::Array(against));
    json.insert("strikes".to_owned(), strikes.iter().map(|strike| strike.json.clone()).collect());
    let words: Vec<&str> = strikes.iter().map(|strike| strike.words.as_str()).collect();
    Fact {
        at: battle.at_card(row.card, ""),
        card: row.id.clone(),
        name: battle.cards[row.card].name.clone(),
        chances: vec![best, worst],
        words: words.join("; "),
        sentences,
        json,
    }
}

/// The odds of a strike against a target.
struct StrikeOdds {
    words: String,
    sentence: String,
    json: Value,
}

fn strikes(battle: &TabletopBattle, rules: &HexRules, row: &HexCardRow, enemies: &[&HexCardRow]) -> Vec<StrikeOdds> {
    let mut all = Vec::new();
    for ability in &row.abilities {
        let Aim::Strike { kind, might, .. } = ability.aim else { continue };
        for enemy in enemies {
            // Where some terrain of the map lets it.
            if !rules.terrain.iter().any(|terrain| may_target(kind, enemy.traits, *terrain)) {
                continue;
            }
            let odds = fraction(strike_chance(might.into(), enemy.might.into()));
            let name = &battle.cards[enemy.card].name;
            all.push(StrikeOdds {
                words: format!("{} {odds} on {}", ability.name, enemy.id),
                sentence: format!("{} destroys {} ({name}) with {odds}.", ability.name, enemy.id),
                json: json!({"ability": ability.name, "card": enemy.id, "chance": odds}),
            });
        }
    }
    all
}

fn chance((chances, all): (u64, u64)) -> f64 {
    chances as f64 / all as f64
}

/// Returns a chance as a fraction in lowest terms, `64/81`; `1` for what is sure.
fn fraction((chances, all): (u64, u64)) -> String {
    let (mut a, mut b) = (chances, all);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    let divisor = a.max(1);
    match (chances / divisor, all / divisor) {
        (chances, 1) => chances.to_string(),
        (chances, all) => format!("{chances}/{all}"),
    }
}
