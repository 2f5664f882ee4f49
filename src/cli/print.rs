//! `muster print`: cards as a PDF to cut and play with, or as pictures.

mod arguments;
mod choice;
mod format;
mod forum;
mod languages;
mod products;
mod progress;
mod refusals;
mod since;
mod telling;
mod tuck_box;

pub(super) use arguments::with_values;
use arguments::{Duplex, Layout, Marks, bleed, offset, profile, thickness};
use camino::Utf8PathBuf;
use format::{Format, GivenOptions, LAID_OUT_BY_HAND};
use languages::{PrintFiles, PrintJob, Printed};
use progress::Progress;
use since::Earlier;

use muster_core::diag::{Severity, Sink};
use muster_core::print::inks::{Press, StatedInks};
use muster_core::print::profile::Profile;
use muster_core::print::{Card, Deck, Paper};
use muster_core::source::Address;
use muster_systems::{System, With};

use super::help::whole;
use super::inputs::{Files, Inputs};
use super::look::LookArgs;
use super::output::complain;
use super::passed_over::pass_over;
use super::report::{Extra, Report};
use super::{Outcome, Trouble};
use crate::project::drawing::{self, Choice, DrawnCards, PRINTED, PrintedCard};
use crate::project::gallery::ProjectGallery;
use crate::project::looks::Looks;
use crate::project::verdict::Purpose;
use crate::review::{Review, preflight};

/// Print the cards of scenarios and decks as a PDF, pictures or text.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    // First: what is read before it is gone from the matches.
    #[command(flatten)]
    given: GivenOptions,

    #[command(flatten)]
    to: PrintFiles,

    /// Choose what to make.
    #[arg(long, default_value = "pdf", ignore_case = true)]
    format: Format,

    /// The former spelling of `--format forum`.
    #[arg(long, hide = true, conflicts_with_all = ["format", "calibrate"])]
    forum: bool,

    /// The former spelling of `--format calibration`.
    #[arg(long, hide = true, conflicts_with = "format")]
    calibrate: bool,

    /// Make files for a printing company, and check them against its rules: the-game-crafter, make-playing-cards,
    /// drive-thru-cards, game-manufacturer (PDF/X-4), or a3-sheets (PDF/X-4, sheets for a print shop).
    #[arg(long, value_name = "NAME", value_parser = profile, conflicts_with_all = LAID_OUT_BY_HAND)]
    profile: Option<&'static Profile>,

    /// Print with the inks of this ICC profile (CMYK), as your printer gives it, instead of FOGRA39. Without a `--profile` it makes
    /// a PDF/X-4 of pages as you lay them out.
    #[arg(long, value_name = "FILE")]
    icc: Option<Utf8PathBuf>,

    /// The inks of that profile, where no `--profile` has them.
    #[arg(skip)]
    press: Option<&'static Press>,

    /// Set the resolution of pictures, 30 to 1200 dpi; the default is 300.
    #[arg(long, value_name = "N", value_parser = whole(30..=1200_u16))]
    dpi: Option<u16>,

    /// Set the address where Tabletop Simulator finds the pictures.
    #[arg(long, value_name = "URL", default_value = "", hide_default_value = true)]
    url: String,

    /// Choose the paper of sheets: a4 (the default), letter, a3, legal, tabloid, or WIDTHxHEIGHT in millimetres.
    #[arg(long, value_name = "PAPER", value_parser = Paper::parse)]
    paper: Option<Paper>,

    /// Arrange cards on sheets, or one to a page.
    #[arg(long, default_value = "sheet", ignore_case = true)]
    layout: Layout,

    /// Print backs for a printer that flips the paper on this edge; `none` prints no backs.
    #[arg(long, default_value = "none", ignore_case = true)]
    duplex: Duplex,

    /// Choose the cutting marks. Sheets have crop marks by default; `cutter` replaces them. Pages of `--layout single` have
    /// none by default; `--marks` adds crop marks.
    #[arg(long, value_name = "KIND", num_args = 0..=1, require_equals = true, default_missing_value = "crop", ignore_case = true)]
    marks: Option<Marks>,

    /// Print colour beyond the cut, 0 to 3.175 mm. Sheets use as much of it as fits.
    #[arg(long, value_name = "MM", default_value_t = 0.0, value_parser = bleed)]
    bleed: f64,

    /// Draw the cut (blue), bleed (red) and safe area (green) on every card.
    #[arg(long)]
    proof: bool,

    /// Also print cards with errors: text that does not fit, missing letters, unreadable pictures. The errors are white on
    /// red, and the card is stamped as a draft.
    #[arg(long)]
    draft: bool,

    /// Set the thickness of the cardboard inside the strips of `--layout foldover`, 0 to 5 mm; the default is 1.5. For a tuck
    /// box, set the thickness of the cards, or name the printer, such as `the-game-crafter`; the default is 0.3.
    #[arg(long, value_name = "MM|PROFILE", value_parser = thickness)]
    thickness: Option<f64>,

    /// Move the pages of backs right and down, in millimetres, such as `1,-0.5`.
    #[arg(long, value_name = "X,Y", default_value = "0,0", value_parser = offset, allow_hyphen_values = true)]
    back_offset: (f64, f64),

    /// Print only these cards, by number or name, such as `7A,9A-12A,Thurn`. In two-sided printing their other sides are
    /// included.
    #[arg(long, value_name = "CARD,...")]
    only: Vec<String>,

    /// Also print these parts. `none` removes the parts that are printed by default, as in `none,backs`.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',', ignore_case = true)]
    with: Vec<String>,

    /// Print only this side's cards and those that all sides share, without the other sides' secrets.
    #[arg(long, value_name = "NAME")]
    side: Option<String>,

    /// Print in these languages, such as `de,en`, or in `all`, whatever the scenarios say. With several, each language has
    /// its own files: `cards-de.pdf`.
    #[arg(long, value_name = "LANG,...", value_delimiter = ',')]
    languages: Vec<String>,

    /// Print only cards that are new or have changed since a git commit, tag or branch.
    #[arg(long, value_name = "GIT_REF")]
    since: Option<String>,

    /// Set the author in the document's properties.
    #[arg(long, value_name = "NAME", default_value = "")]
    author: String,

    /// Make the PDF smaller by omitting the tags for screen readers.
    #[arg(long)]
    no_tags: bool,

    #[command(flatten)]
    look: LookArgs,

    #[command(flatten)]
    report: Report,

    #[command(flatten)]
    inputs: Inputs,
}

impl Args {
    pub(super) fn run(mut self, systems: &'static [&'static System]) -> Outcome {
        self.take_former_spellings();
        self.refuse_options_of_cards()?;
        match self.format {
            Format::Forum => return self.post(systems),
            Format::Calibration => return self.calibration(),
            Format::Pdf | Format::Png | Format::Tts | Format::Text => {}
        }
        self.names_output()?;
        self.check_conflicts()?;
        let progress = Progress::new(self.report.quiet());
        let Files { files, unreadable, project } = self.inputs.read(&self.report.policy, systems)?;
        let paths: Vec<Utf8PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
        let mut review = project.review(&files);
        pass_over(&review, PRINTED, System::unprinted_reason, &|path| self.inputs.names(path))?;
        if drawing::printable(&review).next().is_none() && review.units.len() == review.sources.iter().count() {
            return Err(Trouble("none of the files is a scenario or deck that can be printed".to_owned()));
        }
        let settings = project.settings.print(review.sources.iter().map(|(_, file)| file.path()))?;
        self.take_defaults(&settings);
        self.check_conflicts()?;
        self.take_inks()?;
        self.allows_tokens(drawing::printable(&review).map(|unit| unit.system))?;
        project.tolerate(&mut review, &files, &project.reader(), false)?;
        let (look, mut sink) = (self.look.look().or(&settings), Sink::default());
        let mut looks = project.looks(&look, &mut review.sources, &mut sink)?;
        let wrong = sink.into_findings();
        // Cards are not laid out by half a template.
        let laid_out = wrong.iter().all(|finding| finding.severity < Severity::Error);
        let languages = match self.wanted_languages(&looks, &review) {
            // A catalogue that cannot be read has an error, which says more.
            Err(_) if !laid_out => vec![None],
            languages => languages?,
        };
        let named = self.named_by(&languages);
        self.check_named(&named, &review, &project)?;
        review.findings.extend(wrong);
        review.drawn = laid_out;
        let mut extra = Extra {
            unreadable,
            aside: self.is_to_stdout(),
            purpose: Purpose { done: Some(("printed", PRINTED)), leaves_checking: false },
            ..Extra::default()
        };
        let (with, is_several) = (self.extras(), languages.len() > 1);
        let (mut held_back, mut refused, mut unfit) = (None, String::new(), Vec::new());
        for (language, files) in languages.iter().zip(named) {
            self.to = files;
            looks.draw_all_in(language.as_deref());
            let language = language.as_deref();
            let job =
                PrintJob { systems, project: &project, look: &look, paths: &paths, with: &with, language, is_several };
            let printed = if laid_out { self.print(&job, &looks, &mut review, &progress)? } else { Printed::default() };
            extra.text += &printed.text;
            unfit.extend(printed.unfit);
            if let Some(to) = self.destination().filter(|_| !printed.is_written && printed.held_back.is_none()) {
                refused += &telling::describe_refused(&to);
            }
            held_back = held_back.or(printed.held_back);
        }
        for unit in review.units.iter_mut().filter(|unit| unfit.contains(&unit.file)) {
            unit.sound = false;
        }
        // What is allowed or lowered is nobody's finding, but without a card nothing was done.
        let clean = project.errors(&review)?.is_empty();
        let is_kept_back = review.units.iter().any(|unit| unit.given && !unit.sound);
        let nothing = extra.text.is_empty().then(|| telling::nothing(self.profile, is_kept_back));
        if !clean {
            extra.text.extend(held_back.iter().map(|text| format!("{text}\n")));
            extra.text += &refused;
        }
        let exit = self.report.emit(review, &project, &extra, None)?;
        if let Some(text) = held_back.or(nothing).filter(|_| clean) {
            return Err(Trouble(text));
        }
        Ok(exit)
    }

    /// Draws the cards in a language and writes them, with what is found of them.
    fn print(
        &self,
        job: &PrintJob<'_>,
        looks: &Looks,
        review: &mut Review,
        progress: &Progress,
    ) -> Result<Printed, Trouble> {
        let PrintJob { project, with, .. } = *job;
        let wanted = |card: &Card| self.only.is_empty() || self.names(card);
        // Cards of a commit are compared as pictures.
        let is_seen = self.to.preview.is_some() || self.to.soft_proof.is_some() || self.since.is_some();
        let only_text = self.format == Format::Text && !is_seen;
        let choice = Choice { wanted: &wanted, two_sided: self.two_sided(), side: self.side.as_deref(), only_text };
        let reader = project.reader();
        let gallery = ProjectGallery::new(&review.sources, &reader, job.look.allow_outside);
        let DrawnCards { mut pieces, titles, findings, unfit, sides, .. } =
            drawing::draw(review, looks, with, choice, &gallery, progress)?;
        if let Some(side) = &self.side {
            Self::refuse_unknown_side(side, &sides)?;
        }
        // A print that lacks cards would be taken for a whole one.
        let is_whole = unfit.is_empty() || self.draft;
        let held_back = self.destination().filter(|_| !is_whole).map(|to| telling::held_back(&to, &findings));
        let found = job.new_findings(findings, &review.findings);
        review.findings.extend(found);
        let (mut text, mut is_written) = (String::new(), false);
        if !pieces.is_empty() {
            self.add_tuck_box(&mut pieces, &titles)?;
            let earlier = |since: &String| Earlier::draw(since, job, progress);
            let earlier = self.since.as_ref().map(earlier).transpose()?;
            earlier.iter().flat_map(|earlier| &earlier.told).for_each(|text| complain(text));
            let draw = |with: &With| drawing::draw(review, looks, with, Choice::ALL, &gallery, progress);
            let all = || job.systems.iter().flat_map(|system| system.extras()).map(|extra| extra.name);
            let add = |wanted: &str| self.adds(wanted, all(), draw);
            let mut pieces = self.choose_cards(pieces, earlier.as_ref(), &add)?;
            self.leave_out_backs(&mut pieces);
            if self.draft {
                pieces.iter_mut().for_each(PrintedCard::stamp);
            }
            let is_separated = self.to.soft_proof.is_some() || self.profile.is_some() || self.press.is_some();
            let inks = if is_separated { looks.inks() } else { StatedInks::default() };
            // Whoever draws wants to see what does not fit.
            text = self.preview(&pieces)? + &self.soft_proof(&pieces, &inks)?;
            let tiny = if only_text { Vec::new() } else { drawing::tiny_texts(&pieces) };
            review.findings.extend(job.new_findings(tiny, &review.findings));
            let lent = if only_text { Vec::new() } else { drawing::lent_letters(&pieces) };
            review.findings.extend(job.new_findings(lent, &review.findings));
            let places: Vec<Option<Address>> = pieces.iter().map(|piece| piece.drawn.at.clone()).collect();
            let cards: Vec<Card> = pieces.into_iter().map(|piece| piece.drawn.card).collect();
            let language = (!self.no_tags).then(|| language(&cards));
            let deck = Deck { title: titles.join(" · "), author: self.author.clone(), language, inks, cards };
            if let Some(profile) = self.profile {
                let found = preflight::findings(profile, &deck, &places, &gallery.transparent());
                review.findings.extend(job.new_findings(found, &review.findings));
            }
            // Whoever allows a finding sends the deck in spite of it.
            let refused = project.errors(review)?.iter().any(|code| preflight::CODES.contains(code));
            if !refused && held_back.is_none() {
                text += &self.write(&deck, progress)?;
                is_written = true;
                progress.finish();
            }
        }
        Ok(Printed { text, is_written, held_back, unfit })
    }
}

/// Returns the language that most cards are in, of several the first: screen readers take a document to be in it.
fn language(cards: &[Card]) -> String {
    let languages: Vec<&str> = cards.iter().map(|card| card.language().language.as_str()).collect();
    let count = |language: &str| languages.iter().filter(|other| **other == language).count();
    let mut most = languages.first().copied().unwrap_or(ENGLISH);
    for (i, language) in languages.iter().enumerate() {
        if !languages[..i].contains(language) && count(language) > count(most) {
            most = language;
        }
    }
    most.to_owned()
}

/// The language of a document without cards.
const ENGLISH: &str = "en";
