//! `muster merge`: the parts of a run, played on several machines, put together.

use camino::Utf8PathBuf;

use super::battles::{Command, read_parts, sum};
use super::inputs::read_named;
use super::report::{OutputFile, Report as Reporting};
use super::settings::Project;
use super::{Outcome, Trouble, balance, smoke};
use crate::play::balance::Tally;
use crate::play::smoke::{Shard, Totals};
use crate::review::Unit;
use crate::systems::{Opaque, System};

/// Puts the parts that `--shard` wrote together: exactly what one machine would have reported.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// All parts of one run. The files that were played are read again.
    #[arg(value_name = "FILE", required = true)]
    parts: Vec<Utf8PathBuf>,

    #[command(flatten)]
    project: Project,
    #[command(flatten)]
    extras: balance::Extras,
    #[command(flatten)]
    report: Reporting,
    #[command(flatten)]
    output: OutputFile,
}

impl Args {
    pub(super) fn run(mut self, systems: &[&'static dyn System]) -> Outcome {
        let (mut arena, parts) = read_parts(&self.parts, self.project.settings(systems)?, systems)?;
        self.report.tolerate(&mut arena.review, (&arena.files, &read_named), true, &arena.config, systems)?;
        let written = || self.extras.files().chain(self.output.artifact());
        self.report.check_outputs(written(), &arena.review, &arena.config)?;
        let written = written().map(|(path, artifact)| (&**path, artifact));
        self.report.overwrite.check_all(written, self.parts.iter().map(|path| &**path))?;
        let settings = parts[0].settings.clone();
        match settings.command {
            Command::Smoke => {
                self.extras.refuse("for parts of `muster balance`; these are of `muster smoke`")?;
                let empty = |(unit, battle): (&Unit, &Opaque)| {
                    let options = smoke::options(&settings, unit.system.sides(battle).len(), Shard::NOTHING)?;
                    Ok(unit.system.smoke(battle, &options, &|_| ())?)
                };
                let empty = arena.battles().map(empty).collect::<Result<Vec<Totals>, Trouble>>()?;
                let totals = sum(&parts, empty)?;
                smoke::report(
                    arena,
                    &settings,
                    &totals,
                    &smoke::Extras::default(),
                    (&self.report, &self.output),
                    systems,
                )
            }
            Command::Balance => {
                let empty = |(unit, battle): (&Unit, &Opaque)| {
                    let options = balance::options(&settings, None, unit.system.sides(battle).len(), Shard::NOTHING)?;
                    Ok(unit.system.balance(battle, &options, &|_| (), None)?)
                };
                let empty = arena.battles().map(empty).collect::<Result<Vec<Vec<Tally>>, Trouble>>()?;
                let tallies = sum(&parts, empty)?;
                balance::report(
                    arena,
                    &settings,
                    None,
                    &tallies,
                    &self.extras,
                    (&mut self.report, &self.output),
                    systems,
                )
            }
        }
    }
}
