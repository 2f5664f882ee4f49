//! Reasons that moves are not legal, as small values: the notation words them.

use crate::geometry::MapPoint;

/// The reason a move is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MoveRefused {
    /// Something else is to be decided now.
    #[default]
    NotNow,
    /// The block is of no command that acts now.
    NotActing(u8),
    /// The block has acted, or is not on the map.
    CannotAct(u8),
    /// The move goes nowhere and changes nothing.
    Nowhere,
    /// The block would not be on the map.
    OffMap(MapPoint),
    /// The block would overlap another.
    Occupied(u8),
    /// The block would be in impassable ground, or the way goes across some, at a place.
    Impassable(MapPoint),
    /// The way goes through an enemy.
    ThroughEnemy(u8),
    /// The way is in contact with an enemy before its end.
    StoppedBy(u8),
    /// The way is longer than the block, or the headquarters, can go.
    TooFar {
        /// The length of the way, in map units, rounded up.
        length: u32,
        /// The most that is possible, in map units, rounded down.
        most: u32,
    },
    /// The facing changes more than twice.
    TooManyTurns,
    /// A leg is more than 45° off the facing, in degrees.
    NotAhead(u16),
    /// It would move into contact with an enemy out of command.
    OutOfCommand(u8),
    /// It would move into contact with an enemy, which trains do not.
    TrainContact(u8),
    /// It would move into contact with an enemy, which its orders to defend forbid.
    DefendContact(u8),
    /// It would move into contact with an enemy at night.
    NightContact(u8),
    /// It would move into contact with an enemy, which a special rule forbids.
    BarredContact(u8),
    /// Its command is without orders.
    WithoutOrders,
    /// It is not on the road.
    NotOnRoad,
    /// It is no fresh artillery.
    NotFreshArtillery,
    /// None bombards at night, or a special rule forbids it.
    NoBombardment,
    /// The target is no enemy on the map.
    NoTarget,
    /// The target is so many degrees off the front.
    OutOfArc(u16),
    /// The target is out of reach.
    OutOfReach,
    /// Only so many of sixteen points of the target are seen.
    Unseen(u8),
    /// The block is not spent.
    NotSpent,
    /// A special rule forbids to rally, or it is night and there are no trains.
    NoRally,
    /// An enemy is too near to rally.
    EnemyNear(u8),
    /// It rallies by a train only.
    NeedsTrain,
    /// Trains are not in play.
    NoTrains,
    /// The train is too far away, of another side, or not on the map.
    TrainAway(u8),
    /// The train is flipped.
    TrainFlipped(u8),
    /// Only a train recovers a block, at night.
    NotRecovering,
    /// The block is not eliminated, or none of the train's side, or a train.
    NotRecoverable(u8),
    /// The headquarters of the block is too far from the train, or not on the map.
    HqAway(u8),
    /// The block would not be adjacent to its headquarters.
    NotAtHq(u8),
    /// The block would be in contact with an enemy.
    InContact(u8),
    /// It may not enter there.
    NotAtEdge,
    /// It does not enter in this turn, or is there already.
    NotEntering,
    /// It must enter before it acts.
    MustEnter,
    /// Another block is placed now.
    NotPlacedNow(u8),
    /// The block would be more than a third of a mounted move from its headquarters.
    AwayFromHq(u8),
    /// There is room for the block, and it is placed.
    HasRoom(u8),
    /// The headquarters would be farther from its next point than it was.
    Farther,
    /// The orders are none: without a location, too long, or with a roll that is not made.
    BadOrders,
    /// The headquarters would not be adjacent to the block.
    NotAdjacent(u8),
    /// The block did not support the one that is gone.
    NotSupporter(u8),
    /// There is no room for the block in the gap, or it would not be in contact there.
    NoRoom(u8),
}

/// Nothing, or why not.
pub type Judgement<T = ()> = Result<T, MoveRefused>;
