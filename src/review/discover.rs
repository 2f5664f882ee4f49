//! First step: collects the files. These are the given ones and, round by round, those that documents name.

use std::collections::HashMap;
use std::io::{self, ErrorKind};

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use muster_core::diag::describe;
use muster_core::diag::{Code, Diagnostic, nearest};
use muster_core::source::{Address, FileId, is_elsewhere};
use muster_systems::{DocumentKind, System};

use super::boundary::Boundary;
use super::codes::{MISSING_FILE, WRONG_DOCUMENT};
use super::path_hint::{Around, hint};

/// Reads a file that a document names.
pub type Reader<'a> = dyn Fn(&Utf8Path) -> io::Result<Vec<u8>> + Sync + 'a;

/// The files of a review, by every name that they were met by.
pub(super) type Known = HashMap<Utf8PathBuf, FileId>;

/// A file that a document names.
pub(super) struct Wanted {
    /// The path it is looked for at.
    pub(super) path: Utf8PathBuf,
    /// As it is written.
    pub(super) name: String,
    /// The place of the name.
    pub(super) at: Address,
    /// The kind of document that it should be.
    pub(super) kind: &'static DocumentKind,
}

/// Reads the files that are wanted and not known yet, each once. Reports those that cannot be read or are not documents.
pub(super) fn read_named(
    wanted: Vec<Wanted>,
    known: &Known,
    read: &Reader<'_>,
    systems: &'static [&'static System],
    findings: &mut Vec<Diagnostic>,
) -> Vec<(Utf8PathBuf, Vec<u8>)> {
    let mut wave = Vec::new();
    // By path, why a file is not read, as the words before and after its name; none for those of the wave.
    let mut refused: HashMap<Utf8PathBuf, Option<(Code, [String; 2])>> = HashMap::new();
    let after = |words: &str| [String::new(), format!(" {words}")];
    for Wanted { path, name, at, kind } in wanted {
        if known.contains_key(&path) {
            continue;
        }
        if is_elsewhere(&name) {
            findings.push(Diagnostic::new(MISSING_FILE, at, format!("`{name}` {ELSEWHERE}")));
            continue;
        }
        let why = refused.entry(path.clone()).or_insert_with(|| match read(&path) {
            Ok(bytes) if is_document(&bytes, systems) => {
                wave.push((path.clone(), bytes));
                None
            }
            // It may be anybody's: nothing of it is shown.
            Ok(bytes) => Some((WRONG_DOCUMENT, after(&stranger(&bytes, kind)))),
            Err(_) if path.as_str().is_empty() && name.is_empty() => Some((MISSING_FILE, after("names no file"))),
            Err(error) if path.as_str().is_empty() || error.kind() == ErrorKind::IsADirectory => {
                Some((MISSING_FILE, after("is a folder; expected a file")))
            }
            Err(error) => Some((MISSING_FILE, ["cannot read ".to_owned(), format!(": {}", describe(&error))])),
        });
        if let Some((code, [before, after])) = why {
            let finding = Diagnostic::new(*code, at, format!("{before}`{name}`{after}"));
            let meant = Some(()).filter(|()| *code == MISSING_FILE).and_then(|()| suggest_name(&name, &path));
            findings.push(match (meant, path.as_str()) {
                (Some(meant), _) => finding.help(meant),
                (None, "") => finding,
                (None, path) => finding.help(format!("paths are relative to this file; looked for `{path}`")),
            });
        }
    }
    wave
}

/// Returns the reason a file is no document, as the words after its name.
fn stranger(bytes: &[u8], kind: &DocumentKind) -> String {
    let Some((key, words)) = kind.mark else {
        return "is not a Muster document: it has no line `system:` with a game".to_owned();
    };
    let text = bytes.trim_ascii();
    let why = match text {
        [] => "it is empty".to_owned(),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it is UTF-16; save it as UTF-8".to_owned(),
        [b'<', ..] => "it is a web page or another XML file".to_owned(),
        _ => format!("expected `{key}` with `{}` at its top level", words.first().copied().unwrap_or_default()),
    };
    format!("is not a {kind}: {why}")
}

/// The message about a file on another machine; see [`is_elsewhere`].
pub const ELSEWHERE: &str = "is on another machine; only local files are read";
/// Returns what to write instead of the name of a document that is not there; `path` is where it was looked for.
fn suggest_name(name: &str, path: &Utf8Path) -> Option<String> {
    // Of a path that leaves its folder, or begins elsewhere, nothing is looked for.
    let names = Utf8Path::new(name).components();
    let is_below = names.clone().all(|part| matches!(part, Utf8Component::Normal(_) | Utf8Component::CurDir));
    let depth = names.filter(|part| matches!(part, Utf8Component::Normal(_))).count();
    let Some(folder) = path.ancestors().nth(depth).filter(|_| is_below) else { return hint(name, Around::Nowhere) };
    let boundary = Boundary::find(&folder.join(name));
    hint(name, Around::Folder(folder, boundary.folder()))
}

/// Returns true if bytes are meant for a document: a line of theirs begins with `system` and a system's identifier, or
/// nearly, or has the mark of a file in the format of other tools.
pub fn is_document(bytes: &[u8], systems: &'static [&'static System]) -> bool {
    let named = |line: &str| {
        let value = line.trim_start_matches(['\u{feff}', '{', '"', '\'', ' ']).strip_prefix("system")?;
        let value = value.trim_start_matches(['"', '\'', ' ']).strip_prefix(':')?;
        let word = value.split(['#', ',', '}']).next()?.trim().trim_matches(['"', '\'']);
        nearest(word, systems.iter().map(|system| system.id()))
    };
    let marks = || systems.iter().flat_map(|system| system.kinds()).filter_map(|kind| kind.mark);
    let has = |line: &str, word: &str| line.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
    let is_marked = |line: &str| marks().any(|(key, words)| has(line, key) && words.iter().any(|word| has(line, word)));
    String::from_utf8_lossy(bytes).lines().any(|line| named(line).is_some() || is_marked(line))
}
