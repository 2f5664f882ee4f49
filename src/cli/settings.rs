//! Where settings come from: `--config`, `MUSTER_CONFIG`, or the nearest `muster.toml` upward.

use camino::Utf8PathBuf;
use clap::Args;

use super::Trouble;
use crate::config::{FILE, Settings};
use crate::review::all_codes;
use crate::systems::System;

/// Where settings come from.
#[derive(Debug, Args)]
#[command(next_help_heading = "Settings")]
pub(super) struct Project {
    /// The settings of the project. Left out: the nearest `muster.toml`, from the current folder upward to that of the
    /// git repository.
    #[arg(long, value_name = "FILE", env = "MUSTER_CONFIG")]
    config: Option<Utf8PathBuf>,

    /// Reads no `muster.toml`.
    #[arg(long)]
    isolated: bool,
}

impl Project {
    /// The settings that apply.
    pub(super) fn settings(&self, systems: &[&'static dyn System]) -> Result<Settings, Trouble> {
        let file = match &self.config {
            _ if self.isolated => None,
            Some(file) => Some(file.clone()),
            None => nearest(),
        };
        let Some(file) = file else { return Ok(Settings::default()) };
        let text = std::fs::read_to_string(&file).map_err(|error| format!("`{file}` cannot be read: {error}"))?;
        Ok(Settings::read(file, text, &all_codes(systems)))
    }
}

/// The nearest settings file, written as short as it can be.
fn nearest() -> Option<Utf8PathBuf> {
    let here = Utf8PathBuf::try_from(std::env::current_dir().ok()?).ok()?;
    for (up, folder) in here.ancestors().enumerate() {
        if folder.join(FILE).is_file() {
            let above: Utf8PathBuf = std::iter::repeat_n("..", up).collect();
            return Some(above.join(FILE));
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}
