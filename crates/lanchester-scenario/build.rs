//! New and removed scenario files must rebuild the embedded tree.

fn main() {
    println!("cargo:rerun-if-changed=../../scenarios");
}
