//! Clauses for the effects of cards, word by word.

use muster_systems::catalogue::{Person, capital};

use super::{counters as counted, die as called};
use crate::values::PolyhedralDie;
use crate::wording::{StatesWord as W, StatesWording};
use crate::words::{
    CardDeed, CardWord, CountersDeed, DrawnOrders, HalfMoveDeed, LostOrders, MoveDeed, MoveGroupDeed, PlainWord,
    PushDeed, ReloadedKind, RollDeed, StratagemDeed, Whose,
};

/// Returns the clauses of words, without capitals and full stops. A word that does nothing has none.
pub(super) fn deeds(wording: StatesWording<'_>, words: &[CardWord], who: Person) -> Vec<Vec<String>> {
    Deeds { wording, who, depth: 0 }.nested_clauses(words)
}

/// Returns deeds one after the other, each in its clauses, as a part of a sentence: `draw one card; then lose two`.
/// If nothing is done, it says so.
pub(super) fn chain(wording: StatesWording<'_>, deeds: &[Vec<String>]) -> String {
    if deeds.is_empty() {
        return wording.word(W::NothingHappens);
    }
    let deeds: Vec<String> = deeds.iter().map(|clauses| wording.join(clauses, W::Clauses)).collect();
    wording.join(&deeds, W::DeedThenDeed)
}

/// The context in which words are put into clauses.
#[derive(Clone, Copy)]
struct Deeds<'a> {
    wording: StatesWording<'a>,
    /// The player who does what a clause says.
    who: Person,
    /// The number of words around these.
    depth: usize,
}

impl Deeds<'_> {
    /// Returns a word about whoever does it.
    fn say(self, word: W) -> String {
        self.wording.say(word, &[self.who.into()])
    }

    fn nested_clauses(self, words: &[CardWord]) -> Vec<Vec<String>> {
        let mut deeds: Vec<Vec<String>> = Vec::new();
        let mut is_after_keep = false;
        for word in words {
            let mut clauses = self.word_clauses(word);
            let Some(first) = clauses.first_mut() else { continue };
            // Else it would read as a part of what the kept card does.
            if std::mem::replace(&mut is_after_keep, matches!(word, CardWord::Deed(CardDeed::Keep(_)))) {
                *first = self.wording.say(W::AtOnce, &[(&*first).into()]);
            }
            deeds.push(clauses);
        }
        deeds
    }

    /// Returns the clauses of words inside of others, as a part of a sentence.
    fn inner(self, words: &[CardWord]) -> String {
        chain(self.wording, &Deeds { depth: self.depth + 1, ..self }.nested_clauses(words))
    }

    /// Returns the clauses of a word; none where it does nothing.
    fn word_clauses(self, word: &CardWord) -> Vec<String> {
        let Deeds { wording, who, .. } = self;
        let one = |clause: String| vec![clause];
        let deed = match word {
            CardWord::Plain(word) => return self.plain(*word),
            CardWord::Deed(deed) => deed,
        };
        match deed {
            CardDeed::Move(MoveDeed { units, rally }) => self.moving(*units, *rally),
            CardDeed::MoveGroup(MoveGroupDeed { within, general }) => self.moving_group(*within, *general),
            CardDeed::Reload(kinds) => one(self.say(reloaded_kinds(kinds))),
            CardDeed::Counters(CountersDeed { side, change }) => self.counters(*side, *change),
            CardDeed::Push(PushDeed { side, counters }) => one(self.push(*side, *counters)),
            CardDeed::Roll(roll) => self.roll(roll),
            CardDeed::Draw(DrawnOrders::Count(n)) => one(self.orders(W::DrawCards, *n)),
            CardDeed::Draw(DrawnOrders::AsHeld(_)) => one(self.say(W::DrawAsHeld)),
            CardDeed::Lose(LostOrders::Count(n)) => one(self.orders(W::LoseCards, *n)),
            CardDeed::Lose(LostOrders::All(_)) => one(self.say(W::LoseAllCards)),
            CardDeed::ToHit(0) => Vec::new(),
            CardDeed::ToHit(change) => {
                let word = if *change > 0 { W::ToHitMore } else { W::ToHitLess };
                one(wording.say(word, &[who.into(), change.unsigned_abs().into()]))
            }
            CardDeed::Keep(words) => {
                let use_kept = wording.say(W::UseKept, &[who.into(), (&self.inner(words)).into()]);
                vec![self.say(W::KeepCard), use_kept]
            }
            CardDeed::Opponent(words) => {
                let theirs = Deeds { who: who.other(), ..self }.inner(words);
                one(wording.say(W::OpponentMay, &[who.into(), (&theirs).into()]))
            }
            CardDeed::HalfMove(HalfMoveDeed { units }) => one(self.several(W::HalfMoveOne, W::HalfMoveSeveral, *units)),
            CardDeed::Stop(die) => one(wording.say(W::StopCard, &[who.into(), (&called(wording, *die)).into()])),
            CardDeed::Stratagem(stratagem) => self.stratagem(*stratagem),
        }
    }

    fn plain(self, word: PlainWord) -> Vec<String> {
        match word {
            PlainWord::Melee => vec![self.wording.word(W::Melee)],
            PlainWord::Cast => vec![self.say(W::Cast), self.wording.word(W::MagicMoves)],
            PlainWord::Wild => vec![self.say(W::Wild)],
            PlainWord::RallyAll => vec![self.say(W::RallyAll)],
            PlainWord::Fire => vec![self.say(W::Fire)],
            PlainWord::ReRoll => vec![self.say(W::ReRoll)],
        }
    }

    /// Returns one of two words, by a number: what is done by one, and what by up to so many.
    fn several(self, one: W, several: W, n: u8) -> String {
        match n {
            1 => self.say(one),
            n => self.wording.say(several, &[self.who.into(), n.into()]),
        }
    }

    fn moving(self, units: u8, rally: u8) -> Vec<String> {
        let mut clauses = Vec::new();
        if units > 0 {
            clauses.push(self.several(W::MoveOne, W::MoveSeveral, units));
            clauses.push(self.wording.word(W::ChargeIsFought));
        }
        let (one, several) = match units {
            0 => (W::RallyOne, W::RallySeveral),
            _ => (W::ThenRallyOne, W::ThenRallySeveral),
        };
        clauses.extend((rally > 0).then(|| self.several(one, several, rally)));
        clauses
    }

    fn moving_group(self, within: u8, general: u8) -> Vec<String> {
        let inches = self.wording.say(W::Inches, &[within.into()]);
        let group = match within == general {
            true => self.wording.say(W::GroupMoves, &[self.who.into(), (&inches).into()]),
            false => self.wording.say(W::GroupMovesGeneral, &[self.who.into(), (&inches).into(), general.into()]),
        };
        vec![
            self.say(W::ChooseCharacter),
            group,
            self.say(W::OrOneMoves),
            self.wording.word(W::ChargeIsFought),
            self.say(W::ThenRallyOne),
        ]
    }

    /// Returns the clause about so many Orders cards.
    fn orders(self, word: W, n: u8) -> String {
        let cards = self.wording.say(W::NumberOfOrders, &[n.into()]);
        self.wording.say(word, &[self.who.into(), (&cards).into()])
    }

    fn counters(self, side: Whose, change: i8) -> Vec<String> {
        let word = match (side, change) {
            (_, 0) => return Vec::new(),
            (Whose::Own, 1..) => W::GainCounters,
            (Whose::Own, _) => W::LoseCounters,
            (Whose::Enemy, 1..) => W::OpponentGains,
            (Whose::Enemy, _) => W::OpponentLoses,
        };
        let counters = counted(self.wording, change.unsigned_abs().into());
        vec![self.wording.say(word, &[self.who.into(), (&counters).into()])]
    }

    fn push(self, side: Whose, counters: u8) -> String {
        match side {
            Whose::Own => self.several(W::PushOne, W::PushSeveral, counters),
            Whose::Enemy => self.several(W::PushOneOfEnemy, W::PushSeveralOfEnemy, counters),
        }
    }

    /// The throw, then what it leads to: in sentences of their own, or in brackets within another sentence.
    fn roll(self, roll: &RollDeed) -> Vec<String> {
        let Deeds { wording, who, depth } = self;
        let mut clause = match (roll.against.die(), roll.optional) {
            (None, false) => self.say(W::ThrowEnemy),
            (None, true) => self.say(W::MayThrowEnemy),
            (Some(die), false) => wording.say(W::ThrowDie, &[who.into(), (&called(wording, die)).into()]),
            (Some(die), true) => wording.say(W::MayThrowDie, &[who.into(), (&called(wording, die)).into()]),
        };
        for (is, word) in [(roll.handicap, W::ThrowHandicapped), (roll.behind, W::ThrowBehind)] {
            if is {
                clause = wording.say(word, &[who.into(), (&clause).into()]);
            }
        }
        let mut outcomes = Vec::new();
        if !roll.win.is_empty() {
            outcomes.push(wording.say(W::Won, &[(&self.inner(&roll.win)).into()]));
        }
        if let Some(much) = &roll.much {
            let word = if roll.win.is_empty() { W::WonByMore } else { W::WonByMoreInstead };
            outcomes.push(wording.say(word, &[much.by.into(), (&self.inner(&much.play)).into()]));
        }
        if !roll.lose.is_empty() {
            outcomes.push(wording.say(W::Lost, &[(&self.inner(&roll.lose)).into()]));
        }
        if outcomes.is_empty() {
            return vec![clause];
        }
        if depth == 0 {
            return std::iter::once(clause).chain(outcomes).collect();
        }
        // The last of them ends with what is around the brackets.
        let sentences: Vec<String> = outcomes.iter().map(|outcome| capital(outcome)).collect();
        let (open, close) = if depth % 2 == 1 { ('(', ')') } else { ('[', ']') };
        vec![format!("{clause} {open}{}{close}", sentences.join(". "))]
    }

    fn stratagem(self, StratagemDeed { die, share, wizard }: StratagemDeed) -> Vec<String> {
        let Deeds { wording, who, .. } = self;
        let shown = PolyhedralDie::ALL.into_iter().find(|faced| faced.faces() >= die).unwrap_or(PolyhedralDie::D20);
        let units = match share {
            25 => self.say(W::QuarterOfUnits),
            50 => self.say(W::HalfOfUnits),
            100 => self.say(W::AnyOfUnits),
            share => wording.say(W::ShareOfUnits, &[who.into(), share.into()]),
        };
        let throw = match wizard {
            0 => self.say(W::ThrowAtStart),
            wizard => wording.say(W::ThrowAtStartWizard, &[who.into(), wizard.into()]),
        };
        let shown = called(wording, shown);
        let down = [who.into(), (&shown).into(), die.into(), (&units).into()];
        vec![
            wording.say(W::PutStratagemDown, &down),
            throw,
            wording.word(W::StratagemWorks),
            wording.word(W::StratagemFails),
        ]
    }
}

fn reloaded_kinds(kinds: &[ReloadedKind]) -> W {
    match (kinds.contains(&ReloadedKind::Missile), kinds.contains(&ReloadedKind::WarMachine)) {
        (true, false) => W::ReloadMissile,
        (false, true) => W::ReloadWarMachines,
        _ => W::ReloadBoth,
    }
}
