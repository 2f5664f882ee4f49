//! The meaning of an engine's counters: one table that reports, the parts that were never used and the worth of a piece follow
//! from.

use serde::Serialize;
use serde_json::{Map, Value, json};

use muster_core::diag::{Code, Diagnostic};
use muster_core::play::balance::Tally;
use muster_core::play::smoke::Totals;
use muster_core::source::Address;

use crate::measures::{BattleMeasure, MeasureReport};

/// The meaning of the counters of a battle's engine. Every counter is named by its index in the totals of a run.
#[derive(Debug, Clone, Default)]
pub struct Counters {
    /// The tables of reports, a row for each piece. The pieces of the first table are weighed.
    pub tables: Vec<CountedTable>,
    /// Everything that is there to be used, in the order of reports.
    pub used: Vec<Used>,
    /// The measures of whole battles, in the order of reports; those of one name one after the other, by side.
    pub measures: Vec<BattleMeasure>,
}

/// Pieces of one kind and what is counted of each.
#[derive(Debug, Clone)]
pub struct CountedTable {
    /// The word of reports for the pieces, in the plural: `units`.
    pub noun: &'static str,
    /// The pieces.
    pub pieces: Vec<CountedPiece>,
    /// The figures of each piece, in the order of reports; every piece has the same.
    pub figures: Vec<Figure>,
}

/// A piece of a battle.
#[derive(Debug, Clone)]
pub struct CountedPiece {
    /// Its number as written.
    pub card: String,
    /// Its name.
    pub name: String,
    /// Its side, counted from 0.
    pub side: usize,
    /// Its parts that do something, such as actions: the word for each, and its counter.
    pub parts: Vec<PartCounter>,
}

/// A counter with the word for what it counts.
#[derive(Debug, Clone)]
pub struct PartCounter {
    /// Its index in the totals of a run.
    pub index: usize,
    /// The word: `screen`.
    pub word: &'static str,
}

/// A figure of every piece.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Its name in reports.
    pub name: &'static str,
    /// The counter of each piece.
    pub counters: Vec<usize>,
    /// True if reports of smoke tests have it too, not only those of balance.
    pub in_smoke: bool,
    /// True if balance tells the turn in which it first was above 0.
    pub in_turn: bool,
    /// The verb for the loss of a piece that it counts, `routs`; `None` if it counts something else.
    pub loss: Option<&'static str>,
}

/// Something of a battle that is there to be used: an action, a special rule, a card in reserve.
#[derive(Debug, Clone)]
pub struct Used {
    /// The counter of its use.
    pub counter: usize,
    /// The counters without which nothing is said of it: that they are 0 says it already.
    pub after: Vec<usize>,
    /// The number of the card that it is on; empty for what is on none.
    pub card: String,
    /// The card's name.
    pub name: String,
    /// Its name in words, `2 screen`.
    pub what: String,
    /// The place where it is written.
    pub at: Address,
    /// The kind of finding if it was never used.
    pub code: Code,
    /// The start of the message then, before the number of battles: "`Old Guard` never left reserve".
    pub never: String,
    /// The help of the finding then.
    pub help: Option<&'static str>,
}

/// Something that is there to be used, with the proof, where there is one, that it never can be.
#[derive(Debug, Clone)]
pub struct Use {
    /// The part that can be used.
    pub used: Used,
    /// The reason it can never be used.
    pub impossible: Option<String>,
}

/// A card, or a part of one, that a side could do without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeighedPart {
    /// The card's number as written.
    pub card: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: usize,
    /// The card, by its place among the pieces.
    pub piece: usize,
    /// The part, counted from 0; `None` for the whole card.
    pub part: Option<usize>,
    /// The part in words: `1 attack`, or empty for the whole card.
    pub what: String,
}

/// The figures of the pieces of one kind in a run of battles.
#[derive(Debug, Clone)]
pub struct TableReport {
    /// The word for the pieces, in the plural.
    pub noun: &'static str,
    /// The pieces, all with the same figures.
    pub pieces: Vec<PieceReport>,
}

/// The figures of one card in a run of battles.
#[derive(Debug, Clone, Serialize)]
pub struct PieceReport {
    /// Its number.
    pub card: String,
    /// Its name.
    pub name: String,
    /// The side it fights for.
    pub side: String,
    /// Its figures by their names: totals over the battles.
    #[serde(flatten)]
    pub figures: Map<String, Value>,
}

/// The course of a battle: the forces its sides have left as it goes on. See [`super::played::Played::course`].
#[derive(Debug, Clone)]
pub struct Course {
    /// The noun for what is counted: `counters`.
    pub what: &'static str,
    /// The rounds after which it is counted.
    pub rounds: Vec<CourseRound>,
}

/// A round after which it is counted what the sides have left.
#[derive(Debug, Clone)]
pub struct CourseRound {
    /// The round, counted from 1.
    pub round: u32,
    /// The counter of battles that came to its end.
    pub ended: usize,
    /// By side: the counter of what it had left then.
    pub left: Vec<usize>,
}

/// The course of battles that were weighed: the forces the sides had left.
#[derive(Debug, Clone, Serialize)]
pub struct CourseReport {
    /// The noun for what was counted.
    pub what: &'static str,
    /// The rounds after which it was, as far as battles came.
    pub rounds: Vec<CourseFigures>,
}

/// The forces the sides had left after a round.
#[derive(Debug, Clone, Serialize)]
pub struct CourseFigures {
    /// The round, counted from 1.
    pub round: u32,
    /// Number of battles that came to its end.
    pub battles: u64,
    /// By side: what it had left, on average in these battles, to two digits.
    pub left: Vec<f64>,
}

impl Course {
    /// Returns the course of the battles of a run; `None` if no battle came so far.
    pub fn report(&self, totals: &Totals) -> Option<CourseReport> {
        let figures = |of: &CourseRound| {
            let battles = totals.counters[of.ended];
            let mean = |counter: &usize| (totals.counters[*counter] as f64 * 100.0 / battles as f64).round() / 100.0;
            let left = of.left.iter().map(mean).collect();
            (battles > 0).then_some(CourseFigures { round: of.round, battles, left })
        };
        let rounds: Vec<CourseFigures> = self.rounds.iter().filter_map(figures).collect();
        (!rounds.is_empty()).then_some(CourseReport { what: self.what, rounds })
    }
}

impl CountedTable {
    /// Returns a table without pieces.
    pub fn new(noun: &'static str, figures: Vec<Figure>) -> CountedTable {
        CountedTable { noun, pieces: Vec::new(), figures }
    }

    /// Adds a piece with the counter of each of its figures.
    pub fn add(&mut self, piece: CountedPiece, counters: impl IntoIterator<Item = usize>) {
        self.pieces.push(piece);
        for (figure, counter) in self.figures.iter_mut().zip(counters) {
            figure.counters.push(counter);
        }
    }
}

impl Counters {
    /// Returns the parts that were not used in any battle of a run, as sentences.
    pub fn unused_parts(&self, totals: &Totals) -> Vec<String> {
        let count = |counter: &usize| totals.counters[*counter];
        let is_unused = |used: &&Used| count(&used.counter) == 0 && used.after.iter().all(|counter| count(counter) > 0);
        let mut unused: Vec<String> = self.used.iter().filter(is_unused).map(|used| used.never.clone()).collect();
        unused.dedup();
        unused
    }

    /// Returns the measures in the battles of a run.
    pub fn measures(&self, sides: &[String], totals: &Totals) -> Vec<MeasureReport> {
        self.measures.iter().map(|measure| measure.report(sides, totals)).collect()
    }

    /// Returns the figures of each piece in the battles of a smoke test.
    pub fn smoke_report(&self, sides: &[String], totals: &Totals) -> Vec<TableReport> {
        self.report(sides, |table, piece| {
            let shown = table.figures.iter().filter(|figure| figure.in_smoke);
            shown.map(|figure| (figure.name.to_owned(), totals.counters[figure.counters[piece]].into())).collect()
        })
    }

    /// Returns the figures of each piece, and each part of it, in battles that were weighed.
    pub fn balance_report(&self, sides: &[String], tally: &Tally) -> Vec<TableReport> {
        let count = |counter: usize| Value::from(tally.totals.counters[counter]);
        self.report(sides, |table, piece| {
            let figures = table.figures.iter();
            let mut report: Map<String, Value> =
                figures.clone().map(|figure| (figure.name.to_owned(), count(figure.counters[piece]))).collect();
            for figure in figures.filter(|figure| figure.in_turn) {
                report.insert(format!("{}_in_turn", figure.name), mean_turn(tally, figure.counters[piece]));
            }
            let parts = table.pieces[piece]
                .parts
                .iter()
                .enumerate()
                .map(|(number, part)| json!({"action": number + 1, "type": part.word, "times": count(part.index)}));
            report.insert("actions".to_owned(), parts.collect());
            report
        })
    }

    fn report(
        &self,
        sides: &[String],
        figures: impl Fn(&CountedTable, usize) -> Map<String, Value>,
    ) -> Vec<TableReport> {
        let report = |table: &CountedTable| {
            let piece = |(number, piece): (usize, &CountedPiece)| PieceReport {
                card: piece.card.clone(),
                name: piece.name.clone(),
                side: sides[piece.side].clone(),
                figures: figures(table, number),
            };
            TableReport { noun: table.noun, pieces: table.pieces.iter().enumerate().map(piece).collect() }
        };
        self.tables.iter().map(report).collect()
    }

    /// Returns a finding for everything that was never used. `during` tells the battles in words.
    pub fn never_used(&self, totals: &Totals, during: &str) -> Vec<Diagnostic> {
        let is_idle = |counter: usize| totals.counters[counter] == 0;
        let idle = self.used.iter().filter(|used| is_idle(used.counter) && !used.after.iter().any(|c| is_idle(*c)));
        let finding = |used: &Used| {
            let text = format!("{} in {during}", used.never);
            let finding = Diagnostic::new(used.code, used.at.clone(), text);
            match used.help {
                Some(help) => finding.help(help),
                None => finding,
            }
        };
        idle.map(finding).collect()
    }

    /// Returns every piece of the first table, and every part of those that have several.
    pub fn parts(&self) -> Vec<WeighedPart> {
        let mut parts = Vec::new();
        let pieces = self.tables.first().map_or(&[][..], |table| &table.pieces);
        for (number, piece) in pieces.iter().enumerate() {
            let part = |part: Option<usize>, what: String| WeighedPart {
                card: piece.card.clone(),
                name: piece.name.clone(),
                side: piece.side,
                piece: number,
                part,
                what,
            };
            parts.push(part(None, String::new()));
            if piece.parts.len() > 1 {
                let of_piece = piece.parts.iter().enumerate();
                parts.extend(of_piece.map(|(i, counter)| part(Some(i), format!("{} {}", i + 1, counter.word))));
            }
        }
        parts
    }
}

/// Returns the turn in which something first happened, on average over the battles where it did; null where it never
/// did.
fn mean_turn(tally: &Tally, counter: usize) -> Value {
    match tally.battles[counter] {
        0 => Value::Null,
        battles => json!((tally.first_turns[counter] as f64 * 10.0 / battles as f64).round() / 10.0),
    }
}
