//! The cells of a spreadsheet that parts of a text come from.

use std::cmp::Reverse;
use std::fmt;

use camino::Utf8PathBuf;

use super::{Span, steps};

/// A cell of a spreadsheet, as `cards.xlsx:Cards!D7`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellPlace {
    /// The path of the spreadsheet.
    pub book: Utf8PathBuf,
    /// The name of the sheet; `None` where there is only one without a name.
    pub sheet: Option<String>,
    /// The name of the cell.
    pub cell: String,
}

impl CellPlace {
    /// Returns the cell in its spreadsheet: `Cards!D7`.
    pub fn name(&self) -> String {
        match &self.sheet {
            Some(sheet) => format!("{sheet}!{}", self.cell),
            None => self.cell.clone(),
        }
    }
}

impl fmt::Display for CellPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.book, self.name())
    }
}

/// The cells of a text, the outer of two before the inner.
#[derive(Debug, Default)]
pub(super) struct Cells(Vec<(Span, CellPlace)>);

/// The most cells that are looked at before the one that a place is in.
const MOST: usize = 200;

impl Cells {
    /// Takes cells in any order.
    pub(super) fn new(mut cells: Vec<(Span, CellPlace)>) -> Cells {
        cells.sort_by_key(|(span, _)| (span.start, Reverse(span.end)));
        Cells(cells)
    }

    /// Returns the innermost cell that a byte offset is in.
    pub(super) fn find_cell(&self, offset: usize) -> Option<&CellPlace> {
        let before = self.0.partition_point(|(span, _)| span.start <= offset);
        let near = self.0[..before].iter().rev().take(MOST);
        near.inspect(|_| steps::count(1)).find(|(span, _)| offset <= span.end).map(|(_, cell)| cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_cell_counts() {
        let cell = |name: &str| CellPlace { book: "a.csv".into(), sheet: None, cell: name.to_owned() };
        let at = |start, end| Span { start, end };
        let cells = Cells::new(vec![(at(4, 6), cell("B1")), (at(0, 20), cell("A1")), (at(8, 9), cell("C1"))]);
        let names: Vec<_> = [0, 5, 7, 8, 30].map(|at| cells.find_cell(at).map(|cell| cell.cell.as_str())).to_vec();
        assert_eq!(names, [Some("A1"), Some("B1"), Some("A1"), Some("C1"), None]);
    }
}
