//! The source of settings: `--config`, `MUSTER_CONFIG`, or for each file the nearest `muster.toml` above it.

use camino::Utf8PathBuf;
use clap::Args;

use muster_systems::System;

use super::Trouble;
use super::output::complain;
use crate::project::Project;
use crate::project::policy::Policy;
use crate::project::settings::Origin;

/// The source of the settings.
#[derive(Debug, Args)]
pub(super) struct SettingsArgs {
    /// Use these settings for all files. Without it, MUSTER_CONFIG names the file; if that is not set, the nearest `muster.toml`
    /// applies, in the folder of each file or above it, up to the root of its git repository.
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    config: Option<Utf8PathBuf>,

    /// Ignore all settings.
    #[arg(long)]
    isolated: bool,
}

impl SettingsArgs {
    /// Returns the project that these settings and a policy make, which complains on standard error.
    pub(super) fn project(&self, policy: Policy, systems: &'static [&'static System]) -> Result<Project, Trouble> {
        let named = std::env::var("MUSTER_CONFIG").ok().filter(|file| !file.is_empty());
        let origin = match self.config.clone().or(named.map(Utf8PathBuf::from)) {
            _ if self.isolated => Origin::Isolated,
            Some(file) => Origin::File(file),
            None => Origin::Nearest,
        };
        Ok(Project::new(systems, &origin, policy, complain)?)
    }
}
