//! Writes a battle that was dealt as a scenario.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use muster_core::diag::escape::{is_unsafe, line};

use super::bases::FlagBase;
use super::dealing::{DealtDay, DealtStack, FlagDeal, FlagForce};
use super::ground::{StartZone, sizes};
use super::text::{join_names, quote, scalar, wrap};
use super::{DAYS, TURNS};
use crate::geometry::MapPoint;
use crate::model::{BlockKind, BlockQuality, CaptureTheFlag, CardBlock, CorpsCard, FlagDeck, FlagRule, Leader};
use crate::resolve::{Field, PubBattle};

/// The highest face of the die with which reinforcements enter (PB-10.4).
const ROLL: u8 = 3;

/// Returns a scenario of a battle that was dealt, with its name, the seed and the path of its map. The error says what finds no
/// room.
pub(super) fn write(
    battle: &PubBattle,
    dealt: &FlagDeal,
    bases: &[Option<FlagBase>; 2],
    (name, seed, map): (&str, u64, &str),
) -> Result<String, String> {
    let (Some(decks), Some(field)) = (battle.decks(), &battle.field) else { return Err(String::new()) };
    let mut writer = Writer::new(decks, field, dealt, bases);
    writer.head(name, seed, map);
    for side in 0..2 {
        writer.side(side)?;
    }
    writer.foot();
    Ok(writer.text)
}

struct Writer<'b> {
    decks: &'b CaptureTheFlag,
    field: &'b Field,
    dealt: &'b FlagDeal,
    /// That of each side that has one.
    bases: &'b [Option<FlagBase>; 2],
    leadership: bool,
    trains: bool,
    text: String,
}

/// A corps of a side with its stack.
struct Drawn<'b> {
    card: &'b CorpsCard,
    index: usize,
    day: DealtDay,
}

impl Drawn<'_> {
    fn has_train(&self) -> bool {
        self.card.blocks.iter().any(|block| !block.kind.is_fighting())
    }
}

impl<'b> Writer<'b> {
    fn new(
        decks: &'b CaptureTheFlag,
        field: &'b Field,
        dealt: &'b FlagDeal,
        bases: &'b [Option<FlagBase>; 2],
    ) -> Writer<'b> {
        let text = String::new();
        let mut writer = Writer { decks, field, dealt, bases, leadership: false, trains: false, text };
        let has = |rule| decks.optional.contains(&rule);
        // Ratings that are all the same change nothing, and without trains of his own a side could not rally.
        let leaders: Vec<Leader> = (0..2).flat_map(|side| writer.leaders(side)).collect();
        let differ = leaders.windows(2).any(|pair| pair[0] != pair[1]);
        let trains = (0..2).all(|side| writer.drawn_corps(side).iter().any(Drawn::has_train));
        (writer.leadership, writer.trains) = (has(FlagRule::Leadership) && differ, has(FlagRule::Trains) && trains);
        writer
    }

    fn deck(&self, side: usize) -> &'b FlagDeck {
        &self.decks.decks[side]
    }

    fn force(&self, side: usize) -> &'b FlagForce {
        &self.dealt.forces[side]
    }

    /// Returns the stacks of a side that are used.
    fn stacks(&self, side: usize) -> impl Iterator<Item = &'b DealtStack> + use<'b> {
        self.force(side).stacks.iter().filter(|stack| stack.day != DealtDay::Never)
    }

    /// Returns the corps that a side has drawn, with what is to come.
    fn drawn_corps(&self, side: usize) -> Vec<Drawn<'b>> {
        let of_stack = |stack: &'b DealtStack| stack.corps.iter().map(move |index| (*index, stack.day));
        let drawn = self.stacks(side).flat_map(of_stack);
        drawn.map(|(index, day)| Drawn { card: &self.deck(side).corps[index], index, day }).collect()
    }

    fn leaders(&self, side: usize) -> Vec<Leader> {
        let drawn = self.drawn_corps(side).into_iter().filter(|drawn| !drawn.card.guard).map(|drawn| drawn.card.leader);
        self.deck(side).armies().map(|(_, army)| army.leader).chain(drawn).collect()
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Writes a comment, as many lines as it takes.
    fn comment(&mut self, indent: usize, text: &str) {
        for row in wrap(&line(text)) {
            let _ = writeln!(self.text, "{:indent$}# {row}", "");
        }
    }

    fn head(&mut self, name: &str, seed: u64, map: &str) {
        self.push("# yaml-language-server: $schema=pub-battles.schema.json");
        self.comment(
            0,
            &format!("Capture the Flag, dealt from the decks of {} with seed {seed} (PB-10).", self.decks.name),
        );
        self.comment(0, &self.told_setup());
        if let Some(told) = self.told_trains() {
            self.comment(0, &told);
        }
        self.push("system: pub-battles\nscenario:");
        let _ = writeln!(self.text, "  name: {}", quote(name));
        if let Some(language) = &self.decks.language {
            let _ = writeln!(self.text, "  language: {}", quote(language));
        }
        let _ = writeln!(self.text, "  map: {}", scalar(map));
        let _ = writeln!(self.text, "  turns: {TURNS}");
        if self.dealt.stronger().is_none() {
            let _ = writeln!(
                self.text,
                "  days: {DAYS}                             # a further one only if nobody has won"
            );
        }
        let rules = [(self.leadership, "leadership"), (self.trains, "trains")];
        let rules: Vec<&str> = rules.into_iter().filter(|(is_on, _)| *is_on).map(|(_, word)| word).collect();
        if !rules.is_empty() {
            let _ = writeln!(self.text, "  optional: [{}]", rules.join(", "));
        }
        self.push("  sides:");
    }

    /// Returns the reason trains are left out, in a sentence; `None` if they are in play, or not meant to be.
    fn told_trains(&self) -> Option<String> {
        let is_meant = self.decks.optional.contains(&FlagRule::Trains) && !self.trains;
        let without = (0..2).filter(|side| !self.drawn_corps(*side).iter().any(Drawn::has_train));
        let without: Vec<&str> = without.map(|side| &*self.deck(side).name).collect();
        is_meant.then(|| format!("No train was dealt to {}: trains are left out on both sides.", join_names(&without)))
    }

    /// Returns what the setup cards say, in a sentence.
    fn told_setup(&self) -> String {
        let [first, second] = self.dealt.drawn;
        let [one, other] = [0, 1].map(|side| &self.deck(side).name);
        let told = match (first.is_special(), second.is_special()) {
            (false, false) => {
                return format!(
                    "Setup cards: {} ({}) for {one}, {} ({}) for {other}.",
                    first.word(),
                    first.strength,
                    second.word(),
                    second.strength
                );
            }
            (_, true) => second,
            (true, false) => first,
        };
        format!(
            "Setup cards: {} ({}), then {} ({}); both sides use {}.",
            first.word(),
            first.strength,
            second.word(),
            second.strength,
            told.word()
        )
    }

    fn side(&mut self, side: usize) -> Result<(), String> {
        let deck = self.deck(side);
        let _ = writeln!(self.text, "    - name: {}", scalar(&deck.name));
        let _ = writeln!(self.text, "      edge: {}", deck.edge.word());
        let drawn = self.drawn_corps(side);
        let starting = self.starting(side, &drawn);
        let mut zone = StartZone::new(self.field, deck.edge);
        let armies = deck.armies().count();
        let (middle, places) = (starting.len() / 2, starting.len() + armies);
        let no_room = |name: &str| format!("`{name}` has no room to start");
        if armies > 0 && deck.army_hq.is_none() {
            self.push("      army_hqs:");
        }
        for army in 0..armies {
            self.army((side, army), &drawn, &mut zone, (middle + army, places)).ok_or_else(|| no_room(&deck.name))?;
        }
        let mut starts = BTreeMap::new();
        for (put, (index, sizes)) in starting.iter().enumerate() {
            let part = put + if put >= middle { armies } else { 0 };
            let put = zone.put(sizes, (part, places)).ok_or_else(|| no_room(&deck.corps[*index].hq))?;
            starts.insert(*index, put);
        }
        self.push("      corps:");
        for stack in self.stacks(side) {
            self.comment(8, &self.told_stack(side, stack));
            for drawn in drawn.iter().filter(|drawn| stack.corps.contains(&drawn.index) && !drawn.card.guard) {
                let _ = writeln!(self.text, "        - hq: {}", scalar(&drawn.card.hq));
                self.leader(10, drawn.card.leader);
                if let Some(army) = &drawn.card.army {
                    let _ = writeln!(self.text, "          army: {}", scalar(army));
                }
                self.where_to(10, starts.get(&drawn.index).copied(), drawn.day);
                self.push("          hidden: true");
                self.push("          blocks:");
                self.blocks(12, drawn.card, None);
            }
        }
        let unused = self.force(side).stacks.iter().filter(|stack| stack.day == DealtDay::Never);
        for stack in unused {
            let corps: Vec<&str> = stack.corps.iter().map(|corps| &*deck.corps[*corps].hq).collect();
            let of = if corps.is_empty() { String::new() } else { format!(", {}", join_names(&corps)) };
            self.comment(8, &format!("{}: not used, as there is one day{of}.", stack.letter.letter()));
        }
        let out: Vec<&str> = self.force(side).out.iter().map(|corps| &*deck.corps[*corps].hq).collect();
        if !out.is_empty() {
            self.comment(8, &format!("Not used in this battle: {}.", join_names(&out)));
        }
        self.fog(side, &starts);
        Ok(())
    }

    /// Returns the cards whose headquarters start on the map, corps and Fog of War, in the order of the deck: none is told from
    /// the others by its place. Each has room for its blocks around it.
    fn starting(&self, side: usize, drawn: &[Drawn<'_>]) -> Vec<(usize, Vec<[u16; 2]>)> {
        let corps = drawn.iter().filter(|drawn| drawn.day == DealtDay::Start && !drawn.card.guard);
        let corps = corps.map(|drawn| (drawn.index, sizes(self.field, drawn.card, self.trains)));
        let stacks = self.stacks(side).filter(|stack| stack.day == DealtDay::Start);
        let fog = stacks.flat_map(|stack| &stack.scouts).map(|scout| (*scout, Vec::new()));
        let mut starting: Vec<_> = corps.chain(fog).collect();
        starting.sort_by_key(|(index, _)| *index);
        starting
    }

    /// Writes the headquarters that stand for the Fog of War (PB-10.5).
    fn fog(&mut self, side: usize, starts: &BTreeMap<usize, MapPoint>) {
        let stacks = self.stacks(side);
        let fog: Vec<_> = stacks.flat_map(|stack| stack.scouts.iter().map(|scout| (*scout, stack.day))).collect();
        if !fog.is_empty() {
            self.push("      fog_of_war:");
        }
        for (scout, day) in fog {
            let card = &self.deck(side).corps[scout];
            let mut members = vec![format!("hq: {}", scalar(&card.hq))];
            if self.leadership && card.leader != Leader::Average {
                members.push(format!("leader: {}", card.leader.word()));
            }
            members.extend(card.army.iter().map(|army| format!("army: {}", scalar(army))));
            members.extend(starts.get(&scout).map(|MapPoint { x, y }| format!("at: [{x}, {y}]")));
            members.extend(enters(day).map(|enters| format!("enters: {enters}")));
            let _ = writeln!(self.text, "        - {{{}}}", members.join(", "));
        }
    }

    /// Writes the headquarters of an army, with its guard (PB-10.7). `None` if it finds no room to start in.
    fn army(
        &mut self,
        (side, number): (usize, usize),
        drawn: &[Drawn<'_>],
        zone: &mut StartZone<'_>,
        part: (usize, usize),
    ) -> Option<()> {
        let deck = self.deck(side);
        let (_, army) = deck.armies().nth(number)?;
        let mut own = drawn.iter().filter(|drawn| deck.army_of(drawn.card) == Some(number)).peekable();
        // One without a chit that has no corps is not there (PB-10.7).
        if !army.chit && own.peek().is_none() {
            return Some(());
        }
        let own: Vec<&Drawn<'_>> = own.collect();
        let guard = own.iter().find(|drawn| drawn.card.guard);
        // One with a chit waits for a guard that is a reinforcement, one without for the first of its corps.
        let day = match (army.chit, guard.map(|guard| guard.day)) {
            (true, Some(day @ DealtDay::Turn(_))) => day,
            (true, _) => DealtDay::Start,
            (false, _) => own.iter().map(|drawn| drawn.day).min().unwrap_or(DealtDay::Start),
        };
        let starts = guard.filter(|guard| guard.day == DealtDay::Start);
        let sizes = starts.map(|guard| sizes(self.field, guard.card, self.trains)).unwrap_or_default();
        let at = match day {
            DealtDay::Start => Some(zone.put(&sizes, part)?),
            DealtDay::Turn(_) | DealtDay::Day(_) | DealtDay::Never => None,
        };
        // One of several is an item of a list.
        let (indent, item) = if deck.army_hq.is_some() { (8, "") } else { (10, "- ") };
        if deck.army_hq.is_some() {
            self.push("      army_hq:");
        }
        let _ = writeln!(self.text, "        {item}hq: {}", scalar(&army.hq));
        self.leader(indent, army.leader);
        if !army.chit {
            let _ = writeln!(self.text, "{:indent$}chit: false", "");
        }
        self.where_to(indent, at, day);
        if let Some(guard) = guard {
            // Ruling on PB-10.6: a guard that comes later than its headquarters is not hidden, and enters by itself.
            let own = (guard.day != day).then_some(guard.day);
            if own.is_none() {
                let _ = writeln!(self.text, "{:indent$}hidden: true", "");
            }
            let _ = writeln!(self.text, "{:indent$}blocks:", "");
            self.blocks(indent + 2, guard.card, own);
        }
        Some(())
    }

    fn leader(&mut self, indent: usize, leader: Leader) {
        if self.leadership && leader != Leader::Average {
            let _ = writeln!(self.text, "{:indent$}leader: {}", "", leader.word());
        }
    }

    fn where_to(&mut self, indent: usize, at: Option<MapPoint>, day: DealtDay) {
        if let Some(MapPoint { x, y }) = at {
            let _ = writeln!(self.text, "{:indent$}at: [{x}, {y}]", "");
        } else if let Some(enters) = enters(day) {
            let _ = writeln!(self.text, "{:indent$}enters: {enters}", "");
        }
    }

    fn blocks(&mut self, indent: usize, card: &CorpsCard, own: Option<DealtDay>) {
        let trains = self.trains;
        for block in card.blocks.iter().filter(|block| trains || block.kind.is_fighting()) {
            let CardBlock { block: name, kind, quality, width, depth } = block;
            let mut members = vec![format!("block: {}", scalar(name))];
            if *kind != BlockKind::Infantry {
                members.push(format!("kind: {}", kind.word()));
            }
            if *quality != BlockQuality::Line {
                members.push(format!("quality: {}", quality.word()));
            }
            members.extend(own.and_then(enters).map(|enters| format!("enters: {enters}")));
            members.extend(width.map(|width| format!("width: {width}")));
            members.extend(depth.map(|depth| format!("depth: {depth}")));
            let _ = writeln!(self.text, "{:indent$}- {{{}}}", "", members.join(", "));
        }
    }

    /// Returns what a stack is, in a sentence or two.
    fn told_stack(&self, side: usize, stack: &DealtStack) -> String {
        let deck = self.deck(side);
        let mut told = match stack.day {
            DealtDay::Start => {
                format!("{}: starts on the map, within {} of the home edge", stack.letter.letter(), self.field.mounted)
            }
            DealtDay::Turn(turn) => format!(
                "{}: reinforcements, from turn {turn} on a die of {ROLL} or less as the chit is drawn",
                stack.letter.letter()
            ),
            DealtDay::Day(day) => format!("{}: only on day {day}, as reinforcements", stack.letter.letter()),
            DealtDay::Never => format!("{}: not used", stack.letter.letter()),
        };
        let guard = stack.corps.iter().find(|corps| deck.corps[**corps].guard);
        if let Some(guard) = guard {
            let _ = write!(told, "; {} with the headquarters of the army", deck.corps[*guard].hq);
        }
        told.push('.');
        told
    }

    fn foot(&mut self) {
        self.push("  victory:");
        // It is in force all the same (PB-10.5), and no matter of the decks.
        self.comment(4, "muster: allow(PB303) bots that move at random hardly ever lose half of an army");
        self.push("    - {rule: sudden-death}");
        let name = |side: usize| self.deck(side).name.clone();
        let base = |side: usize| self.bases[side].as_ref().map_or("", |base| &base.name);
        let (comment, hold, told) = match self.dealt.stronger() {
            None => {
                let ([one, other], [first, second]) = ([name(0), name(1)], [base(0), base(1)]);
                (
                    format!("Equally strong: both bases, {first} of {one} and {second} of {other} (PB-10.3)."),
                    format!("location: [{}, {}], within: foot/3", scalar(first), scalar(second)),
                    format!(
                        "Both armies are equally strong, and both have a base: {first} is that of {one}, {second} that of {other}. Whoever is \
                         alone at both at the end of a day has won."
                    ),
                )
            }
            Some(stronger) => {
                let (attacker, defender, base) = (name(stronger), name(1 - stronger), base(1 - stronger));
                (
                    format!("{attacker} is the stronger, and has no base; {base} is that of {defender} (PB-10.3)."),
                    format!("location: {}, within: foot/3, side: {}, or_loses: true", scalar(base), scalar(&attacker)),
                    format!(
                        "{attacker} is the stronger, and has to be alone at {base}, the base of {defender}, at the end of turn {TURNS}: or it \
                         loses."
                    ),
                )
            }
        };
        self.comment(4, &comment);
        let _ = writeln!(self.text, "    - {{rule: hold, {hold}}}");
        self.push("  bases:");
        let bases = self.bases;
        for (side, base) in bases.iter().enumerate().filter_map(|(side, base)| Some((side, base.as_ref()?))) {
            let _ = writeln!(self.text, "    {}: {}", scalar(&self.deck(side).name), scalar(&base.name));
        }
        let places: Vec<_> = bases.iter().flatten().filter_map(|base| Some((&base.name, base.place?))).collect();
        if !places.is_empty() {
            self.push("  locations:");
        }
        for (name, MapPoint { x, y }) in places {
            let _ = writeln!(self.text, "    {}: [{x}, {y}]", scalar(name));
        }
        let notes = told
            + " Before the first chit is drawn each side may set up anew what starts on the map, within a mounted move of its edge.";
        if notes.contains("  ") || notes.contains(is_unsafe) {
            let _ = writeln!(self.text, "  notes: {}", quote(&notes));
        } else {
            self.push("  notes: >-");
            for row in wrap(&notes) {
                let _ = writeln!(self.text, "    {row}");
            }
        }
    }
}

/// Returns when and where the cards of a stack enter; `None` for those that start on the map. By the turns of further days, which
/// go on counting, the neighbouring edges would be open to the enemy's rear.
fn enters(day: DealtDay) -> Option<String> {
    let turn = day.turn()?;
    Some(match day {
        DealtDay::Day(_) => format!("{{turn: {turn}, roll: {ROLL}}}"),
        DealtDay::Start | DealtDay::Turn(_) | DealtDay::Never => {
            format!("{{turn: {turn}, roll: {ROLL}, along: mounted/3}}")
        }
    })
}
