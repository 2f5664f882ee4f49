//! Colours as the web writes them today: with blanks and a slash, of other colour spaces.

/// Returns a colour with its opacity, 255 for opaque; nothing for what is none, or is mixed from others.
pub(super) fn parse(text: &str) -> Option<[u8; 4]> {
    let (name, rest) = text.trim().split_once('(')?;
    let inside = rest.strip_suffix(')')?;
    let (parts, alpha) = match inside.split_once('/') {
        Some((parts, alpha)) => (parts, Some(alpha)),
        None => (inside, None),
    };
    let mut words: Vec<&str> = parts.split([' ', '\t', '\n', '\r', ',']).filter(|word| !word.is_empty()).collect();
    let name = name.trim().to_ascii_lowercase();
    let space = if name == "color" && !words.is_empty() { words.remove(0) } else { "" };
    let alpha = match (alpha, words.len()) {
        (Some(alpha), 3) => number(alpha, 1.0)?,
        (None, 4) => number(words.pop()?, 1.0)?,
        (None, 3) => 1.0,
        _ => return None,
    };
    let [a, b, c] = words.as_slice() else { return None };
    let all = |most: [f64; 3]| Some([number(a, most[0])?, number(b, most[1])?, number(c, most[2])?]);
    let hue = || angle(a);
    // Parts of an hwb colour and of an hsl one may be written without their percent sign.
    let share = |word: &str| number(word, 100.0).map(|share| (share / 100.0).clamp(0.0, 1.0));
    let rgb = match name.as_str() {
        "rgb" | "rgba" => all([255.0; 3])?.map(|part| part / 255.0),
        "hsl" | "hsla" => hsl(hue()?, share(b)?, share(c)?),
        "hwb" => hwb(hue()?, share(b)?, share(c)?),
        "lab" => lab(all([100.0, 125.0, 125.0])?),
        "lch" => lab(polar(number(a, 100.0)?, number(b, 150.0)?, angle(c)?)),
        "oklab" => oklab(all([1.0, 0.4, 0.4])?),
        "oklch" => oklab(polar(number(a, 1.0)?, number(b, 0.4)?, angle(c)?)),
        "color" => match space.to_ascii_lowercase().as_str() {
            "srgb" => all([1.0; 3])?,
            "srgb-linear" => all([1.0; 3])?.map(gamma),
            "display-p3" => p3(all([1.0; 3])?),
            _ => return None,
        },
        _ => return None,
    };
    let [r, g, b] = rgb.map(byte);
    Some([r, g, b, byte(alpha)])
}

fn byte(part: f64) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// Returns a number, of which 100 % are so much; `none` is 0.
fn number(word: &str, whole: f64) -> Option<f64> {
    let word = word.trim();
    let number = match word.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok()? / 100.0 * whole,
        None if word.eq_ignore_ascii_case("none") => 0.0,
        None => word.parse::<f64>().ok()?,
    };
    number.is_finite().then_some(number)
}

/// Returns an angle in degrees.
pub(super) fn angle(word: &str) -> Option<f64> {
    let word = word.trim().to_ascii_lowercase();
    let units = [("grad", 0.9), ("rad", 180.0 / std::f64::consts::PI), ("turn", 360.0), ("deg", 1.0)];
    let unit = units.into_iter().find_map(|(unit, degrees)| Some((word.strip_suffix(unit)?, degrees)));
    let (digits, degrees) = unit.unwrap_or((word.as_str(), 1.0));
    number(digits, 360.0).map(|number| number * degrees)
}

fn hsl(hue: f64, saturation: f64, lightness: f64) -> [f64; 3] {
    let chroma = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|n| {
        let k = (n + hue / 30.0).rem_euclid(12.0);
        lightness - chroma * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)
    })
}

fn hwb(hue: f64, white: f64, black: f64) -> [f64; 3] {
    if white + black >= 1.0 {
        return [white / (white + black); 3];
    }
    hsl(hue, 1.0, 0.5).map(|part| part * (1.0 - white - black) + white)
}

/// Returns lightness and the two differences of a colour by its distance from grey and its hue.
fn polar(lightness: f64, chroma: f64, hue: f64) -> [f64; 3] {
    let (sin, cos) = hue.to_radians().sin_cos();
    [lightness, chroma * cos, chroma * sin]
}

fn gamma(part: f64) -> f64 {
    if part <= 0.003_130_8 { part * 12.92 } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 }
}

fn times(matrix: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

/// Returns a colour by its lightness, 0 to 100, and its differences (CSS Color 4, white of D50).
fn lab([lightness, a, b]: [f64; 3]) -> [f64; 3] {
    let y = (lightness + 16.0) / 116.0;
    let unbent = |t: f64| if t > 6.0 / 29.0 { t.powi(3) } else { (116.0 * t - 16.0) / (24389.0 / 27.0) };
    let xyz = [unbent(y + a / 500.0) * 0.964_295_676, unbent(y), unbent(y - b / 200.0) * 0.825_104_603];
    let linear = times(
        [
            [3.134_135_853, -1.617_386_329, -0.490_662_265],
            [-0.978_795_503, 1.916_254_409, 0.033_443_049],
            [0.071_955_390, -0.228_976_759, 1.405_386_058],
        ],
        xyz,
    );
    linear.map(gamma)
}

fn oklab([lightness, a, b]: [f64; 3]) -> [f64; 3] {
    let cones = [
        lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b,
        lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b,
        lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b,
    ];
    let linear = times(
        [
            [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
            [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
            [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701_0],
        ],
        cones.map(|cone| cone.powi(3)),
    );
    linear.map(gamma)
}

fn p3(parts: [f64; 3]) -> [f64; 3] {
    let unbent = |part: f64| if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    let linear = times(
        [
            [1.224_940_177, -0.224_940_177, 0.0],
            [-0.042_056_955, 1.042_056_955, 0.0],
            [-0.019_637_555, -0.078_636_046, 1.098_273_600],
        ],
        parts.map(unbent),
    );
    linear.map(gamma)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn colors_are_those_of_browsers() {
        // The values of the examples in CSS Color 4 and of the tests of the web platform.
        for (text, color) in [
            ("rgb(0 170 0 / 100%)", [0, 170, 0, 255]),
            ("rgb(10%, 20%, 30%, 0.5)", [26, 51, 77, 128]),
            ("rgb(none 300 -5 / none)", [0, 255, 0, 0]),
            ("hsl(120deg 100% 25%)", [0, 128, 0, 255]),
            ("hsl(0.5turn 100 50)", [0, 255, 255, 255]),
            ("hwb(194 0% 0% / .5)", [0, 195, 255, 128]),
            ("lab(46.2775% -47.5621 48.5837)", [0, 128, 0, 255]),
            ("lch(46.2775% 67.9892 134.3912)", [0, 128, 0, 255]),
            ("oklab(51.975% -0.1403 0.10768)", [0, 128, 0, 255]),
            ("oklch(51.975% 0.17686 142.495)", [0, 128, 0, 255]),
            ("color(srgb 0.5 0 100%)", [128, 0, 255, 255]),
            ("color(display-p3 0.21604 0.49418 0.13151)", [0, 128, 0, 255]),
        ] {
            let found = parse(text).unwrap_or_else(|| panic!("{text} is a colour"));
            let is_near = found.iter().zip(&color).all(|(a, b)| a.abs_diff(*b) <= 1);
            assert!(is_near, "{text}: {found:?}, not {color:?}");
        }
        for text in ["color-mix(in srgb, red, blue)", "rgb(1 2)", "color()", "lab(a b c)", "red", "rgb(1 2 3", ""] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
