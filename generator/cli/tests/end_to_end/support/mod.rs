//! A shop for one test: the demo's backends in this process, a folder with configuration, assets and releases, and the
//! binary.
//!
//! **Invariant:** the output of every run of the binary is checked: it contains no secret and no panic.

mod between;
mod building;
mod config;
mod full;
mod once;
mod packed;
mod pulled;
mod rounds;
mod served;
mod small;
mod visitor;
mod xml;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use memchr::memmem;
use reqwest::{header::HeaderMap, redirect::Policy};
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use vitrine_demo::{Demo, DemoConfig, StatamicProfile};
use walkdir::WalkDir;

pub(crate) use between::{AT_ONCE, Between};
pub(crate) use building::{Building, CMS_SECRET, SHOP_SECRET};
pub(crate) use config::replace_line;
use once::Once;
pub(crate) use packed::Packed;
pub(crate) use pulled::warnings;
pub(crate) use served::{Served, signal, started};
pub(crate) use small::sold_by_the_litre;
pub(crate) use visitor::{Reply, Visitor};
pub(crate) use xml::Element;

/// Suffixes of pages that are only used as answers, for errors and for forms without JavaScript: their own paths are
/// 404.
pub(crate) const NO_ADDRESS: [&str; 5] = ["/404", "/500", "/503", "/withdrawal-review", "/withdrawal-receipt"];

/// A CMS token that tests search for in output.
pub(crate) const CMS_TOKEN: &str = "TOKEN-OF-THE-CMS-3F9A";

/// The time of the demo's clock; events and vacancies of the shop are relative to it.
pub(crate) const NOW: &str = "2026-11-21T09:00:00Z";

/// The collections of the demo shop.
pub(crate) const COLLECTIONS: [&str; 12] = [
    "pages",
    "brands",
    "designers",
    "collections",
    "projects",
    "events",
    "news",
    "showrooms",
    "stores",
    "vacancies",
    "faq",
    "catalogues",
];

/// What the law requires and the recorded shop does not have: its builds accept that (`build.accept`).
pub(crate) const RECORDED_LACKS: &str = "accept = [\"hole-menu\", \"law-dispute-settlement\", \"law-guarantee-link\", \"law-guarantee-notice\", \"law-legal-text\", \"law-manufacturer\", \"law-privacy-link\", \"law-representative\", \"law-returns-link\", \"law-terms-link\", \"law-withdrawal-link\"]";

/// The same of the shop of unusual records, which has a lamp without its label too.
pub(crate) const EDGE_LACKS: &str = "accept = [\"law-dispute-settlement\", \"law-energy-label\", \"law-guarantee-link\", \"law-guarantee-notice\", \"law-legal-text\", \"law-manufacturer\", \"law-privacy-link\", \"law-representative\", \"law-returns-link\", \"law-terms-link\", \"law-withdrawal-link\"]";

/// What a shop without a footer of its own in the CMS does not link to.
pub(crate) const NO_FOOTER: &str = "accept = [\"law-guarantee-link\", \"law-guarantee-notice\", \"law-legal-text\", \"law-privacy-link\", \"law-returns-link\", \"law-terms-link\", \"law-withdrawal-link\"]";

/// What the shop's own configuration accepts.
pub(crate) const ACCEPTED: &str = "accept = [\"law-guarantee-notice\"]";

/// The folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// The demo shop's data files.
pub(crate) fn lindhoven() -> PathBuf {
    root().join("generator/demo/shops/lindhoven")
}

/// The location of a shop's files.
enum Folder {
    /// A folder that is removed with it.
    Own(TempDir),
    /// A folder shared by all tests of the run.
    Shared(Once),
}

/// A running shop.
pub(crate) struct Shop {
    folder: Folder,
    runtime: Runtime,
    demo: Option<Demo>,
    http: reqwest::Client,
    control: String,
    access_key: String,
}

/// The result of a run of the binary.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// The command's own messages on stderr, without the log.
    pub(crate) fn said(&self) -> String {
        let words: Vec<&str> = self.stderr.lines().filter(|l| !l.starts_with('{')).collect();
        words.join("\n")
    }

    /// The report of `build --json`.
    pub(crate) fn report(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        let printed: Value = serde_json::from_str(&self.stdout).unwrap();
        printed["report"].clone()
    }
}

fn client() -> reqwest::Client {
    // Another test of this process may have installed it already.
    let _installed = rustls::crypto::ring::default_provider().install_default().is_ok();
    reqwest::Client::builder().no_proxy().build().unwrap()
}

/// Whether a command would otherwise use the machine's clock, by which the shop's events will be over one day.
fn takes_a_clock(arguments: &[&str]) -> bool {
    let builds = arguments.iter().any(|argument| ["build", "serve"].contains(argument));
    builds && !arguments.iter().any(|argument| ["--now", "--help"].contains(argument))
}

impl Shop {
    /// Starts the demo shop Lindhoven; nothing is built.
    pub(crate) fn start() -> Self {
        Self::of(&lindhoven())
    }

    /// Lindhoven built, with the report of its build, for read-only tests: its backends are stopped, and its release is
    /// shared with other tests.
    pub(crate) fn built() -> (Self, Value) {
        let (once, report) = Once::built();
        let shop = Self {
            http: client(),
            control: String::new(),
            access_key: String::new(),
            demo: None,
            folder: Folder::Shared(once),
            runtime: Runtime::new().unwrap(),
        };
        (shop, report)
    }

    /// Lindhoven with all its content and few of its products: for rules that do not depend on the number of pages.
    pub(crate) fn small() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("shop");
        small::write(&data);
        Self::in_folder(folder, &data)
    }

    /// The small shop with content changed by `change` in its data files.
    pub(crate) fn small_with(change: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("shop");
        small::write(&data);
        small::own_content(&data);
        change(&data);
        Self::in_folder(folder, &data)
    }

    /// The small shop with these families of Lindhoven besides its own.
    pub(crate) fn small_and(families: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("shop");
        small::write(&data);
        for family in families {
            small::add_family(&data, family);
        }
        Self::in_folder(folder, &data)
    }

    /// Starts a shop with other data files.
    pub(crate) fn of(data: &Path) -> Self {
        Self::in_folder(tempfile::tempdir().unwrap(), data)
    }

    fn in_folder(folder: TempDir, data: &Path) -> Self {
        let http = client();
        let runtime = Runtime::new().unwrap();
        let demo = runtime
            .block_on(Demo::start(DemoConfig {
                profile: StatamicProfile::Extended,
                storefront_url: Some("http://127.0.0.1:3000".to_owned()),
                ..DemoConfig::on_free_ports(data.to_owned(), NOW.parse().unwrap())
            }))
            .unwrap();
        config::write_assets(&folder.path().join("assets"));
        let shop = Self {
            http,
            control: demo.control_url(),
            access_key: demo.access_key().to_owned(),
            demo: Some(demo),
            folder: Folder::Own(folder),
            runtime,
        };
        shop.configure("vitrine.toml", &[]);
        shop
    }

    fn folder(&self) -> &Path {
        match &self.folder {
            Folder::Own(folder) => folder.path(),
            Folder::Shared(once) => once.path(),
        }
    }

    /// A path in the shop's folder.
    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.folder().join(below)
    }

    /// Writes a configuration: the project's own with this shop's addresses and folders, then with replaced lines, each
    /// identified by its start.
    pub(crate) fn configure(&self, file: &str, lines: &[(&str, &str)]) {
        let demo = self.demo.as_ref().expect("configured while the backends run");
        let text = config::of(self.folder(), demo);
        let text = lines
            .iter()
            .fold(text, |text, (begin, line)| replace_line(&text, begin, line));
        fs::write(self.path(file), text).unwrap();
    }

    /// Starts a proxy between the binary and the CMS, and writes it to `vitrine.toml` with other lines.
    pub(crate) fn before_statamic(&self, lines: &[(&str, &str)]) -> Between {
        let statamic = self.demo.as_ref().unwrap().statamic_url();
        let between = Between::start(&self.runtime, statamic.to_owned());
        let (old, new) = (
            format!("endpoint = \"{statamic}\""),
            format!("endpoint = \"{}\"", between.url),
        );
        self.configure("vitrine.toml", &[&[(old.as_str(), new.as_str())], lines].concat());
        between
    }

    /// Starts a proxy between the binary and the Store API, and writes it to `vitrine.toml` with other lines.
    pub(crate) fn before_shopware(&self, lines: &[(&str, &str)]) -> Between {
        let shopware = self.demo.as_ref().unwrap().shopware_url();
        let between = Between::start(&self.runtime, shopware.to_owned());
        let (old, new) = (
            format!("endpoint = \"{shopware}/store-api\""),
            format!("endpoint = \"{}/store-api\"", between.url),
        );
        self.configure("vitrine.toml", &[&[(old.as_str(), new.as_str())], lines].concat());
        between
    }

    /// Base URL of the Store API.
    pub(crate) fn store_api(&self) -> String {
        self.control.replace("/_demo", "/store-api")
    }

    /// A Store API call in a language, as by another client of the shop.
    pub(crate) fn at_shopware(&self, iso: &str, path: &str, body: &Value) {
        let call = |path: &str, language: Option<&str>, body: &Value| {
            let request = self.http.post(format!("{}{path}", self.store_api()));
            let request = request
                .header("sw-access-key", &self.access_key)
                .header("Content-Type", "application/json");
            let request = match language {
                Some(id) => request.header("sw-language-id", id),
                None => request,
            };
            self.runtime.block_on(async {
                let response = request.body(body.to_string()).send().await.unwrap();
                assert!(response.status().is_success(), "{path}: {}", response.status());
                response.text().await.unwrap()
            })
        };
        let asked = serde_json::json!({"associations": {"translationCode": {}}});
        let languages: Value = serde_json::from_str(&call("/language", None, &asked)).unwrap();
        let mut rows = languages["elements"].as_array().unwrap().iter();
        let language = rows.find(|row| row["translationCode"]["code"] == iso).unwrap();
        call(path, language["id"].as_str(), body);
    }

    /// Base URL of the CMS.
    pub(crate) fn cms(&self) -> String {
        let demo = self.demo.as_ref().expect("asked while the backends run");
        demo.statamic_url().to_owned()
    }

    /// A command of the binary with this shop's secrets as its only environment. It builds at the demo's time, unless the
    /// arguments name another.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.command_of(Path::new(env!("CARGO_BIN_EXE_vitrine")), arguments)
    }

    fn command_of(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(self.folder())
            .env_clear()
            .env("VITRINE_SHOPWARE_ACCESS_KEY", &self.access_key)
            .env("VITRINE_STATAMIC_TOKEN", CMS_TOKEN)
            .env("VITRINE_FORMS_KEY", "f".repeat(64));
        if takes_a_clock(arguments) {
            command.args(["--now", NOW]);
        }
        command
    }

    /// Runs a bash script in the shop's folder, with the binary first in the path.
    pub(crate) fn shell(&self, script: &str) -> Run {
        let mut command = Command::new("bash");
        let binary = Path::new(env!("CARGO_BIN_EXE_vitrine")).parent().unwrap();
        command
            .args(["-c", script])
            .current_dir(self.folder())
            .env_clear()
            .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", binary.display()))
            .env("VITRINE_SHOPWARE_ACCESS_KEY", &self.access_key)
            .env("VITRINE_STATAMIC_TOKEN", CMS_TOKEN)
            .env("VITRINE_FORMS_KEY", "f".repeat(64));
        self.end(&mut command)
    }

    /// Runs the binary and waits for it.
    pub(crate) fn vitrine(&self, arguments: &[&str]) -> Run {
        self.end(&mut self.command(arguments))
    }

    /// Runs a prepared command and waits for it.
    pub(crate) fn end(&self, command: &mut Command) -> Run {
        let Output { status, stdout, stderr } = command.output().unwrap();
        let run = Run {
            code: status.code(),
            stdout: String::from_utf8(stdout).unwrap(),
            stderr: String::from_utf8(stderr).unwrap(),
        };
        for text in [&run.stdout, &run.stderr] {
            self.holds_no_secret(text.as_bytes(), "what a run said");
            assert!(!text.contains("panicked"), "{text}");
        }
        run
    }

    /// Fails if the bytes contain a secret.
    pub(crate) fn holds_no_secret(&self, bytes: &[u8], place: &str) {
        for secret in [&self.access_key, CMS_TOKEN, CMS_SECRET, building::SHOP_SECRET].map(str::as_bytes) {
            assert!(memmem::find(bytes, secret).is_none(), "a secret stands in {place}");
        }
    }

    /// Builds at the time of the demo's clock, which must succeed; returns the report.
    pub(crate) fn build(&self) -> Value {
        self.vitrine(&["build", "--json", "--now", NOW]).report()
    }

    /// Builds with and without sharing between pages, and compares the releases file by file.
    pub(crate) fn is_the_same_without_sharing(&self) {
        let shared = self.build();
        // Another folder next to the configured dist; nothing else differs except for the flag.
        let (from, to) = (self.path("dist"), self.path("shared"));
        fs::rename(&from, &to).unwrap();
        let alone = self
            .vitrine(&["build", "--offline", "--no-sharing", "--json", "--now", NOW])
            .report();
        let (first, second) = (tree(&to.join("current")), tree(&from.join("current")));
        for (file, bytes) in &first {
            assert!(second.get(file) == Some(bytes), "{file} differs without sharing");
        }
        assert!(first.keys().eq(second.keys()), "other files without sharing");
        assert_eq!(alone["release"], shared["release"]);
    }

    /// A call of the demo's control API.
    pub(crate) fn control(&self, method: &str, route: &str, body: &Value) -> Value {
        self.runtime.block_on(async {
            let request = self
                .http
                .request(method.parse().unwrap(), format!("{}/{route}", self.control));
            let response = request.body(body.to_string()).send().await.unwrap();
            let (status, text) = (response.status(), response.text().await.unwrap());
            assert!(status.is_success(), "/_demo/{route} answered {status}: {text}");
            serde_json::from_str(&text).unwrap()
        })
    }

    /// Sends JSON and accepts JSON; returns status and text.
    pub(crate) fn post_json(&self, url: &str, body: &Value) -> (u16, String) {
        self.runtime.block_on(async {
            let request = self.http.post(url).header("Accept", "application/json");
            let request = request
                .header("Content-Type", "application/json")
                .body(body.to_string());
            let response = request.send().await.unwrap();
            (response.status().as_u16(), response.text().await.unwrap())
        })
    }

    /// Edits an entry in one site, as an editor would.
    pub(crate) fn edit(&self, entry: &str, site: &str, fields: &Value) {
        let body = serde_json::json!({ "entry": entry, "site": site, "fields": fields });
        self.control("POST", "entries", &body);
    }

    /// The status and text of a page.
    pub(crate) fn get(&self, url: &str) -> (u16, String) {
        self.runtime.block_on(async {
            let response = self.http.get(url).send().await.unwrap();
            (response.status().as_u16(), response.text().await.unwrap())
        })
    }

    /// An answer without following redirects: status, headers and text.
    pub(crate) fn answer(&self, url: &str) -> (u16, HeaderMap, String) {
        let client = reqwest::Client::builder().no_proxy().redirect(Policy::none());
        // Lengths are those of the text.
        let client = client.no_gzip().no_brotli();
        self.runtime.block_on(async {
            let response = client.build().unwrap().get(url).send().await.unwrap();
            let (status, headers) = (response.status().as_u16(), response.headers().clone());
            (status, headers, response.text().await.unwrap())
        })
    }

    /// A request with these headers, without following redirects: status, headers and text.
    pub(crate) fn send(
        &self,
        method: &str,
        url: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, HeaderMap, String) {
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .build()
            .unwrap();
        let request = client.request(method.parse().unwrap(), url).body(body.to_owned());
        let request = headers
            .iter()
            .fold(request, |request, (name, value)| request.header(*name, *value));
        self.runtime.block_on(async {
            let response = request.send().await.unwrap();
            let (status, headers) = (response.status().as_u16(), response.headers().clone());
            (status, headers, response.text().await.unwrap())
        })
    }

    /// The API's JSON answer for a page of a locale.
    pub(crate) fn api(&self, url: &str, locale: &str) -> Value {
        let asked = self.http.get(url).header("X-Vitrine-Locale", locale);
        self.runtime.block_on(async {
            let response = asked.send().await.unwrap();
            assert_eq!(response.status(), 200, "{url}");
            response.json().await.unwrap()
        })
    }

    /// Stops the backends.
    pub(crate) fn stop_backends(&mut self) {
        if let Some(demo) = self.demo.take() {
            self.runtime.block_on(demo.stop());
        }
    }

    /// The target of `dist/current`.
    pub(crate) fn live(&self) -> PathBuf {
        fs::read_link(self.path("dist/current")).unwrap()
    }

    /// The release and the files of the release and of the last pull, which a failure must not change.
    pub(crate) fn kept(&self) -> (PathBuf, Tree, Tree) {
        (
            self.live(),
            tree(&self.path("dist").join(self.live())),
            tree(&self.path("state/snapshot")),
        )
    }

    /// A file of the live release.
    pub(crate) fn file(&self, below: &str) -> String {
        let path = self.path("dist/current").join(below);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

/// Files by their path below a folder.
pub(crate) type Tree = BTreeMap<String, Vec<u8>>;

/// The file below `site/` for a page of `release.json`; a shell has underscores for its parameters.
pub(crate) fn page_file(path: &str) -> String {
    let name = path.trim_start_matches('/').replace('{', "_").replace('}', "");
    format!("{}.html", if name.is_empty() { "index" } else { &name })
}

/// A path as written in links and robots rules: non-ASCII octets percent-encoded (RFC 9309).
pub(crate) fn asked(path: &str) -> String {
    path.bytes().fold(String::new(), |mut text, byte| {
        if byte.is_ascii() {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
        text
    })
}

/// Reads all files below a folder.
pub(crate) fn tree(folder: &Path) -> Tree {
    let files = WalkDir::new(folder).into_iter().map(Result::unwrap);
    files
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let below = entry.path().strip_prefix(folder).unwrap();
            (below.display().to_string(), fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// Copies a folder with its content.
pub(crate) fn copy(from: &Path, to: &Path) {
    for (below, bytes) in tree(from) {
        let path = to.join(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// A JSON file.
pub(crate) fn read_json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Changes a JSON file.
pub(crate) fn change_json(path: &Path, change: impl FnOnce(&mut Value)) {
    let mut value = read_json(path);
    change(&mut value);
    fs::write(path, value.to_string()).unwrap();
}
