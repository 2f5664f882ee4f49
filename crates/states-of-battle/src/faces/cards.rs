//! The cards of the three decks: what an Order, an Event or a starter card says.

use muster_core::print::template::{Block, Content, Drawing, Entry, FaceOffer, Paragraph};
use muster_core::source::Address;
use muster_systems::art::card_picture;
use muster_systems::fields::Fields;
use muster_systems::printed::{FaceContent, Overflow, Piece, Surface};

use super::back::{back, scenario_art, side_entry};
use super::lore;
use super::signs::{self, Sign};
use crate::model::DeckKind;
use crate::resolve::{BattleSide, CardInUse, DeckCard, StatesBattle};
use crate::sentences;
use crate::wording::{StatesWord as W, StatesWording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "card",
    texts: &["deck", "name", "side"],
    drawings: &["sign", "side-sign"],
    flows: &["text"],
    styles: &["text", "lore"],
    pictures: &["art"],
    fields: true,
    room: 260,
    rooms: &[("deck", 28), ("name", 48), ("side", 40)],
    ..FaceOffer::NOTHING
};

/// The decks in the order of printing, each with its extra.
pub(super) const DECKS: [DeckKind; 3] = [DeckKind::Orders, DeckKind::Events, DeckKind::Starter];

/// Returns the cards of a side's deck.
pub(super) fn side_cards<'a>(
    battle: &'a StatesBattle,
    (index, side): (usize, &BattleSide),
    deck: DeckKind,
    wording: StatesWording<'a>,
) -> Vec<Piece<'a>> {
    let cards = match deck {
        DeckKind::Orders => &side.orders,
        DeckKind::Events => &side.events,
        DeckKind::Starter => &side.starter,
    };
    cards.iter().map(|DeckCard { card, copies }| piece(battle, (*card, *copies), Some(index), wording)).collect()
}

/// Returns the cards of a deck that are written in the files, for a deck alone.
pub(super) fn written_cards<'a>(
    battle: &'a StatesBattle,
    deck: DeckKind,
    wording: StatesWording<'a>,
) -> Vec<Piece<'a>> {
    let of_deck = |(index, card): (usize, &CardInUse)| {
        let is_written = card.at.is_some() && card.definition.deck == deck;
        is_written.then(|| piece(battle, (index, card.definition.copies), None, wording))
    };
    battle.cards.iter().enumerate().filter_map(of_deck).collect()
}

/// Returns a card of a side, or of none where its deck is printed alone.
fn piece<'a>(
    battle: &'a StatesBattle,
    (index, copies): (usize, u8),
    side: Option<usize>,
    wording: StatesWording<'a>,
) -> Piece<'a> {
    let card = &battle.cards[index];
    let definition = &card.definition;
    let (deck, name) = (definition.deck, sentences::card_name(wording, card));
    let deck_name = title(wording, deck);
    let printed = name.clone();
    // A starter card leaves the battle with its use (SB-4.6).
    let printed_deck = if deck == DeckKind::Starter { wording.word(W::StarterOnce) } else { deck_name.clone() };
    let at = place(battle, card, side, "");
    let content = move |text: &str| {
        let tag = if definition.text.is_some() { "/text" } else { "/play" };
        let mut texts = vec![
            ("deck", Entry::new(&printed_deck, "").with_key(deck.word())),
            ("name", Entry::new(&printed, "/card").with_key(&definition.card)),
        ];
        texts.extend(side_entry(battle, side).map(|entry| ("side", entry)));
        let sign = Sign::from_words(&definition.play);
        let draw_sign: Drawing<'_> = Box::new(move |look, frame, rect| signs::draw(look, frame, sign, rect));
        let mut drawings = vec![("sign", draw_sign)];
        drawings.extend(side.map(|side| ("side-sign", signs::side_emblem(side))));
        let mut blocks = vec![Block::new("text", tag, vec![Paragraph::new("text", text)])];
        blocks.extend(definition.lore.iter().map(|text| lore(text)));
        let art = card_picture(definition.art.as_ref(), scenario_art(battle));
        let pictures = art.map(|art| ("art", art)).into_iter().collect();
        Content {
            accent: deck.word(),
            texts,
            fields: Fields::entries(definition.fields.as_ref()),
            drawings,
            flows: vec![("text", blocks)],
            pictures,
            ..Content::default()
        }
    };
    let text = sentences::card(wording, card);
    let written = [("/text", &definition.text), ("/lore", &definition.lore)];
    let texts = written.into_iter().filter_map(|(key, text)| Some((text.clone()?, place(battle, card, side, key))));
    let of_fields = Fields::texts(definition.fields.as_ref(), |key| place(battle, card, side, key));
    let texts = texts.chain(of_fields).filter(|_| card.at.is_some()).collect();
    let text_at = place(battle, card, side, if definition.text.is_some() { "/text" } else { "/play" });
    let whole = content(&text);
    let rest = Box::new(move || content(&wording.word(W::TextElsewhere)));
    let overflow = Some(Overflow { title: name.clone(), texts: vec![(text.clone(), text_at)], rest });
    let places = Box::new(move |tag: &str| place(battle, card, side, tag));
    let front = FaceContent { face: FACE.name, content: whole, place: Some(places) };
    let side_name = side.and_then(|side| Some(battle.sides.get(side)?.name.clone()));
    let group = [battle.scenario().map(|scenario| scenario.name.clone()), side_name.clone(), Some(deck_name.clone())];
    Piece {
        group: group.into_iter().flatten().collect(),
        back: back(battle, deck.word(), &deck_name, side),
        side: side_name,
        copies: copies.into(),
        at: Some(at),
        texts,
        overflow,
        ..Piece::new(number(&definition.card, side), name, Surface::Face(front))
    }
}

/// Returns what a card is chosen by besides its name: `move-1` for that of the first side.
pub(super) fn number(name: &str, side: Option<usize>) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("-").to_lowercase();
    side.map_or(name.clone(), |side| format!("{name}-{}", side + 1))
}

/// Returns the place of a tag: where the card is written, or the side that has a published one.
fn place(battle: &StatesBattle, card: &CardInUse, side: Option<usize>, tag: &str) -> Address {
    if tag.starts_with("/scenario") {
        return battle.scenario_address(tag);
    }
    let of_side = || battle.scenario_address(&side.map_or(String::new(), |side| format!("/scenario/sides/{side}")));
    card.at.as_ref().map_or_else(of_side, |at| at.join(tag))
}

/// Returns the name of a deck, on its backs.
fn title(wording: StatesWording<'_>, deck: DeckKind) -> String {
    wording.word(match deck {
        DeckKind::Orders => W::Orders,
        DeckKind::Events => W::Events,
        DeckKind::Starter => W::Starter,
    })
}
