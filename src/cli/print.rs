//! `muster print`: cards as a PDF to cut and play with, or as pictures.

mod drawn;
mod leftover;
mod pictures;
mod progress;
mod since;

use camino::Utf8PathBuf;
use clap::ValueEnum;
use since::Earlier;

use drawn::{Choice, Drawing, Piece};
use progress::Progress;

use super::inputs::{Files, Inputs, read_named};
use super::look::Look;
use super::output::{self, Artifact};
use super::report::{Extra, Report};
use super::{Exit, Outcome, Trouble};
use crate::diag::escape::line;
use crate::diag::{Severity, Sink, nearest};
use crate::print::profile::{self, PROFILES, Profile};
use crate::print::{self, Accessories, Card, Deck, pdf, sheet};
use crate::review::{preflight, review};
use crate::source::Address;
use crate::systems::{Role, System};

/// Prints the cards of scenarios and decks as a PDF, or as pictures.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,

    /// The PDF to write, or the folder of pictures.
    #[arg(short, long, value_name = "FILE", required_unless_present = "preview")]
    output: Option<Utf8PathBuf>,

    /// The kind of output.
    #[arg(long, default_value = "pdf", ignore_case = true)]
    format: Format,

    /// Makes what a printer takes, and refuses what it would refuse: the-game-crafter, make-playing-cards or
    /// drive-thru-cards.
    #[arg(
        long,
        value_name = "NAME",
        value_parser = profile,
        conflicts_with_all = ["format", "dpi", "paper", "layout", "duplex", "marks", "bleed", "proof", "back_offset"]
    )]
    profile: Option<&'static Profile>,

    /// One picture of all faces, besides or instead of the output.
    #[arg(long, value_name = "PNG")]
    preview: Option<Utf8PathBuf>,

    /// Dots per inch of pictures, from 30 to 1200; 300 when left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(30..=1200))]
    dpi: Option<u16>,

    /// Where Tabletop Simulator will find the pictures.
    #[arg(long, value_name = "URL", default_value = "", hide_default_value = true)]
    url: String,

    /// The paper of a sheet; a4 when left out.
    #[arg(long, ignore_case = true)]
    paper: Option<Paper>,

    /// Sheets of cards to cut, or one card a page.
    #[arg(long, default_value = "sheet", ignore_case = true)]
    layout: Layout,

    /// The edge over which the printer turns the paper; `none` leaves the backs out.
    #[arg(long, default_value = "none", ignore_case = true)]
    duplex: Duplex,

    /// Crop marks around single cards; sheets always have them.
    #[arg(long)]
    marks: bool,

    /// Colour beyond the cut, from 0 to 3.175 millimetres; a sheet takes as much of it as fits.
    #[arg(long, value_name = "MM", default_value_t = 0.0, value_parser = bleed)]
    bleed: f64,

    /// The lines of cut (blue), bleed (red) and safe area (green) over every card.
    #[arg(long)]
    proof: bool,

    /// Moves everything on the second pages this far right and down, in millimetres, as in `1,-0.5`.
    #[arg(long, value_name = "X,Y", default_value = "0,0", value_parser = offset, allow_hyphen_values = true)]
    back_offset: (f64, f64),

    /// Writes two pages that show the offset of your printer's backs, instead of cards.
    #[arg(
        long,
        conflicts_with_all = [
            "paths", "profile", "format", "preview", "dpi", "url", "layout", "marks", "bleed", "proof", "only", "with",
            "since", "template", "low_ink"
        ]
    )]
    calibrate: bool,

    /// Only these cards, by number or name, as in `7A,9A-12A,Thurn`; printed on two sides, with what is on their other
    /// side.
    #[arg(long, value_name = "CARD,...")]
    only: Vec<String>,

    /// More to print than the formations and the set-up cards; `none` leaves the set-up cards out, as in `none,backs`.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',', ignore_case = true)]
    with: Vec<With>,

    /// Only cards that are new or look different since a git commit, tag or branch.
    #[arg(long, value_name = "GIT_REF")]
    since: Option<String>,

    /// Who made the cards, for the document's properties.
    #[arg(long, value_name = "NAME", default_value = "")]
    author: String,

    #[command(flatten)]
    look: Look,

    #[command(flatten)]
    report: Report,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A document to print.
    Pdf,
    /// A folder with a picture of each face.
    Png,
    /// A folder with sheets and a saved object for Tabletop Simulator.
    Tts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum With {
    /// The set-up card of each scenario.
    Setup,
    /// A reference card for each player: a turn and the signs.
    Reference,
    /// Sticks and cubes to cut out, as many as are needed.
    Tokens,
    /// Backs, for cards whose other side is not printed.
    Backs,
    /// Not even the set-up cards, unless they are named too.
    None,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Paper {
    A4,
    Letter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Layout {
    /// As many as fit on the paper.
    Sheet,
    /// One face a page, at its trimmed size and bleed.
    Single,
    /// Backs above a fold and fronts below it, to be glued together.
    Gutterfold,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
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

/// Dots per inch, unless something else is said.
const DPI: u16 = 300;

/// The farthest a printer sets its backs off, in millimetres.
const MAX_OFFSET: f64 = 20.0;

fn offset(text: &str) -> Result<(f64, f64), String> {
    let (x, y) = text.split_once(',').ok_or("two numbers with a comma between them")?;
    let part = |text: &str| match text.trim().parse::<f64>() {
        Ok(mm) if mm.abs() <= MAX_OFFSET => Ok(mm),
        Ok(_) => Err(format!("at most {MAX_OFFSET} mm")),
        Err(_) => Err(format!("`{text}` is not a number")),
    };
    Ok((part(x)?, part(y)?))
}

fn profile(name: &str) -> Result<&'static Profile, String> {
    if let Some((_, profile)) = PROFILES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        return Ok(profile);
    }
    let names = || PROFILES.iter().map(|(known, _)| *known);
    let near = nearest(name, names()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Err(format!("it is one of {}{near}", names().collect::<Vec<_>>().join(", ")))
}

impl Args {
    pub(super) fn run(self, systems: &'static [System]) -> Outcome {
        if self.calibrate {
            return self.calibration();
        }
        self.allowed()?;
        self.replaces()?;
        let progress = Progress::new(self.report.quiet());
        let Files { files, unreadable, settings } = self.inputs.read(systems)?;
        let paths: Vec<Utf8PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
        let mut review = review(&files, &read_named, systems);
        if drawn::printable(&review).next().is_none() && review.units.len() == review.sources.iter().count() {
            return Err(Trouble("there is no scenario and no deck among the files to print".to_owned()));
        }
        self.report.tolerate(&mut review, (&files, &read_named), false, &settings, systems)?;
        let mut sink = Sink::default();
        let looks = self.look.faces(systems, &mut review.sources, &mut sink)?;
        self.report.check_outputs(self.outputs(), &review, &settings)?;
        let wrong = sink.into_findings();
        // Cards are not laid out by half a template.
        let laid_out = wrong.iter().all(|finding| finding.severity < Severity::Error);
        review.findings.extend(wrong);
        let with = self.accessories();
        let wanted = |card: &Card| self.only.is_empty() || self.names(card);
        let choice = Choice { wanted: &wanted, two_sided: self.two_sided() };
        let Drawing { pieces, titles, findings, unfit } =
            if laid_out { drawn::draw(&review, &looks, with, choice, &progress)? } else { Drawing::default() };
        review.findings.extend(findings);
        review.drawn = laid_out;
        for unit in review.units.iter_mut().filter(|unit| unfit.contains(&unit.file)) {
            unit.sound = false;
        }
        let mut extra = Extra { unreadable, done: Some(("printed", &[Role::Main, Role::Part])), ..Extra::default() };
        // A print that lacks cards would be taken for a whole one.
        let held_back = self.output.as_ref().filter(|_| !unfit.is_empty()).map(|to| {
            format!(
                "{to}: not written, because not every card fits; mend what is found, print other cards with `--only`, or \
                 look at all of them with `--preview`"
            )
        });
        if !pieces.is_empty() {
            let earlier = |since: &String| Earlier::at(since, &paths, systems, &self.look, with, &progress);
            let earlier = self.since.as_ref().map(earlier).transpose()?;
            let add =
                |wanted: &str| self.adds(wanted, |with| drawn::draw(&review, &looks, with, Choice::ALL, &progress));
            let pieces = self.chosen(pieces, earlier.as_ref(), &add)?;
            // Whoever draws wants to see what does not fit.
            extra.text = self.preview(&pieces)?;
            let places: Vec<Option<Address>> = pieces.iter().map(|piece| piece.at.clone()).collect();
            let cards = pieces.into_iter().map(|piece| piece.card).collect();
            let deck = Deck { title: titles.join(" · "), author: self.author.clone(), cards };
            let refused = match self.profile {
                Some(profile) => {
                    review.findings.extend(preflight::findings(profile, &deck, &places));
                    // Whoever allows a finding sends the deck in spite of it.
                    self.report.errors(&review, &settings, systems)?.iter().any(|code| preflight::CODES.contains(code))
                }
                None => false,
            };
            if !refused && held_back.is_none() {
                extra.text += &self.write(&deck, &progress)?;
                progress.finish();
            }
        }
        // What is allowed or lowered is nobody's finding, but without a card nothing was done.
        let clean = self.report.errors(&review, &settings, systems)?.is_empty();
        let nothing = extra.text.is_empty().then(|| {
            "nothing is written: there is no card to print; an error keeps a file back even where it is allowed"
                .to_owned()
        });
        extra.text.extend(held_back.iter().filter(|_| !clean).map(|text| format!("{text}\n")));
        let exit = self.report.emit(review, &settings, &extra, None, systems)?;
        if let Some(text) = held_back.or(nothing).filter(|_| clean) {
            return Err(Trouble(text));
        }
        Ok(exit)
    }

    /// Writes the two pages of a calibration.
    fn calibration(&self) -> Outcome {
        self.replaces()?;
        let deck = Deck { title: "Muster: offset of the backs".to_owned(), ..Deck::default() };
        let pages = print::calibrate::pages(&self.options());
        let Some(file) = &self.output else {
            return Err(Trouble("--calibrate writes a PDF: name it with -o".to_owned()));
        };
        self.report.overwrite.write(file, Artifact::Pdf, &pdf::write_pages(&deck, &pages))?;
        let text = format!("{}: print both pages on one sheet, and read it there\n", line(file.as_str()));
        output::text_to_stdout(&text)?;
        Ok(Exit::Clean)
    }

    /// Refuses to write over what is no earlier print.
    fn replaces(&self) -> Result<(), Trouble> {
        let is_pdf = |file: &Utf8PathBuf| file.extension().is_some_and(|found| found.eq_ignore_ascii_case("pdf"));
        if self.preview.as_ref().is_some_and(is_pdf) {
            return Err(Trouble("`--preview` writes a PNG: name it so, or take `-o` for a PDF".to_owned()));
        }
        self.outputs().try_for_each(|(file, artifact)| self.report.overwrite.check(file, artifact))
    }

    /// The files to write whose names are known before anything is drawn.
    fn outputs(&self) -> impl Iterator<Item = (&Utf8PathBuf, Artifact)> {
        let pdf = self.output.iter().filter(|_| self.calibrate || self.output_format() == Format::Pdf);
        let preview = self.preview.iter().map(|file| (file, Artifact::Png));
        pdf.map(|file| (file, Artifact::Pdf)).chain(preview)
    }

    /// Writes the picture of all faces, and tells of it.
    fn preview(&self, pieces: &[Piece]) -> Result<String, Trouble> {
        let Some(file) = self.preview.as_ref().filter(|_| !pieces.is_empty()) else { return Ok(String::new()) };
        let deck = Deck { cards: pieces.iter().map(|piece| piece.card.clone()).collect(), ..Deck::default() };
        pictures::preview(file, &deck, self.two_sided(), self.report.overwrite)?;
        Ok(format!("{}: {}\n", line(file.as_str()), output::counted(deck.cards.len(), "face")))
    }

    /// Writes the files and tells of them.
    fn write(&self, deck: &Deck, progress: &Progress) -> Result<String, Trouble> {
        if deck.cards.is_empty() {
            let since = self.since.as_deref().unwrap_or_default();
            return Ok(format!("no card looks different since `{}`: nothing is written\n", line(since)));
        }
        let Some(to) = &self.output else { return Ok(String::new()) };
        let mut told = String::new();
        let (dpi, bleed) = self.profile.map_or((f64::from(self.dpi.unwrap_or(DPI)), self.bleed), |p| (p.dpi, p.bleed));
        // As a printer counts them: two sides of one piece are one card.
        let leaves = sheet::leaves(&deck.cards, self.two_sided());
        let count = |token| {
            let leaves = leaves.iter().filter(|leaf| deck.cards[leaf.front.card].token == token);
            leaves.map(|leaf| leaf.copies as usize).sum()
        };
        let cards = match (count(false), count(true)) {
            (cards, 0) => output::counted(cards, "card"),
            (0, tokens) => output::counted(tokens, "token"),
            (cards, tokens) => format!("{}, {}", output::counted(cards, "card"), output::counted(tokens, "token")),
        };
        let files = match self.output_format() {
            Format::Pdf => {
                let pages = sheet::pages(deck, &self.options());
                self.stays_on_paper(&pages)?;
                progress.expect(pages.len());
                let standard = self.profile.map_or(pdf::Standard::Screen, |profile| profile.standard);
                let bytes = pdf::write_by(standard, deck, &pages, &|| progress.step());
                self.report.overwrite.write(to, Artifact::Pdf, &bytes)?;
                let told = output::counted(pages.len(), "page");
                std::mem::forget(pages);
                told
            }
            Format::Png => {
                let files = pictures::faces(to, deck, (dpi, bleed), self.two_sided(), self.report.overwrite, progress)?;
                told += &leftover::told(to, &files);
                output::counted(files.len(), "file")
            }
            Format::Tts => {
                let files = pictures::tabletop(to, deck, dpi, &self.url, self.report.overwrite)?;
                told += &leftover::told(to, &files);
                output::counted(files.len(), "file")
            }
        };
        let bare = || leaves.iter().all(|leaf| leaf.back.is_none());
        let note = if self.two_sided() && bare() { "; none has anything on its back" } else { "" };
        Ok(format!("{told}{}: {cards} on {files}{note}\n", line(to.as_str())))
    }

    fn output_format(&self) -> Format {
        match self.profile.map(|profile| profile.format) {
            Some(profile::Format::Pdf) => Format::Pdf,
            Some(profile::Format::Png) => Format::Png,
            None => self.format,
        }
    }

    /// What is printed besides the formations.
    fn accessories(&self) -> Accessories {
        let with = |what| self.with.contains(&what);
        Accessories {
            setup: with(With::Setup) || !with(With::None),
            reference: with(With::Reference),
            tokens: with(With::Tokens),
            backs: with(With::Backs),
        }
    }

    /// Refuses what cannot be printed together.
    fn allowed(&self) -> Result<(), Trouble> {
        let with = self.accessories();
        let refuse = |text: &str| Err(Trouble(text.to_owned()));
        if with.backs && self.output.is_some() && !self.two_sided() {
            return refuse(
                "--with backs needs a second side to print on: add `--duplex long`, `--duplex short` or `--layout \
                 gutterfold`",
            );
        }
        if with.tokens && self.output.is_some() {
            if let Some(profile) = self.profile {
                return Err(Trouble(format!(
                    "{} cuts cards of one size: leave tokens out of --with, and print them yourself: `--with tokens` \
                     without --profile",
                    profile.title
                )));
            }
            if self.format == Format::Tts {
                return refuse("Tabletop Simulator has pieces of its own: leave tokens out of --with");
            }
            if self.format == Format::Pdf && self.layout == Layout::Single {
                return refuse("tokens are cut from sheets: leave them out of --with, or leave out `--layout single`");
            }
        }
        self.used()
    }

    /// Refuses options that mean nothing to what is written.
    fn used(&self) -> Result<(), Trouble> {
        let Some(output) = &self.output else { return Ok(()) };
        let format = self.output_format();
        let (pdf, tts) = (format == Format::Pdf, format == Format::Tts);
        let (single, folded) = (self.layout == Layout::Single, self.layout == Layout::Gutterfold);
        let moved = self.back_offset != (0.0, 0.0);
        let is = |extension: &str| output.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension));
        let needless = [
            (
                pdf && is("png"),
                "`-o` names a PNG, and a PDF is written: add `--format png`, which writes a folder, or \
                               take `--preview` for one picture of all",
            ),
            (
                !pdf && (is("pdf") || is("png")),
                "`-o` names a file, and pictures are written into a folder: name a \
                                                folder, or leave out `--format`",
            ),
            (pdf && self.dpi.is_some(), "`--dpi` is of pictures: add `--format png` or `--format tts`"),
            (!tts && !self.url.is_empty(), "`--url` is of Tabletop Simulator: add `--format tts`"),
            (tts && self.bleed > 0.0, "Tabletop Simulator cuts nothing: leave out `--bleed`"),
            (!pdf && self.layout != Layout::Sheet, "`--layout` is of pages: leave it out, or leave out `--format`"),
            (!pdf && self.paper.is_some(), "`--paper` is of pages: leave it out, or leave out `--format`"),
            (!pdf && self.marks, "`--marks` is of pages: leave it out, or leave out `--format`"),
            (!pdf && self.proof, "`--proof` is of pages: leave it out, or leave out `--format`"),
            (
                pdf && single && self.paper.is_some(),
                "`--layout single` has pages as large as a card: leave out `--paper`",
            ),
            (
                folded && self.duplex != Duplex::None,
                "`--layout gutterfold` has both sides on one page: leave out \
                                                     `--duplex`",
            ),
            (
                moved && (!pdf || self.duplex == Duplex::None),
                "`--back-offset` moves second pages: add `--duplex long` or \
                                                    `--duplex short`",
            ),
        ];
        match needless.into_iter().find(|(is, _)| *is) {
            Some((_, text)) => Err(Trouble(text.to_owned())),
            None => Ok(()),
        }
    }

    /// Refuses cards larger than the paper, and to move backs off it.
    fn stays_on_paper(&self, pages: &[sheet::Page]) -> Result<(), Trouble> {
        let ((right, down), (across, along)) = (self.back_offset, sheet::room_to_move(pages));
        if across < 0.0 || along < 0.0 {
            return Err(Trouble(
                "a card is larger than the paper: take `--layout single`, whose pages are as large as the cards"
                    .to_owned(),
            ));
        }
        if self.layout != Layout::Sheet || (right.abs() <= across && down.abs() <= along) {
            return Ok(());
        }
        // Rounded down, so that what is said is possible.
        let most = |mm: f64| (mm * 10.0).floor() / 10.0;
        Err(Trouble(format!(
            "`--back-offset={right},{down}` moves cards off the paper: at most {} mm across and {} mm up or down",
            most(across),
            most(along)
        )))
    }

    /// Whether what is on the backs is printed too.
    fn two_sided(&self) -> bool {
        match (self.format, self.layout) {
            _ if self.profile.is_some() || self.duplex != Duplex::None => true,
            // Files of faces, and the contact sheet, have room for all.
            (Format::Png, _) => self.accessories().backs,
            _ if self.output.is_none() => self.accessories().backs,
            (Format::Tts, _) | (Format::Pdf, Layout::Gutterfold) => true,
            (Format::Pdf, Layout::Sheet | Layout::Single) => false,
        }
    }

    /// The cards that `--only` and `--since` ask for, or all of them; on two sides with what is on the other one. Of a card
    /// that is not there `add` says which option adds it.
    fn chosen(
        &self,
        pieces: Vec<Piece>,
        earlier: Option<&Earlier>,
        add: &dyn Fn(&str) -> Option<&'static str>,
    ) -> Result<Vec<Piece>, Trouble> {
        let there = |wanted: &str| pieces.iter().any(|piece| names(wanted, &piece.card));
        for wanted in self.only.iter().filter(|wanted| !there(wanted)).flat_map(|list| list.split(',')) {
            if !there(wanted) {
                let known = pieces.iter().flat_map(|piece| [piece.card.number.as_str(), piece.card.name()]);
                let hint = match add(wanted) {
                    Some(with) => format!("; `--with {with}` adds it"),
                    None => nearest(wanted, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default(),
                };
                return Err(Trouble(format!("no card `{wanted}` to print{hint}")));
            }
        }
        let wanted = |piece: &Piece| {
            (self.only.is_empty() || self.names(&piece.card)) && earlier.is_none_or(|earlier| earlier.changed(piece))
        };
        let mut keep: Vec<bool> = pieces.iter().map(wanted).collect();
        if self.two_sided() {
            let cards: Vec<Card> = pieces.iter().map(|piece| piece.card.clone()).collect();
            let chosen = keep.clone();
            for (i, other) in sheet::other_sides(&cards).into_iter().enumerate() {
                keep[i] |= other.is_some_and(|other| chosen[other]);
            }
        }
        Ok(pieces.into_iter().zip(keep).filter_map(|(piece, keep)| keep.then_some(piece)).collect())
    }

    /// Returns true if `--only` names the card. A name may have commas of its own.
    fn names(&self, card: &Card) -> bool {
        self.only.iter().any(|list| names(list, card) || list.split(',').any(|wanted| names(wanted, card)))
    }

    /// What of `--with` has a card that it was not asked for.
    fn adds(&self, wanted: &str, draw: impl Fn(Accessories) -> Result<Drawing, Trouble>) -> Option<&'static str> {
        let only = Accessories::default();
        let kinds = [
            ("setup", Accessories { setup: true, ..only }),
            ("reference", Accessories { reference: true, ..only }),
            ("tokens", Accessories { tokens: true, ..only }),
        ];
        let has = |with| draw(with).is_ok_and(|drawn| drawn.pieces.iter().any(|piece| names(wanted, &piece.card)));
        kinds.into_iter().find(|(_, with)| has(*with)).map(|(name, _)| name)
    }

    fn options(&self) -> print::Options {
        if let Some(profile) = self.profile {
            return profile.options();
        }
        print::Options {
            paper: match self.paper {
                Some(Paper::A4) | None => print::Paper::A4,
                Some(Paper::Letter) => print::Paper::Letter,
            },
            layout: match self.layout {
                Layout::Sheet => print::Layout::Sheet,
                Layout::Single => print::Layout::Single,
                Layout::Gutterfold => print::Layout::Gutterfold,
            },
            duplex: match self.duplex {
                Duplex::Long => print::Duplex::Long,
                Duplex::Short => print::Duplex::Short,
                Duplex::None => print::Duplex::None,
            },
            marks: self.marks,
            bleed: self.bleed,
            proof: self.proof,
            back_offset: self.back_offset,
            backs_first: false,
        }
    }
}

/// Returns true if a number as `7A`, a range as `7A-10A` or a name means the card, in capitals or not.
fn names(wanted: &str, card: &Card) -> bool {
    let [wanted, number, name] = [wanted.trim(), &card.number, card.name()].map(str::to_lowercase);
    let parts = |text: &str| {
        let (digits, letters) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
        Some((digits.parse::<u64>().ok()?, letters.to_owned()))
    };
    let within = |(from, to): (&str, &str)| {
        let ((from, first), (to, last), (n, letters)) = (parts(from)?, parts(to)?, parts(&number)?);
        Some((from..=to).contains(&n) && first == letters && last == letters)
    };
    wanted == number || wanted == name || wanted.split_once('-').and_then(within).unwrap_or(false)
}
