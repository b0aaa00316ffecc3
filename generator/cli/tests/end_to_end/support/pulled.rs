//! Modifies the last pull: the records of a file below `state/snapshot`, which `build --offline` reads.

use std::fs;

use serde_json::Value;
use vitrine_backends::{
    http::HttpConfig,
    shopware::{ShopwareClient, ShopwareConfig},
    statamic::{StatamicClient, StatamicConfig},
};

use super::{NOW, Run, Shop, change_json};

impl Shop {
    /// Clients of both backends, as of a build.
    pub(crate) fn backends(&self) -> (ShopwareClient, StatamicClient) {
        // Another client of this process may have installed it already.
        let _installed = rustls::crypto::ring::default_provider().install_default().is_ok();
        let shopware = ShopwareClient::new(ShopwareConfig {
            endpoint: self.store_api(),
            access_key: self.access_key.clone().into(),
            http: HttpConfig::builder(),
        });
        let statamic = StatamicClient::new(StatamicConfig {
            endpoint: format!("{}/api", self.cms()),
            graphql: format!("{}/api/graphql", self.cms()),
            token: None,
            basic: None,
            headers: Vec::new(),
            http: HttpConfig::builder(),
        });
        (shopware.unwrap(), statamic.unwrap())
    }

    /// The records of a file of the last pull (`shopware/products.nl`).
    pub(crate) fn pulled(&self, file: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.path(&format!("state/snapshot/{file}.jsonl"))).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Replaces the records of a file.
    pub(crate) fn put_pulled(&self, file: &str, records: &[Value]) {
        let lines: Vec<String> = records.iter().map(Value::to_string).collect();
        self.put_lines(file, &lines);
    }

    /// Replaces the lines of a file.
    pub(crate) fn put_lines(&self, file: &str, lines: &[String]) {
        let path = self.path(&format!("state/snapshot/{file}.jsonl"));
        fs::write(path, lines.join("\n") + "\n").unwrap();
        change_json(&self.path("state/snapshot/pull.json"), |about| {
            about["counts"][format!("{file}.jsonl")] = lines.len().into();
        });
    }

    /// Modifies one record of a file, which must exist.
    pub(crate) fn change_pulled(&self, file: &str, is: impl Fn(&Value) -> bool, change: impl Fn(&mut Value)) {
        let mut records = self.pulled(file);
        let mut found = 0;
        for record in records.iter_mut().filter(|record| is(record)) {
            change(record);
            found += 1;
        }
        assert_eq!(found, 1, "records of {file}");
        self.put_pulled(file, &records);
    }

    /// Builds from the last pull at the time of the demo's clock, with additional arguments.
    pub(crate) fn offline(&self, more: &[&str]) -> Run {
        self.offline_at(NOW, more)
    }

    /// Builds from the last pull at a time, with additional arguments.
    pub(crate) fn offline_at(&self, now: &str, more: &[&str]) -> Run {
        self.vitrine(&[&["build", "--offline", "--json", "--now", now], more].concat())
    }
}

/// The warnings of a report with the given code and id.
pub(crate) fn warnings<'r>(report: &'r Value, code: &str, id: &str) -> Vec<&'r Value> {
    let all = report["warnings"].as_array().unwrap().iter();
    all.filter(|warning| warning["code"] == code && warning["place"]["id"] == id)
        .collect()
}
