//! Chooses the SIMD levels that are compiled on x86-64.
//!
//! A release has all of them, and so has what `.ci/run` tests. A build of the dev profile has one, the best of the machine that
//! compiles, whose instructions then play at the fallback too: lane code is most of what takes long to compile, and it is compiled
//! once a level. `LANCHESTER_LEVELS=all` compiles every level that the machine has, and the baseline.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=LANCHESTER_LEVELS");
    let release = var("PROFILE").is_ok_and(|profile| profile == "release");
    let all = var("LANCHESTER_LEVELS").is_ok_and(|levels| levels == "all");
    let mut better = false;
    for (level, has) in ["avx512", "avx2"].into_iter().zip(levels_of_machine()) {
        println!("cargo::rustc-check-cfg=cfg(has_{level})");
        if release || has && (all || !better) {
            println!("cargo::rustc-cfg=has_{level}");
        }
        better |= has;
    }
    println!("cargo::rustc-check-cfg=cfg(has_baseline)");
    if release || all || !better {
        println!("cargo::rustc-cfg=has_baseline");
    }
}

/// Whether this machine has AVX-512 and AVX2.
#[cfg(target_arch = "x86_64")]
fn levels_of_machine() -> [bool; 2] {
    [is_x86_feature_detected!("avx512vbmi2"), is_x86_feature_detected!("avx2")]
}

/// Another machine compiles for x86-64: its own levels say nothing.
#[cfg(not(target_arch = "x86_64"))]
fn levels_of_machine() -> [bool; 2] {
    [false, true]
}
