//! Policy files, and the overrides of single choices and weights.

use std::sync::Arc;

use lanchester_scenario::table_schema::{Key, TableSchema, ValueType, empty_table};
use lanchester_scenario::{Fields, name_key, notes_key};

use crate::policy::{
    Anticipate, DeployRow, FlightOrder, FlightWeights, LoseFighters, LoseSystem, MoveWeights, Policy, RangeGoal,
    TargetWeights,
};

const ANTICIPATIONS: [(&str, Anticipate); 3] =
    [("still", Anticipate::Still), ("drift", Anticipate::Drift), ("mixture", Anticipate::Mixture)];
const GOALS: [(&str, RangeGoal); 3] =
    [("closest", RangeGoal::Closest), ("best", RangeGoal::Best), ("longest", RangeGoal::Longest)];
const ROWS: [(&str, DeployRow); 2] = [("front", DeployRow::Front), ("back", DeployRow::Back)];
const SYSTEMS: [(&str, LoseSystem); 2] = [("least-useful", LoseSystem::LeastUseful), ("listed", LoseSystem::Listed)];
const FIGHTERS: [(&str, LoseFighters); 2] = [("first", LoseFighters::First), ("last", LoseFighters::Last)];
const FLIGHT_ORDERS: [(&str, FlightOrder); 2] = [("own", FlightOrder::Own), ("foe", FlightOrder::Foe)];

/// A weight: key, meaning, place.
type Weight<W> = (&'static str, &'static str, fn(&mut W) -> &mut i8);

const MOVES: [Weight<MoveWeights>; 11] = [
    ("deal", "For the expected worth of the damage dealt from there.", |w| &mut w.deal),
    ("take", "Against the expected worth of the damage taken there.", |w| &mut w.take),
    ("range", "Against hexes away from the range goal.", |w| &mut w.range),
    ("bow", "Against hours between the bow and the nearest enemy.", |w| &mut w.bow),
    ("beam", "Against hours between the beam and the nearest enemy.", |w| &mut w.beam),
    ("edge", "Against hexes short of three from the board edge.", |w| &mut w.edge),
    ("crowd", "Against friends within one hex.", |w| &mut w.crowd),
    ("moved", "Against movement points spent.", |w| &mut w.moved),
    ("forward", "For ending with a hex ahead.", |w| &mut w.forward),
    ("blast", "Against explosions in the hex.", |w| &mut w.blast),
    ("noise", "For a random number.", |w| &mut w.noise),
];
const TARGETS: [Weight<TargetWeights>; 5] = [
    ("damage", "For expected damage dice.", |w| &mut w.damage),
    ("near", "Against hexes away.", |w| &mut w.near),
    ("finish", "Against hull boxes it has left.", |w| &mut w.finish),
    ("rating", "For its combat rating.", |w| &mut w.rating),
    ("flights", "For fighters shot down; without it ships hold their fire at flights.", |w| &mut w.flights),
];
const FLIGHTS: [Weight<FlightWeights>; 5] = [
    ("ships", "For ships, by the chance that a hit penetrates; without it they are left alone.", |w| &mut w.ships),
    ("flights", "For enemy fighters; without it they are left alone.", |w| &mut w.flights),
    ("near", "Against hexes away.", |w| &mut w.near),
    ("finish", "Against hull boxes a ship has left.", |w| &mut w.finish),
    ("cover", "Against fire expected where it attacks from.", |w| &mut w.cover),
];

fn weights<W>(key: &'static str, doc: &'static str, what: &'static str, of: &[Weight<W>]) -> Key {
    let fields = of.iter().map(|(key, doc, _)| Key::default(key, doc, ValueType::whole(-20, 20), 0)).collect();
    Key::default(key, doc, ValueType::Table(Arc::new(TableSchema::new(what, fields))), empty_table())
}

/// The keys of a policy file.
pub(super) fn schema() -> TableSchema {
    fn choice<T>(key: &'static str, doc: &'static str, what: &'static str, of: &[(&'static str, T)]) -> Key {
        Key::required(key, doc, ValueType::choice(what, of.iter().map(|(name, _)| *name)))
    }
    TableSchema::new(
        "a policy",
        vec![
            name_key(),
            notes_key(),
            choice("anticipate", "Where enemies are expected.", "anticipation", &ANTICIPATIONS),
            choice("range_goal", "The distance it seeks.", "range goal", &GOALS),
            choice("deploy_row", "How far forward it places its ships.", "deployment row", &ROWS),
            Key::required("deploy_spacing", "Columns between neighbours when placed.", ValueType::whole(1, 4)),
            Key::required("deploy_shift", "Columns the line may be shifted at random.", ValueType::whole(0, 6)),
            choice("lose_weapon", "Which weapon it gives up (X 4.2.3).", "choice", &SYSTEMS),
            choice("lose_equipment", "Which special equipment it gives up (X 4.2.3).", "choice", &SYSTEMS),
            choice("lose_fighters", "Which flight of a stack loses fighters (X 5.2.1).", "choice", &FIGHTERS),
            choice("flight_order", "Whose flight it makes act (X 5.1.2).", "order", &FLIGHT_ORDERS),
            weights("moves", "What it looks for in a move.", "[moves]", &MOVES),
            weights("targets", "What it looks for in a target.", "[targets]", &TARGETS),
            weights("flights", "What its flights look for.", "[flights]", &FLIGHTS),
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
        anticipate: chosen(fields, "anticipate", &ANTICIPATIONS, base.map(|b| b.anticipate))?,
        range_goal: chosen(fields, "range_goal", &GOALS, base.map(|b| b.range_goal))?,
        deploy_row: chosen(fields, "deploy_row", &ROWS, base.map(|b| b.deploy_row))?,
        deploy_spacing: fields.number("deploy_spacing").or(base.map(|b| b.deploy_spacing))?,
        deploy_shift: fields.number("deploy_shift").or(base.map(|b| b.deploy_shift))?,
        lose_weapon: chosen(fields, "lose_weapon", &SYSTEMS, base.map(|b| b.lose_weapon))?,
        lose_equipment: chosen(fields, "lose_equipment", &SYSTEMS, base.map(|b| b.lose_equipment))?,
        lose_fighters: chosen(fields, "lose_fighters", &FIGHTERS, base.map(|b| b.lose_fighters))?,
        flight_order: chosen(fields, "flight_order", &FLIGHT_ORDERS, base.map(|b| b.flight_order))?,
        moves: weighed(fields, "moves", &MOVES, base.map(|b| b.moves).unwrap_or_default()),
        targets: weighed(fields, "targets", &TARGETS, base.map(|b| b.targets).unwrap_or_default()),
        flights: weighed(fields, "flights", &FLIGHTS, base.map(|b| b.flights).unwrap_or_default()),
    })
}
