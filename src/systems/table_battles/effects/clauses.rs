//! Conditions and events in words.

use super::event::{CubesLeft, Performs};
use super::words::{number, ordinal, plural};
use super::{Cards, Condition, Event, Pick, Words};

impl<'a> Words<'a> {
    /// That a condition holds.
    pub fn so(&self, condition: &'a Condition) -> String {
        self.clauses(condition, true).join(" and ")
    }

    /// That a condition does not hold.
    fn not_so(&self, condition: &'a Condition) -> String {
        self.clauses(condition, false).join(" or ")
    }

    fn clauses(&self, condition: &'a Condition, so: bool) -> Vec<String> {
        let mut clauses = Vec::new();
        for (key, cards) in condition.members() {
            let several = cards.texts().len();
            let (who, plural) = if so || several > 1 { self.all(cards) } else { self.one(cards) };
            // `A and B are not both in play`: a list is denied as a whole.
            let not = match several {
                _ if so => "",
                0 | 1 => " not",
                2 => " not both",
                _ => " not all",
            };
            clauses.push(clause(key, &who, plural, not));
        }
        if let Some(event) = &condition.happened {
            clauses.push(self.event(event, if so { Tense::Has } else { Tense::HasNot }));
        }
        if let Some((key, picks)) = condition.any.as_deref().filter(|_| so).and_then(alike) {
            let (who, plural) = self.one_of(picks.into_iter());
            clauses.push(clause(key, &who, plural, ""));
        } else if let Some(any) = &condition.any {
            let each = any.iter().map(|condition| if so { self.so(condition) } else { self.not_so(condition) });
            clauses.push(each.collect::<Vec<_>>().join(if so { " or " } else { " and " }));
        }
        if let Some(inner) = &condition.not {
            clauses.push(if so { self.not_so(inner) } else { self.so(inner) });
        }
        clauses
    }

    /// That an event happens, or has happened.
    pub fn event(&self, event: &'a Event, tense: Tense) -> String {
        let ((who, several), verbs) = match event {
            Event::Enters(cards) => (self.one(cards), ["enters play", "enter play", "entered play"]),
            Event::Routs(cards) => (self.one(cards), ["routs", "rout", "routed"]),
            Event::Retires(cards) => (self.one(cards), ["retires", "retire", "retired"]),
            Event::Pursues(cards) => (self.one(cards), ["pursues", "pursue", "pursued"]),
            Event::Leaves(cards) => (self.one(cards), ["leaves play", "leave play", "left play"]),
            Event::Attacks(cards) => (self.one(cards), ["attacks", "attack", "attacked"]),
            Event::Counterattacks(cards) => (self.one(cards), ["counterattacks", "counterattack", "counterattacked"]),
            Event::Screens(cards) => (self.one(cards), ["screens an attack", "screen an attack", "screened an attack"]),
            Event::Absorbs(cards) => (self.one(cards), ["absorbs hits", "absorb hits", "absorbed hits"]),
            Event::Commands(cards) => (self.one(cards), ["commands", "command", "commanded"]),
            Event::Bombards(cards) => (self.one(cards), ["bombards", "bombard", "bombarded"]),
            Event::Performs(Performs { card, action }) => {
                let who = card.as_deref().map_or(self.this(), |card| self.name(card));
                let its = if plural(who) { "their" } else { "its" };
                let act = format!("{its} {} action", ordinal(*action));
                let verbs = [format!("performs {act}"), format!("perform {act}"), format!("performed {act}")];
                return told(who, plural(who), verbs.each_ref().map(String::as_str), tense);
            }
            Event::Cubes(CubesLeft { of, left }) => {
                let who = of.as_deref().map_or(self.this(), |card| self.name(card));
                let (come, has) = match left {
                    0 => ("the last cube".to_owned(), "its last cube".to_owned()),
                    n => (format!("a cube, leaving {},", number(*n)), format!("all but {} of its cubes", number(*n))),
                };
                if tense == Tense::Now {
                    return format!("{come} comes off {who}");
                }
                return told(who, plural(who), ["", "", &format!("lost {has}")], tense);
            }
        };
        told(&who, several, verbs, tense)
    }
}

/// That somebody does something: the verb in the singular, in the plural, and as it follows `has`.
fn told(who: &str, several: bool, [one, many, past]: [&str; 3], tense: Tense) -> String {
    let has = if several { "have" } else { "has" };
    match tense {
        Tense::Now => format!("{who} {}", if several { many } else { one }),
        Tense::Has => format!("{who} {has} {past}"),
        Tense::HasNot => format!("{who} {has} not {past}"),
    }
}

/// That formations are where or as a member of a condition says.
fn clause(key: &str, who: &str, plural: bool, not: &str) -> String {
    let (is, has) = if plural { ("are", "have") } else { ("is", "has") };
    match key {
        "in_play" => format!("{who} {is}{not} in play"),
        "in_reserve" => format!("{who} {is}{not} in reserve"),
        "routed" => format!("{who} {has}{not} routed"),
        "out" => format!("{who} {has}{not} left play"),
        "has_dice" if not.is_empty() => format!("{who} {has} dice"),
        "has_dice" => format!("there are{not} dice on {who}"),
        _ if not.is_empty() => format!("{who} {has} a cube"),
        _ => format!("there is{not} a cube on {who}"),
    }
}

/// What a condition says of one card, when it says nothing else.
fn single(condition: &Condition) -> Option<(&'static str, &Cards)> {
    let plain = condition.happened.is_none() && condition.any.is_none() && condition.not.is_none();
    let mut members = condition.members();
    let (key, cards) = members.next().filter(|(_, cards)| plain && cards.texts().len() == 1)?;
    members.next().is_none().then_some((key, cards))
}

/// What conditions say of one card each, when all say the same: `A or B has routed`.
fn alike(conditions: &[Condition]) -> Option<(&'static str, Vec<Pick<'_>>)> {
    let (key, _) = single(conditions.first()?)?;
    let pick =
        |condition| single(condition).filter(|(other, _)| *other == key).and_then(|(_, cards)| cards.picks().next());
    Some((key, conditions.iter().map(pick).collect::<Option<_>>()?))
}

/// How an event is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tense {
    /// It happens.
    Now,
    /// It has happened.
    Has,
    /// It has not happened.
    HasNot,
}
