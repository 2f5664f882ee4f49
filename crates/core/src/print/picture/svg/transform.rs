//! Transforms as styles write them: with units, and with functions that attributes do not have.

use super::color::angle;

/// Returns a transform as an attribute has it; nothing for what depends on the size of a part or leaves the plane.
pub(super) fn transform_attribute(text: &str) -> Option<String> {
    let text = text.trim();
    if matches!(text, "none" | "initial" | "unset" | "revert" | "revert-layer") {
        return Some(String::new());
    }
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(')?;
        let (inside, after) = after.split_once(')')?;
        let words: Vec<&str> =
            inside.split([',', ' ', '\t', '\n']).map(str::trim).filter(|word| !word.is_empty()).collect();
        out += &function(name.trim(), &words)?;
        out.push(' ');
        rest = after.trim_start().trim_start_matches(',').trim_start();
    }
    Some(out.trim_end().to_owned())
}

/// Returns one function with plain numbers.
fn function(name: &str, words: &[&str]) -> Option<String> {
    let plain = |word: &str| word.parse::<f64>().ok().filter(|number| number.is_finite());
    let length = |word: &str| {
        let units =
            [("px", 1.0), ("pt", 4.0 / 3.0), ("pc", 16.0), ("mm", 96.0 / 25.4), ("cm", 96.0 / 2.54), ("in", 96.0)];
        let unit = units.into_iter().find_map(|(unit, size)| Some((word.strip_suffix(unit)?, size)));
        let (digits, size) = unit.unwrap_or((word, 1.0));
        plain(digits).map(|number| number * size)
    };
    let factor = |word: &str| match word.strip_suffix('%') {
        Some(percent) => plain(percent).map(|number| number / 100.0),
        None => plain(word),
    };
    Some(match (name.to_ascii_lowercase().as_str(), words) {
        ("matrix", [a, b, c, d, e, f]) => {
            let [a, b, c, d] = [a, b, c, d].map(|word| plain(word));
            format!("matrix({} {} {} {} {} {})", a?, b?, c?, d?, length(e)?, length(f)?)
        }
        ("translate" | "translatex", [x]) => format!("translate({})", length(x)?),
        ("translatey", [y]) => format!("translate(0 {})", length(y)?),
        ("translate", [x, y]) | ("translate3d", [x, y, _]) => format!("translate({} {})", length(x)?, length(y)?),
        ("translatez", [_]) => String::new(),
        ("scale", [both]) => format!("scale({})", factor(both)?),
        ("scalex", [x]) => format!("scale({} 1)", factor(x)?),
        ("scaley", [y]) => format!("scale(1 {})", factor(y)?),
        ("scale", [x, y]) => format!("scale({} {})", factor(x)?, factor(y)?),
        ("rotate" | "rotatez", [turn]) => format!("rotate({})", angle(turn)?),
        ("rotate", [turn, x, y]) => format!("rotate({} {} {})", angle(turn)?, length(x)?, length(y)?),
        ("skewx" | "skew", [turn]) => format!("skewX({})", angle(turn)?),
        ("skewy", [turn]) => format!("skewY({})", angle(turn)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::transform_attribute;

    #[test]
    fn a_style_has_units_that_an_attribute_has_not() {
        assert_eq!(
            transform_attribute("translate(50px, 20px) rotate(0.25turn)").as_deref(),
            Some("translate(50 20) rotate(90)")
        );
        assert_eq!(
            transform_attribute("scaleX(-1) matrix(1,0,0,1,5,6px)").as_deref(),
            Some("scale(-1 1) matrix(1 0 0 1 5 6)")
        );
        assert_eq!(transform_attribute("none").as_deref(), Some(""));
        for unknown in ["translate(50%)", "perspective(3px)", "rotate", "rotate(x)", "matrix(1)"] {
            assert_eq!(transform_attribute(unknown), None, "{unknown}");
        }
    }
}
