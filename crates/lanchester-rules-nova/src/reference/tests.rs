//! Properties of whole battles.
