//! `muster print --format forum`: cards as texts to post.

use muster_core::diag::escape::{Syntax, line};
use muster_core::diag::or_nearest;
use muster_systems::english::count_of;
use muster_systems::{Post, System};

use super::choice::{asks_for, names};
use super::{Args, telling};
use crate::cli::inputs::Files;
use crate::cli::output::{self, Artifact};
use crate::cli::passed_over::pass_over;
use crate::cli::report::Extra;
use crate::cli::{Outcome, Trouble};
use crate::project::drawing::PRINTED;
use crate::project::verdict::Purpose;
use crate::review::catalogues::carried_catalogues;
use crate::review::{Review, Unit};

impl Args {
    /// Writes the cards that are asked for, with an empty line between two of them.
    pub(super) fn post(self, systems: &'static [&'static System]) -> Outcome {
        self.replaces()?;
        let Files { files, unreadable, project } = self.inputs.read(&self.report.policy, systems)?;
        let mut review = project.review(&files);
        pass_over(&review, PRINTED, System::unposted_reason, &|path| self.inputs.names(path))?;
        project.tolerate(&mut review, &files, &project.reader(), false)?;
        self.report.check_outputs(self.outputs(), &review, &project)?;
        if postable(&review).next().is_none() && review.units.len() == review.sources.iter().count() {
            return Err(Trouble("none of the files is a scenario or deck whose cards can be posted".to_owned()));
        }
        let posts = self.asked_for(posts(&review))?;
        let mut extra = Extra {
            unreadable,
            aside: self.to.output.is_none(),
            purpose: Purpose { done: Some(("posted", PRINTED)), leaves_checking: false },
            ..Extra::default()
        };
        let texts: Vec<String> = posts.iter().map(|post| format!("{}\n", post.text)).collect();
        let text = Syntax::Text.escape(&texts.join("\n"));
        let is_written = !posts.is_empty();
        match &self.to.output {
            _ if !is_written => {}
            Some(to) => {
                self.report.overwrite.write(to, Artifact::Text, text.bytes())?;
                extra.text = format!("{}: {}\n", line(to.as_str()), count_of(posts.len(), "card"));
            }
            None => output::to_stdout(&text)?,
        }
        let clean = project.errors(&review)?.is_empty();
        let is_kept_back = review.units.iter().any(|unit| unit.given && !unit.sound);
        let exit = self.report.emit(review, &project, &extra, None)?;
        if clean && !is_written { Err(Trouble(telling::nothing(None, is_kept_back))) } else { Ok(exit) }
    }

    /// Returns the cards that `--only` names, or all of them.
    fn asked_for(&self, posts: Vec<Post>) -> Result<Vec<Post>, Trouble> {
        let there = |wanted: &str| posts.iter().any(|post| names(wanted, &post.number, &post.name));
        for wanted in self.only.iter().filter(|list| !there(list)).flat_map(|list| list.split(',')) {
            if !there(wanted) {
                let known = posts.iter().flat_map(|post| [post.number.as_str(), post.name.as_str()]);
                let near = or_nearest(wanted, known);
                return Err(Trouble(format!("there is no card `{wanted}` to post{near}")));
            }
        }
        let is_wanted = |post: &Post| self.only.iter().any(|list| asks_for(list, &post.number, &post.name));
        Ok(posts.into_iter().filter(|post| self.only.is_empty() || is_wanted(post)).collect())
    }
}

/// Returns the documents whose cards can be posted.
fn postable(review: &Review) -> impl Iterator<Item = &Unit> {
    let given = review.units.iter().filter(|unit| unit.given && PRINTED.contains(&unit.outline.kind.role));
    given.filter(|unit| unit.system.unposted_reason().is_none())
}

/// Returns the cards of all documents without errors, one of a deck that several battles use once.
fn posts(review: &Review) -> Vec<Post> {
    let mut posts: Vec<Post> = Vec::new();
    for unit in postable(review).filter(|unit| unit.sound) {
        // Boards write the cards of all battles in English.
        let words = carried_catalogues(unit.system);
        let of_unit = unit.battle.iter().flat_map(|battle| unit.system.card_posts(battle, words.english()));
        for post in of_unit {
            if !posts.contains(&post) {
                posts.push(post);
            }
        }
    }
    posts
}
