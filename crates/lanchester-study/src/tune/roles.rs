//! What the policy files of a search are for.

/// Which files a search begins with, and which compete with what it finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles {
    /// The search begins with so many of the first.
    pub begin: usize,
    /// Places of those that compete as they are: they meet what was found where the one to be tested is chosen.
    pub rivals: Vec<usize>,
}

impl Roles {
    /// The search begins with all of so many files, and none competes as it is.
    #[must_use]
    pub fn begin_with_all(files: usize) -> Self {
        Self { begin: files, rivals: Vec::new() }
    }
}
