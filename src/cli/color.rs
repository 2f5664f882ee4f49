//! `--color`: whether standard output has colours.

use std::io::{IsTerminal, stdout};

use clap::ValueEnum;

use muster_core::diag::escape::Syntax;

use super::Trouble;
use super::output;

/// When standard output has colours.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Returns true if standard output has colours.
    pub(super) fn is_shown(self) -> bool {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => false,
            Color::Auto => {
                set("FORCE_COLOR")
                    || set("CLICOLOR_FORCE")
                    || stdout().is_terminal() && anstream::AutoStream::choice(&stdout()) != anstream::ColorChoice::Never
            }
        }
    }

    /// Writes a text to standard output, its headings in bold where there are colours.
    pub(super) fn write(self, text: &str, is_heading: impl Fn(&str) -> bool) -> Result<(), Trouble> {
        if !self.is_shown() {
            return output::text_to_stdout(text);
        }
        // What the text itself would tell a terminal is written out before.
        let plain = String::from_utf8_lossy(Syntax::Text.escape(text).bytes()).into_owned();
        let styled = plain.split_inclusive('\n').map(|line| match line.trim_end_matches('\n') {
            heading if is_heading(heading) => format!("\x1b[1m{heading}\x1b[0m\n"),
            _ => line.to_owned(),
        });
        output::to_stdout(&Syntax::Styled.escape(&styled.collect::<String>()))
    }
}
