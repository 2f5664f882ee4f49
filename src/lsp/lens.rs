//! Code lenses: what can be done with a document, as commands that the editor runs.

use lsp_types::{CodeLens, CodeLensParams, Command};
use serde_json::json;

use muster_core::source::tree::Value;
use muster_core::source::{Address, Pointer, is_reserved};
use muster_systems::Role;

use super::commands::OPEN_PREVIEW;
use super::refusal::Refusal;
use super::view::View;

/// The command that an editor offers if it runs the program: the arguments of `muster` as one list.
pub(super) const RUN: &str = "muster.run";

/// Returns the lenses of an open text that is saved: smoke-test, print and show it, replay it, print one card of it.
pub(super) fn lenses(view: View<'_>, params: &CodeLensParams) -> Result<Option<Vec<CodeLens>>, Refusal> {
    let document = view.document(&params.text_document.uri)?;
    let Some(file) = view.now.file_of(document).filter(|_| document.on_disk) else { return Ok(None) };
    let review = &view.now.review;
    let Some(unit) = review.units.iter().find(|unit| unit.file == file) else { return Ok(None) };
    let path = document.path().as_str();
    let lens = |at: &Address, title: String, arguments: &[&str]| CodeLens {
        range: view.range(document, review.sources.span(at)),
        command: Some(Command { title, command: RUN.to_owned(), arguments: Some(vec![json!(arguments)]) }),
        data: None,
    };
    let (root, system) = (Pointer::root(), unit.system);
    let top = Address::key(file, root.key(unit.outline.kind.key));
    let mut lenses = Vec::new();
    match unit.outline.kind.role {
        Role::Main if system.unplayed_reason().is_none() => {
            lenses.push(lens(&top, "smoke 1,000".to_owned(), &["smoke", path]));
        }
        Role::Record if system.unplayed_reason().is_none() => {
            lenses.push(lens(&top, "replay".to_owned(), &["replay", path]));
        }
        _ => {}
    }
    if unit.outline.kind.role == Role::Record || system.unprinted_reason().is_some() {
        return Ok(Some(lenses));
    }
    let pdf = document.path().with_extension("pdf");
    lenses.push(lens(&top, "print".to_owned(), &["print", path, "-o", pdf.as_str()]));
    if cfg!(feature = "preview") {
        let command = Some(Command {
            title: "show".to_owned(),
            command: OPEN_PREVIEW.to_owned(),
            arguments: Some(vec![json!(document.uri)]),
        });
        lenses.push(CodeLens { command, ..lens(&top, String::new(), &[]) });
    }
    let Some(tree) = review.sources.get(file).tree() else { return Ok(Some(lenses)) };
    for (list, key) in system.numbered_lists() {
        let Some(Value::Seq(items)) = tree.member(tree.root(), list).map(|node| &node.value) else { continue };
        for i in 0..items.len() {
            let at = root.key(list).index(i).key(key);
            let Some(Value::Str(number)) = tree.get(&at).map(|node| &node.value) else { continue };
            let stem = if is_reserved(number) { format!("card-{number}") } else { number.to_string() };
            let pdf = document.path().with_file_name(format!("{stem}.pdf"));
            let arguments = ["print", path, "--only", number, "-o", pdf.as_str()];
            lenses.push(lens(&Address::value(file, at), format!("print {number}"), &arguments));
        }
    }
    Ok(Some(lenses))
}
