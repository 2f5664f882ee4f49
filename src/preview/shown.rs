//! The contents of the preview at a moment: the cards as they are printed, and the findings of a check.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use muster_core::diag::machine;
use muster_core::diag::{Diagnostic, Severity, Sink};
use muster_core::digest::Digest;
use muster_core::print::frame::{Frame, Rect};
use muster_core::print::inks::StatedInks;
use muster_core::print::sheet::other_sides;
use muster_core::print::{Card, Deck, MAX_BLEED, SAFE};
use muster_core::source::{Address, Sources};
use muster_systems::played::Odds;
use muster_systems::{Drawn, Opaque, PlacedBox, Role, System, With};

use super::cursor::{CursorPlace, WrittenRange, innermost, shown_path};
use super::plays::{WrittenPlay, written_plays};
use super::waiting::Waiting;
use crate::project::drawing::{self, DrawnCache, DrawnCards, PrintedCard};
use crate::project::files::Selection;
use crate::project::gallery::ProjectGallery;
use crate::project::looks::{Looks, WantedLanguages, WantedLook};
use crate::project::policy::Policy;
use crate::project::settings::Origin;
use crate::project::verdict::Purpose;
use crate::project::watching::{Stamp, Stamps, stamp};
use crate::project::{Messages, Project, Trouble};
use crate::review::cache::ReviewCache;
use crate::review::{Review, Unit, review_again};

/// The contents of the preview at a moment.
#[derive(Default)]
pub(super) struct Shown {
    /// The contents for the page: `cards`, `findings`, and `told`, which are messages for the user that are no findings.
    pub(super) document: Value,
    /// The faces by their numbers.
    faces: HashMap<u64, CardFace>,
    /// The cards by their keys, with the numbers of their faces.
    pub(super) cards: Vec<ShownCard>,
    /// The names of the battles, which are that of the project, each with its file.
    pub(super) titles: Vec<(String, String)>,
    pub(super) battles: Vec<ShownBattle>,
    /// The recorded battles.
    pub(super) plays: Vec<WrittenPlay>,
    /// The files that were looked at.
    files: BTreeSet<String>,
    /// The looks of positions; `None` if no file could be read.
    pub(super) looks: Option<Arc<Looks>>,
}

/// A card that is shown.
#[derive(Debug, Clone)]
pub(super) struct ShownCard {
    /// The place where it is written, or its name: the same while the file is edited around it.
    pub(super) key: String,
    /// The file it was asked for by; empty for what belongs to all.
    pub(super) path: String,
    /// The place where it is written; `None` for what belongs to all.
    at: Option<Address>,
    /// The range in which it is written.
    written: Option<WrittenRange>,
    pub(super) card: Arc<Card>,
    front: u64,
    back: Option<u64>,
    /// The parts of the front and of the back that are written somewhere.
    boxes: [Arc<[PlacedBox]>; 2],
    /// The files in which they are written; `None` until the look is over.
    sources: Option<Arc<Sources>>,
    /// The description of the card for the page.
    document: Value,
}

/// A battle whose cards are shown.
#[derive(Clone)]
pub(super) struct ShownBattle {
    pub(super) path: String,
    pub(super) system: &'static System,
    pub(super) battle: Opaque,
    /// The digest of the files that it is written in.
    pub(super) digest: u64,
    /// Whether it is as it was, since its file has an error now.
    pub(super) stale: bool,
}

/// A face of a card.
#[derive(Debug, Clone)]
struct CardFace {
    card: Arc<Card>,
    is_front: bool,
    boxes: Arc<[PlacedBox]>,
    sources: Option<Arc<Sources>>,
}

/// Gives numbers to faces: a face that changes gets a new one.
#[derive(Debug)]
pub(super) struct FaceNumbers(u64);

impl FaceNumbers {
    /// Begins with a number that no run before this one is likely to have come to: a browser keeps pictures by them.
    ///
    /// # Errors
    ///
    /// If the system has no random bits.
    pub(super) fn new() -> io::Result<FaceNumbers> {
        // Scripts count exactly up to 2^53.
        const BITS: u32 = 48;
        Ok(FaceNumbers(getrandom::u64().map_err(io::Error::other)? >> (u64::BITS - BITS)))
    }

    fn next(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
}

/// The request for what to show.
pub(super) struct Look<'a> {
    /// The games.
    pub(super) systems: &'static [&'static System],
    /// The file or folder that is shown.
    pub(super) path: &'a Utf8Path,
    /// The look that is asked for; the settings of the files have the rest.
    pub(super) look: &'a WantedLook,
    /// The tags of the languages that are asked for, of which the first is shown; of none, those of the settings.
    pub(super) languages: &'a [String],
    /// True for white grounds and outlines.
    pub(super) low_ink: bool,
    /// The texts that take the place of those of files.
    pub(super) typed: &'a TypedTexts,
}

/// Texts as they are typed, by the path that is the same for all names of a file.
pub(super) type TypedTexts = BTreeMap<Utf8PathBuf, String>;

/// The inputs that determine the looks of cards if no file of the project has a part in them: the look that is asked for, the
/// languages, and the games.
type LookKey = (WantedLook, Vec<String>, BTreeSet<&'static str>);

/// The results of the last look, as far as the next one need not find them again.
#[derive(Default)]
pub(super) struct LookCache {
    review: ReviewCache,
    /// The looks of cards, with what they follow from.
    looks: Option<(LookKey, Arc<Looks>)>,
    drawn: DrawnCache,
}

impl Look<'_> {
    /// Looks at the files as they are now. What was shown before keeps its numbers, and cards that cannot be drawn at the moment,
    /// since their file has an error, stay as they were and where they were. Files that documents name are added to `named`.
    pub(super) fn take(
        &self,
        earlier: &Shown,
        numbers: &mut FaceNumbers,
        cache: &mut LookCache,
        named: &mut Stamps,
    ) -> Shown {
        self.try_take(earlier, numbers, cache, named).unwrap_or_else(|trouble| {
            let cards = earlier.cards.iter().map(stale).collect();
            let mut shown = Shown::new(cards, &[], &[trouble.to_string()], earlier.titles.clone());
            shown.document["battles"] = earlier.document["battles"].clone();
            let (plays, battles) = (earlier.plays.clone(), earlier.battles.clone());
            Shown { plays, battles, files: earlier.files.clone(), looks: earlier.looks.clone(), ..shown }
        })
    }

    fn try_take(
        &self,
        earlier: &Shown,
        numbers: &mut FaceNumbers,
        cache: &mut LookCache,
        named: &mut Stamps,
    ) -> Result<Shown, Trouble> {
        let messages = Messages::default();
        let tell = messages.clone();
        let mut project = Project::new(self.systems, &Origin::Nearest, Policy::default(), move |text| {
            tell.say(text);
        })?;
        self.typed.iter().for_each(|(path, text)| project.open(path, text.clone()));
        let found = project.find(Selection { paths: &[self.path], force_exclude: false })?;
        let (files, _) = project.read_all(found);
        let stamps: Mutex<BTreeMap<Utf8PathBuf, Stamp>> = Mutex::default();
        let read = project.reader();
        let reader = |path: &Utf8Path| {
            stamps.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), stamp(path));
            read(path)
        };
        let mut review = review_again(&files, &reader, self.systems, &mut cache.review);
        project.tolerate(&mut review, &files, &reader, false)?;
        project.look_at_sweeps(&mut review, &reader);
        let settings = project.settings.print(review.sources.iter().map(|(_, file)| file.path()))?;
        let low_ink = self.low_ink || self.look.low_ink;
        let look = WantedLook { low_ink, ..self.look.clone() }.or(&settings);
        let languages = if self.languages.is_empty() { &*settings.languages } else { self.languages };
        let mut sink = Sink::default();
        let words = project.languages(review.sources.iter().map(|(_, file)| file.path()))?;
        let is_carried = words.is_empty() && look.template.is_none();
        let games: Vec<&System> = drawing::printable(&review).map(|unit| unit.system).collect();
        let key = (look, languages.to_vec(), games.iter().map(|game| game.id()).collect());
        let looks = match &cache.looks {
            // What is wrong in catalogues and templates is to be found each time.
            Some((known, looks)) if is_carried && *known == key => Arc::clone(looks),
            _ => {
                let templates = project.own_templates(&key.0)?;
                named.extend(templates.iter().map(|(path, _)| (path.clone(), stamp(path))));
                let mut looks = key.0.read(&templates, &words, (self.systems, &reader), &mut review.sources, &mut sink);
                let wanted = WantedLanguages::parse(languages);
                let tags = wanted.map(|wanted| looks.languages(&wanted, &games)).transpose()?.unwrap_or_default();
                looks.draw_all_in(tags.first().map(String::as_str));
                Arc::new(looks)
            }
        };
        let allow_outside = key.0.allow_outside;
        cache.looks = is_carried.then(|| (key, Arc::clone(&looks)));
        review.findings.extend(sink.into_findings());
        let gallery = ProjectGallery::new(&review.sources, &reader, allow_outside);
        let with = With::defaults();
        let DrawnCards { pieces, titles, titled, findings, .. } =
            drawing::draw_again(&review, &looks, &with, &gallery, &mut cache.drawn)?;
        review.findings.extend(findings);
        let verdict = project.verdict(&mut review, Purpose::default())?;
        named.append(&mut stamps.into_inner().unwrap_or_else(PoisonError::into_inner));
        let deck: Vec<Card> = pieces.iter().map(|piece| piece.drawn.card.clone()).collect();
        let waiting = Waiting::find(earlier, &review, &files);
        let (sources, keys) = (&review.sources, HashMap::new());
        let mut cards = Numbered { earlier, waiting: &waiting, numbers, sources, keys }.all(pieces);
        name_other_sides(&mut cards, &deck);
        // What keeps a file from being drawn is about the cards as they were.
        let mut cards = waiting.cards(cards);
        let findings: Vec<Value> =
            verdict.findings.iter().map(|finding| with_card(finding, &review.sources, &cards)).collect();
        let (plays, battles) = (waiting.plays(written_plays(&review)), waiting.battles(battles(&review)));
        let playable = waiting.playable(playable(&review));
        let titles = waiting.titles(titled.into_iter().map(Utf8PathBuf::into_string).zip(titles).collect());
        let files = review.sources.iter().map(|(_, file)| file.path().to_string()).collect();
        let sources = Arc::new(review.sources);
        cards
            .iter_mut()
            .filter(|card| card.sources.is_none())
            .for_each(|card| card.sources = Some(Arc::clone(&sources)));
        let mut shown = Shown::new(cards, &findings, &messages.take(), titles);
        shown.document["battles"] = playable.into();
        Ok(Shown { plays, battles, files, looks: Some(looks), ..shown })
    }
}

/// Writes into each card which face its back is, where that is the front of another card.
fn name_other_sides(cards: &mut [ShownCard], deck: &[Card]) {
    let fronts: Vec<u64> = cards.iter().map(|card| card.front).collect();
    for (card, other) in cards.iter_mut().zip(other_sides(deck)) {
        if let Some(other) = other {
            card.document["back"] = fronts[other].into();
        }
    }
}

/// Returns the descriptions of the scenarios that can be played, for the page.
fn playable(review: &Review) -> Vec<Value> {
    let scenario = |unit: &&Unit| unit.given && unit.outline.kind.role == Role::Main;
    let played = |unit: &&Unit| unit.sound && unit.battle.is_some() && unit.system.unplayed_reason().is_none();
    let entry = |unit: &Unit| {
        let path = review.sources.get(unit.file).path().as_str();
        let sides = unit.battle.as_ref().map(|battle| unit.system.sides(battle));
        json!({"path": path, "name": unit.outline.name, "system": unit.system.title(), "sides": sides})
    };
    review.units.iter().filter(scenario).filter(played).map(entry).collect()
}

/// Returns the battles that are shown.
fn battles(review: &Review) -> Vec<ShownBattle> {
    let battle = |unit: &Unit| {
        let path = review.sources.get(unit.file).path().to_string();
        let mut digest = Digest::default();
        unit.files.iter().for_each(|file| digest.add(review.sources.get(*file).text().as_bytes()));
        Some(ShownBattle {
            path,
            system: unit.system,
            battle: unit.battle.clone()?,
            digest: digest.number(),
            stale: false,
        })
    };
    drawing::printable(review).filter(|unit| unit.sound).filter_map(battle).collect()
}

/// Returns a card that is shown as it was, since its file cannot be drawn.
pub(super) fn stale(card: &ShownCard) -> ShownCard {
    let mut card = card.clone();
    card.document["stale"] = true.into();
    card
}

impl ShownCard {
    /// Returns the file and the pointer of the place where it is written.
    pub(super) fn written_in(&self) -> Option<(&str, &str)> {
        let at = &self.document["at"];
        Some((at["path"].as_str()?, at["pointer"].as_str()?))
    }
}

/// Cards that get keys and numbers.
struct Numbered<'a> {
    earlier: &'a Shown,
    waiting: &'a Waiting<'a>,
    numbers: &'a mut FaceNumbers,
    sources: &'a Sources,
    /// Number of times each key was given.
    keys: HashMap<String, usize>,
}

impl Numbered<'_> {
    fn all(mut self, pieces: Vec<PrintedCard>) -> Vec<ShownCard> {
        let earlier: HashMap<&str, &ShownCard> = self.earlier.cards.iter().map(|card| (&*card.key, card)).collect();
        let mut backs: Vec<(Arc<Frame>, u64)> = Vec::new();
        pieces.into_iter().map(|piece| self.card(piece, &earlier, &mut backs)).collect()
    }

    fn card(
        &mut self,
        piece: PrintedCard,
        earlier: &HashMap<&str, &ShownCard>,
        backs: &mut Vec<(Arc<Frame>, u64)>,
    ) -> ShownCard {
        let PrintedCard { path, drawn: Drawn { card, side, at, unset, boxes, tiny: _, lent: _ } } = piece;
        // A card of a deck stays that of the first battle it was drawn for.
        let kept = at.as_ref().and_then(|at| self.waiting.same(at, &card, self.sources));
        let path = match kept {
            Some(kept) => kept.path.clone(),
            None => path.map(Utf8PathBuf::into_string).unwrap_or_default(),
        };
        let said = |name: &str, now: Value| kept.map_or(now, |kept| kept.document[name].clone());
        let (group, side) = (said("group", json!(card.group)), said("side", json!(side)));
        let key = self.key(&path, at.as_ref(), &card);
        let card = Arc::new(card);
        let before = earlier.get(&*key).copied();
        let looks_alike = |before: &&ShownCard| before.card.size == card.size && before.card.cut == card.cut;
        let before = before.filter(looks_alike);
        let same_front = before.filter(|before| same_frame(&before.card.front, &card.front));
        let front = same_front.map_or_else(|| self.numbers.next(), |before| before.front);
        let back = card.back.as_ref().map(|back| {
            // Cards of a side share their back.
            if let Some((_, number)) = backs.iter().find(|(known, _)| Arc::ptr_eq(known, back)) {
                return *number;
            }
            let same = before
                .filter(|before| before.card.back.as_ref().is_some_and(|known| same_frame(known, back)))
                .and_then(|before| before.back);
            let number = same.unwrap_or_else(|| self.numbers.next());
            backs.push((Arc::clone(back), number));
            number
        });
        let written = at.as_ref().map(|at| WrittenRange::find(at, self.sources));
        let boxes = boxes.map(Arc::from);
        let document = json!({
            "key": key,
            "file": path,
            "label": card.label,
            "group": group,
            "side": side,
            "copies": card.copies,
            "width": card.size.width,
            "height": card.size.height,
            "token": card.token,
            "text": card.text,
            "unset": unset[0] || unset[1],
            "front": front,
            "back": back,
            "at": written.as_ref().map(WrittenRange::place),
            "stale": false,
        });
        ShownCard { key, path, at, written, card, front, back, boxes, sources: None, document }
    }

    /// Returns what a card is known by while its file is edited: its file, its pointer and what it is called.
    fn key(&mut self, path: &str, at: Option<&Address>, card: &Card) -> String {
        let pointer = at.map_or("", |at| at.pointer.as_str());
        let leaf = card.leaf.as_deref().unwrap_or_default();
        let key = format!("{path}#{pointer}#{}#{leaf}", card.number);
        let again = self.keys.entry(key.clone()).or_default();
        *again += 1;
        if *again == 1 { key } else { format!("{key}#{again}") }
    }
}

/// Returns true for drawings that look alike.
fn same_frame(one: &Arc<Frame>, other: &Arc<Frame>) -> bool {
    Arc::ptr_eq(one, other) || one == other
}

/// Returns a finding with the key of the card that it is about.
fn with_card(finding: &Diagnostic, sources: &Sources, cards: &[ShownCard]) -> Value {
    let mut value = machine::finding(finding, sources);
    let path = sources.get(finding.at.file).path().as_str();
    let about = cards.iter().filter_map(|card| {
        let written = card.written.as_ref()?;
        written.is_around(path, &finding.at.pointer).then_some((written.pointer().len(), card))
    });
    // The innermost, a card may be written around others; and the card before the counters of the same thing.
    let about = about.min_by_key(|(length, _)| Reverse(*length));
    value["card"] = about.map_or(Value::Null, |(_, card)| card.key.clone().into());
    value["error"] = (finding.severity >= Severity::Error).into();
    value
}

impl Shown {
    fn new(cards: Vec<ShownCard>, findings: &[Value], told: &[String], titles: Vec<(String, String)>) -> Shown {
        let mut faces = HashMap::new();
        for card in &cards {
            let face = |is_front| {
                let [front, back] = &card.boxes;
                CardFace {
                    card: Arc::clone(&card.card),
                    is_front,
                    boxes: Arc::clone(if is_front { front } else { back }),
                    sources: card.sources.clone(),
                }
            };
            faces.insert(card.front, face(true));
            faces.extend(card.back.map(|back| (back, face(false))));
        }
        let documents: Vec<&Value> = cards.iter().map(|card| &card.document).collect();
        let document = json!({
            "title": join_titles(&titles),
            "battles": [],
            "cards": documents,
            "findings": findings,
            "told": told,
            "bleed": MAX_BLEED,
            "safe": SAFE,
        });
        Shown { document, faces, cards, titles, ..Shown::default() }
    }

    /// Returns the files of which something is shown.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        let cards = self.cards.iter().map(|card| &*card.path).filter(|path| !path.is_empty());
        cards.chain(self.titles.iter().map(|(path, _)| &**path)).chain(self.plays.iter().map(WrittenPlay::path))
    }

    /// Returns a face with what of it is shown, with its bleed or without; `None` if there is no face of this number any more.
    pub(super) fn face(&self, number: u64, bleed: bool) -> Option<(Arc<Frame>, Rect)> {
        let CardFace { card, is_front, .. } = self.faces.get(&number)?;
        let frame = if *is_front { &card.front } else { card.back.as_ref()? };
        let beyond = if bleed { MAX_BLEED } else { 0.0 };
        let trim = Rect::new(0.0, 0.0, card.size.width, card.size.height);
        Some((card.clip_side(frame, beyond), trim.inflate(beyond, beyond)))
    }

    /// Returns the parts of a face that are written somewhere, for the page, the outer ones first; `None` if there is no face
    /// of this number any more. They are looked up when they are asked for: a map has hundreds.
    pub(super) fn boxes(&self, number: u64) -> Option<Value> {
        let CardFace { boxes, sources, .. } = self.faces.get(&number)?;
        let sources = sources.as_ref()?;
        let mut boxes: Vec<&PlacedBox> = boxes.iter().collect();
        let area = |part: &PlacedBox| part.rect.width * part.rect.height;
        boxes.sort_by(|one, other| area(other).total_cmp(&area(one)));
        let of_page = |PlacedBox { rect: Rect { x, y, width, height }, at }: &PlacedBox| {
            let written = WrittenRange::find(at, sources);
            let [start, end] = written.ends();
            json!({
                "x": x, "y": y, "width": width, "height": height, "at": written.place(), "start": start, "end": end,
            })
        };
        Some(boxes.into_iter().map(of_page).collect())
    }

    /// Returns the path of a file as it is shown, whichever of its names an editor has for it.
    pub(super) fn shown_name(&self, path: &str) -> Option<&str> {
        shown_path(self.files.iter().map(String::as_str), path)
    }

    /// Returns true if a file is one of those that were looked at.
    pub(super) fn has_file(&self, path: &str) -> bool {
        self.files.contains(path)
    }

    /// Returns the cards that are written at a place, by their keys: the innermost there, several where they are written
    /// together. `None` if nothing of the file is shown.
    pub(super) fn cards_at(&self, place: &CursorPlace) -> Option<Vec<&str>> {
        let path = self.shown_name(&place.path)?;
        let ranges = self.cards.iter().filter_map(|card| Some((&*card.key, card.written.as_ref()?)));
        Some(innermost(ranges, path, (place.line, place.column)))
    }

    /// Returns the exact odds of a card, by its key, as the page shows them; null where it has none. They are worked out when they
    /// are asked for: those of some games take a while.
    pub(super) fn odds(&self, key: &str) -> Value {
        let card = self.cards.iter().find(|card| card.key == key);
        let Some((card, at)) = card.and_then(|card| Some((card, card.at.as_ref()?))) else { return Value::Null };
        let of_card = |of: &ShownBattle| odds_at(&of.system.odds(&of.battle)?, at);
        self.battles.iter().filter(|of| of.path == card.path).find_map(of_card).unwrap_or_default()
    }

    /// Returns the deck that is printed.
    pub(super) fn deck(&self) -> Deck {
        let cards = self.cards.iter().map(|card| Card::clone(&card.card)).collect();
        Deck {
            title: join_titles(&self.titles),
            author: String::new(),
            language: None,
            inks: StatedInks::default(),
            cards,
        }
    }
}

/// Returns the odds of the card that is written at a place, as the page shows them; `None` if it has none.
pub(super) fn odds_at(odds: &Odds, at: &Address) -> Option<Value> {
    let fact = odds.cards.iter().find(|fact| fact.at == *at)?;
    let [head, row] = odds.labels;
    Some(json!({
        "head": head, "row": row, "headings": odds.headings, "chances": fact.percentages(), "sentences": fact.sentences,
    }))
}

/// Returns the title of several battles.
fn join_titles(titles: &[(String, String)]) -> String {
    titles.iter().map(|(_, title)| &**title).collect::<Vec<_>>().join(" · ")
}
