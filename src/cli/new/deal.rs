//! `muster new --capture-the-flag`: a scenario that is dealt from decks.

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::describe;
use muster_core::diag::escape::line;
use muster_systems::{DealOrder, Role, System};

use super::super::Trouble;
use crate::project::files::{read_file, read_named};
use crate::review::{Review, Unit, review, same_file};

/// The choices of the two players of a battle that is dealt.
#[derive(Debug, clap::Args)]
pub(super) struct ChoiceArgs {
    /// Show what SIDE is dealt and must choose, but nothing that the other side hides; write no battle.
    #[arg(long, value_name = "SIDE", requires = "capture_the_flag", conflicts_with_all = ["letters", "base", "output"])]
    pub(super) hand: Option<String>,

    /// Choose the letters of a side's stacks: `--letters "The Valley=S1 R4 X2"`. The default is random.
    #[arg(long, value_name = "SIDE=LETTERS", requires = "capture_the_flag", value_parser = side_and_choice)]
    pub(super) letters: Vec<(String, String)>,

    /// Choose the place of a side's base by position or name: `--base "The Valley=600,140"`. The default is random.
    #[arg(long, value_name = "SIDE=PLACE", requires = "capture_the_flag", value_parser = side_and_choice)]
    pub(super) base: Vec<(String, String)>,
}

fn side_and_choice(text: &str) -> Result<(String, String), String> {
    let (side, choice) = text.split_once('=').ok_or("expected a side, `=`, and its choice")?;
    Ok((side.trim().to_owned(), choice.trim().to_owned()))
}

/// Returns what a side sees of a deal before it makes its choices.
pub(super) fn hand(
    system: &'static System,
    decks: &Utf8Path,
    (seed, side): (u64, &str),
    systems: &'static [&'static System],
) -> Result<String, Trouble> {
    with_decks(system, decks, systems, |unit, _| match &unit.battle {
        Some(battle) => unit.system.hand(battle, seed, side),
        None => Err("it has errors".to_owned()),
    })
}

/// Returns a scenario of a system, dealt from the decks in a file. It names its map as it is found from `target`, where it will
/// be written.
pub(super) fn deal(
    system: &'static System,
    decks: &Utf8Path,
    order: &DealOrder<'_>,
    target: &Utf8Path,
    systems: &'static [&'static System],
) -> Result<String, Trouble> {
    with_decks(system, decks, systems, |unit, review| {
        let path_of = |file| from(target, review.sources.get(file).path()).into_string();
        match &unit.battle {
            Some(battle) => unit.system.deal(battle, order, &path_of),
            None => Err("it has errors".to_owned()),
        }
    })
}

/// Reads the decks in a file, and returns what `made` makes of them.
fn with_decks(
    system: &'static System,
    decks: &Utf8Path,
    systems: &'static [&'static System],
    made: impl FnOnce(&Unit, &Review) -> Result<String, String>,
) -> Result<String, Trouble> {
    let path = line(decks.as_str());
    if system.dealing().is_none() {
        return Err(Trouble(format!("battles of {} cannot be dealt", system.title())));
    }
    let bytes = read_file(decks).map_err(|error| Trouble(format!("cannot read `{path}`: {}", describe(&error))))?;
    let review = review(&[(decks.to_owned(), bytes)], &read_named, systems);
    let Some(unit) = review.units.iter().find(|unit| unit.given) else {
        return Err(Trouble(format!("`{path}` cannot be read as decks: run `muster check {path}` to see why")));
    };
    if unit.outline.kind.role != Role::Stock || unit.system.id() != system.id() {
        let kind = unit.outline.kind;
        return Err(Trouble(format!("`{path}` is a {kind}, not decks of {}", system.title())));
    }
    if unit.battle.is_none() || !unit.sound {
        return Err(Trouble(format!("`{path}` has errors: run `muster check {path}` to see them")));
    }
    made(unit, &review).map_err(|why| Trouble(format!("cannot deal a battle from `{path}`: {why}")))
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
