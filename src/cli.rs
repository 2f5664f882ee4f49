//! The command line: the only place that reads arguments, prints, and sets exit codes.

mod balance;
mod battles;
mod check;
mod color;
mod completions;
mod explain;
mod export;
mod fix;
mod from_play;
mod help;
mod inputs;
mod look;
#[cfg(feature = "lsp")]
mod lsp;
mod man;
mod merge;
mod new;
mod output;
mod page;
mod passed_over;
#[cfg(feature = "preview")]
mod play;
mod policy;
#[cfg(feature = "preview")]
mod preview;
mod print;
mod rename;
mod replay;
mod report;
mod review;
mod schema;
mod settings;
mod sheet;
mod shell;
mod smoke;
mod sweep;
mod table;
mod tune;
mod watch;

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use muster_core::diag::escape::{Syntax, line};
use muster_systems::System;
use output::complain;

/// Check, test, balance and print tabletop battle card games written in YAML.
#[derive(Debug, Parser)]
#[command(name = "muster", version, propagate_version = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  muster new table-battles \"Hastings\"       start a scenario
  muster check scenarios                    find mistakes
  muster smoke hastings.yaml                play a thousand battles
  muster balance hastings.yaml              see who wins, and what each card is worth
  muster tune hastings.yaml                 find the smallest change that balances it
  muster print hastings.yaml -o cards.pdf   print cards to cut and play with
  muster export vassal hastings.yaml -o hastings.vmod
                                            lay the battle on a table in VASSAL
  muster explain TB101                      learn what a finding means

Exit codes: 0 no findings at or above the fail level, 1 findings, 2 wrong usage, unreadable input or internal error, 75 stopped with nothing lost: run the same command again.";

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Args),
    Smoke(smoke::Args),
    Balance(balance::Args),
    Tune(tune::Args),
    Sweep(sweep::Args),
    Merge(merge::Args),
    Replay(replay::Args),
    Review(review::Args),
    Print(print::Args),
    Export(export::Args),
    Explain(explain::Args),
    Schema(schema::Args),
    New(new::Args),
    Rename(rename::Args),
    Sheet(sheet::Args),
    #[cfg(feature = "lsp")]
    Lsp(lsp::Args),
    #[cfg(feature = "preview")]
    Preview(preview::Args),
    #[cfg(feature = "preview")]
    Play(play::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// The result of a command: its exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    /// Nothing at or above the fail level.
    Clean = 0,
    /// Findings.
    Findings = 1,
    /// Usage, unreadable input or internal error.
    Trouble = 2,
    /// Not all was done, and doing it again may help: a time was up, a signal came, a disk was full.
    Again = 75,
}

/// The error of a command that could not do its work: a machine's trouble or a mistake of usage, in one line.
#[derive(Debug)]
struct Trouble(String);

impl<T: std::fmt::Display> From<T> for Trouble {
    fn from(error: T) -> Self {
        Trouble(error.to_string())
    }
}

type Outcome = Result<Exit, Trouble>;

/// Runs the command line over the given systems.
pub fn run(arguments: impl IntoIterator<Item = OsString>, systems: &'static [&'static System]) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let cli = match parse(arguments.iter().cloned(), plain_command(systems)) {
        Ok(cli) => cli,
        Err(error) => return refuse(error, &arguments, systems),
    };
    std::panic::set_hook(Box::new(|info| {
        output::keep_panic(info);
        // Where nothing can be caught, in a browser, this is the end.
        if cfg!(panic = "abort") {
            complain(&output::kept_panic());
            std::process::exit(Exit::Trouble as i32);
        }
    }));
    let outcome = catch_unwind(AssertUnwindSafe(|| cli.command.run(systems)));
    let exit = match outcome {
        Ok(Ok(exit)) => exit,
        Ok(Err(Trouble(text))) => {
            complain(&text);
            Exit::Trouble
        }
        Err(_) => {
            complain(&output::kept_panic());
            Exit::Trouble
        }
    };
    ExitCode::from(exit as u8)
}

/// Returns the command line, with the words that systems bring, as it is shown.
fn command(systems: &'static [&'static System]) -> clap::Command {
    help::order_commands(plain_command(systems))
}

/// Returns the same without the order of its help, which takes longer to make than arguments to read.
fn plain_command(systems: &'static [&'static System]) -> clap::Command {
    let extras = PossibleValuesParser::new(print::with_values(systems));
    Cli::command().mut_subcommand("print", |print| print.mut_arg("with", |with| with.value_parser(extras)))
}

/// Reads the arguments. A negative number is the value of the option before it, which says what it allows, and no option.
fn parse(arguments: impl IntoIterator<Item = OsString>, command: clap::Command) -> Result<Cli, clap::Error> {
    let takes_number =
        |arg: &clap::Arg| arg.get_action().takes_values() && !arg.is_positional() && !arg.is_allow_hyphen_values_set();
    let options = |command: clap::Command| {
        command.mut_args(|arg| if takes_number(&arg) { arg.allow_negative_numbers(true) } else { arg })
    };
    let mut command = command.mut_subcommands(options);
    let mut matches = command.try_get_matches_from_mut(arguments)?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

/// Prints help, the version or an error of usage.
fn refuse(error: clap::Error, arguments: &[OsString], systems: &'static [&'static System]) -> ExitCode {
    // Help is made again in its order. An error quotes arguments in colours of its own, so it is made again from arguments that
    // are safe to print.
    let safe = arguments
        .iter()
        .map(|argument| argument.to_str().map_or(argument.clone(), |text| line(text).into_owned().into()));
    let error = match error.kind() {
        ErrorKind::DisplayVersion => error,
        _ => parse(safe, command(systems)).err().unwrap_or(error),
    };
    // Help and version go to stdout with 0, usage errors to stderr with 2: clap knows which.
    let code = ExitCode::from(error.exit_code() as u8);
    // Values also come from the environment, and clap knows nothing of what a build system obeys.
    let text = error.render().to_string();
    let safe = Syntax::Text.escape(&text);
    if safe.bytes() != text.as_bytes() {
        output::to_stderr(&safe);
        return code;
    }
    if error.print().is_ok() { code } else { ExitCode::from(2) }
}

impl Command {
    fn run(self, systems: &'static [&'static System]) -> Outcome {
        match self {
            Command::Check(args) => args.run(systems),
            Command::Smoke(args) => args.run(systems),
            Command::Balance(args) => args.run(systems),
            Command::Tune(args) => args.run(systems),
            Command::Sweep(args) => args.run(systems),
            Command::Merge(args) => args.run(systems),
            Command::Replay(args) => args.run(systems),
            Command::Review(args) => args.run(systems),
            Command::Print(args) => args.run(systems),
            Command::Export(args) => args.run(systems),
            Command::Explain(args) => args.run(systems),
            Command::Schema(args) => args.run(systems),
            Command::New(args) => args.run(systems),
            Command::Rename(args) => args.run(systems),
            Command::Sheet(args) => args.run(systems),
            #[cfg(feature = "lsp")]
            Command::Lsp(args) => args.run(systems),
            #[cfg(feature = "preview")]
            Command::Preview(args) => args.run(systems),
            #[cfg(feature = "preview")]
            Command::Play(args) => args.run(systems),
            Command::Completions(args) => args.run(command(systems), systems),
            Command::Man(args) => args.run(&command(systems)),
        }
    }
}

/// Returns the system of an identifier; the error names those there are, the nearest first.
fn system_of(id: &str, systems: &'static [&'static System]) -> Result<&'static System, Trouble> {
    let ids = || systems.iter().map(|system| system.id());
    systems.iter().copied().find(|system| system.id() == id).ok_or_else(|| {
        let near = muster_core::diag::or_nearest(id, ids());
        let all = ids().collect::<Vec<_>>().join(", ");
        Trouble(format!("unknown system `{id}`; expected one of {all}{near}"))
    })
}
