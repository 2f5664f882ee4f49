//! `--watch`: a file that changes is checked again, and a new one too.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::cli::{WHITE_MOUNTAIN, command, folder, root};

/// How long is waited for a line that must come.
const BOUND: Duration = Duration::from_secs(120);

/// A running `check --watch`, which is ended with this.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn new(folder: &Path, arguments: &[&str]) -> Watching {
        let mut command = command(folder, &["check", "--watch", "--output-format", "concise"]);
        let mut child =
            command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Watching { child, lines }
    }

    /// The lines up to the first that contains this.
    #[track_caller]
    fn until(&self, end: &str) -> String {
        let mut seen = String::new();
        while !seen.contains(end) {
            match self.lines.recv_timeout(BOUND) {
                Ok(line) => seen = seen + &line + "\n",
                Err(error) => panic!("{error}: `{end}` is not among\n{seen}"),
            }
        }
        seen
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.child.kill().expect("the program runs");
        self.child.wait().expect("the end");
    }
}

fn scenario() -> String {
    fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario")
}

/// The scenario with a target that nobody is called.
fn broken() -> String {
    scenario().replacen("[Schlick]", "[Schlik]", 1)
}

#[test]
fn files_are_looked_at_again_when_they_change() {
    let folder = folder("watch");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    write("a.yaml", &scenario());
    let watching = Watching::new(&folder, &[]);
    assert_eq!(watching.until(" OK"), "1 file OK\n");
    write("a.yaml", &broken());
    assert!(watching.until("Found").contains("TB101"));
    // As editors do it.
    write("a.yaml~", &scenario());
    fs::rename(folder.join("a.yaml~"), folder.join("a.yaml")).expect("a file");
    watching.until("1 file OK");
    write("muster.toml", "fail_on = 1\n");
    assert!(watching.until("Found").contains("MU502"));
    write("muster.toml", "levels = {TB101 = \"warning\"}\n");
    watching.until("1 file OK");
    write("b.yaml", &broken());
    assert!(watching.until("Found").contains("b.yaml"));
    fs::remove_file(folder.join("b.yaml")).expect("a file");
    watching.until("1 file OK");
    fs::create_dir(folder.join("new")).expect("a folder");
    write("new/c.yaml", &broken());
    assert!(watching.until("Found").contains("new/c.yaml"));
}

#[test]
fn what_documents_and_options_name_is_watched_even_while_it_is_gone() {
    let folder = folder("watch-named");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    let deck = "system: table-battles\nformations:\n  - {card: 991A, name: Guns, wing: red, strength: 4, dice: 6}\n";
    for made in ["decks", "look"] {
        fs::create_dir(folder.join(made)).expect("a folder");
    }
    write("a.yaml", &(scenario() + "decks: [decks/guns.yaml]\n"));
    write("decks/guns.yaml", deck);
    write("look/a.txt", "");
    fs::copy(root().join("templates/table-battles/classic/formation.yaml"), folder.join("look/formation.yaml"))
        .expect("a file");
    write("known.json", "{\"version\": 1, \"findings\": {}}\n");
    let watching = Watching::new(&folder, &["a.yaml", "--template", "look", "--baseline", "known.json"]);
    watching.until(" OK");
    fs::remove_dir_all(folder.join("decks")).expect("a folder");
    assert!(watching.until("Found").contains("MU201"));
    fs::create_dir(folder.join("decks")).expect("a folder");
    write("decks/guns.yaml", deck);
    watching.until(" OK");
    write("known.json", "{\"version\": 2, \"findings\": {}}\n");
    assert!(watching.until("Found").contains("MU207"));
    write("known.json", "{\"version\": 1, \"findings\": {}}\n");
    watching.until(" OK");
    write("look/second.yaml", "unknown: 1\n");
    assert!(watching.until("Found").contains("look/second.yaml"));
}

#[test]
fn a_default_picture_that_appears_is_noticed() {
    let folder = crate::default_art::battle("watch-default-art", "  art: {default: \"art/{card}.jpg\"}\n");
    let picture = fs::read(folder.join("art/501A.jpg")).expect("a picture");
    for card in 501..=506 {
        fs::remove_file(folder.join(format!("art/{card}A.jpg"))).expect("a file");
    }
    let watching = Watching::new(&folder, &["."]);
    assert!(watching.until("Found").contains("MU816"));
    fs::write(folder.join("art/502A.jpg"), picture).expect("a file");
    watching.until(" OK");
}
