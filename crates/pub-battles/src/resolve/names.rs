//! Every name by which something refers to a side, a command, a location, a road or a kind of terrain, and what it means.

use muster_core::source::{Address, FileId, Pointer};

use super::PubBattle;
use crate::geojson::{NO_KIND, ROAD};
use crate::model::{EntrySpec, MapCondition, PubOrder, PubSide, PubVictory};

/// The kind of thing that a reference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PubReferenceKind {
    /// A side.
    Side,
    /// A command, by its headquarters.
    Command,
    /// The headquarters of an army of a side.
    Army(usize),
    /// A location.
    Location,
    /// A road.
    Road,
    /// A kind of terrain.
    Terrain,
}

/// A name by which something refers to something else.
#[derive(Debug, Clone)]
pub struct PubReference {
    /// The kind of thing that is meant.
    pub kind: PubReferenceKind,
    /// As written.
    pub text: String,
    /// The place where it is written.
    pub at: Address,
    /// The index of the thing it means; `None` if it means nothing.
    pub means: Option<usize>,
}

/// Finds every reference of the battle's documents and what it means.
pub(super) fn resolve(battle: &PubBattle) -> Vec<PubReference> {
    let mut reader = Reader { battle, file: battle.file(), references: Vec::new() };
    reader.scenario();
    reader.map();
    reader.references
}

/// Reads the references of documents.
struct Reader<'b> {
    battle: &'b PubBattle,
    file: FileId,
    references: Vec<PubReference>,
}

impl Reader<'_> {
    fn scenario(&mut self) {
        let Some(scenario) = self.battle.scenario() else { return };
        let root = Pointer::root().key("scenario");
        for (i, side) in scenario.sides.iter().enumerate() {
            self.side((i, side), &root.key("sides").index(i));
        }
        for (i, victory) in scenario.victory.iter().enumerate() {
            let PubVictory::Hold { location, side, .. } = victory else { continue };
            let at = root.key("victory").index(i);
            self.locations(location.names(), &at.key("location"));
            if let Some(name) = side {
                self.push(PubReferenceKind::Side, name, at.key("side"), self.battle.find_side(name));
            }
        }
        for (side, base) in &scenario.bases {
            let at = root.key("bases").key(side);
            let (means, key) = (self.battle.find_side(side), Address::key(self.file, at.clone()));
            self.references.push(PubReference { kind: PubReferenceKind::Side, text: side.clone(), at: key, means });
            self.location(base, at);
        }
        for (i, special) in scenario.special.iter().enumerate() {
            let at = root.key("special").index(i).key("while");
            let MapCondition { side, command, .. } = &special.only_while;
            if let Some(name) = side {
                self.push(PubReferenceKind::Side, name, at.key("side"), self.battle.find_side(name));
            }
            if let Some(name) = command {
                self.push(PubReferenceKind::Command, name, at.key("command"), self.battle.find_command(name));
            }
        }
    }

    fn side(&mut self, (number, side): (usize, &PubSide), at: &Pointer) {
        let armies = side.armies();
        let armies = armies.map(|(key, army)| (at.join(&key), &army.enters, &army.blocks[..], &army.orders));
        let corps = side.corps.iter().enumerate();
        let corps = corps.map(|(i, corps)| (at.key("corps").index(i), &corps.enters, &corps.blocks[..], &corps.orders));
        let fog = side.fog_of_war.iter().enumerate();
        let fog = fog.map(|(i, fog)| (at.key("fog_of_war").index(i), &fog.enters, &[][..], &fog.orders));
        let own = |key: &str, i: usize| at.key(key).index(i).key("army");
        let of_corps = side.corps.iter().enumerate().filter_map(|(i, of)| Some((of.army.as_ref()?, own("corps", i))));
        let of_fog = side.fog_of_war.iter().enumerate();
        let of_fog = of_fog.filter_map(|(i, of)| Some((of.army.as_ref()?, own("fog_of_war", i))));
        for (name, at) in of_corps.chain(of_fog) {
            let armies = &self.battle.sides[number].armies;
            let means = armies.iter().copied().find(|army| self.battle.commands[*army].hq == *name);
            self.push(PubReferenceKind::Army(number), name, at, means);
        }
        for (at, enters, blocks, orders) in armies.chain(corps).chain(fog) {
            self.entry(enters.as_ref(), &at);
            for (k, block) in blocks.iter().enumerate() {
                self.entry(block.enters.as_ref(), &at.key("blocks").index(k));
            }
            for (k, order) in orders.iter().enumerate() {
                self.order(order, &at.key("orders").index(k));
            }
        }
    }

    fn entry(&mut self, entry: Option<&EntrySpec>, at: &Pointer) {
        let (Some(name), Some(field)) = (entry.and_then(|entry| entry.on.as_ref()), &self.battle.field) else { return };
        let means = field.roads.iter().position(|road| road.name == *name);
        self.push(PubReferenceKind::Road, name, at.key("enters").key("on"), means);
    }

    fn order(&mut self, order: &PubOrder, at: &Pointer) {
        for (key, location) in [("attack", &order.attack), ("defend", &order.defend)] {
            if let Some(location) = location {
                self.locations(location.names(), &at.key(key));
            }
        }
        for (i, name) in order.via.iter().enumerate() {
            self.location(name, at.key("via").index(i));
        }
    }

    /// Locations that stand alone at a place, or as a list there.
    fn locations(&mut self, names: &[String], at: &Pointer) {
        match names {
            [name] => self.location(name, at.clone()),
            names => names.iter().enumerate().for_each(|(i, name)| self.location(name, at.index(i))),
        }
    }

    fn location(&mut self, name: &str, at: Pointer) {
        // Without a map no location is wrong: that there is none is found elsewhere.
        let Some(field) = &self.battle.field else { return };
        self.push(PubReferenceKind::Location, name, at, field.location(name).map(|location| location.index));
    }

    fn map(&mut self) {
        let (Some((map_file, map)), Some(field)) = (self.battle.map(), &self.battle.field) else { return };
        for (feature, written) in field.features.iter().zip(&map.features) {
            let at = feature.written.kind();
            let (kind, text) = (PubReferenceKind::Terrain, written.kind.clone());
            self.references.push(PubReference { kind, text, at, means: feature.kind });
        }
        let find = |name: &str| field.kinds.iter().position(|(known, _)| known == name);
        // Roads are of no kind of terrain, and neither is what is no part of the map.
        let is_kind = |name: &String| ![ROAD, NO_KIND].contains(&name.as_str()) || find(name).is_some();
        for (property, text) in map.kind_of.iter().filter(|(_, kind)| is_kind(kind)) {
            let at = Address::value(map_file, Pointer::parse("/map/kind_of").key(property));
            let (kind, means) = (PubReferenceKind::Terrain, find(text));
            self.references.push(PubReference { kind, text: text.clone(), at, means });
        }
        for drawn in self.battle.drawn_features().into_iter().flat_map(|(_, drawn)| &drawn.features) {
            let Some(text) = drawn.kind.clone().filter(is_kind) else { continue };
            let (file, at) =
                (self.battle.drawn_features().map(|(file, _)| file), drawn.at.key("properties").key("kind"));
            let means = find(&text);
            let at = Address::value(file.unwrap_or(self.file), at);
            self.references.push(PubReference { kind: PubReferenceKind::Terrain, text, at, means });
        }
    }

    fn push(&mut self, kind: PubReferenceKind, text: &str, at: Pointer, means: Option<usize>) {
        let at = Address::value(self.file, at);
        self.references.push(PubReference { kind, text: text.to_owned(), at, means });
    }
}
