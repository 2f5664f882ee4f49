//! The cards of special rules: what is too long for the card that it belongs to.

use super::{TITLE, card};
use crate::print::layout::Typesetter;
use crate::print::template::{Block, Content, Entry, FaceOffer, Faces, Paragraph, Run, runs};
use crate::print::{Card, Misfit, What};
use crate::source::Address;

/// What templates of the face may name.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "rules",
    texts: &["name"],
    drawings: &[],
    flows: &["rules"],
    styles: &["heading", "special"],
    room: 0,
};

/// What stands on a card instead of its special rules.
const ELSEWHERE: &str = "Its special rules stand on the card of special rules.";

/// So many rules are tried on a card at first: all that is left would be measured anew for every card.
const AT_ONCE: usize = 40;

/// The special rules of one card, or of the scenario.
pub(super) struct Apart {
    /// The card's number and name.
    pub(super) title: String,
    /// The rules, each with where it is written.
    pub(super) texts: Vec<(String, Address)>,
}

impl Apart {
    /// The rules of a card, each written where `at` says.
    pub(super) fn new(title: String, texts: Vec<String>, at: impl Fn(usize) -> Address) -> Apart {
        Apart { title, texts: texts.into_iter().enumerate().map(|(i, text)| (text, at(i))).collect() }
    }

    /// Where the first of them is written.
    pub(super) fn at(&self) -> Address {
        self.texts[0].1.clone()
    }
}

/// Draws a card with its special rules, or, where they are too long for it, without them; whether they are on it.
pub(super) fn on_card(
    special: &[String],
    mut draw: impl FnMut(&[String]) -> (Card, Vec<Misfit>),
) -> (Card, Vec<Misfit>, bool) {
    let too_long = |misfits: &[Misfit]| misfits.iter().any(|misfit| matches!(misfit.what, What::TooLong(_)));
    let (card, misfits) = draw(special);
    if !special.is_empty() && too_long(&misfits) {
        let (without, others) = draw(&[ELSEWHERE.to_owned()]);
        if !too_long(&others) {
            return (without, others, false);
        }
    }
    (card, misfits, true)
}

/// As few cards as hold the rules of a battle whose name is written somewhere, and what does not fit on one alone, with
/// where it is written.
pub(super) fn cards(
    ts: &mut Typesetter,
    faces: &Faces,
    (battle, at): (&str, &Address),
    rules: &[Apart],
) -> (Vec<Card>, Vec<(Misfit, Address)>) {
    let rules = rules.iter().flat_map(|apart| apart.texts.iter().map(|(text, at)| (apart.title.as_str(), text, at)));
    let rules: Vec<Rule<'_>> = rules.collect();
    let (mut cards, mut misfits) = (Vec::new(), Vec::new());
    let mut rest = rules.as_slice();
    while !rest.is_empty() {
        let mut count = rest.len().min(AT_ONCE);
        let mut drawn = draw(ts, faces, battle, &rest[..count]);
        while count < rest.len() && overflowing(&drawn.1).is_none() {
            count = rest.len().min(2 * count);
            drawn = draw(ts, faces, battle, &rest[..count]);
        }
        // What ends below the card goes on the next one.
        while let Some(first) = overflowing(&drawn.1).filter(|first| (1..count).contains(first)) {
            (count, drawn) = (first, draw(ts, faces, battle, &rest[..first]));
        }
        let number = if cards.is_empty() { "rules".to_owned() } else { format!("rules-{}", cards.len() + 1) };
        let group = Some(battle.to_owned()).filter(|battle| !battle.is_empty()).into_iter().collect();
        cards.push(Card { number, label: "Special rules".to_owned(), group, ..drawn.0 });
        let address = |misfit: &Misfit| misfit.tag.parse::<usize>().map_or(at, |i| rest[i].2).clone();
        misfits.extend(drawn.1.into_iter().map(|misfit| (address(&misfit), misfit)).map(|(at, misfit)| (misfit, at)));
        rest = &rest[count..];
    }
    (cards, misfits)
}

/// A rule: the title it stands under, its text, where it is written.
type Rule<'a> = (&'a str, &'a String, &'a Address);

/// A block for each rule, found again by its number; the first one of each title stands below it.
fn blocks(rules: &[Rule<'_>]) -> Vec<Block> {
    let mut above = None;
    let block = |(i, (title, text, _)): (usize, &Rule<'_>)| {
        let mut paragraphs = Vec::new();
        if above.replace(title.to_string()).as_deref() != Some(*title) {
            paragraphs.push(Paragraph { style: "heading", text: vec![Run::plain(*title)], ..Paragraph::default() });
        }
        paragraphs.push(Paragraph { style: "special", text: runs(text), ..Paragraph::default() });
        Block { name: "special rules", tag: i.to_string(), paragraphs, foot: false }
    };
    rules.iter().enumerate().map(block).collect()
}

fn draw(ts: &mut Typesetter, faces: &Faces, battle: &str, rules: &[Rule<'_>]) -> (Card, Vec<Misfit>) {
    let name = Some(battle).filter(|battle| !battle.is_empty());
    let name = name.map(|battle| ("name", Entry::new(battle, TITLE)));
    let content = Content {
        accent: "scenario",
        texts: name.into_iter().collect(),
        flows: vec![("rules", blocks(rules))],
        ..Content::default()
    };
    card(ts, faces.get(FACE.name), &content)
}

/// The first of the rules that ends below the card.
fn overflowing(misfits: &[Misfit]) -> Option<usize> {
    misfits.iter().find(|misfit| matches!(misfit.what, What::TooLong(_)))?.tag.parse().ok()
}
