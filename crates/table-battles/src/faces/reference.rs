//! The reference card: a turn on its first side, the signs on its second, restated from the clauses.

use std::sync::Arc;

use muster_core::print::template::{Block, FaceOffer, Paragraph, Run, runs};
use muster_systems::printed::Piece;

use super::words;
use crate::model::{Requirement, Rule, Scenario};
use crate::resolve::Battle;
use crate::words::{Word, Wording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "reference",
    texts: &["title", "kind"],
    flows: &["lines"],
    styles: &["step", "answer", "words", "end", "heading", "sign"],
    accents: &["scenario"],
    ..FaceOffer::NOTHING
};

/// Returns the two sides of the reference card, with the expansion rules that any of the battles has in force; a deck alone
/// may be for any.
pub(super) fn pieces(battles: &[Arc<Battle>], wording: Wording<'_>) -> Vec<Piece<'static>> {
    let in_force = |rule: Rule| {
        battles.iter().any(|battle| battle.scenario().is_none_or(|scenario| scenario.rules.contains(&rule)))
    };
    let has_morale = |scenario: &Scenario| scenario.sides.iter().any(|side| side.morale > 0);
    let morale = battles.iter().any(|battle| battle.scenario().is_none_or(has_morale));
    let sides = [
        ("reference", Word::ATurn, turn(wording, &in_force, morale)),
        ("signs", Word::Signs, signs(wording, &in_force)),
    ];
    let group = wording.word(Word::Reference);
    let side = |(number, title, lines)| {
        Piece::reference(number, &wording.word(title), &FACE, lines).with_language(&group, wording.language())
    };
    sides.into_iter().map(side).collect()
}

fn block(paragraphs: Vec<Paragraph>) -> Block {
    Block::new("reference", "", paragraphs)
}

/// Returns what to do in a turn (TB-5), what it costs (TB-6.1), how to answer (TB-7.5, TB-7.6) and how it ends
/// (TB-10.1, TB-11).
fn turn(wording: Wording<'_>, in_force: &dyn Fn(Rule) -> bool, morale: bool) -> Vec<Block> {
    let step = |style, label, aside: Option<Word>, text| {
        let label = Some(wording.word(label));
        let asides = aside.map(|aside| vec![Run::plain(wording.word(aside))]).into_iter().collect();
        let text = Paragraph::new("words", &wording.word(text));
        block(vec![Paragraph { style, label, asides, ..Paragraph::default() }, text])
    };
    let end = |text| block(vec![Paragraph::new("end", &wording.word(text))]);
    let (begin, act) = match in_force(Rule::Shift) {
        true => (Word::BeginShift, Word::ActShift),
        false => (Word::Begin, Word::Act),
    };
    let mut blocks = vec![
        step("step", Word::StepBegin, None, begin),
        step("step", Word::StepAct, Some(Word::OrPass), act),
        step("step", Word::StepRoll, None, Word::Roll),
        step("answer", Word::StepAnswer, Some(Word::WhenAttacked), Word::Answer),
    ];
    if in_force(Rule::Oblique) {
        blocks.push(end(Word::ObliqueMeaning));
    }
    // A battle without morale is decided otherwise (TB-11.4).
    blocks.push(end(if morale { Word::RoutMorale } else { Word::RoutAlone }));
    blocks
}

/// Returns what stands at the right of a sign's row: icons between colons, and letters.
fn sign(words: &str, signs: &str) -> Paragraph {
    Paragraph { asides: vec![runs(signs)], ..Paragraph::new("sign", words) }
}

/// Returns what dice areas take (TB-2), what requirements ask for (TB-3.1), what marks mean (TB-1.2, TB-10.1, TB-12).
fn signs(wording: Wording<'_>, in_force: &dyn Fn(Rule) -> bool) -> Vec<Block> {
    let dice = [
        (Word::AnyNumberOfDice, ":die6:"),
        (Word::AsManyAsYouLike, ":die5: / :die6:"),
        (Word::OneDieATurn, "( :die6: )"),
    ];
    let shows = [
        (Requirement::Pair, Word::TwoAlike),
        (Requirement::TwoPairs, Word::OfTwoNumbers),
        (Requirement::Triplet, Word::ThreeAlike),
        (Requirement::TwoTriplets, Word::OfTwoNumbers),
        (Requirement::FullHouse, Word::TripletAndPair),
        (Requirement::FiveDice, Word::AnyFive),
    ];
    let mut marks = vec![(Word::MarkStick, ":stick:"), (Word::MarkCube, ":cube:"), (Word::MarkStar, ":star:")];
    if in_force(Rule::Links) {
        marks.push((Word::MarkLink, ":link:"));
    }
    if in_force(Rule::Shift) || in_force(Rule::Oblique) {
        marks.push((Word::MarkArms, ":infantry: :cavalry:"));
    }
    let group = |heading, rows: Vec<Paragraph>| {
        block(std::iter::once(Paragraph::new("heading", &wording.word(heading))).chain(rows).collect())
    };
    let plain = |(word, icons)| sign(&wording.word(word), icons);
    let shows = shows.into_iter().map(|(requirement, means)| {
        let (name, icon) = words::requirement(requirement);
        let words = wording.say(Word::Means, &[(&wording.word(name)).into(), (&wording.word(means)).into()]);
        sign(&words, &format!(":{icon}:"))
    });
    vec![
        group(Word::DiceTaken, dice.into_iter().map(plain).collect()),
        group(Word::DiceShown, shows.collect()),
        group(Word::Marks, marks.into_iter().map(plain).collect()),
    ]
}
