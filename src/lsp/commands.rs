//! Commands that the server runs for the editor.

use lsp_server::ErrorCode;
use lsp_types::{ExecuteCommandParams, Location, ShowDocumentParams, TextDocumentPositionParams};
use serde_json::{Value, json};

use muster_core::diag::uri::file_uri;
use muster_systems::System;

use super::documents::OpenDocuments;
use super::places::{location_of, place_of};
use super::previews::Previews;
use super::refusal::{Refusal, read, write_result};
use super::session::Session;
use super::uri::path_of;
use crate::review::all_codes;

/// Puts the cursor somewhere: a place.
pub(super) const SELECT: &str = "muster.select";

/// Returns the page of a code, as Markdown: its short code or name.
pub(super) const EXPLAIN: &str = "muster.explain";

/// Shows a file in the browser, and returns the address of the page.
pub(super) const OPEN_PREVIEW: &str = "muster.openPreview";

/// Shows what is written at a position on the pages that run. Returns its place.
const FOLLOW: &str = "muster.follow";

/// Returns the location in the open texts of a place that a preview reports.
const LOCATE: &str = "muster.locate";

/// All of them.
pub(super) const COMMANDS: [&str; 5] = [SELECT, EXPLAIN, OPEN_PREVIEW, FOLLOW, LOCATE];

/// The state that commands work on.
pub(super) struct Bench<'s> {
    pub(super) systems: &'static [&'static System],
    pub(super) session: &'s Session,
    pub(super) documents: &'s OpenDocuments,
    pub(super) previews: &'s mut Previews,
}

/// Runs a command. Returns its result, and what the editor is to be asked to show.
pub(super) fn run(
    params: ExecuteCommandParams,
    bench: Bench<'_>,
) -> Result<(Value, Option<ShowDocumentParams>), Refusal> {
    let Bench { systems, session, documents, previews } = bench;
    let argument = params.arguments.into_iter().next().unwrap_or_default();
    match &*params.command {
        SELECT => Ok((Value::Null, Some(show_params(read(argument)?)))),
        EXPLAIN => {
            let wanted: String = read(argument)?;
            let codes = all_codes(systems);
            let code = codes.iter().find(|code| code.is(&wanted));
            let code =
                code.ok_or_else(|| Refusal::new(ErrorCode::InvalidParams, format!("unknown code `{wanted}`")))?;
            Ok((json!(code.page), None))
        }
        OPEN_PREVIEW => {
            let uri: String = read(argument)?;
            let path = path_of(&uri).filter(|path| path.exists());
            let path =
                path.ok_or_else(|| Refusal::new(ErrorCode::InvalidParams, format!("`{uri}` is not a saved file")))?;
            let started = previews.start(&path, !session.shows_documents, documents);
            let (address, page) = started.map_err(|error| Refusal::new(ErrorCode::RequestFailed, error.to_string()))?;
            // An editor starts the browser with what it is given, which every user of the machine sees.
            let uri = page.and_then(|page| file_uri(page).parse().ok());
            let show = uri.map(|uri| ShowDocumentParams {
                uri,
                external: Some(true),
                take_focus: Some(false),
                selection: None,
            });
            Ok((json!(address), show))
        }
        FOLLOW => {
            let params: TextDocumentPositionParams = read(argument)?;
            let place = place_of(&params, documents, session.encoding);
            place.iter().for_each(|place| previews.lead(place));
            Ok((json!(place), None))
        }
        LOCATE => {
            let place: String = read(argument)?;
            Ok((write_result(location_of(&place, documents, session.encoding))?, None))
        }
        other => Err(Refusal::new(ErrorCode::InvalidParams, format!("unknown command `{other}`"))),
    }
}

/// Returns what puts the cursor at a place.
pub(super) fn show_params(Location { uri, range }: Location) -> ShowDocumentParams {
    ShowDocumentParams { uri, external: Some(false), take_focus: Some(true), selection: Some(range) }
}
