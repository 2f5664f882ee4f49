//! All cards of a battle: the set-up card, each side's formations, what is too long for them; what does not fit becomes
//! a finding.

use std::sync::Arc;

use super::back::Backs;
use super::rules::{self, Apart};
use super::{FormationView, OFFER, SetupView, TEMPLATES, TITLE, back, findings, reference, setup, tokens};
use crate::diag::{Code, Diagnostic};
use crate::print::layout::Typesetter;
use crate::print::template::{Content, FaceOffer, Faces, Offer};
use crate::print::{Accessories, Card, Misfit};
use crate::systems::table_battles::TableBattles;
use crate::systems::table_battles::effects::Effect;
use crate::systems::table_battles::resolve::{Battle, Found, rule_pointer};
use crate::systems::{Drawn, Printed};

impl Printed for TableBattles {
    const OFFER: &'static Offer = &OFFER;
    const TEMPLATES: &'static [(&'static str, &'static [&'static str])] = TEMPLATES;
    const FACE_CODES: &'static [Code] = super::CODES;

    fn faces(battle: &Battle, faces: &Faces, with: Accessories) -> (Vec<Drawn>, Vec<Diagnostic>) {
        Typesetter::lent(|ts| draw(ts, battle, &|| faces, with, |_, _| true))
    }

    fn misfits<'f>(battle: &Battle, faces: &dyn Fn() -> &'f Faces) -> Vec<Diagnostic> {
        let long = |content: &Content<'_>, face: &FaceOffer| !content.is_short(face);
        Typesetter::lent(|ts| draw(ts, battle, faces, Accessories::ALL, long)).1
    }

    fn shared(battles: &[Arc<Battle>], faces: &Faces, with: Accessories) -> (Vec<Card>, Vec<Misfit>) {
        Typesetter::lent(|ts| {
            let (mut cards, mut misfits) = (Vec::new(), Vec::new());
            let mut add = |(more, wrong): (Vec<Card>, Vec<Misfit>)| {
                cards.extend(more);
                misfits.extend(wrong);
            };
            if with.reference {
                add(reference::reference(ts, faces, battles));
            }
            if with.tokens {
                add(tokens::tokens(ts, faces, battles, with));
            }
            (cards, misfits)
        })
    }
}

/// The cards whose content is `wanted`, and what is wrong with the texts of all.
fn draw<'f>(
    ts: &mut Typesetter,
    battle: &Battle,
    faces: &dyn Fn() -> &'f Faces,
    with: Accessories,
    wanted: fn(&Content<'_>, &FaceOffer) -> bool,
) -> (Vec<Drawn>, Vec<Diagnostic>) {
    let (mut drawn, mut found, mut apart) = (Vec::new(), Vec::new(), Vec::new());
    let mut backs = Backs::default();
    let mut back = |ts: &mut Typesetter, of: Option<&Battle>, accent, wing: Option<&str>, side| {
        let content = back::content(of, accent, wing, side);
        (with.backs && wanted(&content, &back::FACE)).then(|| backs.get(ts, faces(), &content, side))
    };
    let title_at = battle.at_scenario(TITLE);
    if let Some(scenario) = battle.scenario().filter(|_| with.setup) {
        let (reserves, cubes) = (reserves(battle), cubes(battle));
        let special = battle.special_texts(None);
        let at = |i| battle.at_scenario(&format!("/scenario{}", rule_pointer(scenario.special.len(), i)));
        for (i, text) in special.iter().enumerate() {
            let text_at = format!("/scenario{}", text_pointer(scenario.special.len(), i));
            found.extend(findings::unknown_icons(text, battle.at_scenario(&text_at)));
        }
        let view = SetupView { scenario, reserves: &reserves, cubes: &cubes, special: &special };
        if wanted(&super::setup::content(&view), &super::setup::FACE) {
            let draw = |special: &[String]| setup(ts, faces(), &SetupView { special, ..view });
            let (card, misfits, all) = rules::on_card(&special, draw);
            if !all {
                found.push(findings::rules_apart(at(0)));
                apart.push(Apart::new("The battle".to_owned(), special, at));
            }
            let back = back(ts, Some(battle), "scenario", None, None);
            drawn.push(Drawn { card: Card { back, ..card }, at: title_at.clone() });
            let at = |misfit: &Misfit| battle.at_scenario(&format!("/scenario{}", misfit.tag));
            found.extend(misfits.iter().map(|misfit| findings::misfit(misfit, at(misfit))));
        }
        let notes = scenario.notes.as_deref().unwrap_or_default();
        found.extend(findings::unknown_icons(notes, battle.at_scenario("/scenario/notes")));
    }
    let title = battle.scenario().map_or("", |scenario| &scenario.name);
    for index in printed(battle) {
        let side = battle.cards[index].sides.first().copied();
        // A card of a deck is the same card in every battle, and bears the name of none.
        let own = (battle.written(index).0 == 0).then_some(battle);
        let name_of = |text: &str| name_of(battle, side, text);
        let special = battle.special_texts(Some(index));
        let formation = battle.formation(index);
        let view = FormationView { formation, name_of: &name_of, special: &special, battle: own.map_or("", |_| title) };
        let lore = formation.lore.as_deref().unwrap_or_default();
        found.extend(findings::unknown_icons(lore, battle.at(index, "/lore")));
        let rule_at = |i| battle.at(index, &rule_pointer(formation.special.len(), i));
        for (i, text) in special.iter().enumerate() {
            let text_at = text_pointer(formation.special.len(), i);
            found.extend(findings::unknown_icons(text, battle.at(index, &text_at)));
        }
        let (accent, wing) = super::formation::wing(formation.wing);
        let back = back(ts, own, accent, Some(wing), side.filter(|_| own.is_some()));
        if wanted(&super::formation::content(&view), &super::formation::FACE) {
            let draw = |special: &[String]| super::formation(ts, faces(), &FormationView { special, ..view });
            let (card, misfits, all) = rules::on_card(&special, draw);
            if !all {
                found.push(findings::rules_apart(rule_at(0)));
                apart.push(Apart::new(card.label.clone(), special, rule_at));
            }
            let card = Card { leaf: Some(leaf(battle, index)), back, ..card };
            drawn.push(Drawn { card, at: battle.at(index, "") });
            let at = |misfit: &Misfit| match misfit.tag.as_str() {
                TITLE => title_at.clone(),
                tag => battle.at(index, tag),
            };
            found.extend(misfits.iter().map(|misfit| findings::misfit(misfit, at(misfit))));
        }
    }
    let rules = (!apart.is_empty()).then(|| rules::cards(ts, faces(), (title, &title_at), &apart));
    let (cards, misfits) = rules.unwrap_or_default();
    let at = apart.first().map_or(title_at, Apart::at);
    for card in cards {
        let back = back(ts, Some(battle), "scenario", None, None);
        drawn.push(Drawn { card: Card { back, ..card }, at: at.clone() });
    }
    found.extend(misfits.iter().map(|(misfit, at)| findings::misfit(misfit, at.clone())));
    found.extend(backs.misfits.iter().map(|misfit| findings::misfit(misfit, battle.at_scenario(&misfit.tag))));
    (drawn, found)
}

/// The cards to print: those in the sides, in their order; of a deck alone, all.
pub(super) fn printed(battle: &Battle) -> Vec<usize> {
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

/// Where the author's own text of a rule is written, by its number and how many effects there are.
fn text_pointer(effects: usize, number: usize) -> String {
    let suffix = if number < effects { "/text" } else { "" };
    rule_pointer(effects, number) + suffix
}

/// By side: the cubes on cards that start with a number of their own.
fn cubes(battle: &Battle) -> Vec<Vec<String>> {
    let own = |card: &&usize| battle.formation(**card).special.iter().any(|e| matches!(e, Effect::StartsWith(_)));
    let on = |card: &usize| format!("{} on {}", battle.cubes_at_start(*card), battle.formation(*card).name);
    battle.armies.iter().map(|army| army.cards.iter().filter(own).map(on).collect()).collect()
}

/// The printed name of what a card of `side` refers to.
fn name_of(battle: &Battle, side: Option<usize>, text: &str) -> String {
    let found = battle.find(side.unwrap_or(0), true, text);
    match found {
        Found::Card(card) | Found::WrongSide(card) | Found::Unused(card) => battle.formation(card).name.clone(),
        Found::Nothing => text.to_owned(),
    }
}
