//! Cards as texts of bulletin boards (TT-9).

use super::Tabletop;
use super::resolve::TabletopBattle;
use super::sentences;
use crate::systems::posted::{Post, Posted};

impl Posted for Tabletop {
    fn posts(battle: &TabletopBattle) -> Vec<Post> {
        let is_in_play = |card: &usize| battle.scenario().is_none() || !battle.cards[*card].factions.is_empty();
        let post = |card: usize| Post {
            number: battle.cards[card].id.to_string(),
            name: battle.cards[card].name.clone(),
            text: text(battle, card),
            at: battle.at_card(card, ""),
        };
        (0..battle.cards.len()).filter(is_in_play).map(post).collect()
    }
}

/// Returns a card as a box of a bulletin board: name, nation and type, cost, might, speed, and for each ability its name, its
/// flavour and what it does (TT-9.1, TT-9.2).
fn text(battle: &TabletopBattle, card: usize) -> String {
    let (resolved, written) = (&battle.cards[card], battle.written_card(card));
    let kind: Vec<&str> = written.nation.as_deref().into_iter().chain([resolved.kind.as_str()]).collect();
    let mut lines = vec![
        format!("[color=#FFBF00][b]{}[/b][/color]", resolved.name),
        format!("[i]{}[/i]", kind.join(" ")),
        "[b]Cost:[/b]".to_owned(),
        resolved.cost.to_string(),
        "[b]Might:[/b]".to_owned(),
        resolved.might.to_string(),
        "[b]Speed:[/b]".to_owned(),
        resolved.speed.to_string(),
    ];
    for ability in &resolved.abilities {
        lines.push(format!("[b]{}[/b]", ability.written.name));
        lines.push(format!("[i]{}[/i]", ability.written.flavour.as_deref().unwrap_or_default()));
        lines.push(sentences::ability(battle, ability));
    }
    format!("[align=center][box]{}[/box][/align]", lines.join("\n"))
}
