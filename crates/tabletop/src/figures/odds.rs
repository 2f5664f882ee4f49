//! Exact odds of combats and strikes: a card against each card of the other factions, and cards in a hex against cards
//! (TT-5.2, TT-5.6, TT-6.1).

use serde_json::{Map, Value, json};

use muster_systems::played::{Clash, ClashSide, Fact, Odds};

use super::in_hex::{Side, values};
use crate::engine::{combat_chance, may_target, strike_chance};
use crate::resolve::TabletopBattle;
use crate::rules::{Aim, HexCardRow, HexRules};

/// A note on what the odds include and what they do not.
const NOTE: &str = "Included are the card itself and passive abilities without a condition, or with the condition combat. Not included are experience, morale, fortification, used abilities, armies and other conditions.";

/// Returns the odds of the cards of a battle; none without factions or a map.
pub(super) fn odds(battle: &TabletopBattle) -> Option<Odds> {
    let rules = HexRules::compile(battle).ok()?;
    let rows = (0..rules.cards.len()).filter(|row| !battle.cards[rules.cards[*row].card].is_standard());
    Some(Odds {
        title: "the chances that a card and its enemy are destroyed, one against one",
        headings: vec!["destroyed at best".to_owned(), "falls at worst".to_owned()],
        wide: vec!["falls at best".to_owned(), "falls at worst".to_owned()],
        narrow: vec![(0, "best"), (1, "worst")],
        words: "strikes",
        labels: ["against", "chance"],
        armies: Vec::new(),
        cards: rows.map(|row| fact(battle, &rules, row)).collect(),
        notes: vec![NOTE.to_owned()],
    })
}

/// Returns the odds of cards in one hex, a list of them for each faction: `3 N2, N9+1` (TT-5.2, TT-5.6). The error says what
/// cannot be read.
pub(super) fn clash(battle: &TabletopBattle, sides: &[String]) -> Result<Clash, String> {
    let rules = HexRules::compile(battle)?;
    let sides: Vec<Cards> = sides.iter().map(|side| Cards::read(battle, &rules, side)).collect::<Result<_, _>>()?;
    let mut notes = vec![NOTE.replace("Not included are experience, ", "Experience is as written. Not included are ")];
    let totals: Vec<u32> = (0..sides.len()).map(|side| total(&rules, &sides, side, &mut notes)).collect();
    let all: u32 = totals.iter().sum();
    let side = |(cards, might): (&Cards, &u32)| {
        let falls = combat_chance(*might, all - might);
        ClashSide { cards: cards.written.clone(), might: *might, falls: fraction(falls), chance: chance(falls) }
    };
    Ok(Clash { sides: sides.iter().zip(&totals).map(side).collect(), notes })
}

/// The cards of a faction in a hex.
struct Cards {
    written: String,
    /// By card: its row, the number of copies, their experience.
    cards: Vec<(usize, u32, u32)>,
}

impl Cards {
    fn read(battle: &TabletopBattle, rules: &HexRules, written: &str) -> Result<Cards, String> {
        let of = |one: &str| {
            let one = one.trim();
            let rest = one.trim_start_matches(|c: char| c.is_ascii_digit());
            let (count, card) = match &one[..one.len() - rest.len()] {
                "" => (1, rest),
                digits => (digits.parse().unwrap_or(0), rest.trim_start_matches(['x', '×', ' '])),
            };
            let (card, experience) = match card.rsplit_once('+') {
                Some((card, points)) => (card, points.trim().parse().ok()),
                None => (card, Some(0)),
            };
            let is_meant = |row: &HexCardRow| row.id == card.trim() || battle.cards[row.card].name == card.trim();
            let row = rules.cards.iter().position(is_meant);
            let row = row.ok_or_else(|| format!("`{}` is not a card of a faction of the scenario", card.trim()))?;
            match (count, experience) {
                (1..=999, Some(experience @ 0..=255)) => Ok((row, count, experience)),
                _ => Err(format!(
                    "`{one}` is not a card; write `N2`, `3 N2` for three of them, `N2+1` for one experience"
                )),
            }
        };
        let cards = written.split(',').map(of).collect::<Result<_, String>>()?;
        Ok(Cards { written: written.trim().to_owned(), cards })
    }
}

/// Returns the might of a side in a hex, and adds notes of those who do not fight.
fn total(rules: &HexRules, sides: &[Cards], own: usize, notes: &mut Vec<String>) -> u32 {
    let rows = |is_meant: &dyn Fn(usize) -> bool| -> Vec<usize> {
        let sides = sides.iter().enumerate().filter(|(side, _)| is_meant(*side));
        sides.flat_map(|(_, side)| side.cards.iter().map(|(row, ..)| *row)).collect()
    };
    let (friends, foes) = (rows(&|side| side == own), rows(&|side| side != own));
    let mut might = 0;
    for (row, count, experience) in &sides[own].cards {
        let of_card = values(rules, *row, Side { friends: &friends, foes: &foes }, true);
        if of_card.hides() {
            notes.push(format!("{} hides and joins no combat.", rules.cards[*row].id));
        } else {
            might += count * of_card.might(*experience);
        }
    }
    might
}

/// Returns the odds of a card against each card that another faction has.
fn fact(battle: &TabletopBattle, rules: &HexRules, row: usize) -> Fact {
    let card = rules.cards[row].card;
    let own = &battle.cards[card].factions;
    let is_enemy =
        |other: &usize| battle.cards[rules.cards[*other].card].factions.iter().any(|faction| !own.contains(faction));
    let enemies: Vec<usize> = (0..rules.cards.len()).filter(is_enemy).collect();
    let (mut against, mut sentences, mut chances) = (Vec::new(), Vec::new(), Vec::new());
    for enemy in enemies.iter().filter(|enemy| !battle.cards[rules.cards[**enemy].card].is_standard()) {
        let duel = |one: usize, other: usize| {
            let of_card = values(rules, one, Side { friends: &[one], foes: &[other] }, true);
            (!of_card.hides()).then(|| of_card.might(0))
        };
        let (Some(own), Some(other)) = (duel(row, *enemy), duel(*enemy, row)) else { continue };
        let (falls, fells) = (combat_chance(own, other), combat_chance(other, own));
        let id = &rules.cards[*enemy].id;
        chances.push(chance(falls));
        let (falls, fells) = (fraction(falls), fraction(fells));
        sentences.push(format!(
            "Against {id}, {own} against {other}: it is destroyed with {falls}, the enemy with {fells}."
        ));
        against.push(json!({"card": id, "might": own, "against": other, "falls": falls, "fells": fells}));
    }
    if chances.is_empty() {
        sentences.push("It meets no card in combat, because it or all others hide.".to_owned());
        chances.push(0.0);
    }
    let strikes = strikes(battle, rules, row, &enemies);
    sentences.extend(strikes.iter().map(|strike| strike.sentence.clone()));
    let mut json = Map::new();
    json.insert("combat".to_owned(), Value::Array(against));
    json.insert("strikes".to_owned(), strikes.iter().map(|strike| strike.json.clone()).collect());
    let words: Vec<&str> = strikes.iter().map(|strike| strike.words.as_str()).collect();
    Fact {
        at: battle.card_address(card, ""),
        card: rules.cards[row].id.clone(),
        name: battle.cards[card].name.clone(),
        chances: vec![
            chances.iter().copied().fold(f64::INFINITY, f64::min),
            chances.iter().copied().fold(0.0, f64::max),
        ],
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

fn strikes(battle: &TabletopBattle, rules: &HexRules, row: usize, enemies: &[usize]) -> Vec<StrikeOdds> {
    let mut all = Vec::new();
    for ability in &rules.cards[row].abilities {
        let Aim::Strike { kind, might, .. } = ability.aim else { continue };
        for enemy in enemies {
            let target = values(rules, *enemy, Side { friends: &[*enemy], foes: &[] }, false);
            // Where some terrain of the map lets it.
            if !rules.terrain.iter().any(|terrain| may_target(kind, target.traits, *terrain)) {
                continue;
            }
            let odds = fraction(strike_chance(might.into(), target.might(0)));
            let id = &rules.cards[*enemy].id;
            let name = &battle.cards[rules.cards[*enemy].card].name;
            all.push(StrikeOdds {
                words: format!("{} {odds} on {id}", ability.name),
                sentence: format!("{} destroys {id} ({name}) with {odds}.", ability.name),
                json: json!({"ability": ability.name, "card": id, "chance": odds}),
            });
        }
    }
    all
}

fn chance((chances, all): (u64, u64)) -> f64 {
    chances as f64 / all as f64
}

/// Returns a chance as a fraction in lowest terms, `64/81`; `1` for what is sure.
pub fn fraction((chances, all): (u64, u64)) -> String {
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
