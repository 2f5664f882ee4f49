//! Names that Windows keeps for devices.

/// Returns true for the name of a file, without its extension, that no file on Windows can have, in any case: `con`, `lpt1`.
pub fn is_reserved(stem: &str) -> bool {
    let stem = stem.to_ascii_lowercase();
    let is_port = |name: &str| {
        let mut rest = stem.strip_prefix(name).unwrap_or_default().chars();
        let number = rest.next().filter(|c| c.is_ascii_digit() || ['¹', '²', '³'].contains(c));
        number.is_some() && rest.next().is_none()
    };
    ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(&&*stem) || is_port("com") || is_port("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_no_files() {
        for stem in ["CON", "nul", "Aux", "prn", "com1", "LPT9", "com²", "conin$"] {
            assert!(is_reserved(stem), "{stem}");
        }
        for stem in ["", "com", "com10", "contra", "lpt", "battle-con", "comb"] {
            assert!(!is_reserved(stem), "{stem}");
        }
    }
}
