//! Source texts and places in them: files, spans, pointers into documents, and the trees read from them.

mod cells;
mod elsewhere;
pub mod quotes;
mod real;
mod reserved;
mod slashes;
pub mod steps;
pub mod tree;
mod utf16;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use camino::{Utf8Path, Utf8PathBuf};
pub use cells::CellPlace;
use cells::Cells;
pub use elsewhere::is_elsewhere;
pub use real::{clean, path_from, real, resolve_links};
pub use reserved::is_reserved;
use tree::Tree;
pub use utf16::Utf16Position;

/// A file of a [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

impl FileId {
    /// Returns the file's number among its sources.
    pub fn number(self) -> u32 {
        self.0
    }

    /// Returns the file of a number that [`FileId::number`] gave.
    pub fn from_number(number: u32) -> FileId {
        FileId(number)
    }
}

/// A range of bytes in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A position for people and machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Offset in bytes, from 0.
    pub offset: usize,
}

/// A JSON Pointer (RFC 6901): the one symbolic address of a value in a document.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pointer(String);

impl Pointer {
    /// Returns the whole document.
    pub const fn root() -> Pointer {
        Pointer(String::new())
    }

    /// Returns a pointer as it is written, such as `/cards/3`.
    pub fn parse(text: impl Into<String>) -> Pointer {
        Pointer(text.into())
    }

    /// Returns the member `key` of this mapping.
    pub fn key(&self, key: &str) -> Pointer {
        match key.contains(['~', '/']) {
            true => Pointer([&self.0, "/", &key.replace('~', "~0").replace('/', "~1")].concat()),
            false => Pointer([&self.0, "/", key].concat()),
        }
    }

    /// Returns the item `index` of this sequence.
    pub fn index(&self, index: usize) -> Pointer {
        Pointer(format!("{}/{index}", self.0))
    }

    /// Returns this pointer followed by a relative one, such as `/actions/0`.
    pub fn join(&self, suffix: &str) -> Pointer {
        Pointer([&self.0, suffix].concat())
    }

    /// Returns the collection that holds this value; `None` for the whole document.
    pub fn parent(&self) -> Option<Pointer> {
        self.0.rfind('/').map(|slash| Pointer(self.0[..slash].to_owned()))
    }

    /// Returns the keys and indices, unescaped.
    pub fn steps(&self) -> impl Iterator<Item = String> {
        steps::scan(&self.0).split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~"))
    }

    /// Returns the pointer as it is written.
    pub fn as_str(&self) -> &str {
        steps::scan(&self.0)
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The part of an addressed value that is meant.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The value, or the nearest written parent's first line.
    Value,
    /// The key it stands under.
    Key,
    /// These bytes: an error inside a scalar or of syntax.
    Bytes(Span),
    /// The first place in the value where these words are written, or the value.
    Words(String),
    /// Letters of a text, blanks and line breaks not counted: so many from so many, from 0; or the value, where the text
    /// is not written as it reads.
    Letters {
        /// The letters before.
        first: usize,
        /// The number of letters, at least 1.
        count: usize,
    },
}

/// A symbolic place in a file, before it is resolved to bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    /// The file.
    pub file: FileId,
    /// The value in it.
    pub pointer: Pointer,
    /// The part of it.
    pub part: Part,
}

impl Address {
    /// Returns the value at a pointer.
    pub fn value(file: FileId, pointer: Pointer) -> Address {
        Address { file, pointer, part: Part::Value }
    }

    /// Returns the key that a pointer's last step names.
    pub fn key(file: FileId, pointer: Pointer) -> Address {
        Address { file, pointer, part: Part::Key }
    }

    /// Returns the place of a value below this one, by the end of its JSON Pointer: `/name`.
    pub fn join(&self, suffix: &str) -> Address {
        Address::value(self.file, self.pointer.join(suffix))
    }

    /// Returns the first of these words in the value.
    pub fn words(self, words: impl Into<String>) -> Address {
        Address { part: Part::Words(words.into()), ..self }
    }

    /// Letters of the text, blanks and line breaks not counted; see [`Part::Letters`].
    pub fn letters(self, first: usize, count: usize) -> Address {
        Address { part: Part::Letters { first, count }, ..self }
    }

    /// Bytes of a file.
    pub fn bytes(file: FileId, pointer: Pointer, span: Span) -> Address {
        Address { file, pointer, part: Part::Bytes(span) }
    }
}

/// One file's text, and the tree read from it.
#[derive(Debug)]
pub struct File {
    path: Utf8PathBuf,
    text: String,
    lines: Vec<usize>,
    /// Characters before every [`STEP`]th byte, so that columns of very long lines are counted quickly.
    characters: Vec<usize>,
    /// Counted when an editor first asks.
    utf16: OnceLock<utf16::Lines>,
    tree: OnceLock<Option<Tree>>,
    /// Reads the text again when its tree, which was let go, is asked for.
    again: Option<Again>,
    /// Places that are known without the tree.
    places: HashMap<Address, Span>,
    /// The cells of a spreadsheet that parts of the text come from.
    cells: Cells,
}

/// Reads the text of a file that has a tree.
type Again = (FileId, fn(&str, FileId) -> Option<Tree>);

/// Bytes between two counts of characters.
const STEP: usize = 512;

impl File {
    /// Returns a file of a text.
    pub fn new(path: Utf8PathBuf, text: String) -> File {
        // The byte order mark is in no column.
        let first = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        let ends = text.bytes().zip(1..).filter(|(byte, _)| *byte == b'\n').map(|(_, next)| next);
        let lines = std::iter::once(first).chain(ends).collect();
        let mut characters_so_far = 0;
        let counts = text.as_bytes().chunks(STEP).map(|chunk| {
            characters_so_far += characters(chunk);
            characters_so_far
        });
        let characters = std::iter::once(0).chain(counts).collect();
        File {
            path: slashes::with_slashes(path),
            text,
            lines,
            characters,
            utf16: OnceLock::new(),
            tree: OnceLock::new(),
            again: None,
            places: HashMap::new(),
            cells: Cells::default(),
        }
    }

    /// Returns the cell of a spreadsheet that a byte offset comes from; `None` if it comes from none.
    pub fn cell(&self, offset: usize) -> Option<&CellPlace> {
        self.cells.find_cell(offset)
    }

    /// Returns the path as it is shown, with `/`.
    pub fn path(&self) -> &Utf8Path {
        &self.path
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the tree, when the text could be read. One that was let go is read again.
    pub fn tree(&self) -> Option<&Tree> {
        match self.again {
            Some((file, read)) => self.tree.get_or_init(|| read(&self.text, file)).as_ref(),
            None => self.tree.get()?.as_ref(),
        }
    }

    /// Returns the position of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let start = self.lines[line - 1].min(offset);
        let column = self.characters_before(offset) - self.characters_before(start) + 1;
        Position { line, column, offset }
    }

    /// Returns the position of a byte offset as editors count: an offset inside of a character counts as its first byte, one
    /// in the end of a line as the first byte of that end, one beyond the text as its end.
    pub fn utf16_position(&self, offset: usize) -> Utf16Position {
        self.utf16().position(&self.text, offset)
    }

    /// Returns the byte offset of an editor's position: one between the halves of a character means its first byte, one beyond
    /// a line the end of that line, one below the last line the end of the text.
    pub fn utf16_offset(&self, position: Utf16Position) -> usize {
        self.utf16().offset(&self.text, position)
    }

    fn utf16(&self) -> &utf16::Lines {
        self.utf16.get_or_init(|| utf16::Lines::new(&self.text))
    }

    fn characters_before(&self, offset: usize) -> usize {
        let step = offset / STEP;
        steps::count(1 + offset % STEP);
        self.characters[step] + characters(&self.text.as_bytes()[step * STEP..offset])
    }

    /// Returns the bytes of a line, from 1, without its end.
    pub fn line_span(&self, line: usize) -> Span {
        let start = self.lines[line - 1];
        Span { start, end: start + self.line(line).len() }
    }

    /// Returns the number of lines; one at least.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the text of a line, from 1, without its end.
    pub fn line(&self, line: usize) -> &str {
        let start = self.lines[line - 1];
        let end = self.lines.get(line).copied().unwrap_or(self.text.len());
        steps::scan(&self.text[start..end]).trim_end_matches(['\n', '\r'])
    }
}

/// Characters that begin in these bytes of UTF-8.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

/// All files of a run.
#[derive(Debug, Default)]
pub struct Sources {
    /// Shared with the sources of a later run that has the same files.
    files: Vec<Arc<File>>,
}

impl Sources {
    /// Adds a file that was read.
    pub fn add(&mut self, path: Utf8PathBuf, text: String) -> FileId {
        self.push(File::new(path, text))
    }

    /// Adds a file, which other sources may hold too, and returns its number.
    pub fn push(&mut self, file: impl Into<Arc<File>>) -> FileId {
        let id = self.next_id();
        self.files.push(file.into());
        id
    }

    /// Returns the number of the file that is added next.
    pub fn next_id(&self) -> FileId {
        FileId(u32::try_from(self.files.len()).expect("internal error: too many files"))
    }

    /// Returns a file, to be held by other sources too.
    pub fn share(&self, file: FileId) -> Arc<File> {
        Arc::clone(&self.files[file.0 as usize])
    }

    /// Replaces the text of a file, as an open editor buffer does the text on disk. The tree of the old text is dropped, and
    /// addresses into it mean nothing any more.
    pub fn replace_text(&mut self, file: FileId, text: String) {
        let file = &mut self.files[file.0 as usize];
        *file = Arc::new(File::new(file.path.clone(), text));
    }

    /// Keeps the tree read from a file.
    pub fn set_tree(&mut self, file: FileId, tree: Tree) {
        self.own(file).tree = OnceLock::from(Some(tree));
    }

    /// Lets go of the tree of a file, where it has one. `read` reads it again from the text when it is asked for.
    pub fn let_go(&mut self, file: FileId, read: fn(&str, FileId) -> Option<Tree>) {
        let of = self.own(file);
        if of.tree.take().flatten().is_some() {
            of.again = Some((file, read));
        }
    }

    /// Returns a file that is to be changed: nobody else holds it yet.
    fn own(&mut self, file: FileId) -> &mut File {
        Arc::get_mut(&mut self.files[file.0 as usize]).expect("internal error: a file that is shared is changed")
    }

    /// Returns true if the tree of a file was let go, and no other sources hold the file.
    pub fn is_let_go(&self, file: FileId) -> bool {
        let file = &self.files[file.0 as usize];
        file.again.is_some() && Arc::strong_count(file) == 1
    }

    /// Keeps the bytes that addresses mean, so that nobody need read a tree again that was let go.
    pub fn keep_places(&mut self, places: impl IntoIterator<Item = (Address, Span)>) {
        for (address, span) in places {
            self.own(address.file).places.insert(address, span);
        }
    }

    /// Keeps the cells of a spreadsheet that parts of a file come from, in any order; of parts inside each other the innermost
    /// counts.
    pub fn keep_cells(&mut self, file: FileId, cells: Vec<(Span, CellPlace)>) {
        self.own(file).cells = Cells::new(cells);
    }

    /// Returns the number of trees that are held: those that were set or read again, and not let go.
    pub fn trees(&self) -> usize {
        self.files.iter().filter(|file| matches!(file.tree.get(), Some(Some(_)))).count()
    }

    /// Returns a file.
    pub fn get(&self, file: FileId) -> &File {
        &self.files[file.0 as usize]
    }

    /// Returns all files in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &File)> {
        self.files.iter().enumerate().map(|(i, file)| (FileId(i as u32), &**file))
    }

    /// Returns the bytes that an address means: the value, or what is written nearest to it.
    pub fn span(&self, address: &Address) -> Span {
        let file = self.get(address.file);
        if let Some(span) = file.places.get(address) {
            return *span;
        }
        match (&address.part, file.tree()) {
            (Part::Bytes(span), _) => *span,
            (Part::Key, Some(tree)) => tree.key_span(&address.pointer),
            (Part::Value, Some(tree)) => tree.span(&address.pointer),
            (Part::Words(words), Some(tree)) => {
                let value = tree.span(&address.pointer);
                let found = steps::scan(&file.text()[value.start..value.end]).find(words);
                found.map_or(value, |at| Span { start: value.start + at, end: value.start + at + words.len() })
            }
            (Part::Letters { first, count }, Some(tree)) => {
                let value = tree.span(&address.pointer);
                let text = tree.get(&address.pointer).and_then(|node| match &node.value {
                    tree::Value::Str(text) => Some(text),
                    _ => None,
                });
                let written = steps::scan(&file.text()[value.start..value.end]);
                let found = text.and_then(|text| letters_span(written, text, *first, *count));
                found.map_or(value, |(start, end)| Span { start: value.start + start, end: value.start + end })
            }
            (_, None) => Span::default(),
        }
    }
}

/// Returns the bytes of letters of a text in how it is written: `|` and its lines, or in quotes. `None` if the text does not
/// stand there letter by letter.
fn letters_span(written: &str, text: &str, first: usize, count: usize) -> Option<(usize, usize)> {
    let written = written.trim_end();
    let quoted = ["'", "\""].iter().find_map(|quote| written.strip_prefix(quote)?.strip_suffix(quote));
    let written = quoted.map_or(written, |inner| &written[..1 + inner.len()]);
    let visible = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    // What opens the text, such as `|-`, stands before it.
    let before = visible(written).checked_sub(visible(text))?;
    let mut letters = written.char_indices().filter(|(_, c)| !c.is_whitespace()).skip(before);
    let alike = letters.clone().map(|(_, c)| c).eq(text.chars().filter(|c| !c.is_whitespace()));
    if !alike || count == 0 {
        return None;
    }
    let (start, c) = letters.nth(first)?;
    let (last, c) = if count == 1 { (start, c) } else { letters.nth(count - 2)? };
    Some((start, last + c.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::letters_span;

    #[test]
    fn letters_are_found_however_the_text_is_written() {
        let find = |written: &str, text: &str, first, count| {
            letters_span(written, text, first, count).map(|(start, end)| written[start..end].to_owned())
        };
        let block = "|-\n  . f ~\n  ^ é |\n";
        for (first, letter) in [(0, "."), (2, "~"), (4, "é"), (5, "|")] {
            assert_eq!(find(block, ". f ~\n^ é |", first, 1).as_deref(), Some(letter));
        }
        assert_eq!(find(block, ". f ~\n^ é |", 3, 2).as_deref(), Some("^ é"));
        assert_eq!(find("'. f'", ". f", 1, 1).as_deref(), Some("f"));
        assert_eq!(find("\". f\\nx\"", ". f\nx", 1, 1), None, "an escape is no letter");
        assert_eq!(find("ab", "ab", 2, 1), None);
    }
}
