//! The worth of each line, and of what is never used, as tables for the terminal and for the page.

use std::ops::Range;

use muster_systems::balance::{BalanceReport, BotWorth, LineWorth, Points, Worth};

use crate::cli::table::{distinct_names, share_and_interval};

/// The meaning of worth, in two sentences.
pub(super) const MEANING: &str = "Points of the share that a side loses when the line is removed from the file, with their interval; below 0 the side does better without it. Both versions are played on the same seeds.";

/// A table of what lines are worth.
pub(super) struct WorthTable {
    /// The headings.
    pub(super) head: Vec<String>,
    /// A row for each card and action.
    pub(super) rows: Vec<Vec<String>>,
    /// The columns that are numbers.
    pub(super) numbers: Range<usize>,
    /// Sentences below the table.
    pub(super) notes: Vec<String>,
}

impl WorthTable {
    /// Returns the tables of a report, each with its title: what lines are worth; and what is never used, where that is not in the
    /// first or says more.
    pub(super) fn all(report: &BalanceReport) -> Vec<(&'static str, WorthTable)> {
        let says_more = |worth: &Worth| worth.priced.is_some() || !worth.variants.is_empty();
        let never_used = report.worth.is_empty() || report.without.iter().any(says_more);
        let never_used = WorthTable::unused_table(report).filter(|_| never_used);
        let worth = WorthTable::line_table(&report.worth).map(|table| ("worth", table));
        worth.into_iter().chain(never_used.map(|table| ("never used", table))).collect()
    }

    /// Returns the table of what lines are worth; `None` if none was taken out.
    fn line_table(lines: &[LineWorth]) -> Option<WorthTable> {
        // A run that was stopped has played some lines with fewer bots.
        let removed = lines.iter().filter_map(|worth| worth.removed.as_ref());
        let bots = removed.map(|removed| &removed.bots).max_by_key(|bots| bots.len())?;
        let has = |told: &dyn Fn(&LineWorth) -> bool| lines.iter().any(told);
        let (has_unused, has_exact) = (has(&|worth| worth.unused.is_some()), has(&|worth| worth.exact.is_some()));
        let none = || "–".to_owned();
        let head = ["", "", ""].map(str::to_owned).into_iter().chain(bots.iter().rev().map(|bot| bot.bot.clone()));
        let head = head.chain(has_unused.then(|| "never used".to_owned())).chain(has_exact.then(|| "exact".to_owned()));
        let names = distinct_names(lines, |worth| (&worth.name, &worth.side));
        let row = |(worth, name): (&LineWorth, String)| {
            let what = if worth.words.is_empty() { worth.what.to_owned() } else { worth.words.clone() };
            let told = bots.iter().rev().map(|bot| worth_by_bot(worth, &bot.bot).unwrap_or_else(none));
            let unused = has_unused.then(|| worth.unused.as_ref().map_or_else(none, Points::describe));
            let exact = has_exact.then(|| worth.exact.map_or_else(none, |exact| format!("{exact:+.1}")));
            let first = [worth.card.clone(), name, what].into_iter();
            first.chain(told).chain(unused).chain(exact).chain([line_mark(worth)]).collect()
        };
        let refusals = lines.iter().zip(&names).filter_map(|(worth, name)| refusal(worth, name));
        let numbers = 3..3 + bots.len() + usize::from(has_unused) + usize::from(has_exact);
        Some(WorthTable {
            head: head.chain([String::new()]).collect(),
            rows: lines.iter().zip(names.iter().cloned()).map(row).collect(),
            numbers,
            notes: alone(bots).into_iter().chain(refusals).collect(),
        })
    }

    /// Returns the table of what is never used; `None` if nothing was compared.
    fn unused_table(report: &BalanceReport) -> Option<WorthTable> {
        let compared = report.without.iter().max_by_key(|worth| worth.variants.len())?;
        let variants: Vec<&str> = compared.variants.iter().map(|variant| variant.name).collect();
        // Where cards have no parts, nothing has to say that the whole card is meant.
        let has_parts = report.without.iter().any(|worth| !worth.what.is_empty());
        let what = |worth: &Worth| match worth.what.as_str() {
            "" => "the whole card".to_owned(),
            what => what.to_owned(),
        };
        let has_prices = report.without.iter().any(|worth| worth.priced.is_some());
        let points = |worth: f64| format!("{:+.1}", worth * 100.0);
        let per_hundred = |worth: &Worth| {
            let said = worth.priced.as_ref().map(|priced| {
                format!("{} ({} to {})", points(priced.per_hundred), points(priced.low), points(priced.high))
            });
            said.unwrap_or_else(|| "–".to_owned())
        };
        let head = ["", ""].into_iter().chain(has_parts.then_some("")).chain(["its side wins", "worth"]);
        let head = head.chain(has_prices.then_some("per 100 paid")).chain(variants.iter().copied()).chain([""]);
        let names = distinct_names(&report.without, |worth| (&worth.name, &worth.side));
        let row = |(worth, name): (&Worth, String)| {
            let named = [worth.card.clone(), name].into_iter().chain(has_parts.then(|| what(worth)));
            let worths = [points(worth.worth)].into_iter().chain(has_prices.then(|| per_hundred(worth)));
            let in_variant = |name: &&str| {
                let variant = worth.variants.iter().find(|variant| variant.name == *name);
                variant.map_or_else(|| "–".to_owned(), |variant| points(variant.worth))
            };
            let worths = worths.chain(variants.iter().map(in_variant));
            named
                .chain([share_and_interval(worth.share.interval())])
                .chain(worths)
                .chain([mark(worth).to_owned()])
                .collect()
        };
        let first = if has_parts { 4 } else { 3 };
        Some(WorthTable {
            head: head.map(str::to_owned).collect(),
            rows: report.without.iter().zip(names).map(row).collect(),
            numbers: first..first + 1 + usize::from(has_prices) + variants.len(),
            notes: Vec::new(),
        })
    }
}

/// Returns the worth of a line between some bots, in words; `None` if they played no battle without it.
fn worth_by_bot(worth: &LineWorth, bot: &str) -> Option<String> {
    let of_bot = worth.removed.as_ref()?.bots.iter().find(|of_bot| of_bot.bot == bot)?;
    Some(of_bot.points.describe())
}

/// Returns how sure a worth is, and whether it hangs on numbers that Muster chose.
fn mark(worth: &Worth) -> &'static str {
    match (&worth.priced, worth.changes_sign, worth.sure) {
        (Some(priced), ..) if priced.low > 0.0 => "more than its cost",
        (Some(priced), ..) if priced.high < 0.0 => "less than its cost",
        (None, Some(true), true) => "sign changes",
        (None, Some(true), false) => "not sure, sign changes",
        (Some(_), ..) | (None, _, false) => "not sure",
        (None, _, true) => "",
    }
}

/// Returns a caution where bots of one kind weighed the lines; `None` if others did too.
fn alone(bots: &[BotWorth]) -> Option<String> {
    let [BotWorth { bot, .. }] = bots else { return None };
    Some(format!(
        "Only {bot} bots played without each line, so no sign is sure. Planning bots (`--bots mcts:20`) take longer."
    ))
}

/// Returns why a line cannot be taken out, as a sentence; `None` if it can.
fn refusal(worth: &LineWorth, name: &str) -> Option<String> {
    let what = if worth.words.is_empty() { worth.what } else { &worth.words };
    let line = [&*worth.card, name, what].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    Some(format!("Not removed: {line}: {}.", worth.refused.as_ref()?))
}

/// Returns how sure the worth of a line is, or why it has none.
fn line_mark(worth: &LineWorth) -> String {
    let Some(removed) = &worth.removed else {
        return if worth.refused.is_some() { "not removed".to_owned() } else { String::new() };
    };
    let mut marks = Vec::new();
    let contradicts = |exact: f64| exact * f64::from(removed.points.sign()) < 0.0;
    if removed.is_disputed() {
        marks.push("the bots disagree".to_owned());
    } else if worth.exact.is_some_and(contradicts) {
        marks.push("best play disagrees".to_owned());
    } else if !removed.sure && worth.exact.is_none() {
        marks.push("not sure".to_owned());
    }
    let open = removed.bots.iter().filter(|bot| bot.undecided > 0);
    marks.extend(open.map(|bot| format!("{} of {} undecided ({})", bot.undecided, bot.pairs, bot.bot)));
    marks.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_core::source::{Address, Pointer, Sources};
    use muster_systems::balance::RemovedWorth;

    fn line(bots: &[&str]) -> LineWorth {
        let file = Sources::default().add("battle.yaml".into(), String::new());
        let points = Points { points: 2.0, low: 1.0, high: 3.0 };
        let bot = |bot: &&str| BotWorth { bot: (*bot).to_owned(), points, pairs: 8, undecided: 0 };
        let bots: Vec<BotWorth> = bots.iter().map(bot).collect();
        LineWorth {
            pointer: String::new(),
            card: "1A".to_owned(),
            name: "Foot".to_owned(),
            side: "North".to_owned(),
            what: "card",
            words: String::new(),
            removed: (!bots.is_empty()).then_some(RemovedWorth { points, sure: false, bots }),
            refused: None,
            unused: None,
            exact: None,
            at: Address::value(file, Pointer::root()),
        }
    }

    #[test]
    fn a_run_that_was_stopped_has_a_dash_for_each_bot_that_played_nothing() {
        let lines = [line(&["greedy"]), line(&["greedy", "mcts:20"]), line(&[])];
        let table = WorthTable::line_table(&lines).expect("a table");
        assert_eq!(table.head[3..5], ["mcts:20", "greedy"]);
        assert!(table.rows.iter().all(|row| row.len() == table.head.len()));
        let dashes: Vec<[bool; 2]> = table.rows.iter().map(|row| [row[3] == "–", row[4] == "–"]).collect();
        assert_eq!(dashes, [[true, false], [false, false], [true, true]]);
    }
}
