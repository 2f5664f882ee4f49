//! The fonts that have no name of their own. They are kept for as long as the program runs, each once: a preview that draws
//! the same files again and again takes no more room for it.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::file::FontFile;
use super::{CARRIED, EXTRA, Font, FontFault, NAMED};

/// The number of a font that has no name of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FurtherFont(u8);

/// A font that is kept, and is not carried.
enum Kept {
    File(FontFile),
    /// Fonts that stand in for those before them.
    Chain(Box<[Font]>),
}

/// The most that are kept.
const MOST: usize = 240;

/// The most bytes that are kept.
const MOST_BYTES: usize = 256 << 20;

static KEPT: [OnceLock<Kept>; MOST] = [const { OnceLock::new() }; MOST];

/// Number of fonts that are kept, and their bytes.
static TAKEN: Mutex<(usize, usize)> = Mutex::new((0, 0));

impl FurtherFont {
    /// Returns the carried font of a number among those without names.
    pub(super) const fn from_number(of: u8) -> FurtherFont {
        FurtherFont(of)
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    fn kept_font(self) -> Option<&'static Kept> {
        KEPT.get(self.index().checked_sub(EXTRA)?)?.get()
    }

    /// Returns the file; `None` for several fonts.
    pub(super) fn file(self) -> Option<&'static FontFile> {
        match self.kept_font() {
            Some(Kept::File(file)) => Some(file),
            Some(Kept::Chain(_)) => None,
            None => CARRIED.get(NAMED + self.index()).map(|carried| &**carried),
        }
    }

    /// Returns several fonts, the first one first; `None` for a single one.
    pub(super) fn chain(self) -> Option<&'static [Font]> {
        match self.kept_font() {
            Some(Kept::Chain(fonts)) => Some(fonts),
            _ => None,
        }
    }
}

impl Font {
    /// Reads the font of a TTF or OTF file. The same bytes are the same font.
    ///
    /// # Errors
    ///
    /// It is no font, is damaged or too large, may not be embedded, or there are too many fonts.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Font, FontFault> {
        keep(Kept::File(FontFile::read(bytes)?))
    }

    /// Returns several fonts as one, each of which stands in for those before it; at the end those that stand in for them. The
    /// same fonts are the same one.
    ///
    /// # Errors
    ///
    /// There are too many fonts.
    pub fn from_chain(fonts: &[Font]) -> Result<Font, FontFault> {
        let mut chain: Vec<Font> = Vec::new();
        let fallbacks = fonts.iter().flat_map(|font| font.fallbacks().iter().copied());
        for font in fonts.iter().map(|font| font.first()).chain(fallbacks) {
            if !chain.contains(&font) {
                chain.push(font);
            }
        }
        match chain.as_slice() {
            [] => Ok(Font::Sans),
            [one, rest @ ..] if one.fallbacks() == rest => Ok(*one),
            _ => keep(Kept::Chain(chain.into())),
        }
    }
}

impl Kept {
    fn bytes(&self) -> usize {
        match self {
            Kept::File(file) => file.data().len(),
            Kept::Chain(_) => 0,
        }
    }

    fn is_same(&self, other: &Kept) -> bool {
        match (self, other) {
            (Kept::File(one), Kept::File(two)) => one.digest == two.digest && one.data() == two.data(),
            (Kept::Chain(one), Kept::Chain(two)) => one == two,
            _ => false,
        }
    }
}

/// Keeps a font, unless it is kept already.
fn keep(new: Kept) -> Result<Font, FontFault> {
    let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
    let (count, bytes) = *taken;
    let known = KEPT.iter().take(count).position(|kept| kept.get().is_some_and(|kept| kept.is_same(&new)));
    let place = match known {
        Some(place) => place,
        None => {
            let bytes = bytes + new.bytes();
            let place = KEPT.get(count).filter(|_| bytes <= MOST_BYTES).ok_or(FontFault::TooMany)?;
            // It is free for as long as the lock is held.
            let _ = place.set(new);
            *taken = (count + 1, bytes);
            count
        }
    };
    let number = u8::try_from(EXTRA + place).map_err(|_| FontFault::TooMany)?;
    Ok(Font::Further(FurtherFont(number)))
}
