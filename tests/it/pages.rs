//! The pages of codes, and their examples, which are run as commands.
//!
//! A page begins with its title, a sentence that says what is found, and why it matters. Then `## Fires` has examples in
//! which the code is found, and `## Silent` examples in which it is not. An example is what stands under a `###` heading, or
//! the whole section if it has none:
//!
//! - Every fenced block but `sh` is a file. "In `deck.yaml`:", a line of its own above the block, says what it is called;
//!   without such a line a `toml` block is `muster.toml`, and the others are `a.yaml`, `b.yaml` and so on. The line may go
//!   on: "In `deck.yaml`, in Latin-1:", "In `foot.png`, in base64:", "In `deck.yaml`, 200,000 times:". A picture of a control character, such as `␛`,
//!   stands for the character.
//! - A `sh` block has the commands, one a line. Without one it is `muster check .`, or `muster replay .` if a file is a play.
//!   They run in a folder that has nothing but the files of the example, and the shipped scenarios that these name.
//! - What the last command finds is marked by comments under the lines, as [`marks`] reads them, with code and message. Of a
//!   place over several lines the part on the first is marked, an empty place by a caret. A message may end with `…`. In JSON
//!   and CSV, which have no comments, the marks are taken out before the file is written.
//!
//! What is marked is found, and nothing else is. Only that a document names no system, or that no scenario names a deck, is
//! left unsaid on the pages of other codes: most examples are part of a document, or a deck alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Output;

use muster::review::{all_codes, templates};
use muster_core::diag::Code;
use muster_core::{check::allow, load, schema};
use muster_games::SYSTEMS;
use muster_games::{pub_battles, states_of_battle, table_battles, tabletop};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde_json::Value;

use crate::cli::{command, folder, root, text};
use crate::generated::assert_fresh;
use crate::mistake_marks::{Mark, marks};
use crate::toy;

/// The checks of a game.
struct GameChecks {
    /// The name of the game's library.
    game: &'static str,
    codes: Vec<Code>,
    /// Whether a check is a row of `unknown.rs`, by the name of its page.
    is_row: fn(&str) -> bool,
}

fn checks() -> [GameChecks; 4] {
    [
        GameChecks {
            game: "table_battles",
            codes: table_battles::checks::CHECKS.iter().map(|check| check.code).collect(),
            is_row: |name| name.starts_with("unknown_") && name != "unknown_action",
        },
        GameChecks {
            game: "states_of_battle",
            codes: states_of_battle::checks::CHECKS.iter().map(|check| check.code).collect(),
            is_row: |name| name.starts_with("unknown_"),
        },
        GameChecks {
            game: "tabletop",
            codes: tabletop::checks::CHECKS.iter().map(|check| check.code).collect(),
            is_row: |name| name.starts_with("unknown_"),
        },
        GameChecks {
            game: "pub_battles",
            codes: pub_battles::checks::CHECKS.iter().map(|check| check.code).collect(),
            is_row: |name| name.starts_with("unknown_"),
        },
    ]
}

/// Codes without examples, and why there can be none.
const NO_EXAMPLES: [(&str, &str); 2] = [
    ("MU205", "a check that fails is a mistake in Muster"),
    ("MU303", "an engine that breaks its rules is a mistake in Muster"),
];

/// Codes without a silent example that is run, and why.
const NOT_RUN_SILENT: [(&str, &str); 1] =
    [("MU304", "only a battle with much to choose rewards skill, and that takes a minute to be played often enough")];

/// Runs `muster` in a folder, with arguments and a format of its output.
type Muster = fn(&Path, &[&str], &str) -> Output;

fn shipped_muster(folder: &Path, arguments: &[&str], format: &str) -> Output {
    command(folder, arguments).env("MUSTER_OUTPUT_FORMAT", format).output().expect("the program")
}

/// Findings about an example as a whole, which only their own pages mark.
const OF_PARTS: [&str; 2] = ["MU203", "MU204"];

/// The part of a page under a heading.
pub(crate) fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no `## {heading}`"));
    rest.split("\n## ").next().unwrap_or(rest)
}

/// The YAML blocks of a section.
pub(crate) fn blocks(section: &str) -> Vec<&str> {
    section.split("```yaml\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(rest)).collect()
}

/// A project in a page, and the commands that look at it.
#[derive(Default)]
struct Example {
    files: Vec<File>,
    commands: Vec<String>,
}

/// A file of an example: as it stands in the page, and what is said of it above.
struct File {
    name: String,
    said: String,
    text: String,
}

impl Example {
    /// Reads the part of a page below a heading.
    fn read(part: &str) -> Example {
        let mut example = Example::default();
        let mut lines = part.lines();
        let mut above = "";
        while let Some(line) = lines.next() {
            let Some(language) = line.strip_prefix("```") else {
                above = if line.is_empty() { above } else { line };
                continue;
            };
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if language == "sh" {
                example.commands.extend(block.iter().map(|&line| line.to_owned()));
            } else {
                let said = std::mem::take(&mut above).strip_prefix("In `").and_then(|rest| rest.strip_suffix(':'));
                let unnamed = char::from(b'a' + example.files.len() as u8);
                let (name, said) = match said.and_then(|said| said.split_once('`')) {
                    Some((name, said)) => (name.to_owned(), said.to_owned()),
                    None if language == "toml" => ("muster.toml".to_owned(), String::new()),
                    None => (format!("{unnamed}.yaml"), String::new()),
                };
                example.files.push(File { name, said, text: block.join("\n") + "\n" });
            }
        }
        if example.commands.is_empty() {
            let is_play = example.files.iter().any(|file| file.text.contains("\nplay:"));
            example.commands.push(if is_play { "muster replay ." } else { "muster check ." }.to_owned());
        }
        example
    }

    /// What is marked in the files, by their number.
    fn marks(&self) -> Vec<Mark> {
        self.files.iter().enumerate().flat_map(|(number, file)| file.marks(number)).collect()
    }

    /// Runs the commands in a folder and returns the findings of the last one, as JSON.
    fn findings(&self, folder: &Path, muster: Muster) -> Vec<Value> {
        fs::create_dir_all(folder.join(".git")).expect("the folder of a project");
        for file in &self.files {
            let path = folder.join(&file.name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, file.bytes()).expect("a file");
        }
        for entry in fs::read_dir(root().join("scenarios/table-battles")).expect("the shipped scenarios") {
            let entry = entry.expect("an entry");
            let name = entry.file_name().into_string().expect("a name");
            if name.ends_with(".yaml") && self.files.iter().any(|file| file.text.contains(&format!(": {name}\n"))) {
                fs::copy(entry.path(), folder.join(name)).expect("a shipped scenario");
            }
        }
        let (last, before) = self.commands.split_last().expect("a command");
        let run = |line: &str, format: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(words[0], "muster", "{line}");
            let output = muster(folder, &words[1..], format);
            assert!(output.status.code().is_some_and(|code| code < 2), "{line}: {}", text(&output.stderr));
            output
        };
        for line in before {
            run(line, "full");
        }
        let report: Value = serde_json::from_slice(&run(last, "json").stdout).expect("JSON");
        report["findings"].as_array().expect("findings").clone()
    }

    /// A finding as it would be marked.
    fn mark(&self, finding: &Value) -> Mark {
        let string = |value: &Value| value.as_str().expect("text").to_owned();
        let number = |value: &Value| value.as_u64().expect("a number") as usize;
        let (path, start, end) = (string(&finding["path"]), &finding["span"]["start"], &finding["span"]["end"]);
        let path = path.trim_start_matches("./");
        let file = self.files.iter().position(|file| file.name == path).unwrap_or_else(|| panic!("{finding}"));
        let (line, column) = (number(&start["line"]), number(&start["column"]));
        let last = match number(&end["line"]) == line {
            true => number(&end["column"]),
            false => self.files[file].written().lines().nth(line - 1).unwrap_or_default().chars().count() + 1,
        };
        (file, line, column, last - column, string(&finding["code"]), string(&finding["message"]))
    }
}

impl File {
    /// Returns true for a file that can have no comments.
    fn has_no_comments(&self) -> bool {
        [".json", ".csv"].iter().any(|ending| self.name.ends_with(ending))
    }

    /// What is marked in it.
    fn marks(&self, number: usize) -> Vec<Mark> {
        let mut marks = marks(number, &self.text);
        if self.has_no_comments() {
            // The lines of marks are not there when it is read.
            let taken = |above: usize| self.text.lines().take(above).filter(|line| is_mark(line)).count();
            marks.iter_mut().for_each(|mark| mark.1 -= taken(mark.1));
        }
        marks
    }

    /// The text of the file, once.
    fn written(&self) -> String {
        let lines = self.text.lines().filter(|line| !(self.has_no_comments() && is_mark(line)));
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        text.chars().map(|c| if ('\u{2400}'..'\u{2420}').contains(&c) { char::from(c as u8) } else { c }).collect()
    }

    fn bytes(&self) -> Vec<u8> {
        let text = self.written();
        let times = self.said.strip_suffix(" times").and_then(|said| said.rsplit(' ').next());
        let times = times.map_or(1, |times| times.replace(',', "").parse().expect("a number"));
        if self.said.contains("base64") {
            return base64(&text);
        }
        let bytes: Vec<u8> = match self.said.contains("Latin-1") {
            true => text.chars().map(|c| u8::try_from(c).expect("a letter of Latin-1")).collect(),
            false => text.into_bytes(),
        };
        bytes.repeat(times)
    }
}

/// The bytes that a text stands for, six bits a letter.
fn base64(text: &str) -> Vec<u8> {
    let bits = |letter: u8| match letter {
        b'A'..=b'Z' => u32::from(letter - b'A'),
        b'a'..=b'z' => u32::from(letter - b'a') + 26,
        b'0'..=b'9' => u32::from(letter - b'0') + 52,
        b'+' => 62,
        b'/' => 63,
        other => panic!("`{}` is no letter of base64", char::from(other)),
    };
    let letters: Vec<u8> = text.bytes().filter(|letter| !matches!(letter, b'=' | b'\n')).collect();
    let four = |four: &[u8]| {
        let number = four.iter().fold(0, |number, letter| number << 6 | bits(*letter)) << (6 * (4 - four.len()));
        number.to_be_bytes()[1..four.len()].to_vec()
    };
    letters.chunks(4).flat_map(four).collect()
}

/// Whether a line is a mark.
fn is_mark(line: &str) -> bool {
    line.strip_prefix('#').is_some_and(|rest| rest.trim_start().starts_with('^'))
}

/// A code's findings in its examples, as they are told, each wording once.
type Wordings = BTreeSet<String>;

/// Returns a finding as it stands in the specimen: its message, the help, and what is said of other places.
fn wording(finding: &Value, folder: &Path) -> String {
    let message = finding["message"].as_str().expect("text");
    let mut text = format!("  {}\n", message.replace(&*folder.to_string_lossy(), "FOLDER"));
    if let Some(help) = finding["help"].as_str() {
        text += &format!("    help: {help}\n");
    }
    for related in finding["related"].as_array().expect("a list") {
        text += &format!("    note: {}\n", related["message"].as_str().expect("text"));
    }
    text
}

/// Returns why an example of a code is not as it is marked, nothing where it is, and adds its findings to the `wordings`.
fn fault(
    code: Code,
    example: &Example,
    (folder, muster): (&Path, Muster),
    fires: bool,
    wordings: &mut Wordings,
) -> Option<String> {
    let mut marked = example.marks();
    let findings = example.findings(folder, muster);
    wordings
        .extend(findings.iter().filter(|finding| finding["code"] == code.id).map(|finding| wording(finding, folder)));
    let mut found: Vec<Mark> = findings.iter().map(|finding| example.mark(finding)).collect();
    found.retain(|found| found.4 == code.id || !OF_PARTS.contains(&&*found.4));
    for found in &mut found {
        let here = |mark: &&Mark| (mark.0, mark.1, mark.2, &mark.4) == (found.0, found.1, found.2, &found.4);
        if let Some(mark) = marked.iter().find(here) {
            found.3 = if found.3 == 0 { mark.3 } else { found.3 };
            if mark.5.strip_suffix('…').is_some_and(|begins| found.5.starts_with(begins)) {
                found.5.clone_from(&mark.5);
            }
        }
    }
    marked.sort();
    found.sort();
    if fires && !marked.iter().any(|mark| mark.4 == code.id) {
        return Some(format!("{}: an example that fires has no mark of it", code.name));
    }
    let is_right = marked == found && (fires || marked.iter().all(|mark| mark.4 != code.id));
    (!is_right).then(|| format!("{}: marked\n{marked:#?}\nfound\n{found:#?}", code.name))
}

#[test]
fn every_code_has_examples_that_fire_where_they_are_marked_and_examples_that_are_silent() {
    let excepted: BTreeMap<_, _> = NO_EXAMPLES.into_iter().collect();
    let not_run: BTreeMap<_, _> = NOT_RUN_SILENT.into_iter().collect();
    let top = folder("pages");
    let shipped = all_codes(SYSTEMS);
    let mut codes = all_codes(&toy::command::ALL);
    codes.sort_by_key(|code| code.id);
    let judged = codes.into_par_iter().map(|code| {
        let is_shipped = shipped.contains(&code);
        let muster: Muster = if is_shipped { shipped_muster } else { toy::command::muster_in_format };
        let (mut faults, mut wordings) = (Vec::new(), Wordings::new());
        if excepted.contains_key(code.id) {
            if code.page.contains("\n```") {
                faults.push(format!("{}: has an example now and is no exception", code.name));
            }
            return (faults, String::new());
        }
        for (heading, fires) in [("Fires", true), ("Silent", false)] {
            let parts = section(code.page, heading).split("\n### ").filter(|part| part.contains("\n```"));
            let mut count = 0;
            for part in parts {
                count += 1;
                let folder = top.join(format!("{}-{heading}-{count}", code.name));
                faults.extend(fault(code, &Example::read(part), (&folder, muster), fires, &mut wordings));
            }
            if (count == 0) != (!fires && not_run.contains_key(code.id)) {
                faults.push(format!("{}: {count} examples under `## {heading}`", code.name));
            }
        }
        let head = format!("{} {} ({})\n", code.id, code.name, code.severity.name());
        let specimen = head + &wordings.into_iter().collect::<String>() + "\n";
        (faults, if is_shipped { specimen } else { String::new() })
    });
    let judged: Vec<(Vec<String>, String)> = judged.collect();
    let (faults, specimen): (Vec<Vec<String>>, String) = judged.into_iter().unzip();
    let faults = faults.concat();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_fresh("tests/it/specimen.txt", &specimen);
}

#[test]
fn every_page_opens_with_its_name_a_sentence_and_why() {
    let checks = checks().into_iter().flat_map(|checks| checks.codes);
    for code in
        checks.chain(load::CODES.iter().copied()).chain([schema::CODES, allow::CODES, templates::CODES].concat())
    {
        let (name, id) = (code.name, code.id);
        let mut parts = code.page.split("\n\n");
        assert_eq!(parts.next(), Some(format!("# {name} ({id})").as_str()));
        let sentence = parts.next().expect("a sentence");
        assert!(sentence.ends_with('.') && !sentence.contains('\n') && sentence.len() > 20, "{name}: {sentence}");
        let why = parts.next().expect("why it matters");
        assert!(!why.starts_with('#'), "{name}: does not say why it matters");
    }
}

#[test]
fn the_lists_are_sorted_and_nothing_is_twice() {
    for GameChecks { game, codes, .. } in checks() {
        let ids: Vec<_> = codes.iter().map(|code| code.id).collect();
        assert!(ids.is_sorted_by(|a, b| a < b), "{game}: {ids:?}");
        let names: BTreeSet<_> = codes.iter().map(|code| code.name).collect();
        assert_eq!(names.len(), codes.len(), "{game}");
        for name in names {
            let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
            assert!(name.split('-').all(is_word), "{name}");
        }
    }
}

#[test]
fn every_file_of_a_folder_is_in_the_list() {
    for GameChecks { game, codes, is_row } in checks() {
        let folder = root().join("crates").join(game.replace('_', "-")).join("src/checks");
        let entries = std::fs::read_dir(folder).expect("the folder of the checks");
        let files: BTreeSet<String> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect();
        let names = || codes.iter().map(|code| code.name.replace('-', "_"));
        let pages: BTreeSet<String> = names().map(|name| format!("{name}.md")).collect();
        // The checks of names that mean nothing are rows of one table.
        let code = names().map(|name| if is_row(&name) { "unknown.rs".to_owned() } else { format!("{name}.rs") });
        assert_eq!(files, pages.into_iter().chain(code).collect(), "{game}");
    }
}
