//! Recovery after a syntax error: finds the parts of a file that can be read by themselves.

use std::ops::Range;

use crate::source::steps;

/// Returns the top-level sections after a place, and in sections that are lists their items: each can be read by itself, so that
/// its own syntax errors are found although an earlier part is broken.
pub(super) fn parts(text: &str, broken: usize) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    // Indentation of the items of the section, when it is a list written with dashes.
    let mut items: Option<Option<usize>> = None;
    // Starts up to that of the section itself.
    let mut before = 0;
    let mut at = 0;
    for line in steps::scan(text).split_inclusive('\n') {
        let (start, content) = (at, line.trim());
        at += line.len();
        let indent = line.len() - line.trim_start().len();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let dash = content == "-" || content.starts_with("- ");
        let section = indent == 0 && !dash;
        if section {
            let before_comment = content.split(" #").next().unwrap_or_default().trim_end();
            items = before_comment.ends_with(':').then_some(None);
            before = starts.len() + usize::from(start > broken);
        } else if items == Some(None) {
            // Dashes further down are of a list inside the section.
            items = dash.then_some(Some(indent));
        } else if dash && items.flatten().is_some_and(|items| indent < items) {
            // Those so far were of a list inside an item whose own beginning is lost.
            items = Some(Some(indent));
            starts.truncate(before);
        }
        if start > broken && (section || dash && items == Some(Some(indent))) {
            starts.push(start);
        }
    }
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

#[cfg(test)]
mod tests {
    use super::parts;

    fn texts_of_parts(text: &str, broken: &str) -> Vec<String> {
        let at = text.find(broken).expect("the error");
        parts(text, at).into_iter().map(|part| text[part].to_owned()).collect()
    }

    #[test]
    fn sections_and_the_items_of_lists_stand_on_their_own() {
        let text = "a: [\nlist:\n  - x: 1\n    y:\n      - z\n  # c\n  - x: 2\nb: 1\n";
        assert_eq!(
            texts_of_parts(text, "["),
            ["list:\n", "  - x: 1\n    y:\n      - z\n  # c\n", "  - x: 2\n", "b: 1\n"]
        );
        assert_eq!(texts_of_parts(text, "x: 1"), ["  - x: 2\n", "b: 1\n"]);
    }

    #[test]
    fn a_list_inside_a_section_is_not_the_section() {
        let text = "a:\n   b: 1\n  c:\n    - x\n    - y\n  d: 1\ne: 1\n";
        assert_eq!(texts_of_parts(text, "c:"), ["e: 1\n"]);
        let text = "a:\n  - x: 1\nslip:\n      - y\n      - z\n    u: 1\n  - x: 2\n    y:\n      - z\n";
        assert_eq!(texts_of_parts(text, "slip"), ["  - x: 2\n    y:\n      - z\n"]);
    }

    #[test]
    fn text_blocks_are_not_taken_apart() {
        assert_eq!(texts_of_parts("a: [\nnotes: |\n  - x: y: z\n  - u\n", "["), ["notes: |\n  - x: y: z\n  - u\n"]);
    }
}
