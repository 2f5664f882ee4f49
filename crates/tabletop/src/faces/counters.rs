//! The counters of cards: the flag, what the card is, its might and speed, its number; its name on the back.

use muster_core::print::cut::CutShape;
use muster_core::print::template::{Content, Drawing, Entry, FaceOffer};
use muster_systems::printed::{Back, FaceContent, Piece, PlaceOf, Surface};

use super::cards::{accent, printed_cards};
use super::flags::FlagToDraw;
use super::signs::{self, TypeSign};
use crate::model::CardRole;
use crate::resolve::TabletopBattle;
use crate::wording::{TabletopWord as W, TabletopWording};

/// A form in which counters are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CounterForm {
    /// Squares of 5/8 in.
    Usual,
    /// Squares of 1/2 in.
    Half,
    /// Squares of 20 mm.
    Large,
    /// Hexagons of 17 mm from side to side, which lie within the hexes of the map.
    Hex,
}

/// Returns the names that templates of a face of counters may use.
pub(super) const fn offer(name: &'static str) -> FaceOffer {
    FaceOffer {
        name,
        texts: &["name", "number", "might", "speed", "back"],
        drawings: &["flag", "sign", "role", "factors", "title"],
        pictures: &["flag"],
        ..FaceOffer::NOTHING
    }
}

/// The names of the faces, by form.
pub(super) const FACES: [&str; 4] = ["counter", "counter-half", "counter-large", "counter-hex"];

impl CounterForm {
    /// The forms, each with its extra.
    pub(super) const ALL: [(CounterForm, &'static str); 4] = [
        (CounterForm::Usual, "counters"),
        (CounterForm::Half, "counters-half"),
        (CounterForm::Large, "counters-large"),
        (CounterForm::Hex, "counters-hex"),
    ];

    fn cut_shape(self) -> CutShape {
        if self == CounterForm::Hex { CutShape::FlatHexagon } else { CutShape::Rectangle }
    }
}

/// Returns the counters of all cards in a form.
pub(super) fn pieces<'a>(
    battle: &'a TabletopBattle,
    form: CounterForm,
    wording: TabletopWording<'_>,
) -> Vec<Piece<'a>> {
    printed_cards(battle).into_iter().map(|card| piece(battle, card, form, wording)).collect()
}

/// Returns the number of counters of a card a faction has: what the card says, else as many as stand on the map at the start, one
/// at the least.
pub(super) fn copies(battle: &TabletopBattle, card: usize, faction: Option<usize>) -> u32 {
    if let Some(copies) = battle.written_card(card).copies {
        return copies.into();
    }
    let setup = faction.map_or(&[][..], |faction| &battle.factions[faction].setup);
    let count: u32 = setup.iter().filter(|entry| entry.card == Some(card)).map(|entry| u32::from(entry.count)).sum();
    count.max(1)
}

fn piece<'a>(
    battle: &'a TabletopBattle,
    (index, faction): (usize, Option<usize>),
    form: CounterForm,
    wording: TabletopWording<'_>,
) -> Piece<'a> {
    let card = &battle.cards[index];
    let face = FACES[form as usize];
    let nation = battle.written_card(index).nation.as_deref().unwrap_or(&card.name);
    let side = |is_back: bool| {
        let value = |name: &'static str, aloud: W, value: u32| {
            let value = value.to_string();
            (name, Entry::new(&value, "").read_as(wording.say(aloud, &[(&value).into()])))
        };
        let mut texts = vec![("name", Entry::new(&card.name, "/name"))];
        let mut drawings: Vec<(&'static str, Drawing<'_>)> = Vec::new();
        if is_back {
            texts.push(("back", Entry::new("", "")));
            drawings.push(("title", signs::name_drawing(card.name.clone(), card.id.to_string())));
        } else {
            texts.extend([
                ("number", Entry::new(card.id.to_string(), "/card")),
                value("might", W::AloudMight, card.might.into()),
                value("speed", W::AloudSpeed, card.speed.into()),
            ]);
            drawings.push(("sign", signs::type_drawing(card)));
            drawings.push(("factors", signs::factors(card.might, card.speed)));
            let role = match card.role {
                CardRole::Hero => Some(TypeSign::Star),
                CardRole::Commander => Some(TypeSign::Crown),
                CardRole::Unit | CardRole::Standard => None,
            };
            let role = role.filter(|role| TypeSign::find(card) != Some(*role));
            let draw =
                |role| -> Drawing<'_> { Box::new(move |look, frame, rect| signs::draw(look, frame, role, rect)) };
            drawings.extend(role.map(|role| ("role", draw(role))));
        }
        let mut content = Content { accent: accent(card.role), texts, drawings, ..Content::default() };
        FlagToDraw::put(battle, (faction, nation), "flag", &mut content);
        let place: PlaceOf<'_> = Box::new(move |tag| match tag.starts_with("/scenario") {
            true => battle.scenario_address(tag),
            false => battle.card_address(index, tag),
        });
        Surface::Face(FaceContent { face, content, place: Some(place) })
    };
    let faction_name = faction.map(|faction| battle.factions[faction].name.clone());
    let scenario = battle.scenario().map(|scenario| scenario.name.clone());
    Piece {
        group: scenario.into_iter().chain(faction_name.clone()).chain([wording.word(W::Counters)]).collect(),
        back: Back::Own(format!("{face} {index} {faction:?}"), side(true)),
        side: faction_name,
        cut: form.cut_shape(),
        copies: copies(battle, index, faction),
        token: true,
        at: Some(battle.card_address(index, "")),
        ..Piece::new(format!("{face}-{}", card.id), wording.say(W::CounterOf, &[(&card.name).into()]), side(false))
    }
}
