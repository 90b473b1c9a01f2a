//! The ledger of every rule: what the book says, where, and what became of it here.
//!
//! Sections 7.5 to 9 of the rulebook have survived with their text and keep its numbers. What is known from public material alone
//! (the publisher's player aid, a player's glossary, recorded games) has numbers of this collection that begin with `P`, or the
//! book's number where one is cited, and stands on page 0.
//!
//! A rule that is built or ruled on has a doc heading with its id over the code that does it, and a test module named
//! after the id. A test keeps the three places together.

use lanchester_core::LedgerEntry;
use lanchester_core::ledger::{built, left_out, ruled};

/// Why the advanced rules are left out.
const LOST: &str = "it is an advanced rule whose text has not survived";

/// Why rules are left out whose own text has survived.
const NEEDS_LOST: &str = "it is about terrain or fighters, which are left out";

/// The page of what stands on no page of the book that is known.
const PUBLIC: &str = "";

/// Every rule.
pub const LEDGER: &[LedgerEntry] = &[
    ruled(
        "TALON 5.3.1",
        "Firing arcs",
        PUBLIC,
        "hexes exactly on the rays between two arcs belong to the forward and the rear arc, for fire and for shields, as in five recorded games; option arc_boundary",
    ),
    ruled(
        "TALON 5.4.5",
        "Breaking apart",
        PUBLIC,
        "a ship that has negative power at each speed it could choose breaks apart when both players have finished the Power Phase; a power loss leaves the written line, without a check",
    ),
    ruled("TALON 7.5.1", "Floating map", "p. 8", "the plane has no edge; coordinates have 16 bits"),
    ruled(
        "TALON 7.5.2",
        "Mandatory retreat",
        "p. 8",
        "the plane always has room, so nobody has to; with the option stray_at a mobile ship that far from every other ship at the ends of six impulses in a row has retreated",
    ),
    left_out("TALON 7.5.3", "Terrain and the floating map", "p. 8", NEEDS_LOST),
    built("TALON 8.1.1", "Charge bar", "p. 8"),
    built("TALON 8.1.2", "Recharging", "p. 8"),
    built("TALON 8.1.3", "Charged at the start", "p. 8"),
    built("TALON 8.2.1", "Target selection", "p. 8"),
    built("TALON 8.2.2", "Restrictions", "p. 8"),
    built("TALON 8.2.3", "Blocking fire", "p. 8"),
    ruled(
        "TALON 8.3",
        "Firing procedure",
        "p. 8",
        "each weapon's target is chosen after the result of the one before; the book lets the player stop (\"may repeat steps 4 and 5\"), but public material defines a group as weapons that all must be fired: here each weapon of a group that fires and has a target fires",
    ),
    built("TALON 8.4.1", "Damage", "p. 8"),
    ruled(
        "TALON 8.4.2",
        "Power modifiers",
        "p. 9",
        "the example turns 3-3-2 into 2-3-1; only the power is modified here, since no rule takes anything off the turn radius and the example of 5.4.5 leaves it: 1-5-3 with a -2 becomes 0-4-2, as line 2-4-2 of the curve has it",
    ),
    ruled(
        "TALON 8.4.3",
        "Critical hull box",
        "p. 9",
        "nothing is rolled for the last hull box, with which the ship is destroyed",
    ),
    ruled(
        "TALON 8.5",
        "Critical Damage Table",
        "p. 9",
        "of 3, 4 and 11 a second one changes nothing, as the book's example says of 11; 6 and 8 count twice at most (option critical_stack); a weapon group is chosen by a die for each undestroyed one, without a die where there is one alone (option destroyed_groups_count); 11 forbids action points from any source too (option power_loss)",
    ),
    built("TALON 8.6.1", "Destruction", "p. 9"),
    ruled(
        "TALON 8.6.2",
        "Explosion damage",
        "p. 9",
        "ships of the player whose turn it is are hit first, each side in the order of its list",
    ),
    ruled(
        "TALON 8.6.3",
        "Sequence of explosions",
        "p. 9",
        "a player's ships explode in the order of his list, and what they destroy explodes after all that were due before",
    ),
    left_out("TALON 8.6.4", "Fighters and explosions", "p. 9", NEEDS_LOST),
    ruled(
        "TALON 8.6.5",
        "Missiles and explosions",
        "p. 9",
        "the missile takes the rating, in the hex of the explosion too; of several in a hex the first in the order of ships",
    ),
    ruled(
        "TALON 8.7",
        "Repair of critical damage",
        "p. 9",
        "results 3, 4 and 11 can be repaired; every repair that may be tried is tried",
    ),
    ruled(
        "TALON 9.1",
        "Power Phase",
        "p. 9",
        "ships break apart one after another, those of the player with the initiative first",
    ),
    ruled("TALON 9.2.1", "Passive charge of yellow boxes", "p. 9", "what may be charged is charged"),
    ruled(
        "TALON 9.2.2",
        "Charge of red boxes",
        "p. 9",
        "a bar has either a red box or yellow ones filled in one Power Phase",
    ),
    built("TALON 9.3", "Power curve", "p. 9"),
    built("TALON 9.4", "End of a round", "p. 9"),
    built("TALON P.1", "Sequence of play", PUBLIC),
    built("TALON P.2", "Impulse display", PUBLIC),
    ruled(
        "TALON P.3",
        "Action points",
        PUBLIC,
        "ships spend theirs in the order of their list; a battery supplies one only in an impulse that gives the ship none; a ship with an intact missile group may redirect any own missile, at any enemy ship but one in the missile's hex",
    ),
    ruled(
        "TALON P.4",
        "Movement",
        PUBLIC,
        "bases rotate first, then ships and missiles move in any order that their owner chooses",
    ),
    ruled(
        "TALON P.5",
        "Side slip",
        PUBLIC,
        "a ship has one marker at most, which stays until it is used; a slip counts toward the turn radius (option slip_counts)",
    ),
    built("TALON P.6", "Afterburner", PUBLIC),
    ruled(
        "TALON P.7",
        "Stacking",
        PUBLIC,
        "a side is a race; 3 points to each of a pair (option stack_damage) on arcs chosen as in 8.6.2, once a pair and move",
    ),
    ruled(
        "TALON P.8",
        "Shield reinforcement",
        PUBLIC,
        "one box more on an arc, before its own boxes (option reinforcement); two a ship and one an arc at most (options reinforcements_ship, reinforcements_arc)",
    ),
    ruled(
        "TALON P.9",
        "Initiative",
        PUBLIC,
        "the Talon begin with it: the fleet with more points of ships of that race, or seat 0 (option first_initiative); it changes at the end of an impulse with more markers to change than to defend it, which are then removed (option initiative_change)",
    ),
    ruled(
        "TALON P.10",
        "Missiles",
        PUBLIC,
        "where no way brings a missile closer it may go any; it is lost six hexes or more from every enemy ship (option missile_lost_at); it hits a ship that comes to it on the arc in which they meet",
    ),
    ruled(
        "TALON P.11",
        "Launching a missile",
        PUBLIC,
        "a weapon has at most one missile in flight; the missile may face anywhere when it is placed",
    ),
    built("TALON P.12", "Weapon charts", PUBLIC),
    ruled(
        "TALON P.13",
        "Fusion cannon",
        PUBLIC,
        "it hits enemies alone, missiles included, ships first; option fusion",
    ),
    ruled(
        "TALON P.14",
        "Wave motion gun",
        PUBLIC,
        "it displaces on a hit alone, and no base; the arc is taken before (options wave_displaces, wave_arc); a displaced ship stacks with nobody and meets missiles after the gun's damage",
    ),
    built("TALON P.15", "Power through a turn", PUBLIC),
    ruled(
        "TALON P.16",
        "Set-up",
        PUBLIC,
        "zones are two rows of 24 columns, with seven empty rows between them (option gap); a ship may face anywhere; the player with the initiative places first; no marker of a turn radius lies on the map (option start_turned)",
    ),
    ruled(
        "TALON P.17",
        "Victory",
        PUBLIC,
        "a battle is stopped after impulse F of its last round, the 24th (option turn_cap; prices are the same with 48, not with 12, under the policies default and slash), and the larger share of points left then wins; a great or a devastating victory counts as a major one",
    ),
    ruled(
        "TALON P.18",
        "Retreat",
        PUBLIC,
        "off but for the option retreat: at the end of a Power Phase a mobile ship with its FTL online that has been on the board for as many rounds as it has printed hull boxes",
    ),
    ruled(
        "TALON P.19",
        "Bases",
        PUBLIC,
        "a base rotates clockwise in each impulse that shows its speed, without a choice, and cannot slip, turn or retreat",
    ),
    ruled(
        "TALON P.20",
        "Ship counters",
        PUBLIC,
        "files are held to limits: 12 ships and 24 missile weapons a side; 12 hull boxes with modifiers down to -5, 15 shield boxes an arc; speeds 1 to 6 in steps of one, power and radius to 6; 4 groups of 4 weapons, 3 red and 8 yellow boxes; 3 batteries, 4 afterburners, explosion 9; 5000 points; the counter of a fighter squadron plays as one small ship, and a carrier brings none",
    ),
    left_out("TALON P.21", "Fighters", PUBLIC, LOST),
    left_out("TALON P.22", "Transmitting power", PUBLIC, NEEDS_LOST),
    left_out("TALON 17.2.2", "Planets that block fire", PUBLIC, LOST),
    left_out("TALON P.23", "Black holes", PUBLIC, LOST),
];
