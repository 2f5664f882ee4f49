//! The summary: a turn and movement on one side, combat and what is optional on the other, restated from the clauses.

use std::sync::Arc;

use crate::print::template::{Block, FaceOffer, Paragraph, Run};
use crate::systems::printed::{Piece, reference_line, reference_step};
use crate::systems::pub_battles::model::OptionalRule;
use crate::systems::pub_battles::resolve::PubBattle;

/// Makes lines of the summary.
type Lines = fn() -> Vec<Block>;

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "reference",
    texts: &["title"],
    flows: &["lines"],
    styles: &["step", "words", "line", "hits"],
    ..FaceOffer::NOTHING
};

/// Returns the two sides of the summary. What is optional is told if one of the battles has it.
pub(super) fn pieces(battles: &[Arc<PubBattle>]) -> Vec<Piece<'static>> {
    let has = |rule| battles.iter().any(|battle| battle.has(rule));
    let mut second = combat();
    let optional: [(OptionalRule, Lines); 3] = [
        (OptionalRule::Trains, trains),
        (OptionalRule::Leadership, leaders),
        (OptionalRule::WrittenOrders, written_orders),
    ];
    second.extend(optional.into_iter().filter(|(rule, _)| has(*rule)).flat_map(|(_, lines)| lines()));
    let sides = [("reference", "A turn", turn()), ("combat", "Combat", second)];
    let piece = |(number, title, lines)| Piece { token: true, ..Piece::reference(number, title, &FACE, lines) };
    sides.into_iter().map(piece).collect()
}

/// Returns what is done in a turn (PB-2, PB-3, PB-4).
fn turn() -> Vec<Block> {
    vec![
        reference_step("1 Activation", "Chits are drawn until the cup is empty. The command that is drawn acts."),
        reference_step(
            "2 Combat",
            "The command drawn last fights first. Within a command the attack made last is fought first, each to its end.",
        ),
        reference_step("3 Reset", "Flipped headquarters and trains are turned back."),
        reference_line(
            "Headquarters",
            "go first: up to the mounted stick any way, over anything but impassable ground. They block nobody and are never hurt.",
        ),
        reference_line(
            "In command",
            "is a block within ⅓ mounted of its own headquarters, or of the army’s, before it moves. Only such a block may end in contact.",
        ),
        reference_line("Each block", "moves, bombards, rallies or stays, once."),
        reference_line(
            "Move",
            "up to one stick: mounted for cavalry and horse artillery, foot for all others. Straight ahead, or up to 45° to the side \
             with the facing kept. One change of facing is free.",
        ),
        reference_line(
            "A third less",
            "for terrain, however much of it is entered; for a second change of facing; for leaving a column. Entered is what more \
             than half of the block is in, or a stream that its middle crosses.",
        ),
        reference_line(
            "Column",
            "along a road at twice the speed, no matter the terrain. A third to form up or to deploy. It is flanked by any attack.",
        ),
        reference_line(
            "Bombard",
            "Fresh artillery that has not moved: a target within the foot stick, 45° to either side of its front, half of it in sight. \
             Three dice, 4 and more hit: 1 hit spends a fresh block, 2 drive it back as well; a spent one is driven back. Nothing dies.",
        ),
        reference_line("Rally", "A spent block that stays, no enemy within ⅓ foot, is fresh again, and may turn."),
        reference_line(
            "Front",
            "Fresh, the label looks to the rear: the front is the other side. Spent, the label lies up: the front is at its top.",
        ),
    ]
}

/// Returns what is done in combat (PB-5, PB-7).
fn combat() -> Vec<Block> {
    let row = |cells: [&str; 3]| Paragraph {
        style: "hits",
        cells: cells.iter().map(|cell| vec![Run::plain(*cell)]).collect(),
        ..Paragraph::default()
    };
    let hits = [
        ["Hits at once", "Fresh", "Spent"],
        ["1", "spent", "retreats"],
        ["2", "spent, retreats", "eliminated"],
        ["3", "eliminated", "eliminated"],
    ];
    vec![
        reference_line(
            "Round",
            "Both throw three dice, 4 and more hit, both at once. On it goes until they are apart.",
        ),
        Block::new("reference", "", hits.map(row).into()),
        reference_line(
            "Flanked",
            "is who has an enemy at the rear, or more than one in contact, and a column: +1 on each die of the attacker, −1 on each of \
             the defender. One enemy at the side is no flank.",
        ),
        reference_line(
            "Terrain",
            "that at least half of the defender stands in: what it says, on each die of the attacker.",
        ),
        reference_line(
            "Quality",
            "In each turn’s combat elites ignore the first hit that they take; to militia it counts as two.",
        ),
        reference_line(
            "Artillery",
            "throws first, and only who is still there answers. Made to retreat without support, it is lost.",
        ),
        reference_line(
            "Support",
            "Infantry right behind infantry or artillery, cavalry behind cavalry. When the one in front is gone, one that supported it \
             may step up and fight on, or retreat, or stay.",
        ),
        reference_line(
            "Retreat",
            "up to one stick straight away from the enemy, as far as it fits, through friends and passable ground, then face him. No \
             place out of contact: eliminated.",
        ),
        reference_line("Losses", "Infantry, cavalry, artillery 1, elites 2, trains 2."),
    ]
}

/// Trains and night (PB-6).
fn trains() -> Vec<Block> {
    vec![
        reference_line(
            "Trains",
            "One spent block within ⅓ mounted of a train rallies, and the train is flipped. A train that moves is flipped, too; one \
             that is contacted is lost.",
        ),
        reference_line(
            "Night",
            "Each command moves once, without contact. Each train moves, or rallies a block, or brings an eliminated one back, spent, \
             beside its headquarters, if that is within ⅓ mounted.",
        ),
    ]
}

/// Leaders (PB-8).
fn leaders() -> Vec<Block> {
    vec![reference_line(
        "Leaders",
        "After the blocks a leader who is not poor may be laid beside one of them: it fights as an elite. If it is lost he falls; three \
         dice for the next: three sixes great, else three hits average, else poor.",
    )]
}

/// Returns the blocks about written orders (PB-9).
fn written_orders() -> Vec<Block> {
    vec![
        reference_line(
            "Attack",
            "Take the place and clear the circle of ½ foot around it: the headquarters does not end farther from its next point.",
        ),
        reference_line("Defend", "Hold it, and never move into contact. Driven out of the circle: without orders."),
        reference_line("Without orders", "no block moves, but artillery bombards, blocks rally, trains go along."),
        reference_line(
            "New orders",
            "are written now and hold from the next activation: underline the old one, which is followed once more. Beside the \
             army’s headquarters, at night, and where there are none, at once.",
        ),
        reference_line(
            "Command roll",
            "great 1–4, average 1–3, poor 1–2. To drop the old order at once flip the headquarters and roll. Success: great, the new \
             ones now; others, without orders. Failure: great, without orders; others follow the old ones. A poor leader rolls in \
             every activation, and does nothing if he fails.",
        ),
    ]
}
