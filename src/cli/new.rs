//! `muster new`: a scenario to start from.

use camino::Utf8PathBuf;

use super::{Exit, Outcome, Trouble, output, system_of};
use crate::systems::System;

/// Writes a scenario that passes `check`, `smoke` and `print` as it is.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game system, `table-battles`.
    system: String,

    /// The battle's name. The file is named after it.
    name: String,

    /// The file to write instead; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<Utf8PathBuf>,
}

impl Args {
    pub(super) fn run(self, systems: &[&'static dyn System]) -> Outcome {
        let system = system_of(&self.system, systems)?;
        let name = self.name.trim();
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(Trouble("a battle's name is one line of text".to_owned()));
        }
        // A JSON string is a YAML string, whatever the name contains.
        let quoted = serde_json::to_string(name)?;
        let text = system.skeleton().replace("\"NAME\"", &quoted);
        let path = self.output.unwrap_or_else(|| Utf8PathBuf::from(format!("{}.yaml", slug(name))));
        if path == "-" {
            output::to_stdout(text.as_bytes())?;
            return Ok(Exit::Clean);
        }
        if path.exists() {
            return Err(Trouble(format!("`{path}` is there already; name another file with `--output`")));
        }
        output::to_file(&path, text.as_bytes())?;
        output::to_stdout(format!("{path}\n").as_bytes())?;
        Ok(Exit::Clean)
    }
}

/// A file name for a battle's name: letters and digits, in lower case, joined by hyphens.
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-").to_lowercase();
    if slug.is_empty() { "scenario".to_owned() } else { slug }
}
