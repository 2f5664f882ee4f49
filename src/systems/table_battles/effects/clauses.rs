//! Conditions and events in words.

use super::event::{CubesLeft, Performs};
use super::words::{Noun, Number, list, number, ordinal};
use super::{Cards, Condition, Event, Pick, Words};

/// What must be so for something to hold, in words that can begin or end a sentence.
#[derive(Debug, Default)]
pub(super) struct Circumstances {
    parts: Vec<Part>,
}

/// One circumstance, after the word that leads it.
#[derive(Debug)]
struct Part {
    lead: &'static str,
    text: String,
}

/// Leads a clause that can cease to be so.
const WHILE: &str = "while";
/// Leads a clause that stays so.
const ONCE: &str = "once";
/// Leads words without a verb.
const WITH: &str = "with";

impl Circumstances {
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Adds a clause that can cease to be so.
    pub(super) fn clause(&mut self, text: String) {
        self.push(WHILE, text);
    }

    fn push(&mut self, lead: &'static str, text: String) {
        self.parts.push(Part { lead, text });
    }

    /// All of them as clauses with a verb, if they are: `Foot is in play and Horse has routed`.
    pub(super) fn clauses(&self) -> Option<String> {
        let clausal = self.parts.iter().all(|part| matches!(part.lead, WHILE | ONCE));
        clausal.then(|| list(self.parts.iter().map(|part| part.text.as_str()), "and"))
    }

    /// All of them with their lead: `while Foot is in play`, `with Hessians in play and after an attack by Horse`.
    pub(super) fn adverbial(&self) -> String {
        let lasting = self.parts.iter().all(|part| part.lead == ONCE);
        if let Some(clauses) = self.clauses() {
            return format!("{} {clauses}", if lasting { ONCE } else { WHILE });
        }
        let mut led: Vec<String> = Vec::new();
        for (i, Part { lead, text }) in self.parts.iter().enumerate() {
            // One word leads all that it can.
            let again = i > 0 && self.parts[i - 1].lead == *lead;
            led.push(if again || lead.is_empty() { text.clone() } else { format!("{lead} {text}") });
        }
        list(led.iter().map(String::as_str), "and")
    }

    /// What follows a sentence that does not hold then: `unless Foot is in play`, `except with Hessians in play`.
    pub(super) fn exception(&self) -> String {
        self.clauses().map_or_else(|| format!("except {}", self.adverbial()), |clauses| format!("unless {clauses}"))
    }

    /// Any one of several: `Foot is in play or Horse has routed`.
    fn any(each: &[Circumstances], into: &mut Circumstances) {
        let clauses: Option<Vec<String>> = each.iter().map(Circumstances::clauses).collect();
        match clauses {
            Some(clauses) => {
                let lasting = each.iter().flat_map(|one| &one.parts).all(|part| part.lead == ONCE);
                into.push(if lasting { ONCE } else { WHILE }, either(&clauses));
            }
            None => {
                let adverbials: Vec<String> = each.iter().map(Circumstances::adverbial).collect();
                into.push("", either(&adverbials));
            }
        }
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
            let count = picks.len();
            let word = if so || key.starts_with("has_") { "or" } else { "nor" };
            let key = self.key(key, picks.iter().copied());
            let mut who = self.one_of(picks.into_iter(), word);
            if word == "nor" {
                who.text = match count {
                    2 => format!("neither {}", who.text),
                    _ => format!("none of {}", who.text.replace(" nor ", " or ")),
                };
            }
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
    fn member(&self, key: &'static str, cards: &'a Cards, so: bool) -> Circumstances {
        let mut into = Circumstances::default();
        let several = cards.texts().len();
        let group = !matches!(cards.picks().next(), Some(Pick::This | Pick::Named(_)));
        let key = self.key(key, cards.picks());
        match several {
            _ if so && key.starts_with("has_") => {
                let mut who = self.every(cards);
                who.text = match several {
                    0 | 1 => who.text,
                    2 => format!("both {}", who.text),
                    _ => format!("each of {}", who.text),
                };
                state(key, &who, "", &mut into);
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

    /// That an event happens now: `when Horse attacks`, `after an attack by Hessians`; `first` of all times.
    pub(super) fn event(&self, event: &'a Event, first: bool) -> String {
        let when = if first { "the first time" } else { "when" };
        match self.deed(event) {
            Deed::Cube { who, left } => {
                let off = if who.is_empty() { String::new() } else { format!(" {who}") };
                match left {
                    0 => format!("{when} the last cube comes off{off}"),
                    n => format!("{when} a cube comes off{off}, leaving {}", number(n)),
                }
            }
            Deed::Done { who, verb, .. } if who.number == Number::One => format!("{when} {} {verb}", who.text),
            Deed::Done { who, noun: [before, after], .. } => {
                let article = match before.as_bytes().first() {
                    _ if first => "the first",
                    Some(b'a' | b'e') => "an",
                    _ => "a",
                };
                format!("after {article} {before} {}{after}", who.text)
            }
        }
    }

    /// Adds that an event has happened, or that it has not.
    fn happened(&self, event: &'a Event, so: bool, into: &mut Circumstances) {
        let lead = if so { ONCE } else { WHILE };
        match self.deed(event) {
            Deed::Cube { who, left } => {
                let who = if who.is_empty() { super::words::THIS } else { who };
                let text = match (left, so) {
                    (0, true) => format!("the last cube has come off {who}"),
                    (0, false) => format!("the last cube has not come off {who}"),
                    (n, true) => format!("a cube has come off {who} and left {}", number(n)),
                    (n, false) => format!("no cube has come off {who} and left {}", number(n)),
                };
                into.push(lead, text);
            }
            Deed::Done { who, past, .. } if who.number == Number::One => {
                into.push(lead, format!("{} has {}{past}", who.text, if so { "" } else { "not " }));
            }
            Deed::Done { who, noun: [before, after], .. } => {
                let any = if so { "any" } else { "the first" };
                into.push(if so { "after" } else { "before" }, format!("{any} {before} {}{after}", who.text));
            }
        }
    }

    fn deed(&self, event: &'a Event) -> Deed<'a> {
        let done = |cards: &'a Cards, verb: &str, past: &str, noun: [&str; 2]| Deed::Done {
            who: self.one(cards),
            verb: verb.to_owned(),
            past: past.to_owned(),
            noun: noun.map(str::to_owned),
        };
        match event {
            Event::Enters(cards) => done(cards, "enters play", "entered play", ["entry of", " into play"]),
            Event::Routs(cards) => done(cards, "routs", "routed", ["rout of", ""]),
            Event::Retires(cards) => done(cards, "retires", "retired", ["retirement of", ""]),
            Event::Pursues(cards) => done(cards, "pursues", "pursued", ["pursuit by", ""]),
            Event::Leaves(cards) => done(cards, "leaves play", "left play", ["departure of", " from play"]),
            Event::Attacks(cards) => done(cards, "attacks", "attacked", ["attack by", ""]),
            Event::Counterattacks(cards) => done(cards, "counterattacks", "counterattacked", ["counterattack by", ""]),
            Event::Screens(cards) => done(cards, "screens an attack", "screened an attack", ["screen by", ""]),
            Event::Absorbs(cards) => done(cards, "absorbs hits", "absorbed hits", ["absorption of hits by", ""]),
            Event::Commands(cards) => done(cards, "commands", "commanded", ["command by", ""]),
            Event::Bombards(cards) => done(cards, "bombards", "bombarded", ["bombardment by", ""]),
            Event::Performs(Performs { card, action }) => {
                let nth = ordinal(*action);
                Deed::Done {
                    who: self.single(card.as_deref()),
                    verb: format!("performs its {nth} action"),
                    past: format!("performed its {nth} action"),
                    noun: [format!("use of the {nth} action of"), String::new()],
                }
            }
            Event::Cubes(CubesLeft { of, left }) => {
                let who = of.as_deref().filter(|of| Pick::of(of) != Pick::This).map_or("", |of| self.name(of));
                Deed::Cube { who, left: *left }
            }
        }
    }
}

/// An event in parts.
enum Deed<'a> {
    /// Somebody does something: with a verb, as it follows `has`, and as a noun with what stands before and after whose
    /// it is.
    Done { who: Noun, verb: String, past: String, noun: [String; 2] },
    /// A cube comes off a card, whose name is empty where it is the card itself.
    Cube { who: &'a str, left: u8 },
}

/// Adds that formations are where or as a member of a condition says. `not` stands with the verb: `not`, `not both`; `no`
/// before what lies on them.
fn state(key: &str, who: &Noun, not: &str, into: &mut Circumstances) {
    let text = &who.text;
    let lasting = matches!(key, "routed" | "out")
        && not.is_empty()
        && !text.starts_with("neither ")
        && !text.starts_with("none ");
    let lead = if lasting { ONCE } else { WHILE };
    let (is, has) = if who.number == Number::Several { ("are", "have") } else { ("is", "has") };
    let (verb, rest, bare) = match key {
        "in_play" => (is, "in play", "in play"),
        "in_reserve" => (is, "in reserve", "in reserve"),
        "routed" => (has, "routed", "routed"),
        "out" => (has, "left play", "gone from play"),
        _ => {
            let (is, what) = if key == "has_dice" { ("are", "dice") } else { ("is", "cube") };
            return into.clause(match (not, key) {
                ("", "has_dice") => format!("there {is} {what} on {text}"),
                ("", _) => format!("there {is} a {what} on {text}"),
                ("no", _) => format!("there {is} no {what} on {text}"),
                (_, "has_dice") => format!("{text} do {not} have {what}"),
                _ => format!("{text} do {not} have a {what}"),
            });
        }
    };
    match who.number {
        Number::Open if not.is_empty() => into.push(WITH, format!("{text} {bare}")),
        Number::Open => into.push(WITH, format!("{text} {not} {bare}")),
        _ if not.is_empty() => into.push(lead, format!("{text} {verb} {rest}")),
        _ => into.push(lead, format!("{text} {verb} {not} {rest}")),
    }
}

/// `either A or B`: with a mark where the choice begins, since more may be joined to it.
fn either(texts: &[String]) -> String {
    format!("either {}", list(texts.iter().map(String::as_str), "or"))
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
    let pick = |condition| {
        let (_, cards) = single(condition).filter(|(other, _)| *other == key)?;
        // Of `friends` all are meant.
        cards.picks().next().filter(|pick| matches!(pick, Pick::This | Pick::Named(_)))
    };
    Some((key, conditions.iter().map(pick).collect::<Option<_>>()?))
}
