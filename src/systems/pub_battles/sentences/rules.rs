//! Optional and special rules.

use super::kind;
use crate::systems::english::capital;
use crate::systems::pub_battles::model::{BlockKind, MapCondition, MapEffect, MapSpecial, OptionalRule};

/// Returns the sentence of an optional rule that is in force.
pub fn optional(rule: OptionalRule) -> &'static str {
    match rule {
        OptionalRule::Leadership => {
            "Leaders are rated, and one who is not poor may join a block after his command has acted: it fights as an elite. If it \
             is eliminated he falls, and three dice name his successor."
        }
        OptionalRule::WrittenOrders => {
            "Commands follow written orders, Attack or Defend. New orders hold from the next activation on; beside the army’s \
             headquarters, at night, and for a command that has none, at once."
        }
        OptionalRule::Trains => {
            "Spent blocks rally only by a baggage train of their side that is near enough and not yet flipped. At night a train may \
             bring back an eliminated block."
        }
    }
}

/// Returns the sentence about headquarters that are not spotted.
pub fn fog_of_war() -> &'static str {
    "A command that is hidden is its headquarters alone, and some headquarters have no blocks. When enemy headquarters come within \
     a foot move of each other, both sides place their blocks, within a third of a mounted move and out of contact; one that stands \
     for the Fog of War is taken away."
}

/// Returns the text of a special rule: its own, or its sentence.
pub fn special(special: &MapSpecial) -> String {
    if let Some(text) = &special.text {
        return text.clone();
    }
    let condition = &special.only_while;
    let who = who(special.effect, condition);
    let clause = match special.effect {
        MapEffect::NoChit => format!("{who} not drawn"),
        MapEffect::NoAttack => format!("{who} may not move into contact"),
        MapEffect::NoBombardment => format!("{who} may not bombard"),
        MapEffect::NoRally => format!("{who} may not rally"),
        MapEffect::SlowMoves => format!("{who} lose a third of every move"),
        MapEffect::Impetuous => format!("{who} add 1 to each of their dice when they attack"),
        MapEffect::Entrenched => format!("those who attack {who} take 1 from each of their dice"),
    };
    let when = match condition.turns.as_deref() {
        Some([first, last]) if first == last => format!("in turn {first} "),
        Some([first, last]) => format!("in turns {first} to {last} "),
        _ => String::new(),
    };
    capital(&(when + &clause)) + "."
}

/// Returns to whom a rule applies.
fn who(effect: MapEffect, MapCondition { side, command, kind, .. }: &MapCondition) -> String {
    let owner = command.as_ref().map(|command| format!("{command}’s command")).or(side.clone());
    if effect == MapEffect::NoChit {
        return match (command, side) {
            (Some(command), _) => format!("the chit of {command} is"),
            (None, Some(side)) => format!("the chits of {side} are"),
            (None, None) => "chits are".to_owned(),
        };
    }
    let what = match (kind, effect) {
        (Some(BlockKind::Train), _) => "baggage trains",
        (Some(only), _) => self::kind(*only),
        (None, MapEffect::NoBombardment) => "artillery",
        (None, _) => "blocks",
    };
    match owner {
        Some(owner) => format!("the {what} of {owner}"),
        None => format!("all {what}"),
    }
}
