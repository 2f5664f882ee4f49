//! `muster preview` over its socket: who is answered, what with, and what happens as files change. What the page does with it is
//! tested in a browser: tests/browser.

mod safety;
mod table;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::cli::{command, folder, muster, root, text};

/// A server, which is stopped when the test ends where the test started it.
pub(crate) struct Server {
    program: Option<Child>,
    port: u16,
    token: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(program) = &mut self.program {
            let _ = program.kill();
            let _ = program.wait();
        }
    }
}

/// An answer: its status, its headers in small letters, its body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: String,
    pub(crate) body: Vec<u8>,
}

impl Server {
    /// Shows a file or folder.
    fn start(folder: &Path, path: &str) -> Server {
        Server::start_with(folder, &[path])
    }

    fn start_with(folder: &Path, words: &[&str]) -> Server {
        Server::run(folder, &[&["preview", "--no-open"], words].concat())
    }

    /// Runs a command that serves the page.
    fn run(folder: &Path, words: &[&str]) -> Server {
        let mut command = command(folder, words);
        let mut program = command
            .env_remove("MUSTER_PREVIEW_TOKEN")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        let mut first = String::new();
        BufReader::new(program.stdout.as_mut().expect("its output")).read_line(&mut first).expect("a line");
        let mut server = Server::at(first.trim_end());
        server.program = Some(program);
        server
    }

    /// The server at an address, which another program started.
    pub(crate) fn at(address: &str) -> Server {
        let address = address.strip_prefix("http://127.0.0.1:").expect("an address");
        let (port, query) = address.split_once("/?token=").expect("a token");
        let token = query.split('&').next().expect("a token");
        Server { port: port.parse().expect("a port"), token: token.to_owned(), program: None }
    }

    fn connect(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.write_all(request.as_bytes()).expect("a request");
        stream
    }

    fn ask(&self, request: &str) -> Answer {
        let mut bytes = Vec::new();
        self.connect(request).read_to_end(&mut bytes).expect("an answer");
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("the end of the headers");
        let head = text(&bytes[..end]);
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Answer { status, headers: head.to_lowercase(), body: bytes[end + 4..].to_vec() }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        let Server { port, token, .. } = self;
        let and = if path.contains('?') { '&' } else { '?' };
        self.ask(&format!("GET {path}{and}token={token} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n"))
    }

    pub(crate) fn shown(&self) -> Value {
        let answer = self.get("/shown");
        assert_eq!(answer.status, 200);
        serde_json::from_slice(&answer.body).expect("JSON")
    }

    /// Returns what says that something changed; it has said what is shown now.
    pub(crate) fn events(&self) -> BufReader<TcpStream> {
        let Server { port, token, .. } = self;
        let request = format!("GET /events?token={token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
        let mut events = BufReader::new(self.connect(&request));
        event(&mut events);
        events
    }
}

/// Reads up to the next event.
fn event(events: &mut BufReader<TcpStream>) {
    up_to(events, "data:");
}

/// Reads up to a line that begins so.
pub(crate) fn up_to(events: &mut BufReader<TcpStream>, beginning: &str) {
    let mut line = String::new();
    while !line.starts_with(beginning) {
        line.clear();
        assert!(events.read_line(&mut line).expect("a line") > 0, "the events go on");
    }
}

fn copied(name: &str, text: &str) -> (PathBuf, PathBuf) {
    let folder = folder(name);
    let file = folder.join("battle.yaml");
    fs::write(&file, text).expect("a file");
    (folder, file)
}

pub(crate) fn white_mountain() -> String {
    fs::read_to_string(root().join("scenarios/table-battles/white-mountain.yaml")).expect("a scenario")
}

pub(crate) fn card<'a>(shown: &'a Value, label: &str) -> &'a Value {
    let cards = shown["cards"].as_array().expect("cards");
    cards.iter().find(|card| card["label"].as_str().is_some_and(|own| own.contains(label))).expect("the card")
}

#[test]
fn only_who_knows_the_address_is_answered() {
    let (folder, _) = copied("preview-guard", &white_mountain());
    let server = Server::start(&folder, "battle.yaml");
    let Server { port, token, .. } = &server;
    assert_eq!(token.len(), 32);
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let refused = [
        ("/".to_owned(), own.clone()),
        ("/?token=0".to_owned(), own.clone()),
        ("/shown".to_owned(), own.clone()),
        ("/events".to_owned(), own.clone()),
        ("/face/1?width=100".to_owned(), own.clone()),
        (format!("/shown?token={token}"), "Host: example.org\r\n".to_owned()),
        (format!("/shown?token={token}"), format!("Host: example.org:{port}\r\n")),
        (format!("/shown?token={token}"), format!("{own}Origin: http://example.org\r\n")),
        (format!("/shown?token={token}"), format!("{own}Origin: null\r\n")),
    ];
    for (path, headers) in refused {
        let answer = server.ask(&format!("GET {path} HTTP/1.0\r\n{headers}\r\n"));
        assert_eq!(answer.status, 403, "{path} {headers}");
        assert!(!text(&answer.body).contains(&**token), "the token is not told");
    }
    let page = server.get("/");
    assert_eq!(page.status, 200);
    for header in [
        "content-security-policy: default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-resource-policy: same-origin",
        "cache-control: no-store",
    ] {
        assert!(page.headers.contains(header), "{header}: {}", page.headers);
    }
}

#[test]
fn nothing_of_the_disk_is_handed_out() {
    let (folder, _) = copied("preview-disk", &white_mountain());
    let server = Server::start(&folder, ".");
    for path in [
        "/battle.yaml",
        "/../battle.yaml",
        "/%2e%2e/battle.yaml",
        "/face/..%2fbattle.yaml?width=10",
        "//etc/passwd",
        "/sheet/99?width=100",
    ] {
        let answer = server.get(path);
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        assert!(!text(&answer.body).contains("system:"), "{path}");
    }
}

#[test]
fn cards_are_the_pixels_that_are_printed() {
    let (folder, _) = copied("preview-pixels", &white_mountain());
    let server = Server::start(&folder, "battle.yaml");
    let shown = server.shown();
    let schlick = card(&shown, "Schlick");
    let face = server.get(&format!("/face/{}?width=250", schlick["front"]));
    assert_eq!((face.status, &face.body[..8]), (200, &b"\x89PNG\r\n\x1a\n"[..]));
    let printed =
        muster(&folder, &["print", "battle.yaml", "-o", "cards", "--format", "png", "--only", "10A", "--dpi", "100"]);
    assert_eq!(printed.status.code(), Some(0), "{}", text(&printed.stderr));
    let file = fs::read_dir(folder.join("cards"))
        .expect("pictures")
        .flatten()
        .find(|file| file.file_name().to_string_lossy().contains("10A"));
    let printed = fs::read(file.expect("the card").path()).expect("a picture");
    let [ours, theirs] =
        [&face.body, &printed].map(|bytes| ::muster_core::print::image::read_png(bytes).expect("a picture"));
    assert_eq!((ours.width, ours.height), (theirs.width, theirs.height));
    assert!(ours.rgb == theirs.rgb, "the preview and the print are alike");
    assert_eq!(server.get(&format!("/face/{}?width=250&bleed=true", schlick["front"])).status, 200);
    let pages: Value = serde_json::from_slice(&server.get("/sheets").body).expect("JSON");
    assert_eq!(pages.as_array().map(Vec::len), Some(2), "a sheet, front and back");
    assert_eq!(server.get("/sheet/0?width=300").status, 200);
}

#[test]
fn a_saved_file_changes_its_card_and_no_other() {
    let (folder, file) = copied("preview-change", &white_mountain());
    let server = Server::start(&folder, "battle.yaml");
    let before = server.shown();
    let mut events = server.events();
    fs::write(&file, white_mountain().replace("Schlick's Moravians", "Schlick's horse")).expect("a file");
    event(&mut events);
    let after = server.shown();
    let fronts = |shown: &Value| -> Vec<(String, u64)> {
        let cards = shown["cards"].as_array().expect("cards");
        cards.iter().map(|card| (card["key"].to_string(), card["front"].as_u64().expect("a number"))).collect()
    };
    let changed: Vec<_> = fronts(&after).into_iter().filter(|card| !fronts(&before).contains(card)).collect();
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert_eq!(card(&after, "Schlick")["front"], changed[0].1);
    // The set-up card of little ink is drawn of the same state.
    let low_ink: Value = serde_json::from_slice(&server.get("/shown?low_ink=true").body).expect("JSON");
    assert_eq!(low_ink["version"], after["version"]);
    assert_ne!(card(&low_ink, "Schlick")["front"], card(&after, "Schlick")["front"]);
}

#[test]
fn cards_stay_as_they_were_while_their_file_has_a_mistake() {
    let (folder, file) = copied("preview-mistake", &white_mountain());
    let server = Server::start(&folder, "battle.yaml");
    let before = server.shown();
    let mut events = server.events();
    fs::write(&file, white_mountain().replacen("type: attack", "type: atack", 1)).expect("a file");
    event(&mut events);
    let after = server.shown();
    let schlick = card(&after, "Schlick");
    assert_eq!((&schlick["stale"], &schlick["front"]), (&Value::Bool(true), &card(&before, "Schlick")["front"]));
    let findings = after["findings"].as_array().expect("findings");
    let mistake = findings.iter().find(|finding| finding["severity"] == "error").expect("a mistake");
    assert_eq!(mistake["card"], card(&after, "Thurn")["key"], "the card as it was before");
    fs::write(&file, white_mountain()).expect("a file");
    event(&mut events);
    let mended = server.shown();
    assert_eq!(card(&mended, "Schlick")["stale"], false);
    assert_eq!(mended["findings"], before["findings"]);
}

#[test]
fn nothing_moves_while_a_file_has_a_mistake() {
    let (folder, first) = copied("preview-order", &white_mountain());
    let scenario =
        |name: &str| fs::read_to_string(root().join("scenarios/table-battles").join(name)).expect("a scenario");
    fs::write(folder.join("hastings.yaml"), scenario("hastings.yaml")).expect("a file");
    let server = Server::start(&folder, ".");
    let before = server.shown();
    let order = |shown: &Value| -> Vec<Value> {
        shown["cards"]
            .as_array()
            .expect("cards")
            .iter()
            .map(|card| serde_json::json!([card["key"], card["group"], card["front"]]))
            .collect()
    };
    let mut events = server.events();
    for broken in [white_mountain().replacen("type: attack", "type: atack", 1), format!("{}\n\t- [", white_mountain())]
    {
        fs::write(&first, broken).expect("a file");
        event(&mut events);
        let after = server.shown();
        assert_eq!(card(&after, "Schlick")["stale"], true);
        assert_eq!(card(&after, "Archers")["stale"], false);
        assert_eq!(order(&after), order(&before));
        assert_eq!((&after["title"], &after["battles"]), (&before["title"], &before["battles"]));
    }
    // The only battle that is whole is gone; what belongs to all battles stays as well.
    let last = folder.join("hastings.yaml");
    fs::write(&last, scenario("hastings.yaml").replacen("type: attack", "type: atack", 1)).expect("a file");
    event(&mut events);
    let after = server.shown();
    assert_eq!(order(&after), order(&before));
    for (file, text) in [(&first, white_mountain()), (&last, scenario("hastings.yaml"))] {
        fs::write(file, text).expect("a file");
        event(&mut events);
    }
    assert_eq!((order(&server.shown()), &server.shown()["cards"]), (order(&before), &before["cards"]));
    // What is gone does not stay.
    fs::remove_file(&first).expect("a file");
    event(&mut events);
    assert!(server.shown()["cards"].as_array().expect("cards").iter().all(|card| card["file"] != "battle.yaml"));
}

#[test]
fn a_card_that_two_battles_share_stays_where_it_was_while_the_first_has_a_mistake() {
    let folder = folder("preview-shared");
    let deck = "system: table-battles\nformations:\n".to_owned();
    let text = white_mountain();
    let (head, cards) = text.split_once("\nformations:\n").expect("formations");
    fs::write(folder.join("deck.yaml"), format!("{deck}{cards}")).expect("a file");
    let battle = |name: &str| head.replacen("scenario:\n", &format!("decks: [deck.yaml]\nscenario:\n  # {name}\n"), 1);
    for name in ["a", "b"] {
        fs::write(folder.join(format!("{name}.yaml")), battle(name)).expect("a file");
    }
    let server = Server::start_with(&folder, &["."]);
    let before = server.shown();
    assert_eq!(card(&before, "Schlick")["file"], "a.yaml", "{}", before["findings"]);
    let mut events = server.events();
    fs::write(folder.join("a.yaml"), battle("a").replacen("morale: 4", "moral: 4", 1)).expect("a file");
    event(&mut events);
    let after = server.shown();
    let keys = |shown: &Value| {
        shown["cards"].as_array().expect("cards").iter().map(|card| card["key"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(keys(&after), keys(&before));
    let (now, then) = (card(&after, "Schlick"), card(&before, "Schlick"));
    assert_eq!((&now["stale"], &now["front"], &now["group"]), (&Value::Bool(false), &then["front"], &then["group"]));
}

#[test]
fn findings_are_those_of_a_check_beside_their_card() {
    let text_of = white_mountain().replace("Schlick's Moravians", "Schlick's \u{4e00} Moravians");
    let (folder, _) = copied("preview-findings", &text_of);
    let server = Server::start(&folder, "battle.yaml");
    let shown = server.shown();
    let checked = muster(&folder, &["check", "battle.yaml", "--output-format", "json"]);
    let checked: Value = serde_json::from_slice(&checked.stdout).expect("JSON");
    let codes = |list: &Value| -> Vec<String> {
        list.as_array().expect("findings").iter().map(|finding| finding["code"].to_string()).collect()
    };
    assert_eq!(codes(&shown["findings"]), codes(&checked["findings"]));
    assert!(!codes(&checked["findings"]).is_empty());
    let schlick = card(&shown, "Schlick");
    assert!(shown["findings"].as_array().expect("findings").iter().any(|finding| finding["card"] == schlick["key"]));
}

#[test]
fn what_cannot_be_shown_is_said() {
    let folder = folder("preview-usage");
    let output = muster(&folder, &["preview", "nowhere.yaml", "--no-open"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("nowhere.yaml"), "{}", text(&output.stderr));
    let mut command = command(&folder, &["preview", ".", "--no-open"]);
    let output = command.env("MUSTER_PREVIEW_TOKEN", "short").output().expect("the program");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("16 to 128"), "{}", text(&output.stderr));
    // An empty folder is shown: a file may come into it.
    let server = Server::start(&folder, ".");
    let shown = server.shown();
    assert_eq!(shown["cards"].as_array().map(Vec::len), Some(0));
    let mut events = server.events();
    fs::write(folder.join("battle.yaml"), white_mountain()).expect("a file");
    event(&mut events);
    assert!(!server.shown()["cards"].as_array().expect("cards").is_empty());
}

#[test]
fn recorded_battles_are_shown_position_by_position() {
    let folder = folder("preview-plays");
    fs::create_dir(folder.join("plays")).expect("a folder");
    for file in ["white-mountain.yaml", "plays/white-mountain-morale.yaml"] {
        fs::copy(root().join("scenarios/table-battles").join(file), folder.join(file)).expect("a file");
    }
    let server = Server::start(&folder, ".");
    let plays: Value = serde_json::from_slice(&server.get("/plays").body).expect("JSON");
    let play = &plays[0];
    assert_eq!((&play["legal"], play["length"].as_u64()), (&Value::Bool(true), Some(30)));
    let drawn = server.get("/play/0/3?width=600");
    let written = muster(&folder, &["replay", "plays/white-mountain-morale.yaml", "--picture", "3=three.png"]);
    assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
    let printed = fs::read(folder.join("three.png")).expect("a picture");
    let [ours, theirs] =
        [&drawn.body, &printed].map(|bytes| ::muster_core::print::image::read_png(bytes).expect("a picture"));
    let ratio = |pixels: &::muster_core::print::frame::Pixels| f64::from(pixels.width) / f64::from(pixels.height);
    assert!((ratio(&ours) - ratio(&theirs)).abs() < 0.01);
    assert!(!server.get("/play/0/3/words").body.is_empty());
    for nowhere in ["/play/0/31?width=600", "/play/1/0?width=600"] {
        assert_eq!(server.get(nowhere).status, 404, "{nowhere}");
    }
    // Odds are those of the card.
    let key = card(&server.shown(), "Schlick")["key"].as_str().expect("a key").replace('#', "%23").replace(' ', "%20");
    let odds: Value = serde_json::from_slice(&server.get(&format!("/odds?key={key}")).body).expect("JSON");
    let told = text(&muster(&folder, &["explain", "white-mountain.yaml"]).stdout);
    let of_schlick = &told[told.find("Schlick").expect("the card")..];
    for chance in odds["chances"].as_array().expect("chances") {
        assert!(of_schlick.contains(chance.as_str().expect("a chance")), "{chance}: {of_schlick}");
    }
    assert_eq!(server.get("/odds?key=nothing").body, b"null");
}

impl Server {
    /// Asks the server to do something.
    pub(crate) fn post(&self, path: &str, headers: &str) -> Answer {
        let Server { port, token, .. } = self;
        let and = if path.contains('?') { '&' } else { '?' };
        let length = "Content-Length: 0\r\n";
        self.ask(&format!("POST {path}{and}token={token} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n{length}{headers}\r\n"))
    }

    /// Plays battles, and returns what came of them.
    fn played(&self, query: &str) -> Value {
        let begun = self.post(&format!("/run?{query}"), "");
        assert_eq!(begun.status, 202, "{}", text(&begun.body));
        loop {
            let run: Value = serde_json::from_slice(&self.get("/run").body).expect("JSON");
            if run["state"] != "playing" {
                return run;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

#[test]
fn battles_are_played_as_the_commands_play_them() {
    let (folder, _) = copied("preview-battles", &white_mountain());
    let server = Server::start(&folder, "battle.yaml");
    assert_eq!(server.shown()["battles"][0]["path"], "battle.yaml");
    assert_eq!(serde_json::from_slice::<Value>(&server.get("/run").body).expect("JSON")["state"], "none");
    let run = server.played("path=battle.yaml&kind=smoke&games=300&bots=random&turn_limit=5000");
    assert_eq!((&run["state"], &run["played"], &run["of"]), (&"done".into(), &300.into(), &300.into()));
    let smoke = muster(&folder, &["smoke", "battle.yaml", "--games", "300", "--output-format", "json"]);
    let smoke: Value = serde_json::from_slice(&smoke.stdout).expect("JSON");
    assert_eq!(run["result"]["figures"], smoke["scenarios"][0]);
    let run = server.played("path=battle.yaml&kind=balance&games=40&comparisons=4&bots=greedy&turn_limit=5000");
    assert_eq!((&run["state"], &run["played"]), (&"done".into(), &run["of"]));
    let page = server.get("/run/page");
    assert!(page.headers.contains("content-security-policy: default-src 'none'; style-src 'unsafe-inline'"));
    let balance = ["balance", "battle.yaml", "--games", "40", "--comparisons", "4", "--html", "page.html"];
    muster(&folder, &balance);
    let written = fs::read_to_string(folder.join("page.html")).expect("a page");
    assert_eq!(text(&page.body).trim_end(), written.trim_end());
}

#[test]
fn nobody_else_has_battles_played_and_nothing_senseless_is() {
    let (folder, _) = copied("preview-run", &white_mountain());
    let server = Server::start(&folder, "battle.yaml");
    let run = |path: &str, games: u64, bots: &str| {
        format!("/run?path={path}&kind=smoke&games={games}&bots={bots}&turn_limit=5000")
    };
    assert_eq!(server.post(&run("battle.yaml", 10, "random"), "Origin: http://example.org\r\n").status, 403);
    for (games, bots) in [(0, "random"), (u64::MAX, "random"), (10, "nobody"), (10, "mcts:999999")] {
        let answer = server.post(&run("battle.yaml", games, bots), "");
        assert_eq!(answer.status, 409, "{games} {bots}");
    }
    let failed = server.played("path=other.yaml&kind=smoke&games=10&bots=random&turn_limit=5000");
    assert_eq!(failed["trouble"], "there is no longer a scenario `other.yaml`");
    let failed = server.played("path=battle.yaml&kind=smoke&games=10&bots=random,greedy,random&turn_limit=5000");
    assert_eq!(failed["trouble"], "3 bots for 2 sides");
    assert_eq!(server.get("/run/page").status, 404);
    assert_eq!(server.get("/run/play/0").status, 404);
    assert_eq!(server.post("/open?path=battle.yaml&line=1&column=1", "").status, 404, "there is no editor");
}

/// Returns the line and column, from 1, of words of a text.
pub(crate) fn place_of(text: &str, words: &str) -> (usize, usize) {
    let at = text.find(words).expect("the words");
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    (text[..at].matches('\n').count() + 1, text[line..at].chars().count() + 1)
}

#[test]
fn the_cursor_of_an_editor_leads_to_what_is_written_there() {
    let text_of = white_mountain();
    let (folder, file) = copied("preview-cursor", &text_of);
    let server = Server::start(&folder, ".");
    let shown = server.shown();
    assert_eq!(shown["cursor"]["cards"], Value::Array(Vec::new()));
    let mut events = server.events();
    let path = file.to_str().expect("a path");
    let lead = |path: &str, line, column| server.post(&format!("/cursor?path={path}&line={line}&column={column}"), "");
    let cards = |answer: &Answer| serde_json::from_slice::<Value>(&answer.body).expect("JSON")["cards"].clone();
    for (words, label) in [("name: Schlick", "Schlick"), ("Schlick's Moravians", "Schlick"), ("name: Tief", "Tief")] {
        let (line, column) = place_of(&text_of, words);
        let answer = lead(path, line, column);
        assert_eq!(answer.status, 200, "{}", text(&answer.body));
        // An event without data is ignored by browsers.
        up_to(&mut events, "event: cursor");
        up_to(&mut events, "data: moved");
        assert_eq!(cards(&answer), serde_json::json!([card(&shown, label)["key"]]), "{words}");
        assert_eq!(cards(&server.get("/cursor")), cards(&answer));
        assert_eq!(server.shown()["cursor"]["cards"], cards(&answer));
    }
    // The dash before a card is its own; what is written on no card leads nowhere.
    let (line, _) = place_of(&text_of, "- card: 10A");
    assert_eq!(cards(&lead(path, line, 1)), serde_json::json!([card(&shown, "Schlick")["key"]]));
    assert_eq!(cards(&lead(path, 99_999, 1)), Value::Array(Vec::new()));
    // A saved edit moves what is written at the place.
    let moved = format!("{}{text_of}", "# A line.\n".repeat(20));
    let (line, column) = place_of(&moved, "name: Schlick");
    assert_ne!(cards(&lead(path, line, column)), serde_json::json!([card(&shown, "Schlick")["key"]]));
    fs::write(&file, moved).expect("a file");
    up_to(&mut events, "data: 2");
    assert_eq!(server.shown()["cursor"]["cards"], serde_json::json!([card(&shown, "Schlick")["key"]]));
    // Nobody else may say where the cursor is, and of no file that is not shown.
    let query = format!("/cursor?path={path}&line={line}&column={column}");
    assert_eq!(server.post(&query, "Origin: http://example.org\r\n").status, 403);
    let Server { port, .. } = &server;
    let unknown = server.ask(&format!("POST {query}&token=0 HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n"));
    assert_eq!(unknown.status, 403);
    fs::write(folder.join("notes.txt"), "a").expect("a file");
    for nothing in [folder.join("notes.txt").to_str().expect("a path"), "/etc/passwd", "nowhere.yaml", ""] {
        assert_eq!(lead(nothing, 1, 1).status, 404, "{nothing}");
    }
    assert_eq!(server.post("/cursor?path=battle.yaml&line=-1&column=1", "").status, 400);
}

#[test]
fn what_stands_on_a_card_leads_to_its_own_line() {
    let text_of = white_mountain();
    let (folder, _) = copied("preview-boxes", &text_of);
    let server = Server::start(&folder, "battle.yaml");
    let shown = server.shown();
    let boxes = |server: &Server, face: &Value| -> Vec<Value> {
        serde_json::from_slice(&server.get(&format!("/face/{face}/boxes")).body).expect("JSON")
    };
    let tief = card(&shown, "Tief");
    let of_card = tief["at"]["pointer"].as_str().expect("a pointer");
    let mut found = Vec::new();
    for part in boxes(&server, &tief["front"]) {
        let number = |key: &str| part[key].as_f64().expect("a number");
        let (right, bottom) = (number("x") + number("width"), number("y") + number("height"));
        assert!(number("x") >= 0.0 && right <= 63.5 && number("y") >= 0.0 && bottom <= 88.9, "{part}");
        let pointer = part["at"]["pointer"].as_str().expect("a pointer");
        let line = part["at"]["line"].as_u64().expect("a line") as usize;
        let line = text_of.lines().nth(line - 1).expect("a line");
        let key = pointer.split('/').rfind(|step| step.parse::<usize>().is_err()).expect("a key");
        assert!(line.contains(&format!("{key}:")) || key == "actions" && line.contains("type:"), "{pointer}: {line}");
        found.extend(pointer.strip_prefix(of_card).map(str::to_owned));
    }
    for part in ["/card", "/name", "/wing", "/strength", "/star", "/dice", "/actions/0", "/reserve", "/lore"] {
        assert!(found.iter().any(|known| known == part), "{part} in {found:?}");
    }
    assert_eq!(server.get("/face/0/boxes").status, 404);
    for (game, battle, parts) in [
        (
            "tabletop",
            "corn-monday.yaml",
            &["/name", "/might", "/type", "/map", "/map/hexes", "/map/places/The Abbot's Mill"][..],
        ),
        ("states-of-battle", "bridge-at-ambershaw.yaml", &["/card", "/lore", "/notes"]),
        (
            "pub-battles",
            "orrin-heath.yaml",
            &["/hq", "/name", "/notes", "/map/features/0", "/map/roads/0", "/map/foot", "/blocks/0"],
        ),
    ] {
        let server = Server::start(&root().join("scenarios").join(game), battle);
        let shown = server.shown();
        let mut all = Vec::new();
        for card in shown["cards"].as_array().expect("cards") {
            let of_card = boxes(&server, &card["front"]);
            assert!(card["at"].is_null() || !of_card.is_empty(), "{game}: {}", card["label"]);
            all.extend(of_card);
        }
        for part in parts {
            let is_there = |at: &Value| at["at"]["pointer"].as_str().is_some_and(|pointer| pointer.ends_with(part));
            assert!(all.iter().any(is_there), "{game}: {part}");
        }
    }
}

#[test]
fn an_editor_that_started_it_talks_with_it_line_by_line() {
    let text_of = white_mountain();
    let (folder, file) = copied("preview-starter", &text_of);
    let mut server = Server::start_with(&folder, &["battle.yaml", "--editor", "-"]);
    let mut program = server.program.take().expect("a program");
    let mut input = program.stdin.take().expect("its input");
    let shown = server.shown();
    assert_eq!(shown["editor"], true);
    let mut events = server.events();
    let (line, column) = place_of(&text_of, "name: Schlick");
    let place = format!("{}:{line}:{column}", file.display());
    input.write_all(format!("no place\n{place}\n").as_bytes()).expect("a line");
    up_to(&mut events, "event: cursor");
    let key = &card(&shown, "Schlick")["key"];
    assert_eq!(server.shown()["cursor"]["cards"], serde_json::json!([key]));
    assert_eq!(server.post(&format!("/open?path=battle.yaml&line={line}&column={column}"), "").status, 202);
    let mut chosen = String::new();
    BufReader::new(program.stdout.as_mut().expect("its output")).read_line(&mut chosen).expect("a line");
    let canonical = fs::canonicalize(&file).expect("a path");
    assert_eq!(chosen.trim_end(), format!("{}:{line}:{column}", canonical.display()));
    assert_eq!(server.post("/open?path=/etc/passwd&line=1&column=1", "").status, 404);
    drop(input);
    assert_eq!(program.wait().expect("an end").code(), Some(0), "it ends with the input, whoever still listens");
}

#[test]
fn texts_are_shown_as_they_are_typed() {
    let text_of = white_mountain();
    let (folder, file) = copied("preview-typed", &text_of);
    let mut server = Server::start_with(&folder, &["battle.yaml", "--editor", "-"]);
    let mut program = server.program.take().expect("a program");
    let mut input = program.stdin.take().expect("its input");
    let before = server.shown();
    let mut events = server.events();
    let typed = text_of.replacen("lore: Count Thurn had helped", "lore: Typed, not saved. He had helped", 1);
    let mut say = |text: Option<&str>| {
        let line = serde_json::json!({"path": file.display().to_string(), "text": text}).to_string();
        writeln!(input, "{line}").expect("a line");
    };
    say(Some(&typed));
    event(&mut events);
    let during = server.shown();
    assert!(card(&during, "Thurn")["text"].as_str().expect("words").contains("Typed, not saved."));
    assert_eq!(card(&during, "Schlick")["front"], card(&before, "Schlick")["front"]);
    // A mistake while one types: the cards stay, pale.
    say(Some(&typed.replacen("system: ", "sys", 1)));
    event(&mut events);
    assert_eq!(card(&server.shown(), "Thurn")["stale"], true);
    assert!(fs::read_to_string(&file).expect("the file") == text_of);
    say(None);
    event(&mut events);
    let after = server.shown();
    assert!(!card(&after, "Thurn")["text"].as_str().expect("words").contains("Typed"));
    assert_eq!(card(&after, "Thurn")["stale"], false);
    drop(input);
    assert_eq!(program.wait().expect("an end").code(), Some(0));
}

#[test]
fn cards_are_shown_in_the_look_of_the_options_and_of_the_settings() {
    let (folder, _) = copied("preview-look", &white_mountain());
    let width = |shown: &Value| card(shown, "Thurn")["width"].as_f64().expect("a width");
    let words = |shown: &Value| card(shown, "Thurn")["text"].as_str().expect("words").to_owned();
    let shown = |options: &[&str]| Server::start_with(&folder, &[&["battle.yaml"], options].concat()).shown();
    let usual = shown(&[]);
    assert!(width(&usual) == 63.5 && words(&usual).contains("sticks"));
    let options = shown(&["--size", "mini", "--languages", "de,en", "--look", "period"]);
    assert!(width(&options) == 44.45 && words(&options).contains("Stäbchen"), "{options}");
    fs::write(folder.join("muster.toml"), "[print]\nsize = \"tarot\"\nlanguages = [\"de\"]\n").expect("settings");
    let settings = shown(&[]);
    assert!(width(&settings) == 69.85 && words(&settings).contains("Stäbchen"), "{settings}");
    let both = shown(&["--languages", "en"]);
    assert!(width(&both) == 69.85 && words(&both).contains("sticks"), "{both}");
    let unknown = shown(&["--languages", "xx"]);
    assert!(unknown["told"].to_string().contains("there is no translation `xx`"), "{unknown}");
}
