//! Conditions of boxes: a name that a card must have something for, such as `star`, or a value that it must have there, such as
//! `name = Guard` or `fields.cost >= 3`.

use super::compose::ROOM_FOR_ART;
use super::content::Content;

/// A condition of a box.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Condition {
    /// The name of what a card must have.
    pub(super) name: String,
    /// The value that it is compared with.
    value: Option<(Comparison, String)>,
}

/// The ways to compare a value of a card with one in a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Is,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    /// The longer signs stand first: `<` begins `<=`.
    const SIGNS: [(&str, Comparison); 5] = [
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("<", Comparison::Less),
        (">", Comparison::More),
        ("=", Comparison::Is),
    ];

    /// Returns true if a value of a card passes. Numbers are compared as numbers; nothing else is less or more.
    fn passes(self, value: &str, with: &str) -> bool {
        let Some((value, with)) = number(value).zip(number(with)) else {
            return self == Comparison::Is && value == with;
        };
        match self {
            Comparison::Is => value == with,
            Comparison::Less => value < with,
            Comparison::AtMost => value <= with,
            Comparison::More => value > with,
            Comparison::AtLeast => value >= with,
        }
    }
}

/// Signs and words of other programs, each with what is written instead.
const OTHERS: [(&[&str], &str); 6] = [
    (&["=="], "write one `=`"),
    (&["!=", "<>"], "write `unless` for `if`, and `=`"),
    (&["=>"], "write `>=`"),
    (&["=<"], "write `<=`"),
    (&[" and ", "&&"], "write a list of conditions, such as `[star, fields.cost >= 3]`"),
    (&[" or "], "write a box for each of the two"),
];

/// Returns a sign or word of a condition that no condition has, with what is written instead.
pub(super) fn other_sign(text: &str) -> Option<(&'static str, &'static str)> {
    let is_compared = |text: &str| text.contains(['<', '>', '=']);
    let mut others = OTHERS.into_iter().flat_map(|(signs, help)| signs.iter().map(move |sign| (*sign, help)));
    let found = others.find(|(sign, _)| match text.split_once(sign) {
        // Within a value they are words like others.
        Some((before, after)) if sign.starts_with(' ') => !is_compared(before) || is_compared(after),
        split => split.is_some(),
    });
    found.map(|(sign, help)| (sign.trim(), help))
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

impl Condition {
    /// Reads a condition as a template writes it.
    pub(super) fn parse(text: &str) -> Condition {
        let Some(at) = text.find(['<', '>', '=']) else { return Condition { name: text.to_owned(), value: None } };
        let (name, rest) = text.split_at(at);
        let signed =
            Comparison::SIGNS.into_iter().find_map(|(sign, of_sign)| Some((of_sign, rest.strip_prefix(sign)?)));
        let value = signed.map(|(of_sign, value)| (of_sign, value.trim().to_owned()));
        Condition { name: name.trim().to_owned(), value }
    }

    /// Returns true if it compares, so that its name must be that of a text or of a data field.
    pub(super) fn is_comparison(&self) -> bool {
        self.value.is_some()
    }

    /// Returns the value with which nothing can be less or more, since it is no number, or nothing can be equal, since it is empty.
    pub(super) fn senseless(&self) -> Option<&str> {
        let (comparison, value) = self.value.as_ref()?;
        let is_number = *comparison == Comparison::Is || number(value).is_some();
        (!is_number || value.is_empty()).then_some(value)
    }

    /// Returns true if a card meets it; `has_room` is that for a large picture.
    pub(super) fn holds(&self, content: &Content<'_>, has_room: bool) -> bool {
        match &self.value {
            Some((comparison, with)) => {
                content.text(&self.name).is_some_and(|entry| comparison.passes(&entry.value(), with))
            }
            None => (has_room && self.is_for_large_art()) || content.has(&self.name),
        }
    }

    /// Returns true if it is that of cards with room for a large picture.
    pub(super) fn is_for_large_art(&self) -> bool {
        self.name == ROOM_FOR_ART && self.value.is_none()
    }

    /// Returns true if every card that meets it meets the other one, as far as that is plain.
    pub(super) fn implies(&self, other: &Condition) -> bool {
        let is_so = match (&self.value, &other.value) {
            (_, None) => true,
            (Some((Comparison::Is, value)), Some((comparison, with))) => comparison.passes(value, with),
            (one, other) => one == other,
        };
        self.name == other.name && is_so
    }

    /// Returns true if no card meets both, as far as that is plain.
    pub(super) fn excludes(&self, other: &Condition) -> bool {
        let is_so = match (&self.value, &other.value) {
            (Some((Comparison::Is, value)), Some((comparison, with)))
            | (Some((comparison, with)), Some((Comparison::Is, value))) => !comparison.passes(value, with),
            (Some(one), Some(other)) => ends_before(one, other) || ends_before(other, one),
            _ => false,
        };
        self.name == other.name && is_so
    }
}

/// Returns true if what is at most a number lies below what is at least another.
fn ends_before(one: &(Comparison, String), other: &(Comparison, String)) -> bool {
    let Some((most, least)) = number(&one.1).zip(number(&other.1)) else { return false };
    match (one.0, other.0) {
        (Comparison::AtMost, Comparison::AtLeast) => most < least,
        (Comparison::AtMost | Comparison::Less, Comparison::AtLeast | Comparison::More) => most <= least,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_and_compared() {
        let of = Condition::parse;
        assert_eq!((of("star").name.as_str(), of("star").is_comparison()), ("star", false));
        for text in ["fields.cost>=3", "fields.cost >= 3", " fields.cost  >=  3 "] {
            assert_eq!(of(text), of("fields.cost >= 3"));
        }
        let passes = |text: &str, value: &str| of(text).value.is_some_and(|(sign, with)| sign.passes(value, &with));
        assert!(passes("color = red", "red") && !passes("color = red", "pink"));
        assert!(passes("cost = 3", "3.0") && passes("cost >= 3", "3") && !passes("cost > 3", "3"));
        assert!(passes("cost < 10", "9") && !passes("cost < 10", "II"));
        assert_eq!(of("cost < many").senseless(), Some("many"));
        assert_eq!((of("color =").senseless(), of("color = red").senseless()), (Some(""), None));
    }

    #[test]
    fn signs_of_other_programs_are_known() {
        let sign = |text| other_sign(text).map(|(sign, _)| sign);
        for (text, found) in [
            ("fields.cost == 3", Some("==")),
            ("fields.cost => 3", Some("=>")),
            ("color != red", Some("!=")),
            ("star and fields.cost >= 3", Some("and")),
            ("name = Foot or name = Horse", Some("or")),
            ("name = Foot and Horse", None),
            ("fields.cost >= 3", None),
            ("star", None),
        ] {
            assert_eq!(sign(text), found, "{text}");
        }
    }

    #[test]
    fn conditions_that_no_card_meets_together_are_known() {
        let of = Condition::parse;
        for (one, other, excludes) in [
            ("color = red", "color = pink", true),
            ("color = red", "kind = pink", false),
            ("cost < 3", "cost >= 3", true),
            ("cost <= 3", "cost >= 3", false),
            ("cost = 2", "cost > 2", true),
            ("cost = 3", "cost > 2", false),
            ("cost", "cost > 2", false),
        ] {
            assert_eq!(
                (of(one).excludes(&of(other)), of(other).excludes(&of(one))),
                (excludes, excludes),
                "{one}, {other}"
            );
        }
        assert!(of("cost > 2").implies(&of("cost")) && !of("cost").implies(&of("cost > 2")));
        assert!(of("cost = 3").implies(&of("cost > 2")) && !of("cost = 2").implies(&of("cost > 2")));
    }
}
