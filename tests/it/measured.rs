//! What a check measures without drawing it is what is found when it is drawn.

use muster::print::layout::Typesetter;
use muster::print::template::{Block, Content, Entry, Paragraph, Run};
use muster::systems::{SYSTEMS, System};
use proptest::prelude::*;

use crate::templates::{carried, layers};

/// Words of all lengths, with letters that no font has, signs and quotes.
const WORDS: [&str; 10] = [
    "of",
    "the guards",
    "counterattacking",
    "Saint-Germain",
    "“no”",
    "7½",
    "中文",
    "WWWWWWWWWWWWWWWWWW",
    "--",
    "1 hit",
];

fn words() -> impl Strategy<Value = String> {
    proptest::collection::vec(0..WORDS.len(), 1..60).prop_map(|words| {
        let words: Vec<&str> = words.into_iter().map(|word| WORDS[word]).collect();
        words.join(" ")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn what_is_measured_is_what_is_found_when_it_is_drawn(
        which in any::<prop::sample::Index>(),
        texts in proptest::collection::vec(words(), 4),
        blocks in proptest::collection::vec((0..8_usize, words(), any::<bool>(), any::<bool>()), 0..6),
    ) {
        let faces_of = |system: &'static System| {
            let looks = system.templates().iter().map(|(look, _)| *look);
            looks.flat_map(move |look| system.offer().faces.iter().map(move |offer| (system, look, offer)))
        };
        let all: Vec<_> = SYSTEMS.iter().flat_map(faces_of).collect();
        let (system, look, offer) = *which.get(&all);
        let faces = carried(system, &layers(look));
        // One text is so long that none is passed over.
        let long = format!("more than forty letters in all of its words {}", texts[0]);
        let long = std::iter::once(long).chain(texts.iter().cloned());
        let entries = offer.texts.iter().zip(long).map(|(name, text)| (*name, Entry::new(text, "/t")));
        let block = |(style, text, foot, row): &(usize, String, bool, bool)| {
            let style = *offer.styles.get(style % offer.styles.len().max(1))?;
            let text = vec![Run::plain(text.clone())];
            let label = row.then(|| "Attack".to_owned());
            let asides = if *row { vec![text.clone(), vec![Run::plain("once")]] } else { Vec::new() };
            let paragraph = Paragraph { style, label, text, asides, ..Paragraph::default() };
            let tag = "/b".to_owned();
            Some(Block { name: "b", tag, paragraphs: vec![paragraph], foot: *foot })
        };
        let all: Vec<Block> = blocks.iter().filter_map(block).collect();
        let flows = offer.flows.iter().map(|flow| (*flow, all.clone())).collect();
        let accent = system.offer().accents[0];
        let content = Content { accent, texts: entries.collect(), flows, ..Content::default() };
        let (_, drawn, _) = faces.get(offer.name).compose(&mut Typesetter::default(), &content, &[]).into_parts();
        let measured = faces.get(offer.name).misfits(&mut Typesetter::default(), &content, 0, &[]);
        prop_assert_eq!(drawn, measured, "{} {} {}", system.id(), look, offer.name);
    }
}
