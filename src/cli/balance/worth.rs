//! The worth of each card and action, as a table for the terminal and for the page.

use std::ops::Range;

use crate::cli::table::{distinct_names, share_and_interval};
use crate::systems::balance::{BalanceReport, Worth};

/// A table of what cards and actions are worth.
pub(super) struct WorthTable {
    /// The headings.
    pub(super) head: Vec<String>,
    /// A row for each card and action.
    pub(super) rows: Vec<Vec<String>>,
    /// The columns that are numbers.
    pub(super) numbers: Range<usize>,
}

impl WorthTable {
    /// Returns the table of a report; `None` if nothing was compared.
    pub(super) fn new(report: &BalanceReport) -> Option<WorthTable> {
        let variants: Vec<&str> = report.without.first()?.variants.iter().map(|variant| variant.name).collect();
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
            let worths = worths.chain(worth.variants.iter().map(|variant| points(variant.worth)));
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
        })
    }
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
