//! Files that cannot be drawn at the moment: what was shown of them stays where it was until they can. Order, titles and lists hold,
//! so that nothing moves on the page when somebody makes a slip.

use std::collections::{BTreeSet, HashMap, HashSet};

use camino::Utf8PathBuf;
use serde_json::Value;

use muster_core::print::Card;
use muster_core::source::{Address, Sources};

use super::plays::WrittenPlay;
use super::shown::{Shown, ShownBattle, ShownCard, stale};
use crate::review::{Review, Unit};

/// The files that wait, and the order of all.
pub(super) struct Waiting<'e> {
    earlier: &'e Shown,
    /// The places of the files in the order in which they are shown.
    ranks: HashMap<String, usize>,
    /// The files of which something was shown that cannot be shown now.
    files: BTreeSet<&'e str>,
    /// Their cards that are written in another file, by that place and what tells apart the cards that are written there.
    elsewhere: HashMap<WrittenCard, &'e ShownCard>,
}

/// A card by where it is written: the file, the pointer, its number and its leaf.
type WrittenCard = (String, String, String, String);

impl<'e> Waiting<'e> {
    /// Finds the files of which something was shown and that are there, but have no battle now.
    pub(super) fn find(earlier: &'e Shown, review: &Review, given: &[(Utf8PathBuf, Vec<u8>)]) -> Waiting<'e> {
        let path = |unit: &Unit| review.sources.get(unit.file).path().as_str();
        let whole = review.units.iter().filter(|unit| unit.sound && unit.battle.is_some());
        let whole: HashSet<&str> = whole.map(path).collect();
        // A file that is gone has no cards; one that is no document as it stands may have some again.
        let there: HashSet<&str> = review.sources.iter().map(|(_, file)| file.path().as_str()).collect();
        let files = earlier.paths().filter(|path| there.contains(path) && !whole.contains(path)).collect();
        let ranks = given.iter().enumerate().map(|(rank, (path, _))| (path.to_string(), rank)).collect();
        let mut waiting = Waiting { earlier, ranks, files, elsewhere: HashMap::new() };
        let cards = earlier.cards.iter().filter(|card| waiting.waits(&card.path));
        let placed = cards.filter_map(|card| Some((card.written_in()?, card)));
        let elsewhere = placed.filter(|((file, pointer), card)| *file != card.path && !pointer.is_empty());
        waiting.elsewhere = elsewhere
            .map(|((file, pointer), shown)| {
                let Card { number, leaf, .. } = &*shown.card;
                ((file.to_owned(), pointer.to_owned(), number.clone(), leaf.clone().unwrap_or_default()), shown)
            })
            .collect();
        waiting
    }

    fn waits(&self, path: &str) -> bool {
        self.files.contains(path)
    }

    /// Returns the card of a file that waits which is the card of a deck that is drawn for another battle now.
    pub(super) fn same(&self, at: &Address, card: &Card, sources: &Sources) -> Option<&'e ShownCard> {
        let file = sources.get(at.file).path().to_string();
        let written = (file, at.pointer.to_string(), card.number.clone(), card.leaf.clone().unwrap_or_default());
        self.elsewhere.get(&written).copied()
    }

    /// Returns the cards that are shown: those that are drawn, and those of files that wait, each in its place.
    pub(super) fn cards(&self, mut cards: Vec<ShownCard>) -> Vec<ShownCard> {
        let drawn: HashSet<String> = cards.iter().map(|card| card.key.clone()).collect();
        // What belongs to all is drawn for the battles that there are.
        let belongs = |path: &str| self.waits(path) || path.is_empty() && !self.files.is_empty();
        let stays = self.earlier.cards.iter().filter(|card| belongs(&card.path) && !drawn.contains(&card.key));
        cards.extend(stays.map(stale));
        let places = self.earlier.cards.iter().enumerate().map(|(place, card)| (&*card.key, place));
        let places: HashMap<&str, usize> = places.collect();
        cards.sort_by_cached_key(|card| {
            let place = belongs(&card.path).then(|| places.get(&*card.key).copied().unwrap_or(usize::MAX));
            (self.rank(&card.path), place)
        });
        cards
    }

    /// Returns the titles of the battles, each with its file.
    pub(super) fn titles(&self, now: Vec<(String, String)>) -> Vec<(String, String)> {
        self.fill_waiting(now, self.earlier.titles.iter().cloned(), |(path, _)| path)
    }

    /// Returns the descriptions of the scenarios that can be played, or could be.
    pub(super) fn playable(&self, now: Vec<Value>) -> Vec<Value> {
        let earlier = self.earlier.document["battles"].as_array().into_iter().flatten().cloned();
        self.fill_waiting(now, earlier, |entry| entry["path"].as_str().unwrap_or_default())
    }

    /// Returns the battles, for what is asked of their cards.
    pub(super) fn battles(&self, now: Vec<ShownBattle>) -> Vec<ShownBattle> {
        let earlier = self.earlier.battles.iter().map(|battle| ShownBattle { stale: true, ..battle.clone() });
        self.fill_waiting(now, earlier, |battle| &battle.path)
    }

    /// Returns the recorded battles.
    pub(super) fn plays(&self, now: Vec<WrittenPlay>) -> Vec<WrittenPlay> {
        self.fill_waiting(now, self.earlier.plays.iter().cloned(), WrittenPlay::path)
    }

    /// Returns what there is now, and what there was of files that wait, in the order of the files.
    fn fill_waiting<T>(&self, mut now: Vec<T>, earlier: impl Iterator<Item = T>, path: impl Fn(&T) -> &str) -> Vec<T> {
        let there: HashSet<String> = now.iter().map(|one| path(one).to_owned()).collect();
        now.extend(earlier.filter(|one| self.waits(path(one)) && !there.contains(path(one))));
        now.sort_by_key(|one| self.rank(path(one)));
        now
    }

    /// Returns the place of a file; what belongs to all comes last.
    fn rank(&self, path: &str) -> usize {
        self.ranks.get(path).copied().unwrap_or(usize::MAX)
    }
}
