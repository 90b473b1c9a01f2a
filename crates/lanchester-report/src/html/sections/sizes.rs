//! Prices by the number of ships: does a design have a single price?

use lanchester_analysis::Analysis;
use lanchester_analysis::sizes::{ONE_PRICE_WITHIN, PricesBySize, SizeVerdict};
use lanchester_stats::price::FALSE_DISCOVERY_RATE;
use maud::{Markup, html};

use super::Section;
use crate::html::charts::curve;
use crate::html::grid::{Cell, Col, cards};
use crate::html::say;
use crate::validate::size_sentence;

/// The section; none where no prices by the number of ships were asked for.
pub fn section(analysis: &Analysis) -> Option<Section> {
    let designs = &analysis.prices_by_size;
    let first = designs.first()?;
    let (several, others): (Vec<_>, Vec<_>) =
        designs.iter().partition(|design| design.verdict == SizeVerdict::NoSinglePrice);
    let head = match several.len() {
        0 => "No design is seen to need more than one price.".to_owned(),
        n => format!("{} of {} have no single price.", n, say::counted(designs.len(), "design", "designs")),
    };
    let body = html! {
        h3 { "With " (say::policy_pair(&first.policies)) }
        p { (head) }
        (curves(&several))
        @if !others.is_empty() {
            details { summary { "The other " (say::counted(others.len(), "design", "designs")) } (curves(&others)) }
        }
        (cards(&[("Design", Col::Words), ("Says", Col::Words), ("p", Col::Numbers), ("Slope", Col::Numbers)], designs.iter().map(row).collect()))
        p.note {
            (format!("No single price: the prices differ (false discovery rate of {:.0} % among the designs), and the highest is more than {:.0} % above the lowest. Slope: of the logarithm of the price on that of the number of ships; 0 where ships add.",
                100.0 * FALSE_DISCOVERY_RATE, 100.0 * ONE_PRICE_WITHIN))
        }
    };
    Some(Section {
        id: "sizes",
        title: "Prices by the number of ships",
        how: "The price of a ship where exactly so many of it fight random fleets of as many points. A flat curve: the ship has \
              one price. The line is the printed rating.",
        body,
    })
}

fn curves(designs: &[&PricesBySize]) -> Markup {
    html! {
        div.curves {
            @for design in designs {
                figure { (curve(design)) figcaption { (say::unbroken(&size_sentence(design))) } }
            }
        }
    }
}

fn row(design: &PricesBySize) -> Vec<Cell> {
    let (class, word) = match design.verdict {
        SizeVerdict::NoSinglePrice => ("over", "no single price"),
        SizeVerdict::OnePrice => ("fair", "one price"),
        SizeVerdict::Inconclusive => ("unsure", "inconclusive"),
        SizeVerdict::Untested => ("unsure", "not tested"),
    };
    let p = design.test.map_or_else(|| "–".to_owned(), |test| chance(test.p));
    let slope = design.test.map_or_else(|| "–".to_owned(), |test| say::against(&test.slope, 0.0));
    vec![say::name(&design.name).into(), Cell::of(class, word), p.into(), slope.into()]
}

/// A p-value with two digits, small ones as a bound.
fn chance(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.2}").replace("0.00", &format!("{p:.3}")) }
}
