//! Paths as they are shown.

use camino::Utf8PathBuf;

/// Returns a path as it is shown, in findings and in JSON: with `/` on every system.
pub(super) fn with_slashes(path: Utf8PathBuf) -> Utf8PathBuf {
    if cfg!(windows) { slashes(path.as_str()).into() } else { path }
}

/// Returns a path of Windows with `/`. After `\\?\` only backslashes part names.
fn slashes(path: &str) -> String {
    if path.starts_with(r"\\?\") { path.to_owned() } else { path.replace('\\', "/") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_windows_have_slashes() {
        assert_eq!(slashes(r"battles\1813\Großgörschen.yaml"), "battles/1813/Großgörschen.yaml");
        assert_eq!(slashes(r"C:\battles/a.yaml"), "C:/battles/a.yaml");
        assert_eq!(slashes(r"\\server\share\a.yaml"), "//server/share/a.yaml");
        assert_eq!(slashes(r"\\?\Volume{12}\a.yaml"), r"\\?\Volume{12}\a.yaml");
    }

    #[cfg(not(windows))]
    #[test]
    fn elsewhere_a_backslash_is_a_letter_of_a_name() {
        assert_eq!(with_slashes(r"a\b.yaml".into()), r"a\b.yaml");
    }
}
