//! The file of a duel's account.

use super::Kind::{Count, Real, Text};
use super::{Table, column};

/// One number per row: what recorded battles of a duel come to.
pub const WHY: Table = Table {
    file: "why.parquet",
    rows: "one per number: of the battle, then of each side, its ships, its weapons and its losses",
    columns: &[
        column("side", Text, "", "A or B; null: of the battle as a whole"),
        column("subject", Text, "", "battle, side, ship or weapon: what the number is of"),
        column("name", Text, "", "name of the side, of the design or of the weapon; null: of the battle"),
        column(
            "what",
            Text,
            "",
            "battles (recorded), first_loss (share of battles in which a ship is lost), first_loss_turn (median), \
             first_loser_scores, range (mean of the shots of a turn, in hexes); survives, harm (share of the side's), \
             harm_per_battle, lost_to_enemies, lost_to_friends_explosions, lost_to_enemies_explosions, lost_to_themselves, \
             left (ships per battle); count, never_fires, destroys (per battle), lost_in_turn (mean); shots (per battle), \
             harm_per_shot, harm_at_range (per battle)",
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
