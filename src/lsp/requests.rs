//! The table of requests: the function that answers each.

use lsp_types::request::{
    CodeActionRequest, CodeActionResolveRequest, CodeLensRequest, Completion, DocumentLinkRequest,
    DocumentSymbolRequest, GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest, References, Rename,
    Request,
};
use serde_json::Value;

use super::refusal::{Refusal, read, write_result};
use super::view::View;
use super::{actions, completion, hints, hover, lens, links, navigation, rename, symbols};

/// Answers a request, given its parameters.
type Answer = fn(Value, View<'_>) -> Result<Value, Refusal>;

/// Every request about documents, by its method.
const REQUESTS: &[(&str, Answer)] = &[
    (Completion::METHOD, |params, view| respond::<Completion>(params, |params| completion::complete(view, &params))),
    (HoverRequest::METHOD, |params, view| respond::<HoverRequest>(params, |params| hover::hover(view, &params))),
    (CodeActionRequest::METHOD, |params, view| {
        respond::<CodeActionRequest>(params, |params| actions::actions(view, &params))
    }),
    (CodeActionResolveRequest::METHOD, |params, view| {
        respond::<CodeActionResolveRequest>(params, |params| actions::resolve(view, params))
    }),
    (GotoDefinition::METHOD, |params, view| {
        respond::<GotoDefinition>(params, |params| navigation::definition(view, &params))
    }),
    (References::METHOD, |params, view| respond::<References>(params, |params| navigation::references(view, &params))),
    (PrepareRenameRequest::METHOD, |params, view| {
        respond::<PrepareRenameRequest>(params, |params| rename::prepare(view, &params))
    }),
    (Rename::METHOD, |params, view| respond::<Rename>(params, |params| rename::rename(view, &params))),
    (DocumentSymbolRequest::METHOD, |params, view| {
        respond::<DocumentSymbolRequest>(params, |params| symbols::symbols(view, &params))
    }),
    (DocumentLinkRequest::METHOD, |params, view| {
        respond::<DocumentLinkRequest>(params, |params| links::links(view, &params))
    }),
    (CodeLensRequest::METHOD, |params, view| respond::<CodeLensRequest>(params, |params| lens::lenses(view, &params))),
    (InlayHintRequest::METHOD, |params, view| {
        respond::<InlayHintRequest>(params, |params| hints::hints(view, &params))
    }),
];

/// Returns the function that answers a request about documents; `None` if it is not offered.
pub(super) fn answer(method: &str) -> Option<Answer> {
    REQUESTS.iter().find(|(known, _)| *known == method).map(|(_, answer)| *answer)
}

fn respond<R: Request>(
    params: Value,
    answer: impl FnOnce(R::Params) -> Result<R::Result, Refusal>,
) -> Result<Value, Refusal> {
    write_result(answer(read::<R::Params>(params)?)?)
}
