//! Paths that lead to another machine.

/// Returns true for a path that Windows opens over the network, or as a device: `//host/share/card.png`, `\\host\share`,
/// `\\.\pipe`. Muster does not look for a file of such a name: the request alone tells that machine who the user is.
pub fn is_elsewhere(path: &str) -> bool {
    let is_slash = |c: char| ['/', '\\'].contains(&c);
    let mut letters = path.chars();
    letters.next().is_some_and(is_slash) && letters.next().is_some_and(|c| is_slash(c) || c == '?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_slashes_of_any_kind_lead_elsewhere() {
        for path in [
            "//host/share/a.png",
            r"\\host\share",
            r"\/host",
            r"/\host",
            r"\\?\UNC\host",
            r"\\.\pipe\a",
            r"\??\UNC\host",
        ] {
            assert!(is_elsewhere(path), "{path}");
        }
        for path in ["", "/", "/usr/share/a.png", r"\a.png", "a//b", "./a", "../a", r"C:\a", "C:/a", "http://host"] {
            assert!(!is_elsewhere(path), "{path}");
        }
    }
}
