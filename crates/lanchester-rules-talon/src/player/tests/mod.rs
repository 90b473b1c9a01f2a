//! Tests of the player: whole battles of random policies are legal, and each key changes choices.

mod battles;
