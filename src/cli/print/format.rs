//! `--format`: what is made, and the options that it has a use for.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command, ValueEnum};

use super::Args;
use crate::cli::Trouble;

/// A product of a print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A PDF.
    Pdf,
    /// A folder with a picture of each face.
    Png,
    /// A folder with sheets and a saved object for Tabletop Simulator.
    Tts,
    /// The text of the cards.
    Text,
    /// Tabletop: each card, to standard output or a file, as text that you can post in a forum.
    Forum,
    /// Two pages for measuring the offset of your printer's backs, instead of cards.
    Calibration,
}

impl Format {
    /// Returns true if a folder of pictures is made, not a file.
    pub(super) fn is_folder(self) -> bool {
        match self {
            Format::Png | Format::Tts => true,
            Format::Pdf | Format::Text | Format::Forum | Format::Calibration => false,
        }
    }
}

/// The options that lay cards out; a printing company's profile does that itself.
pub(super) const LAID_OUT_BY_HAND: [&str; 11] =
    ["format", "dpi", "paper", "layout", "duplex", "marks", "bleed", "proof", "draft", "thickness", "back_offset"];

/// The options that only drawn cards have a use for: neither texts to post nor the pages of a calibration.
const OF_DRAWN_CARDS: [&str; 23] = [
    "profile",
    "icc",
    "preview",
    "soft_proof",
    "dpi",
    "url",
    "layout",
    "marks",
    "bleed",
    "proof",
    "draft",
    "thickness",
    "with",
    "side",
    "languages",
    "since",
    "author",
    "no_tags",
    "template",
    "look",
    "size",
    "low_ink",
    "allow_outside",
];

/// The options that pages have a use for, and those that cards have.
const OF_PAGES: [&str; 3] = ["paper", "duplex", "back_offset"];
const OF_CARDS: [&str; 2] = ["only", "paths"];

/// The ids of the options that are written on the command line, whatever their values.
#[derive(Debug)]
pub(super) struct GivenOptions(Vec<String>);

impl GivenOptions {
    /// Returns the first of some options that is given.
    pub(super) fn first_of<'o>(&self, options: &[&'o str]) -> Option<&'o str> {
        options.iter().find(|option| self.0.iter().any(|given| given == *option)).copied()
    }
}

impl clap::FromArgMatches for GivenOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        Ok(GivenOptions(matches.ids().map(|id| id.to_string()).filter(|id| is_given(id)).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = GivenOptions::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for GivenOptions {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl Args {
    /// Takes formats that were options of their own in the version before.
    pub(super) fn take_former_spellings(&mut self) {
        self.format = match (self.forum, self.calibrate) {
            (true, _) => Format::Forum,
            (_, true) => Format::Calibration,
            (false, false) => self.format,
        };
    }

    /// Refuses options of drawn cards where none are drawn.
    pub(super) fn refuse_options_of_cards(&self) -> Result<(), Trouble> {
        let (name, others) = match self.format {
            Format::Forum => ("forum", &OF_PAGES[..]),
            Format::Calibration => ("calibration", &OF_CARDS[..]),
            Format::Pdf | Format::Png | Format::Tts | Format::Text => return Ok(()),
        };
        let Some(unused) = self.given.first_of(&OF_DRAWN_CARDS).or_else(|| self.given.first_of(others)) else {
            return Ok(());
        };
        let unused = match unused {
            "paths" => "files: name none".to_owned(),
            "look" => "`--theme`: remove it".to_owned(),
            id => format!("`--{}`: remove it", id.replace('_', "-")),
        };
        Err(Trouble(format!("`--format {name}` has no use for {unused}")))
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command};

    use super::*;

    #[test]
    fn every_listed_option_is_one_of_the_command() {
        let command = Args::augment_args(Command::new("print"));
        let known: Vec<&str> = command.get_arguments().map(|argument| argument.get_id().as_str()).collect();
        for listed in [&LAID_OUT_BY_HAND[..], &OF_DRAWN_CARDS, &OF_PAGES, &OF_CARDS].concat() {
            assert!(known.contains(&listed), "`{listed}` is none of {known:?}");
        }
    }
}
