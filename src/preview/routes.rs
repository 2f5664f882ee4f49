//! The routes of the server: the page, the data it shows, faces, sheets, and the event that something changed.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use camino::Utf8Path;
use futures_util::Stream;
use futures_util::stream::{select, unfold};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use muster_core::print::svg::svg;
use muster_systems::position::TablePicture;
use muster_systems::seated::spots;

use super::board::Board;
use super::cursor::CursorPlace;
use super::editor::Editor;
use super::guard::Guard;
use super::page::{ICON, POLICY, REPORT_POLICY, SCRIPT, STYLE, page};
use super::pictures::{PictureName, Pictures, WIDTHS, paint_png};
use super::plays::{ShownPlay, ShownPosition};
use super::review::{self, Reviews};
use super::rules;
use super::runs::{Runs, WantedRun};
use super::sheets::{SheetPage, area};
use super::table::{PlayTable, WantedGame, WantedMove, WantedSeat};
use crate::project::handover::Handover;

/// The state that requests are answered from.
pub(super) struct Server {
    pub(super) guard: Guard,
    pub(super) board: Arc<Board>,
    pub(super) editor: Option<Editor>,
    pub(super) runs: Arc<Runs>,
    pub(super) table: PlayTable,
    pub(super) reviews: Arc<Reviews>,
    pub(super) pictures: Pictures,
    /// The file that hands the address to the browser, until it has.
    pub(super) handed: Mutex<Option<Handover>>,
}

type Shared = State<Arc<Server>>;

/// Returns the router that answers the requests.
pub(super) fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/", get(index))
        .route("/page.css", get(|| async { text("text/css; charset=utf-8", STYLE) }))
        .route("/page.js", get(|| async { text("text/javascript; charset=utf-8", SCRIPT) }))
        .route("/icon.svg", get(|| async { text("image/svg+xml", ICON) }))
        .route("/shown", get(shown))
        .route("/events", get(events))
        .route("/face/{number}", get(face))
        .route("/face/{number}/outlines", get(outlines))
        .route("/face/{number}/boxes", get(boxes))
        .route("/odds", get(odds))
        .route("/open", post(open))
        .route("/cursor", get(at_cursor).post(cursor))
        .route("/plays", get(plays))
        .route("/play/{number}/{turn}", get(position))
        .route("/play/{number}/{turn}/words", get(position_in_words))
        .route("/run", get(run).post(start_run))
        .route("/run/stop", post(stop_run))
        .route("/run/page", get(run_page))
        .route("/run/play/{fault}", get(smallest))
        .route("/run/play/{fault}/{turn}", get(smallest_position))
        .route("/run/play/{fault}/{turn}/words", get(smallest_in_words))
        .route("/table", get(table).post(begin_battle))
        .route("/table/choose", post(choose))
        .route("/table/bot", post(play_bot))
        .route("/table/back", post(take_back))
        .route("/table/rules", post(change_rules))
        .route("/table/open", post(open_hands))
        .route("/table/hint", get(hint))
        .route("/table/thoughts", get(thoughts))
        .route("/table/clauses", get(clauses))
        .route("/table/record", get(record))
        .route("/table/position", get(table_position))
        .route("/table/spots", get(table_spots))
        .route("/sheets", get(sheets))
        .route("/sheet/{number}", get(sheet))
        .merge(review::routes())
        .layer(from_fn_with_state(Arc::clone(&server), guarded))
        .with_state(server)
}

/// The token of a request.
#[derive(Deserialize)]
struct Known {
    token: Option<String>,
}

/// Answers those alone who may know, and says of every answer what may be done with it.
async fn guarded(State(server): Shared, headers: HeaderMap, request: Request, next: Next) -> Response {
    let known = Query::<Known>::try_from_uri(request.uri());
    let token = known.ok().and_then(|Query(known)| known.token);
    let mut response = match server.guard.judge(request.uri(), &headers, token.as_deref()) {
        Ok(()) => next.run(request).await,
        Err((status, why)) => (status, format!("{why}\n")).into_response(),
    };
    response.headers_mut().entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    let always = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // The address holds the token.
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in always {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

pub(super) fn text(kind: &'static str, text: impl Into<String>) -> Response {
    ([(CONTENT_TYPE, kind)], text.into()).into_response()
}

/// Returns an answer in JSON.
pub(super) fn json_response(document: &Value) -> Response {
    text("application/json", document.to_string())
}

/// Whether the address came by the file that was written for the browser.
#[derive(Deserialize)]
struct Handed {
    handed: Option<String>,
}

async fn index(State(server): Shared, Query(Handed { handed }): Query<Handed>) -> Response {
    if handed.is_some() {
        // The file has done its work.
        server.handed.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
    text("text/html; charset=utf-8", page(server.guard.token()))
}

/// The look that is asked for.
#[derive(Deserialize)]
struct WantedView {
    #[serde(default)]
    low_ink: bool,
}

async fn shown(State(server): Shared, Query(wanted): Query<WantedView>) -> Response {
    aside(move || {
        let mut document = server.board.document(wanted.low_ink);
        document["editor"] = server.editor.is_some().into();
        Some(json_response(&document))
    })
    .await
}

/// Says now, and whenever something changed, which version is shown; and when the editor's cursor is elsewhere.
async fn events(State(server): Shared) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let stream = unfold((server.board.news(), true), |(mut news, is_first)| async move {
        if !is_first || *news.borrow() == 0 {
            news.changed().await.ok()?;
        }
        let version = *news.borrow_and_update();
        Some((Ok(Event::default().data(version.to_string())), (news, false)))
    });
    let cursor = unfold(server.board.cursor(), |mut cursor| async move {
        cursor.changed().await.ok()?;
        Some((Ok(Event::default().event("cursor").data("moved")), cursor))
    });
    Sse::new(select(stream, cursor)).keep_alive(KeepAlive::default())
}

/// The size of the picture that is asked for.
#[derive(Deserialize)]
struct WantedPicture {
    width: u32,
    #[serde(default)]
    bleed: bool,
}

/// How long a face may be kept: its number is never given again as long as the address holds.
const KEPT: &str = "private, max-age=31536000, immutable";

async fn face(State(server): Shared, Path(number): Path<u64>, Query(wanted): Query<WantedPicture>) -> Response {
    aside(move || {
        let (frame, area) = server.board.face(number, wanted.bleed)?;
        let name = PictureName { face: number, width: clamp_width(wanted.width), bleed: wanted.bleed };
        let picture = server.pictures.get(name, &frame, area)?;
        let headers = [(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, KEPT)];
        Some((headers, picture.to_vec()).into_response())
    })
    .await
}

/// Returns a face as outlines, sharp at any size.
async fn outlines(State(server): Shared, Path(number): Path<u64>) -> Response {
    aside(move || {
        let (frame, area) = server.board.face(number, false)?;
        let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, KEPT)];
        Some((headers, svg(&frame, area)).into_response())
    })
    .await
}

/// Returns the parts of a face that are written somewhere: where they are on it, and where that is.
async fn boxes(State(server): Shared, Path(number): Path<u64>) -> Response {
    aside(move || Some(json_response(&server.board.boxes(number)?))).await
}

/// The card whose odds are asked for.
#[derive(Deserialize)]
struct WantedCard {
    key: String,
}

async fn odds(State(server): Shared, Query(wanted): Query<WantedCard>) -> Response {
    aside(move || {
        let (_, view) = server.board.view(false);
        Some(json_response(&view.shown.odds(&wanted.key)))
    })
    .await
}

/// Opens a place in the editor: of a file that is shown, and of no other.
async fn open(State(server): Shared, Query(wanted): Query<CursorPlace>) -> Response {
    let CursorPlace { path, line, column } = wanted;
    aside(move || {
        let editor = server.editor.as_ref()?;
        let (_, view) = server.board.view(false);
        view.shown.has_file(&path).then(|| match editor.open(Utf8Path::new(&path), line, column) {
            Ok(()) => StatusCode::ACCEPTED.into_response(),
            Err(error) => (StatusCode::CONFLICT, format!("cannot start the editor: {error}")).into_response(),
        })
    })
    .await
}

/// Takes where the editor's cursor is, and answers with what is written there.
async fn cursor(State(server): Shared, Query(place): Query<CursorPlace>) -> Response {
    aside(move || server.board.lead(place).then(|| json_response(&server.board.cards_at_cursor()))).await
}

/// Returns what is written at the editor's cursor.
async fn at_cursor(State(server): Shared) -> Response {
    aside(move || Some(json_response(&server.board.cards_at_cursor()))).await
}

/// Returns the recorded battles.
async fn plays(State(server): Shared) -> Response {
    aside(move || {
        let (_, view) = server.board.view(false);
        let plays: Value = view.plays().iter().map(|play| play.document.clone()).collect();
        Some(json_response(&plays))
    })
    .await
}

/// Returns a position of a recorded battle; with turn 0 the start.
async fn position(
    State(server): Shared,
    Path((number, turn)): Path<(usize, usize)>,
    Query(wanted): Query<WantedPicture>,
) -> Response {
    aside(move || picture_response(&server.board.position(number, turn)?, wanted.width)).await
}

/// Returns a position as a picture.
fn picture_response(ShownPosition { frame, area, .. }: &ShownPosition, width: u32) -> Option<Response> {
    Some(([(CONTENT_TYPE, "image/png")], paint_png(frame, *area, clamp_width(width))?).into_response())
}

async fn position_in_words(State(server): Shared, Path((number, turn)): Path<(usize, usize)>) -> Response {
    aside(move || Some(text("text/plain; charset=utf-8", server.board.position(number, turn)?.text))).await
}

/// Begins to play battles.
async fn start_run(State(server): Shared, Query(wanted): Query<WantedRun>) -> Response {
    done_response(server.runs.start(wanted))
}

/// Answers with the progress of the latest run and its results.
async fn run(State(server): Shared) -> Response {
    json_response(&server.runs.document())
}

async fn stop_run(State(server): Shared) -> Response {
    server.runs.stop();
    StatusCode::ACCEPTED.into_response()
}

/// Returns the page of a balance.
async fn run_page(State(server): Shared) -> Response {
    report(server.runs.page())
}

/// Answers with the page of a report, which the page shows in a frame; `None` if there is none yet.
pub(super) fn report(page: Option<String>) -> Response {
    match page {
        Some(page) => {
            ([(CONTENT_SECURITY_POLICY, REPORT_POLICY)], text("text/html; charset=utf-8", page)).into_response()
        }
        None => missing(),
    }
}

/// Returns the smallest play that shows a fault of the battles.
async fn smallest(State(server): Shared, Path(fault): Path<usize>) -> Response {
    aside(move || {
        server.runs.with_smallest(fault, |found| match found {
            Ok(play) => json_response(&play.document),
            Err(why) => (StatusCode::CONFLICT, why.clone()).into_response(),
        })
    })
    .await
}

async fn smallest_position(
    State(server): Shared,
    Path((fault, turn)): Path<(usize, usize)>,
    Query(wanted): Query<WantedPicture>,
) -> Response {
    aside(move || picture_response(&server.smallest_position(fault, turn)?, wanted.width)).await
}

async fn smallest_in_words(State(server): Shared, Path((fault, turn)): Path<(usize, usize)>) -> Response {
    aside(move || Some(text("text/plain; charset=utf-8", server.smallest_position(fault, turn)?.text))).await
}

impl Server {
    /// Returns a position of the smallest play that shows a fault.
    fn smallest_position(&self, fault: usize, turn: usize) -> Option<ShownPosition> {
        let (_, view) = self.board.view(false);
        let looks = view.shown.looks.as_ref()?;
        let position = |play: &ShownPlay| play.position(turn, looks);
        self.runs.with_smallest(fault, |found| found.as_ref().ok().and_then(position))?
    }
}

/// Returns the table as a side's player sees it.
async fn table(State(server): Shared, Query(seat): Query<WantedSeat>) -> Response {
    aside(move || {
        let (_, view) = server.board.view(false);
        Some(match server.table.lay(&view.shown) {
            Ok(()) => json_response(&server.table.document(&view.shown, seat)),
            Err(why) => refusal_response(why),
        })
    })
    .await
}

async fn begin_battle(State(server): Shared, Query(wanted): Query<WantedGame>) -> Response {
    acted(move || server.table.begin(&server.board.view(false).1.shown, &wanted)).await
}

async fn choose(State(server): Shared, Query(wanted): Query<WantedMove>) -> Response {
    acted(move || server.table.choose(wanted)).await
}

async fn play_bot(State(server): Shared, Query(wanted): Query<WantedMove>) -> Response {
    acted(move || server.table.play_bot(wanted)).await
}

async fn take_back(State(server): Shared, Query(wanted): Query<WantedMove>) -> Response {
    acted(move || server.table.take_back(wanted)).await
}

async fn open_hands(State(server): Shared, Query(wanted): Query<WantedMove>) -> Response {
    acted(move || server.table.open_hands(wanted)).await
}

async fn change_rules(State(server): Shared, Query(wanted): Query<WantedMove>) -> Response {
    acted(move || server.table.change_rules(&server.board.view(false).1.shown, wanted)).await
}

async fn hint(State(server): Shared, Query(wanted): Query<WantedMove>) -> Response {
    aside(move || Some(value_response(server.table.hint(wanted)))).await
}

/// The rules of the game at the table.
async fn clauses(State(server): Shared) -> Response {
    match server.table.system() {
        Some(system) => json_response(&rules::document(system)),
        None => missing(),
    }
}

async fn thoughts(State(server): Shared, Query(wanted): Query<WantedMove>) -> Response {
    aside(move || Some(value_response(server.table.thoughts(wanted)))).await
}

/// Answers what was asked, or why it is not told.
fn value_response(result: Result<Value, String>) -> Response {
    result.map_or_else(refusal_response, |said| json_response(&said))
}

/// Returns the battle at the table as a play.
async fn record(State(server): Shared) -> Response {
    aside(move || Some(text("application/yaml; charset=utf-8", server.table.record()?))).await
}

/// Returns the picture of the table.
async fn table_position(State(server): Shared, Query(seat): Query<WantedSeat>) -> Response {
    aside(move || {
        let (_, view) = server.board.view(false);
        let TablePicture { frame, size, .. } = server.table.position(seat, view.shown.looks.as_ref()?)?;
        Some(text("image/svg+xml", svg(&frame, area(size))))
    })
    .await
}

/// Returns the places of pieces in the picture of the table, in parts of its width and height, and the position in words.
async fn table_spots(State(server): Shared, Query(seat): Query<WantedSeat>) -> Response {
    aside(move || {
        let (_, view) = server.board.view(false);
        let picture = server.table.position(seat, view.shown.looks.as_ref()?)?;
        Some(json_response(&spots(&picture)))
    })
    .await
}

/// Does something at the table on a thread of its own; see [`done_response`].
async fn acted(act: impl FnOnce() -> Result<(), String> + Send + 'static) -> Response {
    aside(move || Some(done_response(act()))).await
}

/// Answers that something was done, or why not.
pub(super) fn done_response(result: Result<(), String>) -> Response {
    result.map_or_else(refusal_response, |()| StatusCode::ACCEPTED.into_response())
}

pub(super) fn refusal_response(why: String) -> Response {
    (StatusCode::CONFLICT, why).into_response()
}

/// Returns the pages of the sheets: how wide and high, in millimetres.
async fn sheets(State(server): Shared, Query(wanted): Query<WantedView>) -> Response {
    aside(move || {
        let (_, view) = server.board.view(wanted.low_ink);
        let size = |page: &SheetPage| json!({"width": page.size.width, "height": page.size.height});
        let pages: Value = view.sheets().iter().map(size).collect();
        Some(json_response(&pages))
    })
    .await
}

/// A page of a sheet.
#[derive(Deserialize)]
struct WantedSheet {
    width: u32,
    #[serde(default)]
    low_ink: bool,
}

async fn sheet(State(server): Shared, Path(number): Path<usize>, Query(wanted): Query<WantedSheet>) -> Response {
    aside(move || {
        let (_, view) = server.board.view(wanted.low_ink);
        let pages = view.sheets();
        let page = pages.get(number)?;
        let picture = paint_png(&page.frame, area(page.size), clamp_width(wanted.width))?;
        Some(([(CONTENT_TYPE, "image/png")], picture).into_response())
    })
    .await
}

fn clamp_width(width: u32) -> u32 {
    width.clamp(*WIDTHS.start(), *WIDTHS.end())
}

/// Works on a thread of its own, so that others are answered meanwhile. None is a thing that is not there.
pub(super) async fn aside(work: impl FnOnce() -> Option<Response> + Send + 'static) -> Response {
    match spawn_blocking(work).await {
        Ok(Some(response)) => response,
        Ok(None) => missing(),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "internal error: an answer could not be made\n").into_response(),
    }
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, "not found, or no longer there\n").into_response()
}
