//! The words of the cards: actions, reactions, dice areas and keywords in plain words.

use crate::model::{Action, DiceArea, Hits, Requirement, Reserve, Takes, Targets};
use crate::values::DiceSet;
use crate::words::{Word, Wording};

/// An action or reaction as printed.
pub(super) struct Words {
    /// Its name.
    pub(super) title: Word,
    /// Whether it answers an attack.
    pub(super) reaction: bool,
    /// Whether it may be declined.
    pub(super) voluntary: bool,
    /// The requirement on the dice.
    pub(super) requires: Option<Requirement>,
    /// The formations it is about; empty if it is about none. A name breaks only where it must.
    pub(super) targets: String,
    /// The names of whom it is about, where one is taken after the other.
    pub(super) sequence: Vec<String>,
    /// Its effect in words.
    pub(super) effect: String,
}

/// Returns the words of an action; `name_of` gives the printed name of a target.
pub(super) fn action(wording: Wording<'_>, action: &Action, name_of: &dyn Fn(&str) -> String) -> Words {
    let names = |names: &[String]| names.iter().map(|n| name_of(n).replace(' ', "\u{a0}")).collect::<Vec<_>>();
    let whom = |[any, these]: [Word; 2], targets: &Targets| match targets {
        Targets::Any(_) => wording.word(any),
        Targets::Listed(listed) => wording.say(these, &[(&wording.list(&names(listed), Word::Or)).into()]),
    };
    let against = |targets| whom([Word::AgainstAny, Word::Against], targets);
    let words = |title, requires, targets, effect| Words {
        title,
        reaction: false,
        voluntary: false,
        requires,
        targets,
        sequence: Vec::new(),
        effect,
    };
    let in_order = |title, requires, targets: &[String], effect| {
        let sequence = names(targets);
        Words { sequence: sequence.clone(), ..words(title, requires, wording.join(&sequence, Word::Then), effect) }
    };
    match action {
        Action::Attack { targets, requires, hits, own } => {
            let mut effect = self::hits(wording, *hits);
            if *own > 0 {
                effect = wording.say(Word::LosesItself, &[(*own).into(), (&effect).into()]);
            }
            in_order(Word::Attack, *requires, targets, effect)
        }
        Action::Bombard { requires } => {
            words(Word::Bombard, *requires, String::new(), wording.word(Word::BombardEffect))
        }
        Action::Command { targets, requires } => {
            let effect = match targets.as_slice() {
                [_, _, ..] => Word::CommandFirst,
                _ => Word::CommandEffect,
            };
            in_order(Word::Command, *requires, targets, wording.word(effect))
        }
        Action::Screen { targets, requires, voluntary } => Words {
            reaction: true,
            voluntary: *voluntary,
            ..words(Word::Screen, *requires, against(targets), wording.word(Word::ScreenEffect))
        },
        Action::Counterattack { targets, requires, hits, takes_less, voluntary } => {
            let hits = self::hits(wording, *hits);
            let effect = match *takes_less {
                0 => wording.say(Word::CounterattackEffect, &[(&hits).into()]),
                fewer => wording.say(Word::CounterattackFewer, &[fewer.into(), (&hits).into()]),
            };
            let words = words(Word::Counterattack, *requires, against(targets), effect);
            Words { reaction: true, voluntary: *voluntary, ..words }
        }
        Action::Absorb { targets, requires, takes, voluntary } => {
            let effect = wording.word(match takes {
                Takes::All => Word::AbsorbAll,
                Takes::One => Word::AbsorbOne,
                Takes::OneFewer => Word::AbsorbOneFewer,
            });
            let targets = whom([Word::ForAny, Word::For], targets);
            Words { reaction: true, voluntary: *voluntary, ..words(Word::Absorb, *requires, targets, effect) }
        }
    }
}

fn hits(wording: Wording<'_>, hits: Hits) -> String {
    let flat = || wording.say(Word::Hits, &[hits.flat.into()]);
    match (hits.flat, hits.per_die) {
        (_, false) => flat(),
        (0, true) => wording.word(Word::HitsPerDie),
        (_, true) => wording.say(Word::HitsAndPerDie, &[(&flat()).into()]),
    }
}

/// Returns a requirement: its printed name, and its icon.
pub(super) fn requirement(requirement: Requirement) -> (Word, &'static str) {
    match requirement {
        Requirement::Pair => (Word::Pair, "pair"),
        Requirement::TwoPairs => (Word::TwoPairs, "two-pairs"),
        Requirement::Triplet => (Word::Triplet, "triplet"),
        Requirement::TwoTriplets => (Word::TwoTriplets, "two-triplets"),
        Requirement::FullHouse => (Word::FullHouse, "full-house"),
        Requirement::FiveDice => (Word::FiveDice, "five-dice"),
    }
}

/// Returns words for the dice that may be placed in a dice area in one turn.
pub(super) fn dice(wording: Wording<'_>, area: &DiceArea) -> String {
    let numbers = |set: &DiceSet| matches!(set, DiceSet::Numbers { .. });
    let single = |set: &DiceSet| matches!(set, DiceSet::Single(_));
    wording.word(match area.sets.as_slice() {
        [] => Word::TakesNoDice,
        [DiceSet::Numbers { low, high }] if low == high => Word::AnyNumberOfDice,
        [DiceSet::Equal(2)] => Word::TwoAlike,
        [DiceSet::Equal(_)] => Word::ThreeAlike,
        [DiceSet::Straight(n)] => return wording.say(Word::InARow, &[(*n).into()]),
        sets if sets.iter().all(numbers) => Word::AsManyAsYouLike,
        sets if sets.iter().all(single) => Word::OneDieATurn,
        sets if sets.iter().any(single) => Word::InBrackets,
        _ => Word::OneSetATurn,
    })
}

/// Returns the line of a card that starts in reserve.
pub(super) fn reserve(wording: Wording<'_>, reserve: &Reserve, name_of: &dyn Fn(&str) -> String) -> String {
    let (word, friend) = match reserve {
        Reserve::Behind(friend) => (Word::ReserveBehind, friend),
        Reserve::CommandedBy(friend) => (Word::ReserveCommanded, friend),
    };
    wording.say(word, &[(&name_of(friend)).into()])
}
