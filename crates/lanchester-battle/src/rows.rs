//! Declarations of what differs from lane to lane: [`rows!`](macro@crate::rows).

use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LANES, LaneMask, Row};

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

/// Lanes that are copied.
#[derive(Clone, Copy, Debug)]
pub struct Picked {
    lanes: LaneMask,
    /// Every bit of a lane that is copied.
    bytes: Row,
}

impl From<LaneMask> for Picked {
    fn from(lanes: LaneMask) -> Self {
        Self { lanes, bytes: Row(std::array::from_fn(|lane| 0u8.wrapping_sub((lanes >> lane & 1) as u8))) }
    }
}

/// Rows of which single lanes can be copied.
pub trait CopyLanes {
    /// Copies the lanes that were picked; the others stay.
    fn copy_lanes(&self, to: &mut Self, picked: &Picked);
}

impl CopyLanes for Row {
    fn copy_lanes(&self, to: &mut Self, picked: &Picked) {
        for ((to, from), set) in to.0.iter_mut().zip(self.0).zip(picked.bytes.0) {
            *to = *to & !set | from & set;
        }
    }
}

impl CopyLanes for LaneMask {
    fn copy_lanes(&self, to: &mut Self, picked: &Picked) {
        *to = *to & !picked.lanes | self & picked.lanes;
    }
}

impl CopyLanes for [i16; LANES] {
    fn copy_lanes(&self, to: &mut Self, picked: &Picked) {
        lanes_of(picked.lanes).for_each(|lane| to[lane] = self[lane]);
    }
}

impl CopyLanes for [u32; LANES] {
    fn copy_lanes(&self, to: &mut Self, picked: &Picked) {
        lanes_of(picked.lanes).for_each(|lane| to[lane] = self[lane]);
    }
}

// Not for 64-bit numbers: in an array they would be taken for masks.
impl<R: CopyLanes, const ROWS: usize> CopyLanes for [R; ROWS] {
    fn copy_lanes(&self, to: &mut Self, picked: &Picked) {
        self.iter().zip(to).for_each(|(from, to)| from.copy_lanes(to, picked));
    }
}

impl<R: CopyLanes> CopyLanes for Vec<R> {
    fn copy_lanes(&self, to: &mut Self, picked: &Picked) {
        self.iter().zip(to).for_each(|(from, to)| from.copy_lanes(to, picked));
    }
}

/// Makes single lanes of a struct of rows copyable: its type, and its fields.
#[macro_export]
macro_rules! copy_lanes {
    ($name:ident: $($field:ident),+) => {
        impl $crate::rows::CopyLanes for $name {
            fn copy_lanes(&self, to: &mut Self, picked: &$crate::rows::Picked) {
                $($crate::rows::CopyLanes::copy_lanes(&self.$field, &mut to.$field, picked);)+
            }
        }
    };
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
/// those that are `copied` besides, what is `shared` by all lanes (compared too), what is `dealt` to a lane with its battle (its number
/// and its dice), and what is `scratch`. That gives `copy_to`, `copy_lanes_to` and `is_like`, which is what a search needs, and
/// `Default`; what stands behind a field is what it holds then, where its type has no default.
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
///         dealt {
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
/// one.turn.0 = [9; LANES];
/// one.copy_lanes_to(&mut other, 0b100);
/// assert_eq!(other.turn.0[..4], [0, 0, 9, 0]);
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

        $crate::copy_lanes!($name: $($field),+);
    };
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident {
            compared { $($(#[$c_doc:meta])+ $compared:ident: $c_type:ty $(= $c_empty:expr)?,)+ }
            $(copied { $($(#[$k_doc:meta])+ $copied:ident: $k_type:ty $(= $k_empty:expr)?,)+ })?
            $(shared { $($(#[$h_doc:meta])+ $shared:ident: $h_type:ty $(= $h_empty:expr)?,)+ })?
            $(dealt { $($(#[$d_doc:meta])+ $dealt:ident: $d_type:ty $(= $d_empty:expr)?,)+ })?
            $(scratch { $($(#[$s_doc:meta])+ $scratch:ident: $s_type:ty $(= $s_empty:expr)?,)+ })?
        }
    ) => {
        $crate::rows! {
            $(#[$about])*
            $vis struct $name {
                $($(#[$c_doc])+ $compared: $c_type $(= $c_empty)?,)+
                $($($(#[$k_doc])+ $copied: $k_type $(= $k_empty)?,)+)?
                $($($(#[$h_doc])+ $shared: $h_type $(= $h_empty)?,)+)?
                $($($(#[$d_doc])+ $dealt: $d_type $(= $d_empty)?,)+)?
                $($($(#[$s_doc])+ $scratch: $s_type $(= $s_empty)?,)+)?
            }
        }

        impl $name {
            /// Copies the battles.
            pub fn copy_to(&self, to: &mut Self) {
                $(to.$compared.clone_from(&self.$compared);)+
                $($(to.$copied.clone_from(&self.$copied);)+)?
                $($(to.$shared.clone_from(&self.$shared);)+)?
                $($(to.$dealt.clone_from(&self.$dealt);)+)?
            }

            /// Copies the battles of some lanes, but for what a lane is dealt with its battle. What all lanes share must be the same in
            /// both, or the lanes that are not copied must have no battle.
            pub fn copy_lanes_to(&self, to: &mut Self, lanes: $crate::signatures::LaneMask) {
                let picked = $crate::rows::Picked::from(lanes);
                $($crate::rows::CopyLanes::copy_lanes(&self.$compared, &mut to.$compared, &picked);)+
                $($($crate::rows::CopyLanes::copy_lanes(&self.$copied, &mut to.$copied, &picked);)+)?
                $($(to.$shared.clone_from(&self.$shared);)+)?
            }

            /// Whether the battles of both go on alike with the same dice.
            #[must_use]
            pub fn is_like(&self, other: &Self) -> bool {
                $(self.$compared == other.$compared)&&+ $($(&& self.$shared == other.$shared)+)?
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
