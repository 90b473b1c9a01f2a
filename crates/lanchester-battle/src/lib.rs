//! What every game's engine and reference need and no rulebook knows.
