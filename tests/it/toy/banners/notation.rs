//! How battles of Three Banners are compiled, counted and written.

use muster_core::diag::Diagnostic;
use muster_core::play::chance::Draw;
use muster_core::play::replay::{Turn, TurnEntry};
use muster_core::source::{Address, Pointer};
use muster_systems::notation::{Expectation, Expected, ExpectedResult};
use muster_systems::played::{Fact, Odds};
use muster_systems::{
    CountedPiece, CountedTable, Counters, Cuts, Doc, Figure, Notation, PartCounter, PlayCodes, Played, Used,
    WeighedPart,
};
use serde_json::{Value, json};

use super::engine::{DIE, Move, NotInHand, Position, SIDES, dealt};
use super::{Banners, Document, How, NEVER_PLAYED, Play, PlayTurn, WRONG_PLAY, War};

impl Banners {
    fn of(war: &War, first: usize) -> Banners {
        Banners {
            names: war.cards().map(|(card, _)| card.name.clone()).collect(),
            worth: war.cards().map(|(card, _)| card.worth.into()).collect(),
            copies: war.cards().map(|(card, _)| card.copies).collect(),
            first,
        }
    }
}

impl Played for Banners {
    type Engine = Banners;

    fn compile(war: &War) -> Result<Banners, String> {
        Ok(Banners::of(war, 0))
    }

    fn title_address(war: &War) -> Address {
        war.0[0].address("/battle/name")
    }

    fn sides(war: &War) -> Vec<(String, Address)> {
        war.sides().map(|(side, at)| (side.name.clone(), at.join("/name"))).collect()
    }

    fn counters(engine: &Banners, war: &War) -> Counters {
        let figure = Figure { name: "played", counters: Vec::new(), in_smoke: true, in_turn: true, loss: None };
        let (mut table, mut used) = (CountedTable::new("cards", vec![figure]), Vec::new());
        for (number, (side, _)) in war.sides().enumerate() {
            for (kind, (card, at)) in war.cards().enumerate() {
                let part = |index, word| PartCounter { index: engine.counter(number, kind, index), word };
                let parts = vec![part(1, "charge"), part(2, "stand")];
                let piece = CountedPiece { card: card.card.clone(), name: card.name.clone(), side: number, parts };
                table.add(piece, [engine.counter(number, kind, 0)]);
                used.push(Used {
                    counter: engine.counter(number, kind, 0),
                    after: Vec::new(),
                    card: card.card.clone(),
                    name: card.name.clone(),
                    what: format!("played by {}", side.name),
                    at,
                    code: NEVER_PLAYED,
                    never: format!("`{}` never played `{}`", side.name, card.name),
                    help: None,
                });
            }
        }
        Counters { tables: vec![table], used, measures: Vec::new() }
    }

    fn impossible(engine: &Banners, _: &War, counters: &Counters) -> Vec<Option<String>> {
        let kinds = engine.copies.iter().cycle().zip(&counters.used);
        kinds.map(|(copies, _)| (*copies == 0).then(|| "there is no such card in the deck".to_owned())).collect()
    }

    fn other_first(war: &War) -> Option<Banners> {
        Some(Banners::of(war, 1))
    }

    fn uses(engine: &Banners, part: &WeighedPart, _: &Position, chosen: &Move) -> bool {
        let is_part = |part| part == usize::from(chosen.how == How::Stand);
        chosen.kind == part.piece % engine.names.len() && part.part.is_none_or(is_part)
    }

    fn odds(war: &War) -> Option<Odds> {
        let headings: Vec<String> = ["8+", "12+", "16+"].map(str::to_owned).into();
        let chances = |worth: u8| {
            [8, 12, 16].map(|least: u8| {
                let faces = (1..=SIDES).filter(|face| worth + face >= least).count();
                faces as f64 / f64::from(SIDES)
            })
        };
        let fact = |(card, at): (&super::Card, Address)| Fact {
            at,
            card: card.card.clone(),
            name: card.name.clone(),
            chances: chances(card.worth).into(),
            words: format!("{} of them", card.copies),
            sentences: vec![format!("There are {} of them.", card.copies)],
            json: [("reaches".to_owned(), json!(chances(card.worth)))].into_iter().collect(),
        };
        Some(Odds {
            title: "the points that a charge makes.",
            wide: headings.clone(),
            narrow: vec![(1, "12+")],
            headings,
            words: "copies",
            labels: ["points", "reached"],
            armies: Vec::new(),
            cards: war.cards().map(fact).collect(),
            notes: Vec::new(),
        })
    }
}

impl Notation for Banners {
    const PLAY_CODES: PlayCodes = PlayCodes::new(WRONG_PLAY);
    const HAS_RESULT: bool = true;
    const CUTS: Cuts = Cuts { parts: &["/cards/*"], unplayed: &["/cards/*/text"], ..Cuts::NOTHING };

    fn read(play: &Doc<Document>, war: &War) -> Result<Vec<Turn<Move, Pointer>>, Vec<Diagnostic>> {
        let mut unknown = Vec::new();
        let turns = play.model.play.iter().flat_map(|play| &play.turns).enumerate();
        let turns = turns.map(|(i, turn)| {
            let at = Pointer::parse(format!("/play/turns/{i}"));
            let mut reader = Reader { play, war, unknown: &mut unknown };
            let entries = reader.entries(turn, &at);
            Turn { player: None, tag: at, entries }
        });
        let turns = turns.collect();
        if unknown.is_empty() { Ok(turns) } else { Err(unknown) }
    }

    fn option(engine: &Banners, chosen: &Move) -> Value {
        json!({"card": engine.names[chosen.kind], "how": chosen.how})
    }

    fn turn(engine: &Banners, turn: &Turn<Move, ()>) -> Vec<(&'static str, Value)> {
        let (mut hands, mut plays, mut dice) = (vec![Vec::new(); 3], Vec::new(), Vec::new());
        for entry in &turn.entries {
            match entry {
                TurnEntry::Chosen { chosen, .. } => plays.push(Banners::option(engine, chosen)),
                TurnEntry::Drawn { draws, .. } => {
                    for Draw { label, number } in draws {
                        match *label == DIE {
                            true => dice.push(number + 1),
                            false => hands[label.piece as usize].push(&engine.names[*number as usize]),
                        }
                    }
                }
            }
        }
        let is_dealt = hands.iter().any(|hand| !hand.is_empty());
        let keys = [
            is_dealt.then(|| ("dealt", json!(hands))),
            (!plays.is_empty()).then(|| ("plays", json!(plays))),
            (!dice.is_empty()).then(|| ("dice", json!(dice))),
        ];
        keys.into_iter().flatten().collect()
    }

    fn show(engine: &Banners, state: &Position, seen_by: Option<usize>) -> Value {
        let cards = |counts: &[u8]| {
            let kinds = engine.names.iter().zip(counts);
            json!(kinds.flat_map(|(name, count)| vec![name; usize::from(*count)]).collect::<Vec<_>>())
        };
        let hand = |(side, hand): (usize, &Vec<u8>)| match seen_by {
            Some(seen_by) if seen_by != side => json!(hand.iter().sum::<u8>()),
            _ => cards(hand),
        };
        let hands: Vec<Value> = state.hands.iter().enumerate().map(hand).collect();
        json!({"turn": state.turn, "points": state.points, "hands": hands})
    }

    fn refusal(_: &Banners, _: &Position, NotInHand: &NotInHand) -> String {
        "no such card is in the hand".to_owned()
    }

    fn expectations(play: &Document, _: &War) -> Vec<Vec<Expected>> {
        let turns = play.play.iter().flat_map(|play| &play.turns).enumerate();
        let of = |(i, turn): (usize, &PlayTurn)| {
            let point = |(side, points): (usize, &u32)| Expected {
                at: Pointer::parse(format!("/play/turns/{i}/points/{side}")),
                shown_at: Pointer::parse(format!("/points/{side}")),
                what: format!("side {} has", side + 1),
                wanted: Expectation::Equal(json!(points)),
            };
            turn.points.iter().flatten().enumerate().map(point).collect()
        };
        turns.map(of).collect()
    }

    fn result(play: &Document) -> Option<ExpectedResult> {
        let Play { result, .. } = play.play.as_ref()?;
        let result = result.as_ref()?;
        Some(ExpectedResult {
            at: Pointer::parse("/play/result"),
            winner: result.winner.clone(),
            by: result.by.clone(),
        })
    }
}

/// Reads the turns of a play.
struct Reader<'a> {
    play: &'a Doc<Document>,
    war: &'a War,
    /// What names nothing of the battle.
    unknown: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn kind(&mut self, name: &str, at: &Pointer) -> usize {
        let names = || self.war.cards().map(|(card, _)| card.name.as_str());
        names().position(|known| known == name).unwrap_or_else(|| {
            let at = Address::value(self.play.file, at.clone());
            let text = format!("there is no card `{name}`");
            self.unknown.push(Diagnostic::new(WRONG_PLAY, at, text).nearest(name, names()));
            0
        })
    }

    /// Reads a turn: the cards as they were dealt, then what was played, each with its die.
    fn entries(&mut self, turn: &PlayTurn, at: &Pointer) -> Vec<TurnEntry<Move, Pointer>> {
        let mut entries = Vec::new();
        for ((side, hand), number) in turn.dealt.iter().enumerate().zip(0..) {
            let tag = at.key("dealt").index(side);
            let cards = hand.iter().enumerate();
            let kinds = cards.map(|(i, name)| self.kind(name, &tag.index(i)) as u32);
            let draws = kinds.map(|kind| Draw { label: dealt(number), number: kind }).collect();
            entries.push(TurnEntry::Drawn { draws, tag });
        }
        let dice = turn.dice.iter().enumerate();
        let mut dice =
            dice.map(|(i, die)| TurnEntry::Drawn { draws: vec![Draw::die(DIE, die.0)], tag: at.key("dice").index(i) });
        for (i, played) in turn.plays.iter().enumerate() {
            let tag = at.key("plays").index(i);
            let chosen = Move { kind: self.kind(&played.card, &tag.key("card")), how: played.how };
            entries.push(TurnEntry::Chosen { kind: "play", chosen, tag });
            if played.how == How::Charge {
                entries.extend(dice.next());
            }
        }
        entries.extend(dice);
        entries
    }
}
