//! Edits that nobody thought of: after them the server finds what a cold check of the same text finds.

use std::fs;
use std::path::Path;

use camino::{Utf8Path, Utf8PathBuf};
use lsp_server::Notification;
use muster::project::Project;
use muster::project::files::Selection;
use muster::project::looks::WantedLook;
use muster::project::policy::Policy;
use muster::project::settings::Origin;
use muster::project::verdict::Purpose;
use muster_core::play::rng::Rng;
use muster_core::source::{Address, Sources};
use muster_games::SYSTEMS;
use serde_json::{Value, json};

use super::editor::{Editor, uri};
use crate::cli::{folder, root};

/// Edits, and after how many of them the findings are compared: as many as a test has time for. All texts are kept by
/// edits of parts of them, so a mistake in one shows after all that follow.
const EDITS: usize = 2000;
const COMPARED: usize = 80;

/// Where `MUSTER_EDITS` asks for a number of edits, so many editors share them, and the findings are compared after each.
const SESSIONS: u32 = 8;

/// The files beside a scenario that it names.
const BESIDE: &[&str] = &[
    "tabletop/maps/thornby.yaml",
    "tabletop/decks/nine-towns.yaml",
    "tabletop/decks/crown-of-aumery.yaml",
    "states-of-battle/units/wardens-of-ambershaw.yaml",
    "states-of-battle/units/salt-dukes-host.yaml",
    "pub-battles/maps/orrin-heath.yaml",
];

/// The scenarios that are edited.
const SCENARIOS: [&str; 5] = [
    "table-battles/white-mountain.yaml",
    "tabletop/corn-monday.yaml",
    "table-battles/hastings.yaml",
    "states-of-battle/bridge-at-ambershaw.yaml",
    "pub-battles/orrin-heath.yaml",
];

fn below(rng: &mut Rng, n: usize) -> usize {
    rng.draw_below(u32::try_from(n.max(1)).expect("small")) as usize
}

/// A place in a text as editors count, counted in the plainest way.
fn place(text: &str, offset: usize) -> Value {
    let (mut line, mut character) = (0, 0);
    let mut letters = text[..offset].chars().peekable();
    while let Some(letter) = letters.next() {
        let ends =
            letter == '\n' || letter == '\r' && letters.peek().copied().or(text[offset..].chars().next()) != Some('\n');
        (line, character) = if ends { (line + 1, 0) } else { (line, character + letter.len_utf16()) };
    }
    // Between `\r` and `\n` is still the end of the line before.
    let within = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
    json!({"line": line, "character": character - usize::from(within)})
}

fn offset(rng: &mut Rng, text: &str) -> usize {
    let mut offset = text.floor_char_boundary(below(rng, text.len() + 1));
    if text[..offset].ends_with('\r') {
        offset -= 1;
    }
    offset
}

/// A change as editors and hands make it: the bytes that go, and what comes.
fn edit(rng: &mut Rng, text: &str) -> (usize, usize, String) {
    const TYPED: &[&str] = &[
        "a",
        "x",
        " ",
        "  ",
        "\n",
        "\r\n",
        "\n  - ",
        ": ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "'",
        "\"",
        "#",
        "é",
        "🂡",
        "-",
        "0",
        "7A",
        "\t",
        "&a ",
        "*a",
        "|",
        "# muster: allow(TB101) x",
    ];
    let start = offset(rng, text);
    let length = below(rng, 24);
    let mut end = text.floor_char_boundary((start + length).min(text.len()));
    if text[..end].ends_with('\r') {
        end += usize::from(text[end..].starts_with('\n'));
    }
    let end = end.max(start);
    match rng.draw_below(6) {
        0 | 1 => (start, start, TYPED[below(rng, TYPED.len())].to_owned()),
        2 => (start, end, String::new()),
        3 => (start, end, TYPED[below(rng, TYPED.len())].to_owned()),
        4 => {
            let at = offset(rng, text);
            (start, start, text[at..text.floor_char_boundary((at + 40).min(text.len())).max(at)].to_owned())
        }
        // A word is put in place of another one.
        _ => {
            let words = |at: usize| {
                let from = text[..at]
                    .rfind(|c: char| !c.is_alphanumeric())
                    .map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
                let to = text[at..].find(|c: char| !c.is_alphanumeric()).map_or(text.len(), |i| at + i);
                (from.min(at), to)
            };
            let (from, to) = words(start);
            let (other, end) = words(offset(rng, text));
            (from, to, text[other..end].to_owned())
        }
    }
}

/// What a check of the files on disk finds, as it is shown, without versions.
fn cold(folder: &Utf8Path, file: &Utf8Path) -> Value {
    let project = Project::new(SYSTEMS, &Origin::Nearest, Policy::default(), |_| ()).unwrap();
    let found = project.find(Selection { paths: &[folder], force_exclude: true }).unwrap();
    let (files, _) = project.read_all(found);
    let mut review = project.review(&files);
    project.tolerate(&mut review, &files, &project.reader(), false).unwrap();
    project.measure(&mut review, &WantedLook::default(), &project.reader()).unwrap();
    let verdict = project.verdict(&mut review, Purpose::default()).unwrap();
    let range = |sources: &Sources, at: &Address| {
        let (text, span) = (sources.get(at.file).text(), sources.span(at));
        json!({"start": place(text, span.start), "end": place(text, span.end)})
    };
    let sources = &review.sources;
    let of_file = verdict.findings.iter().filter(|finding| sources.get(finding.at.file).path() == file);
    let shown = of_file.map(|finding| {
        let help = finding.help.iter().map(|help| format!("\n{help}")).collect::<String>();
        let related = finding.related.iter().map(|related| json!([related.message, range(sources, &related.at)]));
        json!([
            finding.code.id,
            finding.severity as usize,
            format!("{}{help}", finding.message),
            range(sources, &finding.at),
            related.collect::<Vec<_>>()
        ])
    });
    shown.collect()
}

/// What the server shows, likewise.
fn shown(found: &[Value]) -> Value {
    let of = |finding: &Value| {
        let related = finding["relatedInformation"].as_array().into_iter().flatten();
        let related = related.map(|related| json!([related["message"], related["location"]["range"]]));
        let severity = 3 - finding["severity"].as_u64().unwrap();
        json!([finding["code"], severity, finding["message"], finding["range"], related.collect::<Vec<_>>()])
    };
    found.iter().map(of).collect()
}

#[test]
fn after_random_edits_the_server_finds_what_a_cold_check_finds() {
    let more: Option<usize> = std::env::var("MUSTER_EDITS").ok().and_then(|edits| edits.parse().ok());
    let Some(edits) = more else { return compare(0, EDITS, COMPARED) };
    // A server waits for quiet most of the time.
    std::thread::scope(|threads| {
        for number in 0..SESSIONS {
            threads.spawn(move || compare(number, edits.div_ceil(SESSIONS as usize), 1));
        }
    });
}

/// Edits a text of a session again and again, and compares what the server and a cold check find in it after every so many edits.
fn compare(session: u32, edits: usize, compared: usize) {
    let names = ["open", "saved"].map(|name| format!("lsp-random-{name}-{session}"));
    let [open, saved] = names.each_ref().map(|name| folder(name));
    let of = |path: &Path| Utf8PathBuf::from_path_buf(path.to_owned()).unwrap();
    for folder in [&open, &saved] {
        for name in BESIDE {
            let (_, beside) = name.split_once('/').unwrap();
            fs::create_dir_all(folder.join(beside).parent().unwrap()).unwrap();
            fs::copy(root().join("scenarios").join(name), folder.join(beside)).unwrap();
        }
    }
    let texts = SCENARIOS.map(|name| fs::read_to_string(root().join("scenarios").join(name)).unwrap());
    let (file, copy) = (open.join("a.yaml"), saved.join("a.yaml"));
    let mut text = texts[0].clone();
    // A file of the folder counts whatever is in it.
    fs::write(&file, &text).unwrap();
    let mut editor = Editor::in_folders(&[&open]);
    editor.open(&file, &text);
    let mut rng = Rng::new(20 + u64::from(session));
    let (mut sound, mut broken) = (0, 0);
    for number in 1..=edits {
        let version = i32::try_from(number).unwrap() + 1;
        let mut changes = Vec::new();
        // Now and then a text is made again, so that not all of them are beyond repair.
        if rng.draw_below(8) == 0 {
            text =
                texts[below(&mut rng, texts.len())].replace('\n', if rng.draw_below(4) == 0 { "\r\n" } else { "\n" });
            changes.push(json!({"text": text}));
        }
        let (start, end, new) = edit(&mut rng, &text);
        changes.push(json!({"range": {"start": place(&text, start), "end": place(&text, end)}, "text": new}));
        text.replace_range(start..end, &new);
        let document = json!({"uri": uri(&file), "version": version});
        editor.say("textDocument/didChange", &json!({"textDocument": document, "contentChanges": changes}));
        if number % compared == 0 || number == edits {
            let found = editor.findings(&uri(&file), Some(version));
            fs::write(&copy, &text).unwrap();
            let cold = cold(&of(&saved), &of(&copy)).to_string().replace(&names[1], &names[0]);
            let cold: Value = serde_json::from_str(&cold).unwrap();
            assert_eq!(shown(&found), cold, "session {session}, after {number} edits of\n{text}");
            *if found.iter().any(|finding| finding["severity"] == 1) { &mut broken } else { &mut sound } += 1;
        }
        editor.said.retain(|said: &Notification| said.method == "window/logMessage");
    }
    assert!(editor.said.is_empty(), "nothing is to be logged: {:?}", editor.said);
    assert!(broken > 0 && sound > 0, "{broken} broken, {sound} sound");
    editor.leave();
}
