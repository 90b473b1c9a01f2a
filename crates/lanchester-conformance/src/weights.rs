//! What games score choices again with: what weights mean, and what a shortlist asks of a choice.

pub use lanchester_battle::weights::{
    edge_pull, facing_pull, fleet_pull, goal, outranged_pull, price_of_box, range_pull,
};

/// Whether a candidate may be what a policy with a shortlist chooses: it is among the best `length` by the first look, and none of
/// them is better by the second. Scores are those of both looks. Where candidates are equal at the end of the list any of them may
/// be on it. Returns whether it is not the best of the first look.
///
/// # Errors
/// The reason why not.
pub fn shortlisted(all: &[[i64; 2]], chosen: [i64; 2], length: usize) -> Result<bool, String> {
    let mut first: Vec<i64> = all.iter().map(|[first, _]| *first).collect();
    first.sort_unstable_by(|a, b| b.cmp(a));
    let least = first.get(length - 1).copied().unwrap_or(i64::MIN);
    if chosen[0] < least {
        return Err(format!("scores {} at first sight, the shortlist ends at {least}", chosen[0]));
    }
    let tied = first.get(length) == Some(&least);
    let sure = all.iter().filter(|[first, _]| if tied { *first > least } else { *first >= least });
    let best = sure.map(|[_, second]| *second).max().unwrap_or(i64::MIN);
    if chosen[1] < best {
        return Err(format!("scores {} at the second look, the best of the shortlist {best}", chosen[1]));
    }
    Ok(chosen[0] < first[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_from_a_shortlist_is_listed_and_best_at_the_second_look() {
        let all = [[9, 1], [8, 5], [8, 7], [3, 9]];
        assert_eq!(shortlisted(&all, [9, 1], 1), Ok(false));
        assert_eq!(shortlisted(&all, [8, 7], 3), Ok(true));
        // One of two equals is the last of the list: either may be.
        assert!([[8, 7], [8, 5]].iter().all(|chosen| shortlisted(&all, *chosen, 2) == Ok(true)));
        assert_eq!(shortlisted(&all, [9, 1], 2), Ok(false), "the other may be worse");
        assert!(shortlisted(&all, [3, 9], 3).is_err(), "it is not listed");
        assert!(shortlisted(&all, [8, 5], 3).is_err(), "another is better");
        assert_eq!(shortlisted(&all, [3, 9], 16), Ok(true));
    }
}
