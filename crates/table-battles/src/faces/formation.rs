//! The card of a formation: number, wing and name, strength and dice, its actions, lore.

use std::sync::Arc;

use muster_core::print::template::{Block, Content, Drawing, Emphasis, Entry, FaceOffer, Paragraph, Run, runs};
use muster_systems::art::card_picture;
use muster_systems::fields::Fields;

use super::{FormationView, TITLE, dice, symbols, words};
use crate::model::{Arm, Formation, Link, Strength, Wing};
use crate::resolve::rule_pointer;
use crate::words::{Word, Wording};
use words::Words;

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "formation",
    texts: &[
        "number",
        "name",
        "wing",
        "wing-name",
        "strength",
        "strength-caption",
        "dice-title",
        "dice-caption",
        "battle",
    ],
    drawings: &["star", "arm", "links", "tokens", "dice"],
    flows: &["rules"],
    styles: &["action", "reaction", "targets", "effect", "special", "keyword", "lore"],
    pictures: &["art"],
    fields: true,
    room: 420,
    rooms: &[
        ("number", 5),
        ("name", 48),
        ("wing", 40),
        ("wing-name", 13),
        ("strength", 3),
        ("strength-caption", 11),
        ("dice-title", 18),
        ("dice-caption", 20),
        ("battle", 44),
    ],
    ..FaceOffer::NOTHING
};

/// The keys that drawings show.
const TAGS: [(&str, &str); 5] =
    [("star", "/star"), ("arm", "/arm"), ("links", "/link"), ("tokens", "/strength"), ("dice", "/dice")];

/// Returns what colours and words call a wing: its colour's name, and its own.
pub(super) fn wing(wing: Wing) -> (&'static str, [Word; 2]) {
    match wing {
        Wing::Red => ("red", [Word::Red, Word::RedWing]),
        Wing::Pink => ("pink", [Word::Pink, Word::PinkWing]),
        Wing::Blue => ("blue", [Word::Blue, Word::BlueWing]),
        Wing::Dkblue => ("dkblue", [Word::Dkblue, Word::DkblueWing]),
        Wing::Green => ("green", [Word::Green, Word::GreenWing]),
        Wing::Purple => ("purple", [Word::Purple, Word::PurpleWing]),
    }
}

/// Returns the content of a formation's card.
pub fn content<'a>(view: &FormationView<'a, '_>) -> Content<'a> {
    let (f, wording) = (view.formation, view.wording);
    let (accent, [colour, wing]) = wing(f.wing);
    let mut texts = vec![
        ("number", Entry::new(f.card.to_string(), "/card")),
        ("name", Entry::new(&f.name, "/name")),
        ("wing", Entry::new(wording.word(colour), "/wing").with_key(accent)),
        // Its colour is read already.
        ("wing-name", Entry::new(wording.word(wing), "/wing").read_as("").with_key(accent)),
        ("strength", Entry::new(f.strength.to_string(), "/strength")),
        ("strength-caption", strength_caption(wording, f.strength)),
        ("dice-caption", Entry::new(words::dice(wording, &f.dice), "/dice")),
    ];
    texts.extend(dice::title(wording, &f.dice).map(|title| ("dice-title", Entry::new(title, "/dice"))));
    if !view.battle.is_empty() {
        texts.push(("battle", Entry::new(view.battle, TITLE)));
    }
    let art = card_picture(f.art.as_ref(), view.scenario_art.map(|art| (art, "/scenario/art")));
    let pictures = art.map(|art| ("art", art)).into_iter().collect();
    let flows = vec![("rules", blocks(view))];
    let locale = Some(Arc::clone(wording.language()));
    Content {
        accent,
        texts,
        fields: Fields::entries(f.fields.as_ref()),
        drawings: drawings(f),
        tags: TAGS.into(),
        flows,
        shown: describe_drawings(wording, f),
        pictures,
        locale,
    }
}

/// Returns what the drawings show that no text says.
fn describe_drawings(wording: Wording<'_>, f: &Formation) -> Vec<String> {
    let dice = || {
        let written = f.dice.to_string();
        let sets: Vec<&str> = written.split('/').collect();
        let either = sets
            .iter()
            .skip(1)
            .fold(sets[0].to_owned(), |before, set| wording.say(Word::Or, &[(&before).into(), (*set).into()]));
        wording.say(Word::ShownDice, &[(&either).into()])
    };
    let dice = (dice::title(wording, &f.dice).is_none() && !f.dice.sets.is_empty()).then(dice);
    let arm = f.arm.map(|arm| match arm {
        Arm::Infantry => Word::ShownInfantry,
        Arm::Cavalry => Word::ShownCavalry,
    });
    let link = f.link.map(|link| match link {
        Link::Left => Word::LinkedLeft,
        Link::Right => Word::LinkedRight,
        Link::Both => Word::LinkedBoth,
    });
    let words = arm.into_iter().chain(f.star.then_some(Word::ShownStar)).chain(link);
    dice.into_iter().chain(words.map(|word| wording.word(word))).collect()
}

fn drawings(f: &Formation) -> Vec<(&'static str, Drawing<'_>)> {
    let mut drawings: Vec<(&'static str, Drawing<'_>)> =
        vec![("dice", Box::new(|look, frame, rect| dice::area(look, frame, &f.dice, rect)))];
    drawings.push(match f.strength {
        Strength::Sticks(n) => ("tokens", Box::new(move |look, frame, rect| symbols::sticks(look, frame, n, rect))),
        Strength::Cubes(n) => ("tokens", Box::new(move |look, frame, rect| symbols::cubes(look, frame, n, rect))),
    });
    if f.star {
        drawings.push(("star", Box::new(|look, frame, rect| symbols::star(look, frame, rect.corner(), rect.width))));
    }
    if let Some(arm) = f.arm {
        drawings.push(("arm", Box::new(move |look, frame, rect| symbols::arm(look, frame, arm, rect))));
    }
    if let Some(link) = f.link {
        drawings.push(("links", Box::new(move |look, frame, rect| symbols::links(look, frame, link, rect))));
    }
    drawings
}

/// Returns the words beside the drawing of sticks or cubes. How many sticks there are stands in figures already, and is read aloud.
fn strength_caption(wording: Wording<'_>, strength: Strength) -> Entry {
    match strength {
        Strength::Sticks(n) => {
            Entry::new(wording.word(Word::SticksCaption), "/strength").read_as(wording.say(Word::Sticks, &[n.into()]))
        }
        Strength::Cubes(n) => Entry::new(wording.say(Word::SpecialCubes, &[n.into()]), "/strength"),
    }
}

/// Returns what the card says below, in order: actions and reactions, special rules, keywords, lore.
fn blocks(view: &FormationView<'_, '_>) -> Vec<Block> {
    let (f, wording) = (view.formation, view.wording);
    let cube = f.strength.special();
    let block = |name, tag: String, paragraphs| Block { name, tag, paragraphs, foot: false };
    let one = |style, text| vec![Paragraph { style, text, ..Paragraph::default() }];
    let mut blocks = Vec::new();
    for (i, action) in f.actions.iter().enumerate() {
        let words = words::action(wording, action, view.name_of);
        blocks.push(block("actions", format!("/actions/{i}"), self::action(wording, words, cube)));
    }
    let effects = view.special.len().saturating_sub(usize::from(f.rule_text.is_some()));
    for (i, text) in view.special.iter().enumerate() {
        blocks.push(block("special rules", rule_pointer(effects, i), one("special", runs(text))));
    }
    let mut keyword = |word, text: String, tag: &str| {
        let text = vec![Run::strong(wording.word(word)), Run::plain(format!(" {text}"))];
        blocks.push(block("keywords", tag.to_owned(), one("keyword", text)));
    };
    if let Some(reserve) = &f.reserve {
        keyword(Word::Reserve, words::reserve(wording, reserve, view.name_of), "/reserve");
    }
    if f.retire {
        keyword(Word::Retire, wording.word(Word::RetireMeaning), "/retire");
    }
    if f.pursuit {
        keyword(Word::Pursuit, wording.word(Word::PursuitMeaning), "/pursuit");
    }
    if let Some(lore) = &f.lore {
        blocks.push(Block { foot: true, ..block("lore", "/lore".to_owned(), one("lore", runs(lore))) });
    }
    blocks
}

/// Returns the paragraphs of an action: its name, its cost, the formations it is about, its effect.
fn action(wording: Wording<'_>, words: Words, cube: bool) -> Vec<Paragraph> {
    let asides = match words.requires {
        // A special formation needs no dice (TB-3.2).
        _ if cube => {
            vec![runs(&wording.word(Word::SpendCube)), vec![Run::Icon("cube".to_owned())]]
        }
        Some(requirement) => {
            let (name, icon) = words::requirement(requirement);
            let icon = Run::Icon(icon.to_owned());
            vec![vec![Run::plain(format!("{} ", wording.word(name))), icon.clone()], vec![icon]]
        }
        None => Vec::new(),
    };
    let voluntary = words.voluntary.then(|| Run::Text(wording.word(Word::Voluntary), Emphasis::Aside));
    let mut paragraphs = vec![Paragraph {
        style: if words.reaction { "reaction" } else { "action" },
        label: Some(wording.word(words.title)),
        text: voluntary.into_iter().collect(),
        asides,
        ..Paragraph::default()
    }];
    if !words.targets.is_empty() {
        let text = match words.sequence.as_slice() {
            [] | [_] => vec![Run::plain(&words.targets)],
            sequence => sequence.iter().zip(1..).flat_map(numbered_target).collect(),
        };
        let aloud = Some(words.targets.replace('\u{a0}', " "));
        paragraphs.push(Paragraph { style: "targets", text, aloud, ..Paragraph::default() });
    }
    paragraphs.push(Paragraph { style: "effect", text: vec![Run::plain(words.effect)], ..Paragraph::default() });
    paragraphs
}

/// Returns a target with its number in the order in which they are taken: in a ring, so that nobody takes it for a part of a name.
fn numbered_target((name, number): (&String, usize)) -> Vec<Run> {
    let before = (number > 1).then(|| Run::plain(" "));
    let sign = match number {
        1..=9 => Run::Icon(format!("order{number}")),
        _ => Run::Text(number.to_string(), Emphasis::Muted),
    };
    before.into_iter().chain([sign, Run::plain(format!("\u{a0}{name}"))]).collect()
}
