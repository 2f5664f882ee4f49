//! The achievement cards: what wins each, and how many counters it is worth.

use muster_core::print::font::Font;
use muster_core::print::frame::at;
use muster_core::print::template::{Block, Content, Drawing, Entry, Paragraph};
use muster_systems::printed::{FaceContent, Piece, Surface};

use super::back::back;
use super::cards;
use super::strokes::draw_centered;
use crate::resolve::{BattleAchievement, StatesBattle};
use crate::sentences::{achievement as won_by, achievement_title, counters};
use crate::wording::{StatesWord as W, StatesWording};

/// Returns a card of each achievement that can be won (SB-3).
pub(super) fn pieces<'a>(battle: &'a StatesBattle, wording: StatesWording<'_>) -> Vec<Piece<'a>> {
    if battle.scenario().is_none() {
        return Vec::new();
    }
    battle.achievements.iter().enumerate().map(|achievement| piece(battle, achievement, wording)).collect()
}

fn piece<'a>(
    battle: &'a StatesBattle,
    (index, achievement): (usize, &'a BattleAchievement),
    wording: StatesWording<'_>,
) -> Piece<'a> {
    let (title, deck) = (achievement_title(wording, achievement), wording.word(W::Achievement));
    let gain = counters(wording, achievement.counters.into());
    let gain = wording.say(W::AchievementGain, &[(&gain).into()]);
    let text = [won_by(wording, achievement), gain]
        .map(|text| Block::new("text", "", vec![Paragraph::new("text", &text)]))
        .into();
    let worth = format!("+{}", achievement.counters);
    let draw: Drawing<'_> = Box::new(move |look, frame, rect| {
        let middle = at(rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
        draw_centered(frame, &worth, (Font::SerifBold, look.accent()), middle, 40.0, rect.width);
    });
    let content = Content {
        accent: "achievement",
        texts: vec![("deck", Entry::new(&deck, "")), ("name", Entry::new(&title, "/name"))],
        drawings: vec![("sign", draw)],
        flows: vec![("text", text)],
        ..Content::default()
    };
    let at = achievement.at.clone().unwrap_or_else(|| battle.scenario_address("/scenario"));
    let written = at.clone();
    let place = Box::new(move |tag: &str| written.join(tag));
    let front = FaceContent { face: cards::FACE.name, content, place: Some(place) };
    Piece {
        group: battle
            .scenario()
            .map(|scenario| scenario.name.clone())
            .into_iter()
            .chain([wording.word(W::Achievements)])
            .collect(),
        back: back(battle, "achievement", &deck, None),
        at: Some(at),
        ..Piece::new(format!("achievement-{}", index + 1), title, Surface::Face(front))
    }
}
