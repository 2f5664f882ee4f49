//! The catalogues of a game, each read when it is asked for.

use std::fmt;
use std::sync::LazyLock;

use super::Catalogue;

/// A catalogue that is read when it is asked for.
type Lazy = LazyLock<Catalogue, Box<dyn FnOnce() -> Catalogue + Send>>;

/// The catalogues of a game, by language; English is always there.
pub struct Catalogues {
    english: Lazy,
    others: Vec<(String, Lazy)>,
    /// The language that everything is said in, whatever the battle's is.
    forced: Option<String>,
}

impl Catalogues {
    /// Returns English alone.
    pub fn new(english: impl FnOnce() -> Catalogue + Send + 'static) -> Catalogues {
        Catalogues { english: LazyLock::new(Box::new(english)), others: Vec::new(), forced: None }
    }

    /// Adds the catalogue of a language. Of several of one language the first counts.
    pub fn add(&mut self, language: impl Into<String>, read: impl FnOnce() -> Catalogue + Send + 'static) {
        self.others.push((language.into(), LazyLock::new(Box::new(read))));
    }

    /// Says everything in one language from now on, whatever the battle's is; `None` for that of each battle.
    pub fn say_all_in(&mut self, language: Option<&str>) {
        self.forced = language.map(str::to_owned);
    }

    /// Returns the catalogue by which everything is said; `None` if each battle has its own language.
    pub(crate) fn forced_catalogue(&self) -> Option<&Catalogue> {
        self.get(self.forced.as_ref()?)
    }

    /// Returns English.
    pub fn english(&self) -> &Catalogue {
        &self.english
    }

    /// Returns the catalogue of a language, by its tag or by the part of it before a region: of `de-AT` that of `de`.
    pub fn get(&self, language: &str) -> Option<&Catalogue> {
        let find = |wanted: &str| {
            let own = self.others.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(wanted)).map(|(_, words)| &**words);
            own.or_else(|| wanted.eq_ignore_ascii_case(ENGLISH).then(|| self.english()))
        };
        find(language).or_else(|| find(language.split('-').next()?))
    }

    /// Returns the tags of all languages, English first.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        let others = self.others.iter().enumerate();
        let new =
            others.filter(|(i, (tag, _))| tag != ENGLISH && !self.others[..*i].iter().any(|(other, _)| other == tag));
        std::iter::once(ENGLISH).chain(new.map(|(_, (tag, _))| tag.as_str()))
    }
}

/// The tag of English.
const ENGLISH: &str = "en";

impl fmt::Debug for Catalogues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.languages()).finish()
    }
}
