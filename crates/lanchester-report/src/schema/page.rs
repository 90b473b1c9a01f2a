//! The tables as documentation: book/src/columns.md.

use super::{EXTRA, FURTHER_TABLES, PARAMETER, SCHEMA_VERSION, SWEEP_TABLES, TABLES, Table, WHY};

/// The tables as a page of documentation, in Markdown.
#[must_use]
pub fn markdown() -> String {
    let mut page = format!(
        "# Parquet files\n\nWhat `lanchester validate` writes to `reports/<study>/`, schema version {SCHEMA_VERSION}. This \
         page is generated from the program (`lanchester schema`); a test keeps it current.\n\nEvery file's key-value \
         metadata carries `lanchester.schema_version`, `lanchester.tool_version`, `lanchester.game`, \
         `lanchester.rules_version`, `lanchester.stream_version`, `lanchester.study`, `lanchester.study_name`, \
         `lanchester.study_hash`, `lanchester.seed` and `lanchester.options`. All hashes are BLAKE3. Counts are unsigned \
         64-bit integers, reals 64-bit floats. Intervals are 95 %.\n"
    );
    page.push_str(&TABLES.iter().chain(&FURTHER_TABLES).map(described).collect::<String>());
    page.push_str(
        "\n# Parquet files of a sweep\n\nWhat `lanchester sweep` writes to `reports/<sweep>/`, with the same metadata, and \
         `lanchester.sweep`: as JSON `parameters` (`name`, `field`), `policies`, `left_out` (variants that broke a constraint or that the game refused), `unrated` (what is varied has no printed rating, so nothing is judged) and \
         `base_rating`. Every parameter is a column, typed by its values.\n",
    );
    page.push_str(&SWEEP_TABLES.iter().map(described).collect::<String>());
    page.push_str(
        "\n# The Parquet file of a duel\n\nWhat `lanchester duel A B --why --out DIR` writes to `DIR`, beside the page. Its metadata are \
         `lanchester.schema_version`, `lanchester.tool_version`, `lanchester.game`, `lanchester.rules_version`, \
         `lanchester.stream_version`, `lanchester.seed`, `lanchester.command` (what plays it again) and `lanchester.harm` (what \
         harm is counted in).\n",
    );
    page.push_str(&described(&WHY));
    page
}

/// A table as a section of that page.
fn described(table: &Table) -> String {
    let mut text = format!("\n## {}\n\nRows: {}.\n\n", table.file, table.rows);
    text.push_str("| column | type | unit | what it says |\n|---|---|---|---|\n");
    let more = match table.more {
        Some(EXTRA) => format!("| `{EXTRA}…` | real | | what the game says of a design beyond that |\n"),
        Some(more) => format!("| `{more}…` | by its values | | the value of this parameter |\n"),
        None => String::new(),
    };
    for (place, c) in table.columns.iter().enumerate() {
        text.push_str(&format!("| `{}` | {} | {} | {} |\n", c.name, c.kind.name(), c.unit, c.about));
        if place == 0 && table.more == Some(PARAMETER) {
            text.push_str(&more);
        }
    }
    if table.more != Some(PARAMETER) {
        text.push_str(&more);
    }
    text
}
