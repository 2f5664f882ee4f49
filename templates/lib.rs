//! The files carried in the program: fonts, profiles of printers, and for each game the document to begin with, its looks
//! and its words.

/// A look: its name and the templates of its folder.
pub type CarriedLook = (&'static str, &'static [&'static str]);

/// The files carried for a game.
#[derive(Debug)]
pub struct GameTemplates {
    /// The document to begin with.
    pub skeleton: &'static str,
    /// The looks; a template that one lacks is that of the last.
    pub looks: &'static [CarriedLook],
    /// The layouts to start a look of one's own from; each is laid over the last of the looks.
    pub layouts: &'static [CarriedLook],
    /// The words in each language, English first.
    pub catalogues: &'static [&'static str],
}

/// Collects the files of a game by the name of its folder.
macro_rules! game {
    ($game:literal, looks: { $($looks:tt)* }, layouts: { $($layouts:tt)* }) => {
        GameTemplates {
            skeleton: include_str!(concat!("new/", $game, ".yaml")),
            looks: looks!($game; $($looks)*),
            layouts: looks!($game; $($layouts)*),
            catalogues: &[
                include_str!(concat!("languages/", $game, "/en.yaml")),
                include_str!(concat!("languages/", $game, "/de.yaml")),
            ],
        }
    };
}

/// Lists looks: the name of a folder of the game, and the names of the files in it.
macro_rules! looks {
    ($game:literal; $($look:literal: $($name:literal)*;)*) => {
        &[$(looks!(@one $game, $look, $($name)*)),*]
    };
    (@one $game:literal, $look:literal, $($name:literal)*) => {
        ($look, &[$(include_str!(concat!($game, "/", $look, "/", $name, ".yaml"))),*])
    };
}

/// Table Battles.
pub static TABLE_BATTLES: GameTemplates = game!(
    "table-battles",
    looks: {
        "period-size-bridge": "back";
        "period-size-mini": "formation" "setup" "rules" "reference" "back";
        "period-size-square": "formation" "setup" "rules" "reference" "back";
        "period-size-tarot": "formation" "back";
        "size-bridge": "formation" "setup" "rules" "reference" "back";
        "size-mini": "formation" "setup" "rules" "reference" "back";
        "size-square": "formation" "setup" "rules" "reference" "back";
        "size-tarot": "formation" "setup" "rules" "reference" "back";
        "period-low-ink": "base" "formation" "back";
        "period": "base" "formation" "setup" "rules" "reference" "back" "position" "stick" "cube";
        "low-ink": "base" "formation" "setup" "rules" "reference" "back" "stick";
        "classic": "base" "formation" "setup" "rules" "reference" "back" "position" "stick" "cube";
    },
    layouts: {
        "layout-art-left": "formation";
        "layout-full-art": "formation";
        "layout-text-only": "formation";
    }
);

/// States of Battle.
pub static STATES_OF_BATTLE: GameTemplates = game!(
    "states-of-battle",
    looks: {
        "period-size-bridge": "back";
        "period-size-mini": "card" "unit" "reference" "rules" "back";
        "period-size-square": "card" "back";
        "period-size-tarot": "card" "unit" "back";
        "size-bridge": "card" "unit" "reference" "rules" "back";
        "size-mini": "card" "unit" "reference" "rules" "back";
        "size-square": "card" "unit" "reference" "rules" "back";
        "size-tarot": "card" "unit" "reference" "rules" "back";
        "period-low-ink": "base" "unit" "roster" "scenario" "track" "back";
        "period": "base" "card" "unit" "roster" "scenario" "reference" "board" "marker" "track" "tray" "rules" "back";
        "low-ink": "base" "card" "unit" "roster" "scenario" "reference" "counter" "small-counter" "marker" "track"
            "tray" "back" "rules";
        "plain": "base" "card" "unit" "roster" "scenario" "reference" "board" "counter" "small-counter" "marker"
            "track" "tray" "back" "rules";
    },
    layouts: {
        "layout-art-left": "unit" "card";
        "layout-full-art": "unit" "card";
        "layout-text-only": "unit" "card";
    }
);

/// Tabletop.
pub static TABLETOP: GameTemplates = game!(
    "tabletop",
    looks: {
        "period-size-bridge": "card" "back";
        "period-size-mini": "card" "reference" "rules" "back";
        "period-size-square": "card" "back";
        "period-size-tarot": "card" "back";
        "size-poker": "card" "reference" "rules" "back";
        "size-bridge": "card" "reference" "rules" "back";
        "size-mini": "card" "reference" "rules" "back";
        "size-square": "card" "reference" "rules" "back";
        "size-tarot": "card" "reference" "rules" "back";
        "period-low-ink": "base" "back";
        "period": "base" "card" "reference" "setup" "counter-hex" "rules" "back";
        "low-ink": "base" "card" "setup" "reference" "back" "rules";
        "plain": "base" "card" "counter" "counter-half" "counter-large" "counter-hex" "marker" "road" "map" "setup"
            "reference" "back" "rules";
    },
    layouts: {
        "layout-art-left": "card";
        "layout-full-art": "card";
        "layout-text-only": "card";
    }
);

/// Pub Battles.
pub static PUB_BATTLES: GameTemplates = game!(
    "pub-battles",
    looks: {
        "period-size-bridge": "corps-card" "deck-back";
        "period-size-mini": "corps-card" "fog-card" "setup-card" "deck-back";
        "period-size-square": "corps-card" "fog-card" "deck-back";
        "period-size-tarot": "corps-card" "fog-card" "deck-back";
        "size-poker": "corps-card" "fog-card" "setup-card" "deck-back";
        "size-bridge": "corps-card" "fog-card" "setup-card" "deck-back";
        "size-mini": "corps-card" "fog-card" "setup-card" "deck-back";
        "size-square": "corps-card" "fog-card" "setup-card" "deck-back";
        "size-tarot": "corps-card" "fog-card" "setup-card" "deck-back";
        "period-low-ink": "base" "corps-card" "setup-card" "deck-back";
        "period": "base" "chit" "chit-back" "orders" "setup" "reference" "rules" "corps-card" "fog-card" "setup-card"
            "deck-back";
        "low-ink": "base" "chit-back" "orders" "setup" "reference" "rules" "corps-card" "fog-card" "setup-card"
            "deck-back";
        "plain": "base" "map" "label" "chit" "chit-back" "orders" "setup" "reference" "rules" "corps-card" "fog-card"
            "setup-card" "deck-back";
    },
    layouts: {
        "layout-art-left": "corps-card";
        "layout-full-art": "corps-card";
        "layout-text-only": "corps-card";
    }
);

/// Collects fonts by the names of their files.
macro_rules! fonts {
    ($($name:literal)*) => { [$(($name, include_bytes!(concat!("fonts/", $name, ".ttf")).as_slice())),*] };
}

/// The fonts, bytes by name: those with names of their own, the Greek and Cyrillic letters of each, then signs.
pub const FONTS: [(&str, &[u8]); 16] = fonts![
    "Inter-Regular"
    "Inter-SemiBold"
    "Inter-Bold"
    "EBGaramond-Regular"
    "EBGaramond-Italic"
    "EBGaramond-Bold"
    "Inter-Regular-GreekCyrillic"
    "Inter-SemiBold-GreekCyrillic"
    "Inter-Bold-GreekCyrillic"
    "EBGaramond-Regular-GreekCyrillic"
    "EBGaramond-Italic-GreekCyrillic"
    "EBGaramond-Bold-GreekCyrillic"
    "Inter-Regular-Signs"
    "Inter-SemiBold-Signs"
    "Inter-Bold-Signs"
    "DejaVuSans-Signs"
];

/// The ICC profile of FOGRA39, coated paper; its origin and licence are in the README beside it.
pub static FOGRA39: &[u8] = include_bytes!("profiles/fogra39l-coated.icc");

/// Collects the profiles of printers by the names of their files.
macro_rules! printers {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("profiles/", $name, ".yaml")))),*] };
}

/// The profiles of printers, texts by name.
pub const PRINTERS: [(&str, &str); 5] =
    printers!["a3-sheets" "drive-thru-cards" "game-manufacturer" "make-playing-cards" "the-game-crafter"];
