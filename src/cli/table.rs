//! Tables for a terminal: columns as wide as their widest cell, and no line wider than the output.

use std::collections::HashMap;
use std::fmt::Write as _;

use textwrap::core::Word;

use muster_core::diag::escape::line;
use muster_core::diag::width::{columns, truncate};
use muster_core::play::interval::Interval;
use muster_systems::measures::MeasureReport;

use super::output;
use crate::tune::EndCount;

/// Longest name in a line of text, in columns.
const LONGEST_NAME: usize = 60;

/// Longest cell, in columns, before it is cut or wrapped to the width of its column.
const LONGEST_CELL: usize = 200;

/// The most columns of a sentence in which names stand; the rest is cut.
const LONGEST_NOTE: usize = 600;

/// The least that the names of a table are cut to, and its last column is wrapped to, in columns.
const LEAST: usize = 12;

/// Columns between columns, and before the first, unless it gets too narrow for that.
const GAP: usize = 2;

/// The column of names.
const NAMES: usize = 1;

/// Returns a share with its interval, as in `54.2 % (51.1–57.2)`.
pub(super) fn share_and_interval(share: Interval) -> String {
    if share.is_unknown() {
        return "–".to_owned();
    }
    format!("{:.1} % ({:.1}–{:.1})", share.share * 100.0, share.low * 100.0, share.high * 100.0)
}

/// Returns a share of the decided battles of a series with its interval, and the battles that are in no share, where there are some.
pub(super) fn share_and_undecided(share: Interval, ends: &EndCount) -> String {
    [Some(share_and_interval(share)), undecided(ends)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns how many battles of a series are in no share, as in `4 undecided`; `None` if all are in one.
pub(super) fn undecided(ends: &EndCount) -> Option<String> {
    let undecided = ends.undecided_battles();
    (undecided > 0).then(|| format!("{undecided} undecided"))
}

/// Returns a name or a path as it stands in a line of text: without what a terminal obeys, and not longer than one reads.
pub(super) fn short_line(name: &str) -> String {
    truncate(&line(name), LONGEST_NAME.max(output::columns() / 2)).into_owned()
}

/// Returns the names of what a table lists, with their sides where those of several sides have one name. `of` returns the name
/// and the side of one.
pub(super) fn distinct_names<T>(listed: &[T], of: impl Fn(&T) -> (&String, &String)) -> Vec<String> {
    let mut sides: HashMap<&String, &String> = HashMap::new();
    let is_shared = listed.iter().map(&of).any(|(name, side)| *sides.entry(name).or_insert(side) != side);
    let shown = |(name, side)| if is_shared { format!("{name} ({side})") } else { String::clone(name) };
    listed.iter().map(of).map(shown).collect()
}

/// Returns a line with a label of so many columns, and beside it text that is wrapped to the width of the output.
pub(super) fn label_line(label: &str, columns: usize, text: &str) -> String {
    let (first, rest) = (format!("  {label:<columns$} "), " ".repeat(columns + 3));
    textwrap::fill(text, wrapping(output::columns()).initial_indent(&first).subsequent_indent(&rest)) + "\n"
}

/// Returns a sentence that is wrapped to the width of the output, two columns from the left.
pub(super) fn indent(text: &str) -> String {
    let wrapping = wrapping(output::columns()).initial_indent("  ").subsequent_indent("  ");
    textwrap::fill(&truncate(&line(text), LONGEST_NOTE), wrapping) + "\n"
}

/// Returns how text is wrapped to so many columns: at blanks only, and at none before `%`, so that `48.6–58.3 %` stays on one line.
pub(super) fn wrapping<'a>(columns: usize) -> textwrap::Options<'a> {
    textwrap::Options::new(columns).word_separator(textwrap::WordSeparator::Custom(words))
}

/// Returns the words of a line, each with the blanks behind it.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut rest = line;
    Box::new(std::iter::from_fn(move || {
        let mut after_blank = false;
        let begins = |(at, c): (usize, char)| {
            let is_blank = std::mem::replace(&mut after_blank, c == ' ');
            (is_blank && c != ' ' && c != '%').then_some(at)
        };
        let end = rest.char_indices().find_map(begins).unwrap_or(rest.len());
        let (word, more) = rest.split_at(end);
        rest = more;
        (!word.is_empty()).then(|| Word::from(word))
    }))
}

/// Returns the measures of battles, a line for each name with the figure of each side; nothing if there are none.
pub(super) fn measures(all: &[MeasureReport]) -> String {
    let widest = all.iter().map(|measure| columns(measure.name)).max().unwrap_or(0);
    let line = |of_name: &[MeasureReport]| {
        let figure = |measure: &MeasureReport| match &measure.side {
            Some(side) => format!("{} {}", short_line(side), measure.describe()),
            None => measure.describe(),
        };
        let figures: Vec<String> = of_name.iter().map(figure).collect();
        label_line(of_name[0].name, widest, &format!("{} {}", figures.join(" · "), of_name[0].per()))
    };
    all.chunk_by(|one, next| one.name == next.name).map(line).collect()
}

/// Rows with their columns aligned, to the right where `right` says so. All rows have as many cells, and the second one is
/// a name. Where the output is too narrow, names are cut, text in the last column is wrapped, and columns at the right are
/// continued in a table below.
pub(super) fn align(rows: impl IntoIterator<Item = Vec<String>>, right: impl Fn(usize) -> bool) -> String {
    align_within(rows, right, output::columns())
}

/// Like [`align`], for an output of so many columns.
fn align_within(rows: impl IntoIterator<Item = Vec<String>>, right: impl Fn(usize) -> bool, most: usize) -> String {
    let cell = |cell: String| truncate(&line(&cell), LONGEST_CELL).into_owned();
    let rows: Vec<Vec<String>> = rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
    let count = rows.first().map_or(0, Vec::len);
    let widest = |i: usize| rows.iter().map(|row| columns(&row[i])).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(widest).collect();
    // The columns that say what a row is about.
    let heads = (0..count).take_while(|i| !right(*i)).count();
    let shrunk = |is_wide: &dyn Fn(&[usize]) -> bool| {
        let mut widths = widths.clone();
        while is_wide(&widths) {
            let cuttable = (0..count).filter(|i| (*i == NAMES || i + 1 == count) && !right(*i) && widths[*i] > LEAST);
            let Some(i) = cuttable.max_by_key(|i| widths[*i]) else { break };
            widths[i] -= 1;
        }
        widths
    };
    let all: Vec<usize> = (0..count).collect();
    // Rather than that names are cut, columns stand nearer to each other.
    let gap = if total(&all, &widths, GAP) > most && total(&all, &widths, 1) <= most { 1 } else { GAP };
    let total = |shown: &[usize], widths: &[usize]| total(shown, widths, gap);
    let mut widths = shrunk(&|widths| total(&all, widths) > most);
    if total(&all, &widths) > most {
        // Columns are continued below, so that names need not be as short.
        widths = shrunk(&|widths| total(&all[..heads], widths) > most / 2);
    }
    let mut text = String::new();
    let mut next = heads;
    loop {
        let mut shown: Vec<usize> = (0..heads).chain(next..count).collect();
        while shown.len() > heads + 1 && total(&shown, &widths) > most {
            shown.pop();
        }
        if let Some((last, before)) = shown.split_last()
            && *last + 1 == count
            && !right(*last)
        {
            widths[*last] = widths[*last].min(most.saturating_sub(total(before, &widths) + gap).max(LEAST));
        }
        for row in &rows {
            write_row(&mut text, row, &shown, (&widths, gap), &right);
        }
        next = shown.last().map_or(count, |last| last + 1);
        if next >= count {
            return text;
        }
        text.push('\n');
    }
}

/// Returns the columns of a row with its indent and with gaps of so many columns.
fn total(shown: &[usize], widths: &[usize], gap: usize) -> usize {
    GAP + shown.iter().map(|i| widths[*i] + gap).sum::<usize>() - gap
}

/// Writes these cells of a row; the last column, when it holds text, in as many lines as it takes.
fn write_row(
    text: &mut String,
    row: &[String],
    shown: &[usize],
    (widths, gap): (&[usize], usize),
    right: &impl Fn(usize) -> bool,
) {
    let wraps = |i: usize| i + 1 == row.len() && !right(i);
    let cells: Vec<Vec<String>> = shown
        .iter()
        .map(|i| match wraps(*i) {
            true => textwrap::wrap(&row[*i], wrapping(widths[*i].max(1))).into_iter().map(String::from).collect(),
            false => vec![truncate(&row[*i], widths[*i]).into_owned()],
        })
        .collect();
    for number in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
        let mut written = " ".repeat(GAP);
        for (n, (i, cell)) in shown.iter().zip(&cells).enumerate() {
            written.push_str(&" ".repeat(if n == 0 { 0 } else { gap }));
            let cell = cell.get(number).map_or("", String::as_str);
            let space = " ".repeat(widths[*i].saturating_sub(columns(cell)));
            let _ = if right(*i) { write!(written, "{space}{cell}") } else { write!(written, "{cell}{space}") };
        }
        let _ = writeln!(text, "{}", written.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::{align_within, wrapping};

    fn table(rows: &[&[&str]], most: usize) -> String {
        align_within(
            rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()),
            |i| i == 2 || i == 3,
            most,
        )
    }

    #[test]
    fn columns_stand_nearer_to_each_other_before_names_are_cut() {
        let rows: &[&[&str]] = &[&["", "", "placed", "acted"], &["7A", "King Richard III", "336", "1"]];
        let near = format!("{}placed acted\n  7A King Richard III    336     1\n", " ".repeat(22));
        assert_eq!(table(rows, 36), near);
        assert!(table(rows, 37).contains("King Richard III     336      1"));
    }

    #[test]
    fn a_range_is_not_broken() {
        assert_eq!(textwrap::fill("won 58.3 % (48.6–58.3)", wrapping(18)), "won 58.3 %\n(48.6–58.3)");
        assert_eq!(textwrap::fill("York win  58.3 % here", wrapping(14)), "York win\n58.3 % here");
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows: &[&[&str]] =
            &[&["", "", "placed", "acted"], &["7A", "Thurn", "336", "1"], &["10A", "日本", "2", "20"]];
        let text = "              placed  acted\n  7A   Thurn     336      1\n  10A  日本        2     20\n";
        assert_eq!(table(rows, 80), text);
    }

    #[test]
    fn a_name_of_a_million_letters_is_cut_with_a_mark() {
        let long = "x".repeat(1_000_000);
        let text = table(&[&["7A", &long, "336", "1"], &["8A", "Foot", "2", "20"]], 80);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.contains("x…  336   1\n"), "{text}");
    }

    #[test]
    fn what_does_not_fit_beside_is_continued_below_and_wrapped() {
        let rows: &[&[&str]] = &[&["7A", "Old Guard", "123456789", "987654321", "1 attack 1.5 · 2 screen"]];
        assert_eq!(
            table(rows, 38),
            "  7A  Old Guard  123456789  987654321\n\n  7A  Old Guard  1 attack 1.5 · 2\n                 screen\n"
        );
    }

    #[test]
    fn a_cell_is_one_line() {
        assert_eq!(table(&[&["a\nb\u{1b}", "", "", ""]], 80), "  a\\nb\\u{1b}\n");
    }
}
