//! The conversation with an editor: what it says, in order, and what it is answered.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::{Duration, Instant};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidChangeWorkspaceFolders, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, LogMessage, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{ExecuteCommand, Initialize, RegisterCapability, Request as _, ShowDocument, Shutdown};
use lsp_types::{
    DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern, InitializeParams, LogMessageParams,
    MessageType, Registration, RegistrationParams, ShowMessageParams,
};
use serde_json::Value;

use muster_systems::System;

use super::analysis::{Analysis, analyse};
use super::commands::Bench;
use super::diagnostics::Published;
use super::documents::{OpenDocument, OpenDocuments};
use super::incoming::{Incoming, Next};
use super::places::location_of;
use super::previews::Previews;
use super::refusal::{Refusal, read, write_result};
use super::session::Session;
use super::view::View;
use super::{commands, requests};
use crate::review::cache::ReviewCache;

/// After so long without a change a project is checked.
const QUIET: Duration = Duration::from_millis(40);

/// While changes go on, it is checked this long after the first of them.
const PATIENCE: Duration = Duration::from_millis(400);

/// While previews run, what was chosen on their pages is looked for so often.
const GLANCE: Duration = Duration::from_millis(50);

/// The message in answer to a request that was cancelled.
const CANCELLED: &str = "cancelled";

fn cancel_response(id: RequestId) -> Response {
    Response::new_err(id, ErrorCode::RequestCanceled as i32, CANCELLED.to_owned())
}

fn now() -> Instant {
    #[expect(clippy::disallowed_methods, reason = "the clock says when to look, not what is found")]
    Instant::now()
}

/// Serves an editor until it leaves. Returns true if it said goodbye in order: `shutdown`, then `exit`.
pub fn serve(connection: &Connection, systems: &'static [&'static System]) -> bool {
    let mut server = Server {
        connection,
        incoming: Incoming::new(connection),
        systems,
        phase: Phase::Waiting,
        session: Session::default(),
        documents: OpenDocuments::default(),
        cache: ReviewCache::default(),
        analysis: None,
        whole: None,
        published: Published::default(),
        changed: None,
        told: Vec::new(),
        requests: 0,
        previews: Previews::default(),
    };
    server.run()
}

/// The phase of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The editor has not introduced itself.
    Waiting,
    /// It is served.
    Serving,
    /// It wants nothing more.
    Leaving,
}

/// The state of a conversation.
struct Server<'c> {
    connection: &'c Connection,
    incoming: Incoming<'c>,
    systems: &'static [&'static System],
    phase: Phase,
    session: Session,
    documents: OpenDocuments,
    /// The results of the last check, by file and battle.
    cache: ReviewCache,
    /// The last check.
    analysis: Option<Rc<Analysis>>,
    /// The last check in which the battles of the open texts were whole.
    whole: Option<Rc<Analysis>>,
    published: Published,
    /// The first and the last change since the last check; `None` if there was none.
    changed: Option<(Instant, Instant)>,
    /// Messages of the last check besides findings, so that each is told once.
    told: Vec<String>,
    /// Number of requests sent to the editor.
    requests: i32,
    previews: Previews,
}

impl Server<'_> {
    fn run(&mut self) -> bool {
        loop {
            let quiet = self.changed.map(|(first, last)| (last + QUIET).min(first + PATIENCE));
            let glance = self.previews.are_running().then(|| now() + GLANCE);
            let message = match self.incoming.wait(quiet.into_iter().chain(glance).min()) {
                Next::Message(message) => message,
                Next::Due => {
                    if quiet.is_some_and(|quiet| quiet <= now()) {
                        self.check_in_quiet();
                    }
                    self.show_chosen();
                    continue;
                }
                Next::Gone => return false,
            };
            // All that has come is looked through for what need not be answered any more.
            self.incoming.put_back(message);
            for id in self.incoming.take_cancelled() {
                self.send(cancel_response(id));
            }
            // What was put back may have been cancelled.
            let Next::Message(message) = self.incoming.wait(Some(now())) else { continue };
            match message {
                Message::Request(request) => {
                    let response = self.answer(request);
                    self.send(response);
                }
                Message::Notification(said) if said.method == "exit" => return self.phase == Phase::Leaving,
                Message::Notification(said) => self.listen(said),
                // Nothing that the editor is asked has an answer that matters.
                Message::Response(_) => {}
            }
        }
    }

    fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let method_of_panic = method.clone();
        let result = catch_unwind(AssertUnwindSafe(|| self.result(&id, &method, params)));
        match result {
            Ok(Ok(value)) => Response::new_ok(id, value),
            Ok(Err(Refusal { code, message })) => Response::new_err(id, code as i32, message),
            Err(_) => {
                let message = format!("internal error: `{method_of_panic}` cannot be answered");
                Response::new_err(id, ErrorCode::InternalError as i32, message)
            }
        }
    }

    fn result(&mut self, id: &RequestId, method: &str, params: Value) -> Result<Value, Refusal> {
        match (self.phase, method) {
            (Phase::Waiting, Initialize::METHOD) => {
                self.session = Session::new(&read::<InitializeParams>(params)?);
                self.phase = Phase::Serving;
                write_result(self.session.offer(self.systems))
            }
            (Phase::Waiting, _) => {
                Err(Refusal::new(ErrorCode::ServerNotInitialized, "the first request must be `initialize`"))
            }
            (Phase::Leaving, _) => {
                Err(Refusal::new(ErrorCode::InvalidRequest, "only `exit` is allowed after `shutdown`"))
            }
            (Phase::Serving, Initialize::METHOD) => {
                Err(Refusal::new(ErrorCode::InvalidRequest, "`initialize` was already sent"))
            }
            (Phase::Serving, Shutdown::METHOD) => {
                self.phase = Phase::Leaving;
                Ok(Value::Null)
            }
            (Phase::Serving, ExecuteCommand::METHOD) => {
                let Server { systems, session, documents, previews, .. } = self;
                let (value, show) = commands::run(read(params)?, Bench { systems, session, documents, previews })?;
                if let Some(show) = show.filter(|_| self.session.shows_documents) {
                    self.ask::<ShowDocument>(show);
                }
                Ok(value)
            }
            (Phase::Serving, _) => match requests::answer(method) {
                Some(answer) => answer(params, self.view(id)?),
                None => Err(Refusal::new(ErrorCode::MethodNotFound, format!("`{method}` is not supported"))),
            },
        }
    }

    fn listen(&mut self, said: Notification) {
        let method = said.method.clone();
        if self.phase != Phase::Serving {
            return;
        }
        match catch_unwind(AssertUnwindSafe(|| self.heed(said))) {
            Ok(Ok(())) => {}
            Ok(Err(refusal)) => self.log(MessageType::WARNING, format!("`{method}`: {}", refusal.message)),
            Err(_) => self.log(MessageType::ERROR, format!("internal error: in `{method}`")),
        }
    }

    fn heed(&mut self, said: Notification) -> Result<(), Refusal> {
        let Notification { method, params } = said;
        match &*method {
            "initialized" => {
                self.watch();
                self.change();
            }
            DidOpenTextDocument::METHOD => {
                let params = read::<<DidOpenTextDocument as lsp_types::notification::Notification>::Params>(params)?;
                self.documents.open(params.text_document, self.session.folders.first().map(|folder| &**folder));
                self.change();
            }
            DidChangeTextDocument::METHOD => {
                let params = read::<<DidChangeTextDocument as lsp_types::notification::Notification>::Params>(params)?;
                let (document, changes) = (params.text_document, params.content_changes);
                if !self.documents.change(&document.uri, document.version, changes, self.session.encoding) {
                    return Err(Refusal::new(ErrorCode::InvalidParams, "the text is not open"));
                }
                self.change();
            }
            DidCloseTextDocument::METHOD => {
                let params = read::<<DidCloseTextDocument as lsp_types::notification::Notification>::Params>(params)?;
                self.documents.close(&params.text_document.uri);
                self.change();
            }
            DidChangeWorkspaceFolders::METHOD => {
                let params =
                    read::<<DidChangeWorkspaceFolders as lsp_types::notification::Notification>::Params>(params)?;
                self.session.change_folders(&params.event.added, &params.event.removed);
                self.change();
            }
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => self.change(),
            // Others may be passed over, as the protocol says of those that begin with `$/`.
            _ => {}
        }
        Ok(())
    }

    /// Takes note that something changed.
    fn change(&mut self) {
        self.previews.show_texts(&self.documents);
        let now = now();
        self.changed = Some((self.changed.map_or(now, |(first, _)| first), now));
    }

    /// Checks the project when nothing has come for a while. What comes while it is checked is more pressing, unless it goes on
    /// without end.
    fn check_in_quiet(&mut self) {
        let due = self.changed.map(|(first, _)| first + PATIENCE);
        self.check(|incoming| due.is_some_and(|due| now() < due) && incoming.edit());
    }

    /// Checks the project and tells what is found, unless it is given up: then the change is still to be looked at.
    fn check(&mut self, mut give_up: impl FnMut(&mut Incoming<'_>) -> bool) {
        let (systems, folders, documents) = (self.systems, &self.session.folders, &self.documents);
        let (incoming, cache) = (&mut self.incoming, &mut self.cache);
        let checked =
            catch_unwind(AssertUnwindSafe(|| analyse(systems, folders, documents, cache, || give_up(incoming))));
        let changed = self.changed.take();
        let analysis = match checked {
            Ok(Ok(Some(analysis))) => analysis,
            Ok(Ok(None)) => return self.changed = changed,
            Ok(Err(trouble)) => return self.log(MessageType::ERROR, trouble.to_string()),
            Err(_) => return self.log(MessageType::ERROR, "internal error: the project cannot be checked".to_owned()),
        };
        let Session { encoding, closed_files, .. } = self.session;
        let (tell, left_out) = self.published.renew(&analysis, &self.documents, encoding, closed_files);
        for params in tell {
            self.inform::<PublishDiagnostics>(params);
        }
        let mut told = analysis.told.clone();
        told.extend(
            (left_out > 0).then(|| format!("{left_out} findings in closed files are not shown; there are too many")),
        );
        let news: Vec<String> = told.iter().filter(|text| !self.told.contains(text)).cloned().collect();
        news.into_iter().for_each(|text| self.log(MessageType::WARNING, text));
        self.told = told;
        let analysis = Rc::new(analysis);
        if self.whole.as_ref().is_none_or(|whole| self.is_as_whole(&analysis, whole)) {
            self.whole = Some(analysis.clone());
        }
        self.analysis = Some(analysis);
    }

    /// Returns true if a check knows the battles of all open texts of which an earlier one knew them.
    fn is_as_whole(&self, now: &Analysis, earlier: &Analysis) -> bool {
        let knows = |analysis: &Analysis, document: &OpenDocument| {
            analysis.file_of(document).is_some_and(|file| analysis.battles_of(file).next().is_some())
        };
        self.documents.iter().all(|document| knows(now, document) || !knows(earlier, document))
    }

    /// Returns what a request is answered from, checked first where something changed. Refused if it is cancelled
    /// meanwhile.
    fn view(&mut self, request: &RequestId) -> Result<View<'_>, Refusal> {
        if self.changed.is_some() || self.analysis.is_none() {
            self.check(|incoming| incoming.cancel(request));
        }
        if self.incoming.cancel(request) {
            return Err(Refusal::new(ErrorCode::RequestCanceled, CANCELLED));
        }
        let (Some(now), Some(whole)) = (&self.analysis, &self.whole) else {
            return Err(Refusal::new(ErrorCode::RequestFailed, "the project cannot be checked"));
        };
        Ok(View { systems: self.systems, session: &self.session, documents: &self.documents, now, whole })
    }

    /// Shows the places that were chosen on pages of previews, in the editor.
    fn show_chosen(&mut self) {
        while let Some(place) = self.previews.next_chosen() {
            match location_of(&place, &self.documents, self.session.encoding) {
                Some(location) if self.session.shows_documents => {
                    self.ask::<ShowDocument>(commands::show_params(location));
                }
                // The place can be opened by hand.
                Some(_) => self.inform::<ShowMessage>(ShowMessageParams { typ: MessageType::INFO, message: place }),
                None => {}
            }
        }
    }

    /// Asks the editor to tell when files change on disk.
    fn watch(&mut self) {
        if !self.session.watches {
            return;
        }
        let watcher = |glob: &str| FileSystemWatcher { glob_pattern: GlobPattern::String(glob.to_owned()), kind: None };
        let options = DidChangeWatchedFilesRegistrationOptions {
            watchers: ["**/*.{yaml,yml}", "**/muster.toml", "**/.gitignore"].map(watcher).into(),
        };
        let registration = Registration {
            id: "files".to_owned(),
            method: DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: serde_json::to_value(options).ok(),
        };
        let params = RegistrationParams { registrations: vec![registration] };
        self.ask::<RegisterCapability>(params);
    }

    fn ask<R: lsp_types::request::Request>(&mut self, params: R::Params) {
        self.requests += 1;
        self.send(Request::new(self.requests.into(), R::METHOD.to_owned(), params));
    }

    fn inform<N: lsp_types::notification::Notification>(&self, params: N::Params) {
        self.send(Notification::new(N::METHOD.to_owned(), params));
    }

    fn log(&self, typ: MessageType, message: String) {
        self.inform::<LogMessage>(LogMessageParams { typ, message });
    }

    fn send(&self, message: impl Into<Message>) {
        // An editor that is gone says so when the next message is waited for.
        let _ = self.connection.sender.send(message.into());
    }
}
