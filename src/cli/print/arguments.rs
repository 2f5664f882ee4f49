//! The values of the arguments, and what several of them mean together.

use camino::Utf8PathBuf;
use clap::ValueEnum;

use super::Args;
use crate::cli::output::Artifact;
use crate::diag::nearest;
use crate::print::profile::{self, PROFILES, Profile};
use crate::print::{self, Accessories};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A document to print.
    Pdf,
    /// A folder with a picture of each face.
    Png,
    /// A folder with sheets and a saved object for Tabletop Simulator.
    Tts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum With {
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
pub(super) enum Paper {
    A4,
    Letter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Layout {
    /// As many as fit on the paper.
    Sheet,
    /// One face a page, at its trimmed size and bleed.
    Single,
    /// Backs above a fold and fronts below it, to be glued together.
    Gutterfold,
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
    if allowed.contains(&mm) { Ok(mm) } else { Err(format!("0 to {} mm", print::MAX_BLEED)) }
}

/// Dots per inch, unless something else is said.
const DPI: u16 = 300;

/// The farthest a printer sets its backs off, in millimetres.
const MAX_OFFSET: f64 = 20.0;

pub(super) fn offset(text: &str) -> Result<(f64, f64), String> {
    let (x, y) = text.split_once(',').ok_or("two numbers with a comma between them")?;
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
    let names = || PROFILES.iter().map(|(known, _)| *known);
    let near = nearest(name, names()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Err(format!("it is one of {}{near}", names().collect::<Vec<_>>().join(", ")))
}

impl Args {
    /// The files to write whose names are known before anything is drawn.
    pub(super) fn outputs(&self) -> impl Iterator<Item = (&Utf8PathBuf, Artifact)> {
        let pdf = self.output.iter().filter(|_| self.calibrate || self.output_format() == Format::Pdf);
        let preview = self.preview.iter().map(|file| (file, Artifact::Png));
        pdf.map(|file| (file, Artifact::Pdf)).chain(preview)
    }

    /// Returns the kind of output: the profile's, or the one that is asked for.
    pub(super) fn output_format(&self) -> Format {
        match self.profile.map(|profile| profile.format) {
            Some(profile::Format::Pdf) => Format::Pdf,
            Some(profile::Format::Png) => Format::Png,
            None => self.format,
        }
    }

    /// Returns the dots per inch of pictures, and their bleed in millimetres.
    pub(super) fn resolution(&self) -> (f64, f64) {
        self.profile.map_or((f64::from(self.dpi.unwrap_or(DPI)), self.bleed), |p| (p.dpi, p.bleed))
    }

    /// What is printed besides the formations.
    pub(super) fn accessories(&self) -> Accessories {
        let with = |what| self.with.contains(&what);
        Accessories {
            setup: with(With::Setup) || !with(With::None),
            reference: with(With::Reference),
            tokens: with(With::Tokens),
            backs: with(With::Backs),
        }
    }

    /// Whether what is on the backs is printed too.
    pub(super) fn two_sided(&self) -> bool {
        match (self.format, self.layout) {
            _ if self.profile.is_some() || self.duplex != Duplex::None => true,
            // Files of faces, and the contact sheet, have room for all.
            (Format::Png, _) => self.accessories().backs,
            _ if self.output.is_none() => self.accessories().backs,
            (Format::Tts, _) | (Format::Pdf, Layout::Gutterfold) => true,
            (Format::Pdf, Layout::Sheet | Layout::Single) => false,
        }
    }

    /// Returns how pages are laid out.
    pub(super) fn options(&self) -> print::Options {
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
