//! `muster schema`: the JSON schemas, for editors and other tools.

use camino::Utf8PathBuf;

use muster_core::diag::escape::Escaped;
use muster_systems::System;

use super::output::{self, Artifact, Overwrite};
use super::{Exit, Outcome, system_of};
use crate::review::{catalogues, templates};
use crate::sweep;

/// The word for the schema of card templates.
const TEMPLATE: &str = "template";

/// The word for the schema of sweeps.
const SWEEP: &str = "sweep";

/// The word for the schema of catalogues of words.
const CATALOGUE: &str = "catalogue";

/// Print or write the JSON schema of a game, of templates, of translations or of sweeps.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game, `template`, `catalogue` (translations) or `sweep`. With `--write`, the default is all of them.
    system: Option<String>,

    /// Write the schemas to DIR as NAME.schema.json.
    #[arg(long, value_name = "DIR")]
    write: Option<Utf8PathBuf>,

    #[command(flatten)]
    overwrite: Overwrite,
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let all = || systems.iter().map(|system| (system.id(), system.schema()));
        let chosen: Vec<_> = match (self.system.as_deref(), &self.write) {
            (Some(TEMPLATE), _) => vec![(TEMPLATE, templates::schema())],
            (Some(SWEEP), _) => vec![(SWEEP, sweep::schema())],
            (Some(CATALOGUE), _) => vec![(CATALOGUE, catalogues::schema())],
            (Some(id), _) => vec![(id, system_of(id, systems)?.schema())],
            (None, Some(_)) => {
                let others =
                    [(TEMPLATE, templates::schema()), (SWEEP, sweep::schema()), (CATALOGUE, catalogues::schema())];
                all().chain(others).collect()
            }
            (None, None) => all().collect(),
        };
        match (self.write, chosen.as_slice()) {
            (Some(folder), chosen) => {
                output::make_folder(&folder)?;
                for (name, schema) in chosen {
                    let file = folder.join(format!("{name}.schema.json"));
                    self.overwrite.write(&file, Artifact::Schema, schema.text().as_bytes())?;
                }
            }
            (None, [(_, schema)]) => output::to_stdout(&Escaped::document(schema.text()))?,
            (None, _) => {
                let ids: Vec<_> = systems.iter().map(|system| system.id()).collect();
                return Err(format!("name the system whose schema you want: {}", ids.join(", ")).into());
            }
        }
        Ok(Exit::Clean)
    }
}
