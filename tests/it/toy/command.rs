//! The command line over the shipped systems and those of the tests: the test program runs itself as `muster`.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Output};
use std::sync::LazyLock;

use muster_games::SYSTEMS;
use muster_systems::System;

/// All systems: those that are shipped, then those of the tests.
pub(crate) static ALL: LazyLock<Vec<&'static System>> = LazyLock::new(|| [SYSTEMS, &super::TOYS].concat());

/// The variable with the arguments of a test program that is `muster`, as JSON.
const ARGUMENTS: &str = "MUSTER_OF_ALL_SYSTEMS";
/// The line before what `muster` prints: above it stands what the test harness prints.
const BEGIN: &[u8] = b"--- muster ---\n";

/// Returns the test program as `muster` with some arguments, in a folder.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("the test program"));
    let name = concat!(module_path!(), "::the_test_program_is_muster").split_once("::").expect("a test").1;
    // On one thread the harness does not say that a test takes long, which would stand amid what `muster` prints.
    command.args(["--exact", name, "--nocapture", "--test-threads", "1"]).current_dir(folder);
    command.env(ARGUMENTS, serde_json::to_string(arguments).expect("JSON"));
    for variable in ["MUSTER_OUTPUT_FORMAT", "MUSTER_CONFIG", "RUST_TEST_THREADS"] {
        command.env_remove(variable);
    }
    command
}

/// Runs `muster` over all systems in a folder.
pub(crate) fn muster(folder: &Path, arguments: &[&str]) -> Output {
    output(&mut command(folder, arguments))
}

/// As [`muster`], with a format of its output.
pub(crate) fn muster_in_format(folder: &Path, arguments: &[&str], format: &str) -> Output {
    output(command(folder, arguments).env("MUSTER_OUTPUT_FORMAT", format))
}

/// Runs the test program as `muster`. Returns what that prints, without what the test harness does.
pub(crate) fn output(command: &mut Command) -> Output {
    let mut output = command.output().expect("the test program");
    let begin = output.stdout.windows(BEGIN.len()).position(|bytes| bytes == BEGIN).expect("it is run");
    output.stdout.drain(..begin + BEGIN.len());
    output
}

/// Runs `muster` over all systems; it ends with an exit code. Returns what it prints.
#[track_caller]
pub(crate) fn told(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = muster(folder, arguments);
    crate::cli::assert_exit(&output, code);
    let told = if code == 2 { output.stderr } else { output.stdout };
    crate::cli::text(&told)
}

#[test]
fn the_test_program_is_muster() {
    if let Ok(arguments) = std::env::var(ARGUMENTS) {
        let arguments: Vec<String> = serde_json::from_str(&arguments).expect("a list of texts");
        let mut stdout = std::io::stdout();
        stdout.write_all(BEGIN).and_then(|()| stdout.flush()).expect("a place to print");
        let arguments = std::iter::once("muster".to_owned()).chain(arguments).map(Into::into);
        let code = muster::cli::run(arguments, &ALL);
        let is_code = |number: &u8| format!("{:?}", ExitCode::from(*number)) == format!("{code:?}");
        std::process::exit((0..=u8::MAX).find(is_code).expect("an exit code").into());
    }
    let folder = crate::cli::folder("the-test-program");
    assert!(told(&folder, &["--version"], 0).starts_with("muster "));
    let names: Vec<&str> = ALL.iter().map(|system| system.id()).collect();
    assert!(told(&folder, &["schema", "chess"], 2).contains(&format!("expected one of {}", names.join(", "))));
    assert!(told(&folder, &["no-such-command"], 2).contains("no-such-command"));
}
