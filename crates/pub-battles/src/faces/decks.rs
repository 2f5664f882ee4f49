//! The cards of Capture the Flag (PB-10.1, PB-10.2): those of the corps and of the Fog of War of both decks, and the setup deck.

use muster_core::print::frame::{Path, Rect, Stroke, at};
use muster_core::print::template::{Block, Content, Drawing, Entry, FaceOffer, Paragraph, PictureEntry, Run};
use muster_systems::art::card_picture;
use muster_systems::catalogue::capital;
use muster_systems::fields::Fields;
use muster_systems::printed::{Back, FaceContent, Piece, PlaceOf, Surface};

use super::blocks::quality;
use crate::capture_the_flag::{CARDS, FlagSetup, StackLetter, setup_deck};
use crate::model::{BlockQuality, CardBlock, CorpsCard, FlagDeck, FlagRule};
use crate::resolve::PubBattle;
use crate::sentences;
use crate::wording::{PubWord as W, PubWording};

/// The names that templates of the faces may use.
pub(super) const CORPS: FaceOffer = FaceOffer {
    name: "corps-card",
    texts: &["hq", "deck", "strength", "strength-caption", "leader", "name"],
    flows: &["blocks"],
    styles: &["block"],
    pictures: &["art"],
    fields: true,
    ..FaceOffer::NOTHING
};
pub(super) const FOG: FaceOffer = FaceOffer {
    name: "fog-card",
    texts: &["deck", "name", "title", "words"],
    drawings: &["fog"],
    ..FaceOffer::NOTHING
};
pub(super) const SETUP: FaceOffer = FaceOffer {
    name: "setup-card",
    texts: &[
        "strength",
        "strength-caption",
        "both",
        "name",
        "kind",
        "letter-1",
        "letter-2",
        "letter-3",
        "words-1",
        "words-2",
        "words-3",
    ],
    ..FaceOffer::NOTHING
};
pub(super) const BACK: FaceOffer = FaceOffer {
    name: "deck-back",
    texts: &["deck", "name"],
    drawings: &["flag"],
    pictures: &["arms", "art"],
    ..FaceOffer::NOTHING
};

/// The accents of the decks, and that of the setup deck.
const ACCENTS: [&str; 2] = ["first-deck", "second-deck"];
const SETUP_ACCENT: &str = "scenario";
/// The place of the decks in their document.
const DECKS: &str = "/capture_the_flag";
/// The texts of the letters of a setup card, and what each of them says.
const LETTERS: [(&str, &str); 3] = [("letter-1", "words-1"), ("letter-2", "words-2"), ("letter-3", "words-3")];

/// Returns the cards of both decks and those of the setup deck; none where the document is something else.
pub(super) fn pieces<'a>(battle: &'a PubBattle, wording: PubWording<'a>) -> Vec<Piece<'a>> {
    let of = (battle, wording);
    let Some(decks) = battle.decks() else { return Vec::new() };
    let mut pieces = Vec::new();
    for (i, deck) in decks.decks.iter().enumerate().take(ACCENTS.len()) {
        pieces.extend((0..deck.corps.len()).map(|card| corps_card(of, (i, deck), card)));
        let fog = deck.fog.map_or_else(|| CARDS.saturating_sub(deck.corps.len()), usize::from);
        if fog > 0 {
            pieces.push(fog_card(of, (i, deck), fog as u32));
        }
    }
    pieces.extend(setup_deck(decks).into_iter().enumerate().map(|(i, setup)| setup_card(of, i, setup)));
    pieces
}

/// Returns the texts that the cards of a deck share: whose they are, and of what.
fn texts(battle: &PubBattle, deck: &FlagDeck) -> Vec<(&'static str, Entry)> {
    let name = battle.decks().map(|decks| ("name", Entry::new(&decks.name, "")));
    [("deck", Entry::new(&deck.name, ""))].into_iter().chain(name).collect()
}

/// Returns a text of the game's own words, which is not read aloud: what it stands beside says it.
fn fixed_text(name: &'static str, word: W, wording: PubWording<'_>) -> (&'static str, Entry) {
    (name, Entry::new(wording.word(word), "").read_as(""))
}

fn corps_card<'a>(
    (battle, wording): (&'a PubBattle, PubWording<'a>),
    (side, deck): (usize, &'a FlagDeck),
    index: usize,
) -> Piece<'a> {
    let card = &deck.corps[index];
    let mut texts = texts(battle, deck);
    texts.push(("hq", Entry::new(&card.hq, "/hq")));
    texts.extend([
        strength(card.fighting(), "/blocks", wording),
        fixed_text("strength-caption", W::StrengthBelow, wording),
    ]);
    let rated = battle.decks().is_some_and(|decks| decks.optional.contains(&FlagRule::Leadership));
    if card.guard {
        texts.push(("leader", Entry::new(wording.word(W::Guard), "/guard")));
    } else if rated {
        let leader = capital(&wording.word(sentences::leader(card.leader)));
        texts.push(("leader", Entry::new(leader, "/leader")));
    }
    let art = battle.decks().and_then(|decks| Some((decks.art.as_ref()?, "/capture_the_flag/art")));
    let content = Content {
        accent: ACCENTS[side],
        texts,
        fields: Fields::entries(card.fields.as_ref()),
        flows: vec![("blocks", blocks(card, wording))],
        pictures: card_picture(card.art.as_ref(), art).map(|art| ("art", art)).into_iter().collect(),
        ..Content::default()
    };
    let at = battle.scenario_address(&format!("/capture_the_flag/decks/{side}/corps/{index}"));
    let written = at.clone();
    let place: PlaceOf<'_> = Box::new(move |tag| match tag.starts_with(DECKS) {
        true => battle.scenario_address(tag),
        false => written.join(tag),
    });
    let front = Surface::Face(FaceContent { face: CORPS.name, content, place: Some(place) });
    let number = format!("corps-{}-{}", side + 1, index + 1);
    let texts = Fields::texts(card.fields.as_ref(), |key| at.join(key));
    let piece = Piece { at: Some(at), texts, ..Piece::new(number, card.hq.clone(), front) };
    put_in_deck(battle, (side, deck), piece)
}

/// Returns the strength on a card.
fn strength(strength: usize, tag: &str, wording: PubWording<'_>) -> (&'static str, Entry) {
    let aloud = wording.say(W::StrengthAloud, &[u32::try_from(strength).unwrap_or(u32::MAX).into()]);
    ("strength", Entry::new(strength.to_string(), tag).read_as(aloud))
}

/// Returns the blocks of a card, a row each.
fn blocks(card: &CorpsCard, wording: PubWording<'_>) -> Vec<Block> {
    let row = |(i, block): (usize, &CardBlock)| {
        let mut name = vec![Run::plain(&block.block)];
        if block.quality != BlockQuality::Line {
            name.extend([Run::plain(" "), Run::Icon(block.quality.word().to_owned())]);
        }
        let what = sentences::kind_of_quality(wording, (block.kind, block.quality));
        let cells = vec![vec![Run::Icon(block.kind.word().to_owned())], name];
        let aloud = Some(format!("{}, {what}", block.block));
        let paragraph = Paragraph { style: "block", cells, aloud, ..Paragraph::default() };
        Block::new("blocks", format!("/blocks/{i}/block"), vec![paragraph])
    };
    card.blocks.iter().enumerate().map(row).collect()
}

fn fog_card<'a>(
    (battle, wording): (&'a PubBattle, PubWording<'a>),
    (side, deck): (usize, &'a FlagDeck),
    copies: u32,
) -> Piece<'a> {
    let draw: Drawing<'_> = Box::new(|look, frame, r| {
        // Banks of fog: lines of arcs, each bank half a step aside.
        let (color, step) = (look.readable(look.paper()).mix(look.paper(), 0.45), r.width / 6.0);
        for bank in 0..5 {
            let y = r.y + r.height * (f64::from(bank) + 0.5) / 5.0;
            let inset = if bank % 2 == 0 { step } else { 0.0 };
            let mut x = r.x + inset;
            while x + step <= r.right() - inset + 1e-9 {
                let points: Vec<_> = (0..=12)
                    .map(|i| {
                        let part = f64::from(i) / 12.0;
                        at(x + step * part, y - step * 0.9 * part * (1.0 - part))
                    })
                    .collect();
                for ends in points.windows(2) {
                    frame.stroke(Path::line(ends[0], ends[1]), Stroke { round: true, ..Stroke::new(color, 0.7) });
                }
                x += step;
            }
        }
    });
    let mut texts = texts(battle, deck);
    texts.extend([fixed_text("title", W::FogOfWar, wording), ("words", Entry::new(wording.word(W::FogMeaning), ""))]);
    let content = Content { accent: ACCENTS[side], texts, drawings: vec![("fog", draw)], ..Content::default() };
    let at = battle.scenario_address(&format!("/capture_the_flag/decks/{side}"));
    let piece = Piece::from_content(format!("fog-{}", side + 1), wording.word(W::FogOfWar), &FOG, content, at);
    put_in_deck(battle, (side, deck), Piece { copies, ..piece })
}

fn put_in_deck<'a>(battle: &'a PubBattle, (side, deck): (usize, &'a FlagDeck), piece: Piece<'a>) -> Piece<'a> {
    let name = battle.decks().map(|decks| decks.name.clone());
    let arms = deck.art.as_ref().map(|art| ("arms", art.entry(&format!("{DECKS}/decks/{side}/art"))));
    Piece {
        group: name.into_iter().chain([deck.name.clone()]).collect(),
        back: back(battle, ACCENTS[side], &deck.name, arms),
        side: Some(deck.name.clone()),
        ..piece
    }
}

fn setup_card<'a>((battle, wording): (&'a PubBattle, PubWording<'a>), index: usize, setup: FlagSetup) -> Piece<'a> {
    let name = battle.decks().map(|decks| ("name", Entry::new(&decks.name, "")));
    let mut texts: Vec<(&str, Entry)> = name.into_iter().collect();
    texts.extend([
        strength(setup.strength.into(), "", wording),
        fixed_text("strength-caption", W::Strength, wording),
        fixed_text("kind", W::Setup, wording),
    ]);
    if setup.is_special() {
        texts.push(("both", Entry::new(wording.word(W::BothUse), "")));
    }
    for ((letter, words), meant) in LETTERS.into_iter().zip(setup.letters) {
        texts.push((letter, Entry::new(meant.letter().to_string(), "")));
        texts.push((words, Entry::new(wording.word(describe(meant)), "")));
    }
    let content = Content { accent: SETUP_ACCENT, texts, ..Content::default() };
    let at = battle.scenario_address("/capture_the_flag/name");
    let label = wording.say(W::SetupCard, &[setup.word().as_str().into()]);
    let name = battle.decks().map(|decks| decks.name.clone());
    let group = name.into_iter().chain([wording.word(W::SetupDeck)]).collect();
    let picture = battle.decks().and_then(|decks| Some(("art", decks.art.as_ref()?.entry("/capture_the_flag/art")?)));
    Piece {
        group,
        back: back(battle, SETUP_ACCENT, &wording.word(W::Setup), picture),
        ..Piece::from_content(format!("setup-{}", index + 1), label, &SETUP, content, at)
    }
}

/// Returns what becomes of a stack with a letter (PB-10.2).
fn describe(letter: StackLetter) -> W {
    match letter {
        StackLetter::Start => W::StartsOnMap,
        StackLetter::Reinforcement => W::Reinforcements,
        StackLetter::Reserve => W::NotToday,
    }
}

/// Returns the back of the cards of a deck.
fn back<'a>(
    battle: &'a PubBattle,
    accent: &'static str,
    deck: &str,
    picture: Option<(&'static str, PictureEntry)>,
) -> Back<'a> {
    let name = battle.decks().map(|decks| ("name", Entry::new(&decks.name, "/capture_the_flag/name")));
    let flag: Drawing<'_> = Box::new(|look, frame, r| {
        let color = look.accent();
        let k = r.width.min(r.height) / 10.0;
        let (x, y) = (r.x + r.width / 2.0 - 3.0 * k, r.y + r.height / 2.0);
        let pole = Path::line(at(x, y - 4.5 * k), at(x, y + 4.5 * k));
        frame.stroke(pole, Stroke { round: true, ..Stroke::new(color, 0.6 * k) });
        let cloth = [(0.3, -4.3), (6.6, -4.3), (5.0, -2.1), (6.6, 0.1), (0.3, 0.1)];
        frame.fill(Path::polygon(&cloth.map(|(dx, dy)| at(x + dx * k, y + dy * k))), color);
        let middle = Rect::new(x + 1.2 * k, y - 3.3 * k, 2.4 * k, 2.4 * k);
        quality(frame, BlockQuality::Elite, middle, look.readable(color));
    });
    let content = Content {
        accent,
        texts: [("deck", Entry::new(deck, ""))].into_iter().chain(name).collect(),
        drawings: vec![("flag", flag)],
        pictures: picture.into_iter().collect(),
        ..Content::default()
    };
    let place: PlaceOf<'_> = Box::new(|tag| battle.scenario_address(tag));
    Back::Own(format!("{accent} deck"), Surface::Face(FaceContent { face: BACK.name, content, place: Some(place) }))
}
