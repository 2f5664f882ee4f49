//! Work that the page asks for and watches: one at a time, on a thread of its own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use serde_json::{Value, json};

use muster_core::play::stop::Stop;

/// The work that was asked for last, if any was.
pub(super) struct LastJob<W, R>(Mutex<Option<Arc<Job<W, R>>>>);

/// Work that is, or was, done.
pub(super) struct Job<W, R> {
    /// The number of the work, from 1.
    pub(super) number: u64,
    /// What was asked for.
    pub(super) wanted: W,
    pub(super) stop: Stop,
    played: AtomicU64,
    planned: AtomicU64,
    result: OnceLock<Result<R, String>>,
}

impl<W, R> Default for LastJob<W, R> {
    fn default() -> LastJob<W, R> {
        LastJob(Mutex::default())
    }
}

impl<W: Send + Sync + 'static, R: Send + Sync + 'static> LastJob<W, R> {
    /// Begins work, which ends with a result or says why there is none.
    ///
    /// # Errors
    ///
    /// `busy` if other work is not over; else that the system gives no thread.
    pub(super) fn start(
        &self,
        busy: &str,
        wanted: W,
        work: impl FnOnce(&Job<W, R>) -> Result<R, String> + Send + 'static,
    ) -> Result<(), String> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_some_and(|job| job.result.get().is_none()) {
            return Err(busy.to_owned());
        }
        let job = Arc::new(Job {
            number: last.as_ref().map_or(1, |job| job.number + 1),
            wanted,
            stop: Stop::new(),
            played: AtomicU64::new(0),
            planned: AtomicU64::new(0),
            result: OnceLock::new(),
        });
        let doing = Arc::clone(&job);
        let begun = thread::Builder::new().name("battles".to_owned()).spawn(move || {
            // Nobody else sets it.
            let _ = doing.result.set(work(&doing));
        });
        begun.map_err(|error| error.to_string())?;
        *last = Some(job);
        Ok(())
    }

    /// Returns the work that was asked for last.
    pub(super) fn get(&self) -> Option<Arc<Job<W, R>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stops the work, if it is not over.
    pub(super) fn stop(&self) {
        self.get().inspect(|job| job.stop.call());
    }
}

impl<W, R> Job<W, R> {
    /// Adds battles to those that are to be played.
    pub(super) fn plan(&self, battles: u64) {
        self.planned.fetch_add(battles, Ordering::Relaxed);
    }

    /// Adds battles to those that were played.
    pub(super) fn count(&self, battles: u64) {
        self.played.fetch_add(battles, Ordering::Relaxed);
    }

    /// Returns the result; `None` if the work is not over, or came to none.
    pub(super) fn result(&self) -> Option<&R> {
        self.result.get()?.as_ref().ok()
    }

    /// Returns the progress of the work for the page: its state is `playing`, `failed` with the trouble, or `done`.
    pub(super) fn document(&self) -> Value {
        let mut document = json!({
            "number": self.number,
            "played": self.played.load(Ordering::Relaxed),
            "of": self.planned.load(Ordering::Relaxed),
            "stopped": self.stop.is_called(),
        });
        match self.result.get() {
            None => document["state"] = "playing".into(),
            Some(Err(trouble)) => {
                document["state"] = "failed".into();
                document["trouble"] = (&**trouble).into();
            }
            Some(Ok(_)) => document["state"] = "done".into(),
        }
        document
    }
}
