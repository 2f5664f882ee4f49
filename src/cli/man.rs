//! `muster man`: the manual pages, one for each command.

use camino::Utf8PathBuf;

use muster_core::diag::escape::Escaped;
use muster_core::diag::or_nearest;

use super::output::{self, Artifact, Overwrite};
use super::{Exit, Outcome};

/// Print the manual page of Muster or of a command as roff. To read one, run `muster man check | man -l -`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The command, such as `check` or `sweep run`; the default is the overview.
    #[arg(value_name = "COMMAND", conflicts_with = "write")]
    command: Vec<String>,

    /// Write all pages to DIR: `muster.1`, `muster-check.1` and so on.
    #[arg(long, value_name = "DIR")]
    write: Option<Utf8PathBuf>,

    #[command(flatten)]
    overwrite: Overwrite,
}

impl Args {
    pub(super) fn run(self, command: &clap::Command) -> Outcome {
        // The page of each command names its own usage once all are built.
        let mut whole = command.clone().disable_help_subcommand(true);
        whole.build();
        if let Some(folder) = &self.write {
            output::make_folder(folder)?;
            return self.write_all(&whole, folder);
        }
        let mut wanted = &whole;
        for name in &self.command {
            wanted = wanted.find_subcommand(name).ok_or_else(|| {
                let near = or_nearest(name, wanted.get_subcommands().map(clap::Command::get_name));
                format!("there is no command `{name}`{near}")
            })?;
        }
        output::to_stdout(&Escaped::document(page(wanted)?))?;
        Ok(Exit::Clean)
    }

    /// Writes the pages of a command and of all below it.
    fn write_all(&self, command: &clap::Command, folder: &Utf8PathBuf) -> Outcome {
        let file = folder.join(format!("{}.1", command.get_display_name().unwrap_or(command.get_name())));
        self.overwrite.write(&file, Artifact::Manual, &page(command)?)?;
        for subcommand in command.get_subcommands() {
            self.write_all(subcommand, folder)?;
        }
        Ok(Exit::Clean)
    }
}

/// Returns the page of a command.
fn page(command: &clap::Command) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
