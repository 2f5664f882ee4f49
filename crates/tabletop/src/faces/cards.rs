//! The cards: cost, might and speed on their signs, the flag, traits, abilities, lore.

use muster_core::print::template::{Block, Content, Entry, FaceOffer, Paragraph, Run, runs};
use muster_core::source::Address;
use muster_systems::art::card_picture;
use muster_systems::fields::Fields;
use muster_systems::printed::{FaceContent, Overflow, Piece, Surface};

use super::back::back;
use super::flags::FlagToDraw;
use super::signs::{self, ValueSign};
use crate::model::{CardRole, TabletopCard};
use crate::resolve::{ResolvedCard, TabletopBattle};
use crate::sentences;
use crate::wording::{TabletopWord as W, TabletopWording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "card",
    texts: &[
        "number",
        "name",
        "kind",
        "cost",
        "cost-caption",
        "might",
        "might-caption",
        "speed",
        "speed-caption",
        "faction",
        "role",
        "hero",
        "commander",
    ],
    drawings: &["flag", "sign", "might-sign", "speed-sign", "cost-sign"],
    flows: &["text"],
    styles: &["trait", "ability", "flavour", "words", "rule", "lore"],
    pictures: &["art", "flag"],
    fields: true,
    room: 280,
    rooms: &[
        ("number", 5),
        ("name", 48),
        ("kind", 25),
        ("cost", 3),
        ("cost-caption", 8),
        ("might", 3),
        ("might-caption", 8),
        ("speed", 3),
        ("speed-caption", 8),
        ("faction", 44),
        ("role", 14),
        ("hero", 40),
        ("commander", 40),
    ],
    ..FaceOffer::NOTHING
};

/// The keys that drawings show.
const TAGS: [(&str, &str); 4] =
    [("sign", "/type"), ("might-sign", "/might"), ("speed-sign", "/speed"), ("cost-sign", "/cost")];

/// Returns the cards to print, each with the faction that has it: by faction in the order of its list, then those that only
/// stand on the map at the start; of a deck alone, all.
pub(super) fn printed_cards(battle: &TabletopBattle) -> Vec<(usize, Option<usize>)> {
    if battle.scenario().is_none() {
        return (0..battle.cards.len()).map(|card| (card, None)).collect();
    }
    let of_faction = |index: usize| {
        let faction = &battle.factions[index];
        let mut cards = faction.cards.clone();
        for card in faction.setup.iter().filter_map(|entry| entry.card) {
            if !cards.contains(&card) {
                cards.push(card);
            }
        }
        cards.into_iter().map(move |card| (card, Some(index)))
    };
    (0..battle.factions.len()).flat_map(of_faction).collect()
}

/// Returns a card of a faction, or of none where its deck is printed alone. Its number is the card's.
pub(super) fn piece<'a>(
    battle: &'a TabletopBattle,
    index: usize,
    faction: Option<usize>,
    wording: TabletopWording<'a>,
) -> Piece<'a> {
    let (card, written) = (&battle.cards[index], battle.written_card(index));
    let nation = written.nation.as_deref().unwrap_or(&card.name);
    let accent = accent(card.role);
    let scenario_art = battle.scenario().and_then(|scenario| Some((scenario.art.as_ref()?, "/scenario/art")));
    let place = move |tag: &str| match tag.starts_with("/scenario") {
        true => battle.scenario_address(tag),
        false => battle.card_address(index, tag),
    };
    let content = move |is_whole: bool| {
        let mut blocks: Vec<Block> = Vec::new();
        if !card.traits.is_empty() {
            let told = card.traits.iter().map(|quality| {
                let (name, meaning) = sentences::quality(*quality);
                let text = vec![Run::strong(format!("{}. ", wording.word(name))), Run::plain(wording.word(meaning))];
                Paragraph { style: "trait", text, ..Paragraph::default() }
            });
            blocks.push(Block::new("traits", "/traits", told.collect()));
        }
        blocks.extend((0..card.abilities.len()).map(|i| ability((battle, wording), card, i, is_whole)));
        if is_whole {
            let rule = written.rule_text.iter();
            blocks.extend(rule.map(|text| Block::new("rule_text", "/rule_text", vec![Paragraph::new("rule", text)])));
        }
        let lore = written.lore.iter();
        blocks.extend(
            lore.map(|text| Block { foot: true, ..Block::new("lore", "/lore", vec![Paragraph::new("lore", text)]) }),
        );
        let mut content = Content {
            accent,
            texts: texts(battle, (card, written), faction, wording),
            drawings: vec![
                ("sign", signs::type_drawing(card)),
                ("might-sign", ValueSign::Might.drawing(card.might.to_string())),
                ("speed-sign", ValueSign::Speed.drawing(card.speed.to_string())),
                ("cost-sign", ValueSign::Cost.drawing(wording.digits(card.cost))),
            ],
            tags: TAGS.into(),
            fields: Fields::entries(written.fields.as_ref()),
            flows: vec![("text", blocks)],
            pictures: card_picture(written.art.as_ref(), scenario_art).map(|art| ("art", art)).into_iter().collect(),
            ..Content::default()
        };
        FlagToDraw::put(battle, (faction, nation), "flag", &mut content);
        content
    };
    let abilities = card.abilities.iter().enumerate();
    let abilities = abilities.map(|(i, ability)| {
        let text = format!("{}: {}", ability.written.name, sentences::ability(wording, battle, ability));
        (text, place(&format!("/abilities/{i}")))
    });
    let rule = written.rule_text.iter().map(|text| (text.clone(), place("/rule_text")));
    let moved: Vec<(String, Address)> = abilities.chain(rule).collect();
    let overflow = (!moved.is_empty()).then(|| Overflow {
        title: format!("{} {}", card.id, card.name),
        texts: moved,
        rest: Box::new(move || content(false)),
    });
    let faction_name = faction.map(|faction| battle.factions[faction].name.clone());
    let scenario = battle.scenario().map(|scenario| scenario.name.clone());
    let front = FaceContent { face: FACE.name, content: content(true), place: Some(Box::new(place)) };
    Piece {
        group: scenario.into_iter().chain(faction_name.clone()).collect(),
        back: back(battle, accent, faction, nation),
        side: faction_name,
        at: Some(battle.card_address(index, "")),
        texts: Fields::texts(written.fields.as_ref(), place),
        overflow,
        ..Piece::new(card.id.to_string(), format!("{} {}", card.id, card.name), Surface::Face(front))
    }
}

/// Returns the accent of cards of a role.
pub(super) fn accent(role: CardRole) -> &'static str {
    role.word()
}

fn texts(
    battle: &TabletopBattle,
    (card, written): (&ResolvedCard, &TabletopCard),
    faction: Option<usize>,
    wording: TabletopWording<'_>,
) -> Vec<(&'static str, Entry)> {
    let kind: Vec<&str> = written.nation.as_deref().into_iter().chain([card.kind.as_str()]).collect();
    let value = |name: &'static str, aloud: W, value: String| {
        (name, Entry::new(&value, "").read_as(wording.say(aloud, &[(&value).into()])))
    };
    let caption = |name: &'static str, word: W| (name, Entry::new(wording.word(word), "").read_as(""));
    let mut texts = vec![
        ("number", Entry::new(card.id.to_string(), "/card")),
        ("name", Entry::new(&card.name, "/name")),
        ("kind", Entry::new(kind.join(" · "), if written.nation.is_some() { "/nation" } else { "/type" })),
        value("cost", W::AloudCost, wording.digits(card.cost)),
        value("might", W::AloudMight, card.might.to_string()),
        value("speed", W::AloudSpeed, card.speed.to_string()),
        caption("cost-caption", W::Cost),
        caption("might-caption", W::Might),
        caption("speed-caption", W::Speed),
    ];
    // What a standard is stands in its type already.
    let role = match card.role {
        CardRole::Unit | CardRole::Standard => None,
        CardRole::Hero => Some(("hero", W::Hero, W::RoleHero)),
        CardRole::Commander => Some(("commander", W::Commander, W::RoleCommander)),
    };
    if let Some((name, word, role)) = role {
        texts.push(("role", Entry::new(wording.word(role), "").read_as("").with_key(name)));
        texts.push((name, Entry::new(wording.word(word), "").with_key(name)));
    }
    texts.extend(faction.map(|faction| {
        let tag = format!("/scenario/factions/{faction}/name");
        ("faction", Entry::new(&battle.factions[faction].name, tag))
    }));
    texts
}

/// Returns an ability: its name and how it works, its flavour, and what it does.
fn ability(
    (battle, wording): (&TabletopBattle, TabletopWording<'_>),
    card: &ResolvedCard,
    i: usize,
    is_whole: bool,
) -> Block {
    let ability = &card.abilities[i];
    let kind = wording.word(if ability.written.active.is_some() { W::Active } else { W::Passive });
    // No line begins with the dot.
    let name = vec![Run::strong(&ability.written.name), Run::plain(format!("\u{a0}·\u{a0}{kind}"))];
    let mut paragraphs = vec![Paragraph { style: "ability", text: name, ..Paragraph::default() }];
    paragraphs.extend(ability.written.flavour.iter().map(|flavour| Paragraph::new("flavour", flavour)));
    let words = if is_whole { sentences::ability(wording, battle, ability) } else { wording.word(W::TextElsewhere) };
    paragraphs.push(Paragraph { style: "words", text: runs(&words), ..Paragraph::default() });
    Block::new("ability", format!("/abilities/{i}"), paragraphs)
}
