//! SB158 `idle-word`: a card or rule has no effect.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::model::{CounterRule, DeckKind};
use crate::resolve::StatesBattle;
use crate::resolve::TriggerEffect;
use crate::words::{CardDeed, CardWord, placed_words};

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB158", "idle-word", Severity::Warning, include_str!("idle_word.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for doc in battle.docs() {
        for (i, card) in doc.model.cards.iter().enumerate() {
            words(&card.play, &doc.address(format!("/cards/{i}/play")), cx);
            // An Orders card that does nothing is a Lull.
            let kind = match card.deck {
                DeckKind::Orders => continue,
                DeckKind::Events => "Event card",
                DeckKind::Starter => "starter card",
            };
            if card.play.is_empty() {
                let message = format!("the {kind} `{}` has no effect", card.card);
                cx.push(cx.finding(doc.address(format!("/cards/{i}/card")), message));
            }
        }
    }
    for special in &battle.specials {
        words(&special.play, &special.at.join("/do"), cx);
    }
    for trigger in &battle.triggers {
        if let TriggerEffect::ToHit(0)
        | TriggerEffect::Cards(0)
        | TriggerEffect::Counters(0)
        | TriggerEffect::Melee(0) = trigger.effect
        {
            cx.push(cx.finding(trigger.at.join("/change"), "a change of `0` has no effect"));
        }
        if let (Some(side), TriggerEffect::Generalship(die)) = (trigger.side, &trigger.effect)
            && battle.sides[side].generalship == *die
        {
            cx.push(
                cx.finding(trigger.at.join("/die"), format!("`{}` already rolls a `{die}`", battle.sides[side].name)),
            );
        }
    }
    for (i, side) in battle.written_sides().iter().enumerate() {
        if side.counters == Some(CounterRule::Add(0)) {
            cx.push(cx.finding(battle.side_address(i, "/counters/add"), "adding `0` counters has no effect"));
        }
    }
}

fn words(play: &[CardWord], at: &Address, cx: &mut Cx<'_>) {
    for placed in placed_words(play) {
        let CardWord::Deed(deed) = placed.word else { continue };
        let (suffix, message) = match deed {
            CardDeed::Counters(counters) if counters.change == 0 => {
                ("/counters/change", "a change of `0` has no effect".to_owned())
            }
            CardDeed::ToHit(0) => ("/to-hit", "`0` to hit has no effect".to_owned()),
            CardDeed::Move(moves) if moves.units == 0 && moves.rally == 0 => {
                ("/move", "no unit moves and none rallies".to_owned())
            }
            CardDeed::Roll(roll) if roll.win.is_empty() && roll.lose.is_empty() && roll.much.is_none() => {
                ("/roll", "nothing follows from winning this throw".to_owned())
            }
            CardDeed::Reload(kinds) if kinds.len() == 2 && kinds[0] == kinds[1] => {
                ("/reload/1", "these are already reloaded".to_owned())
            }
            _ => continue,
        };
        cx.push(cx.finding(at.join(&format!("{}{suffix}", placed.suffix)), message));
    }
}
