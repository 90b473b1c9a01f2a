//! The file of a duel's account.

use super::Kind::{Count, Real, Text};
use super::{Table, column};

/// One number per row: what recorded battles of a duel come to.
pub const WHY: Table = Table {
    file: "why.parquet",
    rows: "one per number: of the battle, then of side A, its designs and its weapons, then of side B",
    columns: &[
        column("side", Text, "", "A or B; null: of the battle as a whole"),
        column("subject", Text, "", "battle, side, ship (all ships of a design) or weapon: what the number is of"),
        column("name", Text, "", "name of the side, of the design or of the weapon; null: of the battle"),
        column(
            "what",
            Text,
            "",
            "of the battle: battles (recorded), first_loss (share of battles in which a ship is lost), first_loss_turn (the turn \
             by which half of the first losses come), first_loser_scores, range (mean of the shots of the turn `at`, in hexes). \
             Of a side: survives (share of its ships), harm_per_battle, and ships lost per battle: lost_to_enemies, \
             lost_to_friends_explosions, lost_to_enemies_explosions, lost_to_themselves, lost_by_leaving. Of a design: count \
             (ships), survives, never_fires, harm (share of the side's), destroys (ships of the design `of`, per battle), \
             lost_in_turn (mean). Of a weapon: harm (share of the side's), shots (per battle), harm_per_shot, harm_at_range (per \
             battle, at `at` hexes)",
        ),
        column("of", Text, "", "the enemy design of destroys; else null"),
        column("at", Count, "hexes or turn", "the range of harm_at_range, the turn of range; else null"),
        column(
            "value",
            Real,
            "",
            "the number; shares are of 1, harm is counted as `lanchester.harm` of the metadata says",
        ),
        column("low", Real, "", "its 95 % interval, lower end; null: it has none"),
        column("high", Real, "", "upper end"),
    ],
    more: None,
};
