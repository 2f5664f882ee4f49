//! The board: what is shown at the moment, kept up to date by a thread that follows the files.

use std::collections::BTreeSet;
use std::io;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};
use tokio::sync::watch::{Receiver, Sender, channel};

use muster_core::config::FILE;
use muster_core::print::frame::{Frame, Rect};
use muster_systems::System;

use super::cursor::{CursorPlace, TypedText};
use super::plays::{ShownPlay, ShownPosition, WrittenPlay};
use super::sheets::{SheetPage, sheets};
use super::shown::{FaceNumbers, Look, LookCache, Shown, TypedTexts};
use crate::project::Project;
use crate::project::files::Selection;
use crate::project::looks::WantedLook;
use crate::project::policy::Policy;
use crate::project::settings::Origin;
use crate::project::watching::{Stamps, WatchedFolders, stamps};
use crate::review::same_file;

/// The board of the preview: cards, findings, sheets and plays as they are shown at the moment.
pub(super) struct Board {
    systems: &'static [&'static System],
    path: Utf8PathBuf,
    /// The look that is asked for, and the languages.
    look: (WantedLook, Vec<String>),
    state: Mutex<BoardState>,
    /// The texts as they are typed in the editor, and the number of their changes.
    typed: Mutex<(Arc<TypedTexts>, u64)>,
    /// Has the files looked at again.
    waker: SyncSender<()>,
    /// Says that the files were looked at for the first time.
    begun: Condvar,
    /// Says the version when something else is shown.
    news: Sender<u64>,
    /// The place of the editor's cursor, where one was told.
    cursor: Sender<Option<CursorPlace>>,
}

struct BoardState {
    numbers: FaceNumbers,
    /// Grows with every change of the files.
    version: u64,
    usual: Arc<View>,
    usual_cache: LookCache,
    low_ink_cache: LookCache,
    /// With little ink: drawn when a page asks for it. The version it was drawn of, with it.
    low_ink: Option<(u64, Arc<View>)>,
}

/// The cards, findings, sheets and plays in one look.
#[derive(Default)]
pub(super) struct View {
    /// Cards and findings.
    pub(super) shown: Shown,
    sheets: OnceLock<Vec<SheetPage>>,
    plays: OnceLock<Vec<ShownPlay>>,
}

impl View {
    fn new(shown: Shown) -> Arc<View> {
        Arc::new(View { shown, ..View::default() })
    }

    /// Returns the pages on which the cards are printed.
    pub(super) fn sheets(&self) -> &[SheetPage] {
        self.sheets.get_or_init(|| sheets(&self.shown.deck()))
    }

    /// Returns the recorded battles, replayed.
    pub(super) fn plays(&self) -> &[ShownPlay] {
        self.plays.get_or_init(|| self.shown.plays.iter().filter_map(WrittenPlay::replay).collect())
    }
}

impl Board {
    /// Looks at a file or folder, and follows it from then on; its cards are drawn in a look, and in the first of these languages.
    ///
    /// # Errors
    ///
    /// If no thread can be started, or the system has no random bits.
    pub(super) fn follow(
        systems: &'static [&'static System],
        path: Utf8PathBuf,
        look: (WantedLook, Vec<String>),
    ) -> io::Result<Arc<Board>> {
        let ((news, _), (cursor, _)) = (channel(0), channel(None));
        let state = BoardState {
            numbers: FaceNumbers::new()?,
            version: 0,
            usual: Arc::default(),
            usual_cache: LookCache::default(),
            low_ink_cache: LookCache::default(),
            low_ink: None,
        };
        let (mut folders, typed) = (WatchedFolders::default(), Mutex::default());
        let (state, begun, waker) = (Mutex::new(state), Condvar::new(), folders.waker());
        let board = Arc::new(Board { systems, path, look, state, typed, waker, begun, news, cursor });
        let follower = Arc::clone(&board);
        thread::Builder::new().name("follower".to_owned()).spawn(move || {
            // What changes while it is checked is checked again.
            let mut known = follower.files(&Stamps::new());
            let mut edits = 0;
            folders.follow(&known);
            let mut named = follower.look_again();
            loop {
                known.append(&mut named.clone());
                folders.follow(&known);
                folders.wait();
                let (now, edits_now) = (follower.files(&named), follower.typed_texts().1);
                if now != known || edits_now != edits {
                    folders.follow(&now);
                    (known, edits) = (now, edits_now);
                    named = follower.look_again();
                }
            }
        })?;
        Ok(board)
    }

    /// Returns the stamps of what is read now: documents, settings and baselines, and what documents named.
    fn files(&self, named: &Stamps) -> Stamps {
        let mut files: BTreeSet<Utf8PathBuf> = named.keys().cloned().collect();
        let project = Project::new(self.systems, &Origin::Nearest, Policy::default(), |_| ());
        if let Ok(project) = project {
            let selection = Selection { paths: &[self.path.as_path()], force_exclude: false };
            files.extend(project.with_settings(project.find(selection).unwrap_or_default().files));
        }
        // A file may come into the folder.
        let folder = if self.path.is_dir() { &*self.path } else { self.path.parent().unwrap_or(Utf8Path::new(".")) };
        files.insert(folder.join(FILE));
        stamps(files)
    }

    /// Looks at the files again, and returns those that documents name.
    fn look_again(&self) -> Stamps {
        let mut named = Stamps::new();
        let mut state = self.lock();
        let (typed, _) = self.typed_texts();
        let look = self.look(&typed, false);
        let earlier = Arc::clone(&state.usual);
        let BoardState { numbers, usual_cache, .. } = &mut *state;
        let shown = look.take(&earlier.shown, numbers, usual_cache, &mut named);
        state.usual = View::new(shown);
        state.version += 1;
        let version = state.version;
        self.news.send_replace(version);
        drop(state);
        self.begun.notify_all();
        named
    }

    fn look<'a>(&'a self, typed: &'a TypedTexts, low_ink: bool) -> Look<'a> {
        let (look, languages) = &self.look;
        Look { systems: self.systems, path: &self.path, look, languages, low_ink, typed }
    }

    /// Returns the texts as they are typed, and the number of their changes.
    fn typed_texts(&self) -> (Arc<TypedTexts>, u64) {
        self.typed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes a text as it is typed in the editor, to be shown in place of the saved one.
    pub(super) fn take_typed(&self, TypedText { path, text }: TypedText) {
        let file = same_file(Utf8Path::new(&path));
        let mut typed = self.typed.lock().unwrap_or_else(PoisonError::into_inner);
        let (texts, edits) = &mut *typed;
        match text {
            Some(text) => _ = Arc::make_mut(texts).insert(file, text),
            None => _ = Arc::make_mut(texts).remove(&file),
        }
        *edits += 1;
        // It waits already to be looked at where there is no room for another word.
        let _ = self.waker.try_send(());
    }

    /// Returns what is shown in a look, and its version; waits until the files were looked at once.
    pub(super) fn view(&self, low_ink: bool) -> (u64, Arc<View>) {
        let first = self.begun.wait_while(self.lock(), |state| state.version == 0);
        let mut state = first.unwrap_or_else(PoisonError::into_inner);
        let version = state.version;
        if !low_ink {
            return (version, Arc::clone(&state.usual));
        }
        let earlier = match &state.low_ink {
            Some((of, view)) if *of == version => return (version, Arc::clone(view)),
            Some((_, view)) => Arc::clone(view),
            None => Arc::default(),
        };
        let (typed, _) = self.typed_texts();
        let look = self.look(&typed, low_ink);
        let BoardState { numbers, low_ink_cache, .. } = &mut *state;
        let view = View::new(look.take(&earlier.shown, numbers, low_ink_cache, &mut Stamps::new()));
        state.low_ink = Some((version, Arc::clone(&view)));
        (version, view)
    }

    /// Returns the description of a look for the page: its version, cards and findings.
    pub(super) fn document(&self, low_ink: bool) -> Value {
        let (version, view) = self.view(low_ink);
        let mut document = view.shown.document.clone();
        document["version"] = version.into();
        document["cursor"] = self.cards_at_cursor();
        document
    }

    /// Takes where the editor's cursor is. Returns true if something of the file is shown.
    pub(super) fn lead(&self, place: CursorPlace) -> bool {
        let is_shown = self.view(false).1.shown.cards_at(&place).is_some();
        if is_shown {
            self.cursor.send_replace(Some(place));
        }
        is_shown
    }

    /// Returns the cards that are written at the editor's cursor, by their keys, and the place of the cursor in a file as it is
    /// shown.
    pub(super) fn cards_at_cursor(&self) -> Value {
        let place = self.cursor.borrow().clone();
        let (_, view) = self.view(false);
        let found = place.and_then(|place| {
            let (cards, path) = (view.shown.cards_at(&place)?, view.shown.shown_name(&place.path)?);
            Some(json!({"cards": cards, "place": {"path": path, "line": place.line, "column": place.column}}))
        });
        found.unwrap_or_else(|| json!({"cards": [], "place": null}))
    }

    /// Returns the parts of a face that are written somewhere; `None` if none has this number any more.
    pub(super) fn boxes(&self, number: u64) -> Option<Value> {
        let state = self.lock();
        let low_ink = state.low_ink.as_ref().map(|(_, view)| view);
        [Some(&state.usual), low_ink].into_iter().flatten().find_map(|view| view.shown.boxes(number))
    }

    /// Returns the channel that says when the editor's cursor is elsewhere.
    pub(super) fn cursor(&self) -> Receiver<Option<CursorPlace>> {
        self.cursor.subscribe()
    }

    /// Returns a face with what of it is shown; `None` if none has this number any more.
    pub(super) fn face(&self, number: u64, bleed: bool) -> Option<(Arc<Frame>, Rect)> {
        let state = self.lock();
        let low_ink = state.low_ink.as_ref().map(|(_, view)| view);
        [Some(&state.usual), low_ink].into_iter().flatten().find_map(|view| view.shown.face(number, bleed))
    }

    /// Returns a position of a recorded battle, by the battle's place in the list; `None` if there is none.
    pub(super) fn position(&self, play: usize, turn: usize) -> Option<ShownPosition> {
        let (_, view) = self.view(false);
        view.plays().get(play)?.position(turn, view.shown.looks.as_ref()?)
    }

    /// Returns the channel that says when something else is shown.
    pub(super) fn news(&self) -> Receiver<u64> {
        self.news.subscribe()
    }

    fn lock(&self) -> MutexGuard<'_, BoardState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
