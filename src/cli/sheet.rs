//! `muster sheet`: documents as spreadsheets, and what changed in these as edits of the documents.

mod export;
mod import;
mod new;
mod pulled;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::describe;
use muster_core::diag::escape::line;
use muster_systems::System;

use super::{Outcome, Trouble};
use crate::project::files::read_file;
use crate::sheet::book::Book;
use crate::sheet::files;

pub(super) use pulled::PulledSheets;

/// Edit cards in a spreadsheet: export a document, import what changed, or begin with a table of your own.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, clap::Subcommand)]
enum Step {
    Export(export::Args),
    Import(import::Args),
    New(new::Args),
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        match self.step {
            Step::Export(args) => args.run(systems),
            Step::Import(args) => args.run(systems),
            Step::New(args) => args.run(systems),
        }
    }
}

/// Reads a spreadsheet; `-` is standard input, which findings call by this name too.
fn read_book(path: &Utf8Path) -> Result<Book, Trouble> {
    let bytes = match path.as_str() {
        "-" => {
            let mut bytes = Vec::new();
            let most = files::MAX_BOOK as u64 + 1;
            std::io::Read::read_to_end(&mut std::io::Read::take(std::io::stdin(), most), &mut bytes)?;
            bytes
        }
        _ => read_document(path)?,
    };
    files::read(path, &bytes).map_err(|why| Trouble(format!("cannot read `{}`: {}", line(path.as_str()), line(&why))))
}

/// Reads the bytes of a document.
fn read_document(path: &Utf8Path) -> Result<Vec<u8>, Trouble> {
    read_file(path).map_err(|error| Trouble(format!("cannot read `{}`: {}", line(path.as_str()), describe(&error))))
}

/// Reads `Column=key`.
fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.rsplit_once('=').ok_or("expected NAME=VALUE, such as `Flavour=lore`")?;
    if name.trim().is_empty() {
        Err("the name before `=` is missing".to_owned())
    } else {
        Ok((name.to_owned(), value.to_owned()))
    }
}

/// Returns the path of the file that a spreadsheet was exported from: beside it.
fn path_beside(book: &Utf8Path, file: &str) -> Option<Utf8PathBuf> {
    let name = Utf8Path::new(file).file_name()?;
    Some(book.parent().unwrap_or(Utf8Path::new("")).join(name))
}
