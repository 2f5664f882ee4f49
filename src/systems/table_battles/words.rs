//! The words of Table Battles, which catalogues say in a language: numbers, lists, what stands on cards, and the sentences of
//! effects.

use std::sync::Arc;

use crate::print::locale::Locale;
use crate::systems::catalogue::{Catalogue, Given, Phrase, word_list};

word_list! {
    /// A word of Table Battles.
    WORDS Word {
        Number "number" (n: number);
        Ordinal "ordinal" (n: number);
        Comma "comma" (before: text, next: text);
        And "and" (before: text, last: text);
        Or "or" (before: text, last: text);
        Nor "nor" (before: text, last: text);
        Then "then" (before: text, next: text);
        Sentence "sentence" (text: text);
        IconDie1 "icon-die1" ();
        IconDie2 "icon-die2" ();
        IconDie3 "icon-die3" ();
        IconDie4 "icon-die4" ();
        IconDie5 "icon-die5" ();
        IconDie6 "icon-die6" ();
        IconStar "icon-star" ();
        IconStick "icon-stick" ();
        IconCube "icon-cube" ();
        IconInfantry "icon-infantry" ();
        IconCavalry "icon-cavalry" ();
        IconLink "icon-link" ();
        IconPair "icon-pair" ();
        IconTwoPairs "icon-two-pairs" ();
        IconTriplet "icon-triplet" ();
        IconTwoTriplets "icon-two-triplets" ();
        IconFullHouse "icon-full-house" ();
        IconFiveDice "icon-five-dice" ();
        BackOf "back-of" (card: text);
        MoreOf "more-of" (card: text);
        Red "red" ();
        Pink "pink" ();
        Blue "blue" ();
        Dkblue "dkblue" ();
        RedWing "red-wing" ();
        PinkWing "pink-wing" ();
        BlueWing "blue-wing" ();
        DkblueWing "dkblue-wing" ();
        Sticks "sticks" (n: number);
        SpecialCubes "special-cubes" (n: number);
        ShownDice "shown-dice" (dice: text);
        ShownInfantry "shown-infantry" ();
        ShownCavalry "shown-cavalry" ();
        ShownStar "shown-star" ();
        LinkedLeft "linked-left" ();
        LinkedRight "linked-right" ();
        LinkedBoth "linked-both" ();
        Reserve "reserve" ();
        ReserveBehind "reserve-behind" (name: text);
        ReserveCommanded "reserve-commanded" (name: text);
        Retire "retire" ();
        RetireMeaning "retire-meaning" ();
        Pursuit "pursuit" ();
        PursuitMeaning "pursuit-meaning" ();
        Voluntary "voluntary" ();
        SpendCube "spend-cube" ();
        RulesElsewhere "rules-elsewhere" ();
        SpecialRules "special-rules" ();
        DiceAny "dice-any" ();
        DiceDoubles "dice-doubles" ();
        DiceTriples "dice-triples" ();
        DiceStraight "dice-straight" (n: number);
        TakesNoDice "takes-no-dice" ();
        AnyNumberOfDice "any-number-of-dice" ();
        TwoAlike "two-alike" ();
        ThreeAlike "three-alike" ();
        InARow "in-a-row" (n: number);
        AsManyAsYouLike "as-many-as-you-like" ();
        OneDieATurn "one-die-a-turn" ();
        InBrackets "in-brackets" ();
        OneSetATurn "one-set-a-turn" ();
        Pair "pair" ();
        TwoPairs "two-pairs" ();
        Triplet "triplet" ();
        TwoTriplets "two-triplets" ();
        FullHouse "full-house" ();
        FiveDice "five-dice" ();
        Attack "attack" ();
        Bombard "bombard" ();
        Command "command" ();
        Screen "screen" ();
        Counterattack "counterattack" ();
        Absorb "absorb" ();
        AgainstAny "against-any" ();
        Against "against" (names: text);
        ForAny "for-any" ();
        For "for" (names: text);
        Hits "hits" (n: number);
        HitsPerDie "hits-per-die" ();
        HitsAndPerDie "hits-and-per-die" (hits: text);
        LosesItself "loses-itself" (n: number, hits: text);
        BombardEffect "bombard-effect" ();
        CommandEffect "command-effect" ();
        CommandFirst "command-first" ();
        ScreenEffect "screen-effect" ();
        CounterattackEffect "counterattack-effect" (hits: text);
        CounterattackFewer "counterattack-fewer" (n: number, hits: text);
        AbsorbAll "absorb-all" ();
        AbsorbOne "absorb-one" ();
        AbsorbOneFewer "absorb-one-fewer" ();
        SetUp "set-up" ();
        SetUpOf "set-up-of" (n: number);
        TheBattle "the-battle" ();
        Morale "morale" ();
        MoraleAloud "morale-aloud" (n: number);
        NoMorale "no-morale" ();
        GoesFirst "goes-first" ();
        Cards "cards" ();
        InReserve "in-reserve" ();
        Cubes "cubes" ();
        CubesOn "cubes-on" (n: number, name: text);
        Tactical "tactical" ();
        TacticalWins "tactical-wins" (n: number);
        TacticalDraws "tactical-draws" (n: number);
        RulesInForce "rules-in-force" ();
        RuleLinks "rule-links" ();
        RuleShift "rule-shift" ();
        RuleOblique "rule-oblique" ();
        Tokens "tokens" ();
        RedSticks "red-sticks" ();
        PinkSticks "pink-sticks" ();
        BlueSticks "blue-sticks" ();
        DkblueSticks "dkblue-sticks" ();
        Reference "reference" ();
        ATurn "a-turn" ();
        StepBegin "step-begin" ();
        Begin "begin" ();
        BeginShift "begin-shift" ();
        StepAct "step-act" ();
        OrPass "or-pass" ();
        Act "act" ();
        ActShift "act-shift" ();
        StepRoll "step-roll" ();
        Roll "roll" ();
        StepAnswer "step-answer" ();
        WhenAttacked "when-attacked" ();
        Answer "answer" ();
        ObliqueMeaning "oblique-meaning" ();
        RoutMorale "rout-morale" ();
        RoutAlone "rout-alone" ();
        Signs "signs" ();
        DiceTaken "dice-taken" ();
        DiceShown "dice-shown" ();
        Marks "marks" ();
        OfTwoNumbers "of-two-numbers" ();
        TripletAndPair "triplet-and-pair" ();
        AnyFive "any-five" ();
        Means "means" (name: text, meaning: text);
        MarkStick "mark-stick" ();
        MarkCube "mark-cube" ();
        MarkStar "mark-star" ();
        MarkLink "mark-link" ();
        MarkArms "mark-arms" ();
        ThisCard "this-card" noun ();
        It "it" noun ();
        Name "name" noun (name: text);
        OpenName "open-name" noun (name: text);
        EachFriend "each-friend" noun ();
        EachEnemy "each-enemy" noun ();
        EachFormation "each-formation" noun ();
        EveryFriend "every-friend" noun ();
        EveryEnemy "every-enemy" noun ();
        EveryFormation "every-formation" noun ();
        AFriend "a-friend" noun ();
        AnEnemy "an-enemy" noun ();
        AFormation "a-formation" noun ();
        AnyFriend "any-friend" noun ();
        AnyEnemy "any-enemy" noun ();
        AnyFormation "any-formation" noun ();
        Friends "friends" noun ();
        Enemies "enemies" noun ();
        Formations "formations" noun ();
        Neither "neither" noun (names: noun);
        NoneOf "none-of" noun (names: noun);
        While "while" (clauses: text);
        Once "once" (clauses: text);
        Until "until" (event: text);
        Either "either" (clauses: text);
        Unless "unless" (sentence: text, clauses: text);
        SentenceWhen "sentence-when" (when: text, sentence: text);
        IsInPlay "is-in-play" (who: noun);
        IsNotInPlay "is-not-in-play" (who: noun);
        BothInPlay "both-in-play" (who: text);
        AllInPlay "all-in-play" (who: text);
        NotBothInPlay "not-both-in-play" (who: noun);
        NotAllInPlay "not-all-in-play" (who: noun);
        IsInReserve "is-in-reserve" (who: noun);
        IsNotInReserve "is-not-in-reserve" (who: noun);
        NotBothInReserve "not-both-in-reserve" (who: noun);
        NotAllInReserve "not-all-in-reserve" (who: noun);
        HasRoutedAlready "has-routed-already" (who: noun);
        HasNotRoutedAlready "has-not-routed-already" (who: noun);
        NotBothRouted "not-both-routed" (who: noun);
        NotAllRouted "not-all-routed" (who: noun);
        IsOut "is-out" (who: noun);
        IsNotOut "is-not-out" (who: noun);
        NotBothOut "not-both-out" (who: noun);
        NotAllOut "not-all-out" (who: noun);
        DiceOn "dice-on" (who: noun);
        DiceOnEach "dice-on-each" (who: noun);
        DiceOnIt "dice-on-it" ();
        NoDiceOn "no-dice-on" (who: noun);
        HasNoDice "has-no-dice" (who: noun);
        NotBothDice "not-both-dice" (who: noun);
        NotAllDice "not-all-dice" (who: noun);
        CubeOn "cube-on" (who: noun);
        CubeOnEach "cube-on-each" (who: noun);
        CubeOnIt "cube-on-it" ();
        NoCubeOn "no-cube-on" (who: noun);
        HasNoCube "has-no-cube" (who: noun);
        NotBothCube "not-both-cube" (who: noun);
        NotAllCube "not-all-cube" (who: noun);
        When "when" (event: text);
        TheFirstTime "the-first-time" (event: text);
        FirstTime "first-time" ();
        WithItsAction "with-its-action" (nth: text);
        WithTheirAction "with-their-action" (nth: text);
        Enters "enters" (who: noun, first: optional);
        HasEnters "has-enters" (who: noun);
        HasNotEnters "has-not-enters" (who: noun);
        Routs "routs" (who: noun, first: optional);
        HasRouts "has-routs" (who: noun);
        HasNotRouts "has-not-routs" (who: noun);
        Retires "retires" (who: noun, first: optional);
        HasRetires "has-retires" (who: noun);
        HasNotRetires "has-not-retires" (who: noun);
        Pursues "pursues" (who: noun, first: optional);
        HasPursues "has-pursues" (who: noun);
        HasNotPursues "has-not-pursues" (who: noun);
        Leaves "leaves" (who: noun, first: optional);
        HasLeaves "has-leaves" (who: noun);
        HasNotLeaves "has-not-leaves" (who: noun);
        Attacks "attacks" (who: noun, first: optional, with: optional);
        HasAttacks "has-attacks" (who: noun, with: optional);
        HasNotAttacks "has-not-attacks" (who: noun, with: optional);
        Counterattacks "counterattacks" (who: noun, first: optional, with: optional);
        HasCounterattacks "has-counterattacks" (who: noun, with: optional);
        HasNotCounterattacks "has-not-counterattacks" (who: noun, with: optional);
        Screens "screens" (who: noun, first: optional, with: optional);
        HasScreens "has-screens" (who: noun, with: optional);
        HasNotScreens "has-not-screens" (who: noun, with: optional);
        Absorbs "absorbs" (who: noun, first: optional, with: optional);
        HasAbsorbs "has-absorbs" (who: noun, with: optional);
        HasNotAbsorbs "has-not-absorbs" (who: noun, with: optional);
        Commands "commands" (who: noun, first: optional, with: optional);
        HasCommands "has-commands" (who: noun, with: optional);
        HasNotCommands "has-not-commands" (who: noun, with: optional);
        Bombards "bombards" (who: noun, first: optional, with: optional);
        HasBombards "has-bombards" (who: noun, with: optional);
        HasNotBombards "has-not-bombards" (who: noun, with: optional);
        Acts "acts" (who: noun, first: optional, with: optional);
        HasActs "has-acts" (who: noun, with: optional);
        HasNotActs "has-not-acts" (who: noun, with: optional);
        LastCubeLeaves "last-cube-leaves" (who: noun, first: optional);
        LastCubeHasLeft "last-cube-has-left" (who: noun);
        LastCubeHasNotLeft "last-cube-has-not-left" (who: noun);
        CubeLeaves "cube-leaves" (n: number, who: noun, first: optional);
        CubeHasLeft "cube-has-left" (n: number, who: noun);
        CubeHasNotLeft "cube-has-not-left" (n: number, who: noun);
        EventAnd "event-and" (event: text, clauses: text);
        EventCommaAnd "event-comma-and" (event: text, clauses: text);
        EventOutcome "event-outcome" (event: text, outcome: text);
        NumberOfHits "number-of-hits" (n: number);
        NumberOfMoraleCubes "number-of-morale-cubes" (n: number);
        DoesRout "does-rout" (who: noun);
        DoesRoutAnywhere "does-rout-anywhere" (who: noun);
        DoesLeave "does-leave" (who: noun);
        DoesEnter "does-enter" (who: noun);
        TakesHits "takes-hits" (who: noun, hits: text);
        ItsSide "its-side" ();
        SideOfThisCard "side-of-this-card" ();
        GainsMorale "gains-morale" (side: text, cubes: text);
        LosesMorale "loses-morale" (side: text, cubes: text);
        EnemyGainsMorale "enemy-gains-morale" (cubes: text);
        EnemyLosesMorale "enemy-loses-morale" (cubes: text);
        MoraleGainedBy "morale-gained-by" (n: number, cubes: text, side: text);
        MoraleLostBy "morale-lost-by" (n: number, cubes: text, side: text);
        CubeGoesOn "cube-goes-on" (who: noun);
        CubeGoesOnEach "cube-goes-on-each" (who: noun);
        CubeComesOff "cube-comes-off" (who: noun);
        CubeComesOffEach "cube-comes-off-each" (who: noun);
        AllAttacks "all-attacks" ();
        AttacksOn "attacks-on" (on: noun);
        AttacksBy "attacks-by" (by: noun);
        AttacksByOn "attacks-by-on" (by: noun, on: noun);
        NoAttackAbove "no-attack-above" (hits: text);
        AllCounterattacks "all-counterattacks" ();
        CounterattacksOn "counterattacks-on" (on: noun);
        CounterattacksBy "counterattacks-by" (by: noun);
        CounterattacksByOn "counterattacks-by-on" (by: noun, on: noun);
        NoCounterattackAbove "no-counterattack-above" (hits: text);
        HitsMore "hits-more" (blows: text, hits: text);
        HitsFewer "hits-fewer" (blows: text, hits: text);
        HitsUnchanged "hits-unchanged" (blows: text);
        NoHits "no-hits" (blows: text);
        NeverAbove "never-above" (blows: text, hits: text);
        Not "not" ();
        Only "only" ();
        ToAttack "to-attack" (with: optional, not: optional);
        ToAttackWhom "to-attack-whom" (whom: noun, with: optional, not: optional);
        ToCommand "to-command" (with: optional, not: optional);
        ToCommandWhom "to-command-whom" (whom: noun, with: optional, not: optional);
        ToScreen "to-screen" (with: optional, not: optional);
        ToScreenWhom "to-screen-whom" (whom: noun, with: optional, not: optional);
        ToCounterattack "to-counterattack" (with: optional, not: optional);
        ToCounterattackWhom "to-counterattack-whom" (whom: noun, with: optional, not: optional);
        ToAbsorb "to-absorb" (with: optional, not: optional);
        ToAbsorbWhom "to-absorb-whom" (whom: noun, with: optional, not: optional);
        ToBombard "to-bombard" (with: optional, not: optional);
        ToRetire "to-retire" (with: optional, not: optional);
        ToPursue "to-pursue" (with: optional, not: optional);
        DoesNotPursue "does-not-pursue" (who: noun);
        DiceOnly "dice-only" (who: noun, when: text);
        NoDicePlaced "no-dice-placed" (who: noun);
        MayOnly "may-only" (who: noun, deed: text, when: text);
        NoFormationMay "no-formation-may" (deed: text);
        NoneMay "none-may" (who: noun, deed: text);
        MayNot "may-not" (who: noun, deed: text);
        PlacementArmy "placement-army" (n: number);
        PlacementRed "placement-red" (n: number);
        PlacementPink "placement-pink" (n: number);
        PlacementBlue "placement-blue" (n: number);
        PlacementDkblue "placement-dkblue" (n: number);
        ReserveHit "reserve-hit" (attacks: text, with: optional);
        ReserveSkipped "reserve-skipped" (attacks: text, with: optional);
        ReserveAwaited "reserve-awaited" (attacks: text, with: optional);
        LendsDice "lends-dice" (friends: noun);
        StartsWith "starts-with" (n: number);
        CubesAreNoStrength "cubes-are-no-strength" (n: number);
        Rescue "rescue" (friend: noun);
        RescueIsNoRout "rescue-is-no-rout" ();
        AnyHitRouts "any-hit-routs" ();
        RoutsByHits "routs-by-hits" (hits: text);
        CanBeAttacked "can-be-attacked" (hits: text);
        CanBeAttackedWhen "can-be-attacked-when" (when: text, hits: text);
        RoutGives "rout-gives" (n: number);
        DrawnWhen "drawn-when" (clauses: text);
        WonWhen "won-when" (side: text, clauses: text);
    }
}

/// The words of Table Battles in one language.
#[derive(Debug, Clone, Copy)]
pub struct Wording<'a>(pub &'a Catalogue);

impl<'a> Wording<'a> {
    /// Returns the language, as printing needs it.
    pub fn language(self) -> &'a Arc<Locale> {
        self.0.language()
    }

    /// Returns a word into which nothing is put.
    pub fn word(self, word: Word) -> String {
        self.say(word, &[])
    }

    /// Returns a word with what is put into it.
    pub fn say(self, word: Word, given: &[Given<'_>]) -> String {
        self.0.say(word as usize, given)
    }

    /// Returns a word as a phrase in all its forms.
    pub(super) fn phrase(self, word: Word, given: &[Given<'_>], plural: bool) -> Phrase {
        self.0.phrase(word as usize, given, plural)
    }

    /// Returns a phrase of several, with a word that joins the last.
    pub(super) fn phrases(self, all: &[Phrase], last: Word, plural: bool) -> Phrase {
        self.0.list(all, Word::Comma as usize, last as usize, plural)
    }

    /// Returns `A`, `A or B`, `A, B or C`, with a word that joins the last.
    pub fn list(self, texts: &[impl AsRef<str>], last: Word) -> String {
        self.0.listed(texts, Word::Comma as usize, last as usize)
    }

    /// Returns `A, then B, then C`.
    pub(super) fn sequence(self, texts: &[String]) -> String {
        self.0.listed(texts, Word::Then as usize, Word::Then as usize)
    }

    /// Returns a text as a sentence: with a capital at its head, and ended.
    pub(super) fn sentence(self, text: &str) -> String {
        let mut letters = text.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let text: String = first.chain(letters).collect();
        self.say(Word::Sentence, &[Given::Text(&text)])
    }
}
