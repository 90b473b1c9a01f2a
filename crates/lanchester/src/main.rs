//! The program `lanchester`; all of it is in the library beside it.

fn main() -> std::process::ExitCode {
    lanchester::main()
}
