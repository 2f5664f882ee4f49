//! The files as other programs read them: qpdf and poppler, where they are installed. `print.rs` proves the same with a
//! library on every machine.

use std::path::Path;
use std::process::Command;

use super::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};

/// What a program says of a file; none where it is not installed.
#[allow(clippy::print_stdout, reason = "whoever reads the tests' output should know what was left out")]
fn told(program: &str, arguments: &[&str], file: &Path) -> Option<String> {
    match Command::new(program).args(arguments).arg(file).args((program == "pdftotext").then_some("-")).output() {
        Ok(output) => {
            assert!(output.status.success(), "{program} {}: {}", file.display(), text(&output.stderr));
            Some(text(&output.stdout))
        }
        Err(_) => {
            println!("{program} is not installed: not looked at with it");
            None
        }
    }
}

#[test]
fn other_programs_read_every_layout() {
    let folder = folder("tools");
    let layouts: [(&str, &[&str]); 11] = [
        ("a4", &[]),
        ("letter", &["--paper", "letter", "--bleed", "2", "--proof"]),
        ("duplex", &["--duplex", "short", "--back-offset", "1,-0.5"]),
        ("single", &["--layout", "single", "--bleed", "3.175"]),
        ("marks", &["--layout", "single", "--bleed", "3", "--marks"]),
        ("fold", &["--layout", "gutterfold", "--bleed", "3"]),
        ("all", &["--with", "setup,reference,tokens,backs", "--duplex", "long"]),
        ("fold-all", &["--with", "setup,reference,tokens,backs", "--layout", "gutterfold", "--low-ink"]),
        ("strips", &["--with", "setup,tokens,backs", "--layout", "foldover", "--bleed", "2"]),
        ("cutter", &["--with", "setup,tokens,backs", "--duplex", "long", "--marks=cutter"]),
        ("press", &["--profile", "drive-thru-cards", "--with", "setup,reference,backs"]),
    ];
    for (name, options) in layouts {
        let file = folder.join(format!("{name}.pdf"));
        let arguments = [&["print", WHITE_MOUNTAIN, "-o", file.to_str().unwrap()], options].concat();
        assert_exit(&muster(root(), &arguments), 0);
        if let Some(report) = told("qpdf", &["--check"], &file) {
            assert!(report.contains("No syntax or stream encoding errors found"), "{name}: {report}");
        }
        if let Some(fonts) = told("pdffonts", &[], &file) {
            let fonts: Vec<&str> = fonts.lines().skip(2).collect();
            assert!(fonts.len() >= 4, "{fonts:?}");
            for font in fonts {
                let columns: Vec<&str> = font.split_whitespace().collect();
                assert_eq!(columns[columns.len() - 5..columns.len() - 2], ["yes", "yes", "yes"], "{name}: {font}");
            }
        }
    }
    if let Some(info) = told("pdfinfo", &[], &folder.join("press.pdf")) {
        assert!(info.contains("PDF/X-1a:2003") && info.contains("1.4"), "{info}");
    }
    let single = folder.join("single.pdf");
    if let Some(info) = told("pdfinfo", &["-box"], &single) {
        let line = |name: &str| {
            let line = info.lines().find(|line| line.starts_with(name)).unwrap();
            line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(line("MediaBox:"), "0.00 0.00 198.00 270.00");
        assert_eq!(line("BleedBox:"), "0.00 0.00 198.00 270.00");
        assert_eq!(line("TrimBox:"), "9.00 9.00 189.00 261.00");
        assert_eq!(line("Title:"), "White Mountain");
    }
    if let Some(words) = told("pdftotext", &["-f", "3", "-l", "3"], &single) {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let order = ["Protestant Cavalry", "Imperial Cavalry", "Liechtenstein", "The younger Anhalt"];
        let places: Vec<usize> = order.iter().map(|part| words.find(part).expect(part)).collect();
        assert!(places.is_sorted(), "read in order: {words}");
    }
}
