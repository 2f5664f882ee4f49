//! `muster preview`: the cards in a browser.

mod browser;

use std::env;
use std::io::{self, Write};

use camino::Utf8PathBuf;

use muster_core::diag::escape::Escaped;
use muster_systems::System;

use super::balance::html;
use super::look::LookArgs;
use super::output::{complain, remove_at_end, to_stdout};
use super::review::html::page_of;
use super::smoke::json;
use super::{Exit, Outcome, Trouble};
use crate::preview::{Editor, PreviewOptions, ReportMakers, TableOptions, new_token, serve};
use crate::project::handover::Handover;
use crate::project::looks::WantedLook;

/// Names a token that stays from one start to the next.
const TOKEN: &str = "MUSTER_PREVIEW_TOKEN";

/// The characters of a token of one's own at least, and at most.
const TOKEN_LENGTHS: std::ops::RangeInclusive<usize> = 16..=128;

/// Show the cards in a browser, with their findings, and update both when files change.
///
/// The address is printed first. The page is only served on this machine and needs the token in the address. To keep the
/// address, set `--port` and MUSTER_PREVIEW_TOKEN (16 to 128 letters and digits); open pages then reconnect. Press Ctrl+C
/// to stop.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file or folder whose cards are shown. Folders are searched for `*.yaml` and `*.yml` files that git does not
    /// ignore.
    #[arg(value_name = "PATH", default_value = ".")]
    path: Utf8PathBuf,

    /// Open places in your editor with this command, such as `code --goto {path}:{line}:{column}`, run without a shell. The
    /// page then has a button beside every place. `-` is for editors that start the preview: it prints selected places as
    /// `PATH:LINE:COLUMN`, one a line, and reads from standard input places to show and texts as they are typed, `{"path":
    /// PATH, "text": TEXT}`, until the input ends.
    #[arg(long, value_name = "COMMAND", value_parser = Editor::parse)]
    editor: Option<Editor>,

    /// Show the cards in this language, whatever the scenarios say. Of several languages, as for `print`, the first is
    /// used.
    #[arg(long, value_name = "LANG,...", value_delimiter = ',')]
    languages: Vec<String>,

    #[command(flatten)]
    serving: Serving,

    #[command(flatten)]
    look: LookArgs,
}

/// The way in which the page is served.
#[derive(Debug, clap::Args)]
pub(super) struct Serving {
    /// Serve on this port; 0 uses any free port.
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,

    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
}

/// What the page shows.
pub(super) struct ServedPage {
    /// The file or folder whose cards are shown.
    pub(super) path: Utf8PathBuf,
    /// The look that is asked for.
    pub(super) look: WantedLook,
    /// The languages that are asked for.
    pub(super) languages: Vec<String>,
    /// The editor in which places are opened.
    pub(super) editor: Option<Editor>,
    /// The battle that is played.
    pub(super) table: TableOptions,
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let Args { path, editor, serving, languages, look } = self;
        if !path.exists() {
            return Err(Trouble(format!("{path}: no such file or folder")));
        }
        let page = ServedPage { path, look: look.look(), languages, editor, table: TableOptions::EMPTY };
        serving.serve(page, systems)
    }
}

impl Serving {
    /// Serves the page until the program is stopped.
    pub(super) fn serve(self, page: ServedPage, systems: &'static [&'static System]) -> Outcome {
        let Serving { port, no_open } = self;
        let ServedPage { path, look, languages, editor, table } = page;
        let options = PreviewOptions {
            path,
            look,
            languages,
            port,
            token: token()?,
            editor,
            makers: ReportMakers {
                balance_page: |path, name, report| html::page([(path, name, report)]),
                smoke_item: json,
                review_page: page_of,
            },
            table,
        };
        let ready = |address: &str| -> io::Result<Option<Handover>> {
            to_stdout(&Escaped::document(format!("{address}\n"))).map_err(|Trouble(text)| io::Error::other(text))?;
            io::stdout().flush()?;
            let opened = (!no_open).then(|| show(address)).transpose();
            Ok(opened.unwrap_or_else(|error| {
                complain(&format!("cannot open the browser ({error}): open the address yourself"));
                None
            }))
        };
        serve(systems, options, ready).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                Trouble(format!("port {port} is in use; choose another, or 0 for any free port"))
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
            Err(Trouble(format!("{TOKEN} must have {least} to {most} letters and digits")))
        }
    }
}
