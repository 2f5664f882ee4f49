//! Commands that the server runs for the editor.

use lsp_server::ErrorCode;
use lsp_types::{ExecuteCommandParams, Location, ShowDocumentParams};
use serde_json::{Value, json};

use super::refusal::{Refusal, read};
use crate::review::all_codes;
use crate::systems::System;

/// Puts the cursor somewhere: a place.
pub(super) const SELECT: &str = "muster.select";

/// Returns the page of a code, as Markdown: its short code or name.
pub(super) const EXPLAIN: &str = "muster.explain";

/// All of them.
pub(super) const COMMANDS: [&str; 2] = [SELECT, EXPLAIN];

/// Runs a command. Returns its result, and what the editor is to be asked to show.
pub(super) fn run(
    params: ExecuteCommandParams,
    systems: &'static [System],
) -> Result<(Value, Option<ShowDocumentParams>), Refusal> {
    let argument = params.arguments.into_iter().next().unwrap_or_default();
    match &*params.command {
        SELECT => {
            let Location { uri, range } = read(argument)?;
            let show =
                ShowDocumentParams { uri, external: Some(false), take_focus: Some(true), selection: Some(range) };
            Ok((Value::Null, Some(show)))
        }
        EXPLAIN => {
            let wanted: String = read(argument)?;
            let codes = all_codes(systems);
            let code = codes.iter().find(|code| code.is(&wanted));
            let code = code.ok_or_else(|| Refusal::new(ErrorCode::InvalidParams, format!("`{wanted}` is no code")))?;
            Ok((json!(code.page), None))
        }
        other => Err(Refusal::new(ErrorCode::InvalidParams, format!("`{other}` is no command"))),
    }
}
