//! `muster sweep run`: plays parts of a sweep, each of which is then whole, or absent.

use std::num::NonZeroU64;
use std::sync::Mutex;
use std::time::Duration;

use camino::Utf8PathBuf;

use muster_core::diag::describe;
use muster_systems::System;
use muster_systems::english::count_of;

use super::folder::{PartState, SweepFolder};
use super::numbers::thousands;
use crate::cli::battles::{Clock, Threads, bar, time};
use crate::cli::output::{complain, is_signalled, note_signals, text_to_stdout};
use crate::cli::{Exit, Outcome, Trouble};
use crate::sweep::{MOST_PARTS, PartOversight, SweptBattles, play};

/// Longest time until an unfinished part is written again.
const PAUSE: Duration = Duration::from_secs(20);

/// Play parts of a sweep that are not there yet.
///
/// Exit codes: 0 everything is played; 2 this can never be played; 75 try again: a signal or the time limit stopped the
/// run, or a file could not be written. Battles played so far are kept, and the next run continues from there.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder written by `muster sweep plan`.
    #[arg(value_name = "DIR")]
    folder: Utf8PathBuf,

    /// Play this part, counted from 1. `auto` uses the task number of a Slurm array, or the index of a Kubernetes indexed
    /// job plus 1; elsewhere it plays all parts in order.
    #[arg(long, value_name = "N|auto", value_parser = task)]
    task: Task,

    /// Divide the parts among N tasks, for queues that allow fewer tasks than there are parts.
    #[arg(long, value_name = "M")]
    tasks: Option<NonZeroU64>,

    /// Stop after this time, such as `30s` or `5m`, with exit code 75 if battles are left.
    #[arg(long, value_name = "TIME", value_parser = time)]
    budget: Option<Duration>,

    #[command(flatten)]
    threads: Threads,

    /// Print errors only.
    #[arg(short, long)]
    quiet: bool,
}

/// The part that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Task {
    Auto,
    Number(u64),
}

fn task(text: &str) -> Result<Task, String> {
    match (text, text.parse()) {
        ("auto", _) => Ok(Task::Auto),
        (_, Ok(number)) if (1..=MOST_PARTS).contains(&number) => Ok(Task::Number(number)),
        _ => Err(format!("expected a number from 1 to {MOST_PARTS}, or `auto`")),
    }
}

/// Returns the number of the task that a queue set: of Slurm from 1, of Kubernetes from 0.
fn queued_task(of: impl Fn(&str) -> Option<String>) -> Result<Option<u64>, Trouble> {
    for (variable, first) in [("SLURM_ARRAY_TASK_ID", 1), ("JOB_COMPLETION_INDEX", 0)] {
        let Some(value) = of(variable).filter(|value| !value.is_empty()) else { continue };
        let number = value.parse::<u64>().ok().filter(|number| *number >= first);
        return match number.and_then(|number| number.checked_add(1 - first)) {
            Some(number) => Ok(Some(number)),
            None => Err(Trouble(format!("{variable} is `{value}`; expected a task number of at least {first}"))),
        };
    }
    Ok(None)
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let folder = SweepFolder::open(&self.folder)?;
        let asked = self.parts(folder.plan.parts)?;
        let count = asked.len();
        let left: Vec<u64> =
            asked.into_iter().filter(|part| !matches!(folder.state(*part), PartState::Whole(_))).collect();
        if !left.is_empty() {
            note_signals();
            let review = folder.plan.review(systems);
            let battles = SweptBattles::new(&folder.plan, &review, None).map_err(Trouble)?;
            if !self.play(&folder, &battles, &left)? {
                return Ok(Exit::Again);
            }
        }
        if !self.quiet {
            let there = count - left.len();
            text_to_stdout(&format!("{} played, {there} already there\n", count_of(left.len(), "part")))?;
        }
        Ok(Exit::Clean)
    }

    /// Returns the parts that are asked for.
    fn parts(&self, parts: u64) -> Result<Vec<u64>, Trouble> {
        let task = match self.task {
            Task::Number(number) => Some(number),
            Task::Auto => queued_task(|variable| std::env::var(variable).ok())?,
        };
        let tasks = self.tasks.map_or(parts, NonZeroU64::get);
        match task {
            None => Ok((1..=parts).collect()),
            Some(task) if (1..=tasks).contains(&task) => Ok((task..=parts).step_by(tasks as usize).collect()),
            Some(task) => Err(Trouble(format!("there is no task {task}; there are {tasks}"))),
        }
    }

    /// Plays parts one after another; whether all of them are whole now.
    fn play(&self, folder: &SweepFolder, battles: &SweptBattles<'_>, parts: &[u64]) -> Result<bool, Trouble> {
        let clock = Clock::start();
        let pool = self.threads.pool()?;
        let bar =
            bar(self.quiet, parts.iter().map(|part| folder.plan.progress(&folder.plan.nothing_of(*part)).1).sum());
        let go_on = || !is_signalled() && self.budget.is_none_or(|budget| clock.elapsed() < budget);
        for part in parts {
            let begun = folder.unfinished_part(*part).unwrap_or_else(|| folder.plan.nothing_of(*part));
            bar.inc(folder.plan.progress(&begun).0);
            let written = Mutex::new(clock.elapsed());
            let oversight = PartOversight {
                played: &|battles| bar.inc(battles),
                go_on: &go_on,
                elapsed: &|| clock.elapsed(),
                keep: &|sums| {
                    let Ok(mut written) = written.try_lock() else { return };
                    if clock.elapsed() >= *written + PAUSE {
                        // What cannot be written now is told of at the end, when it is written again.
                        let _ = folder.write_begun(*part, sums);
                        *written = clock.elapsed();
                    }
                },
            };
            let sums = pool.install(|| play(battles, *part, begun, &oversight)).map_err(Trouble)?;
            let is_whole = folder.plan.is_whole(&sums);
            let kept = if is_whole { folder.write(*part, &sums) } else { folder.write_begun(*part, &sums) };
            let (done, all) = folder.plan.progress(&sums);
            if let Err(error) = kept {
                complain(&format!("cannot write part {part} to `{}`: {}", self.folder, describe(&error)));
                return Ok(false);
            }
            if !is_whole {
                let (done, all) = (thousands(done), thousands(all));
                complain(&format!(
                    "stopped after {done} of {all} battles of part {part}; the next run continues from there"
                ));
                return Ok(false);
            }
        }
        bar.finish_and_clear();
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_task_is_that_of_the_queue() {
        let set =
            |name: &'static str, value: &'static str| move |asked: &str| (asked == name).then(|| value.to_owned());
        assert_eq!(queued_task(set("SLURM_ARRAY_TASK_ID", "3")).ok(), Some(Some(3)));
        assert_eq!(queued_task(set("JOB_COMPLETION_INDEX", "0")).ok(), Some(Some(1)));
        assert_eq!(queued_task(|_| None).ok(), Some(None));
        for wrong in ["0", "-1", "x", "18446744073709551616"] {
            let of = |asked: &str| (asked == "SLURM_ARRAY_TASK_ID").then(|| wrong.to_owned());
            assert!(queued_task(of).is_err(), "{wrong}");
        }
        assert!(queued_task(set("JOB_COMPLETION_INDEX", "18446744073709551615")).is_err());
    }

    #[test]
    fn tasks_take_every_so_many_th_part() {
        let args = |task, tasks| Args {
            folder: Utf8PathBuf::new(),
            task,
            tasks: NonZeroU64::new(tasks),
            budget: None,
            threads: Threads::default(),
            quiet: true,
        };
        assert_eq!(args(Task::Number(2), 0).parts(7).ok(), Some(vec![2]));
        assert_eq!(args(Task::Number(2), 3).parts(7).ok(), Some(vec![2, 5]));
        assert_eq!(args(Task::Number(7), 1000).parts(7).ok(), Some(vec![7]));
        assert_eq!(
            args(Task::Number(8), 1000).parts(7).ok(),
            Some(vec![]),
            "more tasks than parts: it has nothing to do"
        );
        assert!(args(Task::Number(8), 0).parts(7).is_err() && args(Task::Number(4), 3).parts(7).is_err());
    }
}
