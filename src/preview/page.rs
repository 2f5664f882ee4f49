//! The page: its text, its style and its script, which are part of the program.

const PAGE: &str = include_str!("page/index.html");

/// The style.
pub(super) const STYLE: &str = include_str!("page/page.css");

/// The script.
pub(super) const SCRIPT: &str = concat!(
    include_str!("page/elements.js"),
    include_str!("page/plays.js"),
    include_str!("page/battles.js"),
    include_str!("page/boxes.js"),
    include_str!("page/review.js"),
    include_str!("page/thoughts.js"),
    include_str!("page/rules.js"),
    include_str!("page/table.js"),
    include_str!("page/page.js")
);

/// The picture of its tab.
pub(super) const ICON: &str = include_str!("page/icon.svg");

/// The content security policy of the page: it may use what this server hands out, and nothing else. Only panels of Visual Studio
/// Code may frame it; no page of the web has their schemes.
pub(super) const POLICY: &str = "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; \
                                 frame-src 'self'; \
                                 base-uri 'none'; form-action 'none'; frame-ancestors vscode-webview: vscode-file:";

/// The content security policy of a report that the page shows in a frame: it has a style, and nothing else.
pub(super) const REPORT_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self' vscode-webview: vscode-file:";

/// Returns the page; its style and script are asked for with the token.
pub(super) fn page(token: &str) -> String {
    PAGE.replace("{token}", token)
}
