//! Pages of reports: one file, nothing from the network, light and dark.

use muster_core::play::interval::Interval;

use super::output::sealed;
use super::table::share_and_interval;

/// The style of all pages.
const STYLE: &str = include_str!("page.css");

/// Returns a page; `style` is added to the style of all pages.
pub(in crate::cli) fn document(title: &str, style: &str, body: &str) -> String {
    sealed(&format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<meta name=\"generator\" content=\"muster\">\n<title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
    ))
}

/// Returns a share and its interval for a cell of a table that `wraps`: they stand below each other where there is no room beside.
pub(in crate::cli) fn unbroken(share: Interval) -> String {
    let said = share_and_interval(share);
    match said.split_once(" (") {
        Some((share, interval)) => format!("<span>{share}</span> <span>({interval}</span>"),
        None => said,
    }
}
