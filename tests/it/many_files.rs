//! A review of many files: their trees are let go once they are read, and every place is found all the same. So are those of fewer
//! in an editor, which keeps what was read.

use std::{fs, io};

use camino::{Utf8Path, Utf8PathBuf};
use muster::review::cache::ReviewCache;
use muster::review::{Review, all_codes, review, review_again};
use muster_core::check::allow::Allows;
use muster_core::diag::finish;
use muster_core::source::Span;
use muster_games::SYSTEMS;

use crate::cli::{WHITE_MOUNTAIN, root};

/// More files than those whose trees are kept.
const FILES: usize = 2100;

/// Fewer files than those, and more than an editor keeps the trees of.
const EDITED_AMONG: usize = 300;

/// The number of the file in which something is found.
const SLIP: usize = 7;

fn missing(_: &Utf8Path) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::NotFound.into())
}

fn reviewed(files: &[(Utf8PathBuf, Vec<u8>)]) -> Review {
    review(files, &missing, SYSTEMS)
}

/// So many sound scenarios of sets of their own, and among them one with a slip.
fn files() -> Vec<(Utf8PathBuf, Vec<u8>)> {
    let sound = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    let slip = fs::read(root().join("docs/slip.yaml")).unwrap();
    assert!(sound.contains("\n  set: "), "cards of one set are compared with each other");
    let sound = |number: usize| sound.replace("\n  set: ", &format!("\n  set: {number} ")).into_bytes();
    let text = |number: usize| if number == SLIP { slip.clone() } else { sound(number) };
    (0..FILES).map(|number| (format!("{number:04}.yaml").into(), text(number))).collect()
}

/// Where and what is found, as an editor is told, and the text of each fix.
fn said(review: &Review) -> Vec<String> {
    let findings = finish(review.findings.clone(), &review.sources);
    let said = findings.iter().map(|finding| {
        let span = review.sources.span(&finding.at);
        let file = review.sources.get(finding.at.file);
        let edits = finding.fix.iter().flat_map(|fix| &fix.edits);
        let edits: Vec<_> = edits.map(|edit| edit.resolve(&review.sources)).collect();
        let card = review.card_of(&finding.at);
        format!("{} {span:?} {} {} {card} {edits:?}", file.path(), finding.code.id, finding.message)
    });
    said.collect()
}

#[test]
fn many_files_let_go_of_their_trees() {
    let files = files();
    let review = reviewed(&files);
    assert_eq!(review.units.len(), FILES);
    assert_eq!(review.sources.trees(), 0);
    assert!(review.findings.iter().all(|finding| review.sources.span(&finding.at) != Span::default()));
    Allows::read(&review.sources, &all_codes(SYSTEMS));
    assert_eq!(review.sources.trees(), 0, "neither a place nor a comment is looked for in a tree that is read again");
}

#[test]
fn what_is_found_in_many_files_is_where_it_is_found_in_one() {
    let files = files();
    let (one, many) = (reviewed(&files[SLIP..=SLIP]), reviewed(&files));
    assert!(said(&one).iter().any(|said| said.contains("TB101")), "{:?}", said(&one));
    assert_eq!(said(&one), said(&many));
}

#[test]
fn a_tree_that_was_let_go_is_read_again() {
    let files = files();
    let (one, many) = (reviewed(&files[..1]), reviewed(&files));
    let (id, file) = many.sources.iter().next().unwrap();
    let tree = one.sources.get(id).tree().unwrap();
    assert_eq!(many.sources.trees(), 0);
    assert_eq!(file.tree().unwrap().to_json(), tree.to_json());
    assert_eq!(file.tree().unwrap().scalars(), tree.scalars());
    assert_eq!(many.sources.trees(), 1);
}

#[test]
fn an_editor_keeps_the_trees_of_what_is_edited_and_of_what_is_wrong() {
    let mut files = files();
    files.truncate(EDITED_AMONG);
    let mut cache = ReviewCache::default();
    let first = review_again(&files, &missing, SYSTEMS, &mut cache);
    assert_eq!(said(&first), said(&reviewed(&files)));
    assert_eq!(first.sources.trees(), 1, "the place of the slip was looked for");
    let edited = files.len() - 1;
    files[edited].1.extend(b"\n");
    let second = review_again(&files, &missing, SYSTEMS, &mut cache);
    assert_eq!(second.sources.trees(), 2, "the slip and what is edited");
    // What stands behind a new file is read again.
    files.insert(0, ("a.yaml".into(), files[0].1.clone()));
    let third = review_again(&files, &missing, SYSTEMS, &mut cache);
    assert_eq!(third.sources.trees(), 0);
    assert_eq!(said(&third), said(&reviewed(&files)));
}
