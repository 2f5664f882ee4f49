//! Lines of a battle that can be taken out: what goes along with each, the battle that is left, and the edits of the text that
//! take it out.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use muster_core::check;
use muster_core::diag::{Code, Edit, Severity, Sink};
use muster_core::schema::{Schema, read_json};
use muster_core::source::tree::Tree;
use muster_core::source::{Address, FileId, Part, Pointer, Sources};

use super::game::Outline;
use super::names::Alternative;
use super::notation::Notation;
use super::played::CompiledBattle;
use super::smallest::gone::{Gone, Linked, UseAt};
use super::smallest::places::places;
use super::smallest::whole::numbers as numbers_of;
use super::{Doc, flow};

/// A line of a battle that can be taken out, to see what it is worth.
#[derive(Debug, Clone)]
pub struct WeighedLine {
    /// The place of what is taken out.
    pub at: Address,
    /// The number of the card that it is on; empty for what is on none.
    pub card: String,
    /// The name of that card, or of what it is on instead.
    pub name: String,
    /// The side that has it; the first one for a line of the whole battle.
    pub side: usize,
    /// Its kind: `card`, `action`, `special`, `link`, `reserve`, `star`.
    pub what: &'static str,
    /// Which of its kind, in words: `2 screen`. Empty where the kind says it.
    pub words: String,
    /// The value that is written there instead; `None` where nothing is.
    pub instead: Option<Value>,
    /// The part that can be left unused instead: `Some(None)` is the whole card, `Some(Some(0))` its first action. `None` where
    /// not using it means nothing, as for a mandatory reaction.
    pub unused: Option<Option<usize>>,
}

impl WeighedLine {
    /// Returns a line of a kind, on no card and of the first side.
    pub fn new(at: Address, what: &'static str) -> WeighedLine {
        let (card, name, words) = (String::new(), String::new(), String::new());
        WeighedLine { at, card, name, side: 0, what, words, instead: None, unused: None }
    }

    /// Returns the line in words: "1 attack of `Old Guard`".
    pub fn describe(&self) -> String {
        let part = if self.words.is_empty() { self.what } else { &self.words };
        match (self.what, self.name.as_str()) {
            (_, "") => part.to_owned(),
            ("card", name) => format!("`{name}`"),
            (_, name) => format!("{part} of `{name}`"),
        }
    }
}

/// A line with all that goes along when it is taken out.
#[derive(Debug, Clone)]
pub struct Removal {
    /// The line.
    pub line: WeighedLine,
    /// The places that go, the outermost of each.
    pub gone: Vec<Address>,
    /// The values that are written again, such as a side's list of cards.
    pub rewritten: Vec<(Address, Value)>,
}

impl Removal {
    /// Returns the edits that take the line out of the text.
    pub fn edits(&self) -> Vec<Edit> {
        let rewritten = self.rewritten.iter().map(|(at, value)| Edit::replace(at.clone(), flow::line(value)));
        self.gone.iter().cloned().map(Edit::remove).chain(rewritten).collect()
    }

    /// Returns the removal as a change that may be tried.
    pub fn alternative(&self) -> Alternative {
        Alternative { edits: self.edits(), ..Alternative::left_out(self.line.describe(), self.line.at.clone()) }
    }
}

/// The files of a battle as one list of documents, and what their parts mean to each other.
pub(super) struct Files<'a, G: Notation> {
    battle: &'a G::Battle,
    ids: Vec<FileId>,
    linked: Linked,
    /// By file: the document, where it is in a format of other tools.
    foreign: Vec<Option<Arc<Doc<G::Model>>>>,
}

impl<'a, G: Notation> Files<'a, G> {
    /// Reads the files of a battle; `None` if one of them has no tree.
    pub(super) fn read(battle: &'a G::Battle, sources: &Sources) -> Option<Files<'a, G>> {
        let ids = G::files(battle);
        let trees = ids.iter().map(|file| sources.get(*file).tree()).collect::<Option<Vec<_>>>()?;
        let mut foreign = Vec::new();
        for (tree, file) in trees.iter().zip(&ids) {
            let is_foreign = Outline::read(tree, G::KINDS).kind.mark.is_some();
            let imported = is_foreign.then(|| G::import(tree, *file, &mut Sink::default()));
            foreign.push(match imported {
                Some(model) => Some(Arc::new(Doc { file: *file, given: true, model: model? })),
                None => None,
            });
        }
        let json =
            |(tree, foreign): (&&Tree, &Option<_>)| foreign.as_ref().map_or_else(|| tree.to_json(), |_| Value::Null);
        let document: Value = trees.iter().zip(&foreign).map(json).collect();
        let pattern = |pattern: &&str| format!("/*{pattern}");
        let parts = G::CUTS.parts.iter().map(pattern).collect();
        let mut linked = Linked { document, numbered: HashMap::new(), listed: Vec::new(), uses: Vec::new(), parts };
        for at in G::CUTS
            .listings
            .iter()
            .map(pattern)
            .flat_map(|pattern| places(&linked.document, &pattern))
            .collect::<Vec<_>>()
        {
            let list = linked.document.pointer_mut(at.as_str())?;
            let numbers = numbers_of(list);
            *list = numbers.iter().map(String::as_str).collect();
            linked.listed.extend(numbers.into_iter().enumerate().map(|(i, number)| (at.index(i), number)));
        }
        for (list, key) in G::NUMBERED {
            for at in places(&linked.document, &format!("/*/{list}/*")) {
                let number = linked.document.pointer(at.key(key).as_str()).and_then(Value::as_str);
                if let Some(number) = number {
                    linked.numbered.entry(number.to_owned()).or_insert(at);
                }
            }
        }
        let mut files = Files { battle, ids, linked, foreign };
        let names = G::names(battle);
        let uses = names.uses.iter().filter_map(|one| {
            let meant = files.place(&names.names[one.means?].at)?;
            Some(UseAt { at: files.place(&one.at)?, is_key: one.at.part == Part::Key, meant })
        });
        files.linked.uses = uses.collect();
        Some(files)
    }

    /// Returns an address as a pointer into the list of documents.
    fn place(&self, at: &Address) -> Option<Pointer> {
        let file = self.ids.iter().position(|file| *file == at.file)?;
        Some(Pointer::root().index(file).join(at.pointer.as_str()))
    }

    /// Returns a pointer into the list of documents as an address.
    fn address(&self, place: &Pointer) -> Option<Address> {
        let file = place.steps().next()?.parse::<usize>().ok()?;
        let (_, rest) = place.as_str().split_at(file.to_string().len() + 1);
        Some(Address::value(*self.ids.get(file)?, Pointer::parse(rest)))
    }

    /// Returns every line of the battle with what goes along.
    pub(super) fn removals(&self) -> Vec<Removal> {
        G::lines(self.battle).into_iter().filter_map(|line| self.removal(line)).collect()
    }

    fn removal(&self, line: WeighedLine) -> Option<Removal> {
        let at = self.place(&line.at)?;
        if let Some(value) = line.instead.clone() {
            let rewritten = vec![(line.at.clone(), value)];
            return Some(Removal { line, gone: Vec::new(), rewritten });
        }
        let gone = Gone::new(&self.linked, &[at]);
        let outermost = gone.outermost(&self.linked.document);
        let listings: Vec<Pointer> = self.linked.listed.iter().filter_map(|(at, _)| at.parent()).collect();
        let in_listing = |place: &Pointer| place.parent().filter(|list| listings.contains(list));
        let mut thinned: Vec<Pointer> = outermost.iter().filter_map(in_listing).collect();
        thinned.dedup();
        let rest = |list: &Pointer| {
            let left = self.linked.listed.iter().filter(|(at, _)| at.parent().as_ref() == Some(list) && !gone.has(at));
            Some((self.address(list)?, ranges(&left.map(|(_, number)| number.as_str()).collect::<Vec<_>>())))
        };
        let rewritten = thinned.iter().filter_map(rest).collect();
        let outer = outermost.iter().filter(|place| in_listing(place).is_none());
        let gone = outer.filter_map(|place| self.address(place)).collect();
        Some(Removal { line, gone, rewritten })
    }

    /// Returns the battle that is left when a line is taken out. The error says why there is none.
    pub(super) fn without(&self, removal: &Removal, schema: &Schema) -> Result<CompiledBattle<G>, String> {
        if let Some(objection) = G::objection(self.battle, removal) {
            return Err(objection);
        }
        let gone: Option<Vec<Pointer>> = removal.gone.iter().map(|at| self.place(at)).collect();
        let gone = Gone::exactly(gone.ok_or("it is in another file")?);
        let mut document = self.linked.document.clone();
        for (at, value) in &removal.rewritten {
            let place = self.place(at).ok_or("it is in another file")?;
            *document.pointer_mut(place.as_str()).ok_or("there is nothing there")? = value.clone();
        }
        let document = gone.rest(&document, true);
        let documents = document.as_array().into_iter().flatten().zip(&self.ids).zip(&self.foreign);
        let docs = documents.map(|((document, file), foreign)| {
            if let Some(doc) = foreign {
                return Ok(doc.clone());
            }
            let tree = Tree::from(document);
            if !schema.certain(&tree) && !schema.allows(&tree) {
                return Err(format!("the battle cannot do without {}", removal.line.describe()));
            }
            let model = read_json(document).map_err(|error| error.to_string())?;
            Ok(Arc::new(Doc { file: *file, given: true, model }))
        });
        let battle = Arc::new(G::resolve(docs.collect::<Result<_, String>>()?));
        let mut sink = Sink::default();
        let broken = check::run(G::CHECKS, &battle, &mut sink);
        let is_error = |code: Code| code.severity == Severity::Error && !G::WEIGHED_DESPITE.contains(&code.id);
        match sink.into_findings().into_iter().find(|finding| is_error(finding.code)) {
            Some(error) => Err(format!("{} reports: {}", error.code.id, error.message)),
            None if !broken.is_empty() => Err("the rest fails `muster check`".to_owned()),
            None => CompiledBattle::compile(battle),
        }
    }
}

/// Returns numbers as a list writes them: those that follow each other as ranges, and one range alone.
fn ranges(numbers: &[&str]) -> Value {
    let follows = |one: &&str, next: &&str| numbers_of(&Value::from(format!("{one}-{next}"))) == [*one, *next];
    let runs: Vec<Value> = numbers
        .chunk_by(follows)
        .map(|run| match run {
            [first, .., last] => format!("{first}-{last}").into(),
            [one] => (*one).into(),
            [] => Value::Null,
        })
        .collect();
    match <[Value; 1]>::try_from(runs) {
        Ok([one]) => one,
        Err(runs) => runs.into(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_that_follow_each_other_are_a_range() {
        assert_eq!(ranges(&["7A", "9A", "10A"]), json!(["7A", "9A-10A"]));
        assert_eq!(ranges(&["7A", "8A", "9A"]), json!("7A-9A"));
        assert_eq!(ranges(&["7A"]), json!("7A"));
        assert_eq!(ranges(&["7A", "8B"]), json!(["7A", "8B"]));
    }
}
