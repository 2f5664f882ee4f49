//! `muster schema`: the JSON schemas, for editors and other tools.

use camino::Utf8PathBuf;

use super::{Exit, Outcome, output, system_of};
use crate::systems::System;

/// Prints the JSON schema of a system, or writes it to a folder as SYSTEM.schema.json.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The system. Left out: with `--write` all of them, otherwise the only one there is.
    system: Option<String>,

    /// Writes the schemas into this folder instead.
    #[arg(long, value_name = "DIR")]
    write: Option<Utf8PathBuf>,
}

impl Args {
    pub(super) fn run(self, systems: &[&'static dyn System]) -> Outcome {
        let chosen = match &self.system {
            Some(id) => vec![system_of(id, systems)?],
            None => systems.to_vec(),
        };
        match (self.write, chosen.as_slice()) {
            (Some(folder), systems) => {
                std::fs::create_dir_all(&folder)?;
                for system in systems {
                    let path = folder.join(format!("{}.schema.json", system.id()));
                    output::to_file(&path, system.schema().text().as_bytes())?;
                }
            }
            (None, [system]) => output::to_stdout(system.schema().text().as_bytes())?,
            (None, systems) => {
                let ids: Vec<_> = systems.iter().map(|system| system.id()).collect();
                return Err(format!("which system's schema? One of {}", ids.join(", ")).into());
            }
        }
        Ok(Exit::Clean)
    }
}
