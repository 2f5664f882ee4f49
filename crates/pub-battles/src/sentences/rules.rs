//! Optional and special rules.

use muster_systems::catalogue::Phrase;

use crate::model::{BlockKind, MapCondition, MapEffect, MapSpecial, OptionalRule};
use crate::wording::{PubWord as W, PubWording};

/// The name of the rule about headquarters that are not spotted, and its sentence.
pub const FOG_OF_WAR: (W, W) = (W::FogOfWar, W::FogOfWarRule);

/// Returns the name of an optional rule, and its sentence.
pub fn optional(rule: OptionalRule) -> (W, W) {
    match rule {
        OptionalRule::Leadership => (W::Leadership, W::LeadershipRule),
        OptionalRule::WrittenOrders => (W::WrittenOrders, W::WrittenOrdersRule),
        OptionalRule::Trains => (W::Trains, W::TrainsRule),
    }
}

/// Returns the text of a special rule: its own, or its sentence.
pub fn special(wording: PubWording<'_>, special: &MapSpecial) -> String {
    if let Some(text) = &special.text {
        return text.clone();
    }
    let condition = &special.only_while;
    let about = |word: W| wording.say(word, &[(&who(wording, special.effect, condition)).into()]);
    let clause = match special.effect {
        MapEffect::NoChit => no_chit(wording, condition),
        MapEffect::NoAttack => about(W::MayNotAttack),
        MapEffect::NoBombardment => about(W::MayNotBombard),
        MapEffect::NoRally => about(W::MayNotRally),
        MapEffect::SlowMoves => about(W::MovesSlowly),
        MapEffect::Impetuous => about(W::IsImpetuous),
        MapEffect::Entrenched => about(W::IsEntrenched),
    };
    let clause = match condition.turns.as_deref() {
        Some([first, last]) if first == last => wording.say(W::InTurn, &[(*first).into(), (&clause).into()]),
        Some([first, last]) => wording.say(W::InTurns, &[(*first).into(), (*last).into(), (&clause).into()]),
        _ => clause,
    };
    wording.sentence(&clause)
}

/// Returns the clause that chits are not drawn.
fn no_chit(wording: PubWording<'_>, MapCondition { side, command, .. }: &MapCondition) -> String {
    match (command, side) {
        (Some(command), _) => wording.say(W::ChitNotDrawn, &[command.into()]),
        (None, Some(side)) => wording.say(W::ChitsNotDrawn, &[side.into()]),
        (None, None) => wording.word(W::NoChitsDrawn),
    }
}

/// Returns to which blocks a rule applies.
fn who(wording: PubWording<'_>, effect: MapEffect, MapCondition { side, command, kind, .. }: &MapCondition) -> Phrase {
    let of_command = command.as_ref().map(|command| wording.say(W::CommandOf, &[command.into()]));
    let (of_owner, all, plural) = match (kind, effect) {
        (Some(BlockKind::Infantry), _) => (W::TheInfantry, W::AllInfantry, false),
        (Some(BlockKind::Cavalry), _) => (W::TheCavalry, W::AllCavalry, false),
        (Some(BlockKind::Artillery), _) | (None, MapEffect::NoBombardment) => (W::TheArtillery, W::AllArtillery, false),
        (Some(BlockKind::HorseArtillery), _) => (W::TheHorseArtillery, W::AllHorseArtillery, false),
        (Some(BlockKind::Train), _) => (W::TheTrains, W::AllTrains, true),
        (None, _) => (W::TheBlocks, W::AllBlocks, true),
    };
    match of_command.or(side.clone()) {
        Some(owner) => wording.phrase(of_owner, &[(&owner).into()], plural),
        None => wording.phrase(all, &[], plural),
    }
}
