//! TB170 `lone-link`: a card has a link mark, but the card it points to has none in return (TB-12.1).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Edit, Severity};

use crate::model::{CardId, Link, Rule};
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB170", "lone-link", Severity::Warning, include_str!("lone_link.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if !battle.scenario().is_some_and(|scenario| scenario.rules.contains(&Rule::Links)) {
        return;
    }
    for card in battle.fielded_cards() {
        let id = battle.cards[card].id;
        let right = CardId { number: id.number + 1, ..id };
        let left = CardId { number: id.number.saturating_sub(1), ..id };
        for (mark, other, answer) in [(Link::Left, left, Link::Right), (Link::Right, right, Link::Left)] {
            if has(battle, card, mark) {
                check_answer(battle, card, (mark, other, answer), cx);
            }
        }
    }
}

/// Looks for the card with the number `other` on the card's side, and for the mark there that answers the card's.
fn check_answer(battle: &Battle, card: usize, (mark, other, answer): (Link, CardId, Link), cx: &mut Cx<'_>) {
    let army = &battle.armies[battle.cards[card].sides[0]];
    let name = &battle.formation(card).name;
    let (mark, back) = (word(mark), (answer, word(answer)));
    let neighbour = army.cards.iter().copied().find(|card| battle.cards[*card].id == other);
    let Some(neighbour) = neighbour else {
        // Cards that are not defined, or that no side lists, have findings of their own.
        let unlisted = |i: usize| battle.cards[i].id == other && battle.cards[i].sides.is_empty();
        let missing = army.missing.iter().any(|(id, _)| *id == other);
        if !missing && !(0..battle.cards.len()).any(|i| unlisted(i) && battle.doc_of(i).file == battle.file()) {
            let lack = match other.number {
                0 => format!("no card comes before `{}`", battle.cards[card].id),
                _ => format!("its side has no card `{other}`"),
            };
            cx.push(
                cx.finding(battle.card_address(card, "/link"), format!("`{name}` has a {mark} link mark, but {lack}")),
            );
        }
        return;
    };
    if !has(battle, neighbour, back.0) {
        let friend = battle.formation(neighbour);
        let message = format!("`{name}` has a {mark} link mark, but `{}` has no {} one", friend.name, back.1);
        let (place, note, edit) = match friend.link {
            Some(_) => {
                let edit = Edit::replace(battle.card_address(neighbour, "/link"), "both");
                ("/link", format!("the link marks of `{}`", friend.name), edit)
            }
            None => {
                let edit = Edit::insert(battle.card_address(neighbour, ""), format!("link: {}", back.1));
                ("/name", format!("`{}` has no link marks", friend.name), edit)
            }
        };
        let finding = cx
            .finding(battle.card_address(card, "/link"), message)
            .with_related(battle.card_address(neighbour, place), note);
        cx.push(finding.help("a link needs a mark at both ends").mend(false, vec![edit]));
    }
}

/// Returns true if a card has a mark on its left or right edge.
fn has(battle: &Battle, card: usize, mark: Link) -> bool {
    battle.formation(card).link.is_some_and(|marks| marks == mark || marks == Link::Both)
}

fn word(mark: Link) -> &'static str {
    if mark == Link::Left { "left" } else { "right" }
}
