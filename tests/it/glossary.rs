//! The names of public types: one name means one thing, so that nobody has to ask which. The glossary tells what.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Adds the public types of these kinds of all files below a folder: by name, the files.
fn types(folder: &Path, kinds: &[&str], into: &mut BTreeMap<String, Vec<String>>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            types(&path, kinds, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            for line in fs::read_to_string(&path).expect("a source file").lines() {
                let Some(rest) = line.trim_start().strip_prefix("pub ") else { continue };
                if let Some(rest) = kinds.iter().find_map(|kind| rest.strip_prefix(kind)) {
                    let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    // In a macro, `$name` is no name.
                    if !name.is_empty() {
                        into.entry(name).or_default().push(path.display().to_string());
                    }
                }
            }
        }
    }
}

/// Returns the public types of the library: by name, the files.
fn public_types() -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for folder in sources() {
        types(&folder, &["struct ", "enum ", "trait ", "type "], &mut found);
    }
    assert!(found.len() > 100, "the types are found: {}", found.len());
    found
}

/// Returns the names of the public traits of the library.
fn public_traits() -> BTreeSet<String> {
    let mut found = BTreeMap::new();
    for folder in sources() {
        types(&folder, &["trait "], &mut found);
    }
    found.into_keys().collect()
}

/// Returns the folders with the sources of all packages.
fn sources() -> [PathBuf; 2] {
    ["src", "crates"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
}

#[test]
fn a_name_means_one_public_type() {
    let mut found = public_types();
    found.retain(|_, files| files.len() > 1);
    assert!(found.is_empty(), "these names mean several types: {found:#?}");
}

#[test]
fn the_glossary_has_each_word_and_type_once_and_every_trait() {
    let page = include_str!("../../docs/glossary.md");
    let (types, traits) = (public_types(), public_traits());
    let (mut words, mut explained) = (BTreeSet::new(), BTreeSet::new());
    for row in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| word |")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [word, named, meaning] = cells[..] else { panic!("three cells: {row}") };
        assert!(words.insert(word), "`{word}` is there once");
        assert!(!meaning.is_empty(), "`{word}` means something");
        if !named.is_empty() {
            let name = named.trim_matches('`');
            assert!(types.contains_key(name), "`{name}` is a public type");
            assert!(explained.insert(name.to_owned()), "`{name}` is there once");
        }
    }
    assert!(words.len() > 40, "the rows are found: {}", words.len());
    let missing: Vec<&String> = traits.difference(&explained).collect();
    assert!(missing.is_empty(), "these traits are not in the glossary: {missing:?}");
}
