//! `muster merge`: the parts of a run, played on several machines, put together.

use camino::Utf8PathBuf;

use muster_core::play::smoke::Shard;
use muster_systems::System;

use super::battles::{Command, read_parts, sum};
use super::report::{OutputFile, Report as Reporting};
use super::settings::SettingsArgs;
use super::{Outcome, balance, smoke, sweep};

/// Merge the parts written by `--shard` or `muster sweep` into one report.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// All parts of one run, whose scenarios must still be there; or the folder of a sweep.
    #[arg(value_name = "FILE", required = true)]
    parts: Vec<Utf8PathBuf>,

    #[command(flatten)]
    settings: SettingsArgs,
    #[command(flatten)]
    extras: balance::Extras,
    #[command(flatten)]
    report: Reporting,
    #[command(flatten)]
    output: OutputFile,
}

impl Args {
    pub(super) fn run(mut self, systems: &'static [&'static System]) -> Outcome {
        if let [folder] = &self.parts[..]
            && folder.is_dir()
        {
            let page = self.extras.only_page()?;
            return sweep::merge(
                folder,
                &self.settings.project(self.report.policy.policy(), systems)?,
                page,
                (&self.report, &self.output),
            );
        }
        let (mut given, parts) = read_parts(&self.parts, self.settings.project(self.report.policy.policy(), systems)?)?;
        let written = || self.extras.files().chain(self.output.artifact());
        self.report.check_outputs(written(), &given.review, &given.project)?;
        let written = written().chain(self.report.files()).map(|(path, artifact)| (&**path, artifact));
        self.report.overwrite.check_all(written, self.parts.iter().map(|path| &**path))?;
        let settings = parts[0].settings.clone();
        let battles = match settings.command {
            Command::Smoke => given.compile()?,
            Command::Balance => given.compile_weighed()?,
        };
        match settings.command {
            Command::Smoke => {
                self.extras.refuse("for parts of `muster balance`; these are of `muster smoke`")?;
                let mut empty = Vec::new();
                for battle in &battles {
                    let options = smoke::options(&settings, battle.sides().len(), Shard::NOTHING)?;
                    empty.push(battle.smoke(&options, &|_| ()));
                }
                let totals = sum(&parts, empty)?;
                smoke::report(
                    given,
                    &battles,
                    &settings,
                    &totals,
                    &smoke::Extras::default(),
                    (&self.report, &self.output),
                )
            }
            Command::Balance => {
                let mut empty = Vec::new();
                for battle in &battles {
                    let options = balance::options(&settings, None, battle.sides().len(), Shard::NOTHING, None)?;
                    empty.push(battle.balance(&options, &|_| (), None));
                }
                let reports = balance::read(&battles, &settings, None, &sum(&parts, empty)?)?;
                let baseline = balance::load_baseline(&mut given)?;
                balance::report(given, reports, baseline, &self.extras, (&mut self.report, &self.output))
            }
        }
    }
}
