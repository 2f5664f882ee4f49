//! Refusals: arguments that cannot be used together, files that are not to be written over, cards off the paper.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::escape::line;
use muster_core::diag::nearest;
use muster_core::print::profile::PROFILES;
use muster_core::print::sheet;
use muster_systems::System;

use super::Args;
use super::arguments::{Duplex, Layout, Marks};
use super::format::Format;
use crate::cli::Trouble;
use crate::cli::output::Artifact;
use crate::project::drawing::TUCK_BOX;

impl Args {
    /// Refuses a print that names nothing to write.
    pub(super) fn names_output(&self) -> Result<(), Trouble> {
        let is_named = self.destination().is_some() || self.to.preview.is_some() || self.to.soft_proof.is_some();
        if is_named {
            return Ok(());
        }
        let name = line(self.inputs.file_stem().unwrap_or("cards"));
        let name = match self.output_format() {
            Format::Pdf => format!("{name}.pdf"),
            _ => name.into_owned(),
        };
        Err(Trouble(format!("name the output, for example `-o {name}`; only `--format text` needs no name")))
    }

    /// Refuses arguments that cannot be used together.
    pub(super) fn check_conflicts(&self) -> Result<(), Trouble> {
        let is_text = self.output_format() == Format::Text;
        if self.with_backs() && self.destination().is_some() && !self.two_sided() && !is_text {
            return Err(Trouble(
                "--with backs needs a second side to print on: add `--duplex long`, `--duplex short`, `--layout \
                 gutterfold` or `--layout foldover`"
                    .to_owned(),
            ));
        }
        self.check_unused()
    }

    /// Refuses tokens that are asked for where they cannot be printed; `systems` are those of the files.
    pub(super) fn allows_tokens<'s>(&self, systems: impl Iterator<Item = &'s System>) -> Result<(), Trouble> {
        let is_single = self.profile.is_none() && (self.format, self.layout) == (Format::Pdf, Layout::Single);
        let refused = systems.flat_map(System::extras).filter(|extra| extra.token && !(extra.large && is_single));
        let tuck_box = (!is_single).then_some(TUCK_BOX);
        let name = refused.map(|extra| extra.name).chain(tuck_box).find(|name| self.asks_for(name));
        if let Some(name) = name.filter(|_| self.to.output.is_some()) {
            if let Some(profile) = self.profile {
                // A box is as deep as the printer's cards are thick.
                let named = PROFILES.iter().find(|(_, known)| known.title == profile.title && name == TUCK_BOX);
                let stock = named.map(|(of, _)| format!(" --thickness {of}")).unwrap_or_default();
                return Err(Trouble(format!(
                    "{} takes cards only: remove {name} from --with, and print it at home with `--with {name}{stock}` and no --profile",
                    profile.title
                )));
            }
            if self.format == Format::Tts {
                return Err(Trouble(format!("Tabletop Simulator has its own pieces: remove {name} from --with")));
            }
            if is_single {
                return Err(Trouble(format!(
                    "`--with {name}` prints sheets that must be cut: remove {name} from --with, or remove `--layout single`"
                )));
            }
        }
        Ok(())
    }

    /// Refuses to write over what is no earlier print.
    pub(super) fn replaces(&self) -> Result<(), Trouble> {
        let is_pdf = |file: &Utf8PathBuf| file.extension().is_some_and(|found| found.eq_ignore_ascii_case("pdf"));
        for (option, file) in [("--preview", &self.to.preview), ("--soft-proof", &self.to.soft_proof)] {
            if file.as_ref().is_some_and(is_pdf) {
                return Err(Trouble(format!("`{option}` writes a PNG: use a `.png` name, or use `-o` for a PDF")));
            }
        }
        self.outputs().try_for_each(|(file, artifact)| self.report.overwrite.check(file, artifact))?;
        self.outputs().try_for_each(|(file, artifact)| match (artifact, other_kind(file)) {
            (Artifact::Pdf, Some(kind)) => {
                Err(Trouble(format!("`{file}` ends in `.{kind}`, but a PDF is written: use a `.pdf` name")))
            }
            (Artifact::Png, Some(kind)) => {
                Err(Trouble(format!("`{file}` ends in `.{kind}`, but a PNG is written: use a `.png` name")))
            }
            _ => Ok(()),
        })
    }

    /// Refuses options that mean nothing to what is written.
    fn check_unused(&self) -> Result<(), Trouble> {
        let Some(output) = self.destination() else { return Ok(()) };
        let format = self.output_format();
        let (pdf, tts, text) = (format == Format::Pdf, format == Format::Tts, format == Format::Text);
        let (single, strips) = (self.layout == Layout::Single, self.layout == Layout::Foldover);
        let folded = strips || self.layout == Layout::Gutterfold;
        let moved = self.back_offset != (0.0, 0.0);
        let is = |extension: &str| output.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension));
        let needless = [
            (
                pdf && is("png"),
                "`-o` names a PNG, but a PDF is written: add `--format png` to write a folder, or use `--preview` for one picture of everything",
            ),
            (text && (is("pdf") || is("png")), "`-o` names a picture or a PDF, but text is written: use a `.txt` name"),
            (text && self.bleed > 0.0, "text is not cut: remove `--bleed`"),
            (
                !pdf && (is("pdf") || is("png")),
                "`-o` names a file, but pictures are written to a folder: name a folder, or remove `--format`",
            ),
            (pdf && self.dpi.is_some(), "`--dpi` applies to pictures: add `--format png` or `--format tts`"),
            (!tts && !self.url.is_empty(), "`--url` applies to Tabletop Simulator: add `--format tts`"),
            (tts && self.bleed > 0.0, "Tabletop Simulator does not cut cards: remove `--bleed`"),
            (!pdf && self.layout != Layout::Sheet, "`--layout` applies to pages: remove it, or remove `--format`"),
            (!pdf && self.paper.is_some(), "`--paper` applies to pages: remove it, or remove `--format`"),
            (!pdf && self.marks.is_some(), "`--marks` applies to pages: remove it, or remove `--format`"),
            (!pdf && self.proof, "`--proof` applies to pages: remove it, or remove `--format`"),
            (
                self.marks == Some(Marks::Cutter) && self.layout != Layout::Sheet,
                "`--marks=cutter` applies to sheets that are not folded: remove `--layout`",
            ),
            (
                pdf && single && self.paper.is_some(),
                "`--layout single` makes each page as large as a card: remove `--paper`",
            ),
            (
                folded && self.duplex != Duplex::None,
                "a folded `--layout` has both sides on one page: remove `--duplex`",
            ),
            (
                !strips && self.thickness.is_some() && !self.asks_for(TUCK_BOX),
                "`--thickness` applies to folded strips and tuck boxes: add `--layout foldover` or `--with tuck-box`",
            ),
            (
                moved && (!pdf || self.duplex == Duplex::None),
                "`--back-offset` moves second pages: add `--duplex long` or `--duplex short`",
            ),
        ];
        match needless.into_iter().find(|(is, _)| *is) {
            Some((_, text)) => Err(Trouble(text.to_owned())),
            None => Ok(()),
        }
    }

    /// Refuses a side that has no cards.
    pub(super) fn refuse_unknown_side(side: &str, sides: &BTreeSet<String>) -> Result<(), Trouble> {
        if sides.contains(side) || sides.is_empty() {
            return Ok(());
        }
        let near = nearest(side, sides.iter().map(String::as_str));
        let hint = match near {
            Some(near) => format!("; did you mean `{near}`?"),
            None => {
                format!("; there are {}", sides.iter().map(|side| format!("`{side}`")).collect::<Vec<_>>().join(", "))
            }
        };
        Err(Trouble(format!("no side `{side}` has cards to print{hint}")))
    }

    /// Refuses cards larger than the paper, and to move backs off it.
    pub(super) fn stays_on_paper(&self, pages: &[sheet::Page]) -> Result<(), Trouble> {
        let ((right, down), (across, along)) = (self.back_offset, sheet::room_to_move(pages));
        if across < 0.0 || along < 0.0 {
            return Err(Trouble(
                "a card is larger than the paper allows beside a fold: remove `--layout`, or use `--layout single`, whose pages are as large as the cards"
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
}

/// Extensions of files that are neither PDFs nor PNGs, and that a program would open as something else.
const OTHER_KINDS: [&str; 26] = [
    "bmp", "csv", "doc", "docx", "eps", "gif", "htm", "html", "jpeg", "jpg", "json", "md", "odg", "odt", "ppt", "pptx",
    "ps", "rtf", "svg", "tif", "tiff", "toml", "txt", "webp", "xlsx", "zip",
];

/// Returns the kind of file that a name promises, where it is none that a print writes.
fn other_kind(file: &Utf8Path) -> Option<&'static str> {
    let extension = file.extension()?;
    OTHER_KINDS.into_iter().find(|kind| extension.eq_ignore_ascii_case(kind))
}
