//! Modules of VASSAL: an archive with `buildFile.xml`, `moduledata` and pictures, as VASSAL 3.6 reads it. Everything stands where it is
//! when a game begins, by set-up stacks, so that no saved game is needed.

mod encoding;
mod module;
mod pieces;
mod xml;

use std::sync::Arc;

use muster_core::print::Size;
use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Rect, Stroke, at};
use muster_core::print::layout::{Style, TextSpan, Typesetter};
use muster_core::print::xml::escape;
use muster_systems::tabled::GameTable;

use self::module::Module;
use super::pictures;
use super::{MOST, Unlaid, archive};

/// The ground of the table.
const FELT: Color = Color(58, 92, 74);
/// Words on it, their size in points.
const WORDS: Color = Color(236, 232, 214);
const WORDS_SIZE: f64 = 18.0;
/// The most pieces of a module.
const MOST_PIECES: usize = 20_000;

/// Returns the module of a table, with so many dots in an inch.
///
/// # Errors
///
/// Says what VASSAL could not take.
pub fn module(table: &GameTable, dpi: f64) -> Result<Vec<u8>, Unlaid> {
    let area = table.area();
    let pixels = area.width.max(area.height) / 25.4 * dpi;
    if pixels > f64::from(MOST) {
        let fits = (f64::from(MOST) / pixels * dpi).floor();
        return Err(Unlaid {
            why: format!(
                "the table is {:.0} × {:.0} mm, more than the {MOST} pixels of a module's largest picture at {dpi} dpi",
                area.width, area.height
            ),
            help: format!("use `--dpi {fits}` or less"),
        });
    }
    let count =
        table.pieces.len() + table.decks.iter().flat_map(|deck| &deck.cards).map(|(_, n)| *n as usize).sum::<usize>();
    if count > MOST_PIECES {
        return Err(Unlaid {
            why: format!("the table has {count} pieces; a module takes at most {MOST_PIECES}"),
            help: "reduce `copies` or counts of pieces".to_owned(),
        });
    }
    let mut module = Module::new(table, dpi);
    module.ground = module.pictures.add(Arc::new(ground(table, area)), area);
    let build = module.build_file();
    let Module { pictures, .. } = module;
    let mut files = vec![("buildFile.xml".to_owned(), build.into_bytes()), ("moduledata".to_owned(), data(table))];
    let painted = pictures.paint_all(dpi, MOST);
    files.extend(painted.into_iter().map(|(name, bytes)| (format!("images/{name}"), bytes)));
    archive::pack(&files).map_err(|why| Unlaid { why, help: "use a smaller `--dpi`".to_owned() })
}

/// Returns true for a module as Muster wrote it: one that was changed in VASSAL is none.
pub fn is_as_written(bytes: &[u8]) -> bool {
    archive::is_as_written(bytes)
}

/// Returns what VASSAL shows of a module before it is opened. It was never saved at any time of day, so that the same battle is the
/// same bytes.
fn data(table: &GameTable) -> Vec<u8> {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<data version=\"1\">\n");
    let of = [
        ("version", module::VERSION),
        ("VassalVersion", module::VASSAL),
        ("name", &table.name),
        ("description", module::DESCRIPTION),
        ("dateSaved", "0"),
    ];
    for (tag, text) in of {
        out += &format!("  <{tag}>{}</{tag}>\n", escape(text));
    }
    out += "</data>\n";
    out.into_bytes()
}

/// Draws the table with its boards and words.
fn ground(table: &GameTable, area: Size) -> Frame {
    let mut frame = Frame::default();
    frame.fill(Path::rect(Rect::new(0.0, 0.0, area.width, area.height)), FELT);
    for board in &table.boards {
        pictures::place(&mut frame, &table.faces[board.face].front, board.rect);
    }
    for deck in &table.decks {
        let rect = muster_systems::tabled::rect_around(deck.at, deck.size);
        frame.stroke(Path::rounded_rect(rect.inflate(1.0, 1.0), 2.0), Stroke::new(WORDS, 0.4));
    }
    for label in &table.labels {
        let spans = [TextSpan::new(&label.text, Style { font: Font::SansSemi, color: WORDS })];
        // In letters that no font has, nothing is written.
        if let Ok(line) = Typesetter::lent(|ts| ts.line(&spans, WORDS_SIZE)) {
            line.draw(&mut frame, at(label.at.x, label.at.y));
        }
    }
    frame
}
