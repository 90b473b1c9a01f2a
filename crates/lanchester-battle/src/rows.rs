//! Declarations of what differs from lane to lane: [`rows!`](macro@crate::rows).

use lanchester_lanes::{LaneMask, Row};

/// Rows with what a lane holds when a battle begins.
pub trait Begin<T> {
    /// Writes the value of one lane.
    fn begin(&mut self, lane: usize, value: T);
}

impl Begin<u8> for Row {
    #[inline]
    fn begin(&mut self, lane: usize, value: u8) {
        self.0[lane] = value;
    }
}

impl Begin<bool> for LaneMask {
    #[inline]
    fn begin(&mut self, lane: usize, value: bool) {
        *self = *self & !(1 << lane) | u64::from(value) << lane;
    }
}

impl<R: Begin<T>, T, const ROWS: usize> Begin<[T; ROWS]> for [R; ROWS] {
    #[inline]
    fn begin(&mut self, lane: usize, values: [T; ROWS]) {
        self.iter_mut().zip(values).for_each(|(row, value)| row.begin(lane, value));
    }
}

/// The values of as many rows as there may be; 0 beyond the last.
#[must_use]
#[inline]
pub fn each<const ROWS: usize>(values: impl Iterator<Item = u8>) -> [u8; ROWS] {
    let mut all = [0; ROWS];
    all.iter_mut().zip(values).for_each(|(row, value)| *row = value);
    all
}

/// A struct of rows, one value a lane. All fields are public.
///
/// Of a ship or counter it says in parentheses what a battle begins with, and behind each row its value then. That gives
/// `begin(lane, …)`; rows without a value are set up elsewhere, by the policy.
///
/// Of a batch it says which rows outlive a step of the loop: those that are `compared` to find lanes in which battles go on alike,
/// those that are `copied` besides, and those that are `scratch`. That gives `copy_to` and `is_like`, which is what a search needs,
/// and `Default`; what stands behind a field is what it holds then, where its type has no default.
///
/// ```
/// use lanchester_lanes::{LANES, LaneMask, Row};
///
/// pub struct Design {
///     shields: [u8; 4],
/// }
///
/// lanchester_battle::rows! {
///     /// One ship in every lane.
///     pub struct ShipRows begins(design: &Design) {
///         /// Its column.
///         column: Row,
///         /// Hull boxes marked.
///         hull: Row = 0,
///         /// Shield boxes left, by arc.
///         shields: [Row; 4] = design.shields,
///         /// Lanes in which it is in the game.
///         alive: LaneMask = true,
///     }
/// }
/// lanchester_battle::rows! {
///     /// One battle a lane.
///     pub struct Batch {
///         compared {
///             /// The ships.
///             ships: [ShipRows; 2],
///             /// The turn.
///             turn: Row,
///         }
///         copied {
///             /// The keys of the dice.
///             keys: [u64; LANES] = [0; LANES],
///         }
///         scratch {
///             /// Boxes that each ship is about to lose.
///             boxes: [Row; 2],
///         }
///     }
/// }
/// let (mut one, mut other) = (Batch::default(), Batch::default());
/// one.ships[1].begin(5, &Design { shields: [4, 3, 2, 3] });
/// assert_eq!(one.ships[1].shields[2].0[5], 2);
/// assert!(!one.is_like(&other));
/// one.copy_to(&mut other);
/// assert!(one.is_like(&other));
/// ```
///
/// With neither there is only `Default`.
#[macro_export]
macro_rules! rows {
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident begins($($of:ident: $of_type:ty),*) {
            $($(#[$doc:meta])+ $field:ident: $type:ty $(= $value:expr)?,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        $vis struct $name {
            $($(#[$doc])+ pub $field: $type,)+
        }

        impl $name {
            /// Writes what one lane holds when a battle begins.
            pub fn begin(&mut self, lane: usize, $($of: $of_type),*) {
                $($($crate::rows::Begin::begin(&mut self.$field, lane, $value);)?)+
            }
        }
    };
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident {
            compared { $($(#[$c_doc:meta])+ $compared:ident: $c_type:ty $(= $c_empty:expr)?,)+ }
            $(copied { $($(#[$k_doc:meta])+ $copied:ident: $k_type:ty $(= $k_empty:expr)?,)+ })?
            $(scratch { $($(#[$s_doc:meta])+ $scratch:ident: $s_type:ty $(= $s_empty:expr)?,)+ })?
        }
    ) => {
        $crate::rows! {
            $(#[$about])*
            $vis struct $name {
                $($(#[$c_doc])+ $compared: $c_type $(= $c_empty)?,)+
                $($($(#[$k_doc])+ $copied: $k_type $(= $k_empty)?,)+)?
                $($($(#[$s_doc])+ $scratch: $s_type $(= $s_empty)?,)+)?
            }
        }

        impl $name {
            /// Copies the battles.
            pub fn copy_to(&self, to: &mut Self) {
                $(to.$compared.clone_from(&self.$compared);)+
                $($(to.$copied.clone_from(&self.$copied);)+)?
            }

            /// Whether the battles of both go on alike with the same dice.
            #[must_use]
            pub fn is_like(&self, other: &Self) -> bool {
                $(self.$compared == other.$compared)&&+
            }
        }
    };
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident {
            $($(#[$doc:meta])+ $field:ident: $type:ty $(= $empty:expr)?,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        $vis struct $name {
            $($(#[$doc])+ pub $field: $type,)+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $crate::rows!(@empty $($empty)?),)+ }
            }
        }
    };
    (@empty) => { Default::default() };
    (@empty $empty:expr) => { $empty };
}
