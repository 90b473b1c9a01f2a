//! The ledger of every rule: what the book says, where, and what became of it here.
//!
//! A rule that is built or ruled on has a doc heading with its id over the code that does it, and a test module named
//! after the id. A test keeps the three places together.

use lanchester_core::LedgerEntry;
use lanchester_core::ledger::{built, left_out, ruled};

/// What only the index of the book still names.
const fn lost(id: &'static str, title: &'static str, page: &'static str) -> LedgerEntry {
    left_out(id, title, page, "only the index names it: no text has survived")
}

/// Every rule.
pub const LEDGER: &[LedgerEntry] = &[
    ruled(
        "X 0.1.1",
        "Board",
        "p. 9",
        "the book says at least so large: the option board goes up to 60 × 50, with an even number of columns; players sit at the edges that are long on the book's board, the hex grain toward the enemy",
    ),
    ruled(
        "X 1.1",
        "Starship record",
        "p. 11",
        "files are held to limits: 12 ships and 24 flights a side; rating 20000; 60 hull boxes, 10 engines, 5 shields; 3 batteries with 8 kinds of mount in all, 15 weapons per battery, range 30, to-hit 2 to 6, ROF, PEN and DMG 5 each, 240 damage dice of a battery at once; on a face of the chart 3 hits of a letter and 6 in all; each kind of equipment once, with 9 boxes at most, and armour that cancels on 2 to 6",
    ),
    built("X 1.2", "Combat rating", "p. 11"),
    built("X 1.4", "Hull", "p. 11"),
    built("X 1.5", "Engines", "p. 11"),
    built("X 1.6", "Shields", "p. 11"),
    built("X 1.7", "Damage chart", "p. 12"),
    built("X 1.8", "Battery", "p. 12"),
    ruled(
        "X 1.9",
        "Special equipment",
        "p. 12",
        "each equipment hit marks one box; a piece works until its last box is marked; without a box it cannot be lost",
    ),
    built("X 2.1.1", "Equal forces", "p. 13"),
    ruled(
        "X 2.1.2",
        "Setting up",
        "p. 13",
        "ties are rolled again; five columns at either side stay empty; a scenario may fix stations, which are turned by half a circle in odd battles; a flight starts in the set-up area or with its carrier; objects (asteroids and planets, in a matchup file) stay where they are when the fleets change seats, since the book lets one side place them and the other choose its edge; nothing starts in one; a file may have 100 objects on 240 hexes in all, and a planet a radius of 6",
    ),
    built("X 2.2", "Sequence of play", "p. 13"),
    built("X 2.2.1", "Orders phase", "p. 13"),
    built("X 2.2.2", "Movement phase", "p. 13"),
    built("X 2.2.3", "Fighter phase", "p. 14"),
    ruled(
        "X 2.2.4",
        "Combat phase",
        "p. 14",
        "ties are rolled again; all ships of a side attack, in the order of its list, each with its batteries a, b and c in that order, and then all of the other; attacks slash enemies only, so who goes first changes no result",
    ),
    ruled(
        "X 2.2.5",
        "End phase",
        "p. 14",
        "shields and armour are those of the moment; several explosions in a hex are rolled one after another, those of the own side first; a ship destroyed here explodes after all have rolled; explosions are rolled before they lose strength, or after it with the option explosion_decay",
    ),
    ruled(
        "X 2.3",
        "Winning",
        "p. 14",
        "equal points draw; a battle ends before its last turn when a side can no longer act, with neither a ship nor a flight left, or when neither side has a ship; what explosions might still do to the last ships is not waited for; a file may set 1 to 100 turns; a side without ships whose flights still fly plays on; when neither side has a ship the points decide by the letter, unless the option mutual_destruction makes it a draw, and such battles have a count of their own",
    ),
    built("X 3.1", "Movement points", "p. 14"),
    built("X 3.2", "Movement orders", "p. 14"),
    ruled(
        "X 3.2.1",
        "Maneuvers",
        "p. 14",
        "before its first move a ship may begin with a maneuver; a move back is a maneuver when it begins the orders; a ship that did not move did not move ahead",
    ),
    built("X 3.2.2", "Movement point cost", "p. 15"),
    ruled(
        "X 3.3",
        "Moving the ship",
        "p. 15",
        "orders that lead through an object are illegal, sideslips and moves back included; a ship may always stay, so none is forced into one",
    ),
    built("X 3.3.1", "Stacking", "p. 15"),
    ruled(
        "X 3.3.2",
        "Leaving the board",
        "p. 15",
        "a way that leaves the board and comes back leaves it; no explosion; policies never choose to leave",
    ),
    built("X 4.1", "Before attacking", "p. 15"),
    ruled(
        "X 4.1.1",
        "Declaration of targets",
        "p. 15",
        "the book binds a ship before its own attacks, not before everybody's: each declares when its turn to attack comes and sees what was slashed before, or, with the option declare = \"phase\", all ships before any die; what is slashed out may still be attacked, and policies do so only where nothing else can be",
    ),
    ruled(
        "X 4.1.2",
        "Firing arcs",
        "p. 15",
        "the diagram is lost: A fore-port, B fore-starboard, C port, D starboard, E aft-port, F aft-starboard, 60 degrees each, borders included",
    ),
    ruled("X 4.1.3", "Range", "p. 15", "a range that is no multiple of three has the bands ⌈R/3⌉, ⌈2R/3⌉, R"),
    ruled(
        "X 4.1.4",
        "Line of sight",
        "p. 16",
        "a line that only touches a corner does not cross the hex; an object blocks as an explosion does, also together with one along a shared side, without a modifier; strengths of explosions at both ends and of several in a hex add up",
    ),
    built("X 4.2", "Attack procedure", "p. 16"),
    built("X 4.2.1", "To-hit roll", "p. 16"),
    built("X 4.2.2", "Shield roll", "p. 16"),
    ruled(
        "X 4.2.3",
        "Damage roll",
        "p. 16",
        "the hits of an entry are resolved in the order H E S Q a b c; whether any can be applied is judged before all of them; a hit that armour cancels counts as applied; armour may cancel the hull hit that stands for damage that cannot be applied, unless the option armor_saves_substituted forbids it; damage dice are rolled two at a time, and none once the last hull box is hit",
    ),
    ruled(
        "X 4.3",
        "Effects of damage",
        "p. 17",
        "attacks meet the shields, weapons and equipment of the phase's beginning, armour too; only the damage chart, and whoever declares later, looks at slashes; a ship that is slashed out still attacks",
    ),
    ruled(
        "X 4.3.1",
        "Destroyed ships",
        "p. 17",
        "explosions weaken flights' attacks on ships as they do ships' own, with natural sixes pooled above 6, but attacks of flights on flights only with the option explosions_hinder_dogfights; an explosion of the fighter or combat phase is spared at the end of its turn, one of the end phase at the end of the next",
    ),
    ruled(
        "X 4.3.2",
        "Crew casualties",
        "p. 17",
        "a ship whose crew is gone leaves the board like one that is destroyed, but no explosion, unless the hits alone are enough",
    ),
    built("X 5.1", "Fighter bays", "p. 18"),
    ruled("X 5.1.1", "Flights in a fleet", "p. 18", "at most 24 flights a side"),
    ruled(
        "X 5.1.2",
        "Order of flights",
        "p. 18",
        "ties are rolled again; whoever chose it, a flight is flown by its owner",
    ),
    ruled("X 5.2", "Fighter movement", "p. 18", "flights fly around objects, and none ends in one"),
    built("X 5.2.1", "Fighter stacking", "p. 18"),
    built("X 5.3", "Fighter combat", "p. 18"),
    ruled(
        "X 5.3.1",
        "Fighters at ships",
        "p. 18",
        "Electronic Countermeasures do not hinder fighters; explosions do (X 4.3.1)",
    ),
    ruled(
        "X 5.3.2",
        "Fighters at fighters",
        "p. 18",
        "explosions do not weaken it, unless the option explosions_hinder_dogfights says so; a natural 1 loses a fighter in any case",
    ),
    built("X 5.3.3", "Ships at fighters", "p. 18"),
    ruled(
        "X 5.3.4",
        "Fighters and explosions",
        "p. 18",
        "a flight flies around explosions unless it ends in one; one in whose hex a ship explodes did not enter it, and may stay or leave; flights stay on the board",
    ),
    ruled(
        "X A.3.2",
        "Assigning hits to the damage chart",
        "p. 22",
        "the appendix is lost but for a sentence that a player repeats: hull hits on 1, 3 and 5. Every other system gets a face for each half of the hull that its boxes come to, equipment by its kinds, dealt on 2, 4, 6 and then 1 to 6: that makes the printed charts of Mouse, Monkey and Lab Rat, and Bunyan's if no battery has more than five weapons. The chart of a file always wins",
    ),
    ruled(
        "X B",
        "Weapon abilities",
        "p. 24",
        "the appendix is lost; Halves Shields, Extra Hull Damage, Extra Crew Casualties, Must Re-Roll Penetration Dice and No Hull Damage are built as players recall them; Extra Crew Casualties come after the chart result of the die, and No Hull Damage stops the substituted hull hit too; any other is refused",
    ),
    ruled(
        "X C",
        "Special equipment",
        "p. 26",
        "the appendix is lost; the three armours cancel on 5 and 6 unless the file says another number; Anti-Fighter Batteries and Hyperdrive are carried without effect, and said to be; any other is refused by name",
    ),
    // What needs no building
    left_out("X 0.1", "Game components", "p. 9", "what lies on a table; the program needs none of it"),
    left_out("X 0.1.2", "Playing pieces", "p. 9", "what lies on a table; the program needs none of it"),
    left_out("X 0.1.3", "Starship records", "p. 9", "see X 1.1"),
    left_out("X 0.1.4", "Dice", "p. 10", "what lies on a table; the program needs none of it"),
    left_out("X 0.1.5", "Pencils and paper", "p. 10", "what lies on a table; the program needs none of it"),
    left_out("X 0.2", "Glossary", "p. 10", "defines words; the rules stand in their own sections"),
    left_out("X 1.3", "I.D. box", "p. 11", "tells playing pieces apart; the program numbers them"),
    left_out("X 1.10", "Movement orders on the record", "p. 12", "see X 3.2"),
    left_out("X 1.11", "Directional diagram", "p. 12", "only for an optional rule whose text is lost"),
    left_out("X 2.1", "Starting the game", "p. 13", "its parts are X 2.1.1 and X 2.1.2"),
    left_out(
        "X A.1",
        "Designing a starship: space units",
        "p. 19",
        "the text is cut off after A.1.2: combat ratings are an input",
    ),
    // What only the index names
    lost("X p.22 Offensive and defensive rating", "Offensive and defensive rating", "p. 22"),
    lost("X p.22 Tech levels", "Tech levels", "p. 22"),
    lost("X p.24 Weapon abilities other than the five of X B", "Weapon abilities other than the five of X B", "p. 24"),
    lost("X p.26 Anti-Fighter Batteries", "Anti-Fighter Batteries", "p. 26"),
    lost("X p.26 Battle Satellites", "Battle Satellites", "p. 26"),
    lost("X p.27 Cargo Bays", "Cargo Bays", "p. 27"),
    lost("X p.27 Carronade", "Carronade", "p. 27"),
    lost("X p.27 Cloaking Device", "Cloaking Device", "p. 27"),
    lost("X p.27 Construction Bay", "Construction Bay", "p. 27"),
    lost("X p.28 Decoys", "Decoys", "p. 28"),
    lost("X p.28 Drones", "Drones", "p. 28"),
    lost("X p.28 Electronic Warfare System", "Electronic Warfare System", "p. 28"),
    lost("X p.28 Ionic Shielding", "Ionic Shielding", "p. 28"),
    lost("X p.28 Launch Bay", "Launch Bay", "p. 28"),
    lost("X p.28 Long Range Sensors", "Long Range Sensors", "p. 28"),
    lost("X p.28 Marines", "Marines", "p. 28"),
    lost("X p.29 Boarding Pods", "Boarding Pods", "p. 29"),
    lost("X p.29 Medical Bay", "Medical Bay", "p. 29"),
    lost("X p.29 Mines", "Mines", "p. 29"),
    lost("X p.29 Security Teams", "Security Teams", "p. 29"),
    lost("X p.29 Shipboard Combat", "Shipboard Combat", "p. 29"),
    lost("X p.30 Minesweeper Array", "Minesweeper Array", "p. 30"),
    lost("X p.30 Organic Hull", "Organic Hull", "p. 30"),
    lost("X p.30 Overthrusters", "Overthrusters", "p. 30"),
    lost("X p.30 Passengers", "Passengers", "p. 30"),
    lost("X p.30 Point-Defense System", "Point-Defense System", "p. 30"),
    lost("X p.30 Repair Bay", "Repair Bay", "p. 30"),
    lost("X p.31 Science Lab", "Science Lab", "p. 31"),
    lost("X p.31 Shockwave", "Shockwave", "p. 31"),
    lost("X p.31 Spinal Mount", "Spinal Mount", "p. 31"),
    lost("X p.31 Spinal Mount, Anime-Style", "Spinal Mount, Anime-Style", "p. 31"),
    lost("X p.32 Stealth Generator", "Stealth Generator", "p. 32"),
    lost("X p.32 Stutterdrive", "Stutterdrive", "p. 32"),
    lost("X p.32 Sunbursts", "Sunbursts", "p. 32"),
    lost("X p.32 Tachyon Detection & Ranging", "Tachyon Detection & Ranging", "p. 32"),
    lost("X p.33 Troops", "Troops", "p. 33"),
    lost("X p.33 Vector movement", "Vector movement", "p. 33"),
    lost("X p.33 Vehicle Bay", "Vehicle Bay", "p. 33"),
    lost("X p.36 Emergency thrust", "Emergency thrust", "p. 36"),
    lost("X p.36 Evasive action", "Evasive action", "p. 36"),
    lost("X p.37 Floating game board", "Floating game board", "p. 37"),
    lost("X p.37 Hyperdrive in play", "Hyperdrive in play", "p. 37"),
    lost("X p.37 Ramming", "Ramming", "p. 37"),
    lost("X p.38 Kamikaze fighters", "Kamikaze fighters", "p. 38"),
    lost("X p.38 Rolls", "Rolls", "p. 38"),
    lost("X p.38 Three-dimensional movement", "Three-dimensional movement", "p. 38"),
    lost("X p.39 Alternate fighter initiative", "Alternate fighter initiative", "p. 39"),
    lost("X p.39 Custom fighters", "Custom fighters", "p. 39"),
    lost("X p.39 Towing", "Towing", "p. 39"),
    lost("X p.40 Dogfighting", "Dogfighting", "p. 40"),
    lost("X p.40 Launch and recovery", "Launch and recovery", "p. 40"),
    lost("X p.41 Directional Shielding", "Directional Shielding", "p. 41"),
    lost("X p.41 Long range fighters", "Long range fighters", "p. 41"),
    lost("X p.41 Screening fighters", "Screening fighters", "p. 41"),
    lost("X p.42 Damage control", "Damage control", "p. 42"),
    lost("X p.42 Overloading shields", "Overloading shields", "p. 42"),
    lost("X p.42 Screens", "Screens", "p. 42"),
    lost("X p.43 Expanded range", "Expanded range", "p. 43"),
    lost("X p.43 Expendable weapons", "Expendable weapons", "p. 43"),
    lost("X p.43 Scenario options", "Scenario options", "p. 43"),
    lost("X p.43 Sensor lock", "Sensor lock", "p. 43"),
    lost("X p.44 Bogeys", "Bogeys", "p. 44"),
    lost("X p.44 Scenario objectives", "Scenario objectives", "p. 44"),
    lost("X p.45 Variable force size", "Variable force size", "p. 45"),
];

#[cfg(test)]
mod tests {
    use lanchester_core::Status;

    use super::*;
    use crate::design::*;

    #[test]
    fn the_limits_of_files_are_those_that_the_reader_holds_to() {
        let entry = LEDGER.iter().find(|entry| entry.id == "X 1.1").expect("a line");
        let Status::Ruled(why) = entry.status else { panic!("ruled") };
        for limit in [
            format!("{MAX_SHIPS} ships and {MAX_FLIGHTS} flights a side; rating {MAX_RATING};"),
            format!("{MAX_HULL} hull boxes, {MAX_ENGINES} engines, {MAX_SHIELDS} shields;"),
            format!(
                "{MAX_BATTERIES} batteries with {MAX_MOUNTS} kinds of mount in all, {MAX_WEAPONS} weapons per battery"
            ),
            format!("range {MAX_RANGE}, to-hit 2 to 6, ROF, PEN and DMG {MAX_FACTOR} each, {MAX_DICE} damage dice"),
            format!("{} hits of a letter and {} in all", chart::MAX_HITS, chart::MAX_ENTRY),
            format!("with {MAX_EQUIPMENT_BOXES} boxes at most"),
        ] {
            assert!(why.contains(&limit), "{limit}");
        }
    }
}
