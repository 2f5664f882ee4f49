//! Pictures of an earlier, larger print in the same folder: told of, never taken away.

use camino::Utf8Path;

use muster_core::diag::escape::line;

/// Most names that are told.
const TOLD: usize = 5;

/// Returns what a folder holds that looks like a picture of an earlier print but is none of those just `written`.
pub(super) fn describe(folder: &Utf8Path, written: &[String]) -> String {
    let names = folder.read_dir_utf8().into_iter().flatten().filter_map(Result::ok);
    let names = names.map(|entry| entry.file_name().to_owned());
    let mut old: Vec<String> = names.filter(|name| ours(name) && !written.contains(name)).collect();
    old.sort();
    let Some(last) = old.len().checked_sub(1) else { return String::new() };
    let more = if last >= TOLD { format!(" and {} more", last + 1 - TOLD) } else { String::new() };
    old.truncate(TOLD);
    let (folder, old) = (line(folder.as_str()), old.join(", "));
    format!("{folder}: left over from an earlier print: {}{more}\n", line(&old))
}

/// Returns true if a name is like those that pictures get: `07-12A-x2-back.png`, `faces-1.png`, `back-1.png`.
fn ours(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(".png") else { return false };
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match stem.split_once('-') {
        Some(("faces" | "back", rest)) => number(rest),
        Some((first, rest)) => first.len() >= 2 && number(first) && !rest.is_empty(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_pictures_are_taken_for_pictures() {
        for name in ["07-12A.png", "07-12A-x2-back.png", "100-setup.png", "faces-1.png", "back-12.png"] {
            assert!(ours(name), "{name}");
        }
        for name in
            ["map.png", "7.png", "1-a.png", "07-12A.jpg", "faces-old.png", "2026-.png", "front-1.png", "deck.json"]
        {
            assert!(!ours(name), "{name}");
        }
    }
}
