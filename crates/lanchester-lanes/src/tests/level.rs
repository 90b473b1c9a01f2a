//! Which levels there are.

use crate::{Level, LevelName};

#[test]
fn every_name_is_read_back() {
    for name in LevelName::ALL {
        assert_eq!(name.name().parse(), Ok(name));
    }
    assert!(
        "avx1024".parse::<LevelName>().is_err_and(|message| LevelName::ALL.iter().all(|l| message.contains(l.name())))
    );
}

#[test]
fn a_machine_has_the_best_level_first_and_its_baseline_last() {
    let available = Level::available();
    assert_eq!(available.first(), Some(&Level::best()));
    assert_eq!(available.last() == Some(&Level::FALLBACK), LevelName::Fallback.is_compiled());
    assert_eq!(Level::of(LevelName::Fallback), Some(Level::FALLBACK));
    for name in LevelName::ALL {
        let level = Level::of(name);
        // A build of the dev profile has one level, which plays at the fallback too.
        assert!(level.is_none_or(|level| available.contains(&level) || !level.name().is_compiled()), "{name}");
        assert!(level.is_none() || LevelName::OF_TARGET.contains(&name) || name == LevelName::Fallback, "{name}");
    }
    assert!(available.iter().all(|level| level.name().is_compiled()), "{available:?}");
    for pair in available.windows(2) {
        assert_eq!(pair[0].step_down(), Some(pair[1]));
    }
    assert_eq!(Level::FALLBACK.step_down(), None);
}
