//! The map: letters turned into hexes, roads into segments, names into places.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use muster_core::source::{Address, FileId, Pointer};

use crate::hexes::HexLayout;
use crate::model::{HexMap, HexNumber, HexRef, Terrain};

/// A map with its hexes in order. A row that is shorter than others has no hexes at its end.
#[derive(Debug, Clone)]
pub struct ResolvedMap {
    /// The file that it stands in.
    file: FileId,
    /// The map as written.
    pub written: HexMap,
    /// The shape; as wide as the longest row.
    pub layout: HexLayout,
    /// By hex: its terrain. None where the letter has no meaning, or the row has ended.
    pub terrain: Vec<Option<Terrain>>,
    /// By row: the letters before it.
    starts: Vec<usize>,
    /// By row: its letters.
    rows: Vec<Vec<char>>,
    /// The road segments between neighbours, each once, the hex that comes first on the map before the other.
    pub roads: Vec<RoadSegment>,
    /// The named hexes, in the order of their names; none where the number is off the map.
    pub places: Vec<(String, Option<usize>)>,
    by_place: FxHashMap<String, usize>,
}

/// A road from a hex to a neighbour (TT-1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoadSegment {
    /// The one of the two hexes that comes first on the map.
    pub from: usize,
    /// The other.
    pub to: usize,
}

/// The letters that every map knows.
pub const LETTERS: [(char, Terrain); 4] =
    [('.', Terrain::Plain), ('f', Terrain::Forest), ('^', Terrain::Mountain), ('~', Terrain::Water)];

impl ResolvedMap {
    pub(super) fn new(file: FileId, written: &HexMap) -> ResolvedMap {
        let rows = written.hexes.lines().map(|row| row.chars().filter(|c| !c.is_whitespace()).collect::<Vec<char>>());
        let rows: Vec<Vec<char>> = rows.filter(|row| !row.is_empty()).collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let lengths = rows.iter().map(Vec::len);
        let starts = lengths.scan(0, |before, length| Some(std::mem::replace(before, *before + length))).collect();
        let layout = HexLayout {
            columns: u16::try_from(columns).unwrap_or(u16::MAX),
            rows: u16::try_from(rows.len()).unwrap_or(u16::MAX),
            flat: written.flat,
            shoved: written.shoved,
        };
        let mut meanings: FxHashMap<char, Terrain> = LETTERS.into_iter().collect();
        for (letter, terrain) in &written.legend {
            let mut letters = letter.chars();
            if let (Some(letter), None) = (letters.next(), letters.next()) {
                meanings.insert(letter, *terrain);
            }
        }
        let terrain = |row: &Vec<char>| {
            (0..columns).map(|at| row.get(at).and_then(|letter| meanings.get(letter)).copied()).collect::<Vec<_>>()
        };
        let terrain = rows.iter().flat_map(terrain).collect();
        let mut map = ResolvedMap {
            file,
            written: written.clone(),
            layout,
            terrain,
            starts,
            rows,
            roads: Vec::new(),
            places: Vec::new(),
            by_place: FxHashMap::default(),
        };
        let places = written.places.iter().map(|(name, number)| (name.clone(), map.hex(*number)));
        map.places = places.collect();
        map.by_place = map.places.iter().enumerate().map(|(i, (name, _))| (name.clone(), i)).collect();
        let mut roads: Vec<RoadSegment> = Vec::new();
        for pair in written.roads.iter().flat_map(|road| road.windows(2)) {
            let (Some(a), Some(b)) = (map.hex(pair[0]), map.hex(pair[1])) else { continue };
            if map.layout.distance(a, b) == 1 {
                roads.push(RoadSegment { from: a.min(b), to: a.max(b) });
            }
        }
        roads.sort_unstable_by_key(|road| (road.from, road.to));
        roads.dedup();
        map.roads = roads;
        map
    }

    /// Returns the hex of a number; none off the map.
    pub fn hex(&self, number: HexNumber) -> Option<usize> {
        let (column, row) = number.place(self.layout.is_wide());
        let hex = self.layout.hex(column, row)?;
        // A row that is too short has no hexes at its end.
        (usize::from(column) <= self.rows[usize::from(row) - 1].len()).then_some(hex)
    }

    /// Returns the hex that a number or the name of a place means; `None` if it means none on the map.
    pub fn find(&self, named: &HexRef) -> Option<usize> {
        match named {
            HexRef::Number(number) => self.hex(*number),
            HexRef::Place(name) => self.place(name),
        }
    }

    /// Returns the hex of a place; `None` if there is no such place on the map.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.by_place.get(name).and_then(|place| self.places[*place].1)
    }

    /// Returns the terrain that a letter means; `None` if it has no meaning.
    pub fn meaning(&self, letter: char) -> Option<Terrain> {
        let mut text = [0; 4];
        let usual = || LETTERS.iter().find(|(known, _)| *known == letter).map(|(_, terrain)| *terrain);
        self.written.legend.get(&*letter.encode_utf8(&mut text)).copied().or_else(usual)
    }

    /// Returns the number of a hex, with all its digits.
    pub fn digits(&self, hex: usize) -> String {
        let (column, row) = self.layout.place(hex);
        let wide = self.layout.is_wide();
        HexNumber::new(column, row, wide).digits(wide)
    }

    /// Returns the rows as letters, without blanks.
    pub fn rows(&self) -> &[Vec<char>] {
        &self.rows
    }

    /// Returns the rows as letters with the terrain of each; none where a letter has no meaning.
    pub fn rows_with_terrain(&self) -> impl Iterator<Item = impl Iterator<Item = (char, Option<Terrain>)>> {
        // Terrain is kept as if all rows were as long as the longest.
        let columns = self.terrain.len().checked_div(self.rows.len()).unwrap_or(0).max(1);
        let rows = self.rows.iter().zip(self.terrain.chunks(columns));
        rows.map(|(row, terrain)| row.iter().copied().zip(terrain.iter().copied()))
    }

    /// Returns true if a road leads from a hex to a neighbour.
    pub fn has_road(&self, a: usize, b: usize) -> bool {
        let wanted = (a.min(b), a.max(b));
        self.roads.binary_search_by_key(&wanted, |road| (road.from, road.to)).is_ok()
    }

    /// Returns the length of most rows; of equally many the longer.
    pub fn usual_length(&self) -> usize {
        let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
        self.rows.iter().for_each(|row| *lengths.entry(row.len()).or_default() += 1);
        lengths.into_iter().max_by_key(|(length, rows)| (*rows, *length)).map_or(0, |(length, _)| length)
    }

    /// Returns the place of something of the map; `suffix` is relative to it, as `/roads/0`.
    pub fn address(&self, suffix: &str) -> Address {
        Address::value(self.file, Pointer::parse(format!("/map{suffix}")))
    }

    /// Returns the place of letters of a row, both counted from 0.
    pub fn letters_address(&self, row: usize, first: usize, count: usize) -> Address {
        self.address("/hexes").letters(self.starts[row] + first, count)
    }
}
