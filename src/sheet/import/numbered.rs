//! Entries of lists that are known by their numbers alone: which entry of the document is which of those that were exported.

use std::collections::{BTreeMap, HashMap};

use crate::sheet::table::{NUMBER, RowKey, Sheet, SheetRow};

/// The exported entries of a sheet, and those of the document that are the same.
pub(super) struct Numbered<'a> {
    /// By the key of an exported entry: the entry now; `None` if it is gone, or if nobody can tell which it is.
    now: HashMap<&'a RowKey, Option<&'a SheetRow>>,
    /// By the key of an entry of the document: the exported one; those that were added since have none.
    before: HashMap<&'a RowKey, &'a SheetRow>,
}

/// The entries of a list: as they were exported, and as they are now.
type Lists<'a> = (Vec<&'a SheetRow>, Vec<&'a SheetRow>);

impl<'a> Numbered<'a> {
    /// Pairs the entries of a sheet; `None` if its rows have names, or if it is not known what was exported.
    pub(super) fn new(sheet: &'a Sheet, base: Option<&'a Sheet>) -> Option<Numbered<'a>> {
        let base = base.filter(|_| sheet.kind.is_some() && sheet.columns[sheet.id_column()].heading == NUMBER)?;
        let mut lists: BTreeMap<&str, Lists<'a>> = BTreeMap::new();
        base.rows.iter().for_each(|row| lists.entry(&row.key.place).or_default().0.push(row));
        sheet.rows.iter().for_each(|row| lists.entry(&row.key.place).or_default().1.push(row));
        let mut numbered = Numbered { now: HashMap::new(), before: HashMap::new() };
        for (before, now) in lists.into_values() {
            let texts = [(base, &before), (sheet, &now)]
                .map(|(sheet, rows)| rows.iter().map(|row| texts(sheet, row)).collect::<Vec<_>>());
            for (row, pair) in before.iter().zip(pairs(&texts[0], &texts[1])) {
                numbered.now.insert(&row.key, pair.map(|i| now[i]));
                numbered.before.extend(pair.map(|i| (&now[i].key, *row)));
            }
        }
        Some(numbered)
    }

    /// Returns the entry that an exported one is now; `None` if there was no such entry, or if it is gone or cannot be told.
    pub(super) fn now(&self, key: &RowKey) -> Option<&'a SheetRow> {
        self.now.get(key).copied().flatten()
    }

    /// Returns the exported entry that one of the document was.
    pub(super) fn before(&self, key: &RowKey) -> Option<&'a SheetRow> {
        self.before.get(key).copied()
    }
}

/// The headings and texts of the cells of a row that are filled; not its number.
type RowTexts<'a> = Vec<(&'a str, &'a str)>;

fn texts<'a>(sheet: &'a Sheet, row: &'a SheetRow) -> RowTexts<'a> {
    let cells = row.cells.iter().enumerate().filter(|(_, cell)| cell.at.is_some() && !cell.text.is_empty());
    cells.map(|(column, cell)| (&*sheet.column(row, column).heading, &*cell.text)).collect()
}

/// Returns, for each entry before, which one it is now. Those at both ends that are alike stay; of the ones between, as many as before
/// are the same in their order, and otherwise those that are alike and alone in that.
fn pairs(before: &[RowTexts<'_>], now: &[RowTexts<'_>]) -> Vec<Option<usize>> {
    let first = before.iter().zip(now).take_while(|(a, b)| a == b).count();
    let last = before[first..].iter().rev().zip(now[first..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (middle, others) = (&before[first..before.len() - last], &now[first..now.len() - last]);
    let mut places: HashMap<&RowTexts<'_>, (usize, Vec<usize>)> = HashMap::new();
    middle.iter().for_each(|texts| places.entry(texts).or_default().0 += 1);
    others.iter().enumerate().for_each(|(i, texts)| places.entry(texts).or_default().1.push(first + i));
    let between = middle.iter().enumerate().map(|(i, texts)| match &places[texts] {
        _ if middle.len() == others.len() => Some(first + i),
        (1, now) if now.len() == 1 => Some(now[0]),
        _ => None,
    });
    (0..first).map(Some).chain(between).chain((now.len() - last..now.len()).map(Some)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_known_again_though_others_came_or_went() {
        let row = |text| vec![("card", text)];
        let of = |before: &[&'static str], now: &[&'static str]| {
            let rows = |texts: &[&'static str]| texts.iter().map(|text| row(*text)).collect::<Vec<_>>();
            pairs(&rows(before), &rows(now))
        };
        assert_eq!(of(&["a", "b", "c"], &["a", "b", "c"]), [Some(0), Some(1), Some(2)]);
        assert_eq!(of(&["a", "b", "c"], &["new", "a", "b", "c"]), [Some(1), Some(2), Some(3)]);
        assert_eq!(of(&["a", "b", "c"], &["a", "changed", "c"]), [Some(0), Some(1), Some(2)]);
        assert_eq!(of(&["a", "b", "c"], &["a", "c"]), [Some(0), None, Some(1)]);
        assert_eq!(of(&["a", "b", "c"], &["x", "b", "y", "z"]), [None, Some(1), None]);
        assert_eq!(of(&["a", "a"], &["a"]), [Some(0), None]);
        assert_eq!(of(&[], &["a"]), []);
    }
}
