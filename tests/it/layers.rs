//! The direction of dependencies: the packages hold it between them, these tests inside each. A root names only roots on lower
//! lines, a room of a game only rooms on lower lines, and what stands behind a seam is named in one place.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The files that a package begins with.
const FIRST: [&str; 2] = ["lib.rs", "main.rs"];

/// A source file: the folder of its package (empty for the command's), where it is below the sources, and its text without
/// comments and line breaks.
struct Source {
    package: String,
    path: PathBuf,
    code: String,
}

impl Source {
    /// Returns the root that the file belongs to: the first part of its path.
    fn root(&self) -> String {
        first(&self.path)
    }

    /// Returns true if a package begins with the file.
    fn is_first(&self) -> bool {
        FIRST.iter().any(|file| self.path == Path::new(file))
    }

    /// Returns the file on the disk.
    fn file(&self) -> PathBuf {
        sources_of(&self.package).join(&self.path)
    }
}

/// Returns the folder with the sources of a package.
fn sources_of(package: &str) -> PathBuf {
    match package {
        "" => Path::new(ROOT).join("src"),
        _ => Path::new(ROOT).join("crates").join(package).join("src"),
    }
}

/// For each root of the command, the roots of it and of the core that it may name.
fn allowed_in_the_command(root: &str) -> &'static [&'static str] {
    match root {
        "cli" => &[
            "check", "config", "diag", "digest", "export", "load", "lsp", "play", "preview", "print", "project",
            "review", "schema", "sheet", "source", "sweep", "tune",
        ],
        "lsp" => &["check", "config", "diag", "load", "print", "project", "review", "schema", "source"],
        "preview" => &["config", "diag", "digest", "load", "play", "print", "project", "review", "source"],
        "project" => &["check", "config", "diag", "load", "print", "review", "schema", "source", "sweep", "tune"],
        "sweep" => &["diag", "digest", "play", "review", "schema", "source", "tune"],
        "tune" => &["diag", "load", "play", "review", "schema", "source"],
        "review" => &["check", "config", "diag", "load", "print", "schema", "sheet", "source"],
        "export" => &["print"],
        "sheet" => &["diag", "digest", "load", "schema", "source"],
        other => panic!("`{other}` is a new root: give it a line in this table and in lib.rs"),
    }
}

/// For each root of the core, the others that it may name.
fn allowed_in_the_core(root: &str) -> &'static [&'static str] {
    match root {
        "check" | "config" | "schema" | "load" => &["diag", "source"],
        "diag" => &["digest", "source"],
        "print" => &["digest"],
        "source" | "play" | "digest" => &[],
        other => panic!("`{other}` is a new root: give it a line in this table and in lib.rs"),
    }
}

/// The roots of the core that games, and what they are made of, may name.
const FOR_GAMES: [&str; 6] = ["check", "diag", "play", "print", "schema", "source"];

/// Returns every source file of the workspace.
fn files() -> Vec<Source> {
    fn walk(package: &str, folder: &Path, into: &mut BTreeMap<PathBuf, Source>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let file = entry.expect("an entry").path();
            if file.is_dir() {
                walk(package, &file, into);
            } else if file.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&file).expect("a source file");
                let code = text.lines().map(|line| line.split("//").next().unwrap_or(line).trim());
                let code = code.collect::<Vec<_>>().join(" ");
                let path = file.strip_prefix(sources_of(package)).expect("below the sources").to_owned();
                into.insert(file, Source { package: package.to_owned(), path, code });
            }
        }
    }
    let mut files = BTreeMap::new();
    walk("", &sources_of(""), &mut files);
    for entry in std::fs::read_dir(Path::new(ROOT).join("crates")).expect("the packages") {
        let package = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        walk(&package, &sources_of(&package), &mut files);
    }
    files.into_values().collect()
}

/// The rooms of Table Battles, from the front to the ground: each may name only rooms on lower lines.
const ROOMS: [&str; 19] = [
    "checks",
    "card_sets",
    "causes",
    "faces",
    "names",
    "missing",
    "tuning",
    "removals",
    "notation",
    "figures",
    "engine",
    "reach",
    "rules",
    "resolve",
    "model",
    "effects",
    "dice",
    "words",
    "values",
];

/// The rooms of States of Battle.
const ROOMS_OF_STATES: [&str; 19] = [
    "checks",
    "faces",
    "names",
    "missing",
    "removals",
    "sentences",
    "notation",
    "figures",
    "engine",
    "state",
    "rules",
    "field",
    "resolve",
    "model",
    "play",
    "stand_in",
    "words",
    "wording",
    "values",
];

/// The rooms of Pub Battles, likewise.
const ROOMS_OF_PUB_BATTLES: [&str; 19] = [
    "checks",
    "names",
    "missing",
    "removals",
    "faces",
    "capture_the_flag",
    "sentences",
    "notation",
    "figures",
    "engine",
    "state",
    "rules",
    "resolve",
    "model",
    "play",
    "geojson",
    "geometry",
    "wording",
    "values",
];

/// The rooms of Tabletop.
const ROOMS_OF_TABLETOP: [&str; 20] = [
    "checks",
    "names",
    "missing",
    "removals",
    "faces",
    "posts",
    "sentences",
    "notation",
    "figures",
    "engine",
    "state",
    "reach",
    "rules",
    "resolve",
    "model",
    "play",
    "abilities",
    "hexes",
    "wording",
    "values",
];

/// The roots that a text names: `crate::root`, also inside `use crate::{...}`.
fn named(text: &str) -> Vec<String> {
    named_after(text, "crate::")
}

/// What a text names after a path: the first word behind it, or the first of each item of a list.
fn named_after(text: &str, path: &str) -> Vec<String> {
    let mut roots = Vec::new();
    for (at, _) in text.match_indices(path) {
        let rest = &text[at + path.len()..];
        match rest.strip_prefix('{') {
            Some(list) => {
                let mut depth = 0;
                let mut item = String::new();
                for c in list.chars() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => roots.push(std::mem::take(&mut item)),
                        _ if depth == 0 => item.push(c),
                        _ => {}
                    }
                }
                roots.push(item);
            }
            None => roots.push(rest.to_owned()),
        }
    }
    let word = |text: String| text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    roots.into_iter().map(word).filter(|root| !root.is_empty() && root.starts_with(char::is_lowercase)).collect()
}

/// Returns the first part of a path.
fn first(path: &Path) -> String {
    let name = path.iter().next().expect("a name").to_str().expect("UTF-8");
    name.trim_end_matches(".rs").to_owned()
}

#[test]
fn a_root_names_only_roots_on_lower_lines() {
    for source in files().iter().filter(|source| !source.is_first()) {
        let root = source.root();
        let (own, core) = (named(&source.code), named_after(&source.code, "muster_core::"));
        let (allowed, named) = match source.package.as_str() {
            "" => (allowed_in_the_command(&root), [own, core].concat()),
            "core" => (allowed_in_the_core(&root), own),
            "offline" | "games" => continue,
            _ => (FOR_GAMES.as_slice(), core),
        };
        for name in named {
            let fine = name == root || allowed.contains(&name.as_str());
            assert!(fine, "{}: `{root}` must not name `{name}`", source.file().display());
        }
    }
}

/// The rooms of its game that a file names, by whatever path.
fn rooms_named(path: &Path, code: &str) -> Vec<String> {
    let mut rooms = named(code);
    // Each `super` is one step up from the file's own module.
    let up = "super::".repeat(path.with_extension("").iter().count());
    rooms.extend(named_after(&code.replace(&format!("super::{up}"), ""), &up));
    // The game is its engine.
    rooms.extend(code.contains("crate::TableBattles").then(|| "engine".to_owned()));
    rooms
}

/// A game, by the folder of its package, and its rooms, from the front to the ground.
struct Game {
    package: &'static str,
    rooms: &'static [&'static str],
}

impl Game {
    /// Returns the name of the library.
    fn module(&self) -> String {
        self.package.replace('-', "_")
    }
}

const GAMES: [Game; 4] = [
    Game { package: TABLE_BATTLES, rooms: &ROOMS },
    Game { package: "states-of-battle", rooms: &ROOMS_OF_STATES },
    Game { package: "tabletop", rooms: &ROOMS_OF_TABLETOP },
    Game { package: "pub-battles", rooms: &ROOMS_OF_PUB_BATTLES },
];

const TABLE_BATTLES: &str = "table-battles";

#[test]
fn a_room_of_a_game_names_only_rooms_on_lower_lines() {
    for game in GAMES {
        let mut rooms = BTreeSet::new();
        for source in files().iter().filter(|source| source.package == game.package && !source.is_first()) {
            let room = source.root();
            let line = |room: &str| game.rooms.iter().position(|other| *other == room);
            let own = line(&room);
            let own = own.unwrap_or_else(|| panic!("`{room}` is a new room: give it a line here and in lib.rs"));
            for name in rooms_named(&source.path, &source.code) {
                let below = line(&name).is_some_and(|line| line > own);
                assert!(name == room || below, "{}: `{room}` must not name `{name}`", source.file().display());
            }
            rooms.insert(room);
        }
        assert_eq!(rooms, game.rooms.iter().map(|room| (*room).to_owned()).collect(), "a line of the list is no room");
    }
}

#[test]
fn rooms_are_seen_by_whatever_path_they_are_named() {
    let named = |text| rooms_named(Path::new("engine/act.rs"), text);
    assert_eq!(named("use crate::{reach::Never, rules};"), ["reach", "rules"]);
    assert_eq!(named("use super::super::checks::CHECKS; use super::events;"), ["checks"]);
    assert_eq!(rooms_named(Path::new("rules.rs"), "use super::engine::Move;"), ["engine"]);
}

#[test]
fn every_fast_path_of_table_battles_is_held_by_a_test_that_is_there() {
    let page = std::fs::read_to_string(sources_of(TABLE_BATTLES).join("engine/fast.md")).expect("a page");
    let battles = std::fs::read_to_string(Path::new(ROOT).join("tests/it/table_battles/battles.rs"));
    let battles = battles.expect("the tests of battles");
    let sources: String = files().into_iter().map(|source| source.code).collect();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| quick")).collect();
    assert!(rows.len() >= 7, "{rows:?}");
    for row in rows {
        let held = row.trim_end_matches(" |").rsplit(" | ").next().expect("a last column");
        let test = held.split('`').skip(1).step_by(2).last().expect("the name of a test");
        let named = format!("fn {test}(");
        assert!(battles.contains(&named) || sources.contains(&named), "{row}: no `{test}`");
    }
}

#[test]
fn lists_are_read_whole() {
    assert_eq!(named("use crate::{ diag::{Code, Sink}, source::Span, };"), ["diag", "source"]);
    assert_eq!(named("pub(crate) use crate::play::Engine;"), ["play"]);
}

#[test]
fn only_one_file_names_each_crate_behind_a_seam() {
    let homes = [
        ("granit_parser", "load/yaml"),
        ("printpdf", "print/pdf"),
        ("lopdf", "print/pdf"),
        // Glyphs of authors' fonts are tried where they are read.
        ("subsetter", "print/pdf print/font"),
        ("tiny_skia", "print/image"),
        // Written by print/image, read by print/picture.
        ("png", "print"),
        ("zune_jpeg", "print/picture"),
        ("usvg", "print/picture"),
        ("crc32fast", "print/picture"),
        ("jsonschema", "schema"),
        ("miette", "diag/render"),
        ("clap", "cli"),
        ("toml", "config"),
        ("notify", "project/watching"),
        ("lsp_server", "lsp"),
        ("lsp_types", "lsp"),
        ("axum", "preview"),
        ("hyper", "preview"),
        ("hyper_util", "preview"),
        ("tokio", "preview"),
        ("futures_util", "preview"),
        ("getrandom", "preview"),
        ("unicode_width", "diag/width"),
        ("unicode_normalization", "diag/alike diag/near print/layout print/pdf/fonts"),
        ("hypher", "print"),
        ("percent_encoding", "diag/uri review/path_hint sheet/record"),
        ("calamine", "sheet/files"),
        ("rust_xlsxwriter", "sheet/files"),
        ("csv", "sheet/files"),
        ("quick_xml", "sheet/files"),
        ("zip", "sheet/files export/archive"),
    ];
    for source in files() {
        for (name, home) in homes {
            let used = source.code.contains(&format!("{name}::"));
            let at_home = |home: &str| source.path.starts_with(home) || source.path == Path::new(&format!("{home}.rs"));
            assert!(!used || home.split(' ').any(at_home), "{}: {name}", source.file().display());
        }
    }
}

#[test]
fn only_the_list_of_games_names_a_game() {
    for source in files().iter().filter(|source| source.package != "games") {
        for game in GAMES.iter().filter(|game| game.package != source.package) {
            let names = [game.module(), game.module().to_uppercase()];
            let named = names.iter().any(|name| source.code.contains(name.as_str()));
            assert!(!named, "{} names a game", source.file().display());
        }
    }
}

#[test]
fn no_word_of_a_game_stands_outside_its_folder() {
    const WORDS: [&str; 5] = ["formation", "stick", "cube", "wing", "morale"];
    for source in files().iter().filter(|source| GAMES.iter().all(|game| game.package != source.package)) {
        let text = std::fs::read_to_string(source.file()).expect("a source file").to_lowercase();
        for (number, line) in text.lines().enumerate() {
            let words = line.split(|c: char| !c.is_alphanumeric());
            for word in words.map(|word| word.strip_suffix('s').unwrap_or(word)) {
                let place = source.file();
                assert!(!WORDS.contains(&word), "{}:{}: `{word}` is a word of a game", place.display(), number + 1);
            }
        }
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    for source in files() {
        let file = source.file();
        let text = std::fs::read_to_string(&file).expect("a source file");
        assert!(text.starts_with("//! "), "{}: the first line says what the file is for", file.display());
        assert_ne!(file.file_name().and_then(|name| name.to_str()), Some("mod.rs"), "{}", file.display());
    }
}

/// A file that no `mod` names is not compiled: nothing would find a mistake in it.
#[test]
fn every_file_is_a_module() {
    let files = files();
    let declared = |source: &Source| {
        let name = source.path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let folder = source.path.parent().expect("a folder");
        let parents = match folder == Path::new("") {
            true => FIRST.map(PathBuf::from).to_vec(),
            false => vec![folder.with_extension("rs")],
        };
        let forms = [format!("mod {name};"), format!("mod r#{name};")];
        let parents = files.iter().filter(|other| other.package == source.package && parents.contains(&other.path));
        parents.into_iter().any(|parent| forms.iter().any(|form| parent.code.contains(form)))
    };
    let orphans = files.iter().filter(|source| !source.is_first() && !declared(source));
    let orphans: Vec<PathBuf> = orphans.map(Source::file).collect();
    assert!(orphans.is_empty(), "{orphans:?}");
}
