//! The frame of the page: head with the content policy, title, verdict, way to the sections, sections.

use std::fmt::Write;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::say;
use super::sections::Section;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Nothing may be fetched from anywhere; the style and the script stand in the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
                      base-uri 'none'; form-action 'none'";

/// What stands above and below the sections; texts are cleaned and escaped when they are written.
pub struct Head<'a> {
    /// What kind of report it is, such as `balance report`.
    pub kind: &'a str,
    /// Id of the study or sweep.
    pub study: &'a str,
    /// Its title, which may be empty.
    pub name: &'a str,
    /// Its hash; empty: it is of no study.
    pub study_hash: &'a str,
    /// Name of the game.
    pub game: &'a str,
    /// Version of the program.
    pub tool_version: &'a str,
    /// What was played, in a few words each.
    pub facts: Vec<String>,
    /// The sentences at the top.
    pub verdict: Vec<String>,
    /// What is missing of an interrupted run; empty for a whole one.
    pub missing: &'a str,
    /// What intervals promise beyond their 95 %; may be empty.
    pub intervals: &'a str,
}

/// The whole page.
pub fn page(head: &Head<'_>, sections: &[Section]) -> Markup {
    let title = if head.name.is_empty() { say::name(head.study) } else { say::name(head.name) };
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "Lanchester " (say::name(head.tool_version)) };
                // An icon of its own: else a browser asks the server for one.
                link rel="icon" href="data:,";
                title { (title) " · Lanchester" }
                style { (PreEscaped(STYLE)) (PreEscaped(heat_rules())) }
            }
            body {
                header {
                    p.game { (say::name(head.game)) " · " (head.kind) }
                    h1 { (title) }
                    p.facts {
                        @for fact in &head.facts { span { (fact) } }
                    }
                    @if !head.missing.is_empty() {
                        p #partial role="alert" { strong { "This run was interrupted" } ": " (say::name(head.missing.trim_start_matches("interrupted: "))) "." }
                    }
                    div #verdict { @for sentence in &head.verdict { p { (say::unbroken(sentence)) } } }
                    @if !sections.is_empty() {
                        nav aria-label="Sections" { @for s in sections { a href={ "#" (s.id) } { (s.title) } } }
                    }
                    p.key { "Brackets hold 95 % intervals; no digit is printed beyond them. "
                        @if !head.intervals.is_empty() { (head.intervals) " " }
                        "In scores a draw counts half. "
                        "Point at a mark, touch it, or reach it with the Tab key, for its numbers." }
                }
                main {
                    @for s in sections {
                        section id=(s.id) { h2 { (s.title) } p.how { (s.how) } (s.body) }
                    }
                }
                footer { p { "Made by Lanchester " (say::name(head.tool_version))
                    @if !head.study_hash.is_empty() {
                        " from study " code { (say::name(head.study)) } ", hash " code { (say::name(head.study_hash)) }
                    } "." } }
                div #tip role="status" hidden {}
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

/// The colours of scores from 0 to 1 in steps of a twentieth, as charts and as cells of tables name them.
fn heat_rules() -> String {
    (0..=20u8).fold(String::new(), |mut css, step| {
        let (end, share) = if step < 10 { ("cold", 10 * (10 - step)) } else { ("warm", 10 * (step - 10)) };
        // Writing to a String cannot fail.
        let _ = writeln!(
            css,
            ":root{{--h{step}:color-mix(in oklab,var(--{end}) {share}%,var(--even))}}\
             [fill=\"#0B00{step:02X}\"]{{fill:var(--h{step})}}.h{step}{{background:var(--h{step})}}"
        );
        css
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_the_page_cannot_end_its_own_element() {
        assert!(!STYLE.contains("</") && !STYLE.contains("url(") && !STYLE.contains("@import"));
        assert!(!SCRIPT.contains("</") && !SCRIPT.contains("innerHTML"));
    }

    #[test]
    fn every_step_of_the_scale_has_a_colour() {
        let css = heat_rules();
        assert!(css.contains("#0B0000") && css.contains("#0B0014") && css.contains("var(--h10)"));
        assert!(css.contains("--h10:color-mix(in oklab,var(--warm) 0%"), "{css}");
    }
}
