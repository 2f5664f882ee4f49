//! A battle as one page that needs no server: the page of the table, and what it would ask a server for.

use std::collections::BTreeSet;
use std::io::Write as _;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use muster_core::diag::Sink;
use muster_core::diag::escape::html_line;
use muster_core::digest::Digest;
use muster_core::play::bots::Bot;
use muster_core::print::frame::Rect;
use muster_core::print::svg::svg;
use muster_core::source::FileId;
use muster_systems::{Drawn, With};

use super::page::STYLE;
use super::rules;
use super::shown::odds_at;
use crate::project::gallery::ProjectGallery;
use crate::project::looks::WantedLook;
use crate::project::{Project, Trouble};
use crate::review::{Review, catalogues};

/// The frame of the page.
const PAGE: &str = include_str!("page/offline.html");

/// The script: that of the table, with a program where a server would be.
const SCRIPT: &str = concat!(
    include_str!("page/elements.js"),
    include_str!("page/thoughts.js"),
    include_str!("page/rules.js"),
    include_str!("page/table.js"),
    include_str!("page/offline.js")
);

/// The program of the page, WebAssembly packed by gzip: the package `src/offline`, as `packaging/offline` compiles it.
pub const OFFLINE_PROGRAM: &[u8] = include_bytes!("offline/program.wasm.gz");

/// What the page of a battle is asked to be.
pub struct OfflineOptions<'a> {
    /// The scenario's file among those of the review.
    pub scenario: FileId,
    /// The look of cards and pieces.
    pub look: &'a WantedLook,
    /// Who plays each side at first: a bot, or somebody at the page.
    pub seats: &'a [Option<Bot>],
    /// The program, WebAssembly packed by gzip.
    pub program: &'a [u8],
}

/// Returns the page of a battle, one file.
///
/// # Errors
///
/// If a template or a catalogue cannot be read.
pub fn offline_page(project: &Project, review: &mut Review, options: &OfflineOptions<'_>) -> Result<String, Trouble> {
    let unit = review.units.iter().find(|unit| unit.file == options.scenario && unit.sound);
    let found = unit.and_then(|unit| Some((unit, unit.battle.clone()?)));
    let (unit, battle) = found.ok_or_else(|| Trouble::Usage("this scenario cannot be played".to_owned()))?;
    let (system, files) = (unit.system, unit.files.clone());
    let name = unit.outline.name.clone().unwrap_or_default();
    let file = review.sources.get(unit.file).path().file_name().unwrap_or_default().to_owned();
    let looks = project.looks(options.look, &mut review.sources, &mut Sink::default())?;
    let documents = files.iter().filter_map(|file| Some(review.sources.get(*file).tree()?.to_json()));
    let lay = json!({
        "system": system.id(),
        "path": file,
        "documents": documents.collect::<Value>(),
        "templates": looks.carried_templates(system),
        "words": catalogues::document(system, system.language(&battle).as_deref()),
    });
    let live = system.compile(&battle).map_err(Trouble::Usage)?.begin(0, None).0;
    let cards = match live.lies_as_cards() {
        true => {
            let (reader, allow_outside) = (project.reader(), options.look.allow_outside);
            let gallery = ProjectGallery::new(&review.sources, &reader, allow_outside);
            let with = With::Usual { also: BTreeSet::new(), tokens: false };
            system.faces(&battle, looks.faces(system), looks.words(system), &with, Some(&gallery)).0
        }
        false => Vec::new(),
    };
    let odds = system.odds(&battle).filter(|_| !cards.is_empty());
    let card = |(number, Drawn { card, side, .. }): (usize, &Drawn)| {
        let (width, height) = (card.size.width, card.size.height);
        json!({
            "key": number.to_string(), "label": card.label, "side": side, "file": file, "token": false, "front": number,
            "width": width, "height": height,
        })
    };
    let face = |Drawn { card, .. }: &Drawn| svg(&card.front, Rect::new(0.0, 0.0, card.size.width, card.size.height));
    let odds_of = |(number, drawn): (usize, &Drawn)| {
        let of = odds.as_ref().zip(drawn.at.as_ref()).and_then(|(odds, at)| odds_at(odds, at));
        (number.to_string(), of.unwrap_or_default())
    };
    let seats: Vec<String> =
        options.seats.iter().map(|seat| seat.map_or("you".to_owned(), |bot| bot.to_string())).collect();
    let mut carried = json!({
        "battles": [{"path": file, "name": name, "sides": live.sides()}],
        "seats": seats.join(","),
        "cards": cards.iter().enumerate().map(card).collect::<Value>(),
        "faces": cards.iter().map(face).collect::<Value>(),
        "odds": Value::Object(cards.iter().enumerate().map(odds_of).collect()),
        "lay": lay,
        "rules": rules::document(system),
    });
    let mut digest = Digest::default();
    digest.add(carried.to_string().as_bytes());
    digest.add(options.program);
    carried["digest"] = digest.hex().into();
    Ok(write_page(&name, &carried, options.program))
}

/// Writes the page: what it carries, and the program.
fn write_page(name: &str, carried: &Value, program: &[u8]) -> String {
    // Scripts and styles of others do not have this mark.
    let nonce = carried["digest"].as_str().unwrap_or_default();
    let policy = format!(
        "default-src 'none'; img-src blob:; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}' 'wasm-unsafe-eval'; \
         base-uri 'none'; form-action 'none'"
    );
    let parts = [
        ("policy", policy),
        ("nonce", nonce.to_owned()),
        ("title", html_line(name)),
        ("style", STYLE.to_owned()),
        ("carried", BASE64_STANDARD.encode(compress(carried.to_string().as_bytes()))),
        ("program", BASE64_STANDARD.encode(program)),
        ("script", SCRIPT.to_owned()),
    ];
    fill_places(PAGE, &parts)
}

/// Puts parts into the places of a text that have their names; what is put in is not looked at again.
fn fill_places(text: &str, parts: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut pieces = text.split('{');
    out += pieces.next().unwrap_or_default();
    for piece in pieces {
        let (name, rest) = piece.split_once('}').unwrap_or(("", piece));
        let part = parts.iter().find(|(known, _)| *known == name);
        out += &part.unwrap_or_else(|| panic!("internal error: `{name}` in the page")).1;
        out += rest;
    }
    out
}

fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("internal error: writing into memory")
}
