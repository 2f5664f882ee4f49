//! Clauses for the effects of cards, word by word.

use super::english::{capital, chain, counted, number};
use crate::systems::states_of_battle::values::PolyhedralDie;
use crate::systems::states_of_battle::words::{
    CardDeed, CardWord, CountersDeed, DrawnOrders, HalfMoveDeed, LostOrders, MoveDeed, MoveGroupDeed, PlainWord,
    PushDeed, ReloadedKind, RollDeed, RolledAgainst, StratagemDeed, Whose,
};

/// The player who does what a clause says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Teller {
    /// The player who is addressed.
    You,
    /// The opponent of the player who is addressed.
    They,
}

impl Teller {
    fn other(self) -> Teller {
        match self {
            Teller::You => Teller::They,
            Teller::They => Teller::You,
        }
    }

    /// Returns `your` or `their`.
    fn own(self) -> &'static str {
        self.either("your", "their")
    }

    /// Returns the same of the other player.
    fn enemy(self) -> &'static str {
        self.either("your opponent’s", "your")
    }

    fn subject(self) -> &'static str {
        self.either("you", "they")
    }

    /// Returns what the player does, `gain one counter`, as a clause: an order to whoever is addressed.
    fn act(self, deed: &str) -> String {
        match self {
            Teller::You => deed.to_owned(),
            Teller::They => format!("they {deed}"),
        }
    }

    /// Returns one of two, by who does it.
    fn either(self, you: &'static str, they: &'static str) -> &'static str {
        match self {
            Teller::You => you,
            Teller::They => they,
        }
    }
}

/// Returns what words do, each as one clause or more, without capitals and full stops. What does nothing is left out.
pub(super) fn deeds(words: &[CardWord], teller: Teller) -> Vec<Vec<String>> {
    nested(words, teller, 0)
}

/// Returns the same inside of other words; `depth` counts those around them.
fn nested(words: &[CardWord], teller: Teller, depth: usize) -> Vec<Vec<String>> {
    let mut deeds: Vec<Vec<String>> = Vec::new();
    let mut is_after_keep = false;
    for word in words {
        let mut clauses = of_word(word, teller, depth);
        let Some(first) = clauses.first_mut() else { continue };
        // Else it would read as a part of what the kept card does.
        if std::mem::replace(&mut is_after_keep, matches!(word, CardWord::Deed(CardDeed::Keep(_)))) {
            *first = format!("at once: {first}");
        }
        deeds.push(clauses);
    }
    deeds
}

/// Returns what words inside of others do, as a part of a sentence.
fn inner(words: &[CardWord], teller: Teller, depth: usize) -> String {
    let deeds = nested(words, teller, depth + 1);
    if deeds.is_empty() { "nothing happens".to_owned() } else { chain(&deeds) }
}

/// Returns the clauses of a word; none if it does nothing.
fn of_word(word: &CardWord, teller: Teller, depth: usize) -> Vec<String> {
    let own = teller.own();
    let one = |clause: String| vec![clause];
    let deed = match word {
        CardWord::Plain(word) => return plain(*word, teller),
        CardWord::Deed(deed) => deed,
    };
    match deed {
        CardDeed::Move(MoveDeed { units, rally }) => moving(*units, *rally, teller),
        CardDeed::MoveGroup(MoveGroupDeed { within, general }) => moving_group(*within, *general, teller),
        CardDeed::Reload(kinds) => {
            one(teller.act(&format!("take the spent markers off all {own} {}", reloaded(kinds))))
        }
        CardDeed::Counters(CountersDeed { side, change }) => counters(*side, *change, teller),
        CardDeed::Push(PushDeed { side, counters }) => one(push(*side, *counters, teller)),
        CardDeed::Roll(roll) => self::roll(roll, teller, depth),
        CardDeed::Draw(DrawnOrders::Count(n)) => one(teller.act(&format!("draw {}", orders(*n)))),
        CardDeed::Draw(DrawnOrders::AsHeld(_)) => {
            one(teller.act(&format!("draw as many Orders cards as {} still hold", teller.subject())))
        }
        CardDeed::Lose(LostOrders::Count(n)) => one(teller.act(&format!("lose {} of {own} choice", orders(*n)))),
        CardDeed::Lose(LostOrders::All(_)) => {
            one(teller.act(&format!("lose all Orders cards that {} still hold", teller.subject())))
        }
        CardDeed::ToHit(0) => Vec::new(),
        CardDeed::ToHit(change) => {
            let deed = if *change > 0 { "add" } else { "take" };
            let off = if *change > 0 { "" } else { " off" };
            let by = change.unsigned_abs();
            one(format!("to the end of the round {own} missile units and war machines {deed} {by}{off} to hit"))
        }
        CardDeed::Keep(words) => vec![
            teller.act("keep this card"),
            teller.act(&format!(
                "use it when {own} general wins a challenge, or his unit breaks one of as many points or more: {}",
                inner(words, teller, depth)
            )),
        ],
        CardDeed::Opponent(words) => {
            let who = teller.either("your opponent", "you");
            one(format!("{who} may do this: {}", inner(words, teller.other(), depth)))
        }
        CardDeed::HalfMove(HalfMoveDeed { units }) => one(match units {
            1 => format!(
                "one of {own} units that has not moved in this round may move by half its move in any direction, without a \
                 march or a charge"
            ),
            n => format!(
                "up to {} of {own} units that have not moved in this round may each move by half their move in any \
                 direction, without a march or a charge",
                number((*n).into())
            ),
        }),
        CardDeed::Stop(die) => one(format!(
            "when {} a card, {} {own} Generalship die against a {die}: if {} shows more, the card does nothing",
            teller.either("your opponent plays", "you play"),
            teller.act("throw"),
            teller.either("yours", "theirs")
        )),
        CardDeed::Stratagem(stratagem) => self::stratagem(*stratagem, teller),
    }
}

fn plain(word: PlainWord, teller: Teller) -> Vec<String> {
    let own = teller.own();
    match word {
        PlainWord::Melee => vec!["all close combats on the field are fought".to_owned()],
        PlainWord::Cast => vec![
            format!("{own} wizards may cast"),
            "magic that lasts moves, and spells run out that have had their time".to_owned(),
        ],
        PlainWord::Wild => vec![teller.act("play this as any Orders card but a Lull or one that is played as another")],
        PlainWord::RallyAll => vec![format!("all {own} fleeing units try to rally")],
        PlainWord::Fire => vec![format!(
            "each of {own} missile units and war machines that is not spent must shoot at the nearest enemy that it can see \
             and reach"
        )],
        PlainWord::ReRoll => vec![teller.act(&format!("throw one of {own} own throws again, all its dice"))],
    }
}

fn moving(units: u8, rally: u8, teller: Teller) -> Vec<String> {
    let own = teller.own();
    let mut clauses = Vec::new();
    if units > 0 {
        clauses.push(match units {
            1 => format!("one of {own} units that has not moved in this round may move, march or charge"),
            n => format!(
                "up to {} of {own} units that have not moved in this round may move, march or charge, one after the other",
                number(n.into())
            ),
        });
        clauses.push(FOUGHT.to_owned());
    }
    let then = if units > 0 { "then " } else { "" };
    if rally > 0 {
        let up_to = if rally == 1 { "" } else { "up to " };
        clauses.push(format!("{then}{up_to}{} of {own} fleeing units must try to rally", number(rally.into())));
    }
    clauses
}

/// The clause for a charge that leads to a combat (SB-6.1).
const FOUGHT: &str = "a charge that succeeds is fought at once";

fn moving_group(within: u8, general: u8, teller: Teller) -> Vec<String> {
    let own = teller.own();
    let general = if within == general { String::new() } else { format!(" ({general} if it is {own} general)") };
    vec![
        teller.act(&format!("choose one of {own} named characters")),
        format!(
            "all {own} units within {} of that character{general} that have not moved in this round may move, march or \
             charge, wherever they like",
            inches(within)
        ),
        format!("or only one of {own} units does, wherever it stands"),
        FOUGHT.to_owned(),
        format!("then one of {own} fleeing units must try to rally"),
    ]
}

fn inches(n: u8) -> String {
    format!("{n} {}", if n == 1 { "inch" } else { "inches" })
}

fn orders(n: u8) -> String {
    counted(n.into(), "Orders card")
}

fn reloaded(kinds: &[ReloadedKind]) -> &'static str {
    match (kinds.contains(&ReloadedKind::Missile), kinds.contains(&ReloadedKind::WarMachine)) {
        (true, false) => "missile units",
        (false, true) => "war machines",
        _ => "missile units and war machines",
    }
}

fn counters(side: Whose, change: i8, teller: Teller) -> Vec<String> {
    let deed = if change > 0 { "gain" } else { "lose" };
    let counters = counted(change.unsigned_abs().into(), "counter");
    match side {
        _ if change == 0 => Vec::new(),
        Whose::Own => vec![teller.act(&format!("{deed} {counters}"))],
        Whose::Enemy if teller == Teller::You => vec![format!("your opponent {deed}s {counters}")],
        Whose::Enemy => vec![format!("you {deed} {counters}")],
    }
}

fn push(side: Whose, counters: u8, teller: Teller) -> String {
    let whose = match side {
        Whose::Own => teller.own(),
        Whose::Enemy => teller.enemy(),
    };
    let up_to = if counters == 1 { "" } else { "up to " };
    teller.act(&format!(
        "move {up_to}{} of {whose} counters from the state of {whose} army into the next",
        number(counters.into())
    ))
}

/// Returns the throw, then what it leads to: in sentences of their own, or in brackets within another sentence.
fn roll(roll: &RollDeed, teller: Teller, depth: usize) -> Vec<String> {
    let own = teller.own();
    let against = match (roll.against, roll.against.die()) {
        (RolledAgainst::Enemy, _) | (_, None) => teller.either("your opponent’s", "yours").to_owned(),
        (_, Some(die)) => format!("a {die}"),
    };
    let throw = if roll.optional { format!("{} may throw", teller.subject()) } else { teller.act("throw") };
    let mut clause = format!("{throw} {own} Generalship die against {against}");
    if roll.handicap {
        clause += &format!(", and take off 1, 2 or 3 if {own} army is Shaken, Bloodied or Desperate");
    }
    if roll.behind {
        let enemy = teller.enemy();
        clause = format!("if {own} army has fewer than three quarters, rounded up, of {enemy} counters, {clause}");
    }
    let mut outcomes = Vec::new();
    if !roll.win.is_empty() {
        outcomes.push(format!("won: {}", inner(&roll.win, teller, depth)));
    }
    if let Some(much) = &roll.much {
        let instead = if roll.win.is_empty() { "" } else { "instead, " };
        outcomes.push(format!("won by more than {}: {instead}{}", much.by, inner(&much.play, teller, depth)));
    }
    if !roll.lose.is_empty() {
        outcomes.push(format!("lost: {}", inner(&roll.lose, teller, depth)));
    }
    if outcomes.is_empty() {
        return vec![clause];
    }
    if depth == 0 {
        return std::iter::once(clause).chain(outcomes).collect();
    }
    let outcomes: Vec<String> = outcomes.iter().map(|outcome| capital(outcome)).collect();
    let (open, close) = if depth % 2 == 1 { ('(', ')') } else { ('[', ']') };
    vec![format!("{clause} {open}{}{close}", outcomes.join(". "))]
}

fn stratagem(StratagemDeed { die, share, wizard }: StratagemDeed, teller: Teller) -> Vec<String> {
    let own = teller.own();
    let shown = PolyhedralDie::ALL.into_iter().find(|faced| faced.faces() >= die).unwrap_or(PolyhedralDie::D20);
    let share = match share {
        25 => format!("up to a quarter of {own} units, one at the least"),
        50 => format!("up to half of {own} units, one at the least"),
        100 => format!("as many of {own} units as {} like", teller.subject()),
        share => format!("up to {share} % of {own} units, one at the least"),
    };
    let mut throw = format!("at the start of {own} turn {} may throw {own} Generalship die", teller.subject());
    if wizard > 0 {
        throw += &format!(
            ", and discard an Orders card that casts to add {wizard} if a wizard is within 12 inches of {own} general"
        );
    }
    vec![
        teller.act(&format!(
            "before the battle, put this down with a {shown} showing {die}, and markers on {share}"
        )),
        throw,
        "as much as the die shows, or more: the marked units may each move or turn once, without a march or a charge, at any \
         time of this turn, even if they have moved"
            .to_owned(),
        "less: the die goes down by one; at 0 they move anyway".to_owned(),
    ]
}
