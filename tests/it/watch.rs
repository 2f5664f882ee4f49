//! `--watch`: a file that changes is looked at again, and a new one too.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::cli::{WHITE_MOUNTAIN, command, folder, root};

#[test]
fn files_are_looked_at_again_when_they_change() {
    let folder = folder("watch");
    let sound = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    fs::write(folder.join("a.yaml"), &sound).expect("a file");
    let mut command = command(&folder, &["check", "--watch", "--output-format", "concise"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut until = |end: &str| {
        let mut seen = Vec::new();
        for line in lines.by_ref() {
            seen.push(line.expect("UTF-8"));
            if seen.last().is_some_and(|line| line.contains(end)) {
                return seen;
            }
        }
        panic!("the program ended: {seen:?}")
    };
    assert_eq!(until("muster"), ["The file passes muster"]);
    fs::write(folder.join("a.yaml"), sound.replacen("[Schlick]", "[Schlik]", 1)).expect("a file");
    assert!(until("Found")[0].contains("TB101"));
    fs::write(folder.join("a.yaml"), &sound).expect("a file");
    until("The file passes muster");
    fs::write(folder.join("muster.toml"), "fail_on = 1\n").expect("a file");
    assert!(until("Found")[0].contains("MU502"));
    fs::remove_file(folder.join("muster.toml")).expect("a file");
    until("The file passes muster");
    fs::write(folder.join("b.yaml"), sound.replacen("[Schlick]", "[Schlik]", 1)).expect("a file");
    assert!(until("Found")[0].contains("b.yaml"));
    child.kill().expect("the program runs");
    child.wait().expect("the end");
}
