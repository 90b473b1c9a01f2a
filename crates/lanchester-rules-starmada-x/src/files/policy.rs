//! Policy files, and the overrides of single choices and weights.

use lanchester_battle::shortlist::LONGEST;
use lanchester_scenario::Fields;
use lanchester_scenario::key_table::{KeyTable, Weight, weights};

use crate::policy::{
    Anticipate, DeployRow, FlightOrder, FlightWeights, LoseFighters, LoseSystem, MoveWeights, Policy, RangeGoal,
    TargetWeights,
};

const ANTICIPATIONS: &[(&str, Anticipate)] = &[
    ("still", Anticipate::Still),
    ("drift", Anticipate::Drift),
    ("mixture", Anticipate::Mixture),
    ("aim", Anticipate::Aim),
];
const SYSTEMS: &[(&str, LoseSystem)] = &[("least-useful", LoseSystem::LeastUseful), ("listed", LoseSystem::Listed)];
const FIGHTERS: &[(&str, LoseFighters)] = &[("first", LoseFighters::First), ("last", LoseFighters::Last)];
const FLIGHT_ORDERS: &[(&str, FlightOrder)] = &[("own", FlightOrder::Own), ("enemy", FlightOrder::Enemy)];

const MOVES: &[Weight<MoveWeights>] = &[
    ("deal", "For the expected worth of the damage dealt from there.", |w| &mut w.deal),
    ("take", "Against the expected worth of the damage taken there.", |w| &mut w.take),
    ("share", "Against the expected worth of its share of the damage taken there.", |w| &mut w.share),
    ("range", "Against hexes away from the range goal.", |w| &mut w.range),
    ("outranged", "Against hexes beyond its own reach, where the enemy's is longer.", |w| &mut w.outranged),
    ("next", "For the exchange of the next turn, by the best of seven ways on.", |w| &mut w.next),
    ("bow", "Against hours between the bow and the nearest enemy.", |w| &mut w.bow),
    ("beam", "Against hours between the beam and the nearest enemy.", |w| &mut w.beam),
    ("edge", "Against hexes short of three from the board edge.", |w| &mut w.edge),
    ("crowd", "Against friends within one hex.", |w| &mut w.crowd),
    ("fleet", "Against hexes from the middle of the fleet.", |w| &mut w.fleet),
    ("moved", "Against movement points spent.", |w| &mut w.moved),
    ("forward", "For ending with a hex ahead.", |w| &mut w.forward),
    ("blast", "Against explosions in the hex.", |w| &mut w.blast),
    ("noise", "For a random number.", |w| &mut w.noise),
];
const TARGETS: &[Weight<TargetWeights>] = &[
    ("damage", "For expected damage dice.", |w| &mut w.damage),
    ("near", "Against hexes away.", |w| &mut w.near),
    ("finish", "Against hull boxes it has left.", |w| &mut w.finish),
    ("rating", "For its combat rating.", |w| &mut w.rating),
    ("flights", "For fighters shot down; without it ships hold their fire at flights.", |w| &mut w.flights),
];
const FLIGHTS: &[Weight<FlightWeights>] = &[
    ("ships", "For ships, by the chance that a hit penetrates; without it they are left alone.", |w| &mut w.ships),
    ("flights", "For enemy fighters; without it they are left alone.", |w| &mut w.flights),
    ("near", "Against hexes away.", |w| &mut w.near),
    ("finish", "Against hull boxes a ship has left.", |w| &mut w.finish),
    ("cover", "Against fire expected where it attacks from.", |w| &mut w.cover),
];

/// The keys of a policy file.
pub(super) fn keys() -> KeyTable<Policy> {
    KeyTable::<Policy>::without_defaults("a policy")
        .choice("anticipate", "Where enemies are expected.", "anticipation", ANTICIPATIONS, |p| &mut p.anticipate)
        .whole_or_none(
            "shortlist",
            "Of how many ends, the best against enemies that go straight on, `anticipate` and `next` count.",
            [1, LONGEST as i64],
            "of all",
            |p| &mut p.shortlist,
        )
        .choice("range_goal", "The distance it seeks.", "range goal", RangeGoal::WORDS, |p| &mut p.range_goal)
        .choice("deploy_row", "How far forward it places its ships.", "deployment row", DeployRow::WORDS, |p| {
            &mut p.deploy_row
        })
        .whole("deploy_spacing", "Columns between neighbours when placed.", [1, 4], |p| &mut p.deploy_spacing)
        .whole("deploy_shift", "Columns the line may be shifted at random.", [0, 6], |p| &mut p.deploy_shift)
        .choice("lose_weapon", "Which weapon it gives up (X 4.2.3).", "choice", SYSTEMS, |p| &mut p.lose_weapon)
        .choice("lose_equipment", "Which special equipment it gives up (X 4.2.3).", "choice", SYSTEMS, |p| {
            &mut p.lose_equipment
        })
        .choice("lose_fighters", "Which flight of a stack loses fighters (X 5.2.1).", "choice", FIGHTERS, |p| {
            &mut p.lose_fighters
        })
        .choice("flight_order", "Whose flight it makes act (X 5.1.2).", "order", FLIGHT_ORDERS, |p| &mut p.flight_order)
        .table("moves", "What it looks for in a move.", weights("[moves]", MOVES), |p| &mut p.moves)
        .table("targets", "What it looks for in a target.", weights("[targets]", TARGETS), |p| &mut p.targets)
        .table("flights", "What its flights look for.", weights("[flights]", FLIGHTS), |p| &mut p.flights)
}

/// Reads a policy; with a `base`, what is absent stays as there. `None` without a value for every choice.
pub(super) fn read(fields: &Fields, name: String, base: Option<&Policy>) -> Option<Policy> {
    keys().read_whole(fields, base, blank).map(|policy| Policy { name, ..policy })
}

/// What a complete file is read into.
fn blank() -> Policy {
    Policy {
        name: String::new(),
        anticipate: Anticipate::Still,
        shortlist: None,
        range_goal: RangeGoal::Closest,
        deploy_row: DeployRow::Front,
        deploy_spacing: 1,
        deploy_shift: 0,
        lose_weapon: LoseSystem::Listed,
        lose_equipment: LoseSystem::Listed,
        lose_fighters: LoseFighters::First,
        flight_order: FlightOrder::Own,
        moves: MoveWeights::default(),
        targets: TargetWeights::default(),
        flights: FlightWeights::default(),
    }
}
