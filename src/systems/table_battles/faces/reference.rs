//! The reference card: a turn on its first side, the signs on its second, restated from the clauses.

use std::sync::Arc;

use super::words;
use crate::print::template::{Block, FaceOffer, Paragraph, Run, runs};
use crate::systems::printed::Piece;
use crate::systems::table_battles::model::{Requirement, Rule, Scenario};
use crate::systems::table_battles::resolve::Battle;

/// What templates of the face may name.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "reference",
    texts: &["title"],
    drawings: &[],
    flows: &["lines"],
    styles: &["step", "answer", "words", "end", "heading", "sign"],
    pictures: &[],
    room: 0,
};

/// Returns the two sides of the reference card, with the expansion rules that any of the battles has in force; a deck alone
/// may be for any.
pub(super) fn pieces(battles: &[Arc<Battle>]) -> Vec<Piece<'static>> {
    let in_force = |rule: Rule| {
        battles.iter().any(|battle| battle.scenario().is_none_or(|scenario| scenario.rules.contains(&rule)))
    };
    let has_morale = |scenario: &Scenario| scenario.sides.iter().any(|side| side.morale > 0);
    let morale = battles.iter().any(|battle| battle.scenario().is_none_or(has_morale));
    let sides = [("reference", "A turn", turn(&in_force, morale)), ("signs", "Signs", signs(&in_force))];
    sides.into_iter().map(|(number, title, lines)| Piece::reference(number, title, &FACE, lines)).collect()
}

fn block(paragraphs: Vec<Paragraph>) -> Block {
    Block::new("reference", "", paragraphs)
}

/// What to do in a turn (TB-5), what it costs (TB-6.1), how to answer (TB-7.5, TB-7.6) and how it ends (TB-10.1, TB-11).
fn turn(in_force: &dyn Fn(Rule) -> bool, morale: bool) -> Vec<Block> {
    let step = |style, label: &str, aside: &str, text: &str| {
        let label = Some(label.to_owned());
        let asides = if aside.is_empty() { Vec::new() } else { vec![vec![Run::plain(aside)]] };
        block(vec![Paragraph { style, label, asides, ..Paragraph::default() }, Paragraph::new("words", text)])
    };
    let shift = in_force(Rule::Shift);
    let mut begin = "Lost if none of your formations can ever attack again.".to_owned();
    let mut act = "One formation acts with all its dice, a special one with 1 :cube:. Not after answering the last \
                   attack."
        .to_owned();
    if shift {
        begin += " Shifted sticks join; you may shift others to a card of the same arm, but never the last.";
        act.truncate(act.len() - 1);
        act += ", nor when you shift.";
    }
    let mut blocks = vec![
        step("step", "1 Begin", "", &begin),
        step("step", "2 Act", "or pass", &act),
        step("step", "3 Roll", "", "Roll your pool. One card of each wing may take dice; what is left goes back."),
        step(
            "answer",
            "Answer",
            "when attacked",
            "If a card of yours can answer, one must, unless it is voluntary. It costs that card’s dice, or 1 :cube: of a \
             special one, and your next act.",
        ),
    ];
    if in_force(Rule::Oblique) {
        let text = "Infantry with at least 3 sticks more than what takes its hits makes 1 hit more.";
        blocks.push(block(vec![Paragraph::new("end", text)]));
    }
    // A battle without morale is decided otherwise (TB-11.4).
    let rout = match morale {
        true => {
            "A formation without sticks routs: the enemy takes 1 :cube: of your morale, for a :star: 2. Once the \
                 last is gone you have lost."
        }
        false => "A formation without sticks routs.",
    };
    blocks.push(block(vec![Paragraph::new("end", rout)]));
    blocks
}

/// What stands at the right of a sign's row: icons between colons, and letters.
fn sign(words: &str, signs: &str) -> Paragraph {
    Paragraph { asides: vec![runs(signs)], ..Paragraph::new("sign", words) }
}

/// What dice areas take (TB-2), what requirements ask for (TB-3.1), what marks mean (TB-1.2, TB-10.1, TB-12).
fn signs(in_force: &dyn Fn(Rule) -> bool) -> Vec<Block> {
    let dice = [
        ("any number of dice", ":die6:"),
        ("as many as you like, all alike", ":die5: / :die6:"),
        ("one die a turn", "( :die6: )"),
    ];
    let shows = [
        (Requirement::Pair, "two alike"),
        (Requirement::TwoPairs, "of two numbers"),
        (Requirement::Triplet, "three alike"),
        (Requirement::TwoTriplets, "of two numbers"),
        (Requirement::FullHouse, "a triplet and a pair"),
        (Requirement::FiveDice, "any five"),
    ];
    let mut marks = vec![
        ("a unit: each hit takes one", ":stick:"),
        ("morale, or a special’s strength", ":cube:"),
        ("costs two morale when it routs", ":star:"),
    ];
    if in_force(Rule::Links) {
        marks.push(("linked: attacks make 1 hit fewer", ":link:"));
    }
    if in_force(Rule::Shift) || in_force(Rule::Oblique) {
        marks.push(("infantry, cavalry", ":infantry: :cavalry:"));
    }
    let group = |heading: &str, rows: Vec<Paragraph>| {
        block(std::iter::once(Paragraph::new("heading", heading)).chain(rows).collect())
    };
    let shows = shows.into_iter().map(|(requirement, means)| {
        let name = words::requirement(requirement);
        sign(&format!("{name}: {means}"), &format!(":{}:", name.replace(' ', "-")))
    });
    vec![
        group("Dice a card takes", dice.into_iter().map(|(words, icons)| sign(words, icons)).collect()),
        group("What dice must show", shows.collect()),
        group("Marks", marks.into_iter().map(|(words, icons)| sign(words, icons)).collect()),
    ]
}
