//! What README.md and the pages of the book and of `reports/` find is played again: reports/findings.toml says what to play for each sentence.
//!
//! A finding that names no policy must hold under the three of its game. One that holds for some must name them, in the sentence
//! itself or in another that the file quotes. A claim holds where it is proven: its interval lies wholly on the claimed side, at a
//! level that lets a false one pass once in 20,000 plays.

mod data;
mod page;
mod play;

use data::{Findings, findings};
use lanchester_conformance::thorough::is_thorough;
use page::{Page, compares};
use play::problems;

/// The pages whose sentences are checked.
const PAGES: [&str; 20] = [
    "README.md",
    "book/src/commands.md",
    "book/src/files.md",
    "book/src/findings.md",
    "book/src/first-price.md",
    "book/src/games.md",
    "book/src/long-runs.md",
    "book/src/machines.md",
    "book/src/policies.md",
    "book/src/python.md",
    "book/src/reading.md",
    "book/src/recipes.md",
    "book/src/release.md",
    "book/src/tables.md",
    "book/src/trust.md",
    "reports/fires/README.md",
    "reports/nova/README.md",
    "reports/skill-dice/README.md",
    "reports/starmada-x/README.md",
    "reports/talon/README.md",
];

fn the_findings_hold(game: &str) {
    let findings = findings();
    let policies = &findings.policies[game];
    let of_game = findings.finding.iter().filter(|finding| finding.game == game);
    // Every twelfth one, under the first of its policies alone, where the tests are not thorough.
    let (step, played) = if is_thorough() { (1, policies.len()) } else { (12, 1) };
    let problems: Vec<String> = of_game.step_by(step).flat_map(|finding| problems(finding, policies, played)).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn findings_of_nova_hold() {
    the_findings_hold("nova");
}

#[test]
fn findings_of_starmada_x_hold() {
    the_findings_hold("starmada-x");
}

#[test]
fn findings_of_talon_hold() {
    the_findings_hold("talon");
}

#[test]
fn findings_of_skill_dice_hold() {
    the_findings_hold("skill-dice");
}

#[test]
fn findings_of_fires_hold() {
    the_findings_hold("fires");
}

/// Sentences that the list quotes stand on their pages word for word.
#[test]
fn what_the_list_quotes_is_on_the_pages() {
    let findings = findings();
    assert!(findings.policies.values().all(|policies| policies[0] == "default"));
    let missing: Vec<String> = PAGES
        .iter()
        .flat_map(|&name| {
            let page = Page::read(name);
            let quotes: Vec<&str> = findings.quotes(name).collect();
            quotes
                .into_iter()
                .filter(|quote| !page.says(quote))
                .map(|quote| format!("{name}: {quote}"))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(missing.is_empty(), "not on the page, or not in one sentence:\n{}", missing.join("\n"));
    let listed = findings.pages().find(|page| !PAGES.contains(page));
    assert_eq!(listed, None, "a page that is not checked");
}

/// A sentence that compares is played, or the list says why not.
#[test]
fn every_sentence_that_compares_is_listed() {
    let findings = findings();
    let open: Vec<String> = PAGES.iter().flat_map(|&name| unlisted(&Page::read(name), name, &findings)).collect();
    assert!(
        open.is_empty(),
        "reports/findings.toml says of these neither what to play nor (`elsewhere`) why not:\n{}",
        open.join("\n")
    );
}

/// The sentences of a page that compare and that nothing in the list quotes.
fn unlisted(page: &Page, name: &str, findings: &Findings) -> Vec<String> {
    let compare = page.sentences().iter().filter(|sentence| compares(sentence));
    let open = compare.filter(|sentence| !findings.quotes(name).any(|quote| page::quotes(sentence, quote)));
    open.map(|sentence| format!("{name}: {sentence}")).collect()
}

/// The check finds what it is for: the README once said of the trio what holds under `greedy` alone.
#[test]
fn a_finding_that_flips_with_the_policy_is_caught() {
    let said = |policies: &str| {
        let text = format!(
            "[policies]\nstarmada-x = [\"default\", \"greedy\", \"foresight\"]\n[[finding]]\npage = \"book/src/findings.md\"\n\
             game = \"starmada-x\"\nsays = \"Points that are close do not make battles even:\"\n{policies}\n\
             claims = [{{ duel = [\"monkey\", \"mouse\"], above = 50, battles = 20000 }}]\n"
        );
        let findings: Findings = toml::from_str(&text).expect("a list");
        problems(&findings.finding[0], &findings.policies["starmada-x"], 3)
    };
    let all = said("");
    assert!(all.len() == 1 && all[0].contains("`default` on both sides"), "{all:?}");
    let greedy = said("policies = [\"greedy\"]");
    assert!(greedy.len() == 1 && greedy[0].contains("does not name `greedy`"), "{greedy:?}");
    let named = said("policies = [\"greedy\"]\nsaid = \"under `greedy` Monkey wins.\"");
    assert_eq!(named, Vec::<String>::new());
}

/// And a new sentence that compares is seen.
#[test]
fn a_sentence_that_nobody_listed_is_caught() {
    let page =
        Page::of("# Head\nA *beats* B.\n- It is too\n  cheap. It has 2.5 guns.\n```\nC beats D.\n```\n| E | wins |\n");
    let open = unlisted(&page, "README.md", &Findings::default());
    assert_eq!(open, ["README.md: A *beats* B.", "README.md: It is too cheap."]);
}
