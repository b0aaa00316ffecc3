//! Comparing a build with one that renders every page.

use std::fs;

use serde_json::Value;

use super::{NOW, Shop, replace_line, tree};

impl Shop {
    /// Builds, compares the release with a full build of the same pull, and returns the report. `what` names the state
    /// in messages.
    pub(crate) fn build_as_in_full(&self, what: &str) -> Value {
        let report = self.build();
        let (dist, aside) = (self.path("dist"), self.path("aside"));
        fs::rename(&dist, &aside).unwrap();
        let full = self.vitrine(&["build", "--offline", "--full", "--json", "--now", NOW]);
        let full = full.report();
        let [one, other] = [&aside, &dist].map(|dist| tree(&dist.join("current")));
        let names = one.keys().chain(other.keys());
        let differing: Vec<&String> = names.filter(|name| one.get(*name) != other.get(*name)).collect();
        assert!(differing.is_empty(), "{what}: {differing:?}");
        for key in ["release", "warnings", "findings"] {
            assert_eq!(full[key], report[key], "{what}");
        }
        assert_eq!(full["rendered"], full["pages"], "{what}");
        fs::remove_dir_all(&dist).unwrap();
        fs::rename(&aside, &dist).unwrap();
        report
    }

    /// Compares the live release, which a server has, with a full build of the last pull.
    pub(crate) fn is_as_in_full(&self, what: &str) {
        let text = fs::read_to_string(self.path("vitrine.toml")).unwrap();
        let dist = format!("dist = {:?}", self.path("full").display().to_string());
        fs::write(self.path("full.toml"), replace_line(&text, "dist = ", &dist)).unwrap();
        // The server's clock has moved on, and the prices of its releases are recorded with its time.
        let later = NOW.parse::<jiff::Timestamp>().unwrap() + jiff::SignedDuration::from_hours(1);
        let later = later.to_string();
        let full = [
            "build",
            "--config",
            "full.toml",
            "--offline",
            "--full",
            "--json",
            "--now",
            &later,
        ];
        self.vitrine(&full).report();
        let [one, other] = ["dist", "full"].map(|dist| tree(&self.path(dist).join("current")));
        let names = one.keys().chain(other.keys());
        let differing: Vec<&String> = names.filter(|name| one.get(*name) != other.get(*name)).collect();
        assert!(differing.is_empty(), "{what}: {differing:?}");
    }
}
