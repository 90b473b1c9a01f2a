//! A store as text, for eyes and for comparing.

use std::io::Write;

use lanchester_core::Tally;
use serde::Serialize;

use crate::{Identity, Store, StoreError};

/// A line of the text.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Line<'a> {
    Identity(&'a Identity),
    Tally { cell: u64, chunk: u64, tally: Tally },
    Round { shard: (u64, u64), round: u64, text: &'a str },
}

/// See [`Store::export`].
pub(crate) fn export(store: &Store, out: &mut impl Write) -> Result<(), StoreError> {
    let mut line = |line: Line<'_>| {
        serde_json::to_writer(&mut *out, &line).map_err(|e| store.io(e))?;
        out.write_all(b"\n").map_err(|e| store.io(e))
    };
    line(Line::Identity(store.identity()))?;
    for (cell, chunk) in store.keys() {
        if let Some(tally) = store.get(cell, chunk)? {
            line(Line::Tally { cell, chunk, tally })?;
        }
    }
    for ((index, of, round), text) in store.all_rounds() {
        line(Line::Round { shard: (*index, *of), round: *round, text })?;
    }
    Ok(())
}
