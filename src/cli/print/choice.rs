//! Which cards are printed of those that are drawn: what `--only` and `--since` ask for.

use super::Args;
use super::since::Earlier;
use crate::cli::Trouble;
use crate::diag::nearest;
use crate::print::{Card, sheet};
use crate::project;
use crate::project::drawing::{DrawnCards, PrintedCard};
use crate::systems::With;

impl Args {
    /// The cards that `--only` and `--since` ask for, or all of them; on two sides with what is on the other one. Of a card
    /// that is not there `add` says which option adds it.
    pub(super) fn chosen(
        &self,
        pieces: Vec<PrintedCard>,
        earlier: Option<&Earlier>,
        add: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Vec<PrintedCard>, Trouble> {
        let there = |wanted: &str| pieces.iter().any(|piece| names(wanted, &piece.card));
        for wanted in self.only.iter().filter(|wanted| !there(wanted)).flat_map(|list| list.split(',')) {
            if !there(wanted) {
                let known = pieces.iter().flat_map(|piece| [piece.card.number.as_str(), piece.card.name()]);
                let hint = match add(wanted) {
                    Some(with) => format!("; `--with {with}` adds it"),
                    None => nearest(wanted, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default(),
                };
                return Err(Trouble(format!("no card `{wanted}` to print{hint}")));
            }
        }
        let wanted = |piece: &PrintedCard| {
            (self.only.is_empty() || self.names(&piece.card)) && earlier.is_none_or(|earlier| earlier.changed(piece))
        };
        let mut keep: Vec<bool> = pieces.iter().map(wanted).collect();
        if self.two_sided() {
            let cards: Vec<Card> = pieces.iter().map(|piece| piece.card.clone()).collect();
            let chosen = keep.clone();
            for (i, other) in sheet::other_sides(&cards).into_iter().enumerate() {
                keep[i] |= other.is_some_and(|other| chosen[other]);
            }
        }
        Ok(pieces.into_iter().zip(keep).filter_map(|(piece, keep)| keep.then_some(piece)).collect())
    }

    /// Returns true if `--only` names the card. A name may have commas of its own.
    pub(super) fn names(&self, card: &Card) -> bool {
        self.only.iter().any(|list| names(list, card) || list.split(',').any(|wanted| names(wanted, card)))
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
            drawing.is_ok_and(|drawn| drawn.pieces.iter().any(|piece| names(wanted, &piece.card)))
        })
    }
}

/// Returns true if a number as `7A`, a range as `7A-10A` or a name means the card, in capitals or not.
fn names(wanted: &str, card: &Card) -> bool {
    let [wanted, number, name] = [wanted.trim(), &card.number, card.name()].map(str::to_lowercase);
    let parts = |text: &str| {
        let (digits, letters) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
        Some((digits.parse::<u64>().ok()?, letters.to_owned()))
    };
    let within = |(from, to): (&str, &str)| {
        let ((from, first), (to, last), (n, letters)) = (parts(from)?, parts(to)?, parts(&number)?);
        Some((from..=to).contains(&n) && first == letters && last == letters)
    };
    wanted == number || wanted == name || wanted.split_once('-').and_then(within).unwrap_or(false)
}
