//! The folder of a project: pictures and fonts, which end up in what is printed, are read only below it.

use camino::{Utf8Path, Utf8PathBuf};

use crate::config::FILE;
use crate::diag::Diagnostic;
use crate::review::{MISSING_FILE, OUTSIDE_PROJECT, Reader, same_file};
use crate::source::Address;

/// The folder below which pictures and fonts are read.
#[derive(Debug, Clone)]
pub struct Boundary {
    /// Without links; none where everything may be read.
    folder: Option<Utf8PathBuf>,
}

impl Boundary {
    /// No boundary: everything may be read.
    pub fn none() -> Boundary {
        Boundary { folder: None }
    }

    /// The nearest folder above a file that holds a `muster.toml` or a `.git`, or the current folder.
    pub fn around(file: &Utf8Path) -> Boundary {
        let file = same_file(file);
        let is_project = |folder: &&Utf8Path| folder.join(FILE).is_file() || folder.join(".git").exists();
        let project = file.ancestors().skip(1).find(is_project).map(Utf8Path::to_owned);
        Boundary { folder: Some(project.unwrap_or_else(|| same_file(Utf8Path::new(".")))) }
    }

    /// Reads a picture or a font that is named at a place. Links are resolved first; the finding says that the file lies
    /// outside, or cannot be read, and nothing of what is in it.
    pub fn read(&self, file: &Utf8Path, at: Address, read: &Reader<'_>) -> Result<Vec<u8>, Box<Diagnostic>> {
        let bytes = file.canonicalize_utf8().and_then(|real| match &self.folder {
            Some(folder) if !real.starts_with(folder) => Ok(Err(folder)),
            _ => read(&real).map(Ok),
        });
        match bytes {
            Ok(Ok(bytes)) => Ok(bytes),
            Ok(Err(folder)) => {
                let text = format!("`{file}` is outside the project's folder `{folder}`");
                let help = "copy it into the project, where others find it too";
                Err(Box::new(Diagnostic::new(OUTSIDE_PROJECT, at, text).help(help)))
            }
            Err(error) => {
                let text = format!("`{file}` cannot be read: {error}");
                Err(Box::new(Diagnostic::new(MISSING_FILE, at, text)))
            }
        }
    }
}
