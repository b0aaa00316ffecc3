//! A `vitrine serve` with a builder that receives the events of the demo's backends.

use std::{
    ops::Deref,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{Served, Shop, started};

/// The shared secrets.
pub(crate) const CMS_SECRET: &str = "HOOK-SECRET-OF-THE-CMS-71C4";
pub(crate) const SHOP_SECRET: &str = "HOOK-SECRET-OF-THE-SHOP-90AB";
/// Timeout of the test for a change to be live; a machine that runs tests on all cores is slow.
const PATIENCE: Duration = Duration::from_secs(120);

/// Polling interval: fewer than `rates.hooks` calls a minute.
const LOOK: Duration = Duration::from_millis(20);

/// The running server.
pub(crate) struct Building<'s> {
    shop: &'s Shop,
    served: Served,
}

impl Deref for Building<'_> {
    type Target = Served;

    fn deref(&self) -> &Served {
        &self.served
    }
}

impl<'s> Building<'s> {
    /// Starts the server with a builder, and directs the backends' events to it.
    pub(crate) fn start(shop: &'s Shop, arguments: &[&str]) -> Self {
        Self::start_program(shop, Path::new(env!("CARGO_BIN_EXE_vitrine")), arguments)
    }

    /// As [`Self::start`], with more variables of the environment.
    pub(crate) fn start_with(shop: &'s Shop, variables: &[(&str, &str)]) -> Self {
        let mut command = shop.command(&["serve"]);
        command.envs(variables.iter().copied());
        Self::of(shop, command)
    }

    /// As [`Self::start`], with a copy of the binary.
    pub(crate) fn start_program(shop: &'s Shop, program: &Path, arguments: &[&str]) -> Self {
        Self::of(shop, shop.command_of(program, &[&["serve"], arguments].concat()))
    }

    /// As [`Self::start`], with another command.
    pub(crate) fn of(shop: &'s Shop, mut command: Command) -> Self {
        command
            .env("VITRINE_CONTENT_HOOK_SECRET", CMS_SECRET)
            .env("VITRINE_COMMERCE_HOOK_SECRET", SHOP_SECRET);
        let served = started(command, shop.path("serve.log"));
        let target =
            |door: &str, secret: &str| json!({ "url": format!("{}/api/hooks/{door}", served.url), "secret": secret });
        let targets = json!({ "content": target("content", CMS_SECRET), "commerce": target("commerce", SHOP_SECRET) });
        shop.control("POST", "hooks", &targets);
        Self { shop, served }
    }

    /// The content of `/api/builder`.
    pub(crate) fn report(&self) -> Value {
        let url = format!("{}/api/builder", self.served.url);
        let (status, text) = self.shop.call("GET", &url, CMS_SECRET, "");
        assert_eq!(status, 200, "{text}");
        serde_json::from_str(&text).unwrap()
    }

    /// Sends an event like a CMS that cannot sign.
    pub(crate) fn event(&self) {
        let url = format!("{}/api/hooks/content", self.served.url);
        let (status, text) = self.shop.call("POST", &url, CMS_SECRET, r#"{"event":"entry.saved"}"#);
        assert_eq!(status, 202, "{text}");
    }

    /// The page at a path.
    pub(crate) fn page(&self, path: &str) -> (u16, String) {
        self.shop.get(&format!("{}{path}", self.served.url))
    }

    /// Waits until the report satisfies the predicate.
    pub(crate) fn until(&self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let since = Instant::now();
        loop {
            let report = self.report();
            if wanted(&report) {
                return report;
            }
            std::thread::sleep(LOOK);
            assert!(since.elapsed() < PATIENCE, "{what}: {report:#} {}", self.served.log());
        }
    }

    /// Waits until every event was built and no build is running.
    pub(crate) fn settled(&self) -> Value {
        self.until("all events are built", |report| {
            report["accepted"] == report["built"] && report["state"] != "building" && report["state"] != "waiting"
        })
    }

    /// Waits until this many events were received and built.
    pub(crate) fn built(&self, events: u64) -> Value {
        self.until("the events came", |report| report["accepted"].as_u64() >= Some(events));
        self.settled()
    }

    /// Kills it at any point, like a power failure.
    pub(crate) fn kill(self) {
        drop(self.served);
    }

    /// Sends SIGTERM and waits for the end.
    pub(crate) fn terminate(self) {
        assert!(self.served.terminate().success());
    }
}

impl Shop {
    /// A call with a secret; its status and text.
    pub(crate) fn call(&self, method: &str, url: &str, secret: &str, body: &str) -> (u16, String) {
        self.runtime.block_on(async {
            let request = self.http.request(method.parse().unwrap(), url).bearer_auth(secret);
            let response = request.body(body.to_owned()).send().await.unwrap();
            (response.status().as_u16(), response.text().await.unwrap())
        })
    }
}
