//! The order in which the attacks of a turn stand in a play, against the one in which they are fought (PB-2.1, PB-5.1).

use muster_core::play::replay::{Turn, TurnEntry};
use muster_core::source::Pointer;

use crate::engine::{PubMove, draws};
use crate::model::PubDocument;
use crate::resolve::PubBattle;

/// Returns the place of the first attack of a turn that stands where another is fought, and what is wrong.
pub(super) fn find_misplaced(
    battle: &PubBattle,
    play: &PubDocument,
    number: usize,
    played: &Turn<PubMove, ()>,
) -> Option<(Pointer, String)> {
    let written = play.play.as_ref()?.turns.get(number)?.combat.as_ref()?;
    let find = |name: &str| battle.find_block(name, |_| true).ok();
    let pairs = written.iter().map(|attack| Some((find(&attack.attacker)?, find(&attack.defender)?)));
    let pairs: Vec<(usize, usize)> = pairs.collect::<Option<_>>()?;
    // Those that are not written were drawn by chance.
    let fought: Vec<_> = fought_attacks(played).into_iter().filter(|pair| pairs.contains(pair)).collect();
    let wrong = pairs.iter().zip(&fought).position(|(written, fought)| written != fought)?;
    let name = |block: usize| &battle.blocks[block].name;
    let ((attacker, defender), (first, on)) = (pairs[wrong], fought[wrong]);
    let text = format!(
        "the attack of `{}` on `{}` comes before that of `{}` on `{}`: commands fight in reverse order of their chits, and in each command the block that was last moved into contact fights first (PB-2.1, PB-5.1)",
        name(first),
        name(on),
        name(attacker),
        name(defender)
    );
    Some((Pointer::root().key("play").key("turns").index(number).key("combat").index(wrong), text))
}

/// Returns the place of a turn that is written and is not the one in which the chit of its entry was drawn, and what is wrong: a chit
/// that is not written is drawn in the turn that is played.
pub(super) fn wrong_turn(play: &PubDocument, number: usize, played: &Turn<PubMove, ()>) -> Option<(Pointer, String)> {
    let written = play.play.as_ref()?.turns.get(number)?.turn?;
    let drawn = played.entries.iter().find_map(|entry| match entry {
        TurnEntry::Drawn { draws, .. } => draws.iter().find(|draw| draw.label.kind == draws::CHIT),
        TurnEntry::Chosen { .. } => None,
    })?;
    let turn = drawn.label.piece;
    let text = format!("the chit of this entry is drawn in turn {turn}, not in turn {written}");
    let at = Pointer::root().key("play").key("turns").index(number).key("turn");
    (turn != u32::from(written)).then_some((at, text))
}

/// Returns the attacks of a turn in the order in which they were begun: the attacker and the defender of each.
fn fought_attacks(played: &Turn<PubMove, ()>) -> Vec<(usize, usize)> {
    let mut fought: Vec<(usize, usize)> = Vec::new();
    let drawn = played.entries.iter().filter_map(|entry| match entry {
        TurnEntry::Drawn { draws, .. } => Some(draws),
        TurnEntry::Chosen { .. } => None,
    });
    for label in drawn.flatten().map(|draw| draw.label) {
        if !matches!(label.kind, draws::ATTACKER | draws::DEFENDER) || draws::round_of(label) != 1 {
            continue;
        }
        let (attacker, defender) = draws::blocks_of(label);
        let pair = (usize::from(attacker), usize::from(defender));
        if fought.last() != Some(&pair) {
            fought.push(pair);
        }
    }
    fought
}
