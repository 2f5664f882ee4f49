//! The summary cards: a turn and orders on the first, combat and terrain on the second, restated from the clauses.

use std::sync::Arc;

use crate::print::template::{Block, FaceOffer, Paragraph, Run};
use crate::systems::printed::{Piece, reference_line, reference_step};
use crate::systems::tabletop::model::{StrikeKind, Trait};
use crate::systems::tabletop::resolve::TabletopBattle;
use crate::systems::tabletop::sentences::{capital, quality, targets};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "reference",
    texts: &["title"],
    flows: &["lines"],
    styles: &["step", "words", "line", "chances"],
    ..FaceOffer::NOTHING
};

/// Returns the two sides of both summary cards, one of each for every player.
pub(super) fn pieces(battles: &[Arc<TabletopBattle>]) -> Vec<Piece<'static>> {
    let players = battles.iter().map(|battle| battle.factions.len()).max().unwrap_or(0).max(2);
    let sides = [
        ("reference", 1, "A turn", turn()),
        ("orders", 1, "Orders", orders()),
        ("combat", 2, "Combat", combat()),
        ("terrain", 2, "Terrain and traits", terrain()),
    ];
    let piece = |(number, card, title, lines)| Piece {
        leaf: Some(format!("reference {card}")),
        copies: u32::try_from(players).unwrap_or(u32::MAX),
        ..Piece::reference(number, title, &FACE, lines)
    };
    sides.into_iter().map(piece).collect()
}

/// Returns a rule that goes on with the one above it.
fn more(text: &str) -> Block {
    Block::new("reference", "", vec![Paragraph::new("line", text)])
}

/// Returns what is done in a turn (TT-5.8, TT-8).
fn turn() -> Vec<Block> {
    vec![
        reference_step("1 Income", "From the second turn on, every faction gains its income."),
        reference_step("2 Routed", "Routed cards head for the nearest own standard, and rally there at low morale."),
        reference_step("3 Orders", "Each faction in turn, the highest initiative first, gives all its orders."),
        reference_step("4 Combat", "Hex by hex, wherever cards of different factions are."),
        reference_step(
            "5 Morale",
            "Three neighbouring hexes hostile: outflanked. All on the map: encircled. Each costs a level when it is \
             gained; at low morale the cards are routed.",
        ),
        reference_step("6 Victory", "See the set-up sheet. The last faction on the map always wins."),
        reference_line(
            "Morale",
            "High +1 might, low −1. Up after a victory, down after disengaging. Merged cards are normal.",
        ),
        reference_line("Experience", "+1 might each: one for each encounter survived."),
        reference_line("Routed", "Gives no orders; surrenders when it meets enemies."),
    ]
}

/// Returns what a faction may order (TT-3, TT-4, TT-7).
fn orders() -> Vec<Block> {
    vec![
        reference_line(
            "Move",
            "Up to the speed of the slowest. Entering a hex with enemies ends the move; from there only disengaging leads away.",
        ),
        reference_line("Fortify", "+1 might each until it moves. Not after moving."),
        reference_line("Merge", "Cards of one type and experience in a hex become a formation for good."),
        reference_line("Army", "Join or leave one in the hex, once a turn. The buffs of commanders do not add up."),
        reference_line(
            "Deploy",
            "At a standard, for the card’s cost, not among enemies. It acts from the next turn on. A hero comes once.",
        ),
        reference_line("Reinforce", "At a standard: a card of the type joins, for its cost and 1 for each experience."),
        reference_line("Train", "At a standard, once a turn: +1 experience for 1 resource per card and level reached."),
        more("Reinforced or trained, it does nothing else in the turn, and its standard does not move."),
        reference_line(
            "Disengage",
            "Half chance, once a turn: to a neighbouring hex without enemies. Either way its orders end.",
        ),
        reference_line(
            "Use",
            "An active ability once a turn, also after moving and in combat. “Friendly” includes the card itself.",
        ),
    ]
}

/// Chances in combat and of special attacks (TT-5.2, TT-6.1).
fn combat() -> Vec<Block> {
    let row = |cells: [&str; 3]| Paragraph {
        style: "chances",
        cells: cells.iter().map(|cell| vec![Run::plain(*cell)]).collect(),
        ..Paragraph::default()
    };
    let chances = [
        ["Less by more", "Winner’s cards", "Loser’s cards"],
        ["1 by 4", "6 %", "25 %"],
        ["1 by 3", "11 %", "33 %"],
        ["1 by 2", "25 %", "50 %"],
        ["2 by 3", "44 %", "67 %"],
        ["3 by 4", "56 %", "75 %"],
        ["4 by 5", "64 %", "80 %"],
        ["9 by 10", "81 %", "90 %"],
        ["equal", "100 %", "100 %"],
    ];
    let mut lines = vec![
        reference_line(
            "Combat",
            "Add up the might of each side. Each card is destroyed with this chance, by less might by more:",
        ),
        Block::new("reference", "", chances.map(row).into()),
        more("Of more than two factions each fights the sum of the others. Might 0 against more is destroyed."),
        reference_line(
            "Special attack",
            "Its might by the might of the target, a card or a whole formation; certain if as much. It destroys all of it or none.",
        ),
    ];
    let kinds = StrikeKind::ALL.map(|kind| reference_line(&capital(kind.word()), targets(kind)));
    lines.extend(kinds);
    lines
}

/// Returns what hexes cost, and what traits change (TT-4, TT-5.4).
fn terrain() -> Vec<Block> {
    let mut lines = vec![
        reference_line(
            "Cost",
            "Plain 1, forest 2, mountain and water closed. A road ½ on any terrain, also into closed hexes.",
        ),
        more("One hex may always be entered with a full allowance, if it is open."),
    ];
    lines.extend(Trait::ALL.map(|one| reference_line(&capital(one.word()), quality(one))));
    lines
}
