//! Battles of Table Battles that benchmarks play.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use muster_core::diag::Sink;
use muster_core::load;
use muster_core::source::Sources;
use muster_games::table_battles::TableBattles;
use muster_systems::{Doc, Game, Played};

/// Returns the engines of the battles in a folder of the repository, by file name.
pub(crate) fn of_folder(folder: &str) -> BTreeMap<String, <TableBattles as Played>::Engine> {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).read_dir().expect("the battles are there");
    let compiled = files.map(|file| {
        let path = file.expect("a file").path();
        let (mut sources, mut sink) = (Sources::default(), Sink::default());
        let text = std::fs::read(&path).expect("it is read");
        let file = load::read(&mut sources, "a.yaml".into(), &text, &mut sink);
        let model = TableBattles::schema().read(&sources, file, &mut sink).expect("a document");
        let battle = TableBattles::resolve(vec![Arc::new(Doc { file, given: true, model })]);
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, TableBattles::compile(&battle).expect("the battle is sound"))
    });
    compiled.collect()
}
