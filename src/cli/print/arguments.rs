//! The values of the arguments, and what several of them mean together.

use std::collections::BTreeSet;

use camino::Utf8PathBuf;
use clap::ValueEnum;
use clap::builder::PossibleValue;

use muster_core::config::PrintSettings;
use muster_core::diag::{describe, or_nearest};
use muster_core::print;
use muster_core::print::inks::Press;
use muster_core::print::profile::{self, PROFILES, Profile};
use muster_systems::System;
use muster_systems::printed::{BACKS, With};

use super::Args;
use super::format::{Format, LAID_OUT_BY_HAND};
use crate::cli::Trouble;
use crate::cli::output::Artifact;
use crate::project::drawing::{NO_EXTRAS, TUCK_BOX, with_words};
use crate::project::files::read_file;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Layout {
    /// As many cards as fit on the paper.
    Sheet,
    /// One card to a page, at its trimmed size plus bleed.
    Single,
    /// Backs above a fold and fronts below it, to glue together.
    Gutterfold,
    /// Strips of fronts with their backs above them, to fold and glue around cardboard.
    Foldover,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Marks {
    /// Crop marks.
    Crop,
    /// L-shaped marks in the corners of each sheet, for cutting machines.
    Cutter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Duplex {
    Long,
    Short,
    None,
}

pub(super) fn bleed(text: &str) -> Result<f64, String> {
    let mm: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let allowed = 0.0..=print::MAX_BLEED;
    if allowed.contains(&mm) { Ok(mm) } else { Err(format!("expected 0 to {} mm", print::MAX_BLEED)) }
}

/// Thickness of the card that strips are glued round, in millimetres: the default, and the most.
const THICKNESS: f64 = 1.5;
const MAX_THICKNESS: f64 = 5.0;

/// Returns a thickness in millimetres, or that of a printer's card.
pub(super) fn thickness(text: &str) -> Result<f64, String> {
    let Ok(mm) = text.parse::<f64>() else {
        return profile(text)
            .map(|profile| profile.stock)
            .map_err(|names| format!("neither a number of millimetres nor a printer; {names}"));
    };
    if (0.0..=MAX_THICKNESS).contains(&mm) { Ok(mm) } else { Err(format!("expected 0 to {MAX_THICKNESS} mm")) }
}

/// Dots per inch, unless something else is said.
const DPI: u16 = 300;

/// The farthest a printer sets its backs off, in millimetres.
const MAX_OFFSET: f64 = 20.0;

pub(super) fn offset(text: &str) -> Result<(f64, f64), String> {
    let (x, y) = text.split_once(',').ok_or("expected two numbers separated by a comma")?;
    let part = |text: &str| match text.trim().parse::<f64>() {
        Ok(mm) if mm.abs() <= MAX_OFFSET => Ok(mm),
        Ok(_) => Err(format!("at most {MAX_OFFSET} mm")),
        Err(_) => Err(format!("`{text}` is not a number")),
    };
    Ok((part(x)?, part(y)?))
}

pub(super) fn profile(name: &str) -> Result<&'static Profile, String> {
    if let Some((_, profile)) = PROFILES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        return Ok(profile);
    }
    let names = profile::names;
    let near = or_nearest(name, names());
    Err(format!("expected one of {}{near}", names().collect::<Vec<_>>().join(", ")))
}

/// Returns the words of `--with`: what the systems offer, backs, and none of them.
pub(in crate::cli) fn with_values(systems: &'static [&'static System]) -> Vec<PossibleValue> {
    let of_game = |system: &System, word: &str| {
        let extra = system.extras().iter().find(|extra| extra.name == word)?;
        Some(format!("{}: {}", system.title(), extra.about))
    };
    let about = |word: &str| match word {
        TUCK_BOX => "The net of a tuck box for all the cards, as deep as the whole stack of cards".to_owned(),
        BACKS => "Backs for cards with nothing printed on their reverse".to_owned(),
        NO_EXTRAS => "Skip everything that is printed by default".to_owned(),
        _ => systems.iter().filter_map(|system| of_game(system, word)).collect::<Vec<String>>().join(". "),
    };
    with_words(systems).into_iter().map(|word| PossibleValue::new(word).help(about(word))).collect()
}

impl Args {
    /// Takes what the settings say where no option says otherwise. A profile lays everything out itself: any option of that kind is
    /// in its place.
    pub(super) fn take_defaults(&mut self, settings: &PrintSettings) {
        if self.given.first_of(&LAID_OUT_BY_HAND).is_none() {
            self.profile = self.profile.or_else(|| profile(settings.profile.as_deref()?).ok());
        }
        if self.profile.is_none() && self.format == Format::Pdf && self.layout != Layout::Single {
            self.paper = self.paper.or_else(|| print::Paper::parse(settings.paper.as_deref()?).ok());
        }
        if self.languages.is_empty() {
            self.languages.clone_from(&settings.languages);
        }
        if self.with.is_empty() {
            self.with.clone_from(&settings.with);
        }
    }

    /// Takes the inks of the ICC profile that is named.
    ///
    /// # Errors
    ///
    /// Says that nothing is printed in inks and what would be, or why the file is no such profile.
    pub(super) fn take_inks(&mut self) -> Result<(), Trouble> {
        let Some(file) = &self.icc else { return Ok(()) };
        let is_in_inks = |profile: &&Profile| profile.colors().standard.is_in_inks();
        let is_proof = self.to.soft_proof.is_some() && self.to.output.is_none();
        match self.profile {
            Some(profile) if !is_in_inks(&profile) => {
                return Err(Trouble(format!(
                    "`--icc` applies to inks, and {} takes pictures: use a profile that makes a PDF, such as `--profile game-manufacturer`, or no profile",
                    profile.title
                )));
            }
            None if self.format != Format::Pdf && !is_proof => {
                return Err(Trouble(
                    "`--icc` applies to inks: remove `--format`, or use `--soft-proof` to see the cards in these inks"
                        .to_owned(),
                ));
            }
            _ => {}
        }
        let bytes = read_file(file).map_err(|error| Trouble(format!("cannot read `{file}`: {}", describe(&error))))?;
        let condition = file.file_stem().unwrap_or_default().to_owned();
        let press = Press::read(bytes.into(), condition).map_err(|why| Trouble(format!("`{file}`: {why}")))?;
        // As long as the program runs, as the carried ones.
        let press = Some(&*Box::leak(Box::new(press)));
        match self.profile {
            Some(profile) => self.profile = Some(Box::leak(Box::new(Profile { press, ..profile.clone() }))),
            None => self.press = press,
        }
        Ok(())
    }

    /// Returns the files to write whose names are known before anything is drawn.
    pub(super) fn outputs(&self) -> impl Iterator<Item = (&Utf8PathBuf, Artifact)> {
        let artifact = match self.output_format() {
            Format::Pdf | Format::Calibration => Some(Artifact::Pdf),
            Format::Text | Format::Forum => Some(Artifact::Text),
            Format::Png | Format::Tts => None,
        };
        let preview = self.to.preview.iter().chain(&self.to.soft_proof).map(|file| (file, Artifact::Png));
        self.to.output.iter().zip(artifact).chain(preview)
    }

    /// Returns true if the text of the cards goes to standard output: no file is named for it, and no picture is asked for.
    pub(super) fn is_to_stdout(&self) -> bool {
        let is_named = self.to.output.is_some() || self.to.preview.is_some() || self.to.soft_proof.is_some();
        self.output_format() == Format::Text && !is_named
    }

    /// Returns what is written, by its name; `None` if only pictures of all faces are.
    pub(super) fn destination(&self) -> Option<Utf8PathBuf> {
        self.to.output.clone().or_else(|| self.is_to_stdout().then(|| "standard output".into()))
    }

    /// Returns the kind of output: the profile's, or the one that is asked for.
    pub(super) fn output_format(&self) -> Format {
        match self.profile.map(|profile| profile.format) {
            Some(profile::ProfileFormat::Pdf) => Format::Pdf,
            Some(profile::ProfileFormat::Png) => Format::Png,
            None => self.format,
        }
    }

    /// Returns the dots per inch of pictures, and their bleed in millimetres.
    pub(super) fn resolution(&self) -> (f64, f64) {
        self.profile.map_or((f64::from(self.dpi.unwrap_or(DPI)), self.bleed), |p| (p.dpi, p.bleed))
    }

    /// Returns the extras that are printed: those that are asked for, and those that are printed unless `none` leaves them
    /// out; tokens of the latter only where they can be printed.
    pub(super) fn extras(&self) -> With {
        let mut also: BTreeSet<String> = self.with.iter().map(|word| word.to_lowercase()).collect();
        if also.contains(TUCK_BOX) {
            // They are on its panels.
            also.insert(BACKS.to_owned());
        }
        if self.asks_for(NO_EXTRAS) { With::Only(also) } else { With::Usual { also, tokens: self.takes_tokens() } }
    }

    /// Returns true if `--with` names something.
    pub(super) fn asks_for(&self, name: &str) -> bool {
        self.with.iter().any(|word| word.eq_ignore_ascii_case(name))
    }

    /// Returns true if tokens can be printed: cut from sheets, or as pictures and text.
    fn takes_tokens(&self) -> bool {
        let is_sheet = (self.format, self.layout) != (Format::Pdf, Layout::Single);
        self.to.output.is_none() || self.profile.is_none() && self.format != Format::Tts && is_sheet
    }

    /// Returns true if backs are asked for.
    pub(super) fn with_backs(&self) -> bool {
        self.asks_for(BACKS)
    }

    /// Returns true if what is on the backs is printed too.
    pub(super) fn two_sided(&self) -> bool {
        match (self.format, self.layout) {
            _ if self.profile.is_some() || self.duplex != Duplex::None => true,
            // Files of faces, and the contact sheet, have room for all.
            (Format::Png, _) => self.with_backs(),
            _ if self.destination().is_none() => self.with_backs(),
            (Format::Tts, _) | (Format::Pdf, Layout::Gutterfold | Layout::Foldover) => true,
            (Format::Pdf, Layout::Sheet | Layout::Single) | (Format::Text | Format::Forum | Format::Calibration, _) => {
                false
            }
        }
    }

    /// Returns the layout of pages.
    pub(super) fn options(&self) -> print::PageOptions {
        if let Some(profile) = self.profile {
            return profile.options();
        }
        print::PageOptions {
            paper: self.paper.unwrap_or_default(),
            layout: match self.layout {
                Layout::Sheet => print::Layout::Sheet,
                Layout::Single => print::Layout::Single,
                Layout::Gutterfold => print::Layout::Gutterfold,
                Layout::Foldover => print::Layout::Foldover,
            },
            duplex: match self.duplex {
                Duplex::Long => print::Duplex::Long,
                Duplex::Short => print::Duplex::Short,
                Duplex::None => print::Duplex::None,
            },
            marks: match self.marks {
                None => print::Marks::Sheets,
                Some(Marks::Crop) => print::Marks::All,
                Some(Marks::Cutter) => print::Marks::Cutter,
            },
            bleed: self.bleed,
            has_whole_bleed: false,
            proof: self.proof,
            thickness: self.thickness.unwrap_or(THICKNESS),
            back_offset: self.back_offset,
            backs_first: false,
        }
    }
}
