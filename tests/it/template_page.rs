//! The template that the page on printing shows is one.

use std::fs;

use crate::cli::{assert_exit, folder, muster, root};

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
