//! `when`: something that happens sets something else off (TB-10.5).

use schemars::JsonSchema;
use serde::Deserialize;

use super::happening::ENEMY;
use super::{
    CardPicks, Condition, EffectNames, Event, Gate, Happening, MoraleChange, Opens, Pick, Rule, Stated, Words,
};
use crate::words::Word;

effect! {
    "When one event happens, another one follows."
    gated struct When {
        /// The event that triggers it. A card's effect is also triggered by the event that makes the card leave play.
        pub on: Event,
        /// The events that follow, in this order.
        #[serde(rename = "do")]
        #[schemars(length(min = 1))]
        pub happens: Vec<Happening>,
        /// Only the first time.
        #[serde(default)]
        pub once: bool,
    }
}

impl Rule for When {
    fn text(&self, words: &Words<'_>) -> String {
        let mut text = words.event(&self.on, self.once);
        let mut when = words.circumstances(self.gate(), self.is_own_event() || self.needs_this_in_play(words));
        when.drop_clause(&words.has_happened(&self.on));
        if !when.is_empty() {
            let left = matches!(&self.on, Event::Cubes(cubes) if cubes.left > 0);
            let and = if left { Word::EventCommaAnd } else { Word::EventAnd };
            text = words.say(and, &[(&text).into(), (&when.clauses(words.wording)).into()]);
        }
        // Nothing else must stand between the card as the subject of the event and what is said of it.
        let mut is_subject = when.is_empty() && self.is_own_event() && !matches!(self.on, Event::Cubes(_));
        let outcome = |happening| self.outcome(words, std::mem::take(&mut is_subject), happening);
        let happens: Vec<String> = self.happens.iter().map(outcome).collect();
        let happens = words.wording.list(&happens, Word::And);
        words.end_sentence(words.say(Word::EventOutcome, &[(&text).into(), (&happens).into()]), self.gate())
    }

    fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        names.nest("on", |names| self.on.names(names));
        for (i, happening) in self.happens.iter().enumerate() {
            names.nest("do", |names| names.nest(i, |names| happening.names(names)));
        }
    }

    fn opens(&self) -> Vec<Opens<'_>> {
        let opens = self.happens.iter().filter_map(|happening| match happening {
            Happening::Enter(cards) => Some(Opens::Entry(cards)),
            Happening::Rout(cards) | Happening::Leave(cards) => Some(Opens::Exit(Some(cards))),
            Happening::Hit(hit) => Some(Opens::Exit(Some(&hit.on))),
            _ => None,
        });
        opens.collect()
    }
}

impl When {
    /// Returns true if it is the card itself that does it: then it is plain that it is in play.
    fn is_own_event(&self) -> bool {
        match &self.on {
            Event::Performs(performs) => performs.card.is_none(),
            Event::Cubes(cubes) => cubes.of.is_none(),
            other => other.who().is_some_and(|(_, cards)| cards.only_this()),
        }
    }

    /// Returns true if all that happens happens to the card itself, and only while it is in play: then that need not be
    /// said.
    fn needs_this_in_play(&self, words: &Words<'_>) -> bool {
        self.happens.iter().all(|happening| match happening {
            Happening::Leave(cards) | Happening::AddCube(cards) => cards.only_this(),
            Happening::Hit(hit) => hit.on.only_this(),
            Happening::Rout(cards) | Happening::RemoveCube(cards) => cards.only_this() && !words.can_wait(Pick::This),
            Happening::Enter(_) | Happening::GainMorale(_) | Happening::LoseMorale(_) => false,
        })
    }

    /// Returns true if the sentence says where a formation is when it happens: it does something itself, or must be in
    /// play or in reserve.
    fn says_where(&self, pick: Pick<'_>) -> bool {
        let acts = match &self.on {
            // One in reserve can rout, and lose cubes.
            Event::Routs(_) | Event::Cubes(_) => false,
            Event::Performs(performs) => performs.card.as_deref().map_or(Pick::This, Pick::parse) == pick,
            other => other.who().is_some_and(|(_, cards)| cards.picks().all(|one| one == pick)),
        };
        let in_play = pick == Pick::This && !self.gate().places_this();
        let placed = |condition: &Condition| {
            let places = [&condition.in_play, &condition.in_reserve].into_iter().flatten();
            places.flat_map(CardPicks::picks).any(|one| one == pick)
        };
        acts || in_play || self.only_while.as_ref().is_some_and(placed)
    }

    /// Says that something happens. `is_subject` is true if the card itself has just been named as the subject.
    fn outcome<'a>(&'a self, words: &Words<'a>, is_subject: bool, happening: &'a Happening) -> String {
        let all = |cards: &'a CardPicks, word| words.say(word, &[(&words.doing(cards, is_subject)).into()]);
        let on_each = |cards: &'a CardPicks, one, several| {
            let word = if cards.texts().len() > 1 { several } else { one };
            words.say(word, &[(&words.one_by_one(cards).text).into()])
        };
        let morale = |change: &'a MoraleChange, [own, enemy, named]: [Word; 3]| {
            let cubes = words.say(Word::NumberOfMoraleCubes, &[change.cubes().into()]);
            match change.side() {
                None => {
                    let side = if is_subject { Word::ItsSide } else { Word::SideOfThisCard };
                    words.say(own, &[(&words.wording.word(side)).into(), (&cubes).into()])
                }
                Some(ENEMY) => words.say(enemy, &[(&cubes).into()]),
                // The name of a side may be in the singular or the plural.
                Some(name) => words.say(named, &[change.cubes().into(), (&cubes).into(), name.into()]),
            }
        };
        match happening {
            Happening::Rout(cards) => {
                let waits = cards.picks().any(|pick| words.can_wait(pick) && !self.says_where(pick));
                all(cards, if waits { Word::DoesRoutAnywhere } else { Word::DoesRout })
            }
            Happening::Leave(cards) => all(cards, Word::DoesLeave),
            Happening::Enter(cards) => all(cards, Word::DoesEnter),
            Happening::Hit(hit) => {
                let who = words.doing(&hit.on, is_subject);
                words.say(Word::TakesHits, &[(&who).into(), (&words.hits(hit.hits)).into()])
            }
            Happening::GainMorale(change) => {
                morale(change, [Word::GainsMorale, Word::EnemyGainsMorale, Word::MoraleGainedBy])
            }
            Happening::LoseMorale(change) => {
                morale(change, [Word::LosesMorale, Word::EnemyLosesMorale, Word::MoraleLostBy])
            }
            Happening::AddCube(cards) => on_each(cards, Word::CubeGoesOn, Word::CubeGoesOnEach),
            Happening::RemoveCube(cards) => on_each(cards, Word::CubeComesOff, Word::CubeComesOffEach),
        }
    }
}
