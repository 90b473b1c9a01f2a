//! Chooses the SIMD levels that are compiled on x86-64.
//!
//! A release has all of them. A build of the dev profile, which the tests use, has the best of the machine that compiles and the
//! baseline: lane code is most of what takes long to compile, and it is compiled once a level. `LANCHESTER_LEVELS=all`
//! compiles all there too, as every change is checked with before it is taken.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=LANCHESTER_LEVELS");
    let all =
        var("PROFILE").is_ok_and(|profile| profile == "release") || var("LANCHESTER_LEVELS").is_ok_and(|l| l == "all");
    for (level, is_best) in ["avx512", "avx2"].into_iter().zip(best_of_machine()) {
        println!("cargo::rustc-check-cfg=cfg(has_{level})");
        if all || is_best {
            println!("cargo::rustc-cfg=has_{level}");
        }
    }
}

/// Which of AVX-512 and AVX2 is the best that this machine has, if it has one.
#[cfg(target_arch = "x86_64")]
fn best_of_machine() -> [bool; 2] {
    let avx512 = is_x86_feature_detected!("avx512vbmi2");
    [avx512, !avx512 && is_x86_feature_detected!("avx2")]
}

/// Another machine compiles for x86-64: its own levels say nothing.
#[cfg(not(target_arch = "x86_64"))]
fn best_of_machine() -> [bool; 2] {
    [false, true]
}
