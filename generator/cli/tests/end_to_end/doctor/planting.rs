//! Plants faults in the demo's backends, in the configuration and in the environment.

use std::{fs, path::PathBuf};

use serde_json::{Value, json};

use super::{NOW, codes, examined};
use crate::support::{Between, Shop, replace_line};

/// Changes the answer to a call, by its path and query.
pub(super) type Change = fn(&str, &mut Value);

/// A fault.
#[derive(Default)]
pub(super) struct Fault {
    pub(super) what: &'static str,
    /// What the doctor must find, sorted, and nothing else.
    pub(super) codes: &'static [&'static str],
    /// Calls of the demo's control API.
    pub(super) control: Vec<(&'static str, Value)>,
    /// Lines of the configuration, each by its start. `{images}` and `{shopware}` are addresses of the demo.
    pub(super) lines: &'static [(&'static str, &'static str)],
    pub(super) shopware: Option<Change>,
    pub(super) statamic: Option<Change>,
    /// Variables of the environment; `None` removes one.
    pub(super) environment: &'static [(&'static str, Option<&'static str>)],
    pub(super) arguments: &'static [&'static str],
    /// The time zone that the CMS told.
    pub(super) zone: Option<&'static str>,
}

/// A shop to plant them in.
pub(super) struct Garden {
    pub(super) shop: Shop,
    shopware: Between,
    statamic: Between,
    direct: String,
    between: String,
    /// Placeholders of lines.
    addresses: [(&'static str, String); 2],
}

impl Garden {
    pub(super) fn new() -> Self {
        let shop = Shop::small();
        let read = |file: &str| fs::read_to_string(shop.path(file)).unwrap();
        let direct = read("vitrine.toml");
        let hosts = direct
            .lines()
            .find(|line| line.starts_with("hosts = [\"http://"))
            .unwrap();
        let images = hosts.split('"').nth(1).unwrap().to_owned();
        let store = shop.store_api().trim_end_matches("/store-api").to_owned();
        let addresses = [("{images}", images), ("{shopware}", store)];
        let shopware = shop.before_shopware(&[]);
        let (old, new) = (
            format!("endpoint = \"{}\"", shop.store_api()),
            format!("endpoint = \"{}/store-api\"", shopware.url),
        );
        let statamic = shop.before_statamic(&[(&old, &new)]);
        let between = read("vitrine.toml");
        Self {
            shop,
            shopware,
            statamic,
            direct,
            between,
            addresses,
        }
    }

    fn zone(&self) -> PathBuf {
        self.shop.path("state/hooks/cms-time-zone")
    }

    /// Plants a fault, and removes that of before.
    fn plant(&self, fault: &Fault) {
        self.shop.control("POST", "reset", &json!({}));
        for (route, body) in &fault.control {
            self.shop.control("POST", route, body);
        }
        for (between, change) in [(&self.shopware, fault.shopware), (&self.statamic, fault.statamic)] {
            match change {
                Some(change) => between.change(change),
                None => between.leave(),
            }
        }
        let is_changed = fault.shopware.or(fault.statamic).is_some();
        let text = if is_changed { &self.between } else { &self.direct };
        let text = fault.lines.iter().fold(text.clone(), |text, (begin, line)| {
            let filled = |text: &str| {
                let addresses = self.addresses.iter();
                addresses.fold(text.to_owned(), |text, (name, address)| text.replace(name, address))
            };
            replace_line(&text, &filled(begin), &filled(line))
        });
        fs::write(self.shop.path("fault.toml"), text).unwrap();
        fs::create_dir_all(self.shop.path("state/hooks")).unwrap();
        match fault.zone {
            Some(zone) => fs::write(self.zone(), zone).unwrap(),
            None if self.zone().exists() => fs::remove_file(self.zone()).unwrap(),
            None => {}
        }
    }

    /// Plants a fault and asserts that the doctor finds it, each finding whole.
    pub(super) fn finds(&self, fault: &Fault) -> Value {
        self.plant(fault);
        let arguments = ["--config", "fault.toml", "doctor", "--format", "json", "--now", NOW];
        let mut command = self.shop.command(&[&arguments, fault.arguments].concat());
        for (name, value) in fault.environment {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let run = self.shop.end(&mut command);
        let document = examined(&run);
        let what = fault.what;
        for secret in fault.environment.iter().filter_map(|(_, value)| *value) {
            assert!(
                !run.stdout.contains(secret) && !run.stderr.contains(secret),
                "{what}: a secret"
            );
        }
        assert_eq!(
            codes(&document),
            fault.codes,
            "{what}: {:#} {:#}",
            document["findings"],
            document["not_checked"]
        );
        let findings = document["findings"].as_array().unwrap();
        for finding in findings {
            for key in ["message", "set_at", "remedy", "area", "severity"] {
                assert!(
                    finding[key].as_str().is_some_and(|text| !text.is_empty()),
                    "{what}: {finding}"
                );
            }
        }
        let is_error = findings.iter().any(|finding| finding["severity"] == "error");
        assert_eq!(run.code, Some(i32::from(is_error)), "{what}");
        let errors = findings.iter().filter(|finding| finding["severity"] == "error").count();
        assert_eq!(document["summary"]["errors"], errors, "{what}");
        document
    }
}

/// Finds each fault of a table, in one shop.
pub(super) fn each(faults: Vec<Fault>) {
    let garden = Garden::new();
    for fault in faults {
        garden.finds(&fault);
    }
}

/// A fault of the network, by the demo.
pub(super) fn broken(backend: &str, path: &str, kind: &str, status: u16) -> Vec<(&'static str, Value)> {
    let mut fault = json!({"backend": backend, "path": path, "kind": kind});
    if status > 0 {
        fault["status"] = json!(status);
    }
    vec![("faults", fault)]
}

/// The rows of an answer of Shopware.
pub(super) fn rows(body: &mut Value) -> &mut Vec<Value> {
    body["elements"].as_array_mut().unwrap()
}

pub(super) fn emptied(body: &mut Value) {
    rows(body).clear();
    body["total"] = json!(0);
}

/// A public shop, whose server is not asked at its name.
pub(super) const PUBLIC: &[(&str, &str)] = &[
    ("base_url = ", "base_url = \"https://shop.example\""),
    ("https = ", "https = true"),
    ("origins = ", "origins = [\"https://shop.example\"]"),
];
/// A port where nothing listens.
pub(super) const NOBODY: &[&str] = &["--server", "http://127.0.0.1:9", "--without-records"];

pub(super) fn domains(list: &Value) -> Vec<(&'static str, Value)> {
    vec![("domains", json!({ "domains": list }))]
}

/// Settings of the CMS.
pub(super) fn statamic(settings: Value) -> Vec<(&'static str, Value)> {
    vec![("statamic", settings)]
}
