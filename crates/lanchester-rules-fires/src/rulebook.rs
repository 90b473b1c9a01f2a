//! The ledger of every rule: what the book says, where, and what became of it here.
//!
//! Lines are those of the seed's text. Sections are the book's own, in capitals.

use lanchester_core::LedgerEntry;
use lanchester_core::ledger::{built, left_out, ruled};

/// Why the rules of the operational game are left out.
const OPERATIONAL: &str =
    "the operational game, which leads to tactical engagements; here engagements are set up by themselves";

/// Every rule.
pub const LEDGER: &[LedgerEntry] = &[
    left_out(
        "FIRES 5",
        "D20 probability table",
        "line 14",
        "the table is absent; every D20 is rolled, and the ideal table would differ little",
    ),
    ruled(
        "FIRES 6",
        "Units",
        "line 16",
        "the ships of a formation of a fleet's file are one unit throughout; salvos split as their owner likes",
    ),
    built("FIRES 7.D", "Relative speed", "line 21"),
    ruled(
        "FIRES 8",
        "Ship specification sheets",
        "lines 24-47",
        "the sheets are lost; these ships are ours, without what only the operational game needs",
    ),
    left_out("FIRES 10.A", "Operational turns", "lines 50-60", OPERATIONAL),
    ruled(
        "FIRES 10.A.I",
        "Initiative",
        "lines 51, 64",
        "the initial phase has one roll of its own; electronics count as they are now",
    ),
    ruled(
        "FIRES 10.B",
        "Tactical turns",
        "lines 61-72",
        "missiles are launched in movement phases, those before the first turn in its own; ends are tested after the attacks",
    ),
    built("FIRES 10.B.II.2", "Committed maneuver", "lines 65, 160"),
    ruled(
        "FIRES 10.B.II.3",
        "Thrust of missiles",
        "lines 66-67, 111-113",
        "missiles without a target drift; missiles thrust in the turn of their launch",
    ),
    ruled(
        "FIRES 10.B.II.7",
        "Attacks on missiles",
        "lines 70, 209-211",
        "salvos attack one after the other, the side without initiative first",
    ),
    ruled(
        "FIRES 10.B.II.8",
        "Attacks on ships",
        "lines 71, 213",
        "the owner chooses ships of the declared unit before the dice; hits of a phase on a ship are one damage number",
    ),
    built("FIRES 11.C", "Markers", "lines 77-79"),
    left_out("FIRES 11.E", "Operational thrust and interception", "lines 81-98", OPERATIONAL),
    ruled("FIRES 11.F.III", "Hexes of the initial thrust", "lines 102-106", "a unit of maneuver 0 has none"),
    ruled(
        "FIRES 11.F.IV",
        "Initial thrust",
        "lines 99-108, 159",
        "a marker may stay where it is; the hex of that sub-phase is then lost",
    ),
    built("FIRES 11.F.V", "Missile thrust", "lines 110-113"),
    left_out("FIRES 12", "Jump movement", "lines 114-123", OPERATIONAL),
    left_out("FIRES 13", "Detection", "lines 124-131", OPERATIONAL),
    ruled(
        "FIRES 14.B",
        "Units that are too fast",
        "line 134",
        "a matchup of fixed stations with such a unit is refused; dice never make one",
    ),
    left_out("FIRES 14.D.I", "Set-up from the operational map", "lines 135-147", OPERATIONAL),
    ruled(
        "FIRES 14.D.V",
        "Set-up by dice",
        "lines 148-156",
        "hexes of an area are numbered row by row from the innermost, left to right as one faces the centre; units are placed \
         alternately; option setup = intersecting has one roll for all speeds and none for the side",
    ),
    ruled(
        "FIRES 14.D.VI",
        "Guide formations",
        "line 158",
        "option guide: all units of a side begin on the markers of its first one, but those with fixed stations; narrower than the \
         book, which allows two hexes",
    ),
    ruled(
        "FIRES 14.F",
        "Launches",
        "lines 65, 110, 160",
        "no limit is stated; disabled ships do not launch; like missiles of a unit and turn are one salvo",
    ),
    ruled(
        "FIRES 15.A",
        "Ends of an engagement",
        "lines 161-166",
        "20 turns are a regular end; a battle is stopped only where the option turn_cap is less",
    ),
    built("FIRES 15.C", "The map floats", "line 167"),
    ruled(
        "FIRES 16.A.I",
        "Beam fire",
        "lines 68, 170",
        "missiles that are hit are removed at once; targets of a ship are declared before its dice",
    ),
    ruled("FIRES 16.A.II.1", "Beams to hit", "line 172", "an adjusted value of 0 or less cannot hit"),
    built("FIRES 16.A.II.2", "Beams to penetrate", "lines 173-175"),
    built("FIRES 16.A.III", "Damage numbers", "lines 177-180"),
    built("FIRES 16.A.IV", "Damage results", "lines 181-184"),
    built("FIRES 16.A.IV.4", "A second disabled result", "line 185"),
    ruled(
        "FIRES 16.A.IV.5",
        "Damage effects",
        "line 186",
        "the chart is lost: degraded leaves 3/4 of the weapons and electronics -1, damaged 1/2 and -2, disabled nothing",
    ),
    ruled(
        "FIRES 16.A.VI",
        "Detailed damage (option)",
        "lines 188-196, 218",
        "the damage tables are lost: they are data of the ships, with letters of ours beside B, P and S",
    ),
    ruled(
        "FIRES 16.A.VI.6",
        "Effects of detailed damage",
        "line 195",
        "the effects table is absent: one hit halves beams (B) or point defence (D), two silence them; two on the plant (P) or a shutdown \
         leave no power; E and T cost a point each, every fourth S an electronics; M ends launches",
    ),
    ruled(
        "FIRES 16.A.VII",
        "Beams at missiles",
        "line 197",
        "beams are not combined against missiles, as that changes nothing; there are no small craft",
    ),
    ruled(
        "FIRES 16.A.VIII",
        "Dispersed and concentrated fire",
        "lines 198-206",
        "on by default (option combined_fire); fractions are dropped",
    ),
    ruled(
        "FIRES 16.A.IX",
        "Point defence",
        "line 208",
        "it reaches all missiles in the hex; batteries are shared out before they roll; fractions are dropped",
    ),
    built("FIRES 16.A.X", "Missiles against missiles", "lines 209-211"),
    ruled(
        "FIRES 16.A.XI.2",
        "Missiles to hit ships",
        "lines 214-216",
        "the target value is that of range 0, the maneuver the committed one",
    ),
    built("FIRES 16.A.XI.3", "Missiles to penetrate", "line 217"),
    built("FIRES 17.A", "Damage control", "line 220"),
    ruled(
        "FIRES 17.B",
        "Time of damage control",
        "lines 72, 220-221",
        "once, at the end of the engagement and before victory points, or in every turn (option damage_control)",
    ),
    ruled(
        "FIRES 17.C",
        "Damage control of detailed damage",
        "lines 222-227",
        "the hit that is being repaired is attended to, permanent ones never are; shutdown follows the repair; a leak is a roll on the \
         damage table and comes after the explosion is counted",
    ),
    ruled(
        "FIRES 17.D",
        "Damage control after an engagement",
        "lines 221, 228-232",
        "the damage control of operational turns closes an engagement with detailed damage",
    ),
    left_out("FIRES 18", "Scuttling, capture and ransom", "lines 235-250", OPERATIONAL),
    built("FIRES 23", "Victory points", "lines 255-268"),
    ruled(
        "FIRES 23.H",
        "Victory points of a side",
        "lines 255-265",
        "they are counted after damage control; missiles against missiles cost as well",
    ),
    built("FIRES 23.K", "Victory points of detailed damage", "lines 266-268"),
];
