//! Movement orders as they are written down: `3P2`.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::design::MAX_ENGINES;

/// One hex forward, or one maneuver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// One hex ahead.
    Forward,
    /// A turn of one hexside to port.
    Port,
    /// A turn of one hexside to starboard.
    Starboard,
    /// A sideslip forward and to the left.
    Left,
    /// A sideslip forward and to the right.
    Right,
    /// One hex straight back.
    Back,
}

impl Step {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Forward, Self::Port, Self::Starboard, Self::Left, Self::Right, Self::Back];

    /// ### X 3.2.2 Movement point cost (p. 15)
    /// A hex ahead and a turn cost one movement point, a sideslip and a hex back two.
    pub const fn cost(self) -> u8 {
        match self {
            Self::Forward | Self::Port | Self::Starboard => 1,
            Self::Left | Self::Right | Self::Back => 2,
        }
    }

    /// What it does, for a reader.
    const fn meaning(self) -> &'static str {
        match self {
            Self::Forward => "so many hexes ahead",
            Self::Port => "a turn to port",
            Self::Starboard => "a turn to starboard",
            Self::Left => "a sideslip to the left",
            Self::Right => "a sideslip to the right",
            Self::Back => "a hex back",
        }
    }

    const fn letter(self) -> char {
        match self {
            Self::Forward => '1',
            Self::Port => 'P',
            Self::Starboard => 'S',
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Back => 'B',
        }
    }
}

/// How orders are written, as a sentence for a reader.
pub fn explained() -> String {
    let steps = Step::ALL.map(|step| match step {
        Step::Forward => format!("a number {}", step.meaning()),
        _ => format!("{} {}", step.letter(), step.meaning()),
    });
    format!("Orders such as 3P2 are read from the left: {}.", steps.join(", "))
}

/// Most steps that orders can have: a step costs at least one movement point.
pub const MAX_STEPS: usize = MAX_ENGINES as usize;

/// ### X 3.2 Movement orders (p. 14)
/// Steps in order, at most [`MAX_STEPS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Orders {
    /// Three bits a step, the first one lowest.
    packed: u32,
    count: u8,
}

impl Orders {
    /// Orders of these steps; `None` if there are too many.
    pub fn new(steps: &[Step]) -> Option<Self> {
        steps.iter().try_fold(Self::default(), |orders, step| orders.then(*step))
    }

    /// The same orders with one step more; `None` if there is no room.
    pub fn then(mut self, step: Step) -> Option<Self> {
        if usize::from(self.count) == MAX_STEPS {
            return None;
        }
        self.packed |= (step as u32) << (3 * self.count);
        self.count += 1;
        Some(self)
    }

    /// The steps in order.
    pub fn steps(self) -> impl Iterator<Item = Step> {
        (0..self.count).map(move |nth| Step::ALL[(self.packed >> (3 * nth) & 7) as usize])
    }

    /// Movement points they cost.
    pub fn cost(self) -> u8 {
        self.steps().map(Step::cost).sum()
    }

    /// Whether the last step is a hex ahead.
    pub fn ends_forward(self) -> bool {
        self.steps().last() == Some(Step::Forward)
    }

    /// Reads orders as they are written: numbers of hexes ahead, and letters of maneuvers. Empty text is no movement.
    pub fn read(text: &str) -> Option<Self> {
        let mut orders = Self::default();
        let mut number = 0u32;
        for c in text.chars().map(Some).chain([None]) {
            if let Some(digit) = c.and_then(|c| c.to_digit(10)) {
                number = 10 * number + digit;
                if number == 0 || number > MAX_STEPS as u32 {
                    return None;
                }
                continue;
            }
            for _ in 0..std::mem::take(&mut number) {
                orders = orders.then(Step::Forward)?;
            }
            if let Some(c) = c {
                let maneuver = Step::ALL.into_iter().skip(1).find(|step| step.letter() == c)?;
                orders = orders.then(maneuver)?;
            }
        }
        Some(orders)
    }
}

impl fmt::Display for Orders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ahead = 0;
        for step in self.steps() {
            if step == Step::Forward {
                ahead += 1;
                continue;
            }
            if ahead > 0 {
                write!(f, "{ahead}")?;
                ahead = 0;
            }
            write!(f, "{}", step.letter())?;
        }
        if ahead > 0 {
            write!(f, "{ahead}")?;
        }
        Ok(())
    }
}

impl Serialize for Orders {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod x_3_2 {
        use super::*;

        #[test]
        fn orders_read_back() {
            for text in ["", "3P2", "PBP", "BBB", "5", "10", "1L1R1", "2S1P3"] {
                let orders = Orders::read(text).unwrap();
                assert_eq!(orders.to_string(), text);
                assert_eq!(Orders::new(&orders.steps().collect::<Vec<_>>()), Some(orders));
            }
            for bad in ["11", "0", "p", "3.2", "PPPPPPPPPPP", "99999999999"] {
                assert_eq!(Orders::read(bad), None, "{bad}");
            }
        }
    }

    mod x_3_2_2 {
        use super::*;

        /// The book's example, and each maneuver alone.
        #[test]
        fn what_orders_cost() {
            for (text, cost) in [("3P2", 6), ("", 0), ("P", 1), ("S", 1), ("L", 2), ("R", 2), ("B", 2), ("BBB", 6)] {
                assert_eq!(Orders::read(text).unwrap().cost(), cost, "{text}");
            }
        }
    }
}
