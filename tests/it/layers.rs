//! The direction of dependencies: a root of the library names only roots on lower lines, games do not name each other,
//! and what stands behind a seam is named in one place.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const SRC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

/// The files that packages begin with.
const PACKAGES: [&str; 5] = ["core.rs", "games.rs", "lib.rs", "main.rs", "offline.rs"];

/// For each root, the roots it may name.
fn allowed(root: &str) -> &'static [&'static str] {
    match root {
        "cli" => &[
            "check", "config", "diag", "digest", "export", "load", "lsp", "play", "preview", "print", "project",
            "review", "schema", "sheet", "source", "sweep", "systems", "tune",
        ],
        "lsp" => &["check", "config", "diag", "load", "print", "project", "review", "schema", "source", "systems"],
        "preview" => &["config", "diag", "digest", "load", "play", "print", "project", "review", "source", "systems"],
        "project" => {
            &["check", "config", "diag", "load", "print", "review", "schema", "source", "sweep", "systems", "tune"]
        }
        "sweep" => &["diag", "digest", "play", "review", "schema", "source", "systems", "tune"],
        "tune" => &["diag", "load", "play", "review", "schema", "source", "systems"],
        "review" => &["check", "config", "diag", "load", "print", "schema", "sheet", "source", "systems"],
        "export" => &["print", "systems"],
        "sheet" => &["diag", "digest", "load", "schema", "source", "systems"],
        "systems" => &["check", "diag", "play", "print", "schema", "source"],
        "check" | "config" | "schema" | "load" => &["diag", "source"],
        "diag" => &["digest", "source"],
        "print" => &["digest"],
        "source" | "play" | "digest" => &[],
        other => panic!("`{other}` is a new root: give it a line in this table and in lib.rs"),
    }
}

/// Every Rust file below the sources, with its text without comments and line breaks.
fn files() -> BTreeMap<PathBuf, String> {
    fn walk(folder: &Path, into: &mut BTreeMap<PathBuf, String>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, into);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                let code = text.lines().map(|line| line.split("//").next().unwrap_or(line).trim());
                into.insert(path.strip_prefix(SRC).expect("below src").to_owned(), code.collect::<Vec<_>>().join(" "));
            }
        }
    }
    let mut files = BTreeMap::new();
    walk(Path::new(SRC), &mut files);
    files
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

fn root(path: &Path) -> String {
    let first = path.iter().next().expect("a name").to_str().expect("UTF-8");
    first.trim_end_matches(".rs").to_owned()
}

#[test]
fn a_root_names_only_roots_on_lower_lines() {
    for (path, text) in files() {
        let root = root(&path);
        if PACKAGES.iter().any(|file| file.strip_suffix(".rs") == Some(root.as_str())) {
            continue;
        }
        for name in named(&text) {
            let fine = name == root || allowed(&root).contains(&name.as_str());
            assert!(fine, "{}: `{root}` must not name `{name}`", path.display());
        }
    }
}

/// The rooms of a game that a file of it names, by whatever path.
fn rooms_named(game: &Game, path: &Path, text: &str) -> Vec<String> {
    let mut rooms = named_after(text, &format!("{}::", game.module));
    // Below the folder of the game, each `super` is one step up from the file's own module.
    let depth = path.with_extension("").iter().count() - game.folder().iter().count();
    let up = "super::".repeat(depth);
    rooms.extend(named_after(&text.replace(&format!("super::{up}"), ""), &up));
    // The game is its engine.
    rooms.extend(text.contains("table_battles::TableBattles").then(|| "engine".to_owned()));
    rooms
}

/// A game and its rooms, from the front to the ground.
struct Game {
    module: &'static str,
    rooms: &'static [&'static str],
}

impl Game {
    fn folder(&self) -> PathBuf {
        Path::new("systems").join(self.module)
    }

    /// Returns true if a file is one of the game's.
    fn has(&self, path: &Path) -> bool {
        path.starts_with(self.folder()) || path == self.folder().with_extension("rs")
    }
}

const GAMES: [Game; 4] = [
    Game { module: "table_battles", rooms: &ROOMS },
    Game { module: "states_of_battle", rooms: &ROOMS_OF_STATES },
    Game { module: "tabletop", rooms: &ROOMS_OF_TABLETOP },
    Game { module: "pub_battles", rooms: &ROOMS_OF_PUB_BATTLES },
];

const TABLE_BATTLES: &str = "systems/table_battles";

#[test]
fn a_room_of_a_game_names_only_rooms_on_lower_lines() {
    for game in GAMES {
        let mut rooms = BTreeSet::new();
        for (path, text) in files() {
            let Ok(inside) = path.strip_prefix(game.folder()) else { continue };
            let room = root(inside);
            let line = |room: &str| game.rooms.iter().position(|other| *other == room);
            let own = line(&room);
            let own =
                own.unwrap_or_else(|| panic!("`{room}` is a new room: give it a line here and in {}.rs", game.module));
            for name in rooms_named(&game, &path, &text) {
                let below = line(&name).is_some_and(|line| line > own);
                assert!(name == room || below, "{}: `{room}` must not name `{name}`", path.display());
            }
            rooms.insert(room);
        }
        assert_eq!(rooms, game.rooms.iter().map(|room| (*room).to_owned()).collect(), "a line of the list is no room");
    }
}

#[test]
fn rooms_are_seen_by_whatever_path_they_are_named() {
    let file = Path::new("systems/table_battles/engine/act.rs");
    let named = |text| rooms_named(&GAMES[0], file, text);
    assert_eq!(named("use crate::systems::table_battles::{reach::Never, rules};"), ["reach", "rules"]);
    assert_eq!(named("use super::super::checks::CHECKS; use super::events;"), ["checks"]);
    let rules = Path::new("systems/table_battles/rules.rs");
    assert_eq!(rooms_named(&GAMES[0], rules, "use super::engine::Move;"), ["engine"]);
}

#[test]
fn every_fast_path_of_table_battles_is_held_by_a_test_that_is_there() {
    let page = std::fs::read_to_string(Path::new(SRC).join(TABLE_BATTLES).join("engine/fast.md")).expect("a page");
    let battles = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/table_battles/battles.rs");
    let battles = std::fs::read_to_string(battles).expect("the tests of battles");
    let sources: String = files().into_values().collect();
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
    for (path, text) in files() {
        for (name, home) in homes {
            let used = text.contains(&format!("{name}::"));
            let at_home = |home: &str| path.starts_with(home) || path == Path::new(&format!("{home}.rs"));
            assert!(!used || home.split(' ').any(at_home), "{}: {name}", path.display());
        }
    }
}

#[test]
fn only_the_list_of_systems_names_a_game() {
    for (path, text) in files() {
        for game in GAMES {
            let list = path == Path::new("systems.rs");
            assert!(game.has(&path) || list || !text.contains(game.module), "{} names a game", path.display());
        }
    }
}

#[test]
fn no_word_of_a_game_stands_outside_its_folder() {
    const WORDS: [&str; 5] = ["formation", "stick", "cube", "wing", "morale"];
    for path in files().keys() {
        if GAMES.iter().any(|game| game.has(path)) {
            continue;
        }
        let text = std::fs::read_to_string(Path::new(SRC).join(path)).expect("a source file").to_lowercase();
        for (number, line) in text.lines().enumerate() {
            let words = line.split(|c: char| !c.is_alphanumeric());
            for word in words.map(|word| word.strip_suffix('s').unwrap_or(word)) {
                assert!(!WORDS.contains(&word), "{}:{}: `{word}` is a word of a game", path.display(), number + 1);
            }
        }
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    for path in files().keys() {
        let text = std::fs::read_to_string(Path::new(SRC).join(path)).expect("a source file");
        assert!(text.starts_with("//! "), "{}: the first line says what the file is for", path.display());
        assert_ne!(path.file_name().and_then(|name| name.to_str()), Some("mod.rs"), "{}", path.display());
    }
}

/// A file that no `mod` names is not compiled: nothing would find a mistake in it.
#[test]
fn every_file_is_a_module() {
    let files = files();
    let declared = |path: &Path| {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let folder = path.parent().expect("a folder");
        let parents = match folder == Path::new("") {
            true => PACKAGES.map(PathBuf::from).to_vec(),
            false => vec![folder.with_extension("rs")],
        };
        let forms = [format!("mod {name};"), format!("mod r#{name};")];
        parents.iter().filter_map(|parent| files.get(parent)).any(|text| forms.iter().any(|form| text.contains(form)))
    };
    let is_package = |path: &Path| PACKAGES.iter().any(|file| path == Path::new(file));
    let orphans: Vec<&PathBuf> = files.keys().filter(|path| !is_package(path) && !declared(path)).collect();
    assert!(orphans.is_empty(), "{orphans:?}");
}
