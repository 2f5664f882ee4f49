//! `muster man`: the manual page.

use super::{Exit, Outcome, output};
use crate::diag::escape::Escaped;

/// Print the manual page as roff. To read it, run `muster man | man -l -`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

impl Args {
    pub(super) fn run(self, command: &clap::Command) -> Outcome {
        let mut page = Vec::new();
        let man = clap_mangen::Man::new(command.clone());
        man.render(&mut page)?;
        for subcommand in command.get_subcommands().filter(|c| c.get_name() != "help") {
            let section =
                clap_mangen::Man::new(subcommand.clone().bin_name(format!("muster {}", subcommand.get_name())));
            section.render_name_section(&mut page)?;
            section.render_synopsis_section(&mut page)?;
            section.render_description_section(&mut page)?;
            section.render_options_section(&mut page)?;
        }
        output::to_stdout(&Escaped::document(page))?;
        Ok(Exit::Clean)
    }
}
