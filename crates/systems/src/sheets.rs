//! The sheets that a spreadsheet of a game's documents has: which lists are rows, and how a row is known again.

/// A kind of rows in the spreadsheet of a document.
#[derive(Debug, PartialEq, Eq)]
pub struct SheetKind {
    /// Its name on the tab, such as `Cards`.
    pub name: &'static str,
    /// The pointers of the lists whose items are rows; `*` stands for every item of a list. What is a mapping there is one row,
    /// or with [`SheetKind::value`] a row for each member.
    pub lists: &'static [&'static str],
    /// The key by which a row is known, and of members the heading over their keys; empty for rows that only their position
    /// tells apart.
    pub id: &'static str,
    /// The heading over the values of members, where the rows are members of a mapping.
    pub value: Option<&'static str>,
    /// The key whose words have colours, and the colours in six hexadecimal digits.
    pub colours: Option<(&'static str, &'static [(&'static str, &'static str)])>,
    /// The colours of the names of rows, which follow each other, in six hexadecimal digits; none for most.
    pub row_colours: &'static [&'static str],
    /// Headings that designers write for keys in tables of their own, in lower case: first the key, then the headings. A key of
    /// the items of a list, as in `actions/hits`, is one of the first item.
    pub synonyms: &'static [(&'static str, &'static [&'static str])],
}

impl SheetKind {
    /// Returns a kind of rows that are items of lists, without colours and synonyms.
    pub const fn rows(name: &'static str, id: &'static str, lists: &'static [&'static str]) -> SheetKind {
        SheetKind { name, lists, id, value: None, colours: None, row_colours: &[], synonyms: &[] }
    }

    /// Returns a kind of rows that are members of mappings, with the headings over their keys and values.
    pub const fn members(
        name: &'static str,
        (id, value): (&'static str, &'static str),
        mappings: &'static [&'static str],
    ) -> SheetKind {
        SheetKind { value: Some(value), ..SheetKind::rows(name, id, mappings) }
    }

    /// Returns the kind with the colours of a key's words.
    #[must_use]
    pub const fn with_colours(self, key: &'static str, colours: &'static [(&'static str, &'static str)]) -> SheetKind {
        SheetKind { colours: Some((key, colours)), ..self }
    }

    /// Returns the kind, of sides, with a colour for each.
    #[must_use]
    pub const fn with_side_colours(self) -> SheetKind {
        SheetKind { row_colours: &["DCE6F2", "F6DEDA", "E2EFDA", "FFF2CC"], ..self }
    }

    /// Returns the kind with headings that designers write for its keys.
    #[must_use]
    pub const fn with_synonyms(self, synonyms: &'static [(&'static str, &'static [&'static str])]) -> SheetKind {
        SheetKind { synonyms, ..self }
    }
}
