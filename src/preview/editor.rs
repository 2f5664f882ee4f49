//! The editor in which places are opened: a command of the user's.

use std::io;
use std::process::{Command, Stdio};
use std::thread;

use camino::Utf8Path;

/// A command that opens a place in an editor. It is run as it is, by no shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editor {
    program: String,
    arguments: Vec<String>,
}

impl Editor {
    /// Reads a command, as in `code --goto {path}:{line}:{column}`: words between spaces, in which `{path}`, `{line}` and
    /// `{column}` stand for the place.
    ///
    /// # Errors
    ///
    /// If it has no program, or the path of the place is not among its arguments.
    pub fn parse(text: &str) -> Result<Editor, String> {
        let mut words = text.split_whitespace().map(str::to_owned);
        let program = words.next().filter(|program| !program.contains('{'));
        let arguments: Vec<String> = words.collect();
        match program {
            Some(program) if arguments.iter().any(|word| word.contains("{path}")) => Ok(Editor { program, arguments }),
            _ => Err("expected a program and where it takes the place, as in `code --goto {path}:{line}:{column}`"
                .to_owned()),
        }
    }

    /// Opens a place of a file; lines and columns count from 1.
    ///
    /// # Errors
    ///
    /// If the file is gone, or the program cannot be started.
    pub(super) fn open(&self, path: &Utf8Path, line: u32, column: u32) -> io::Result<()> {
        let mut child = Command::new(&self.program)
            // An absolute path is never taken for an option.
            .args(self.placed(path.canonicalize_utf8()?.as_str(), line, column))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()?;
        thread::Builder::new().name("editor".to_owned()).spawn(move || child.wait())?;
        Ok(())
    }

    /// Returns the arguments for a place. What stands in a path is no placeholder.
    fn placed(&self, path: &str, line: u32, column: u32) -> Vec<String> {
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
        let editor = Editor::parse("code --goto {path}:{line}:{column}").expect("a command");
        assert_eq!(editor.placed("/a b/{line}; x.yaml", 3, 14), ["--goto", "/a b/{line}; x.yaml:3:14"]);
        for text in ["", "code", "code --goto", "{path}", "{path} {path}"] {
            assert!(Editor::parse(text).is_err(), "{text}");
        }
    }
}
