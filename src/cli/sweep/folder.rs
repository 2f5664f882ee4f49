//! The folder of a sweep: its plan, and the parts that were played.

use std::io;

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

use muster_core::diag::describe;

use crate::cli::Trouble;
use crate::cli::output::replace;
use crate::project::files::{read_text, refuse_irregular};
use crate::sweep::{PartSums, Plan, seal, unseal};

/// The name of the plan in the folder.
pub(super) const PLAN: &str = "plan.json";

/// The kinds of the files in the folder.
pub(super) const PLAN_KIND: &str = "plan of a sweep";
const PART_KIND: &str = "part of a sweep";

/// A folder with a plan.
pub(in crate::cli) struct SweepFolder {
    folder: Utf8PathBuf,
    pub(in crate::cli) plan: Plan,
    /// The digest of the plan, by which its parts are named.
    pub(super) digest: String,
}

/// The progress of a part.
pub(super) enum PartState {
    /// There is no file of it, or only one of what was begun: how many of how many battles.
    Missing(Option<(u64, u64)>),
    /// Its file cannot be one of this sweep: why.
    Broken(String),
    /// It is whole.
    Whole(PartSums),
}

/// A part, or what was begun of it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartContent<T> {
    plan: String,
    part: u64,
    sums: T,
}

impl SweepFolder {
    /// Reads the plan of a folder.
    pub(in crate::cli) fn open(folder: &Utf8Path) -> Result<SweepFolder, Trouble> {
        let file = folder.join(PLAN);
        let text = read_kept(&file).map_err(|error| {
            Trouble(format!(
                "cannot read `{file}`: {}; `muster sweep plan FILE -o {folder} --parts N` makes it, or `muster tune FILE --plan {folder} --parts N`",
                describe(&error)
            ))
        })?;
        let wrong = |why: String| Trouble(format!("`{file}`: {why}"));
        let (plan, digest) = unseal::<Plan>(PLAN_KIND, &text).map_err(wrong)?;
        plan.validate().map_err(wrong)?;
        Ok(SweepFolder { folder: folder.to_owned(), plan, digest })
    }

    /// The folder's path.
    pub(super) fn folder(&self) -> &Utf8Path {
        &self.folder
    }

    /// Returns how far a part is.
    pub(super) fn state(&self, part: u64) -> PartState {
        match self.read(&self.part_file(part), part) {
            Ok(sums) if self.plan.is_whole(&sums) => PartState::Whole(sums),
            Ok(_) => PartState::Broken("some of its battles were not played".to_owned()),
            Err(None) => PartState::Missing(self.unfinished_part(part).map(|begun| self.plan.progress(&begun))),
            Err(Some(why)) => PartState::Broken(why),
        }
    }

    /// Returns the unfinished part.
    pub(super) fn unfinished_part(&self, part: u64) -> Option<PartSums> {
        self.read(&self.begun_file(part), part).ok()
    }

    /// Writes a whole part in one step, and removes what was begun of it.
    pub(super) fn write(&self, part: u64, sums: &PartSums) -> io::Result<()> {
        self.put(&self.part_file(part), part, sums)?;
        // It may not be there; and where it stays, nobody asks for it.
        let _ = std::fs::remove_file(self.begun_file(part));
        Ok(())
    }

    /// Writes an unfinished part in one step.
    pub(super) fn write_begun(&self, part: u64, sums: &PartSums) -> io::Result<()> {
        self.put(&self.begun_file(part), part, sums)
    }

    /// Returns the file of a whole part.
    fn part_file(&self, part: u64) -> Utf8PathBuf {
        self.folder.join(format!("{}-{part}.json", self.digest))
    }

    /// Returns the file of what was begun of a part.
    fn begun_file(&self, part: u64) -> Utf8PathBuf {
        self.folder.join(format!("{}-{part}.begun.json", self.digest))
    }

    /// Reads the file of a part. The error is the reason it is none of this part; `None` if there is no file.
    fn read(&self, file: &Utf8Path, part: u64) -> Result<PartSums, Option<String>> {
        let text = match read_kept(file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(None),
            Err(error) => return Err(Some(error.to_string())),
        };
        let (content, _) = unseal::<PartContent<PartSums>>(PART_KIND, &text).map_err(Some)?;
        if (content.plan.as_str(), content.part) != (self.digest.as_str(), part) {
            return Err(Some("it belongs to another plan or another part".to_owned()));
        }
        match self.plan.is_possible(part, &content.sums) {
            true => Ok(content.sums),
            false => Err(Some("its sums do not match its battles".to_owned())),
        }
    }

    fn put(&self, file: &Utf8Path, part: u64, sums: &PartSums) -> io::Result<()> {
        let (text, _) = seal(PART_KIND, &PartContent { plan: self.digest.clone(), part, sums })?;
        replace(file, text.as_bytes())
    }
}

/// Reads a file that an earlier run wrote; what is no regular file is not opened.
fn read_kept(file: &Utf8Path) -> io::Result<String> {
    refuse_irregular(file)?;
    read_text(file)
}
