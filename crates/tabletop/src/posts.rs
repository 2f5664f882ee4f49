//! Cards and turns as texts of bulletin boards (TT-9).

mod ends;
mod orders;
mod report;
mod words;

use muster_core::play::replay::Turn;
use muster_systems::catalogue::Catalogue;
use muster_systems::posted::{Post, Posted, Reported};

use super::Tabletop;
use super::engine::{HexEngine, HexOrder};
use super::resolve::TabletopBattle;
use super::sentences;
use super::state::HexState;
use super::values::CardRole;
use super::wording::{TabletopWord as W, TabletopWording};

impl Posted for Tabletop {
    fn posts(battle: &TabletopBattle, words: &Catalogue) -> Vec<Post> {
        let is_in_play = |card: &usize| battle.scenario().is_none() || !battle.cards[*card].factions.is_empty();
        let post = |card: usize| Post {
            number: battle.cards[card].id.to_string(),
            name: battle.cards[card].name.clone(),
            text: text(battle, card, TabletopWording::new(words)),
            at: battle.card_address(card, ""),
        };
        (0..battle.cards.len()).filter(is_in_play).map(post).collect()
    }
}

impl Reported for Tabletop {
    fn report(battle: &TabletopBattle, engine: &HexEngine, before: &HexState, turn: &Turn<HexOrder, ()>) -> String {
        report::report(battle, engine, before, turn)
    }
}

/// Returns an author's words as they stand in a text: square brackets are written wide, so that no board takes them for its
/// code.
fn plain(text: &str) -> String {
    text.replace('[', "［").replace(']', "］")
}

/// Returns a card as a box of a bulletin board: name, nation and type, cost, might, speed, and for each ability its name, its
/// flavour and what it does (TT-9.1, TT-9.2). What else the card says follows in lines as those of an ability: its role, its
/// traits, its special rules.
fn text(battle: &TabletopBattle, card: usize, wording: TabletopWording<'_>) -> String {
    let (resolved, written) = (&battle.cards[card], battle.written_card(card));
    let kind: Vec<&str> = written.nation.as_deref().into_iter().chain([resolved.kind.as_str()]).collect();
    let mut lines = vec![
        format!("[color=#FFBF00][b]{}[/b][/color]", plain(&resolved.name)),
        format!("[i]{}[/i]", plain(&kind.join(" "))),
        "[b]Cost:[/b]".to_owned(),
        resolved.cost.to_string(),
        "[b]Might:[/b]".to_owned(),
        resolved.might.to_string(),
        "[b]Speed:[/b]".to_owned(),
        resolved.speed.to_string(),
    ];
    let mut add = |name: &str, flavour: &str, text: &str| {
        lines.extend([format!("[b]{}[/b]", plain(name)), format!("[i]{}[/i]", plain(flavour)), plain(text)]);
    };
    for ability in &resolved.abilities {
        let flavour = ability.written.flavour.as_deref().unwrap_or_default();
        add(&ability.written.name, flavour, &sentences::ability(wording, battle, ability));
    }
    let role = match resolved.role {
        CardRole::Unit | CardRole::Standard => None,
        CardRole::Hero => Some((W::Hero, W::HeroMeaning)),
        CardRole::Commander => Some((W::Commander, W::CommanderMeaning)),
    };
    for (name, meaning) in role.into_iter().chain(resolved.traits.iter().map(|quality| sentences::quality(*quality))) {
        add(&wording.word(name), "", &wording.word(meaning));
    }
    if let Some(text) = &written.rule_text {
        add(&wording.word(W::SpecialRules), "", text);
    }
    format!("[align=center][box]{}[/box][/align]", lines.join("\n"))
}
