//! The names of public types: one name means one thing, so that nobody has to ask which.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Adds the public types of all files below a folder: by name, the files.
fn types(folder: &Path, into: &mut BTreeMap<String, Vec<String>>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            types(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            for line in fs::read_to_string(&path).expect("a source file").lines() {
                let Some(rest) = line.trim_start().strip_prefix("pub ") else { continue };
                let kinds = ["struct ", "enum ", "trait ", "type "];
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

#[test]
fn a_name_means_one_public_type() {
    let mut found = BTreeMap::new();
    types(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut found);
    assert!(found.len() > 100, "the types are found: {}", found.len());
    found.retain(|_, files| files.len() > 1);
    assert!(found.is_empty(), "these names mean several types: {found:#?}");
}
