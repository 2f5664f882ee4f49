//! Sheets of faces and a saved object for Tabletop Simulator.

use camino::Utf8Path;

use muster_core::print::image::png;
use muster_core::print::{Deck, contact};
use muster_systems::english::count_of;

use super::leftover;
use crate::cli::Trouble;
use crate::cli::output::{Artifact, folder_address, make_folder};
use crate::cli::print::Args;
use crate::cli::print::telling::Files;

impl Args {
    /// Writes sheets and the saved object of Tabletop Simulator into a folder.
    pub(super) fn simulator(&self, folder: &Utf8Path, deck: &Deck) -> Result<Files, Trouble> {
        let ((dpi, _), overwrite) = (self.resolution(), self.report.overwrite);
        let simulated = contact::simulator_deck(deck, dpi, &folder_address(&self.url));
        make_folder(folder)?;
        let object = folder.join("deck.json");
        overwrite.check(&object, Artifact::SavedObject)?;
        simulated.pictures.iter().try_for_each(|(name, _)| overwrite.check(&folder.join(name), Artifact::Png))?;
        for (name, picture) in &simulated.pictures {
            overwrite.write(&folder.join(name), Artifact::Png, &png(picture, dpi))?;
        }
        let json = serde_json::to_string_pretty(&simulated.object).map_err(|error| Trouble(error.to_string()))?;
        overwrite.write(&object, Artifact::SavedObject, format!("{json}\n").as_bytes())?;
        let names = simulated.pictures.into_iter().map(|(name, _)| name).chain(["deck.json".to_owned()]);
        let names: Vec<String> = names.collect();
        Ok(Files { count: count_of(names.len(), "file"), leftover: leftover::describe(folder, &names) })
    }
}
