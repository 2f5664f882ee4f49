//! States of Battle: what its cards say, and what is printed for it.

mod cards;
mod sentences;

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use muster::print::frame::{Frame, Item};
use muster::review::review;
use muster::systems::states_of_battle::resolve::StatesBattle;
use muster::systems::{Opaque, SYSTEMS, System};

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
    SYSTEMS.iter().find(|system| system.id() == "states-of-battle").expect("the game")
}

/// Returns the battle of a document, which may name no other.
pub(crate) fn opaque(text: &str) -> Opaque {
    let read = |_: &Utf8Path| Err(std::io::ErrorKind::NotFound.into());
    let review = review(&[(Utf8PathBuf::from("a.yaml"), text.as_bytes().to_vec())], &read, SYSTEMS);
    review.units[0].battle.clone().unwrap_or_else(|| panic!("{text}\n{:?}", review.findings))
}

/// Returns the battle of a document, resolved.
pub(crate) fn battle(text: &str) -> Arc<StatesBattle> {
    opaque(text).downcast().expect("a battle of this game")
}

/// Returns the letters of a drawing, line after line.
pub(crate) fn letters(frame: &Frame) -> String {
    let of = |item: &Item| match item {
        Item::Text(text) => text.text.clone(),
        Item::Group(group) => letters(&group.frame),
        Item::Shape(_) | Item::Image(_) => String::new(),
    };
    let all: Vec<String> = frame.items.iter().map(of).filter(|letters| !letters.is_empty()).collect();
    all.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}
