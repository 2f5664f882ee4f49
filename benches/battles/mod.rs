//! Battles of Table Battles that benchmarks play.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_core::diag::Sink;
use muster_core::load;
use muster_core::source::Sources;
use muster_games::table_battles::TableBattles;
use muster_systems::{Doc, Game, Played};

/// Returns the engines of the battles in a folder of the repository, by file name; all may use its decks.
pub(crate) fn of_folder(folder: &str) -> BTreeMap<String, <TableBattles as Played>::Engine> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let decks = documents(&folder.join("decks"));
    let compiled = documents(&folder).into_iter().map(|path| {
        let (mut sources, mut sink) = (Sources::default(), Sink::default());
        let mut document = |path: &PathBuf, given: bool| {
            let name = path.to_str().expect("UTF-8").into();
            let text = std::fs::read(path).expect("it is read");
            let file = load::read(&mut sources, name, &text, &mut sink);
            let model = TableBattles::schema().read(&sources, file, &mut sink).expect("a document");
            Arc::new(Doc { file, given, model })
        };
        let documents = std::iter::once(document(&path, true)).chain(decks.iter().map(|path| document(path, false)));
        let battle = TableBattles::resolve(documents.collect());
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, TableBattles::compile(&battle).expect("the battle is sound"))
    });
    compiled.collect()
}

/// Returns the YAML files in a folder; none if there is no such folder.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "yaml")).collect()
}
