//! A recorded battle as readable text.
use crate::event::Event;
use crate::reference::Setup;
/// Tells it.
#[must_use]
pub fn narrate(_: &Setup<'_>, _: [&str; 2], events: &[Event]) -> String {
    format!("{events:#?}")
}
