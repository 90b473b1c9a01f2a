//! Policy files, and the overrides of single choices and weights.

use lanchester_scenario::Fields;
use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, empty_table};
use lanchester_scenario::{name_key, notes_key};

use crate::policy::{Anticipate, DeployRow, Initiative, MoveWeights, Policy, RangeGoal, ShipOrder, TargetWeights};

const INITIATIVES: [(&str, Initiative); 3] =
    [("active", Initiative::Active), ("reactive", Initiative::Reactive), ("score", Initiative::Score)];
const ORDERS: [(&str, ShipOrder); 5] = [
    ("listed", ShipOrder::Listed),
    ("strongest", ShipOrder::Strongest),
    ("weakest", ShipOrder::Weakest),
    ("nearest", ShipOrder::Nearest),
    ("farthest", ShipOrder::Farthest),
];
const ANTICIPATIONS: [(&str, Anticipate); 3] =
    [("still", Anticipate::Still), ("drift", Anticipate::Drift), ("reply", Anticipate::Reply)];
const GOALS: [(&str, RangeGoal); 3] =
    [("closest", RangeGoal::Closest), ("best", RangeGoal::Best), ("longest", RangeGoal::Longest)];
const ROWS: [(&str, DeployRow); 2] = [("front", DeployRow::Front), ("back", DeployRow::Back)];

/// A weight: key, meaning, place.
type Weight<W> = (&'static str, &'static str, fn(&mut W) -> &mut i8);

const MOVES: [Weight<MoveWeights>; 10] = [
    ("deal", "For the expected worth of the damage dealt from there.", |w| &mut w.deal),
    ("take", "Against the expected worth of the damage taken there.", |w| &mut w.take),
    ("range", "Against hexes away from the range goal.", |w| &mut w.range),
    ("bow", "Against hours between the bow and the nearest enemy.", |w| &mut w.bow),
    ("beam", "Against hours between the beam and the nearest enemy.", |w| &mut w.beam),
    ("edge", "Against hexes short of three from the board edge.", |w| &mut w.edge),
    ("crowd", "Against friends within one hex.", |w| &mut w.crowd),
    ("moved", "Against hexes moved.", |w| &mut w.moved),
    ("turned", "Against hexsides turned.", |w| &mut w.turned),
    ("noise", "For a random number.", |w| &mut w.noise),
];
const TARGETS: [Weight<TargetWeights>; 4] = [
    ("damage", "For expected boxes checked.", |w| &mut w.damage),
    ("near", "Against hexes away.", |w| &mut w.near),
    ("finish", "Against boxes it has left.", |w| &mut w.finish),
    ("rating", "For its combat rating.", |w| &mut w.rating),
];

fn choice<T>(what: &'static str, of: &[(&'static str, T)]) -> ValueType {
    ValueType::choice(what, of.iter().map(|(name, _)| *name))
}

fn weights<W>(key: &'static str, doc: &'static str, what: &'static str, of: &[Weight<W>]) -> Key {
    let fields = of.iter().map(|(key, doc, _)| Key::default(key, doc, ValueType::whole(-20, 20), 0)).collect();
    Key::default(key, doc, ValueType::Table(std::sync::Arc::new(TableSchema::new(what, fields))), empty_table())
}

/// The keys of a policy file.
pub(super) fn schema() -> TableSchema {
    let initiative = choice("initiative", &INITIATIVES);
    let order = || choice("order", &ORDERS);
    TableSchema::new(
        "a policy",
        vec![
            name_key(),
            notes_key(),
            Key::required("initiative", "Active or reactive, when the choice is won (NOVA 3.1).", initiative),
            Key::required("move_order", "Which ship moves next (NOVA 3.2).", order()),
            Key::required("fire_order", "Which ship fires next (NOVA 3.3).", order()),
            Key::required(
                "anticipate",
                "Where enemies that have yet to move are expected.",
                choice("anticipation", &ANTICIPATIONS),
            ),
            Key::required("range_goal", "The distance it seeks.", choice("range goal", &GOALS)),
            Key::required("deploy_row", "How far forward it places its ships.", choice("deployment row", &ROWS)),
            Key::required("deploy_spacing", "Columns between neighbours when placed.", ValueType::whole(1, 4)),
            Key::required("deploy_shift", "Columns the line may be shifted at random.", ValueType::whole(0, 6)),
            weights("moves", "What it looks for in a move.", "[moves]", &MOVES),
            weights("targets", "What it looks for in a target.", "[targets]", &TARGETS),
        ],
    )
}

fn chosen<T: Copy>(fields: &Fields, key: &str, of: &[(&str, T)], base: Option<T>) -> Option<T> {
    let word = fields.word(key).and_then(|word| of.iter().find(|(name, _)| *name == word));
    word.map(|(_, choice)| *choice).or(base)
}

fn weighed<W: Copy>(fields: &Fields, key: &str, of: &[Weight<W>], base: W) -> W {
    let mut weights = base;
    if let Some(table) = fields.table(key) {
        for (key, _, place) in of {
            let place = place(&mut weights);
            *place = table.whole(key, *place);
        }
    }
    weights
}

/// Reads a policy; with a `base`, what is absent stays as there. `None` without a value for every choice.
pub(super) fn read(fields: &Fields, name: String, base: Option<&Policy>) -> Option<Policy> {
    Some(Policy {
        name,
        initiative: chosen(fields, "initiative", &INITIATIVES, base.map(|b| b.initiative))?,
        move_order: chosen(fields, "move_order", &ORDERS, base.map(|b| b.move_order))?,
        fire_order: chosen(fields, "fire_order", &ORDERS, base.map(|b| b.fire_order))?,
        anticipate: chosen(fields, "anticipate", &ANTICIPATIONS, base.map(|b| b.anticipate))?,
        range_goal: chosen(fields, "range_goal", &GOALS, base.map(|b| b.range_goal))?,
        deploy_row: chosen(fields, "deploy_row", &ROWS, base.map(|b| b.deploy_row))?,
        deploy_spacing: fields.number("deploy_spacing").or(base.map(|b| b.deploy_spacing))?,
        deploy_shift: fields.number("deploy_shift").or(base.map(|b| b.deploy_shift))?,
        moves: weighed(fields, "moves", &MOVES, base.map(|b| b.moves).unwrap_or_default()),
        targets: weighed(fields, "targets", &TARGETS, base.map(|b| b.targets).unwrap_or_default()),
    })
}
