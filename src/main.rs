//! The `muster` command.

use std::process::ExitCode;

/// Files are checked on all cores, each with thousands of small values: see Cargo.toml.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    muster::cli::run(std::env::args_os(), muster::systems::SYSTEMS)
}
