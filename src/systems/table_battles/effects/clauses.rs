//! Conditions and events in words.

use std::collections::HashSet;

use super::event::{CubesLeft, Performs};
use super::words::{Noun, list, number, ordinal};
use super::{CardPicks, Condition, Deed, Event, Pick, Words};

/// What must be so for something to hold, in words that can begin or end a sentence.
#[derive(Debug, Default)]
pub(super) struct Circumstances {
    parts: Vec<Part>,
}

/// One circumstance.
#[derive(Debug)]
struct Part {
    /// A clause with a verb: `Horse has not attacked`.
    text: String,
    /// Whether it stays so when it once is so.
    lasting: bool,
    /// The event that ends it, where only that is told: `Horse attacks`.
    until: Option<String>,
    /// The formations, where it says no more than that these are in play.
    present: Vec<String>,
}

impl Part {
    fn new(text: String, lasting: bool) -> Part {
        Part { text, lasting, until: None, present: Vec::new() }
    }
}

impl Circumstances {
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Adds a clause that can cease to be so.
    pub(super) fn clause(&mut self, text: String) {
        self.parts.push(Part::new(text, false));
    }

    /// Adds that formations are in play.
    pub(super) fn in_play(&mut self, text: String, present: Vec<String>) {
        self.parts.push(Part { present, ..Part::new(text, false) });
    }

    /// Adds a clause that stays so.
    fn lasting_clause(&mut self, text: String) {
        self.parts.push(Part::new(text, true));
    }

    /// Drops a clause that is plain already.
    pub(super) fn drop_clause(&mut self, text: &str) {
        self.parts.retain(|part| part.text != text);
    }

    /// All of them as clauses: `Foot is in play and Horse has routed`, `both Foot and Horse are in play`.
    pub(super) fn clauses(&self) -> String {
        let in_play = || self.parts.iter().filter(|part| !part.present.is_empty());
        let several = in_play().count() > 1;
        let mut present: Vec<&str> = in_play().flat_map(|part| &part.present).map(String::as_str).collect();
        let mut said = HashSet::new();
        present.retain(|name| said.insert(*name));
        let mut merged = several.then(|| match present.len() {
            1 => format!("{} is in play", present[0]),
            2 => format!("both {} are in play", list(present, "and")),
            _ => format!("{} are all in play", list(present, "and")),
        });
        let text = |part: &Part| match part.present.is_empty() || !several {
            true => Some(part.text.clone()),
            false => merged.take(),
        };
        let texts: Vec<String> = self.parts.iter().filter_map(text).collect();
        list(texts.iter().map(String::as_str), "and")
    }

    /// All of them with a word that leads them: `while Foot is in play`, `once Horse has routed`, `until Horse attacks`.
    pub(super) fn adverbial(&self) -> String {
        match self.parts.as_slice() {
            [Part { until: Some(until), .. }] => format!("until {until}"),
            parts if parts.iter().all(|part| part.lasting) => format!("once {}", self.clauses()),
            _ => format!("while {}", self.clauses()),
        }
    }

    /// Adds that any one of several is so: `either Foot is in play or Horse has routed`.
    fn any(each: &[Circumstances], into: &mut Circumstances) {
        let clauses: Vec<String> = each.iter().map(Circumstances::clauses).collect();
        // With a mark where the choice begins, since more may be joined to it.
        let text = format!("either {}", list(clauses.iter().map(String::as_str), "or"));
        let lasting = each.iter().flat_map(|one| &one.parts).all(|part| part.lasting);
        into.parts.push(Part::new(text, lasting));
    }
}

impl<'a> Words<'a> {
    /// Adds that a condition holds, or that it does not.
    pub(super) fn add(&self, condition: &'a Condition, so: bool, into: &mut Circumstances) {
        let mut each: Vec<Circumstances> =
            condition.members().map(|(key, cards)| self.member(key, cards, so)).collect();
        let mut one = |fill: &dyn Fn(&mut Circumstances)| {
            let mut circumstances = Circumstances::default();
            fill(&mut circumstances);
            each.push(circumstances);
        };
        if let Some(event) = &condition.happened {
            one(&|into| self.happened(event, so, into));
        }
        if let Some(any) = &condition.any {
            one(&|into| self.alternatives(any, so, into));
        }
        if let Some(inner) = &condition.not {
            one(&|into| self.add(inner, !so, into));
        }
        // Not all is one of them not.
        if so || each.len() < 2 {
            into.parts.extend(each.into_iter().flat_map(|one| one.parts));
        } else {
            Circumstances::any(&each, into);
        }
    }

    /// Adds that at least one of some conditions holds, or that none does.
    fn alternatives(&self, any: &'a [Condition], so: bool, into: &mut Circumstances) {
        if let Some((key, picks)) = alike(any).filter(|(_, picks)| picks.len() > 1) {
            let word = if so || key.starts_with("has_") { "or" } else { "nor" };
            let key = self.key(key, picks.iter().copied());
            let picks = picks.into_iter();
            let who = if word == "nor" { self.none_of(picks) } else { self.one_of(picks, "or") };
            // `Neither has routed`: what is denied is who, not what.
            let denied = if so || word == "nor" { "" } else { "no" };
            return state(key, &who, denied, into);
        }
        let each: Vec<Circumstances> = any
            .iter()
            .map(|condition| {
                let mut one = Circumstances::default();
                self.add(condition, so, &mut one);
                one
            })
            .collect();
        match each.as_slice() {
            _ if !so => into.parts.extend(each.into_iter().flat_map(|one| one.parts)),
            [_, _, ..] => Circumstances::any(&each, into),
            _ => into.parts.extend(each.into_iter().flat_map(|one| one.parts)),
        }
    }

    /// That all of some formations are where or as a member of a condition says, or that not all are.
    fn member(&self, key: &'static str, cards: &'a CardPicks, so: bool) -> Circumstances {
        let mut into = Circumstances::default();
        let several = cards.texts().len();
        let group = !matches!(cards.picks().next(), Some(Pick::This | Pick::Named(_)));
        let key = self.key(key, cards.picks());
        match several {
            _ if so && key.starts_with("has_") => {
                let mut who = self.every(cards);
                if several > 1 {
                    who.text = format!("each of {}", who.text);
                }
                state(key, &who, "", &mut into);
            }
            _ if so && key == "in_play" => {
                let who = self.every(cards);
                let verb = if who.plural { "are" } else { "is" };
                into.in_play(format!("{} {verb} in play", who.subject), self.every_one(cards));
            }
            _ if so => state(key, &self.every(cards), "", &mut into),
            0 | 1 if group && key.starts_with("has_") => {
                let what = if key == "has_dice" { "dice" } else { "cube" };
                into.clause(format!("{} has no {what}", self.one(cards).text));
            }
            0 | 1 => state(key, &self.one(cards), if key.starts_with("has_") { "no" } else { "not" }, &mut into),
            // `A and B are not both in play`: a list is denied as a whole.
            n => state(key, &self.every(cards), if n == 2 { "not both" } else { "not all" }, &mut into),
        }
        into
    }

    /// The member of a condition that says what lies there: what counts as dice on a special formation is its cube.
    fn key(&self, key: &'static str, picks: impl Iterator<Item = Pick<'a>>) -> &'static str {
        if key == "has_dice" && self.all_special(picks) { "has_cube" } else { key }
    }

    /// That an event happens now: `when Horse attacks`, `the first time Horse attacks`.
    pub(super) fn event(&self, event: &'a Event, first: bool) -> String {
        let when = if first { "the first time" } else { "when" };
        format!("{when} {}", self.deed(event).present)
    }

    /// That an event has happened: `Horse has attacked`.
    pub(super) fn has_happened(&self, event: &'a Event) -> String {
        self.deed(event).perfect
    }

    /// Adds that an event has happened, or that it has not.
    fn happened(&self, event: &'a Event, so: bool, into: &mut Circumstances) {
        let Clauses { present, perfect, denied } = self.deed(event);
        if so {
            into.lasting_clause(perfect);
        } else {
            into.parts.push(Part { until: Some(present), ..Part::new(denied, false) });
        }
    }

    fn deed(&self, event: &'a Event) -> Clauses {
        let deed = |who: &Noun, verb: &str, past: &str| {
            let who = &who.subject;
            Clauses {
                present: format!("{who} {verb}"),
                perfect: format!("{who} has {past}"),
                denied: format!("{who} has not {past}"),
            }
        };
        let done = |cards: &'a CardPicks, verb, past| deed(&self.one(cards), verb, past);
        match event {
            Event::Enters(cards) => done(cards, "enters play", "entered play"),
            Event::Routs(cards) => done(cards, "routs", "routed"),
            Event::Retires(cards) => done(cards, "retires", "retired"),
            Event::Pursues(cards) => done(cards, "pursues", "pursued"),
            Event::Leaves(cards) => done(cards, "leaves play", "left play"),
            Event::Attacks(cards) => done(cards, "attacks", "attacked"),
            Event::Counterattacks(cards) => done(cards, "counterattacks", "counterattacked"),
            Event::Screens(cards) => done(cards, "screens an attack", "screened an attack"),
            Event::Absorbs(cards) => done(cards, "absorbs hits", "absorbed hits"),
            Event::Commands(cards) => done(cards, "commands", "commanded"),
            Event::Bombards(cards) => done(cards, "bombards", "bombarded"),
            Event::Performs(Performs { card, action }) => {
                let (verb, past) = match self.action(card.as_deref(), *action) {
                    Some(Deed::Attack) => ("attacks", "attacked"),
                    Some(Deed::Bombard) => ("bombards", "bombarded"),
                    Some(Deed::Command) => ("commands", "commanded"),
                    Some(Deed::Screen) => ("screens an attack", "screened an attack"),
                    Some(Deed::Counterattack) => ("counterattacks", "counterattacked"),
                    Some(Deed::Absorb) => ("absorbs hits", "absorbed hits"),
                    Some(Deed::Retire | Deed::Pursue | Deed::Dice) | None => ("acts", "acted"),
                };
                let with = format!("with its {} action", ordinal(*action));
                deed(&self.single(card.as_deref()), &format!("{verb} {with}"), &format!("{past} {with}"))
            }
            Event::Cubes(CubesLeft { of, left }) => {
                let who = self.single(of.as_deref()).text;
                match left {
                    0 => Clauses {
                        present: format!("the last cube comes off {who}"),
                        perfect: format!("the last cube has come off {who}"),
                        denied: format!("the last cube has not come off {who}"),
                    },
                    n => Clauses {
                        present: format!("a cube comes off {who}, leaving {}", number(*n)),
                        perfect: format!("a cube has come off {who} and left {}", number(*n)),
                        denied: format!("no cube has come off {who} and left {}", number(*n)),
                    },
                }
            }
        }
    }
}

/// An event as clauses with a verb.
struct Clauses {
    /// It happens: `Horse attacks`.
    present: String,
    /// It has happened: `Horse has attacked`.
    perfect: String,
    /// It has not happened: `Horse has not attacked`.
    denied: String,
}

/// Adds that formations are where or as a member of a condition says. `not` stands with the verb: `not`, `not both`; `no`
/// before what lies on them.
fn state(key: &str, who: &Noun, not: &str, into: &mut Circumstances) {
    let text = &who.text;
    if let Some(what) = key.strip_prefix("has_") {
        return into.clause(match (not, what) {
            ("", "dice") => format!("there are dice on {text}"),
            ("", _) => format!("there is a cube on {text}"),
            ("no", "dice") => format!("there are no dice on {text}"),
            ("no", _) => format!("there is no cube on {text}"),
            (_, "dice") => format!("{text} do {not} have dice"),
            _ => format!("{text} do {not} have a cube"),
        });
    }
    let subject = &who.subject;
    let (is, has) = if who.plural { ("are", "have") } else { ("is", "has") };
    let (verb, rest) = match key {
        "in_play" => (is, "in play"),
        "in_reserve" => (is, "in reserve"),
        "routed" => (has, "routed"),
        _ => (has, "left play"),
    };
    if !not.is_empty() {
        return into.clause(format!("{subject} {verb} {not} {rest}"));
    }
    let denied = subject.starts_with("neither ") || subject.starts_with("none of ");
    let lasting = verb == has && !denied;
    let clause = format!("{subject} {verb} {rest}");
    if lasting { into.lasting_clause(clause) } else { into.clause(clause) }
}

/// What a condition says of one card, when it says nothing else.
fn single(condition: &Condition) -> Option<(&'static str, &CardPicks)> {
    let plain = condition.happened.is_none() && condition.any.is_none() && condition.not.is_none();
    let mut members = condition.members();
    let (key, cards) = members.next().filter(|(_, cards)| plain && cards.texts().len() == 1)?;
    members.next().is_none().then_some((key, cards))
}

/// What conditions say of one card each, when all say the same: `A or B has routed`.
fn alike(conditions: &[Condition]) -> Option<(&'static str, Vec<Pick<'_>>)> {
    let (key, _) = single(conditions.first()?)?;
    let pick = |condition| {
        let (_, cards) = single(condition).filter(|(other, _)| *other == key)?;
        // Of `friends` all are meant.
        cards.picks().next().filter(|pick| matches!(pick, Pick::This | Pick::Named(_)))
    };
    Some((key, conditions.iter().map(pick).collect::<Option<_>>()?))
}
