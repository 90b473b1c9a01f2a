//! The ledger of the rules.

use lanchester_core::{LedgerEntry, Status};

const fn built(id: &'static str, title: &'static str) -> LedgerEntry {
    LedgerEntry { id, title, page: "p. 1", status: Status::Built }
}

/// Every rule of the game.
pub const LEDGER: &[LedgerEntry] = &[
    built("FIRES 1", "Ships"),
    built("FIRES 2", "Set-up"),
    built("FIRES 3", "Movement"),
    built("FIRES 4", "Fire"),
    LedgerEntry {
        id: "FIRES 4.1",
        title: "Closing in (option)",
        page: "p. 1",
        status: Status::Ruled(
            "what is added makes a hit of a die, not a critical hit, which is the face that it shows",
        ),
    },
    LedgerEntry {
        id: "FIRES 5",
        title: "Victory",
        page: "p. 1",
        status: Status::Ruled("a fleet that is as well off as its enemy at the turn limit has a draw"),
    },
    LedgerEntry {
        id: "FIRES 6",
        title: "Boarding",
        page: "p. 2",
        status: Status::LeftOut("a rule of Fires of Space that nobody wants"),
    },
];
