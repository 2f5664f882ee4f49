//! The choice of cards to print of those that are drawn: `--only` and `--since`.

use muster_core::diag::or_nearest;
use muster_core::print::{Card, sheet};
use muster_systems::With;

use super::Args;
use super::since::Earlier;
use crate::cli::Trouble;
use crate::project;
use crate::project::drawing::{DrawnCards, PrintedCard};

impl Args {
    /// Returns the cards that `--only` and `--since` ask for, or all of them; on two sides with what is on the other one. Of a
    /// card that is not there `add` says which option adds it.
    pub(super) fn choose_cards(
        &self,
        pieces: Vec<PrintedCard>,
        earlier: Option<&Earlier>,
        add: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Vec<PrintedCard>, Trouble> {
        let there = |wanted: &str| pieces.iter().any(|piece| names_card(wanted, &piece.drawn.card));
        for wanted in self.only.iter().filter(|wanted| !there(wanted)).flat_map(|list| list.split(',')) {
            if !there(wanted) {
                let known = pieces.iter().flat_map(|piece| [piece.drawn.card.number.as_str(), piece.drawn.card.name()]);
                let hint = match add(wanted) {
                    Some(with) => format!("; add it with `--with {with}`"),
                    None => or_nearest(wanted, known),
                };
                return Err(Trouble(format!("there is no card `{wanted}` to print{hint}")));
            }
        }
        let wanted = |piece: &PrintedCard| {
            (self.only.is_empty() || self.names(&piece.drawn.card))
                && earlier.is_none_or(|earlier| earlier.has_changed(piece))
        };
        let mut keep: Vec<bool> = pieces.iter().map(wanted).collect();
        if self.two_sided() {
            let cards: Vec<Card> = pieces.iter().map(|piece| piece.drawn.card.clone()).collect();
            let chosen = keep.clone();
            for (i, other) in sheet::other_sides(&cards).into_iter().enumerate() {
                keep[i] |= other.is_some_and(|other| chosen[other]);
            }
        }
        Ok(pieces.into_iter().zip(keep).filter_map(|(piece, keep)| keep.then_some(piece)).collect())
    }

    /// Returns true if `--only` names the card.
    pub(super) fn names(&self, card: &Card) -> bool {
        self.only.iter().any(|list| asks_for(list, &card.number, card.name()))
    }

    /// Returns the one of `extras` that has a card that it was not asked for.
    pub(super) fn adds(
        &self,
        wanted: &str,
        extras: impl Iterator<Item = &'static str>,
        draw: impl Fn(&With) -> Result<DrawnCards, project::Trouble>,
    ) -> Option<String> {
        let mut extras = extras.map(str::to_owned);
        extras.find(|extra| {
            let drawing = draw(&With::Only([extra.clone()].into()));
            drawing.is_ok_and(|drawn| drawn.pieces.iter().any(|piece| names_card(wanted, &piece.drawn.card)))
        })
    }
}

fn names_card(wanted: &str, card: &Card) -> bool {
    names(wanted, &card.number, card.name())
}

/// Returns true if a list names a card of this number and name. A name may have commas of its own.
pub(super) fn asks_for(list: &str, number: &str, name: &str) -> bool {
    names(list, number, name) || list.split(',').any(|wanted| names(wanted, number, name))
}

/// Returns true if a number as `7A` or `N2`, a range as `7A-10A` or `N1-N9`, or a name means a card, in capitals or not.
pub(super) fn names(wanted: &str, number: &str, name: &str) -> bool {
    let [wanted, number, name] = [wanted.trim(), number, name].map(str::to_lowercase);
    let within = |(from, to): (&str, &str)| {
        let (Some(from), Some(to), Some(number)) = (Numbered::read(from), Numbered::read(to), Numbered::read(&number))
        else {
            return false;
        };
        let is_alike = |end: &Numbered<'_>| (end.before, end.after) == (number.before, number.after);
        (from.digits..=to.digits).contains(&number.digits) && is_alike(&from) && is_alike(&to)
    };
    wanted == number || wanted == name || wanted.split_once('-').is_some_and(within)
}

/// A card's number in its parts: letters, digits, letters.
struct Numbered<'a> {
    before: &'a str,
    digits: u64,
    after: &'a str,
}

impl Numbered<'_> {
    fn read(text: &str) -> Option<Numbered<'_>> {
        let (before, rest) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
        let (digits, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
        Some(Numbered { before, digits: digits.parse().ok()?, after })
    }
}
