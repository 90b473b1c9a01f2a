//! The runs that the project shows are whole, and those of the ships and rules that it ships.

use std::path::Path;

use lanchester_analysis::analyse;
use lanchester_analysis::hash::hash;
use lanchester_games::{Game, GameName, Visitor};
use lanchester_report::{html, read_run, rebuild};
use lanchester_scenario::Library;
use lanchester_study::commanders::kept;

struct Current<'a>(&'a str, &'a Path);

impl Visitor for Current<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let Self(id, folder) = self;
        let run = read_run(folder).expect("a whole run");
        let game = G::NAME;
        let robust = if folder.join("robust.parquet").exists() { " --robust" } else { "" };
        let again =
            format!("lanchester --game {game} validate {id}{robust} --seed 1 --out reports/{game} makes it again");
        let versions = (run.manifest.rules_version, run.manifest.stream_version, run.manifest.seed);
        assert_eq!(versions, (G::VERSION, lanchester_lanes::dice::STREAM_VERSION, 1), "{id}: {again}");
        let study = Library::<G>::shipped().study(id).expect("a shipped study");
        let now: Vec<(String, String)> =
            study.inputs.iter().map(|input| (input.path.clone(), hash(input.text.as_bytes()))).collect();
        let then: Vec<(String, String)> =
            run.manifest.inputs.iter().map(|input| (input.file.clone(), input.blake3.clone())).collect();
        assert!(now == then, "{id} has changed since its run: {again}");
        let analysis = analyse(&rebuild(&run).expect("a study"));
        assert!(
            analysis.commanders == kept::<G>(&analysis.study_hash) || id != "default",
            "scripts/commanders-table {game} --keep makes scenarios/{game}/commanders.json again"
        );
        if let Ok(page) = std::fs::read_to_string(folder.join("report.html")) {
            assert!(page == html(&analysis), "{id}: `lanchester report reports/{game}/{id}` makes the page again");
        }
    }
}

#[test]
fn the_runs_that_are_shown_are_those_of_the_shipped_ships() {
    let runs = [
        (GameName::Nova, &["default", "policies", "fleets", "readings"][..]),
        (GameName::StarmadaX, &["default", "trio", "fighters", "fleets"]),
        (GameName::Talon, &["default", "fleets", "policies"]),
        (GameName::SkillDice, &["default", "policies"]),
        (GameName::Fires, &["default", "policies"]),
    ];
    for (game, ids) in runs {
        let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports").join(game.name());
        for id in ids {
            game.visit(Current(id, &reports.join(id)));
        }
    }
}
