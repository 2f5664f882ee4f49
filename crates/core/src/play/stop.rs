//! A call to stop playing, which bots heed between playouts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A call to stop. All clones are one.
#[derive(Debug, Clone, Default)]
pub struct Stop(Option<Arc<AtomicBool>>);

impl Stop {
    /// The call that never comes.
    pub const NEVER: Stop = Stop(None);

    /// Returns a call that has not come yet.
    pub fn new() -> Stop {
        Stop(Some(Arc::default()))
    }

    /// Calls.
    pub fn call(&self) {
        self.0.iter().for_each(|called| called.store(true, Ordering::Relaxed));
    }

    /// Returns true once it has come. What a bot then chooses is no matter: the battle does not count.
    #[inline]
    pub fn is_called(&self) -> bool {
        self.0.as_ref().is_some_and(|called| called.load(Ordering::Relaxed))
    }

    /// Changes something by playing a battle; puts it back as it was if the call comes meanwhile. Returns true to go on.
    pub(super) fn keep_whole<T: Clone>(&self, sum: &mut T, play: impl FnOnce(&mut T)) -> bool {
        let before = self.0.is_some().then(|| sum.clone());
        play(sum);
        match before.filter(|_| self.is_called()) {
            Some(before) => {
                *sum = before;
                false
            }
            None => true,
        }
    }
}
