//! Who has more battles has no more to say: a sweep that plays where intervals are widest finds the same slope, and so the
//! same implied ratings, as one that plays all cells alike.

use lanchester_analysis::sweep::analyse;

use crate::sweeps::many;

#[test]
fn more_battles_of_even_cells_do_not_tilt_the_slope() {
    let alike = many(40);
    let mut uneven = alike.clone();
    let mut more = 0;
    for cell in &mut uneven.cells {
        let share = cell.tally.wins[0] as f64 / cell.tally.battles() as f64;
        if (0.3..0.7).contains(&share) {
            let once = cell.tally.clone();
            (0..9).for_each(|_| cell.tally.merge(&once));
            more += 1;
        }
    }
    assert!(more > 10 && more < uneven.cells.len() - 10, "{more} of {}", uneven.cells.len());
    let (alike, uneven) = (analyse(&alike), analyse(&uneven));
    assert!(alike.slope.is_some());
    assert_eq!(alike.slope, uneven.slope);
}
