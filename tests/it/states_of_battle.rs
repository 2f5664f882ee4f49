//! States of Battle: what its documents mean, what its cards say, and what is printed for it.

mod armies;
mod battles;
mod board;
mod cards;
mod clauses;
mod documents;
mod odds;
mod position;
mod sentences;
mod starts;
mod worth;

use std::sync::{Arc, LazyLock};

use camino::{Utf8Path, Utf8PathBuf};
use muster::review::catalogues::carried_catalogues;
use muster::review::{Review, review, templates};
use muster_core::diag::{Diagnostic, Sink};
use muster_core::print::Misfit;
use muster_core::print::frame::{Frame, Item};
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_games::states_of_battle::StatesOfBattle;
use muster_games::states_of_battle::resolve::StatesBattle;
use muster_systems::catalogue::{Catalogue, Catalogues};
use muster_systems::{Drawn, Opaque, Piece, Printed, System, With};

use crate::cli::root;

/// Two sides of two units each: names and points, and nothing else.
pub(crate) const SMALL: &str = "\
system: states-of-battle
scenario:
  name: The Ford
  sides:
    - {name: North, units: A1-A2}
    - {name: South, units: B1-B2}
units:
  - {unit: A1, name: Sir Anselm, kind: general, points: 150}
  - {unit: A2, name: Hill Spears, points: 350}
  - {unit: B1, name: Dame Berta, kind: general, points: 150}
  - {unit: B2, name: Town Levy, points: 450}
";

/// Returns the game.
pub(crate) fn system() -> &'static System {
    SYSTEMS.iter().copied().find(|system| system.id() == "states-of-battle").expect("the game")
}

fn review_of(text: &str) -> Review {
    let read = |_: &Utf8Path| Err(std::io::ErrorKind::NotFound.into());
    review(&[(Utf8PathBuf::from("a.yaml"), text.as_bytes().to_vec())], &read, SYSTEMS)
}

/// Returns what is found in a document, which may name no other.
pub(crate) fn reviewed(text: &str) -> Vec<Diagnostic> {
    review_of(text).findings
}

/// Returns the battle of a document, which may name no other.
pub(crate) fn opaque(text: &str) -> Opaque {
    let review = review_of(text);
    review.units[0].battle.clone().unwrap_or_else(|| panic!("{text}\n{:?}", review.findings))
}

/// Returns the battle of a document, resolved.
pub(crate) fn battle(text: &str) -> Arc<StatesBattle> {
    opaque(text).downcast().expect("a battle of this game")
}

/// Returns a shipped scenario, with the files that it names.
pub(crate) fn shipped(name: &str) -> Arc<StatesBattle> {
    let path = Utf8PathBuf::from(format!("scenarios/states-of-battle/{name}.yaml"));
    let read = |path: &Utf8Path| std::fs::read(root().join(path));
    let text = read(&path).expect("a scenario");
    let review = review(&[(path, text)], &read, SYSTEMS);
    let battle = review.units[0].battle.clone().unwrap_or_else(|| panic!("{:?}", review.findings));
    battle.downcast().expect("a battle of this game")
}

/// Returns the extras of these names.
pub(crate) fn with(extras: &[&str]) -> With {
    With::Only(extras.iter().map(|extra| (*extra).to_owned()).collect())
}

/// Returns the words of its pieces in a language.
pub(crate) fn words_in(language: &str) -> &'static Catalogue {
    static WORDS: LazyLock<Catalogues> = LazyLock::new(|| carried_catalogues(system()));
    WORDS.get(language).expect("a carried language")
}

/// Returns the words of its pieces.
pub(crate) fn words() -> &'static Catalogue {
    words_in("en")
}

/// Returns the pieces of a battle.
pub(crate) fn pieces<'a>(battle: &'a StatesBattle, extras: &[&str]) -> Vec<Piece<'a>> {
    StatesOfBattle::pieces(battle, &with(extras), words())
}

/// Draws the pieces of a document in a look. Returns them with what is found on them.
pub(crate) fn drawn(text: &str, look: &str, with: &With) -> (Vec<Drawn>, Vec<Diagnostic>) {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let faces = templates::faces(system(), &[look], Vec::new(), &mut sources, &mut sink);
    assert!(sink.into_findings().is_empty());
    system().faces(&opaque(text), &faces, &carried_catalogues(system()), with, None)
}

/// Draws what documents share. Returns it with what does not fit on it.
pub(crate) fn shared(texts: &[&str], look: &str, with: &With) -> (Vec<Drawn>, Vec<Misfit>) {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let faces = templates::faces(system(), &[look], Vec::new(), &mut sources, &mut sink);
    let battles: Vec<Opaque> = texts.iter().map(|text| opaque(text)).collect();
    let (drawn, misfits, _) = system().draw_shared(&battles, &faces, &carried_catalogues(system()), with, None);
    (drawn, misfits)
}

/// Returns the letters of a drawing, line after line.
pub(crate) fn letters(frame: &Frame) -> String {
    let of = |item: &Item| match item {
        Item::Text(text) => text.text.clone(),
        Item::Group(group) => letters(&group.frame),
        Item::Shape(_) | Item::Area(_) | Item::Image(_) => String::new(),
    };
    let all: Vec<String> = frame.items.iter().map(of).filter(|letters| !letters.is_empty()).collect();
    all.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}
