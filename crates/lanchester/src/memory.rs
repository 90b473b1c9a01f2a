//! Whether the system gives the memory that a command needs, asked before the first battle.
//!
//! An allocation that fails ends a Rust program by an abort without a word to the user. So what is needed is reserved for a
//! moment and given back: the command's own part, and what every thread takes. Threads are really started for this, because a
//! system may limit their number too.

use std::fmt;
use std::hint::black_box;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{Builder, scope};

use crate::front::Front;
use crate::wording::{count, grouped};

/// Bytes of one MiB.
const MIB: usize = 1 << 20;
/// Stack of a thread, as the standard library makes it.
const STACK: usize = 2 * MIB;
/// What a thread plays in: the largest game's takes 0.4 MiB (a test measures it).
pub const WORKSPACE: usize = MIB;
/// Left over at every step, for the small allocations that go with it.
const SPARE: usize = MIB;

/// The system does not give the memory that the command needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom {
    /// Bytes that were asked for.
    bytes: usize,
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let needed = grouped(self.bytes.div_ceil(MIB) as u64);
        write!(
            f,
            "there is not enough memory: this command needs {needed} MiB more than it has, and the system refuses them; \
             expected a higher limit (`ulimit -v` shows it) or other programs closed"
        )
    }
}

impl std::error::Error for NoRoom {}

/// What a cell of a study or sweep takes, from its matchup to its row in the tables.
const CELL: usize = 4 << 10;

/// Finds out whether there is room for so many cells.
///
/// # Errors
/// There is not.
pub fn room_for_cells(cells: usize) -> Result<(), NoRoom> {
    room_for(cells.saturating_mul(CELL).saturating_add(SPARE))
}

fn room_for(bytes: usize) -> Result<(), NoRoom> {
    reserved(bytes).map(drop).ok_or(NoRoom { bytes })
}

/// How many of so many threads can be started while the command itself takes `bytes`. Where that is fewer, a warning says so.
///
/// # Errors
/// There is not even room for one.
pub fn threads_with_room(wanted: usize, bytes: usize, front: &dyn Front) -> Result<usize, NoRoom> {
    let own = bytes.saturating_add(WORKSPACE + SPARE);
    room_for(own)?;
    if front.owns_process() {
        share_one_arena(wanted, own);
    }
    // Held while the threads are tried, and given back at the end.
    let own = reserved(own).ok_or(NoRoom { bytes: own })?;
    // One thread needs no pool: the command's own plays.
    let fit = if wanted > 1 { started(wanted).max(1) } else { 1 };
    drop(own);
    if fit < wanted {
        front.note(&format!(
            "lanchester: warning: the system has room for {fit} of {}: it refuses more memory or more threads (`ulimit -a` \
             shows the limits); this changes no result",
            count(wanted as u64, "thread")
        ));
    }
    Ok(fit)
}

/// Where address space is scarce, starts the program again with one arena for all threads, and with large blocks given back to
/// the system as soon as they are free.
///
/// glibc sets 64 MiB of address space aside for a thread that allocates, if there are as many, and then the last MiB may be
/// gone at any allocation; and it keeps what was tried here, so that stacks cannot grow. Both can only be set before a
/// program begins. Nothing has been written or read by now, and threads that play allocate nothing, so they do not wait for
/// each other.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn share_one_arena(threads: usize, bytes: usize) {
    use std::os::unix::process::CommandExt;
    const ARENA: usize = 64 * MIB;
    const ARENAS: &str = "MALLOC_ARENA_MAX";
    // One thread more for Ctrl-C, one for the meter; an arena is aligned, so for a moment it takes twice its size.
    let enough = (threads + 3).saturating_mul(ARENA + STACK + WORKSPACE).saturating_add(bytes);
    if std::env::var_os(ARENAS).is_some() || reserved(enough).is_some() {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        let mut words = std::env::args_os();
        let mut again = std::process::Command::new(program);
        again
            .arg0(words.next().unwrap_or_default())
            .args(words)
            .env(ARENAS, "1")
            .env("MALLOC_MMAP_THRESHOLD_", "131072");
        // It returns only if it fails, and then the program goes on as it is.
        drop(again.exec());
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn share_one_arena(_: usize, _: usize) {}

/// Memory, unless there is none.
fn reserved(bytes: usize) -> Option<Vec<u8>> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(bytes).ok()?;
    // Without this the compiler may see that nobody uses it and leave the question out.
    Some(black_box(memory))
}

/// What threads that are tried have answered.
#[derive(Debug, Default)]
struct Answers {
    yes: usize,
    no: usize,
    all_heard: bool,
}

/// Starts threads until one does not fit, lets each reserve what it plays in, and ends them again. Says how many fit.
fn started(wanted: usize) -> usize {
    let (answers, changed) = (Mutex::new(Answers::default()), Condvar::new());
    let lock = || answers.lock().unwrap_or_else(PoisonError::into_inner);
    let wait = |guard, until: fn(&Answers, usize) -> bool, n: usize| {
        changed.wait_while(guard, |answers| !until(answers, n)).unwrap_or_else(PoisonError::into_inner)
    };
    scope(|threads| {
        let mut asked = 0;
        // Asked from here first: a thread that finds nothing left could not say so.
        while asked < wanted && reserved(STACK + WORKSPACE + SPARE).is_some() {
            let answer = || {
                let room = reserved(WORKSPACE);
                let mut answers = lock();
                if room.is_some() {
                    answers.yes += 1
                } else {
                    answers.no += 1
                }
                changed.notify_all();
                drop(wait(answers, |answers, _| answers.all_heard, 0));
                drop(room);
            };
            if Builder::new().spawn_scoped(threads, answer).is_err() {
                break;
            }
            asked += 1;
            if wait(lock(), |answers, n| answers.yes + answers.no == n, asked).no > 0 {
                break;
            }
        }
        let mut answers = lock();
        answers.all_heard = true;
        changed.notify_all();
        answers.yes
    })
}

#[cfg(test)]
mod tests {
    use lanchester_games::{Game, GameName, Visitor};

    use super::*;
    use crate::front::Terminal;

    #[test]
    fn threads_fit_where_there_is_room() {
        assert_eq!(threads_with_room(1, MIB, &Terminal), Ok(1));
        assert_eq!(threads_with_room(5, MIB, &Terminal), Ok(5));
        assert_eq!(room_for(MIB), Ok(()));
    }

    #[test]
    fn what_no_machine_has_is_refused_in_words() {
        // More than a process can address.
        let most = usize::MAX / 16;
        let refused = room_for(most).expect_err("that much");
        assert!(refused.to_string().contains("not enough memory"), "{refused}");
        assert!(threads_with_room(2, most, &Terminal).is_err());
    }

    /// What a thread of a game takes.
    struct Taken;

    impl Visitor for Taken {
        type Output = u64;

        fn visit<G: Game>(self) -> u64 {
            allocation_counter::measure(|| drop(G::workspace())).bytes_max
        }
    }

    #[test]
    fn every_game_plays_in_the_workspace() {
        for game in GameName::ALL {
            let taken = game.visit(Taken);
            println!("{}: {taken} bytes", game.name());
            assert!(taken > 0 && taken <= WORKSPACE as u64, "{}: {taken} bytes", game.name());
        }
    }
}
