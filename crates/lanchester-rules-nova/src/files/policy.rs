//! Policy files, and the overrides of single choices and weights.

use lanchester_battle::shortlist::LONGEST;
use lanchester_scenario::Fields;
use lanchester_scenario::key_table::{KeyTable, Weight, weights};

use crate::policy::{Anticipate, DeployRow, Initiative, MoveWeights, Policy, RangeGoal, ShipOrder, TargetWeights};

const INITIATIVES: &[(&str, Initiative)] = &[
    ("active", Initiative::Active),
    ("reactive", Initiative::Reactive),
    ("score", Initiative::Score),
    ("look", Initiative::Look),
];
const ORDERS: &[(&str, ShipOrder)] = &[
    ("listed", ShipOrder::Listed),
    ("strongest", ShipOrder::Strongest),
    ("weakest", ShipOrder::Weakest),
    ("nearest", ShipOrder::Nearest),
    ("farthest", ShipOrder::Farthest),
];
const ANTICIPATIONS: &[(&str, Anticipate)] =
    &[("still", Anticipate::Still), ("drift", Anticipate::Drift), ("reply", Anticipate::Reply)];

const MOVES: &[Weight<MoveWeights>] = &[
    ("deal", "For the expected worth of the damage dealt from there.", |w| &mut w.deal),
    ("take", "Against the expected worth of the damage taken there.", |w| &mut w.take),
    ("share", "Against the expected worth of its share of the damage taken there.", |w| &mut w.share),
    ("range", "Against hexes away from the range goal.", |w| &mut w.range),
    ("outranged", "Against hexes beyond its own reach, where the enemy's is longer.", |w| &mut w.outranged),
    ("bow", "Against hours between the bow and the nearest enemy.", |w| &mut w.bow),
    ("beam", "Against hours between the beam and the nearest enemy.", |w| &mut w.beam),
    ("edge", "Against hexes short of three from the board edge.", |w| &mut w.edge),
    ("crowd", "Against friends within one hex.", |w| &mut w.crowd),
    ("fleet", "Against hexes from the middle of the fleet.", |w| &mut w.fleet),
    ("moved", "Against hexes moved.", |w| &mut w.moved),
    ("turned", "Against hexsides turned.", |w| &mut w.turned),
    ("noise", "For a random number.", |w| &mut w.noise),
];
const TARGETS: &[Weight<TargetWeights>] = &[
    ("damage", "For expected boxes checked.", |w| &mut w.damage),
    ("near", "Against hexes away.", |w| &mut w.near),
    ("finish", "Against boxes it has left.", |w| &mut w.finish),
    ("overkill", "Against one that banks before are expected to destroy.", |w| &mut w.overkill),
    ("rating", "For its combat rating.", |w| &mut w.rating),
];

/// The keys of a policy file.
pub(super) fn keys() -> KeyTable<Policy> {
    KeyTable::<Policy>::without_defaults("a policy")
        .choice(
            "initiative",
            "Active or reactive, when the choice is won (NOVA 3.1).",
            "initiative",
            INITIATIVES,
            |p| &mut p.initiative,
        )
        .choice("move_order", "Which ship moves next (NOVA 3.2).", "order", ORDERS, |p| &mut p.move_order)
        .choice("fire_order", "Which ship fires next (NOVA 3.3).", "order", ORDERS, |p| &mut p.fire_order)
        .choice("anticipate", "Where enemies that have yet to move are expected.", "anticipation", ANTICIPATIONS, |p| {
            &mut p.anticipate
        })
        .whole_or_none(
            "shortlist",
            "Of how many hexes and facings, the best against enemies that go straight on, replies are looked at.",
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
        .table("moves", "What it looks for in a move.", weights("[moves]", MOVES), |p| &mut p.moves)
        .table("targets", "What it looks for in a target.", weights("[targets]", TARGETS), |p| &mut p.targets)
}

/// Reads a policy; with a `base`, what is absent stays as there. `None` without a value for every choice.
pub(super) fn read(fields: &Fields, name: String, base: Option<&Policy>) -> Option<Policy> {
    keys().read_whole(fields, base, blank).map(|policy| Policy { name, ..policy })
}

/// What a complete file is read into.
fn blank() -> Policy {
    Policy {
        name: String::new(),
        initiative: Initiative::Active,
        move_order: ShipOrder::Listed,
        fire_order: ShipOrder::Listed,
        anticipate: Anticipate::Still,
        shortlist: None,
        range_goal: RangeGoal::Closest,
        deploy_row: DeployRow::Front,
        deploy_spacing: 1,
        deploy_shift: 0,
        moves: MoveWeights::default(),
        targets: TargetWeights::default(),
    }
}
