//! Bytes into text: UTF-8 only, no control characters, not too large.

use super::{MAX_BYTES, codes};
use crate::diag::Code;
use crate::source::Span;

/// The error for bytes that are not a document's text.
#[derive(Debug, Clone)]
pub struct Undecodable {
    /// The kind of finding.
    pub code: Code,
    /// The message of the finding.
    pub message: String,
    /// Advice on how to fix it.
    pub help: Option<String>,
    /// The place of the error, in `shown`.
    pub span: Span,
    /// Whether nothing is lost without it.
    pub removable: bool,
    /// The text as well as it can be shown: exact up to the first fault.
    pub shown: String,
}

/// Returns the text of a file, with its byte order mark if it has one, so that offsets are those of the file.
///
/// # Errors
///
/// It is too large, in another encoding than UTF-8, or no text; with the place and what helps.
pub fn decode(bytes: &[u8]) -> Result<String, Box<Undecodable>> {
    if bytes.len() > MAX_BYTES {
        let message = format!("the file is larger than {} MiB", MAX_BYTES >> 20);
        let help = "split it into several files: put cards in deck files, and list those in the scenario".to_owned();
        return Err(fault(codes::FILE_TOO_LARGE, message, Some(help), Span::default(), String::new()));
    }
    if let Some(encoding) = wide(bytes) {
        let message = format!("the file is {encoding}; save it as UTF-8");
        return Err(fault(codes::NOT_UTF8, message, None, Span::default(), String::new()));
    }
    let text = match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let (start, byte) = (error.valid_up_to(), bytes[error.valid_up_to()]);
            if let Some((at, c)) = control(str::from_utf8(&bytes[..start]).unwrap_or_default()) {
                return Err(not_text(at, c, &String::from_utf8_lossy(bytes)));
            }
            let message = format!("the byte 0x{byte:02X} is not UTF-8; save the file as UTF-8");
            let help = (byte >= 0xA0).then(|| format!("in Latin-1 it is `{}`", char::from(byte)));
            let shown = printable(&String::from_utf8_lossy(bytes));
            let span = Span { start, end: start + char::REPLACEMENT_CHARACTER.len_utf8() };
            return Err(fault(codes::NOT_UTF8, message, help, span, shown));
        }
    };
    match control(text) {
        None => Ok(text.to_owned()),
        Some((at, c)) => Err(not_text(at, c, text)),
    }
}

fn fault(code: Code, message: String, help: Option<String>, span: Span, shown: String) -> Box<Undecodable> {
    Box::new(Undecodable { code, message, help, span, removable: false, shown })
}

fn not_text(start: usize, c: char, text: &str) -> Box<Undecodable> {
    let message = match c {
        '\0' => "the file is not text: it contains a NUL byte".to_owned(),
        BYTE_ORDER_MARK => "an invisible byte order mark (U+FEFF) is allowed only at the start of the file".to_owned(),
        _ => format!("the control character U+{:04X} is not allowed in YAML", u32::from(c)),
    };
    let help = (c != '\0').then(|| format!("remove it, or write it as `\\u{:04x}` in double quotes", u32::from(c)));
    let span = Span { start, end: start + char::REPLACEMENT_CHARACTER.len_utf8() };
    let mut fault = fault(codes::NOT_TEXT, message, help, span, printable(text));
    fault.removable = c == BYTE_ORDER_MARK;
    fault
}

/// Returns the name of UTF-16 or UTF-32, known by their mark or by the zeros that ASCII has in them.
fn wide(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Some("UTF-32"),
        [0xFF, 0xFE, ..]
        | [0xFE, 0xFF, ..]
        | [0, b' '..=b'~', 0, b' '..=b'~', ..]
        | [b' '..=b'~', 0, b' '..=b'~', 0, ..] => Some("UTF-16"),
        _ => None,
    }
}

/// Marks the beginning of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns true if YAML forbids the character (1.2.2, production 1).
fn forbidden(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}')
}

/// Returns the first character that may not stand where it is. A byte order mark inside would be part of a name that looks like
/// another.
fn control(text: &str) -> Option<(usize, char)> {
    // The forbidden ones beyond ASCII begin with one of these two bytes.
    let plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r' | 0x80..) && !matches!(byte, 0xC2 | 0xEF);
    if text.bytes().all(plain) {
        return None;
    }
    text.char_indices().find(|(at, c)| forbidden(*c) || *c == BYTE_ORDER_MARK && *at > 0)
}

fn printable(text: &str) -> String {
    text.chars().map(|c| if forbidden(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
