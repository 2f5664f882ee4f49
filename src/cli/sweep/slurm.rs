//! `muster sweep slurm`: the batch script for Slurm. Nothing is submitted.

use camino::Utf8PathBuf;

use super::folder::SweepFolder;
use super::numbers::array;
use super::status::Status;
use crate::cli::help::whole;
use crate::cli::output::text_to_stdout;
use crate::cli::shell::quote;
use crate::cli::{Exit, Outcome, Trouble};

/// The most tasks of an array: the largest number that Slurm takes where nobody set `MaxArraySize`.
const MOST_TASKS: u64 = 1000;

/// Print a Slurm batch script that plays the missing parts. To submit it, run `muster sweep slurm DIR | sbatch`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder written by `muster sweep plan`; all nodes must see it under this path.
    #[arg(value_name = "DIR")]
    folder: Utf8PathBuf,

    /// Use at most N tasks. If there are more parts, each task plays several.
    #[arg(long, value_name = "M", default_value_t = MOST_TASKS, value_parser = whole(1..=100_000_u64))]
    tasks: u64,

    /// Use N cores for each task.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=1024_u64))]
    cpus: u64,

    /// Set the time limit of a task, in Slurm's format: `30`, `2:00:00`, `1-0`. The default is the queue's.
    #[arg(long, value_name = "TIME", value_parser = slurm_time)]
    time: Option<String>,
}

fn slurm_time(text: &str) -> Result<String, String> {
    let is_time = !text.is_empty() && text.len() <= 20 && text.chars().all(|c| c.is_ascii_digit() || "-:".contains(c));
    if is_time { Ok(text.to_owned()) } else { Err("expected a time such as `30`, `2:00:00` or `1-0`".to_owned()) }
}

impl Args {
    pub(super) fn run(self) -> Outcome {
        let folder = SweepFolder::open(&self.folder)?;
        let left = Status::read(&folder).left;
        let place = self.folder.canonicalize_utf8();
        let place = place.map_err(|error| Trouble(format!("`{}`: {error}", self.folder)))?;
        if left.is_empty() {
            return Err(Trouble(format!("nothing is left to play; run `muster merge {}`", self.folder)));
        }
        let tasks = self.tasks.min(folder.plan.parts);
        let mut numbers: Vec<u64> = left.iter().map(|part| (part - 1) % tasks + 1).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let each = if tasks < folder.plan.parts { format!(" --tasks {tasks}") } else { String::new() };
        let time = self.time.as_ref().map(|time| format!("#SBATCH --time={time}\n")).unwrap_or_default();
        text_to_stdout(&format!(
            "#!/bin/sh\n\
             #SBATCH --job-name=muster-{digest}\n\
             #SBATCH --array={array}\n\
             #SBATCH --cpus-per-task={cpus}\n\
             {time}\
             # A task keeps what it played a minute before its time is up, and goes on from there when it is queued again.\n\
             #SBATCH --signal=B:TERM@60\n\
             #SBATCH --requeue\n\
             #SBATCH --open-mode=append\n\
             # Exit code 75 means: submit this again. What is missing then: muster sweep slurm DIR\n\
             exec \"${{MUSTER:-muster}}\" sweep run {place} --task auto{each} --jobs {cpus}\n",
            digest = folder.digest,
            array = array(&numbers),
            cpus = self.cpus,
            place = quote(place.as_str()),
        ))?;
        Ok(Exit::Clean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_nothing_but_a_time() {
        assert!(slurm_time("1-02:03:04").is_ok());
        assert!(slurm_time("1\n#SBATCH --uid=0").is_err() && slurm_time("").is_err());
    }
}
