//! Exact odds of the cards of a scenario: for reading, and for an editor that points at a line.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use muster_core::diag::describe;
use muster_core::diag::escape::{Syntax, line};
use muster_core::source::{Position, Sources};
use muster_systems::played::{Clash, ClashSide, Fact, Odds};
use muster_systems::{Role, System};

use super::super::color::Color;
use super::super::table::{align, indent, short_line};
use super::super::{Exit, Outcome, Trouble, output};
use crate::project::files::{read_file, read_named};
use crate::review::review;

/// The place to explain: a file, and a line of it.
pub(super) struct Place {
    path: Utf8PathBuf,
    line: Option<usize>,
}

impl Place {
    /// Reads `FILE`, `FILE:LINE` or `FILE:LINE:COLUMN`, as findings name places; `None` if no such file is meant.
    pub(super) fn read(text: &str) -> Option<Place> {
        let file = |path: &str| {
            let path = Utf8Path::new(path);
            let yaml = matches!(path.extension(), Some("yaml" | "yml"));
            (yaml || path.is_file()).then(|| path.to_owned())
        };
        if let Some(path) = file(text) {
            return Some(Place { path, line: None });
        }
        let (rest, last) = text.rsplit_once(':')?;
        let number = last.parse().ok()?;
        let (path, line) = match rest.rsplit_once(':').and_then(|(path, line)| Some((path, line.parse().ok()?))) {
            Some((path, line)) => (path, line),
            None => (rest, number),
        };
        Some(Place { path: file(path)?, line: Some(line) })
    }
}

/// A card's odds and where it is written.
struct Card {
    fact: Fact,
    path: Utf8PathBuf,
    start: Position,
    end: Position,
}

impl Card {
    fn new(fact: Fact, sources: &Sources) -> Card {
        let (file, span) = (sources.get(fact.at.file), sources.span(&fact.at));
        let path = file.path().to_owned();
        Card { fact, path, start: file.position(span.start), end: file.position(span.end) }
    }

    fn covers(&self, place: &Place) -> bool {
        let lines = self.start.line..=self.end.line;
        place.line.is_none_or(|line| self.path == place.path && lines.contains(&line))
    }

    fn json(&self) -> Value {
        let mut value = json!(self.fact);
        value["path"] = self.path.as_str().into();
        value["span"] = json!({"start": self.start, "end": self.end});
        value
    }

    /// Returns the line that says which card it is, and where it is written.
    fn title(&self) -> String {
        let Fact { card, name, .. } = &self.fact;
        format!("{card} {}, {}:{}\n", short_line(name), line(self.path.as_str()), self.start.line)
    }

    /// Returns true if the same is told of another card.
    fn is_like(&self, other: &Card) -> bool {
        let (one, other) = (&self.fact, &other.fact);
        one.sentences == other.sentences && one.percentages() == other.percentages()
    }

    /// Returns what is told of cards that are alike.
    fn text(alike: &[&Card], odds: &Odds) -> String {
        let mut text: String = alike.iter().map(|card| card.title()).collect();
        let Some(first) = alike.first() else { return text };
        let [head, row] = odds.labels.map(str::to_owned);
        let head = std::iter::once(head).chain(odds.headings.iter().cloned()).collect();
        let row = std::iter::once(row).chain(first.fact.percentages()).collect();
        text += &align([head, row], |column| column > 0);
        for sentence in &first.fact.sentences {
            let _ = writeln!(text, "  {sentence}");
        }
        text
    }
}

/// Tells the odds of the cards of a scenario, or of the one that is written at a line; or those of a combat between cards
/// that are named, a list of them for each side.
pub(super) fn explain(
    place: &Place,
    json: bool,
    combat: &[String],
    color: Color,
    systems: &'static [&'static System],
) -> Outcome {
    let path = &place.path;
    let bytes = read_file(path).map_err(|error| Trouble(format!("cannot read `{path}`: {}", describe(&error))))?;
    let review = review(&[(path.clone(), bytes)], &read_named, systems);
    let scenario = |unit: &&crate::review::Unit| unit.given && unit.outline.kind.role == Role::Main;
    let Some(unit) = review.units.iter().find(scenario) else {
        return Err(Trouble(match review.units.iter().find(|unit| unit.given) {
            Some(unit) => {
                let name = unit.outline.kind.name;
                let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
                format!("`{path}` is {article} {name}, not a scenario; odds are calculated for a scenario's cards")
            }
            None => format!("`{path}` cannot be read as a scenario: run `muster check {path}` to see why"),
        }));
    };
    let Some(battle) = unit.battle.as_ref().filter(|_| unit.sound) else {
        return Err(Trouble(format!("`{path}` has errors: run `muster check {path}` to see them")));
    };
    if !combat.is_empty() {
        return match unit.system.clash(battle, combat) {
            None => Err(Trouble(format!("{} has no odds for combat between cards", unit.system.title()))),
            Some(Err(fault)) => Err(Trouble(fault)),
            Some(Ok(clash)) => tell(&clash, json),
        };
    }
    let Some(odds) = unit.system.odds(battle) else {
        return Err(Trouble(format!("{} has no odds", unit.system.title())));
    };
    let cards: Vec<Card> = odds.cards.iter().map(|fact| Card::new(fact.clone(), &review.sources)).collect();
    let cards: Vec<&Card> = cards.iter().filter(|card| card.covers(place)).collect();
    if json {
        let cards: Vec<Value> = cards.iter().map(|card| card.json()).collect();
        let text = serde_json::to_string_pretty(&json!({
            "version": 1, "cards": cards, "armies": odds.armies, "notes": odds.notes,
        }))? + "\n";
        output::to_stdout(&Syntax::Json.escape(&text))?;
    } else if cards.is_empty() {
        output::text_to_stdout("no card with odds is written there\n")?;
    } else {
        let notes = odds.notes.iter().map(|note| format!("{}\n", line(note)));
        let mut groups: Vec<Vec<&Card>> = Vec::new();
        for card in cards {
            match groups.iter_mut().find(|group| group[0].is_like(card)) {
                Some(group) => group.push(card),
                None => groups.push(vec![card]),
            }
        }
        // Of the sides only where all cards are asked for.
        let armies = odds.armies.iter().filter(|_| place.line.is_none());
        let armies = armies.map(|army| army.lines().map(|said| indent(&said)).collect::<String>());
        let texts = groups.iter().map(|group| Card::text(group, &odds)).chain(armies).chain(notes);
        let texts: Vec<String> = texts.collect();
        let titles: BTreeSet<String> = groups.iter().flatten().map(|card| card.title()).collect();
        color.write(&texts.join("\n"), |line| titles.contains(&format!("{line}\n")))?;
    }
    Ok(Exit::Clean)
}

/// Tells the odds of a combat.
fn tell(clash: &Clash, json: bool) -> Outcome {
    if json {
        let text = serde_json::to_string_pretty(&json!({"version": 1, "combat": clash}))? + "\n";
        output::to_stdout(&Syntax::Json.escape(&text))?;
        return Ok(Exit::Clean);
    }
    let head = ["side", "might", "each card is destroyed with", ""].map(str::to_owned).to_vec();
    let rows = clash.sides.iter().map(|side| {
        let ClashSide { cards, might, falls, chance } = side;
        vec![short_line(cards), might.to_string(), falls.clone(), format!("{:.1} %", chance * 100.0)]
    });
    let mut text = align(std::iter::once(head).chain(rows), |column| column > 0);
    for note in &clash.notes {
        let _ = write!(text, "\n{}\n", line(note));
    }
    output::text_to_stdout(&text)?;
    Ok(Exit::Clean)
}
