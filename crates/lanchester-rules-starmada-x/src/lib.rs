pub mod arcs;
pub mod design;
pub mod event;
pub mod options;
pub mod orders;
pub mod policy;
pub mod rating;
pub mod reference;
