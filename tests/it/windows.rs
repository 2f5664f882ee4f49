//! What people on Windows have: ends of lines of two characters, a mark at the beginning of files, names with letters of every
//! script, long paths. The path code of Windows itself is tested beside it, on every system.

use std::fs;

use serde_json::Value;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};

/// Returns a text as editors on Windows write it.
fn of_windows(text: &str) -> String {
    format!("\u{feff}{}", text.replace("\r\n", "\n").replace('\n', "\r\n"))
}

/// Returns JSON without the offsets of bytes, which the ends of lines move.
fn without_offsets(mut json: Value) -> Value {
    fn forget(json: &mut Value) {
        match json {
            Value::Object(object) => {
                object.remove("offset");
                object.values_mut().for_each(forget);
            }
            Value::Array(items) => items.iter_mut().for_each(forget),
            _ => {}
        }
    }
    forget(&mut json);
    json
}

#[test]
fn the_ends_of_lines_change_no_finding_and_are_kept_by_fixes() {
    let slip = fs::read_to_string(root().join("docs/slip.yaml")).expect("a scenario");
    let (unix, windows) = (folder("windows-lf"), folder("windows-crlf"));
    fs::write(unix.join("slip.yaml"), &slip).expect("a file");
    fs::write(windows.join("slip.yaml"), of_windows(&slip)).expect("a file");
    let findings = |folder| {
        let output = muster(folder, &["check", "slip.yaml", "--output-format", "json"]);
        assert_exit(&output, 1);
        without_offsets(serde_json::from_slice(&output.stdout).expect("JSON"))
    };
    assert_eq!(findings(&unix), findings(&windows));
    for folder in [&unix, &windows] {
        assert_exit(&muster(folder, &["check", "slip.yaml", "--fix", "--unsafe-fixes"]), 0);
    }
    let read = |folder: &std::path::Path| fs::read_to_string(folder.join("slip.yaml")).expect("a file");
    assert_eq!(read(&windows), of_windows(&read(&unix)));
    assert_ne!(read(&unix), slip);
}

#[test]
fn the_ends_of_lines_change_no_battle_and_no_card() {
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    let made = |name: &str, scenario: &str| {
        let folder = folder(name);
        fs::write(folder.join("battle.yaml"), scenario).expect("a file");
        let smoke = muster(&folder, &["smoke", "battle.yaml", "--games", "20", "--output-format", "json"]);
        assert_exit(&smoke, 0);
        assert_exit(&muster(&folder, &["print", "battle.yaml", "--format", "png", "--dpi", "30", "-o", "cards"]), 0);
        let mut cards: Vec<_> =
            fs::read_dir(folder.join("cards")).expect("a folder").map(|file| file.expect("a file").path()).collect();
        cards.sort();
        let cards: Vec<_> = cards.iter().map(|card| fs::read(card).expect("a card")).collect();
        assert!(!cards.is_empty());
        (text(&smoke.stdout), cards)
    };
    assert!(made("windows-plain", &scenario) == made("windows-marked", &of_windows(&scenario)));
}

#[test]
fn long_paths_and_letters_of_every_script_are_paths_like_others() {
    let folder = folder("windows-long");
    let deep: std::path::PathBuf = std::iter::repeat_n("Schlacht am Weißen Berg – 白山之战", 12).collect();
    fs::create_dir_all(folder.join(&deep)).expect("folders");
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join(&deep).join("a.yaml")).expect("a scenario");
    let file = deep.join("a.yaml");
    let file = file.to_str().expect("UTF-8");
    assert!(file.len() > 300);
    assert_exit(&muster(&folder, &["check", file]), 0);
    let pdf = deep.join("a.pdf");
    assert_exit(&muster(&folder, &["print", file, "-o", pdf.to_str().expect("UTF-8")]), 0);
    assert!(fs::read(folder.join(pdf)).expect("a PDF").starts_with(b"%PDF"));
}
