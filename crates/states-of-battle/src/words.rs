//! The words in which cards and special rules say what they do: data, which the engine plays and the printer puts into
//! sentences.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::PolyhedralDie;

/// One effect of a card: a word, or a word with settings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CardWord {
    /// A word alone.
    Plain(PlainWord),
    /// A word with settings.
    Deed(CardDeed),
}

/// An effect of a card, written as one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlainWord {
    /// All close combats are fought.
    Melee,
    /// A magic phase: every wizard of the player may cast.
    Cast,
    /// The card is played as any Orders card that is neither wild nor a Lull.
    Wild,
    /// All fleeing units of the player try to rally.
    RallyAll,
    /// Every unspent unit of the player that can shoot fires at the nearest possible target.
    Fire,
    /// A starter card: the player rolls one of his rolls again, with all its dice.
    ReRoll,
}

/// An effect of a card, with its settings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardDeed {
    /// This many of the player's units move, march or charge, one after the other; then fleeing units must try to rally.
    Move(MoveDeed),
    /// As `move`, or all units near a named character of the player; then a fleeing unit must try to rally.
    MoveGroup(MoveGroupDeed),
    /// Spent markers are removed from these.
    Reload(#[schemars(length(min = 1, max = 2))] Vec<ReloadedKind>),
    /// Morale Counters are gained or lost.
    Counters(CountersDeed),
    /// Counters move from the army's state to the next one.
    Push(PushDeed),
    /// A roll of the Generalship die, and its results.
    Roll(RollDeed),
    /// The player draws Orders cards.
    Draw(DrawnOrders),
    /// The player loses Orders cards of his choice, or his whole hand.
    Lose(LostOrders),
    /// Until the end of the round, the player's units add this to their dice when they shoot.
    ToHit(#[schemars(range(min = -3, max = 3))] i8),
    /// The card is kept, and has these effects when the player's general wins a challenge, or his unit breaks one of equal
    /// or more points: at most 8 effects.
    Keep(#[schemars(length(min = 1, max = 8))] Vec<CardWord>),
    /// The opponent may do this with the opponent's own units: at most 8 effects.
    Opponent(#[schemars(length(min = 1, max = 8))] Vec<CardWord>),
    /// This many units move by half their move, without marching or charging. It counts as their move of the round.
    HalfMove(HalfMoveDeed),
    /// A starter card: stops a card that the opponent plays, if the player's Generalship die shows more than this die.
    Stop(PolyhedralDie),
    /// A starter card: marked units get a free move when the Generalship die shows as much as the die on the card.
    Stratagem(StratagemDeed),
}

/// Units that move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveDeed {
    /// The number of units.
    #[serde(default = "one")]
    #[schemars(range(max = 32))]
    pub units: u8,
    /// The number of fleeing units that must try to rally afterwards.
    #[serde(default = "one")]
    #[schemars(range(max = 32))]
    pub rally: u8,
}

/// Units near a character that move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveGroupDeed {
    /// Inches from a named character.
    #[serde(default = "six")]
    #[schemars(range(min = 1, max = 96))]
    pub within: u8,
    /// Inches from the general.
    #[serde(default = "twelve")]
    #[schemars(range(min = 1, max = 96))]
    pub general: u8,
}

/// Units that lose their spent markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReloadedKind {
    /// Missile units.
    Missile,
    /// War machines.
    WarMachine,
}

/// The player whose counters they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Whose {
    /// The player's.
    #[default]
    Own,
    /// The opponent's.
    Enemy,
}

/// Counters that are gained or lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountersDeed {
    /// The player whose counters they are.
    #[serde(default)]
    pub side: Whose,
    /// The number of counters gained; negative for lost.
    #[schemars(range(min = -20, max = 20))]
    pub change: i8,
}

/// Counters that move to the next state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PushDeed {
    /// The player whose counters they are.
    #[serde(default)]
    pub side: Whose,
    /// The number of counters; at most as many as the state has.
    #[schemars(range(min = 1, max = 20))]
    pub counters: u8,
}

/// A roll of the Generalship die. If both show the same, nothing happens.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RollDeed {
    /// The die it is rolled against.
    pub against: RolledAgainst,
    /// Whether 1, 2 or 3 are subtracted from the roll in Shaken, Bloodied or Desperate.
    #[serde(default)]
    pub handicap: bool,
    /// Whether the player may skip it.
    #[serde(default)]
    pub optional: bool,
    /// Whether it is rolled only while the army has fewer than three quarters, rounded up, of the enemy's counters.
    #[serde(default)]
    pub behind: bool,
    /// The effects if it is won: at most 8.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub win: Vec<CardWord>,
    /// The effects if it is won by much, instead of `win`.
    pub much: Option<WonByMuch>,
    /// The effects if it is lost: at most 8.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub lose: Vec<CardWord>,
}

/// The die that the Generalship die is rolled against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RolledAgainst {
    /// The enemy's Generalship die.
    Enemy,
    /// A die with four faces.
    D4,
    /// A die with six faces.
    D6,
    /// A die with eight faces.
    D8,
    /// A die with ten faces.
    D10,
    /// A die with twelve faces.
    D12,
    /// A die with twenty faces.
    D20,
}

impl RolledAgainst {
    /// Returns the die; `None` for the enemy's.
    pub fn die(self) -> Option<PolyhedralDie> {
        Some(match self {
            RolledAgainst::Enemy => return None,
            RolledAgainst::D4 => PolyhedralDie::D4,
            RolledAgainst::D6 => PolyhedralDie::D6,
            RolledAgainst::D8 => PolyhedralDie::D8,
            RolledAgainst::D10 => PolyhedralDie::D10,
            RolledAgainst::D12 => PolyhedralDie::D12,
            RolledAgainst::D20 => PolyhedralDie::D20,
        })
    }
}

/// The effects if a roll is won by more than some number.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WonByMuch {
    /// It is won by more than this.
    #[schemars(range(min = 1, max = 19))]
    pub by: u8,
    /// The effects in that case, instead of `win`: at most 8.
    #[schemars(length(min = 1, max = 8))]
    pub play: Vec<CardWord>,
}

/// The number of Orders cards that are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum DrawnOrders {
    /// As many as the player holds.
    AsHeld(AsHeld),
    /// This many.
    Count(#[schemars(range(min = 1, max = 16))] u8),
}

/// The word `as-held`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AsHeld {
    /// As many as the player holds.
    AsHeld,
}

/// The number of Orders cards that are lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum LostOrders {
    /// The player's whole hand.
    All(AllHeld),
    /// This many, of the player's choice.
    Count(#[schemars(range(min = 1, max = 16))] u8),
}

/// The word `all`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AllHeld {
    /// The player's whole hand.
    All,
}

/// Units that move by half.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HalfMoveDeed {
    /// The number of units.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 32))]
    pub units: u8,
}

/// Orders that were prepared before the battle (SB-7.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StratagemDeed {
    /// The number on the card's die at the start; it goes down by one with each failed roll.
    #[serde(default = "eight")]
    #[schemars(range(min = 1, max = 20))]
    pub die: u8,
    /// The most units that are marked, in percent of all units, rounded down; at least one.
    #[serde(default = "a_quarter")]
    #[schemars(range(min = 1, max = 100))]
    pub share: u8,
    /// The number added to the roll by discarding a card that casts spells while a wizard is near the general.
    #[serde(default = "four")]
    #[schemars(range(max = 20))]
    pub wizard: u8,
}

fn one() -> u8 {
    1
}

fn four() -> u8 {
    4
}

fn six() -> u8 {
    6
}

fn eight() -> u8 {
    8
}

fn twelve() -> u8 {
    12
}

fn a_quarter() -> u8 {
    25
}

/// A word of a list, or one inside another.
#[derive(Debug, Clone)]
pub struct PlacedWord<'a> {
    /// The word.
    pub word: &'a CardWord,
    /// Its place in the list: `/0`, `/1/roll/win/0`.
    pub suffix: String,
    /// The words that it stands in, from the outermost.
    pub inside: Vec<&'a CardDeed>,
}

/// Returns every word of a list, and those inside throws, kept cards and what an opponent may do, in written order.
pub fn placed_words(words: &[CardWord]) -> Vec<PlacedWord<'_>> {
    let mut all = Vec::new();
    place(words, "", &[], &mut all);
    all
}

fn place<'a>(words: &'a [CardWord], at: &str, inside: &[&'a CardDeed], all: &mut Vec<PlacedWord<'a>>) {
    for (i, word) in words.iter().enumerate() {
        let suffix = format!("{at}/{i}");
        all.push(PlacedWord { word, suffix: suffix.clone(), inside: inside.to_vec() });
        let CardWord::Deed(deed) = word else { continue };
        let within: Vec<&CardDeed> = inside.iter().copied().chain([deed]).collect();
        match deed {
            CardDeed::Keep(inner) => place(inner, &format!("{suffix}/keep"), &within, all),
            CardDeed::Opponent(inner) => place(inner, &format!("{suffix}/opponent"), &within, all),
            CardDeed::Roll(roll) => {
                place(&roll.win, &format!("{suffix}/roll/win"), &within, all);
                if let Some(much) = &roll.much {
                    place(&much.play, &format!("{suffix}/roll/much/play"), &within, all);
                }
                place(&roll.lose, &format!("{suffix}/roll/lose"), &within, all);
            }
            _ => {}
        }
    }
}

impl CardWord {
    /// Returns the word as it is written: `melee`, `move-group`.
    pub fn name(&self) -> &'static str {
        match self {
            CardWord::Plain(PlainWord::Melee) => "melee",
            CardWord::Plain(PlainWord::Cast) => "cast",
            CardWord::Plain(PlainWord::Wild) => "wild",
            CardWord::Plain(PlainWord::RallyAll) => "rally-all",
            CardWord::Plain(PlainWord::Fire) => "fire",
            CardWord::Plain(PlainWord::ReRoll) => "re-roll",
            CardWord::Deed(deed) => match deed {
                CardDeed::Move(_) => "move",
                CardDeed::MoveGroup(_) => "move-group",
                CardDeed::Reload(_) => "reload",
                CardDeed::Counters(_) => "counters",
                CardDeed::Push(_) => "push",
                CardDeed::Roll(_) => "roll",
                CardDeed::Draw(_) => "draw",
                CardDeed::Lose(_) => "lose",
                CardDeed::ToHit(_) => "to-hit",
                CardDeed::Keep(_) => "keep",
                CardDeed::Opponent(_) => "opponent",
                CardDeed::HalfMove(_) => "half-move",
                CardDeed::Stop(_) => "stop",
                CardDeed::Stratagem(_) => "stratagem",
            },
        }
    }

    /// Returns true if it is this word alone.
    pub fn is(&self, word: PlainWord) -> bool {
        *self == CardWord::Plain(word)
    }
}
