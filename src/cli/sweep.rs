//! `muster sweep`: battles with values changed in every combination, in parts that any queue can run.

mod folder;
mod html;
mod json;
mod merge;
mod numbers;
mod plan;
mod run;
mod slurm;
mod status;
mod text;

use muster_systems::System;

use super::Outcome;

pub(super) use folder::SweepFolder;
pub(super) use merge::merge;
pub(super) use plan::write;

/// Play battles with values changed in every combination, in parts for any job queue.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, clap::Subcommand)]
enum Step {
    Plan(plan::Args),
    Run(run::Args),
    Status(status::Args),
    Slurm(slurm::Args),
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        match self.step {
            Step::Plan(args) => args.run(systems),
            Step::Run(args) => args.run(systems),
            Step::Status(args) => args.run(),
            Step::Slurm(args) => args.run(),
        }
    }
}
