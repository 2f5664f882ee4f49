//! `muster print`: cards as a PDF to cut and play with.

use camino::Utf8PathBuf;
use clap::ValueEnum;

use super::inputs::{Files, Inputs, read_file};
use super::report::{Extra, Report};
use super::{Outcome, Trouble, output};
use crate::diag::{Severity, nearest};
use crate::print::{self, Card, Deck, pdf};
use crate::review::{Unit, review};
use crate::systems::{Kind, System};

/// Prints the cards of scenarios and decks as a PDF.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,

    /// The PDF to write.
    #[arg(short, long, value_name = "FILE")]
    output: Utf8PathBuf,

    /// The paper of a sheet.
    #[arg(long, default_value = "a4")]
    paper: Paper,

    /// Sheets of cards to cut, or one card a page.
    #[arg(long, default_value = "sheet")]
    layout: Layout,

    /// The edge over which the printer turns the paper; `none` leaves the backs out.
    #[arg(long, default_value = "none")]
    duplex: Duplex,

    /// Crop marks around single cards; sheets always have them.
    #[arg(long)]
    marks: bool,

    /// Colour beyond the cut, in millimetres; a sheet takes as much of it as fits.
    #[arg(long, value_name = "MM", default_value_t = 0.0, value_parser = bleed)]
    bleed: f64,

    /// Only these cards, as in `7A,8A`.
    #[arg(long, value_name = "CARD,...", value_delimiter = ',')]
    only: Vec<String>,

    #[command(flatten)]
    report: Report,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Paper {
    A4,
    Letter,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Layout {
    Sheet,
    Single,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Duplex {
    Long,
    Short,
    None,
}

fn bleed(text: &str) -> Result<f64, String> {
    let mm: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let allowed = 0.0..=print::MAX_BLEED;
    if allowed.contains(&mm) { Ok(mm) } else { Err(format!("0 to {} mm", print::MAX_BLEED)) }
}

impl Args {
    pub(super) fn run(self, systems: &[&'static dyn System]) -> Outcome {
        let Files { files, incomplete, settings } = self.inputs.read(systems)?;
        let mut review = review(files, &read_file, systems);
        let printable = |unit: &&Unit| unit.given && unit.outline.kind != Kind::Play;
        let units: Vec<&Unit> = review.units.iter().filter(printable).collect();
        if units.is_empty() && review.units.len() == review.sources.iter().count() {
            return Err(Trouble("there is no scenario and no deck among the files to print".to_owned()));
        }
        let mut cards = Vec::new();
        let mut titles = Vec::new();
        for unit in units {
            let (Some(battle), true) = (&unit.battle, unit.sound) else { continue };
            let (faces, misfits) = unit.system.faces(battle);
            if misfits.iter().all(|finding| finding.severity < Severity::Error) {
                cards.extend(faces);
                titles.extend(unit.outline.name.clone());
            }
            review.findings.extend(misfits);
        }
        let cards = self.chosen(cards)?;
        let mut extra = Extra { incomplete, ..Extra::default() };
        if !cards.is_empty() {
            let count: u32 = cards.iter().map(|card| card.copies).sum();
            let deck = Deck { title: titles.join(" · "), cards };
            output::to_file(&self.output, &pdf::write(&deck, &self.options()))?;
            extra.text = format!("{}: {count} cards\n", self.output);
        }
        self.report.emit(review, &settings, &extra, None, systems)
    }

    /// The cards that `--only` names, or all of them.
    fn chosen(&self, mut cards: Vec<Card>) -> Result<Vec<Card>, Trouble> {
        if self.only.is_empty() {
            return Ok(cards);
        }
        for wanted in &self.only {
            if !cards.iter().any(|card| card.number == *wanted) {
                let near = nearest(wanted, cards.iter().map(|card| card.number.as_str()));
                let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                return Err(Trouble(format!("no card `{wanted}` to print{hint}")));
            }
        }
        cards.retain(|card| self.only.contains(&card.number));
        Ok(cards)
    }

    fn options(&self) -> print::Options {
        print::Options {
            paper: match self.paper {
                Paper::A4 => print::Paper::A4,
                Paper::Letter => print::Paper::Letter,
            },
            layout: match self.layout {
                Layout::Sheet => print::Layout::Sheet,
                Layout::Single => print::Layout::Single,
            },
            duplex: match self.duplex {
                Duplex::Long => print::Duplex::Long,
                Duplex::Short => print::Duplex::Short,
                Duplex::None => print::Duplex::None,
            },
            marks: self.marks,
            bleed: self.bleed,
        }
    }
}
