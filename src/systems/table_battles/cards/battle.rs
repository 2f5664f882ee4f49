//! All cards of a battle: the set-up card, then each side's formations; what does not fit becomes a finding.

use super::{FormationView, OFFER, SetupView, TEMPLATES, setup};
use crate::diag::{Code, Diagnostic, Severity};
use crate::print::layout::Typesetter;
use crate::print::template::{Content, Faces, Offer, icons};
use crate::print::{Card, Misfit, What};
use crate::source::Address;
use crate::systems::Printed;
use crate::systems::table_battles::TableBattles;
use crate::systems::table_battles::resolve::{Battle, Found};

/// A text that does not fit its place on a card.
const TEXT_DOES_NOT_FIT: Code = Code {
    id: "TB501",
    name: "text-does-not-fit",
    severity: Severity::Error,
    page: include_str!("text_does_not_fit.md"),
};

/// Lore for which a card has no room.
const LEFT_OUT: Code =
    Code { id: "TB502", name: "left-out", severity: Severity::Warning, page: include_str!("left_out.md") };

/// What can be found as cards are drawn.
pub const CODES: &[Code] = &[TEXT_DOES_NOT_FIT, LEFT_OUT, UNKNOWN_ICON];

/// An icon in a text that there is not.
const UNKNOWN_ICON: Code =
    Code { id: "TB503", name: "unknown-icon", severity: Severity::Warning, page: include_str!("unknown_icon.md") };

impl Printed for TableBattles {
    const OFFER: &'static Offer = &OFFER;
    const TEMPLATES: &'static [(&'static str, &'static [&'static str])] = TEMPLATES;

    fn faces(battle: &Battle, faces: &Faces) -> (Vec<Card>, Vec<Diagnostic>) {
        Typesetter::lent(|ts| draw(ts, battle, faces, |_| true))
    }

    fn misfits(battle: &Battle, faces: &Faces) -> Vec<Diagnostic> {
        Typesetter::lent(|ts| draw(ts, battle, faces, |content| !content.is_short())).1
    }
}

/// The cards whose content is `wanted`, and what is wrong with the texts of all.
fn draw(
    ts: &mut Typesetter,
    battle: &Battle,
    faces: &Faces,
    wanted: fn(&Content<'_>) -> bool,
) -> (Vec<Card>, Vec<Diagnostic>) {
    let mut cards = Vec::new();
    let mut findings = Vec::new();
    if let Some(scenario) = battle.scenario() {
        let (reserves, special) = (reserves(battle), battle.special_texts(None));
        let view = SetupView { scenario, reserves: &reserves, special: &special };
        if wanted(&super::setup::content(&view)) {
            let (card, misfits) = setup(ts, faces, &view);
            cards.push(card);
            findings.extend(misfits.iter().map(|m| finding(m, battle.at_scenario(&format!("/scenario{}", m.tag)))));
        }
        let notes = scenario.notes.as_deref().unwrap_or_default();
        findings.extend(unknown_icons(notes, battle.at_scenario("/scenario/notes")));
    }
    let title = battle.scenario().map_or("", |scenario| &scenario.name);
    for index in printed(battle) {
        let side = battle.cards[index].sides.first().copied();
        let name_of = |text: &str| name_of(battle, side, text);
        let special = battle.special_texts(Some(index));
        let formation = battle.formation(index);
        let view = FormationView { formation, name_of: &name_of, special: &special, battle: title };
        let lore = formation.lore.as_deref().unwrap_or_default();
        findings.extend(unknown_icons(lore, battle.at(index, "/lore")));
        if wanted(&super::formation::content(&view)) {
            let (mut card, misfits) = super::formation(ts, faces, &view);
            card.leaf = Some(leaf(battle, index));
            cards.push(card);
            findings.extend(misfits.iter().map(|misfit| finding(misfit, battle.at(index, &misfit.tag))));
        }
    }
    (cards, findings)
}

/// The cards to print: those in the sides, in their order; of a deck alone, all.
fn printed(battle: &Battle) -> Vec<usize> {
    match battle.scenario() {
        Some(_) => battle.armies.iter().flat_map(|army| army.cards.iter().copied()).collect(),
        None => (0..battle.cards.len()).collect(),
    }
}

/// The piece of card a formation is printed on: 7A and 7B of one set are its two sides (TB-1.3).
fn leaf(battle: &Battle, index: usize) -> String {
    let set = battle.scenario().and_then(|scenario| scenario.set.as_deref()).unwrap_or_default();
    format!("{set} {}", battle.formation(index).card.number)
}

/// By side: the names of the formations that start in reserve.
fn reserves(battle: &Battle) -> Vec<Vec<String>> {
    let waiting = |card: &&usize| battle.formation(**card).reserve.is_some();
    let name = |card: &usize| battle.formation(*card).name.clone();
    battle.armies.iter().map(|army| army.cards.iter().filter(waiting).map(name).collect()).collect()
}

/// The printed name of what a card of `side` refers to.
fn name_of(battle: &Battle, side: Option<usize>, text: &str) -> String {
    let found = battle.find(side.unwrap_or(0), true, text);
    match found {
        Found::Card(card) | Found::WrongSide(card) | Found::Unused(card) => battle.formation(card).name.clone(),
        Found::Nothing => text.to_owned(),
    }
}

/// Names between colons in an author's text that are no icons.
fn unknown_icons(text: &str, at: Address) -> impl Iterator<Item = Diagnostic> {
    let unknown = icons(text).into_iter().filter(|(.., name)| !OFFER.icons.contains(name));
    unknown.map(move |(.., name)| {
        let all: Vec<String> = OFFER.icons.iter().map(|icon| format!("`:{icon}:`")).collect();
        let text = format!("unknown icon `:{name}:`; there is {}", all.join(", "));
        Diagnostic::new(UNKNOWN_ICON, at.clone(), text).nearest(name, OFFER.icons.iter().copied())
    })
}

fn finding(misfit: &Misfit, at: Address) -> Diagnostic {
    let (code, help) = match misfit.what {
        What::TooLong(_) => (TEXT_DOES_NOT_FIT, "shorten the text; it is already set at its smallest size"),
        What::NoGlyph(_) => (TEXT_DOES_NOT_FIT, "the fonts carry Latin letters with their accents"),
        What::LeftOut(_) => (LEFT_OUT, "shorten it, or what stands above it"),
    };
    Diagnostic::new(code, at, misfit.to_string()).help(help)
}
