//! The template that the page on printing shows is one.

use std::fs;

use muster_core::print::image::read_png;

use crate::cli::{assert_exit, folder, muster, root};
use crate::golden::assert_picture;

/// The pictures of the pages are those that the commands beside them make.
#[test]
fn the_pictures_of_the_pages_are_fresh() {
    for (page, pictures) in [("printing", 5), ("states-of-battle", 3)] {
        let page = fs::read_to_string(root().join(format!("docs/{page}.md"))).expect("the page");
        let folder = folder("template-pictures");
        let makes_picture = |line: &&str| line.starts_with("muster ") && line.contains("docs/");
        let commands: Vec<&str> = page.lines().filter(makes_picture).collect();
        assert_eq!(commands.len(), pictures, "{commands:?}");
        for command in commands {
            let name = command.split([' ', '=']).find(|word| word.starts_with("docs/")).expect("a picture");
            let to = folder.join("picture.png");
            let command = command.replace(name, to.to_str().expect("text"));
            let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
            assert_exit(&muster(root(), &arguments), 0);
            assert_picture(name, &read_png(&fs::read(&to).expect("a picture")).expect("a PNG file"));
            assert!(page.contains(&format!("({})", name.trim_start_matches("docs/"))), "{name} is shown");
        }
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
