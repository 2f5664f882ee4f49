//! Orders: which picture is printed on which side of how many cards, in a form that the upload tools of a printer read.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::Hash;

use serde::Deserialize;
use serde_json::{Value, json};

use super::Size;
use super::profile::Profile;
use super::xml::escape;

/// The form of an order, and what it says beyond the cards.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "form", rename_all = "kebab-case", deny_unknown_fields)]
pub enum OrderForm {
    /// Components as the interface of The Game Crafter has them, as JSON: decks of a size with their cards.
    Components,
    /// The XML of MPC Autofill, which uploads pictures to MakePlayingCards.
    Autofill {
        /// The card that is printed on, by the name that the printer gives it.
        stock: String,
    },
}

/// A card that is ordered: its name, and the pictures of its sides.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderedCard {
    /// Its number and name.
    pub name: String,
    /// Its trimmed size.
    pub size: Size,
    /// The number of its copies.
    pub copies: u32,
    /// The file of its front.
    pub front: String,
    /// The file of its back; `None` if nothing is on it.
    pub back: Option<String>,
}

/// The keys of an order of components, in their order.
pub const COMPONENT_KEYS: [&str; 3] = ["printer", "game", "components"];

impl OrderForm {
    /// Returns the name of the file.
    pub fn file(&self) -> &'static str {
        match self {
            OrderForm::Components => "order.json",
            OrderForm::Autofill { .. } => "cards.xml",
        }
    }

    /// Returns the order of a game's cards.
    pub fn write(&self, profile: &Profile, game: &str, cards: &[OrderedCard]) -> String {
        match self {
            OrderForm::Components => components(profile, game, cards),
            OrderForm::Autofill { stock } => autofill(profile, stock, cards),
        }
    }
}

/// Returns what most copies of cards have, the first of several.
fn most<T: Eq + Hash + Copy>(all: impl Iterator<Item = (T, u32)> + Clone) -> Option<T> {
    let mut counts: HashMap<T, u64> = HashMap::new();
    all.clone().for_each(|(item, copies)| *counts.entry(item).or_default() += u64::from(copies));
    let highest = counts.values().copied().max()?;
    all.map(|(item, _)| item).find(|item| counts[item] == highest)
}

/// Returns the backs of cards, each with its copies.
fn backs<'c>(cards: impl Iterator<Item = &'c OrderedCard> + Clone) -> impl Iterator<Item = (&'c str, u32)> + Clone {
    cards.filter_map(|card| Some((card.back.as_deref()?, card.copies)))
}

/// Returns a deck of each size with its cards, as JSON. What is an id of a file in the printer's interface is the name of a picture here.
fn components(profile: &Profile, game: &str, cards: &[OrderedCard]) -> String {
    let mut by_size: Vec<(Size, Vec<&OrderedCard>)> = Vec::new();
    for card in cards {
        match by_size.iter_mut().find(|(size, _)| *size == card.size) {
            Some((_, of_size)) => of_size.push(card),
            None => by_size.push((card.size, vec![card])),
        }
    }
    let deck = |(size, cards): &(Size, Vec<&OrderedCard>)| {
        let sold = profile.sizes.iter().find(|sold| sold.is(*size));
        let name = match sold.filter(|_| by_size.len() > 1) {
            Some(sold) => format!("{game} ({})", sold.name),
            None => game.to_owned(),
        };
        let card = |card: &&OrderedCard| json!({"name": card.name, "quantity": card.copies, "face": card.front, "back": card.back});
        let cards_of: Vec<Value> = cards.iter().map(card).collect();
        json!({
            "type": "deck",
            "identity": sold.and_then(|sold| sold.deck.as_deref()),
            "name": name,
            "quantity": 1,
            "back": most(backs(cards.iter().copied())),
            "cards": cards_of,
        })
    };
    let decks: Vec<Value> = by_size.iter().map(deck).collect();
    let order = json!({"printer": profile.title, "game": {"name": game}, "components": decks});
    format!("{order:#}\n")
}

/// Returns the XML with the slots of every picture, counted from 0; the back of most cards is the common one.
fn autofill(profile: &Profile, stock: &str, cards: &[OrderedCard]) -> String {
    let quantity: u32 = cards.iter().map(|card| card.copies).sum();
    // An order is paid for by the next larger of the numbers that are sold.
    let bracket = profile.tiers.iter().find(|tier| **tier >= quantity).copied().unwrap_or(quantity);
    let common = most(backs(cards.iter())).filter(|_| cards.iter().all(|card| card.back.is_some()));
    let (mut fronts, mut others) = (Vec::new(), Vec::<SlotImage<'_>>::new());
    let mut next = 0;
    for card in cards {
        let slots = next..next + card.copies;
        next = slots.end;
        fronts.push(SlotImage { file: &card.front, name: &card.name, slots: slots.clone().collect() });
        let Some(back) = card.back.as_deref().filter(|back| Some(*back) != common) else { continue };
        match others.iter_mut().find(|image| image.file == back) {
            Some(image) => image.slots.extend(slots),
            None => others.push(SlotImage { file: back, name: &card.name, slots: slots.collect() }),
        }
    }
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<order>\n  <details>\n");
    let _ = writeln!(out, "    <quantity>{quantity}</quantity>\n    <bracket>{bracket}</bracket>");
    let _ = writeln!(out, "    <stock>{}</stock>\n    <foil>false</foil>\n  </details>", escape(stock));
    for (tag, images) in [("fronts", fronts), ("backs", others)] {
        let _ = writeln!(out, "  <{tag}>");
        images.iter().for_each(|image| image.write(&mut out));
        let _ = writeln!(out, "  </{tag}>");
    }
    let _ = writeln!(out, "  <cardback>{}</cardback>\n</order>", escape(common.unwrap_or_default()));
    out
}

/// A picture and the places of a deck that it is printed in.
struct SlotImage<'a> {
    file: &'a str,
    name: &'a str,
    slots: Vec<u32>,
}

impl SlotImage<'_> {
    fn write(&self, out: &mut String) {
        let slots: Vec<String> = self.slots.iter().map(u32::to_string).collect();
        let (file, slots, name) = (escape(self.file), slots.join(","), escape(self.name));
        let _ = writeln!(
            out,
            "    <card>\n      <id>{file}</id>\n      <slots>{slots}</slots>\n      <name>{file}</name>\n      <query>{name}</query>\n    </card>"
        );
    }
}
