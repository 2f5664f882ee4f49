//! The `muster` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    muster::cli::run(std::env::args_os(), muster::systems::SYSTEMS)
}
