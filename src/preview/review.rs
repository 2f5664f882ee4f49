//! The battle at the table, judged move by move because the page asks for it, one at a time.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};

use muster_core::play::judging::{JudgeOptions, JudgeProgress};
use muster_core::play::smoke::TURN_LIMIT;
use muster_systems::System;
use muster_systems::judged::{JudgedPlay, usual};

use super::job::{Job, LastJob};
use super::routes::{Server, done_response, json_response, report};
use super::table::read_record;

/// Makes the page of `muster review --html` of a play.
pub type ReviewPage = fn(&JudgedPlay<'_>) -> String;

/// The judge of battles at the table, with the review that was asked for last.
pub(super) struct Reviews {
    systems: &'static [&'static System],
    page: ReviewPage,
    last: LastJob<u64, String>,
}

/// A review that is, or was, made of a revision of the table: a page.
type TableReview = Job<u64, String>;

impl Reviews {
    /// Returns a judge who has nothing to do.
    pub(super) fn new(systems: &'static [&'static System], page: ReviewPage) -> Arc<Reviews> {
        Arc::new(Reviews { systems, page, last: LastJob::default() })
    }

    /// Begins to judge the record of a battle in a scenario's file, which is that of a revision of the table. The error says why it
    /// cannot be begun.
    fn start(self: &Arc<Self>, (path, record, revision): (String, String, u64)) -> Result<(), String> {
        let reviews = Arc::clone(self);
        let busy = "a battle is already being reviewed: stop that first, or wait";
        self.last.start(busy, revision, move |review| reviews.judge(review, &path, record))
    }

    fn judge(&self, review: &TableReview, path: &str, record: String) -> Result<String, String> {
        let play = read_record(self.systems, path, record)?;
        let (battle, replayed) = play.replay_battle()?;
        if !replayed.is_legal() {
            return Err("the scenario has changed since, and the record is not legal by its rules now".to_owned());
        }
        let (bot, games) = usual(&*battle);
        let sides = battle.sides();
        let options = JudgeOptions { games, seed: 0, bots: vec![bot; sides.len()], turn_limit: TURN_LIMIT };
        let progress = JudgeProgress {
            planned: &|battles| review.plan(battles),
            played: &|battles| review.count(battles),
            stop: &review.stop,
        };
        let judged = battle.judge(play.doc(), &replayed, &options, progress)?;
        let (replayed, options, judged) = (&replayed, &options, &judged);
        let title = "The battle at the table";
        Ok((self.page)(&JudgedPlay { path: title, scenario: path, sides, replayed, options, judged }))
    }

    /// Returns the description of the review for the page: its progress, and in the end whether there is one.
    fn document(&self) -> Value {
        let Some(review) = self.last.get() else { return json!({"state": "none"}) };
        let mut document = review.document();
        document["revision"] = review.wanted.into();
        document
    }
}

type Shared = State<Arc<Server>>;

/// Returns the routes of reviews.
pub(super) fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/review", get(review).post(start))
        .route("/review/stop", post(stop))
        .route("/review/page", get(page))
}

/// Begins to judge the battle at the table, as far as its record may be seen.
async fn start(State(server): Shared) -> Response {
    let record = server.table.record_to_review().ok_or_else(|| "there is no record that may be seen yet".to_owned());
    done_response(record.and_then(|record| server.reviews.start(record)))
}

async fn review(State(server): Shared) -> Response {
    json_response(&server.reviews.document())
}

async fn stop(State(server): Shared) -> Response {
    server.reviews.last.stop();
    StatusCode::ACCEPTED.into_response()
}

async fn page(State(server): Shared) -> Response {
    report(server.reviews.last.get().and_then(|review| review.result().cloned()))
}
