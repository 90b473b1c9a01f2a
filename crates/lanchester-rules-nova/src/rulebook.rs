//! The ledger of every rule: what the book says, where, and what became of it here.
//!
//! A rule that is built or ruled on has a doc heading with its id over the code that does it, and a test module named
//! after the id. A test below keeps the three places together.

use lanchester_core::LedgerEntry;
use lanchester_core::ledger::{built, left_out, ruled};

/// A page that only the table of contents still names.
const fn lost(id: &'static str, title: &'static str, page: &'static str) -> LedgerEntry {
    left_out(id, title, page, "the text of this page is lost")
}

/// Every rule.
pub const LEDGER: &[LedgerEntry] = &[
    // Ships
    ruled(
        "NOVA 1.1",
        "Ship display",
        "p. 5",
        "files are held to limits of our own (60 boxes, thrust 10, ECM 9, 40 dice a column, 8 batteries, 16 banks, range \
         30, rating 20,000), since the pages that set the book's (44 to 49) are lost; rows never rise, as on the one \
         display that survives",
    ),
    ruled(
        "NOVA 1.2",
        "Box groups",
        "p. 5",
        "derived from the book's example (5 armour and 8 hull boxes) and the designer's groups of MAJESTIC's 17 (6, 6, 5): \
         three groups as even as possible, extras to the earlier ones",
    ),
    ruled(
        "NOVA 1.3",
        "Fill order",
        "p. 5",
        "with fewer than three hull boxes an empty hull group is full as soon as the armour group before it is: a ship \
         is destroyed when all its boxes are checked",
    ),
    built("NOVA 1.4", "Rows of five", "p. 5"),
    ruled(
        "NOVA 1.5",
        "Weapon battery",
        "p. 6",
        "attack-dice strings are kept as printed: they follow from a fraction that is not printed and cannot be \
         worked out again",
    ),
    ruled(
        "NOVA 1.6",
        "Banks",
        "p. 6",
        "derived: banks are disjoint shares of the guns, their modifier is the rounded logarithm of the share to the \
         base of the square root of a half; banks that share a target are never merged",
    ),
    ruled(
        "NOVA 1.7",
        "Rows of our own ships",
        "p. 5",
        "the construction chapter is lost; rows and strings thin by the square root of a half, rounded half up, as on \
         the printed displays; shield icons by the number of blocking faces",
    ),
    // Setting up
    ruled(
        "NOVA 2.1",
        "Battle sizes",
        "p. 8",
        "without the option size there is neither limit nor target and the battle goes on to the last ship; the option \
         vp_target replaces the size's target; at most 12 ships a side",
    ),
    ruled(
        "NOVA 2.2",
        "Board",
        "p. 4",
        "the players sit at the two 24-hex edges; the option swapped_edges makes it 18 columns of 24 hexes, the \
         hex grain still toward the enemy",
    ),
    ruled(
        "NOVA 2.3",
        "Placing the ships",
        "p. 8",
        "with equal fleets a die of 1-3 lets seat 0 place first, 4-6 seat 1; ships of a fleet are placed in the order \
         of its list; depths are the option deployment_depth; policies face the enemy",
    ),
    ruled(
        "NOVA 2.4",
        "Fixed stations",
        "p. 8",
        "ours: fixed fleets are placed before free ones, A before B, and the free fleet is the second to place; when \
         the fleets change seats, fixed stations are reflected in the middle of the board",
    ),
    // Turn
    built("NOVA 3.1", "Initiative", "p. 9"),
    ruled(
        "NOVA 3.2",
        "Alternation",
        "p. 9",
        "how many ships a side activates at a time is fixed when the phase begins; they move one after the other, since \
         no die falls between their moves; a side with no ready ship left is passed over",
    ),
    ruled(
        "NOVA 3.3",
        "Combat phase",
        "p. 9",
        "ships are counted again after movement; a ship with nothing to fire at still takes its turn; ships that are \
         activated together fire one after the other, each choosing its targets when it is its turn; with the option \
         at_a_time = \"declared\" all of them declare before the first of them rolls, and what was declared at a ship \
         that is lost by then is wasted",
    ),
    ruled(
        "NOVA 3.4",
        "End phase",
        "p. 9",
        "the book has no turn limit: at the cap (option turn_cap, 30) the higher score wins and equal scores draw",
    ),
    // Movement
    built("NOVA 4.1", "Maneuvers", "p. 9"),
    built("NOVA 4.2", "Movement options", "p. 10"),
    ruled(
        "NOVA 4.3",
        "Without thrust",
        "p. 9",
        "the table is read literally: a moving ship goes straight on at its speed, one at rest may turn in place",
    ),
    ruled(
        "NOVA 4.4",
        "Leaving the board",
        "p. 10",
        "a ship leaves only if none of its maneuvers stays on the board all the way; a path that crosses the edge and \
         comes back leaves it",
    ),
    ruled(
        "NOVA 4.5",
        "Stacking",
        "p. 10",
        "a ship ends in an occupied hex only if every maneuver that stays on the board does; hexes off the board are no \
         place to shift it to, the hex it came from is; facing and speed are kept; the policies here shift it to the \
         first empty hex clockwise from dead astern",
    ),
    ruled("NOVA 4.6", "Holding position", "p. 9", "a policy of ours for exact tests: straight 0 at speed 0"),
    // Combat
    ruled(
        "NOVA 5.1",
        "Targets",
        "p. 11",
        "a ship's attacks are resolved in bank order, which changes nothing, since all meet the target as it was; a \
         target needs an attack die",
    ),
    built("NOVA 5.2", "Firing arcs", "p. 11"),
    built("NOVA 5.3", "Range", "p. 12"),
    built("NOVA 5.4", "Attack modifier", "p. 13"),
    ruled(
        "NOVA 5.5",
        "Attack dice",
        "p. 13",
        "past the last column there are no dice; above +2, every two steps double the dice again",
    ),
    ruled(
        "NOVA 5.6",
        "Hits",
        "p. 13",
        "the faces are unreadable in the surviving text; 5 and 6 hit, as the game's designer writes in his notes on \
         attack dice (mj12games.com/forum/viewtopic.php?id=3579)",
    ),
    built("NOVA 5.7", "Shield roll", "p. 13"),
    ruled(
        "NOVA 5.8",
        "When damage takes effect",
        "p. 14",
        "all attacks of an activation meet the ECM and shields of its start; the hits on one target are pooled, and \
         targets are damaged in the order of their fleet's list",
    ),
    ruled(
        "NOVA 5.9",
        "Traits and systems",
        "p. 19",
        "the pages (19, 23) are lost: Dx2 and Dx3 check two and three boxes a hit, Fire Control lowers the target's \
         ECM by the option fire_control_ecm (1), Hyperdrive does nothing, anything else is refused",
    ),
    ruled(
        "NOVA 5.10",
        "Damage checks",
        "p. 14",
        "the faces are derived from the table's counts; a volley that crosses both thresholds checks damaged first, \
         then crippled; the destroyed make no checks; a missing row rolls no die, a row of zeros does",
    ),
    built("NOVA 5.11", "Destroyed before its activation", "p. 14"),
    ruled(
        "NOVA 5.12",
        "Line of sight",
        "p. 12",
        "built, but nothing blocks it: ships never do, and the pages of what does (flares, p. 19; terrain, p. 37) are lost",
    ),
    // Victory
    ruled(
        "NOVA 7.1",
        "Victory",
        "p. 14",
        "unless a target (NOVA 2.1) decides, a side without ships has lost; if neither has one, the higher score wins and equal \
         scores draw",
    ),
    ruled("NOVA 7.2", "Partial victory points", "p. 14", "fractions count: scores are kept in quarter points"),
    // Starship systems
    left_out(
        "NOVA p.15 Damage to systems",
        "Damage to starship systems",
        "p. 15",
        "the text of this page is lost; here a ship never loses its systems",
    ),
    lost("NOVA p.15 Auxiliary Services", "Auxiliary services", "p. 15"),
    lost("NOVA p.16 Carrier", "Carrier", "p. 16"),
    lost("NOVA p.17 Cloaking Device", "Cloaking device", "p. 17"),
    lost("NOVA p.17 Directional Defenses", "Directional defenses", "p. 17"),
    lost("NOVA p.17 Drones", "Drones", "p. 17"),
    lost("NOVA p.18 Dual-Mode Weapons", "Dual-mode weapons", "p. 18"),
    lost("NOVA p.18 Escort", "Escort", "p. 18"),
    lost("NOVA p.19 Flares", "Flares", "p. 19"),
    lost("NOVA p.19 Fragile Systems", "Fragile systems", "p. 19"),
    lost("NOVA p.20 Marines", "Marines", "p. 20"),
    lost("NOVA p.20 Mines", "Mines", "p. 20"),
    lost("NOVA p.21 Overthrusters", "Overthrusters", "p. 21"),
    lost("NOVA p.21 Probes", "Probes", "p. 21"),
    lost("NOVA p.22 Regenerating", "Regenerating", "p. 22"),
    lost("NOVA p.22 Reinforced Systems", "Reinforced systems", "p. 22"),
    lost("NOVA p.22 Scout", "Scout", "p. 22"),
    lost("NOVA p.22 Shuttlecraft", "Shuttlecraft", "p. 22"),
    lost("NOVA p.23 Stealth", "Stealth", "p. 23"),
    lost("NOVA p.23 Tractor Beams", "Tractor beams", "p. 23"),
    lost("NOVA p.23 Weapon Traits", "Weapon traits other than Dx2 and Dx3 (5.9)", "p. 23"),
    // Advanced rules
    lost("NOVA p.26 Bank-Specific Damage", "Bank-specific damage", "p. 26"),
    lost("NOVA p.26 Combining/Splitting Attacks", "Combining and splitting attacks", "p. 26"),
    lost("NOVA p.27 Customized Firing Arcs", "Customized firing arcs", "p. 27"),
    lost("NOVA p.27 Damage Control", "Damage control", "p. 27"),
    lost("NOVA p.28 Electronic Protection Measures", "Electronic protection measures", "p. 28"),
    lost("NOVA p.28 Emergency Thrust", "Emergency thrust", "p. 28"),
    lost("NOVA p.28 Evasive Action", "Evasive action", "p. 28"),
    lost("NOVA p.28 Fleet Morale", "Fleet morale", "p. 28"),
    lost("NOVA p.29 Floating Game Board", "Floating game board", "p. 29"),
    lost("NOVA p.29 Hexless Play", "Play without hexes", "p. 29"),
    lost("NOVA p.29 Long Shots", "Long shots", "p. 29"),
    lost("NOVA p.30 Pivots", "Pivots", "p. 30"),
    lost("NOVA p.30 Random Damage Rolls", "Random damage rolls", "p. 30"),
    lost("NOVA p.30 Sensor Modes", "Sensor modes", "p. 30"),
    lost("NOVA p.31 Sideslips", "Sideslips", "p. 31"),
    lost("NOVA p.31 Simultaneous Play", "Simultaneous play", "p. 31"),
    lost("NOVA p.32 Three Dimensional Play", "Three-dimensional play", "p. 32"),
    // Alternate movement systems
    lost("NOVA p.33 Cinematic Movement", "Cinematic movement", "p. 33"),
    lost("NOVA p.34 Etheric Movement", "Etheric movement", "p. 34"),
    lost("NOVA p.34 Solar Movement", "Solar movement", "p. 34"),
    lost("NOVA p.35 Vector Movement", "Vector movement", "p. 35"),
    // Terrain
    lost("NOVA p.37 Asteroids", "Terrain: asteroids", "p. 37"),
    lost("NOVA p.38 Black Hole", "Terrain: black hole", "p. 38"),
    lost("NOVA p.39 Dust Cloud", "Terrain: dust cloud", "p. 39"),
    lost("NOVA p.39 Planet", "Terrain: planet", "p. 39"),
    // Scenarios
    lost("NOVA p.41 Breakout", "Scenario: Breakout", "p. 41"),
    lost("NOVA p.41 Fleet Action", "Scenario: Fleet Action", "p. 41"),
    lost("NOVA p.42 Hit & Run", "Scenario: Hit & Run", "p. 42"),
    lost("NOVA p.42 The Patrol", "Scenario: The Patrol", "p. 42"),
    lost("NOVA p.43 To the Rescue", "Scenario: To the Rescue", "p. 43"),
    lost("NOVA p.43 The Trap", "Scenario: The Trap", "p. 43"),
    // Ship construction and fleet lists
    lost("NOVA p.44 Designing the Ship", "Ship construction: design", "p. 44"),
    lost("NOVA p.48 Evaluating the Design", "Ship construction: combat rating", "p. 48"),
    lost("NOVA p.49 Completing the Ship Display", "Ship construction: display", "p. 49"),
    lost("NOVA p.52 Imperial Starmada", "Fleet list: Imperial Starmada", "p. 52"),
    lost("NOVA p.54 Arcturan Federation", "Fleet list: Arcturan Federation", "p. 54"),
    lost("NOVA p.56 Negali Alliance", "Fleet list: Negali Alliance", "p. 56"),
    lost("NOVA p.59 S'ssk Nesting", "Fleet list: S'ssk Nesting", "p. 59"),
    lost("NOVA p.60 Kalaedinese Expanse", "Fleet list: Kalaedinese Expanse", "p. 60"),
    // Converting designs of the Admiralty Edition
    lost("NOVA p.62 Converting Admiralty Designs", "Converting Admiralty designs: boxes and ratings", "p. 62"),
    lost("NOVA p.63 Converting Systems and Weapons", "Converting Admiralty designs: systems and weapons", "p. 63"),
    lost("NOVA p.65 Converting Combat Ratings", "Converting Admiralty designs: combat rating", "p. 65"),
];
