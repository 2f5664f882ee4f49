//! Preflight: a printer's objections to a deck, and text that is too small, as findings at the places where the cards are written.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::print::font::Font;
use muster_core::print::frame::Color;
use muster_core::print::picture::Picture;
use muster_core::print::profile::{Objection, Profile, Remark};
use muster_core::print::template::{LEAST_POINTS, LEAST_POINTS_REVERSED, LentLetters, OwnFont, TinyText};
use muster_core::print::{Deck, list_characters};
use muster_core::source::{Address, FileId, Pointer};

/// A card of another size than the printer's.
pub const WRONG_CARD_SIZE: Code =
    Code::new("MU701", "wrong-card-size", Severity::Error, include_str!("preflight/wrong_card_size.md"));
/// A blank back, which the printer does not take.
pub const MISSING_BACK: Code =
    Code::new("MU702", "missing-back", Severity::Error, include_str!("preflight/missing_back.md"));
/// A blank back.
pub const BLANK_BACK: Code =
    Code::new("MU703", "blank-back", Severity::Warning, include_str!("preflight/blank_back.md"))
        .formerly(&["bare-back"]);
/// Text that the printer may cut.
pub const BEYOND_SAFE_LINE: Code = Code::new(
    "MU704",
    "beyond-printers-safe-line",
    Severity::Error,
    include_str!("preflight/beyond_printers_safe_line.md"),
);
/// A number of cards that the printer does not sell.
pub const ODD_NUMBER: Code =
    Code::new("MU705", "odd-number-of-cards", Severity::Warning, include_str!("preflight/odd_number_of_cards.md"));

/// Something that is seen through, which the printer does not take.
pub const TRANSPARENT_PICTURE: Code =
    Code::new("MU706", "transparent-picture", Severity::Error, include_str!("preflight/transparent_picture.md"))
        .formerly(&["seen-through"]);

/// Small text in more inks than meet exactly.
pub const TEXT_IN_MANY_INKS: Code =
    Code::new("MU707", "text-in-many-inks", Severity::Warning, include_str!("preflight/text_in_many_inks.md"));

/// Text that is too small to be read with ease, on any paper.
pub const TINY_TEXT: Code = Code::new("MU708", "tiny-text", Severity::Warning, include_str!("preflight/tiny_text.md"));

/// A font that lacks letters.
pub const FONT_LACKS_LETTERS: Code =
    Code::new("MU710", "font-lacks-letters", Severity::Warning, include_str!("preflight/font_lacks_letters.md"));

/// A table that is too much for the program that it is written for.
pub const TOO_LARGE_FOR_TABLE: Code =
    Code::new("MU709", "too-large-for-table", Severity::Error, include_str!("preflight/too_large_for_table.md"));

/// The kinds of findings in what is to be printed, at home or by a printer, or played elsewhere.
pub const CODES: &[Code] = &[
    WRONG_CARD_SIZE,
    MISSING_BACK,
    BLANK_BACK,
    BEYOND_SAFE_LINE,
    ODD_NUMBER,
    TRANSPARENT_PICTURE,
    TEXT_IN_MANY_INKS,
    TINY_TEXT,
    TOO_LARGE_FOR_TABLE,
    FONT_LACKS_LETTERS,
];

/// The findings on the pieces of a document: the texts that do not fit and what is found of pictures, and the texts that are too small
/// to be read with ease, with the places where they are written.
#[derive(Debug, Clone, Default)]
pub struct PieceFindings {
    /// The findings.
    pub misfits: Vec<Diagnostic>,
    /// The texts that are too small, the smallest of each box of each piece.
    pub tiny: Vec<(TinyText, Address)>,
    /// The letters that fonts of templates lack.
    pub lent: Vec<LentLetters>,
}

/// A picture through which something is seen: the place that names it, its path, and the picture.
pub type TransparentPicture = (Address, String, Arc<Picture>);

/// Returns the objections of a profile's printer as findings; `places` tells for each card where it is written. One about the
/// whole deck, or about a card that is written nowhere, stands where the first card is; one about a picture, where that is named.
pub fn findings(
    profile: &Profile,
    deck: &Deck,
    places: &[Option<Address>],
    transparent: &[TransparentPicture],
) -> Vec<Diagnostic> {
    let Some(first) = places.iter().flatten().next() else { return Vec::new() };
    let pictures: Vec<Arc<Picture>> = transparent.iter().map(|(_, _, picture)| Arc::clone(picture)).collect();
    let mut finding = Vec::new();
    for (objection, more) in once_each(profile.preflight(deck, &pictures)) {
        let (code, help) = kind(profile, deck, &objection.what);
        let others = if more == 0 { String::new() } else { format!(" and {more} more") };
        let (mut subject, mut at) = match objection.card {
            Some(card) => {
                let subject = format!("card `{}`{others}, ", deck.cards[card].number);
                (subject, places[card].as_ref().unwrap_or(first))
            }
            None => (String::new(), first),
        };
        if let Remark::SeenThroughPicture(number, _) = objection.what {
            let (named_at, path, _) = &transparent[number];
            (subject, at) = (format!("`{path}` on {subject}"), named_at);
        }
        let message = format!("{subject}for {}: {}", profile.title, objection.what);
        let found = Diagnostic::new(code, at.clone(), message);
        finding.push(if help.is_empty() { found } else { found.help(help) });
    }
    finding
}

/// Returns the objections, those that one step puts right on all cards together once, at the first of them, each with the number
/// of the others.
fn once_each(objections: Vec<Objection>) -> Vec<(Objection, usize)> {
    let mut once: Vec<(Objection, usize)> = Vec::new();
    for objection in objections {
        let is_of_all =
            matches!(objection.what, Remark::NoBack | Remark::BareBack | Remark::Size(..) | Remark::Mixed(..));
        match once.iter_mut().find(|(known, _)| is_of_all && known.what == objection.what) {
            Some((_, more)) => *more += 1,
            None => once.push((objection, 0)),
        }
    }
    once
}

/// Returns the code of an objection, and what helps; empty where the message says it all.
fn kind(profile: &Profile, deck: &Deck, what: &Remark) -> (Code, String) {
    let has_backs = deck.cards.iter().any(|card| card.back.is_some());
    match what {
        Remark::Size(..) | Remark::Mixed(..) => {
            let names: Vec<String> = profile.sizes.iter().map(|size| format!("`--size {}`", size.name)).collect();
            (WRONG_CARD_SIZE, format!("print with {}, or change `size` in your template", names.join(" or ")))
        }
        Remark::NoBack | Remark::BareBack => {
            let code = if *what == Remark::NoBack { MISSING_BACK } else { BLANK_BACK };
            let help = match has_backs {
                true => "this piece has no back: exclude it with `--only` or `--with`",
                false => "to print backs on cards that have no other side, use `--with backs`",
            };
            (code, help.to_owned())
        }
        Remark::Unsafe { .. } => (BEYOND_SAFE_LINE, String::new()),
        Remark::PaidAs(..) | Remark::TooMany(..) => (ODD_NUMBER, String::new()),
        Remark::SeenThrough(_) => {
            let help = "remove `opacity` from your template; if you allow this finding, the shape is printed opaque";
            (TRANSPARENT_PICTURE, help.to_owned())
        }
        Remark::SeenThroughPicture(..) => {
            let help =
                "save the picture without transparency; if you suppress this finding, the picture is printed on white";
            (TRANSPARENT_PICTURE, help.to_owned())
        }
        Remark::ManyInks { color: Color(r, g, b), .. } => {
            let help = format!(
                "in your template, use at most two inks for small text of this colour: `text-inks: {{\"#{r:02x}{g:02x}{b:02x}\": [0, 0, 0, 100]}}`, or choose another colour"
            );
            (TEXT_IN_MANY_INKS, help)
        }
    }
}

/// Returns the findings about text that is too small to be read with ease, one for each box in each file: `texts` are the smallest of
/// each box of each card, with the places where they are written. A card that several battles use counts once.
pub fn tiny_texts<'a>(texts: impl Iterator<Item = (&'a TinyText, &'a Address)>) -> Vec<Diagnostic> {
    let mut of_box: Vec<(&TinyText, &Address, usize)> = Vec::new();
    let (mut numbers, mut seen) = (HashMap::new(), HashSet::new());
    for (text, at) in texts {
        if !seen.insert((&text.name, text.is_reversed, &text.text, at)) {
            continue;
        }
        let number = *numbers.entry((at.file, &text.name, text.is_reversed)).or_insert(of_box.len());
        match of_box.get_mut(number) {
            Some(found) => {
                found.2 += 1;
                if text.points < found.0.points {
                    (found.0, found.1) = (text, at);
                }
            }
            None => of_box.push((text, at, 0)),
        }
    }
    let finding = |(text, at, more): (&TinyText, &Address, usize)| {
        let TinyText { name, text, points, is_reversed } = text;
        let (light, least) = match is_reversed {
            true => (", light on dark", LEAST_POINTS_REVERSED),
            false => ("", LEAST_POINTS),
        };
        let more = also(more);
        let message = format!(
            "`{name}` is printed at {points:.1} pt{light}: `{text}`{more}; text below {least} pt is hard to read"
        );
        let help = "shorten the text, print larger cards, or enlarge its box in a template of your own";
        Diagnostic::new(TINY_TEXT, at.clone(), message).help(help)
    };
    of_box.into_iter().map(finding).collect()
}

/// Returns the findings about letters that fonts of templates lack, one for each font, where it is named.
pub fn lent_letters<'a>(lent: impl Iterator<Item = &'a LentLetters>) -> Vec<Diagnostic> {
    let mut of_font: BTreeMap<&OwnFont, BTreeSet<char>> = BTreeMap::new();
    lent.for_each(|lent| of_font.entry(&lent.font).or_default().extend(&lent.letters));
    let finding = |(font, letters): (&OwnFont, BTreeSet<char>)| {
        let at = Address::value(FileId::from_number(font.file?), Pointer::parse(&font.pointer));
        let (count, letters): (usize, Vec<char>) = (letters.len(), letters.into_iter().collect());
        let what = if count == 1 { "a character".to_owned() } else { format!("{count} characters") };
        let message = format!(
            "the font `{}` lacks {what} of the cards, printed in a built-in font instead: {}",
            font.name,
            list_characters(&letters)
        );
        let carried = if Font::from_name(&font.name).is_some() { &font.name } else { "sans" };
        let help = format!("use a font that has them, or name the font to use instead: `[…, {carried}]`");
        Some(Diagnostic::new(FONT_LACKS_LETTERS, at, message).help(help))
    };
    of_font.into_iter().filter_map(finding).collect()
}

/// Returns how many more texts there are, as the end of a clause; nothing if there are none.
fn also(more: usize) -> String {
    match more {
        0 => String::new(),
        1 => "; also 1 more text".to_owned(),
        more => format!("; also {more} more texts"),
    }
}
