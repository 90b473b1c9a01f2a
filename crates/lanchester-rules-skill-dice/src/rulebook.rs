//! The ledger of every rule: what the page says, where, and what became of it here.
//!
//! Lines are those of the one-page reference that survived; "corrections" and "third reading" are the sections of the rules page
//! that come after it. Most of the game's sense is reconstructed: an entry that is ruled says what.

use lanchester_core::LedgerEntry;
use lanchester_core::ledger::{built, left_out, ruled};

/// Every rule.
pub const LEDGER: &[LedgerEntry] = &[
    ruled(
        "SKILLDICE 1.1",
        "Skill dice",
        "corrections 3",
        "the table of skill dice is lost; the parent game's is used: D4 up to skill 4, D6, D8, D10 for each two more",
    ),
    ruled(
        "SKILLDICE 1.2",
        "Ships and crews",
        "lines 54-59, corrections 8, third reading 3",
        "the page has no ships: these are ours, with one pilot and a fixed list of cannon for each crew",
    ),
    ruled(
        "SKILLDICE 1.3",
        "Set-up",
        "corrections 8",
        "the page has no set-up: a plane without an edge, two lines 24 hexes apart (option distance) that face each other",
    ),
    ruled(
        "SKILLDICE 1.4",
        "Sequence of a turn",
        "lines 1-15, corrections 6",
        "which steps are advanced is lost; all are played",
    ),
    ruled(
        "SKILLDICE 2.1",
        "Drift",
        "line 4, corrections 6 and 9",
        "the page names it alone: a ship without a pilot goes straight ahead as far as last turn, or at full speed where a critical hit \
         says so",
    ),
    ruled(
        "SKILLDICE 2.2",
        "Initiative",
        "lines 18-29, corrections 1, third reading 2",
        "a single ship uses Helm where that is the better die; a side without a pilot rolls 0 for Helm; of equal commanders or pilots \
         the one with least against it rolls",
    ),
    ruled(
        "SKILLDICE 2.3",
        "Alternating movement",
        "lines 23-27, third reading",
        "a side with fewer ships to move may pass (option may_pass); ships that must move first do so before all others",
    ),
    ruled(
        "SKILLDICE 2.4",
        "Ship movement",
        "lines 31-37, corrections 2, third reading 4",
        "one turn a hex, and an occupied hex is entered only on the way to a free one that can be paid",
    ),
    ruled(
        "SKILLDICE 2.5",
        "Helm rolls",
        "lines 39-52, corrections 2",
        "a turn that cannot be paid leaves the points and forbids another in this move; a botched one pays what there is",
    ),
    ruled(
        "SKILLDICE 2.6",
        "Torpedo movement",
        "third reading",
        "speed, cost of a hexside and endurance are the parent game's (options torpedo_speed, torpedo_turn, torpedo_endurance)",
    ),
    left_out("SKILLDICE 2.7", "Declared turn", "line 4", "the page names it and does not say what it is"),
    ruled(
        "SKILLDICE 3.1",
        "Firing order",
        "lines 61-66, third reading 5",
        "equal skill on both sides fires together, as in the parent game (option equal_skill); its crews are asked one by one",
    ),
    ruled(
        "SKILLDICE 3.2",
        "Arcs",
        "second reading",
        "the arcs are lost: six cones around the hexsides, and both have the ray between them",
    ),
    built("SKILLDICE 3.2.1", "Range increments", "lines 68-73"),
    ruled(
        "SKILLDICE 3.3",
        "Hitting the target",
        "lines 80-91, corrections 3",
        "the table of the skill die's bonus is lost; the Weaponry die is thrown with the cannon's dice",
    ),
    ruled("SKILLDICE 3.4", "Damage readings", "lines 95-102", "four dice or more are read by groups of equal faces"),
    built("SKILLDICE 3.5", "Damage modifiers", "lines 111-113"),
    built("SKILLDICE 3.6", "Damage classes", "lines 189-193, corrections 9"),
    ruled(
        "SKILLDICE 3.7",
        "Overage and screens",
        "lines 104-120",
        "nothing is rounded between reading, overage and screen",
    ),
    ruled(
        "SKILLDICE 4.1",
        "Damage index",
        "lines 124-127, corrections 5",
        "the index is reconstructed from a poor scan; the column of structure 1 serves all greater ones",
    ),
    ruled(
        "SKILLDICE 4.2",
        "Damage codes",
        "lines 129-161, corrections 5",
        "shorts last to the end of the next turn and fall on what has an effect; tubes are weapons; special equipment does nothing",
    ),
    ruled(
        "SKILLDICE 4.3",
        "Who chooses",
        "lines 140-141, 163, corrections 5",
        "the damage that must be odd is what the dice read (option odd_damage); what the note does not cover, the defender chooses",
    ),
    ruled(
        "SKILLDICE 4.4",
        "Structure hits",
        "lines 13, 161",
        "they are marked in the upkeep (option structure_marks); what exceeds the structure left is lost",
    ),
    ruled(
        "SKILLDICE 4.5",
        "Critical hits",
        "lines 158-159, 165-243, corrections 4, third reading 1",
        "a fuel leak takes all thrust from the fifth turn on (option for_5_turns); thruster locks last; a second one of a kind \
         adds turns, or falls on something else; a cannon that is short or shut down does not function; failed IFF draws torpedoes that arrived and have yet to hit",
    ),
    ruled(
        "SKILLDICE 4.6",
        "Cascade and explosions",
        "lines 212-243, third reading",
        "a cascade is a critical hit and a structure hit in each upkeep from the next one on; explosions hurt nobody else",
    ),
    ruled(
        "SKILLDICE 5.1",
        "Torpedo results",
        "line 8, corrections 7",
        "a salvo is all that reach a ship in a turn: dice added, ASV once, no overage",
    ),
    ruled(
        "SKILLDICE 5.2",
        "Nixies",
        "line 149, rules page",
        "a D4 for each tracking torpedo, fooled by 1 or 2 (option nixie_fools), one nixie a turn",
    ),
    ruled(
        "SKILLDICE 5.3",
        "Countermeasures",
        "line 11, corrections 6",
        "they act before torpedoes hit, or in the upkeep (option countermeasures), on an electronic warfare die of 4 or more (option countered_at); a nixie and a countermeasure may both act, \
         also against torpedoes that have yet to arrive; by default each ship acts just before the salvo at it hits",
    ),
    ruled(
        "SKILLDICE 5.4",
        "Jamming (option)",
        "lines 201-203",
        "known from a critical hit alone: one attempt more for every ship that is tracked",
    ),
    ruled(
        "SKILLDICE 5.5",
        "Engineering",
        "line 12, rules page",
        "one roll a ship and turn; 4 or more (option repaired_at) clears a short or a turn of stun",
    ),
    ruled(
        "SKILLDICE 5.6",
        "Creaking hulls and failing life support",
        "lines 222-224, 238-241, corrections 9",
        "they act in the upkeep, a creaking hull from the turn of its critical hit on",
    ),
    ruled(
        "SKILLDICE 5.7",
        "Stun",
        "lines 152-153, corrections 5 and 9",
        "2 off every roll of the crew, once; turns of stun add up, and the upkeep takes off one that was carried into the turn",
    ),
    ruled(
        "SKILLDICE 5.8",
        "Warhead launch",
        "line 15, corrections 7",
        "one torpedo a tube and turn, as many as the ship's file has; 32 of a side in flight at most",
    ),
    ruled(
        "SKILLDICE 6.1",
        "Ends of a battle",
        "corrections 8, third reading",
        "the page has no victory: the last side in play and in arms wins, else points left decide; as long as a torpedo flies no \
         turn is quiet; ships may be lost in the upkeep of the last turn",
    ),
    ruled(
        "SKILLDICE 6.2",
        "Points left",
        "corrections 8, third reading",
        "ships in play score their points, ships that left score half; the shares of the sides' own points are compared",
    ),
];
