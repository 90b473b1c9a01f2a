//! The page in a real browser: it loads alone and without a complaint, draws what the analysis holds, answers the
//! pointer, fits a phone, turns dark, and does nothing that a ship's name asks for.
//!
//! Without a Chromium on the path the test is skipped and says so, unless `LANCHESTER_REQUIRE_CHROMIUM` is 1.

use std::path::PathBuf;

use lanchester_analysis::sweep::analyse;
use lanchester_report::{html, sweep_html};
use serde_json::Value;

use crate::chromium::Browser;
use crate::rich::{HOSTILE, rich, spoil};
use crate::sweeps;

/// Writes a page to where the build keeps what tests leave behind.
pub fn write(name: &str, page: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, page).expect("a file");
    path
}

pub fn browser() -> Option<Browser> {
    let found = crate::chromium::on_path();
    if found.is_none() {
        assert!(std::env::var_os("LANCHESTER_REQUIRE_CHROMIUM").is_none_or(|v| v != "1"), "Chromium is required");
        println!("skipped: no Chromium");
    }
    found.map(|path| Browser::start(&path))
}

/// What the page complained of, asked for beyond itself, or did on its own.
fn complaints(browser: &Browser) -> Vec<String> {
    let kinds =
        ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded", "Page.javascriptDialogOpening"];
    kinds.iter().flat_map(|kind| browser.of(kind)).map(Value::to_string).collect()
}

/// Figures that do not show exactly one chart.
const FIGURES_WITHOUT_A_CHART: &str = "Array.from(document.querySelectorAll('figure')).filter((figure) => \
    Array.from(figure.querySelectorAll('svg')).filter((svg) => getComputedStyle(svg.parentNode).display !== 'none').length !== 1).length";

#[test]
fn the_page_works_in_a_browser() {
    let Some(mut browser) = browser() else { return };
    let analysis = rich(17);
    browser.view(1200, 900, "light");
    browser.open(&write("report.html", &html(&analysis)));

    let requests = browser.of("Network.requestWillBeSent").len();
    assert_eq!(requests, 1, "{:?}", browser.of("Network.requestWillBeSent"));

    let cells = browser.number("document.querySelectorAll('#matrix figure')[0].querySelectorAll('.on-desk .t').length");
    assert_eq!(cells, 17.0 * 17.0);
    let points = browser.number("document.querySelectorAll('#ratings .on-desk .t').length");
    assert_eq!(points, analysis.matrices[0].ratings.len() as f64);
    let bins = browser.number("document.querySelector('#calibration figure').querySelectorAll('.on-desk .t').length");
    assert_eq!(bins, analysis.matrices[0].calibration.as_ref().expect("calibrated").reliability.len() as f64);
    assert_eq!(browser.number(FIGURES_WITHOUT_A_CHART), 0.0);

    // Row 2, column 4 of the strongest first: NOCTULE against ASTROLABE.
    let expected = browser.evaluate("document.querySelectorAll('#matrix .t')[17 * 2 + 4].dataset.tip");
    browser.hover("#matrix .t", 17 * 2 + 4);
    let shown = browser.evaluate("tip.hidden ? null : tip.innerText");
    let (shown, expected) = (shown.as_str().expect("a tooltip"), expected.as_str().expect("a text"));
    assert!(shown.contains(" beats ") && shown.contains("30,000 battles; printed 434 : "), "{shown}");
    assert_eq!(shown.split_whitespace().collect::<String>(), expected.split_whitespace().collect::<String>());
    let (colors, corner, light) = browser.screenshot();
    std::fs::write(write("report.html", &html(&analysis)).with_extension("png"), light).expect("a file");
    assert!(colors > 50, "a blank page has {colors} colours");
    assert!(corner.iter().all(|c| *c > 200), "{corner:?}");

    let majestic = analysis.matrices[0].ratings.iter().position(|r| r.name == "MAJESTIC").expect("it is there");
    browser.hover("#ratings .on-desk .t", majestic);
    let shown = browser.evaluate("tip.hidden ? null : tip.innerText");
    let shown = shown.as_str().expect("a tooltip").replace('\u{a0}', " ");
    assert!(
        shown.contains("MAJESTIC: ▲ underpriced") && shown.contains("printed 344, implied 421.2 [419.5, 422.9]"),
        "{shown}"
    );
    let inside = "(() => { const r = tip.getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth && r.top >= 0 })()";
    assert_eq!(browser.evaluate(inside), Value::Bool(true));

    // The keyboard reaches a cell, and arrows walk on from it.
    browser.evaluate("document.querySelector('#matrix .t').focus()");
    let walk =
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))";
    browser.evaluate(walk);
    let place = "Array.from(document.querySelector('#matrix .tips').children).indexOf(document.activeElement)";
    assert_eq!(browser.number(place), 17.0);

    browser.view(1200, 900, "dark");
    let (_, corner, _) = browser.screenshot();
    assert!(corner.iter().all(|c| *c < 60), "{corner:?}");
    assert_eq!(complaints(&browser), Vec::<String>::new());
}

#[test]
fn a_phone_has_no_sideways_scroll() {
    let Some(mut browser) = browser() else { return };
    let file = write("phone.html", &html(&rich(17)));
    browser.view(390, 844, "light");
    browser.open(&file);
    browser.evaluate("for (const d of document.querySelectorAll('details')) d.open = true");
    let width = browser.number("document.documentElement.scrollWidth");
    assert!(width <= 390.0, "{width}");
    assert_eq!(browser.number(FIGURES_WITHOUT_A_CHART), 0.0);
    let scrolling = |what: &str| {
        format!("Array.from(document.querySelectorAll('{what}')).filter((e) => e.scrollWidth > e.clientWidth).length")
    };
    let wide = browser.number(&scrolling(".wide:not(:has(table.pay))"));
    assert_eq!(wide, 0.0, "neither tables nor charts scroll sideways; policies against each other may");
    browser.hover("#matrix .on-phone .t", 40);
    assert_eq!(browser.evaluate("tip.hidden"), Value::Bool(false));
    assert!(browser.number("document.documentElement.scrollWidth") <= 390.0);
    assert_eq!(complaints(&browser), Vec::<String>::new());
}

#[test]
fn a_hostile_name_is_only_a_name() {
    let Some(mut browser) = browser() else { return };
    let mut analysis = rich(17);
    spoil(&mut analysis);
    browser.view(1200, 900, "light");
    browser.open(&write("hostile.html", &html(&analysis)));
    assert_eq!(browser.of("Network.requestWillBeSent").len(), 1);
    assert_eq!(browser.number("document.querySelectorAll('img').length"), 0.0);
    assert_eq!(browser.number("document.scripts.length"), 1.0);
    browser.hover("#matrix .t", 18);
    let shown = browser.evaluate("tip.innerText");
    let begins = &HOSTILE[..HOSTILE.find('"').expect("a quote")];
    assert!(shown.as_str().is_some_and(|t| t.contains(begins)), "{shown}");
    assert_eq!(
        browser.number(
            "document.querySelectorAll('#tip *').length - document.querySelectorAll('#tip > strong, #tip > div').length"
        ),
        0.0
    );
    browser.view(390, 844, "light");
    assert!(browser.number("document.documentElement.scrollWidth") <= 390.0, "a long name widens the page");
    assert_eq!(complaints(&browser), Vec::<String>::new());
}

#[test]
fn the_page_of_a_sweep_works_in_a_browser() {
    let Some(mut browser) = browser() else { return };
    let analysis = analyse(&sweeps::toys());
    browser.view(1200, 900, "light");
    browser.open(&write("sweep.html", &sweep_html(&analysis)));
    assert_eq!(browser.of("Network.requestWillBeSent").len(), 1);
    assert_eq!(browser.number(FIGURES_WITHOUT_A_CHART), 0.0);
    let marks = |browser: &mut Browser, id: &str| {
        browser.number(&format!("document.querySelectorAll('#{id} .wide:not(.on-phone) .t').length"))
    };
    let counts = ["best", "effects", "interactions", "ratings"].map(|id| marks(&mut browser, id));
    assert_eq!(counts, [12.0, 3.0 + 2.0 * 7.0, 3.0, 12.0]);
    // The best is the first line of the first chart.
    browser.hover("#best .t", 0);
    let shown = browser.evaluate("tip.hidden ? null : tip.innerText");
    let best = lanchester_analysis::sweep::ranking(&analysis).rows[0].variant.clone();
    let shown = shown.as_str().expect("a tooltip");
    assert!(shown.contains(&format!("Variant {}", best.number)) && shown.contains("hull "), "{shown}");
    assert!(shown.contains(&format!("rated {}, implied ", best.rating)) && shown.contains("4,800 battles"), "{shown}");
    // What two values do together is coloured, and every cell is lit by a step of the scale.
    let lit = "Array.from(document.querySelectorAll('#interactions td')).filter((td) => /^h[0-9]+$/.test(td.className)).length";
    assert_eq!(browser.number(lit), 6.0 + 6.0 + 4.0);
    let (colors, corner, _) = browser.screenshot();
    assert!(colors > 50 && corner.iter().all(|c| *c > 200), "{colors} colours, {corner:?}");
    browser.view(1200, 900, "dark");
    let (_, corner, _) = browser.screenshot();
    assert!(corner.iter().all(|c| *c < 60), "{corner:?}");
    browser.view(390, 844, "light");
    let width = browser.number("document.documentElement.scrollWidth");
    assert!(width <= 390.0, "{width}");
    assert_eq!(complaints(&browser), Vec::<String>::new());
}

#[test]
fn a_sweeps_hostile_names_are_only_names() {
    let Some(mut browser) = browser() else { return };
    let mut sweep = sweeps::toys();
    sweeps::spoil(&mut sweep);
    browser.view(390, 844, "light");
    browser.open(&write("sweep-hostile.html", &sweep_html(&analyse(&sweep))));
    assert_eq!(browser.of("Network.requestWillBeSent").len(), 1);
    assert_eq!(browser.number("document.querySelectorAll('img').length"), 0.0);
    assert_eq!(browser.number("document.scripts.length"), 1.0);
    browser.hover("#ratings .on-phone .t", 3);
    let shown = browser.evaluate("tip.innerText");
    let begins = &sweeps::HOSTILE[..sweeps::HOSTILE.find('"').expect("a quote")];
    assert!(shown.as_str().is_some_and(|t| t.contains(begins)), "{shown}");
    assert_eq!(browser.number("document.querySelectorAll('#tip img, #tip svg').length"), 0.0);
    let width = browser.number("document.documentElement.scrollWidth");
    assert!(width <= 390.0, "a long name widens the page: {width}");
    assert_eq!(complaints(&browser), Vec::<String>::new());
}
