//! `muster new --capture-the-flag`: a scenario that is dealt from decks.

use camino::{Utf8Path, Utf8PathBuf};

use super::super::Trouble;
use crate::diag::escape::line;
use crate::project::files::{read_file, read_named};
use crate::review::{review, same_file};
use crate::systems::{Role, System};

/// Returns a scenario of a system, dealt from the decks in a file. It names its map as it is found from `target`, where it will
/// be written.
pub(super) fn deal(
    system: &'static System,
    decks: &Utf8Path,
    (name, seed): (&str, u64),
    target: &Utf8Path,
    systems: &'static [System],
) -> Result<String, Trouble> {
    let path = line(decks.as_str());
    if system.dealing().is_none() {
        return Err(Trouble(format!("battles of {} are not dealt", system.title())));
    }
    let bytes = read_file(decks).map_err(|error| Trouble(format!("`{path}` cannot be read: {error}")))?;
    let review = review(&[(decks.to_owned(), bytes)], &read_named, systems);
    let Some(unit) = review.units.iter().find(|unit| unit.given) else {
        return Err(Trouble(format!("`{path}` cannot be read as decks: `muster check {path}` says why")));
    };
    if unit.outline.kind.role != Role::Stock || unit.system.id() != system.id() {
        let kind = unit.outline.kind;
        return Err(Trouble(format!("`{path}` holds no decks of {}: it is a {kind}", system.title())));
    }
    let Some(battle) = unit.battle.as_ref().filter(|_| unit.sound) else {
        return Err(Trouble(format!("`{path}` has errors: `muster check {path}` shows them")));
    };
    let path_of = |file| from(target, review.sources.get(file).path()).into_string();
    unit.system
        .deal(battle, name, seed, &path_of)
        .map_err(|why| Trouble(format!("nothing is dealt from `{path}`: {why}")))
}

/// Returns the path of a file as another one, or standard output, names it: from its own folder.
fn from(target: &Utf8Path, file: &Utf8Path) -> Utf8PathBuf {
    let (target, file) = (same_file(target), same_file(file));
    let folder: Vec<_> = target.parent().map(|folder| folder.components().collect()).unwrap_or_default();
    let there: Vec<_> = file.components().collect();
    let shared = folder.iter().zip(&there).take_while(|(a, b)| a == b).count();
    let up = folder[shared..].iter().map(|_| "..");
    let path: Vec<&str> = up.chain(there[shared..].iter().map(|component| component.as_str())).collect();
    Utf8PathBuf::from(path.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_from_the_folder_of_the_scenario() {
        let name = |target: &str, file: &str| from(Utf8Path::new(target), Utf8Path::new(file)).into_string();
        assert_eq!(name("/nowhere/a.yaml", "/nowhere/maps/b.yaml"), "maps/b.yaml");
        assert_eq!(name("/nowhere/out/a.yaml", "/nowhere/maps/b.yaml"), "../maps/b.yaml");
        assert_eq!(name("/nowhere/maps/a.yaml", "/nowhere/maps/b.yaml"), "b.yaml");
        assert_eq!(name("a.yaml", "maps/b.yaml"), "maps/b.yaml");
    }
}
