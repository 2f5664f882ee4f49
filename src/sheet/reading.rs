//! The text that a cell of a spreadsheet means in a column, and what spreadsheets make of notations: dates, negative numbers.

use super::book::{BookCell, BookValue, number_text};
use super::cell::trim;
use super::columns::Column;

/// What a cell is read as.
#[derive(Debug, PartialEq)]
pub enum Reading {
    /// A text.
    Text(String),
    /// A spreadsheet made this of the known text, which still holds: the message.
    Kept(String),
    /// A spreadsheet made this of something: the message and what to do.
    Converted(String, String),
    /// It has no value: the message and what to do.
    Unreadable(String, &'static str),
}

/// Returns what a cell means in a column where `known` was before.
pub fn read(cell: &BookCell, column: &Column, known: &[&str]) -> Reading {
    let is_notation = column.accepts.is_notation();
    match &cell.value {
        BookValue::Text(text) => {
            let text = text.replace("\r\n", "\n");
            let written = trim(&text);
            if !is_notation || known.contains(&written) {
                return Reading::Text(text);
            }
            if let Some(day) = day_in_words(written) {
                return converted_day(day, written, known);
            }
            // In a text file a number that a spreadsheet made is a text.
            match written.parse().ok().filter(|number| number_text(*number) == written) {
                Some(number) => number_in(number, column.accepts.text, known),
                None => Reading::Text(text),
            }
        }
        BookValue::Number(number) => number_in(*number, is_notation && column.accepts.text, known),
        BookValue::Truth(truth) => Reading::Text(truth.to_string()),
        BookValue::Day(_, month, day) => converted_day((*month, *day), &cell.value.to_text(), known),
        BookValue::Time(time) => {
            let help = "format the column as text and type the value again".to_owned();
            Reading::Converted(format!("the spreadsheet turned this into the time `{time}`"), help)
        }
        BookValue::Error(error) => Reading::Unreadable(
            format!("the formula has the error `{error}`"),
            "correct the formula or write the value",
        ),
        BookValue::Unknown => Reading::Unreadable(
            "the formula has no value".to_owned(),
            "open the file in a spreadsheet program and save it, or write the value instead",
        ),
    }
}

/// Returns what a number means, of which a spreadsheet may have taken parentheses or leading zeros.
fn number_in(number: f64, is_notation: bool, known: &[&str]) -> Reading {
    let text = number_text(number);
    let before = if number < 0.0 { format!("({})", number_text(-number)) } else { String::new() };
    let is_it = |known: &&&str| {
        **known == before || is_notation && known.starts_with('0') && known.trim_start_matches('0') == text
    };
    match known.iter().find(is_it) {
        Some(known) => Reading::Kept(format!("the spreadsheet turned `{known}` into `{text}`")),
        None if number < 0.0 && is_notation && known.iter().all(|known| known.parse::<f64>().is_err()) => {
            let help = format!("if you meant `{before}`, format the column as text and write `{before}` again");
            Reading::Converted(format!("the spreadsheet turned this into the number `{text}`"), help)
        }
        None => Reading::Text(text),
    }
}

/// Returns what a day means that a spreadsheet made of `5/6` or `4-6`.
fn converted_day((month, day): (u8, u8), shown: &str, known: &[&str]) -> Reading {
    let pairs = [(day, month), (month, day)];
    let forms: Vec<String> = pairs.iter().flat_map(|(a, b)| [format!("{a}/{b}"), format!("{a}-{b}")]).collect();
    if let Some(known) = known.iter().find(|known| forms.iter().any(|form| form == *known)) {
        return Reading::Kept(format!("the spreadsheet turned `{known}` into the date `{shown}`"));
    }
    let (low, high) = (day.min(month), day.max(month));
    let help = format!("if you meant `{low}/{high}` or `{low}-{high}`, format the column as text and write it again");
    Reading::Converted(format!("the spreadsheet turned this into the date `{shown}`"), help)
}

/// Returns the month and day that a text is a date of, as spreadsheets write dates: `5-Jun`, `Jun 5`, `2026-06-05`, `05.06.2026`.
fn day_in_words(text: &str) -> Option<(u8, u8)> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    if text.len() > 12 {
        return None;
    }
    let parts: Vec<&str> = text.split(['-', '/', '.', ' ']).filter(|part| !part.is_empty()).collect();
    let month = |part: &str| {
        let part = part.to_lowercase();
        MONTHS.iter().position(|month| part == *month).and_then(|at| u8::try_from(at + 1).ok())
    };
    let number = |part: &str| part.parse::<u16>().ok();
    let of = |month: u16, day: u16| {
        let is_day = (1..=12).contains(&month) && (1..=31).contains(&day);
        is_day.then_some((month as u8, day as u8))
    };
    match parts.as_slice() {
        [day, word] | [day, word, _] if month(word).is_some() => of(month(word)?.into(), number(day)?),
        [word, day] if month(word).is_some() => of(month(word)?.into(), number(day)?),
        [year, month, day] if year.len() == 4 => of(number(month)?, number(day)?),
        [day, month, year] if year.len() == 4 => of(number(month)?, number(day)?).or(of(number(day)?, number(month)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::columns::Accepts;

    fn read_as(value: BookValue, known: &[&str]) -> Reading {
        let accepts = Accepts { text: true, notation: true, whole: true, ..Accepts::default() };
        read(&BookCell { value, is_formula: false }, &Column { accepts, ..Column::default() }, known)
    }

    #[test]
    fn dates_are_reported_and_what_is_known_of_them_is_kept() {
        for shown in ["5-Jun", "Jun-05", "2026-06-05", "05.06.2026", "06/05/2026"] {
            let read = read_as(BookValue::Text(shown.to_owned()), &[]);
            let Reading::Converted(message, help) = read else { panic!("{shown}: {read:?}") };
            assert!(message.contains(shown) && help.contains("`5/6` or `5-6`"), "{message}: {help}");
        }
        assert!(matches!(read_as(BookValue::Day(2026, 6, 5), &["5/6"]), Reading::Kept(_)));
        assert!(matches!(read_as(BookValue::Day(2026, 6, 4), &["4-6"]), Reading::Kept(_)));
        assert!(matches!(read_as(BookValue::Day(2026, 6, 4), &["5/6"]), Reading::Converted(..)));
        for text in ["5/6", "4-6", "(5)/(6)", "Straight 4", "7A-10A"] {
            assert_eq!(read_as(BookValue::Text(text.to_owned()), &[]), Reading::Text(text.to_owned()));
        }
    }

    #[test]
    fn numbers_keep_what_they_were() {
        assert!(matches!(read_as(BookValue::Number(-4.0), &["(4)"]), Reading::Kept(_)));
        assert!(matches!(read_as(BookValue::Number(404.0), &["0404"]), Reading::Kept(_)));
        assert!(matches!(read_as(BookValue::Text("-4".to_owned()), &["(4)"]), Reading::Kept(_)));
        assert!(matches!(read_as(BookValue::Text("404".to_owned()), &["0404"]), Reading::Kept(_)));
        assert!(matches!(read_as(BookValue::Text("-4".to_owned()), &["5/6"]), Reading::Converted(..)));
        let Reading::Converted(_, help) = read_as(BookValue::Number(-4.0), &["5"].map(|_| "5/6")) else { panic!() };
        assert!(help.contains("`(4)`"), "{help}");
        assert_eq!(read_as(BookValue::Number(6.0), &[]), Reading::Text("6".to_owned()));
        assert_eq!(read_as(BookValue::Number(2.5), &[]), Reading::Text("2.5".to_owned()));
    }
}
