//! What a formation's card says: number, wing and name, strength and dice, what it does, lore.

use super::{FormationView, TITLE, dice, symbols, words};
use crate::print::template::{Block, Content, Drawing, Emphasis, Entry, FaceOffer, Paragraph, Run, runs};
use crate::systems::table_battles::model::{Arm, Formation, Link, Strength, Wing};
use crate::systems::table_battles::resolve::rule_pointer;
use words::Words;

/// What templates of the face may name.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "formation",
    texts: &["number", "name", "wing", "strength", "strength-caption", "dice-title", "dice-caption", "battle"],
    drawings: &["star", "arm", "links", "tokens", "dice"],
    flows: &["rules"],
    styles: &["action", "reaction", "targets", "effect", "special", "keyword", "lore"],
    pictures: &["art"],
    room: 420,
};

/// What colours and words call a wing.
pub(super) fn wing(wing: Wing) -> (&'static str, &'static str) {
    match wing {
        Wing::Red => ("red", "Red"),
        Wing::Pink => ("pink", "Pink"),
        Wing::Blue => ("blue", "Blue"),
        Wing::Dkblue => ("dkblue", "Dark blue"),
    }
}

/// Returns what the card of a formation says.
pub fn content<'a>(view: &FormationView<'a, '_>) -> Content<'a> {
    let f = view.formation;
    let (accent, wing) = wing(f.wing);
    let mut texts = vec![
        ("number", Entry::new(f.card.to_string(), "/card")),
        ("name", Entry::new(&f.name, "/name")),
        ("wing", Entry::new(wing, "/wing")),
        ("strength", Entry::new(f.strength.to_string(), "/strength")),
        ("strength-caption", Entry::new(strength(f.strength), "/strength")),
        ("dice-caption", Entry::new(words::dice(&f.dice), "/dice")),
    ];
    texts.extend(dice::title(&f.dice).map(|title| ("dice-title", Entry::new(title, "/dice"))));
    if !view.battle.is_empty() {
        texts.push(("battle", Entry::new(view.battle, TITLE)));
    }
    let pictures = f.art.iter().map(|art| ("art", art.entry("/art"))).collect();
    let flows = vec![("rules", blocks(view))];
    Content { accent, texts, drawings: drawings(f), flows, shown: shown(f), pictures }
}

/// Returns what the drawings show that no text says.
fn shown(f: &Formation) -> Vec<String> {
    let dice = match dice::title(&f.dice) {
        Some(_) => None,
        None if f.dice.sets.is_empty() => None,
        None => Some(format!("dice {}", f.dice.to_string().replace('/', " or "))),
    };
    let arm = f.arm.map(|arm| match arm {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
    });
    let link = f.link.map(|link| match link {
        Link::Left => "linked on the left",
        Link::Right => "linked on the right",
        Link::Both => "linked on both sides",
    });
    let words = arm.into_iter().chain(f.star.then_some("star")).chain(link);
    dice.into_iter().chain(words.map(str::to_owned)).collect()
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

fn strength(strength: Strength) -> String {
    match strength {
        Strength::Sticks(1) => "1 stick".to_owned(),
        Strength::Sticks(n) => format!("{n} sticks"),
        Strength::Cubes(1) => "special: 1 cube".to_owned(),
        Strength::Cubes(n) => format!("special: up to {n} cubes"),
    }
}

/// What the card says below, in order: actions and reactions, special rules, keywords, lore.
fn blocks(view: &FormationView<'_, '_>) -> Vec<Block> {
    let f = view.formation;
    let cube = f.strength.special();
    let block = |name, tag: String, paragraphs| Block { name, tag, paragraphs, foot: false };
    let one = |style, text| vec![Paragraph { style, text, ..Paragraph::default() }];
    let mut blocks = Vec::new();
    for (i, action) in f.actions.iter().enumerate() {
        let words = words::action(action, view.name_of);
        blocks.push(block("actions", format!("/actions/{i}"), self::action(words, cube)));
    }
    let effects = view.special.len().saturating_sub(usize::from(f.rule_text.is_some()));
    for (i, text) in view.special.iter().enumerate() {
        blocks.push(block("special rules", rule_pointer(effects, i), one("special", runs(text))));
    }
    let mut keyword = |word, text: String, tag: &str| {
        let text = vec![Run::strong(word), Run::plain(format!(" {text}"))];
        blocks.push(block("keywords", tag.to_owned(), one("keyword", text)));
    };
    if let Some(reserve) = &f.reserve {
        keyword("RESERVE", words::reserve(reserve, view.name_of), "/reserve");
    }
    if f.retire {
        keyword("RETIRE", "with a die on it, may leave play as its action".to_owned(), "/retire");
    }
    if f.pursuit {
        keyword("PURSUIT", "leaves when a target routs".to_owned(), "/pursuit");
    }
    if let Some(lore) = &f.lore {
        blocks.push(Block { foot: true, ..block("lore", "/lore".to_owned(), one("lore", runs(lore))) });
    }
    blocks
}

/// An action: its name, what it costs, whom it is about, what it does.
fn action(words: Words, cube: bool) -> Vec<Paragraph> {
    let asides = match words.requires {
        // A special formation needs no dice (TB-3.2).
        _ if cube => {
            vec![vec![Run::plain("spend 1 "), Run::Icon("cube".to_owned())], vec![Run::Icon("cube".to_owned())]]
        }
        Some(requirement) => {
            let name = words::requirement(requirement);
            let icon = Run::Icon(name.replace(' ', "-"));
            vec![vec![Run::plain(format!("{name} ")), icon.clone()], vec![icon]]
        }
        None => Vec::new(),
    };
    let voluntary = words.voluntary.then(|| Run::Text("voluntary".to_owned(), Emphasis::Aside));
    let mut paragraphs = vec![Paragraph {
        style: if words.reaction { "reaction" } else { "action" },
        label: Some(words.title.to_owned()),
        text: voluntary.into_iter().collect(),
        asides,
        ..Paragraph::default()
    }];
    if !words.targets.is_empty() {
        let text = match words.sequence.as_slice() {
            [] | [_] => vec![Run::plain(&words.targets)],
            sequence => sequence.iter().zip(1..).flat_map(numbered).collect(),
        };
        let aloud = Some(words.targets.replace('\u{a0}', " "));
        paragraphs.push(Paragraph { style: "targets", text, aloud, ..Paragraph::default() });
    }
    paragraphs.push(Paragraph { style: "effect", text: vec![Run::plain(words.effect)], ..Paragraph::default() });
    paragraphs
}

/// A target with its number in the order in which they are taken.
fn numbered((name, number): (&String, usize)) -> [Run; 2] {
    let before = if number > 1 { " " } else { "" };
    [Run::Text(format!("{before}{number}\u{a0}"), Emphasis::Muted), Run::plain(name)]
}
