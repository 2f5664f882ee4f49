//! Dealing: stacks of three cards, the setup cards, which stack is what, and who stands in for the Fog of War (PB-10.3,
//! PB-10.5).

use muster_core::play::rng::Rng;

use super::setup::{FlagSetup, StackLetter, setup_deck};
use super::{CARDS, LEAST, STACK, TURNS};
use crate::model::{CaptureTheFlag, FlagDeck};

/// Most times that stacks are dealt again if no assignment of the letters gives a side an army.
const DEALS: usize = 1000;

/// A battle as it was dealt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlagDeal {
    /// The cards of the setup deck in the order in which they were dealt.
    pub drawn: [FlagSetup; 2],
    /// The forces of the sides.
    pub forces: [FlagForce; 2],
}

impl FlagDeal {
    /// Returns the side with the higher strength, which has no base; `None` if both are equal (PB-10.3).
    pub fn stronger(&self) -> Option<usize> {
        let [first, second] = [0, 1].map(|side| self.forces[side].setup.strength);
        (first != second).then(|| usize::from(second > first))
    }
}

/// The force of a side: its setup card and the corps it was dealt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlagForce {
    /// The setup card that holds for it.
    pub setup: FlagSetup,
    /// Its three stacks, in the order of the letters.
    pub stacks: Vec<DealtStack>,
    /// The corps of the fourth stack, which is out, by their places in the deck.
    pub out: Vec<usize>,
    /// Fog of War cards for which no headquarters was left (PB-10.5).
    pub forfeit: usize,
}

/// Three cards with a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealtStack {
    /// The letter.
    pub letter: StackLetter,
    /// The time from which it is there.
    pub day: DealtDay,
    /// Its corps, by their places in the deck.
    pub corps: Vec<usize>,
    /// The corps of which the headquarters stand in for its Fog of War cards, by their places in the deck.
    pub scouts: Vec<usize>,
}

/// The time from which the cards of a stack are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DealtDay {
    /// At the start.
    Start,
    /// From a turn of the first day on (PB-10.4).
    Turn(u16),
    /// From the first turn of a further day on (PB-10.5).
    Day(u16),
    /// Not at all: there is one day only (PB-10.3).
    Never,
}

impl DealtDay {
    /// Returns the first turn in which it may enter, turns of further days counted on; none at the start.
    pub fn turn(self) -> Option<u16> {
        match self {
            DealtDay::Start | DealtDay::Never => None,
            DealtDay::Turn(turn) => Some(turn),
            DealtDay::Day(day) => Some((day - 1) * TURNS + 1),
        }
    }
}

/// Deals two cards from the setup deck; `None` if it has fewer.
pub fn deal_setup(decks: &CaptureTheFlag, rng: &mut Rng) -> Option<[FlagSetup; 2]> {
    let mut deck = setup_deck(decks);
    shuffle(&mut deck, rng);
    Some([*deck.first()?, *deck.get(1)?])
}

/// Deals the stacks of both sides, for two cards of the setup deck, and gives them letters by chance. `None` if no deal gives a
/// side an army that has at least [`LEAST`] blocks, and some of them on the first day.
pub fn deal(decks: &CaptureTheFlag, drawn: [FlagSetup; 2], rng: &mut Rng) -> Option<FlagDeal> {
    let [first, second] = hands(decks, drawn, rng)?;
    let forces = [first.force_in_order(first.order)?, second.force_in_order(second.order)?];
    Some(FlagDeal { drawn, forces })
}

/// Deals the stacks of both sides, which have no letters yet; `None` as [`deal`].
pub(super) fn hands<'d>(decks: &'d CaptureTheFlag, drawn: [FlagSetup; 2], rng: &mut Rng) -> Option<[FlagHand<'d>; 2]> {
    let [first, second] = &decks.decks[..] else { return None };
    let setup = FlagSetup::effective_cards(drawn[0], drawn[1]);
    let has_days = setup[0].strength == setup[1].strength;
    Some([hand(first, (setup[0], has_days), rng)?, hand(second, (setup[1], has_days), rng)?])
}

/// The four stacks of a side as they were dealt.
pub(super) struct FlagHand<'d> {
    pub(super) deck: &'d FlagDeck,
    /// The setup card that holds for it.
    pub(super) setup: FlagSetup,
    /// Whether further days may come: both sides are equally strong.
    has_days: bool,
    /// The cards, stack after stack: a corps by its place in the deck, or none for the Fog of War.
    cards: Vec<Option<usize>>,
    /// The stacks that have the letters of the setup card if chance decides, and the one that is out.
    order: [usize; 4],
}

/// Deals the stacks of a side.
fn hand<'d>(deck: &'d FlagDeck, (setup, has_days): (FlagSetup, bool), rng: &mut Rng) -> Option<FlagHand<'d>> {
    // A card is a corps by its place, or none for the Fog of War.
    let corps = deck.corps.len().min(CARDS);
    let cards: Vec<Option<usize>> = (0..corps).map(Some).chain(std::iter::repeat_n(None, CARDS - corps)).collect();
    let mut hand = FlagHand { deck, setup, has_days, cards, order: [0, 1, 2, 3] };
    for _ in 0..DEALS {
        shuffle(&mut hand.cards, rng);
        // Which stack has which letter, and which is out, is drawn among the orders of the stacks that make an army.
        let orders: Vec<[usize; 4]> = orders().filter(|order| hand.is_army(order)).collect();
        if !orders.is_empty() {
            hand.order = orders[rng.draw_below(orders.len() as u32) as usize];
            return Some(hand);
        }
    }
    None
}

impl FlagHand<'_> {
    /// Returns the corps of a stack, by their places in the deck, and the number of its Fog of War cards.
    pub(super) fn stack(&self, stack: usize) -> (Vec<usize>, usize) {
        let mut corps: Vec<usize> = corps_of(&self.cards, stack).collect();
        corps.sort_unstable();
        let fog = STACK - corps.len();
        (corps, fog)
    }

    /// Returns the force with letters by chance.
    pub(super) fn random_force(&self) -> Option<FlagForce> {
        self.force_in_order(self.order)
    }

    /// Returns the force with letters as its owner gives them (PB-10.4): `S1 R4 X2`, each with the number of a stack, those of
    /// one letter in the order in which they come. The error says what is wrong.
    pub(super) fn parse_force(&self, text: &str) -> Result<FlagForce, String> {
        let expected =
            format!("expected the letters of {}, each with a stack from 1 to 4, such as `S1 R4 X2`", self.setup.word());
        let read = |word: &str| {
            let letter = StackLetter::parse(word.chars().next()?.to_ascii_uppercase())?;
            let stack = word[1..].parse::<usize>().ok().filter(|stack| (1..=4).contains(stack))?;
            Some((letter, stack - 1))
        };
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        let given: Option<Vec<(StackLetter, usize)>> = words.map(read).collect();
        let mut given = given.filter(|given| given.len() == 3).ok_or_else(|| expected.clone())?;
        given.sort_by_key(|(letter, _)| *letter);
        if given.iter().zip(self.setup.letters).any(|((letter, _), wanted)| *letter != wanted) {
            return Err(expected);
        }
        let out = (0..4).find(|stack| given.iter().all(|(_, other)| other != stack)).unwrap_or(3);
        let order = [given[0].1, given[1].1, given[2].1, out];
        let is_twice = orders().all(|known| known != order);
        if is_twice {
            return Err("two letters are given to one stack".to_owned());
        }
        self.force_in_order(order).ok_or_else(|| {
            format!("that gives it no army; an army needs a corps and {LEAST} blocks besides trains, some of them on the first day")
        })
    }

    /// Returns the force of stacks in an order, the last of them out; `None` if it is no army.
    fn force_in_order(&self, order: [usize; 4]) -> Option<FlagForce> {
        self.is_army(&order).then(|| assign_letters(self, order))
    }

    /// Returns true if stacks in an order, the last of them out, have an army, and some of it on the first day; a guard alone is
    /// none.
    fn is_army(&self, order: &[usize; 4]) -> bool {
        let FlagHand { deck, setup, cards, .. } = self;
        let blocks = |stack: usize| corps_of(cards, stack).map(|corps| deck.corps[corps].fighting()).sum::<usize>();
        let by_letter = order.iter().zip(setup.letters).map(|(stack, letter)| (letter, blocks(*stack)));
        let (mut all, mut first_day) = (0, 0);
        for (letter, blocks) in by_letter {
            let comes_first = letter != StackLetter::Reserve;
            all += if comes_first || self.has_days { blocks } else { 0 };
            first_day += if comes_first { blocks } else { 0 };
        }
        let comes = |letter: StackLetter| letter != StackLetter::Reserve || self.has_days;
        let in_play = order.iter().zip(setup.letters).filter(|(_, letter)| comes(*letter)).map(|(stack, _)| *stack);
        let has_corps = { in_play }.any(|stack| corps_of(cards, stack).any(|corps| !deck.corps[corps].guard));
        all >= LEAST && first_day > 0 && has_corps
    }
}

/// Returns the corps of a stack.
fn corps_of(cards: &[Option<usize>], stack: usize) -> impl Iterator<Item = usize> {
    cards[stack * STACK..(stack + 1) * STACK].iter().flatten().copied()
}

/// Gives stacks their letters, and the Fog of War its headquarters.
fn assign_letters(FlagHand { deck, setup, has_days, cards, .. }: &FlagHand<'_>, order: [usize; 4]) -> FlagForce {
    let (deck, setup) = (*deck, *setup);
    let mut out: Vec<usize> = corps_of(cards, order[3]).collect();
    out.sort_unstable();
    // That of the guard is the headquarters of the army, which is in use.
    let mut unused = out.iter().copied().filter(|corps| !deck.corps[*corps].guard);
    let (mut forfeit, mut reinforcements, mut reserves) = (0, 0, 0);
    let stacks = order.iter().zip(setup.letters).map(|(stack, letter)| {
        let day = match letter {
            StackLetter::Start => DealtDay::Start,
            StackLetter::Reinforcement => {
                reinforcements += 1;
                DealtDay::Turn(reinforcements)
            }
            StackLetter::Reserve if !has_days => DealtDay::Never,
            // One on the second day, the rest on the third.
            StackLetter::Reserve => {
                reserves += 1;
                DealtDay::Day(reserves.min(2) + 1)
            }
        };
        let mut corps: Vec<usize> = corps_of(cards, *stack).collect();
        corps.sort_unstable();
        let fog = STACK - corps.len();
        let scouts: Vec<usize> = unused.by_ref().take(fog).collect();
        forfeit += fog - scouts.len();
        DealtStack { letter, day, corps, scouts }
    });
    let stacks = stacks.collect();
    FlagForce { setup, stacks, out, forfeit }
}

/// Returns all orders of four stacks.
fn orders() -> impl Iterator<Item = [usize; 4]> {
    let all = (0..256).map(|i| [i / 64, i / 16 % 4, i / 4 % 4, i % 4]);
    all.filter(|order| (0..4).all(|stack| order.contains(&stack)))
}

/// Brings cards into an order of which each is as likely as any other.
fn shuffle<T>(cards: &mut [T], rng: &mut Rng) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, rng.draw_below(last as u32 + 1) as usize);
    }
}
