//! Documents of systems that are only checked yet: refused where they are named, passed over where they stand among others.

use camino::Utf8Path;

use muster_core::diag::escape::line;
use muster_systems::english::count_of;
use muster_systems::{Role, System};

use super::Trouble;
use super::output::complain;
use crate::review::Review;

/// Tells of the given documents of some roles whose systems cannot do what is asked, in one line for each system.
/// `unable` returns why a system cannot; an error is a document that was `named`, and did not come with a folder or a glob.
pub(super) fn pass_over(
    review: &Review,
    roles: &[Role],
    unable: fn(&System) -> Option<String>,
    named: &dyn Fn(&Utf8Path) -> bool,
) -> Result<(), Trouble> {
    let mut reasons: Vec<(String, Vec<&Utf8Path>)> = Vec::new();
    for unit in review.units.iter().filter(|unit| unit.given && roles.contains(&unit.outline.kind.role)) {
        let Some(why) = unable(unit.system) else { continue };
        let path = review.sources.get(unit.file).path();
        if named(path) {
            return Err(Trouble(format!("`{}`: {why}", line(path.as_str()))));
        }
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, paths)) => paths.push(path),
            None => reasons.push((why, vec![path])),
        }
    }
    for (why, paths) in reasons {
        match paths.as_slice() {
            [path] => complain(&format!("`{path}` ignored: {why}")),
            paths => complain(&format!("{} ignored: {why}", count_of(paths.len(), "file"))),
        }
    }
    Ok(())
}
