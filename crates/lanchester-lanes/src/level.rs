//! Instruction-set levels and dispatch.

use std::fmt;
use std::str::FromStr;

use fearless_simd::Simd;

/// The levels of all targets by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelName {
    /// AVX-512 of Ice Lake and later.
    Avx512,
    /// AVX2 (x86-64-v3).
    Avx2,
    /// NEON, which every 64-bit ARM machine has.
    Neon,
    /// WebAssembly compiled with the target feature `simd128`.
    Simd128,
    /// What every machine of the target has: SSE2 on x86-64, scalar code where there are no vectors. On ARM and
    /// WebAssembly the baseline has a name of its own, which this one then stands for.
    Fallback,
}

impl LevelName {
    /// All levels: x86-64's, best first, those of other targets, what every machine has.
    pub const ALL: [Self; 5] = [Self::Avx512, Self::Avx2, Self::Neon, Self::Simd128, Self::Fallback];

    /// The levels that this target can have, best first; the last is its baseline.
    ///
    /// PERF: NEON and `simd128` are baselines, so nothing else is compiled there. Scalar code beside them would take ten
    /// minutes to compile and nobody would play with it; `scripts/check-levels` compares them with x86-64 instead.
    #[cfg(target_arch = "x86_64")]
    pub const OF_TARGET: &[Self] = &[Self::Avx512, Self::Avx2, Self::Fallback];
    /// The levels that this target can have: its baseline.
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    pub const OF_TARGET: &[Self] = &[Self::Neon];
    /// The levels that this target can have: its baseline.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    pub const OF_TARGET: &[Self] = &[Self::Simd128];
    /// The levels that this target can have: its baseline.
    #[cfg(not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )))]
    pub const OF_TARGET: &[Self] = &[Self::Fallback];

    /// Whether this build has it. A release has all levels of its target; a build of the dev profile may have the best of the machine
    /// that compiled it alone, which then plays at the fallback too.
    #[must_use]
    pub const fn is_compiled(self) -> bool {
        match self {
            Self::Avx512 => cfg!(has_avx512),
            Self::Avx2 => cfg!(has_avx2),
            Self::Fallback => cfg!(any(not(target_arch = "x86_64"), has_baseline)),
            Self::Neon | Self::Simd128 => true,
        }
    }

    /// The name used on the command line and in result files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Neon => "neon",
            Self::Simd128 => "simd128",
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
            .ok_or_else(|| format!("unknown SIMD level `{s}`: expected avx512, avx2, neon, simd128 or fallback"))
    }
}

/// A level that this machine and this build are known to have.
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
    /// The level of this name, if the machine and this build have it. [`LevelName::Fallback`] is the target's baseline, whatever it is called.
    #[must_use]
    pub fn of(name: LevelName) -> Option<Self> {
        if name == LevelName::Fallback {
            return Some(Self::FALLBACK);
        }
        #[cfg(target_arch = "x86_64")]
        let has = {
            let machine = fearless_simd::Level::new();
            match name {
                LevelName::Avx512 => machine.as_avx512().is_some(),
                LevelName::Avx2 => machine.as_avx2().is_some(),
                _ => false,
            }
        };
        #[cfg(not(target_arch = "x86_64"))]
        let has = name == Self::FALLBACK.0;
        (has && name.is_compiled()).then_some(Self(name))
    }

    /// The levels this machine and this build have, best first. A build with one level has that alone: its fallback is the same.
    #[must_use]
    pub fn available() -> Vec<Self> {
        LevelName::OF_TARGET.iter().copied().filter(|name| name.is_compiled()).filter_map(Self::of).collect()
    }

    /// The best level this machine and this build have.
    #[must_use]
    pub fn best() -> Self {
        LevelName::OF_TARGET.iter().copied().find_map(Self::of).unwrap_or(Self::FALLBACK)
    }

    /// The level every machine of the target has.
    pub const FALLBACK: Self = Self(LevelName::OF_TARGET[LevelName::OF_TARGET.len() - 1]);

    /// The next simpler level that there is; `None` below the fallback.
    #[must_use]
    pub fn step_down(self) -> Option<Self> {
        LevelName::OF_TARGET.iter().copied().skip_while(|l| *l != self.0).skip(1).find_map(Self::of)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> LevelName {
        self.0
    }

    /// Runs a kernel at this level.
    #[cfg(any(not(target_arch = "x86_64"), has_baseline))]
    pub fn dispatch<K: Kernel>(self, kernel: K) -> K::Output {
        // A `Level` is only made where the machine has it, so the tokens below are always found.
        #[cfg(target_arch = "x86_64")]
        {
            let machine = fearless_simd::Level::new();
            match self.0 {
                #[cfg(has_avx512)]
                LevelName::Avx512 => {
                    if let Some(token) = machine.as_avx512() {
                        return enter(token, kernel);
                    }
                }
                #[cfg(has_avx2)]
                LevelName::Avx2 => {
                    if let Some(token) = machine.as_avx2() {
                        return enter(token, kernel);
                    }
                }
                _ => {}
            }
        }
        enter(baseline(), kernel)
    }

    /// Runs a kernel at the one level of this build, which is the fallback's too.
    ///
    /// # Panics
    /// On a machine without it.
    #[cfg(all(target_arch = "x86_64", not(has_baseline)))]
    pub fn dispatch<K: Kernel>(self, kernel: K) -> K::Output {
        let machine = fearless_simd::Level::new();
        #[cfg(has_avx512)]
        let token = machine.as_avx512();
        #[cfg(not(has_avx512))]
        let token = machine.as_avx2();
        enter(token.expect("a build of the dev profile runs on machines like the one that compiled it"), kernel)
    }
}

/// The token of the instructions that every machine of the target has.
///
/// PERF: the library's scalar code is written out lane by lane; compiling our kernels from it takes ten minutes where
/// vectors take seconds. So it is used only where the target has none.
#[cfg(any(not(target_arch = "x86_64"), has_baseline))]
#[inline(always)]
fn baseline() -> impl Simd {
    #[cfg(target_arch = "x86_64")]
    return fearless_simd::Level::new().as_sse2().unwrap_or_else(|| unreachable!("every x86-64 machine has SSE2"));
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    return fearless_simd::Level::new().as_neon().unwrap_or_else(|| unreachable!("the target has NEON"));
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return fearless_simd::Level::new().as_wasm_simd128().unwrap_or_else(|| unreachable!("the target has simd128"));
    #[cfg(not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )))]
    return fearless_simd::Fallback::new();
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
