//! Instruction-set levels and dispatch.

use std::fmt;
use std::str::FromStr;

use fearless_simd::Simd;

/// The levels by name, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelName {
    /// AVX-512 of Ice Lake and later.
    Avx512,
    /// AVX2 (x86-64-v3).
    Avx2,
    /// SSE4.2 (x86-64-v2).
    Sse42,
    /// What every machine has: the baseline of the target (SSE2 on x86-64), scalar code elsewhere.
    Fallback,
}

impl LevelName {
    /// All levels, best first.
    pub const ALL: [Self; 4] = [Self::Avx512, Self::Avx2, Self::Sse42, Self::Fallback];

    /// The name used on the command line and in result files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Sse42 => "sse4.2",
            Self::Fallback => "fallback",
        }
    }
}

impl fmt::Display for LevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for LevelName {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|l| l.name() == s)
            .ok_or_else(|| format!("unknown SIMD level `{s}`: expected avx512, avx2, sse4.2 or fallback"))
    }
}

/// A level that this machine is known to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level(LevelName);

/// A computation written once for all levels.
///
/// `run` must be `#[inline(always)]`, as must be everything it calls that touches vectors: only then is the code
/// compiled with the level's instructions.
pub trait Kernel {
    /// What the computation returns.
    type Output;
    /// Runs it with the level's token.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

impl Level {
    /// The level of this name, if the machine has it.
    #[must_use]
    pub fn of(name: LevelName) -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        let has = {
            let machine = fearless_simd::Level::new();
            match name {
                LevelName::Avx512 => machine.as_avx512().is_some(),
                LevelName::Avx2 => machine.as_avx2().is_some(),
                LevelName::Sse42 => machine.as_sse4_2().is_some(),
                LevelName::Fallback => true,
            }
        };
        #[cfg(not(target_arch = "x86_64"))]
        let has = name == LevelName::Fallback;
        has.then_some(Self(name))
    }

    /// The levels this machine has, best first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        LevelName::ALL.into_iter().filter_map(Self::of).collect()
    }

    /// The best level this machine has.
    #[must_use]
    pub fn best() -> Self {
        LevelName::ALL.into_iter().find_map(Self::of).unwrap_or(Self::FALLBACK)
    }

    /// The level every machine has.
    pub const FALLBACK: Self = Self(LevelName::Fallback);

    /// The next simpler level that this machine has; `None` below the fallback.
    #[must_use]
    pub fn step_down(self) -> Option<Self> {
        LevelName::ALL.into_iter().skip_while(|l| *l != self.0).skip(1).find_map(Self::of)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> LevelName {
        self.0
    }

    /// Runs a kernel at this level.
    pub fn dispatch<K: Kernel>(self, kernel: K) -> K::Output {
        // A `Level` is only made where the machine has it, so the tokens below are always found.
        #[cfg(target_arch = "x86_64")]
        {
            let machine = fearless_simd::Level::new();
            match self.0 {
                LevelName::Avx512 => {
                    if let Some(token) = machine.as_avx512() {
                        return enter(token, kernel);
                    }
                }
                LevelName::Avx2 => {
                    if let Some(token) = machine.as_avx2() {
                        return enter(token, kernel);
                    }
                }
                LevelName::Sse42 => {
                    if let Some(token) = machine.as_sse4_2() {
                        return enter(token, kernel);
                    }
                }
                LevelName::Fallback => {}
            }
            // PERF: the library's scalar code is written out lane by lane; compiling our kernels from it takes ten
            // minutes where SSE2, which every x86-64 machine has, takes seconds.
            if let Some(token) = machine.as_sse2() {
                return enter(token, kernel);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        return enter(fearless_simd::Fallback::new(), kernel);
        #[cfg(target_arch = "x86_64")]
        unreachable!("every x86-64 machine has SSE2")
    }
}

#[inline(always)]
fn enter<S: Simd, K: Kernel>(simd: S, kernel: K) -> K::Output {
    simd.vectorize(
        #[inline(always)]
        || kernel.run(simd),
    )
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
