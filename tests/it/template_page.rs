//! The template that the page on printing shows is one.

use std::fs;

use muster::print::image::read_png;

use crate::cli::{assert_exit, folder, muster, root};
use crate::golden::assert_picture;

/// The pictures of the templates are those that the commands beside them make.
#[test]
fn the_pictures_of_the_page_are_fresh() {
    let page = fs::read_to_string(root().join("docs/printing.md")).expect("the page");
    let folder = folder("template-pictures");
    let commands: Vec<&str> =
        page.lines().filter(|line| line.starts_with("muster print") && line.contains("docs/")).collect();
    assert_eq!(commands.len(), 2, "{commands:?}");
    for command in commands {
        let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
        let name = arguments.iter().find(|argument| argument.starts_with("docs/")).expect("a picture");
        let to = folder.join("cards.png");
        let to = arguments.iter().map(|argument| if argument == name { to.to_str().expect("text") } else { argument });
        assert_exit(&muster(root(), &to.collect::<Vec<_>>()), 0);
        let picture = read_png(&fs::read(folder.join("cards.png")).expect("a picture")).expect("a PNG file");
        assert_picture(name, &picture);
        assert!(page.contains(&format!("({})", name.trim_start_matches("docs/"))), "{name} is shown");
    }
}

#[test]
fn the_template_of_the_page_passes_and_prints() {
    let page = fs::read_to_string(root().join("docs/printing.md")).expect("the page");
    let template = page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a template");
    let folder = folder("template-page");
    fs::write(folder.join("formation.yaml"), template).expect("a place to write");
    assert_exit(&muster(&folder, &["check", "."]), 0);
    let scenario = root().join("scenarios/table-battles/white-mountain.yaml");
    let print = |look: &[&str], file: &str| {
        let arguments = [&["print", scenario.to_str().expect("text"), "-o", file], look].concat();
        assert_exit(&muster(&folder, &arguments), 0);
        fs::read(folder.join(file)).expect("a file")
    };
    assert_ne!(print(&["--template", "."], "look.pdf"), print(&[], "plain.pdf"), "the template changes the cards");
}
