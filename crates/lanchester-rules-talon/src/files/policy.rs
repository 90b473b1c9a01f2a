//! Policy files, and the overrides of single choices and weights.

use lanchester_scenario::key_table::{Weight, weights};
use lanchester_scenario::{Fields, KeyTable};

use crate::policy::{DeployRow, MoveWeights, PointWeights, Policy, RangeGoal, SpeedWeights, TargetWeights};

const MOVES: &[Weight<MoveWeights>] = &[
    ("deal", "For the value of the best shot, now or in the next two impulses.", |w| &mut w.deal),
    ("take", "Against the value of its share of the fire that may answer.", |w| &mut w.take),
    ("range", "Against hexes off the range wanted from the nearest enemy.", |w| &mut w.range),
    ("bow", "Against hours between the bow and the nearest enemy.", |w| &mut w.bow),
    ("spread", "Against friends, and cripples that may explode, within a hex.", |w| &mut w.spread),
    ("fleet", "Against hexes beyond three from the nearest friend.", |w| &mut w.fleet),
    ("burn", "The price of an afterburner box.", |w| &mut w.burn),
    ("noise", "For a random number.", |w| &mut w.noise),
];
const POINTS: &[Weight<PointWeights>] = &[
    ("charge", "For the damage that a yellow box stands for.", |w| &mut w.charge),
    ("maneuver", "For what a slip or an early turn adds to the move.", |w| &mut w.maneuver),
    ("reinforce", "For the damage that a shield reinforcement would absorb.", |w| &mut w.reinforce),
    ("battery", "For a battery, and the price of a charged one.", |w| &mut w.battery),
    ("initiative", "For how much better the shots of the next impulse are.", |w| &mut w.initiative),
    ("redirect", "For another target for a missile that has none.", |w| &mut w.redirect),
];
const SPEED: &[Weight<SpeedWeights>] = &[
    ("power", "For action points that there is a use for.", |w| &mut w.power),
    ("close", "For hexes toward the range wanted, when charged.", |w| &mut w.close),
    ("agile", "Against the turn radius, near the enemy.", |w| &mut w.agile),
];
const TARGETS: &[Weight<TargetWeights>] = &[
    ("damage", "For the value of the group's damage.", |w| &mut w.damage),
    ("finish", "Against hull boxes it has left.", |w| &mut w.finish),
    ("points", "For its points.", |w| &mut w.points),
    ("intercept", "For a missile that may be killed.", |w| &mut w.intercept),
];

/// The keys of a policy file besides its name.
pub(super) fn keys() -> KeyTable<Policy> {
    KeyTable::<Policy>::without_defaults("a policy")
        .choice("range_goal", "The distance it seeks.", "range goal", RangeGoal::WORDS, |p| &mut p.range_goal)
        .choice("deploy_row", "How far forward it places its ships.", "deployment row", DeployRow::WORDS, |p| {
            &mut p.deploy_row
        })
        .whole("deploy_spacing", "Columns between neighbours when placed.", [1, 4], |p| &mut p.deploy_spacing)
        .whole("deploy_shift", "Columns the line may be shifted at random.", [0, 6], |p| &mut p.deploy_shift)
        .whole("patience", "Eighths of a shot now that one of a coming impulse counts.", [0, 8], |p| &mut p.patience)
        .whole(
            "least",
            "Eighths of its greatest expected damage that a shot is worth when a group fires.",
            [0, 8],
            |p| &mut p.least,
        )
        .whole("hull", "Points more that one on the hull counts than one on a shield.", [0, 4], |p| &mut p.hull)
        .whole("withdraw", "Hexes farther that a ship seeks while nothing is charged.", [0, 8], |p| &mut p.withdraw)
        .whole("launch_range", "The longest range at which it launches missiles.", [1, 4], |p| &mut p.launch_range)
        .table("moves", "What it looks for in a move.", weights("[moves]", MOVES), |p| &mut p.moves)
        .table("points", "What it spends action points on.", weights("[points]", POINTS), |p| &mut p.points)
        .table("speed", "What it looks for in a speed.", weights("[speed]", SPEED), |p| &mut p.speed)
        .table("targets", "What it looks for in a target.", weights("[targets]", TARGETS), |p| &mut p.targets)
}

/// Reads a policy; with a `base`, what is absent stays as there. `None` without a value for every choice.
pub(super) fn read(fields: &Fields, name: String, base: Option<&Policy>) -> Option<Policy> {
    keys().read_whole(fields, base, blank).map(|policy| Policy { name, ..policy })
}

/// What a complete file is read into: it weighs nothing.
pub(crate) fn blank() -> Policy {
    Policy {
        name: String::new(),
        range_goal: RangeGoal::Closest,
        deploy_row: DeployRow::Front,
        deploy_spacing: 1,
        deploy_shift: 0,
        patience: 0,
        least: 0,
        hull: 0,
        withdraw: 0,
        launch_range: 1,
        moves: MoveWeights::default(),
        points: PointWeights::default(),
        speed: SpeedWeights::default(),
        targets: TargetWeights::default(),
    }
}
