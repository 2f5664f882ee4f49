//! `muster preview`: the cards in a browser.

mod browser;

use std::env;
use std::io::{self, Write};

use camino::Utf8PathBuf;

use super::balance::html;
use super::look::LookArgs;
use super::output::{complain, remove_at_end, to_stdout};
use super::smoke::json;
use super::{Exit, Outcome, Trouble};
use crate::diag::escape::Escaped;
use crate::preview::{Editor, PreviewOptions, ReportMakers, new_token, serve};
use crate::project::handover::Handover;
use crate::systems::System;

/// Names a token that stays from one start to the next.
const TOKEN: &str = "MUSTER_PREVIEW_TOKEN";

/// The characters of a token of one's own at least, and at most.
const TOKEN_LENGTHS: std::ops::RangeInclusive<usize> = 16..=128;

/// Shows the cards in a browser as they are printed, and the findings beside them; both follow the files.
///
/// Prints the address first. The page is answered on this machine alone, to whoever knows the token in the address. With
/// `--port` and a token of your own in MUSTER_PREVIEW_TOKEN (16 to 128 letters and digits) the address stays the same, and
/// pages that are open find the server again. It ends when it is interrupted.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file or folder whose cards are shown. Folders are searched for `*.yaml` and `*.yml`, as git sees them.
    #[arg(value_name = "PATH", default_value = ".")]
    path: Utf8PathBuf,

    /// The port of the address; 0 takes one that is free.
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,

    /// The command that opens a place in your editor, as in `code --goto {path}:{line}:{column}`; run by no shell. With it
    /// the page has a button beside every place. `-` is for an editor that started this program: chosen places are printed,
    /// `PATH:LINE:COLUMN` each on a line; cards at such places on standard input are shown, and texts as they are typed,
    /// `{"path": PATH, "text": TEXT}`; it ends when the input ends.
    #[arg(long, value_name = "COMMAND", value_parser = Editor::parse)]
    editor: Option<Editor>,

    /// Does not open the browser.
    #[arg(long)]
    no_open: bool,

    /// Show the cards in this language, whatever the scenarios say; of several, as `print` takes them, the first.
    #[arg(long, value_name = "LANG,...", value_delimiter = ',')]
    languages: Vec<String>,

    #[command(flatten)]
    look: LookArgs,
}

impl Args {
    pub(super) fn run(self, systems: &'static [System]) -> Outcome {
        let Args { path, port, editor, no_open, languages, look } = self;
        if !path.exists() {
            return Err(Trouble(format!("{path}: there is no such file or folder")));
        }
        let options = PreviewOptions {
            path,
            look: look.look(),
            languages,
            port,
            token: token()?,
            editor,
            makers: ReportMakers {
                balance_page: |path, name, report| html::page([(path, name, report)]),
                smoke_item: json,
            },
        };
        let ready = |address: &str| -> io::Result<Option<Handover>> {
            to_stdout(&Escaped::document(format!("{address}\n"))).map_err(|Trouble(text)| io::Error::other(text))?;
            io::stdout().flush()?;
            let opened = (!no_open).then(|| show(address)).transpose();
            Ok(opened.unwrap_or_else(|error| {
                complain(&format!("the browser could not be opened ({error}): open the address yourself"));
                None
            }))
        };
        serve(systems, options, ready).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                Trouble(format!("port {port} is in use: choose another, or 0 for one that is free"))
            }
            _ => error.into(),
        })?;
        Ok(Exit::Clean)
    }
}

/// Opens the browser at an address.
fn show(address: &str) -> io::Result<Handover> {
    let handover = Handover::write(address)?;
    remove_at_end(handover.path());
    browser::open_page(handover.path())?;
    Ok(handover)
}

/// Returns the token that is set, or a new one.
fn token() -> Result<String, Trouble> {
    let Some(token) = env::var_os(TOKEN) else { return Ok(new_token()?) };
    match token.into_string() {
        Ok(token) if TOKEN_LENGTHS.contains(&token.len()) && token.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            Ok(token)
        }
        _ => {
            let (least, most) = (TOKEN_LENGTHS.start(), TOKEN_LENGTHS.end());
            Err(Trouble(format!("{TOKEN} is to be {least} to {most} letters and digits")))
        }
    }
}
