//! `when`: something that happens sets something else off (TB-10.5).

use schemars::JsonSchema;
use serde::Deserialize;

use super::clauses::Tense;
use super::happening::ENEMY;
use super::words::{counted, list};
use super::{Cards, Condition, Event, Gate, Happening, MoraleChange, Names, Opens, Rule, Stated, Words};
use crate::systems::table_battles::engine::{Compiler, Do, Trigger};

effect! {
    "When something happens, something else happens too."
    gated struct When {
        /// What sets it off. A card's effect also goes off by what makes that card leave play.
        pub on: Event,
        /// What happens then, in this order.
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
        let event = words.event(&self.on, Tense::Now);
        let head = if self.once { "the first time " } else { "when " };
        let happens: Vec<String> = self.happens.iter().map(|happening| told(words, happening)).collect();
        let core = format!("{head}{event}, {}", list(happens.iter().map(String::as_str), "and"));
        words.sentence(self.gate(), self.on_this(), &core)
    }

    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.below("on", |names| self.on.names(names));
        for (i, happening) in self.happens.iter().enumerate() {
            names.below("do", |names| names.below(i, |names| happening.names(names)));
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

    fn compile(&self, to: &mut Compiler<'_>) -> Result<(), String> {
        let gate = self.gate();
        let test = to.own_gate(gate)?;
        let owner = if gate.places_this() { None } else { to.this().ok() };
        let once = if self.once { to.latch() } else { 0 };
        let does = self.happens.iter().map(|happening| made(to, happening)).collect::<Result<_, _>>()?;
        to.trigger(Trigger { on: to.on(&self.on)?, owner, test, once, does, effect: Some(to.effect) });
        Ok(())
    }
}

impl When {
    /// Whether it is the card itself that does it: then it is plain that it is in play.
    fn on_this(&self) -> bool {
        match &self.on {
            Event::Performs(performs) => performs.card.is_none(),
            Event::Cubes(cubes) => cubes.of.is_none(),
            other => other.who().is_some_and(|(_, cards)| cards.only_this()),
        }
    }
}

/// A happening as the engine makes it happen.
fn made(to: &Compiler<'_>, happening: &Happening) -> Result<Do, String> {
    let side = |change: &MoraleChange| to.side(change.side().unwrap_or_default());
    Ok(match happening {
        Happening::Rout(cards) => Do::Rout(to.mask(cards)),
        Happening::Leave(cards) => Do::Leave(to.mask(cards)),
        Happening::Enter(cards) => Do::Enter(to.mask(cards)),
        Happening::Hit(hit) => Do::Hit(to.mask(&hit.on), hit.hits),
        Happening::GainMorale(change) => Do::GainMorale(side(change)?, change.cubes()),
        Happening::LoseMorale(change) => Do::LoseMorale(side(change)?, change.cubes()),
        Happening::AddCube(cards) => Do::AddCube(to.mask(cards)),
        Happening::RemoveCube(cards) => Do::RemoveCube(to.mask(cards)),
    })
}

/// That something happens.
fn told<'a>(words: &Words<'a>, happening: &'a Happening) -> String {
    let all = |cards: &'a Cards, one: &str, several: &str| {
        let (who, plural) = words.all(cards);
        format!("{who} {}", if plural { several } else { one })
    };
    let side = |change: &'a MoraleChange| match change.side() {
        None => "its side",
        Some(ENEMY) => "the enemy",
        Some(name) => name,
    };
    match happening {
        Happening::Rout(cards) => all(cards, "routs, wherever it is", "rout, wherever they are"),
        Happening::Leave(cards) => format!("{} (not a rout)", all(cards, "leaves play", "leave play")),
        Happening::Enter(cards) => all(cards, "enters play", "enter play"),
        Happening::Hit(hit) => format!("{} {}", all(&hit.on, "takes", "take each"), counted(hit.hits, "hit")),
        Happening::GainMorale(change) => format!("{} gains {}", side(change), counted(change.cubes(), "morale cube")),
        Happening::LoseMorale(change) => format!("{} loses {}", side(change), counted(change.cubes(), "morale cube")),
        Happening::AddCube(cards) => all(cards, "gains a cube", "gain a cube each"),
        Happening::RemoveCube(cards) => all(cards, "loses a cube", "lose a cube each"),
    }
}
