//! `muster completions`: shell completion.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;

use muster_core::diag::escape::Escaped;
use muster_systems::System;

use super::{Exit, Outcome, output};
use crate::review::all_codes;

/// Print a shell completion script.
///
/// Save it where your shell looks for it: bash in ~/.local/share/bash-completion/completions/muster, zsh in a folder of
/// $fpath as _muster, fish in ~/.config/fish/completions/muster.fish.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell.
    #[arg(ignore_case = true)]
    shell: Shell,
}

impl Args {
    pub(super) fn run(self, command: Command, systems: &'static [&'static System]) -> Outcome {
        let words = systems.iter().map(|system| system.id()).chain(["template"]).collect::<Vec<_>>();
        let schemas = [&words[..], &["sweep"]].concat();
        let names = all_codes(systems).into_iter().map(|code| code.name);
        let topics = systems.iter().flat_map(|system| system.topics()).map(|(word, _)| word);
        let names = names.chain(topics).collect::<Vec<_>>();
        let one_of = |words: &[&'static str]| PossibleValuesParser::new(words.to_vec());
        let mut command = command
            .mut_subcommands(with_hints)
            .mut_subcommand("new", |new| new.mut_arg("system", |arg| arg.value_parser(one_of(&words))))
            .mut_subcommand("schema", |schema| schema.mut_arg("system", |arg| arg.value_parser(one_of(&schemas))))
            .mut_subcommand("explain", |explain| explain.mut_arg("code", |arg| arg.value_parser(one_of(&names))));
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "muster", &mut script);
        output::to_stdout(&Escaped::document(script))?;
        Ok(Exit::Clean)
    }
}

/// Returns a command, and those below it, with what the values of their arguments are.
fn with_hints(command: Command) -> Command {
    command.mut_args(with_hint).mut_subcommands(with_hints)
}

/// Returns an argument with what its value is, by the word for it in the help.
fn with_hint(arg: Arg) -> Arg {
    let hint = match arg.get_value_names().and_then(|names| names.first()).map(|name| name.as_str()) {
        Some("PATH") => ValueHint::AnyPath,
        Some("FILE" | "PNG" | "FORMAT=FILE") => ValueHint::FilePath,
        Some("DIR") => ValueHint::DirPath,
        _ => return arg,
    };
    arg.value_hint(hint)
}
