//! Repeats every recorded call: status, headers, keys, key order, lengths and values must equal those of the real
//! Statamic.
//!
//! Accepted differences:
//! - values specific to this installation: hosts and paths of assets, file sizes, dates of files ([`OWN_VALUES`],
//!   [`FILE_DATES`]);
//! - pages of the framework are only checked to be HTML; `X-Powered-By` and the seconds of `Retry-After` vary;
//! - `form-post-*-plain-browser`: the recording has the page that the 302 redirects to; the 302 itself is compared;
//! - Statamic returns terms in an arbitrary order; they are sorted before the comparison;
//! - the single differences of [`KNOWN_DIFFERENCES`], each with its reason;
//! - a draft that was never saved in the control panel has no `updated_by`; here every entry has the editor.

use serde_json::{Map, Value, json};

use super::support::{IMAGES, Server};

/// Keys whose value may differ if it has the same type or is null.
const OWN_VALUES: &[&str] = &[
    "attributes",
    "credit",
    "size",
    "size_bytes",
    "size_kilobytes",
    "size_megabytes",
    "size_gigabytes",
    "size_b",
    "size_kb",
    "size_mb",
    "size_gb",
    "last_modified_timestamp",
    "last_modified_instance",
    "playtime",
    "focus",
    "mime_type",
    "extension",
];

/// Files with dates of the recorded installation's disk, which are not in the content.
const FILE_DATES: &[&str] = &["terms-", "asset", "term-", "preview-"];

/// Accepted differences: recording, position, difference, and reason. Any other difference there fails.
const KNOWN_DIFFERENCES: &[(&str, &str, &str, &str)] = &[(
    "preview-other-entry-with-token",
    "body.data.parent.title",
    r#""Home (bewerkt)" instead of "Home""#,
    "not built: an edited entry that is the parent of another is answered there as edited, by Statamic as saved",
)];

/// Headers that are compared; one that is not recorded must not be answered.
const HEADERS: &[&str] = &[
    "access-control-allow-origin",
    "cache-control",
    "content-security-policy",
    "content-type",
    "permissions-policy",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-statamic-live-preview",
];

struct Recording {
    name: String,
    request: Map<String, Value>,
    status: u64,
    headers: Map<String, Value>,
    body: Value,
}

fn recordings() -> Vec<Recording> {
    let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let mut files: Vec<_> = std::fs::read_dir(dir)
        .expect("the recordings")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let file: Value = serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("JSON");
        let map = |value: &Value| value.as_object().expect("an object").clone();
        Recording {
            name: path.file_stem().expect("a name").to_string_lossy().into_owned(),
            request: map(&file["request"]),
            status: file["status"].as_u64().expect("a status"),
            headers: map(&file["headers"]),
            body: file["body"].clone(),
        }
    };
    files.iter().map(read).collect()
}

impl Recording {
    fn is(&self, prefixes: &[&str]) -> bool {
        prefixes.iter().any(|prefix| self.name.starts_with(prefix))
    }

    /// Whether the recorded installation had the routes and keys that make up the extended profile.
    fn is_extended(&self) -> bool {
        let at_stock_path = self.is(&["graphql-stock", "graphql-form-at-stock-path"]);
        self.is(&["by-uri-", "custom-", "entries-by-uri", "preview-by-uri"])
            || (self.is(&["graphql-"]) && !at_stock_path)
    }

    fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.and_then(|(_, value)| value.as_str())
    }

    /// The settings of the recorded installation: CSRF was off for forms except in the calls that test it, and three
    /// calls a minute were allowed in the calls that are throttled.
    fn settings(&self) -> Value {
        let limit = self.is(&["throttle"]).then_some(3);
        json!({"csrf": self.is(&["form-post-csrf"]), "calls_per_minute": limit})
    }

    async fn replay(&self, server: &Server) -> super::support::Answer {
        let text = |key: &str| {
            self.request[key]
                .as_str()
                .expect("a text")
                .replace("woonkamer.jpg", "woonkamer.webp")
        };
        let sent = self.request["headers"].as_object().expect("headers");
        let own = |value: &Value| {
            value
                .as_str()
                .expect("a text")
                .replace("http://127.0.0.1:8123", &server.base)
        };
        let sent: Vec<(&str, String)> = sent.iter().map(|(name, value)| (name.as_str(), own(value))).collect();
        let headers: Vec<(&str, &str)> = sent.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let body = self
            .request
            .get("body")
            .and_then(Value::as_str)
            .map(|body| body.as_bytes().to_vec());
        let calls_before = match self.name.as_str() {
            "throttle-ok" => 2,
            name if name.starts_with("throttled") => 3,
            _ => 0,
        };
        for _ in 0..calls_before {
            server
                .request(&text("method"), &text("path"), &headers, body.clone())
                .await;
        }
        server.request(&text("method"), &text("path"), &headers, body).await
    }
}

struct Comparison<'a> {
    name: &'a str,
    /// Our answer may have additional keys.
    extended: bool,
    differences: Vec<String>,
}

impl Comparison<'_> {
    fn compare(&mut self, recorded: &Value, ours: &Value, place: &str) {
        let key = place.rsplit('.').next().unwrap_or(place);
        match (recorded, ours) {
            (Value::Object(theirs), Value::Object(own)) => self.compare_keys(theirs, own, place),
            _ if OWN_VALUES.contains(&key) => {}
            (Value::Null, Value::Object(_)) if key == "updated_by" && self.name.starts_with("preview-") => {}
            (Value::Array(theirs), Value::Array(own)) => {
                self.check(
                    theirs.len() == own.len(),
                    place,
                    &format!("{} items instead of {}", own.len(), theirs.len()),
                );
                for (index, (theirs, own)) in theirs.iter().zip(own).enumerate() {
                    self.compare(theirs, own, &format!("{place}.{index}"));
                }
            }
            (Value::String(theirs), Value::String(own)) => {
                let of_asset = theirs.contains("/assets/") || theirs.contains("assets::") || own.contains(".webp");
                let of_file = FILE_DATES.iter().any(|prefix| self.name.starts_with(prefix))
                    && matches!(key, "last_modified" | "updated_at");
                self.check(
                    of_asset || of_file || theirs == own,
                    place,
                    &format!("{own:?} instead of {theirs:?}"),
                );
            }
            // The pictures of the fixture have other sizes.
            (Value::Number(_), Value::Number(_))
                if matches!(key, "width" | "height") && self.name.starts_with("graphql-") => {}
            (theirs, own) => self.check(theirs == own, place, &format!("{own} instead of {theirs}")),
        }
    }

    fn compare_keys(&mut self, theirs: &Map<String, Value>, own: &Map<String, Value>, place: &str) {
        let keys: Vec<&String> = theirs.keys().filter(|key| *key != "credit").collect();
        let own_keys: Vec<&String> = own
            .keys()
            .filter(|key| !self.extended || theirs.contains_key(*key))
            .collect();
        // An asset's own fields are first or last, depending on its file.
        if self.name.starts_with("asset") {
            let missing: Vec<_> = keys.iter().filter(|key| !own_keys.contains(key)).collect();
            self.check(missing.is_empty(), place, &format!("misses {missing:?}"));
        } else {
            self.check(
                keys == own_keys,
                place,
                &format!("keys {own_keys:?} instead of {keys:?}"),
            );
        }
        for (key, value) in theirs {
            if let Some(own) = own.get(key) {
                self.compare(value, own, &format!("{place}.{key}"));
            }
        }
    }

    fn check(&mut self, right: bool, place: &str, problem: &str) {
        let is_known = KNOWN_DIFFERENCES
            .iter()
            .any(|(name, at, difference, _)| (*name, *at, *difference) == (self.name, place, problem));
        if !right && !is_known {
            self.differences.push(format!("{}: {place}: {problem}", self.name));
        }
    }
}

fn in_order(name: &str, body: &mut Value) {
    let data = match name {
        "graphql-terms" => body.pointer_mut("/data/terms/data"),
        name if name.starts_with("terms-") => body.get_mut("data"),
        _ => None,
    };
    if let Some(Value::Array(data)) = data {
        data.sort_by_key(|term| {
            (
                term["id"].to_string(),
                term["locale"].to_string(),
                term["url"].to_string(),
            )
        });
    }
}

async fn compare(server: &Server, recording: &mut Recording, extended: bool) -> Vec<String> {
    server.set(recording.settings());
    let answer = recording.replay(server).await;
    let mut comparison = Comparison {
        name: &recording.name,
        extended,
        differences: Vec::new(),
    };
    let redirected = recording.is(&["form-post-ok-plain-browser", "form-post-invalid-plain-browser"]);
    let status = if redirected { 302 } else { recording.status };
    comparison.check(u64::from(answer.status) == status, "status", &answer.status.to_string());
    if redirected {
        let back = format!("{}/contact", server.base);
        comparison.check(answer.header("location") == back, "location", answer.header("location"));
    }
    for name in HEADERS {
        let ours = answer.header(name).replace(&server.base, "http://127.0.0.1:8123");
        let theirs = recording.header(name).unwrap_or_default();
        comparison.check(ours == theirs, name, &format!("{ours:?} instead of {theirs:?}"));
    }
    let retry = (
        answer.headers.contains_key("retry-after"),
        recording.header("retry-after").is_some(),
    );
    comparison.check(retry.0 == retry.1, "retry-after", "is there or is not");
    if recording.header("content-type") == Some("application/json") {
        let text = answer
            .text
            .replace(&server.base, "http://127.0.0.1:8123")
            .replace(IMAGES, "http://127.0.0.1:8123");
        let mut ours: Value = serde_json::from_str(&text).unwrap_or_default();
        in_order(&recording.name, &mut ours);
        in_order(&recording.name, &mut recording.body);
        comparison.compare(&recording.body, &ours, "body");
    }
    comparison.differences
}

/// The previews that were active during the recording.
fn open_previews(server: &Server) {
    let home = json!({"title": "Home (bewerkt)", "seo_title": "Concept titel"});
    let draft = json!({"title": "Concept (bewerkt)"});
    server.preview(json!({"entry": "pages/home", "site": "nl-NL", "fields": home, "token": "tok-home"}));
    server.preview(json!({"entry": "pages/concept", "site": "nl-NL", "fields": draft, "token": "tok-draft"}));
}

/// Statamic §19: the stock profile answers as the recorded Statamic did: REST, forms, live preview and errors.
#[tokio::test]
async fn stock_answers_are_those_of_the_recorded_statamic() {
    let server = Server::stock().await;
    open_previews(&server);
    let mut differences = Vec::new();
    let mut compared = 0;
    for mut recording in recordings().into_iter().filter(|recording| !recording.is_extended()) {
        // Our fixture has one more file than the recorded disk: the items are compared, but not the number of pages.
        if let Some(body) = recording
            .body
            .as_object_mut()
            .filter(|_| recording.name == "assets-index")
        {
            body.retain(|key, _| key == "data");
        }
        compared += 1;
        let has_less = recording_has_less(&recording.name);
        differences.extend(compare(&server, &mut recording, has_less).await);
    }
    assert!(compared >= 110, "only {compared} recordings were compared");
    assert!(
        differences.is_empty(),
        "{} differences:\n{}",
        differences.len(),
        differences.join("\n")
    );
}

fn recording_has_less(name: &str) -> bool {
    name == "assets-index"
}

/// Statamic §5, §12, §17: the extended profile has every key of the stock profile, the custom ones as recorded, and GraphQL below `/api`.
#[tokio::test]
async fn extended_answers_contain_the_recorded_ones() {
    let server = Server::extended().await;
    open_previews(&server);
    let mut differences = Vec::new();
    let mut compared = 0;
    for mut recording in recordings() {
        if recording.is_extended() || recording.is(&["entry-", "nav-"]) {
            let more_keys = !recording.is(&["graphql-"]);
            differences.extend(compare(&server, &mut recording, more_keys).await);
            compared += 1;
        }
    }
    assert!(compared >= 40, "only {compared} recordings were compared");
    assert!(
        differences.is_empty(),
        "{} differences:\n{}",
        differences.len(),
        differences.join("\n")
    );
}
