//! The fuzz targets, run over their corpus and over mutations of it: always the same ones.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use muster_core::play::rng::Rng;

#[path = "../../fuzz/targets.rs"]
mod targets;

/// Mutations of each target.
const ROUNDS: u32 = 80;

fn files(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> =
        entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).expect("a file")).collect()
}

fn below(rng: &mut Rng, n: usize) -> usize {
    rng.draw_below(u32::try_from(n.max(1)).expect("small")) as usize
}

/// Changes bytes, repeats, drops and moves pieces, as editors and merges do.
fn mutate(bytes: &mut Vec<u8>, others: &[Vec<u8>], rng: &mut Rng) {
    const BYTES: &[u8] = b"\n :-,[]{}#'\"&*!|>%@?~\t\\0129AZaz\x00\xc3\xff";
    for _ in 0..=rng.draw_below(4) {
        let at = below(rng, bytes.len());
        let end = (at + below(rng, 40)).min(bytes.len());
        match rng.draw_below(6) {
            0 if !bytes.is_empty() => bytes[at] = BYTES[below(rng, BYTES.len())],
            1 => drop(bytes.splice(at..at, [BYTES[below(rng, BYTES.len())]])),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                let to = below(rng, bytes.len());
                drop(bytes.splice(to..to, piece));
            }
            4 => {
                let other = &others[below(rng, others.len())];
                let from = below(rng, other.len());
                let piece = other[from..(from + below(rng, 60)).min(other.len())].to_vec();
                drop(bytes.splice(at..end, piece));
            }
            _ => {
                // A line is written twice.
                let start = bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
                let stop = bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |i| at + i + 1);
                let line = bytes[start..stop].to_vec();
                drop(bytes.splice(stop..stop, line));
            }
        }
    }
}

fn fuzzed(name: &str, target: fn(&[u8])) {
    let mut seeds = files(&format!("fuzz/corpus/{name}"));
    assert!(!seeds.is_empty(), "{name}: no corpus");
    seeds.iter().for_each(|bytes| target(bytes));
    // Shipped plays are long, and so are battles of other games; some are in the corpus.
    if !matches!(name, "replay" | "tabletop" | "states") {
        seeds.extend(files("scenarios/table-battles").into_iter().take(3));
    }
    let mut rng = Rng::new(7);
    for _ in 0..ROUNDS {
        let mut bytes = seeds[below(&mut rng, seeds.len())].clone();
        mutate(&mut bytes, &seeds, &mut rng);
        if catch_unwind(AssertUnwindSafe(|| target(&bytes))).is_err() {
            panic!("{name} fails on\n{}", String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn reader() {
    fuzzed("reader", targets::reader);
}

#[test]
fn schema() {
    fuzzed("schema", targets::schema);
}

#[test]
fn check() {
    fuzzed("check", targets::check);
}

#[test]
fn fix() {
    fuzzed("fix", targets::fix);
}

#[test]
fn replay() {
    fuzzed("replay", targets::replay);
}

#[test]
fn tabletop() {
    fuzzed("tabletop", targets::tabletop);
}

#[test]
fn states() {
    fuzzed("states", targets::states);
}
