//! The editor in which places are opened: a command of the user's, or the program that started the preview.

use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::thread;

use camino::Utf8Path;

use muster_core::source::real;

use crate::project::programs::find_program;

/// The way a place is opened in an editor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Editor {
    /// A command, which is run as it is, by no shell.
    Command(EditorCommand),
    /// The program that started the preview: places are written to standard output and read from standard input, one a line.
    Starter,
}

/// A command that opens a place in an editor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditorCommand {
    program: String,
    arguments: Vec<String>,
}

impl Editor {
    /// Reads a command, as in `code --goto {path}:{line}:{column}`: words between spaces, in which `{path}`, `{line}` and
    /// `{column}` stand for the place. `-` is the program that started the preview.
    ///
    /// # Errors
    ///
    /// If it has no program, or the path of the place is not among its arguments.
    pub fn parse(text: &str) -> Result<Editor, String> {
        if text == "-" {
            return Ok(Editor::Starter);
        }
        let mut words = text.split_whitespace().map(str::to_owned);
        let program = words.next().filter(|program| !program.contains('{'));
        let arguments: Vec<String> = words.collect();
        match program {
            Some(program) if arguments.iter().any(|word| word.contains("{path}")) => {
                Ok(Editor::Command(EditorCommand { program, arguments }))
            }
            _ => Err(
                "expected a command with a place for the path, such as `code --goto {path}:{line}:{column}`, or `-`"
                    .to_owned(),
            ),
        }
    }

    /// Opens a place of a file; lines and columns count from 1.
    ///
    /// # Errors
    ///
    /// If the file is gone, or the program cannot be started or told.
    pub(super) fn open(&self, path: &Utf8Path, line: usize, column: usize) -> io::Result<()> {
        // An absolute path is never taken for an option.
        let path = real(path)?;
        match self {
            Editor::Command(command) => command.run(path.as_str(), line, column),
            Editor::Starter if path.as_str().contains(char::is_control) => {
                Err(io::Error::new(io::ErrorKind::InvalidInput, "the file name is not a line of text"))
            }
            Editor::Starter => {
                let mut output = io::stdout().lock();
                writeln!(output, "{path}:{line}:{column}")?;
                output.flush()
            }
        }
    }
}

impl EditorCommand {
    fn run(&self, path: &str, line: usize, column: usize) -> io::Result<()> {
        let mut child = Command::new(find_program(&self.program)?)
            .args(self.arguments(path, line, column))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()?;
        thread::Builder::new().name("editor".to_owned()).spawn(move || child.wait())?;
        Ok(())
    }

    /// Returns the arguments for a place. What stands in a path is no placeholder.
    fn arguments(&self, path: &str, line: usize, column: usize) -> Vec<String> {
        let placed = |argument: &String| {
            let argument = argument.replace("{line}", &line.to_string()).replace("{column}", &column.to_string());
            argument.replace("{path}", path)
        };
        self.arguments.iter().map(placed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_one_argument_whatever_is_in_its_path() {
        let Ok(Editor::Command(editor)) = Editor::parse("code --goto {path}:{line}:{column}") else {
            panic!("a command")
        };
        assert_eq!(editor.arguments("/a b/{line}; x.yaml", 3, 14), ["--goto", "/a b/{line}; x.yaml:3:14"]);
        assert_eq!(Editor::parse("-"), Ok(Editor::Starter));
        for text in ["", "code", "code --goto", "{path}", "{path} {path}"] {
            assert!(Editor::parse(text).is_err(), "{text}");
        }
    }
}
