//! Tables for a terminal: columns as wide as their widest cell.

use std::fmt::Write as _;

/// Rows with their columns aligned, to the right where `right` says so. All rows have as many cells.
pub(super) fn aligned(rows: impl IntoIterator<Item = Vec<String>>, right: impl Fn(usize) -> bool) -> String {
    let rows: Vec<Vec<String>> = rows.into_iter().collect();
    let columns = rows.first().map_or(0, Vec::len);
    let width = |i: usize| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, width))| match right(i) {
            true => format!("{cell:>width$}"),
            false => format!("{cell:<width$}"),
        });
        let _ = writeln!(text, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}
