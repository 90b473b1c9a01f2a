//! The matrix as a heat map: what the row's design scores against the column's.

use lanchester_analysis::analysis::{Matrix, MeetingRow};
use lanchester_stats::Interval;
use maud::Markup;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{CARD, Fit, INK, PHONE, SOFT, both, chart, text_style, text_width};
use crate::digits::{self, grouped, nearest};
use crate::html::say;

/// Designs up to which the cells hold numbers.
pub const NUMBERS: usize = 20;

/// The heat map of a matrix, rows and columns in the order of `order` (places in its ratings), the strongest first.
///
/// With `judge`, what differs significantly from even is told from what could be.
pub fn heat(matrix: &Matrix, order: &[usize], judge: bool, label: &str) -> Markup {
    // A large map twice would be megabytes.
    if order.len() > NUMBERS {
        return draw(matrix, order, judge, Fit::Any, label);
    }
    both(|fit| draw(matrix, order, judge, fit, label))
}

/// Cells that are large enough for a number.
const LARGE: i32 = 24;

fn draw(matrix: &Matrix, order: &[usize], judge: bool, fit: Fit, label: &str) -> Markup {
    let n = order.len() as i32;
    let font = if fit == Fit::Phone { 11.0 } else { 12.5 };
    let longest = if fit == Fit::Phone { 10 } else { 18 };
    let names: Vec<String> =
        order.iter().map(|i| say::short(matrix.ratings.get(*i).map_or("", |r| &r.name), longest)).collect();
    let gutter = |font: f64| names.iter().map(|t| text_width(t, font)).max().unwrap_or(0) + 12;
    let cell = match order.len() {
        0..=NUMBERS if fit == Fit::Phone => ((PHONE - 6 - gutter(font)) / n.max(1)).clamp(12, 40),
        0..=NUMBERS => 40,
        21..=50 => 18,
        _ => 10,
    };
    let font = f64::from(cell - 1).min(font);
    let gutter = gutter(font);
    let edge = gutter + n * cell;
    let meetings = lookup(matrix);
    chart(fit, ((edge + 6) as u32, (edge + 6) as u32), label, |area, tips| {
        tips.columns = Some(order.len());
        let row = text_style(font, INK, HPos::Right, VPos::Center);
        let column = text_style(font, INK, HPos::Left, VPos::Center).transform(FontTransform::Rotate270);
        for (i, name) in (0..).zip(&names) {
            let middle = gutter + i * cell + cell / 2;
            area.draw(&Text::new(name.as_str(), (gutter - 7, middle), row.clone()))?;
            area.draw(&Text::new(name.as_str(), (middle, gutter - 7), column.clone()))?;
        }
        for (y, a) in (0..).zip(order) {
            for (x, b) in (0..).zip(order) {
                let (left, top) = (gutter + x * cell, gutter + y * cell);
                let middle = (left + cell / 2, top + cell / 2);
                let Some((meeting, score)) = meetings(*a, *b) else {
                    if a == b {
                        area.draw(&Circle::new(middle, 2, SOFT.filled()))?;
                    }
                    // A stop of its own, so that arrow keys find every cell where it stands.
                    tips.area((left, top), (cell, cell), unmet(matrix, *a, *b));
                    continue;
                };
                let corners = [(left, top), (left + cell - 1, top + cell - 1)];
                area.draw(&Rectangle::new(corners, step(score.estimate).filled()))?;
                if cell >= LARGE {
                    let style = text_style(12.0, INK, HPos::Center, VPos::Center);
                    let font = if meeting.significant && judge {
                        style.font.style(FontStyle::Bold)
                    } else {
                        style.font.clone()
                    };
                    area.draw(&Text::new(number(&score, meeting.significant), middle, TextStyle { font, ..style }))?;
                }
                if judge && !meeting.significant {
                    open_mark(area, (left, top), cell)?;
                }
                tips.area((left, top), (cell, cell), tip(matrix, *a, *b, meeting, &score, judge));
            }
        }
        Ok(())
    })
}

/// The score of a table's or a map's cell as one of twenty-one steps, 0 to 20.
pub fn heat_step(score: f64) -> u8 {
    // A cast of what is not a number is 0; scores are shares.
    (score.clamp(0.0, 1.0) * 20.0).round() as u8
}

fn step(score: f64) -> RGBColor {
    RGBColor(11, 0, heat_step(score))
}

/// What could be even wears a ring, so that colour is not all that tells it.
fn open_mark(area: &super::Area<'_>, (left, top): (i32, i32), cell: i32) -> super::Drawn {
    if cell >= LARGE {
        area.draw(&Rectangle::new([(left + 4, top + 4), (left + cell - 5, top + cell - 5)], SOFT.stroke_width(1)))?;
    } else {
        let middle = (left + cell / 2, top + cell / 2);
        area.draw(&Circle::new(middle, 3, CARD.filled()))?;
        area.draw(&Circle::new(middle, 3, SOFT.stroke_width(1)))?;
    }
    Ok(())
}

/// Whole per cents, tens where the interval, which only the tooltip has, is wider than that; a score that only rounds to
/// nothing, or to even though it differs significantly from that, says so.
fn number(score: &Interval, significant: bool) -> String {
    let percent = score.map_rising(|x| 100.0 * x);
    let ten = percent.half_width() >= 10.0;
    let text = if ten { 10.0 * nearest(percent.estimate / 10.0) } else { nearest(percent.estimate) };
    match format!("{:.0}", text + 0.0).as_str() {
        "0" if percent.estimate > 0.0 && !ten => "<1".to_owned(),
        "50" if significant && percent.estimate > 50.0 => ">50".to_owned(),
        "50" if significant && percent.estimate < 50.0 => "<50".to_owned(),
        "100" if percent.estimate < 100.0 && !ten => ">99".to_owned(),
        text => text.to_owned(),
    }
}

fn tip(matrix: &Matrix, a: usize, b: usize, meeting: &MeetingRow, score: &Interval, judge: bool) -> String {
    let (a, b) = (&matrix.ratings[a], &matrix.ratings[b]);
    let open = if meeting.significant || !judge { "" } else { "\nCould be even" };
    format!(
        "{} beats {}: {}\ndraws {}, turn limit {}\n{} battles; printed {} : {}{open}",
        say::name(&a.name),
        say::name(&b.name),
        say::score_percent(score),
        say::percent(&meeting.draws),
        say::percent(&meeting.capped),
        grouped(meeting.battles),
        digits::printed(a.printed),
        digits::printed(b.printed)
    )
}

fn unmet(matrix: &Matrix, a: usize, b: usize) -> String {
    let name = |i: usize| matrix.ratings.get(i).map_or(String::new(), |r| say::name(&r.name));
    if a == b { name(a) } else { format!("{} and {} never met", name(a), name(b)) }
}

/// Finds the meeting of two designs, with the score of the first.
fn lookup<'a>(matrix: &'a Matrix) -> impl Fn(usize, usize) -> Option<(&'a MeetingRow, Interval)> {
    let n = matrix.ratings.len();
    let mut places = vec![None; n * n];
    for (i, m) in matrix.meetings.iter().enumerate() {
        if m.a < n && m.b < n {
            places[m.a * n + m.b] = Some((i, false));
            places[m.b * n + m.a] = Some((i, true));
        }
    }
    move |a, b| {
        let (i, turned) = (*places.get(a * n + b)?)?;
        let meeting = &matrix.meetings[i];
        Some((meeting, if turned { say::turned(&meeting.score) } else { meeting.score }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_claim_no_more_than_they_know() {
        let of = |estimate: f64, half: f64| {
            number(&Interval { estimate, low: (estimate - half).max(0.0), high: (estimate + half).min(1.0) }, false)
        };
        assert_eq!(of(0.634, 0.02), "63");
        assert_eq!(of(0.634, 0.15), "60");
        assert_eq!(of(0.9996, 0.001), ">99");
        assert_eq!(of(0.0004, 0.001), "<1");
        assert_eq!((of(1.0, 0.001), of(0.0, 0.001)), ("100".to_owned(), "0".to_owned()));
    }

    #[test]
    fn steps_stay_on_the_scale() {
        assert_eq!([-1.0, 0.0, 0.5, 1.0, 7.0, f64::NAN].map(heat_step), [0, 0, 10, 20, 20, 0]);
    }
}
