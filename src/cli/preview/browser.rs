//! The browser that is opened.

use std::io::{self, ErrorKind};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use camino::Utf8Path;

use crate::project::programs::{absolute_path, find_program};

/// The number of times that an opener is checked for failure, and the pause between two checks.
const GLANCES: usize = 10;
const GLANCE: Duration = Duration::from_millis(25);

/// Opens a page on disk in the user's browser, which goes on when this program ends. Neither the program that opens it nor those
/// that it starts by name are looked for in folders that `PATH` names relatively.
///
/// # Errors
///
/// If there is no program that opens pages, or none of them does.
pub(super) fn open_page(page: &Utf8Path) -> io::Result<()> {
    let path = absolute_path()?;
    let mut why = io::Error::from(ErrorKind::NotFound);
    for opener in open::commands(page) {
        let start = || {
            let mut command = Command::new(find_program(&opener.get_program().to_string_lossy())?);
            command.args(opener.get_args()).env("PATH", &path);
            command.envs(opener.get_envs().filter_map(|(key, value)| Some((key, value?))));
            // What interrupts this program does not interrupt the browser.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
        };
        match start().and_then(goes_on) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => why = error,
        }
    }
    Err(why)
}

/// Waits a moment for an opener to fail; one that is not over then, or ends well, has opened the page.
fn goes_on(mut opener: Child) -> io::Result<()> {
    for _ in 0..GLANCES {
        match opener.try_wait()? {
            // Explorer says nothing by how it ends.
            Some(status) if status.success() || cfg!(windows) => return Ok(()),
            Some(status) => return Err(io::Error::other(format!("the program that opens pages exited with {status}"))),
            None => thread::sleep(GLANCE),
        }
    }
    thread::Builder::new().name("browser".to_owned()).spawn(move || opener.wait())?;
    Ok(())
}
