//! Exact odds of combats: an attack of a block on another, to its end (PB-5).

use serde_json::{Map, Value, json};

use crate::systems::played::{Fact, Odds};
use crate::systems::pub_battles::engine::{Fighter, attack_odds};
use crate::systems::pub_battles::model::BlockQuality;
use crate::systems::pub_battles::resolve::{PubBattle, ResolvedBlock};

/// Returns the odds of the blocks of a battle; none without sides.
pub(super) fn odds(battle: &PubBattle) -> Option<Odds> {
    if battle.sides.len() != 2 {
        return None;
    }
    let modifiers = modifiers(battle);
    let blocks = (0..battle.blocks.len()).filter(|block| battle.blocks[*block].kind.is_fighting());
    Some(Odds {
        title: "an attack to its end on a fresh block of the line in the open: what becomes of both",
        headings: ["retreats", "eliminated", "defender retreats", "defender eliminated"].map(str::to_owned).to_vec(),
        wide: ["retreats", "eliminated", "enemy retreats", "enemy eliminated"].map(str::to_owned).to_vec(),
        narrow: vec![(1, "falls"), (3, "fells")],
        words: "rounds",
        labels: ["attacker", "chance"],
        cards: blocks.map(|block| fact(battle, block, &modifiers)).collect(),
        notes: vec![
            "Both are fresh and unsupported, the defender is infantry and in the open, unless it is said otherwise. \
             Who must retreat is taken to find a place."
                .to_owned(),
        ],
    })
}

/// Returns the modifiers of the map's terrain, each once, 0 among them, the highest first.
fn modifiers(battle: &PubBattle) -> Vec<i8> {
    let kinds = battle.field.iter().flat_map(|field| &field.kinds);
    let mut modifiers: Vec<i8> = kinds.map(|(_, kind)| kind.modifier).chain([0]).collect();
    modifiers.sort_unstable_by(|a, b| b.cmp(a));
    modifiers.dedup();
    modifiers
}

fn fact(battle: &PubBattle, block: usize, modifiers: &[i8]) -> Fact {
    let of: &ResolvedBlock = &battle.blocks[block];
    let own = |is_spent: bool| Fighter { quality: of.quality, is_artillery: of.kind.is_artillery(), is_spent };
    let enemy = |quality: BlockQuality, is_spent: bool| Fighter { quality, is_artillery: false, is_spent };
    let plain = attack_odds(own(false), enemy(BlockQuality::Line, false), (0, 0));
    let mut sentences = Vec::new();
    let mut against = Vec::new();
    for is_spent in [false, true] {
        for (quality, defender_is_spent) in [
            (BlockQuality::Line, false),
            (BlockQuality::Line, true),
            (BlockQuality::Elite, false),
            (BlockQuality::Militia, false),
        ] {
            for modifier in modifiers {
                for is_flanked in [false, true] {
                    let bonuses = (modifier + i8::from(is_flanked), -i8::from(is_flanked));
                    let odds = attack_odds(own(is_spent), enemy(quality, defender_is_spent), bonuses);
                    let condition = |is_spent: bool| if is_spent { "spent" } else { "fresh" };
                    against.push(json!({
                        "state": condition(is_spent), "defender": condition(defender_is_spent), "quality": quality.word(),
                        "modifier": modifier, "flanked": is_flanked,
                        "stands": odds.stands, "spent": odds.spent, "retreats": odds.retreats[0], "eliminated": odds.eliminated[0],
                        "defender_retreats": odds.retreats[1], "defender_eliminated": odds.eliminated[1],
                        "rounds": odds.rounds,
                    }));
                    let is_told = !is_spent && quality == BlockQuality::Line && (!is_flanked || *modifier == 0);
                    if is_told {
                        let ground =
                            if *modifier == 0 { "in the open".to_owned() } else { format!("in terrain of {modifier}") };
                        let flank = if is_flanked { ", flanked" } else { "" };
                        sentences.push(format!(
                            "On a {} block {ground}{flank}: it is eliminated in {:.1} %, retreats in {:.1} %; the defender in {:.1} and {:.1} %.",
                            condition(defender_is_spent),
                            100.0 * odds.eliminated[0],
                            100.0 * odds.retreats[0],
                            100.0 * odds.eliminated[1],
                            100.0 * odds.retreats[1],
                        ));
                    }
                }
            }
        }
    }
    let mut json = Map::new();
    json.insert("attacks".to_owned(), Value::Array(against));
    Fact {
        at: battle.at_block(block, ""),
        card: battle.commands[of.command].hq.clone(),
        name: of.name.clone(),
        chances: vec![plain.retreats[0], plain.eliminated[0], plain.retreats[1], plain.eliminated[1]],
        words: format!("{:.2}", plain.rounds),
        sentences,
        json,
    }
}
