//! Repeats the calls that were recorded of a running 6.1, and of a 5.73 where the two differ, with the demo shop's own
//! content: what the versions write in different forms. And every form that was sent to the 5.73.
//!
//! Accepted differences:
//! - assets lie on the image CDN here, on the CMS's own disk there;
//! - ids are others here: one of theirs is one of ours throughout all recordings;
//! - values that Statamic made itself ([`OWN`]), and a title that was edited while it ran ([`EDITED`]);
//! - messages of forms are in English here: their fields are compared, and how many each has;
//! - lists that were not sorted, or by id, are in an order of their own: their records are compared by slug
//!   ([`UNSORTED`]), and not what tells their paging.

use std::collections::BTreeMap;

use regex::Regex;
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use vitrine_demo_statamic::{StatamicProfile, StatamicVersion};

use super::support::{IMAGES, Server, copy, lindhoven};

/// Keys whose values may differ.
const OWN: &[&str] = &[
    "csrf",
    "edit_url",
    "last_modified",
    "message",
    "updated_at",
    "updated_by",
];
/// A title as recorded, and as it is here.
const EDITED: (&str, &str) = ("Uw gegevens g1", "Privacy");
/// Differences that have nothing to do with the version: recording, place, reason.
const KNOWN_DIFFERENCES: &[(&str, &str, &str)] = &[
    (
        "run-form-vacancy-cv-brackets",
        "body.submission.cv",
        "a file of that name was there already, so that it got the time as an ending",
    ),
    (
        "run-form-project-files-field",
        "body.submission.files.0",
        "the folder's name is the time of the submission",
    ),
    (
        "run6-faq-",
        "body.data.aanbetaling",
        "not built: a key for each taxonomy of the collection",
    ),
    (
        "run6-faq-",
        "body.data.afspraak-nodig",
        "not built: a key for each taxonomy of the collection",
    ),
    (
        "run6-globals-nl",
        "body.data.6",
        "three fields came after the recording: guarantee_page, imprint_page, representative",
    ),
    (
        "run6-globals-site-show",
        "body.data",
        "three fields came after the recording: guarantee_page, imprint_page, representative",
    ),
    (
        "run6-preview-",
        "body.data.order",
        "one page more was there when the previews were recorded",
    ),
    (
        "run6-preview-wrong-token",
        "body.data.title",
        "the saved title was edited before",
    ),
];
/// A file of a form: field, name, beginning, size in bytes if it is longer.
type SentFile = (&'static str, &'static str, &'static [u8], usize);
/// Files that recorded bodies end before, by the recording.
const CUT_OFF: &[(&str, &[SentFile])] = &[
    ("run-form-multipart-single-", &[("attachments", "a.png", PNG, 0)]),
    (
        "run-form-multipart-2-files",
        &[("attachments[]", "a.png", PNG, 0), ("attachments[]", "b.pdf", PDF, 0)],
    ),
    ("run-form-multipart-4-files", &[("attachments[]", "a.png", PNG, 0); 4]),
    ("run-form-multipart-exe", &[("attachments[]", "a.exe", b"MZ\x90\0", 0)]),
    (
        "run-form-multipart-php-",
        &[("attachments[]", "a.pdf", b"<?php phpinfo();", 0)],
    ),
    (
        "run-form-multipart-svg",
        &[(
            "attachments[]",
            "a.svg",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
            0,
        )],
    ),
    (
        "run-form-multipart-too-large-",
        &[("attachments[]", "a.pdf", PDF, 6 * 1024 * 1024)],
    ),
    (
        "run-form-multipart-13MB-",
        &[("attachments[]", "a.pdf", PDF, 13 * 1024 * 1024)],
    ),
];
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
const PDF: &[u8] = b"%PDF-1.4\n1 0 obj<<>>endobj";
/// What tells the paging of a list.
const PAGING: &[&str] = &["links", "meta", "total", "last_page"];
/// Recordings of the first records of a list; here the whole list is asked for.
const UNSORTED: &[&str] = &[
    "run6-brands-",
    "run6-designers-",
    "run6-faq-",
    "run6-graphql-website-link-value",
];
/// The entry of the recorded previews, and the token.
const PREVIEWED: (&str, &str) = ("pages/privacy", "QeFb34XpN8sJJA9WkKPqs4mUOuT0jn6YXXDvsdTb");

const SITE_HEADING: &str = "<h2>Op deze site</h2>";
const RIGHTS_HEADING: &str = "<h2>Uw rechten</h2>";
/// What the privacy page said of cookies when its preview was recorded.
const RECORDED_COOKIES: &str = "<p>Eén cookie onthoudt uw winkelwagen en blijft een jaar staan. Een tweede telt hoeveel erin zit. Er zijn geen trackingcookies en er wordt niets aan advertentienetwerken doorgegeven.</p>";

/// The demo shop's content with the forms and the privacy page as they were when they were recorded.
fn shop_as_recorded() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let (shop, into) = (lindhoven(), folder.path());
    std::fs::copy(shop.join("shop.json"), into.join("shop.json")).expect("a copy");
    copy(&shop.join("content"), &into.join("content"));
    std::os::unix::fs::symlink(shop.join("media"), into.join("media")).expect("a link");
    let forms = into.join("content/forms");
    for later in ["back_in_stock.json", "samples.json"] {
        std::fs::remove_file(forms.join(later)).expect("removed");
    }
    let change = |file: &str, change: fn(&mut Value)| {
        let path = into.join("content").join(file);
        let mut content: Value = serde_json::from_slice(&std::fs::read(&path).expect("a file")).expect("JSON");
        change(&mut content);
        std::fs::write(path, content.to_string()).expect("written");
    };
    change("forms/contact.json", |form| {
        form["fields"]["attachments"]["validate"] = json!("mimes:jpg,png,pdf|max:5120");
    });
    change("forms/showroom_appointment.json", |form| {
        form["fields"].as_object_mut().expect("fields").remove("product");
    });
    change("pages/privacy.json", |page| {
        let text = &mut page["nl-NL"]["blocks"][0]["text"][0]["text"];
        let now = text.as_str().expect("a text");
        let (before, rest) = now.split_once(SITE_HEADING).expect("the heading");
        let (_, after) = rest.split_once(RIGHTS_HEADING).expect("the next one");
        *text = json!([before, SITE_HEADING, RECORDED_COOKIES, RIGHTS_HEADING, after].concat());
    });
    change("pages/stalen-aanvragen.json", |page| {
        for site in page.as_object_mut().expect("sites").values_mut() {
            site["blocks"] = json!([]);
        }
    });
    folder
}

/// The same with the forms' definitions as they are in the recorded list of them.
fn shop_with_recorded_definitions() -> TempDir {
    let folder = shop_as_recorded();
    let forms = folder.path().join("content/forms");
    let all = recordings()
        .into_iter()
        .find(|recording| recording.is(&["run-form-get-all"]));
    let all = all.expect("the list").body;
    for form in all["data"].as_array().expect("forms") {
        let path = forms.join(format!("{}.json", form["handle"].as_str().expect("a handle")));
        let mut own: Value = serde_json::from_slice(&std::fs::read(&path).expect("a form")).expect("JSON");
        let mut fields = form["fields"].clone();
        for field in fields.as_object_mut().expect("fields").values_mut() {
            // What Statamic adds to each field.
            field.as_object_mut().expect("a field").remove("handle");
        }
        own["fields"] = fields;
        std::fs::write(path, own.to_string()).expect("written");
    }
    folder
}

struct Recording {
    name: String,
    request: Map<String, Value>,
    status: u64,
    headers: Map<String, Value>,
    body: Value,
}

fn recordings() -> Vec<Recording> {
    let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded_shop");
    let files = std::fs::read_dir(dir).expect("the recordings");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let file: Value = serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("JSON");
        Recording {
            name: path.file_stem().expect("a name").to_string_lossy().into_owned(),
            request: file["request"].as_object().expect("an object").clone(),
            status: file["status"].as_u64().expect("a status"),
            headers: file["headers"].as_object().expect("an object").clone(),
            body: file["body"].clone(),
        }
    };
    files.iter().map(read).collect()
}

impl Recording {
    fn is(&self, prefixes: &[&str]) -> bool {
        prefixes.iter().any(|prefix| self.name.starts_with(prefix))
    }

    fn version(&self) -> u8 {
        if self.is(&["run6-"]) && !self.name.ends_with("-5.73") {
            6
        } else {
            5
        }
    }

    fn settings(&self) -> Value {
        let bearer = self.is(&["run6-api-", "run6-graphql-no-token"]).then_some("the token");
        let csrf = self.is(&["run-form-post-no-csrf-", "run-form-post-json-no-csrf-"]);
        json!({"version": self.version(), "csrf": csrf, "bearer": bearer})
    }

    async fn replay(&self, server: &Server, ids: &Ids) -> super::support::Answer {
        let text = |key: &str| self.request[key].as_str().expect("a text");
        let path = ids
            .ours(text("path"))
            .replace("limit=2", "limit=1000")
            .replace("limit%22%3A2", "limit%22%3A1000");
        let sent = self.request["headers"].as_object().expect("headers").iter();
        let headers: Vec<(&str, &str)> = sent
            .map(|(name, value)| (name.as_str(), value.as_str().expect("a text")))
            .collect();
        let body = match &self.request["body"] {
            Value::Null => None,
            Value::String(text) => Some(self.whole(text)),
            object => Some(object.to_string().into_bytes()),
        };
        server.request(text("method"), &path, &headers, body).await
    }

    /// A body that was recorded up to a length, with its end.
    fn whole(&self, text: &str) -> Vec<u8> {
        let boundary = text.lines().next().unwrap_or_default();
        if !boundary.starts_with("------vit") || text.ends_with("--\r\n") {
            return text.as_bytes().to_vec();
        }
        let part = |head: &str, content: &[u8]| {
            let head = format!("{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n");
            [head.as_bytes(), content, b"\r\n"].concat()
        };
        let mut body = text.as_bytes().to_vec();
        if let Some((_, files)) = CUT_OFF.iter().find(|(name, _)| self.name.starts_with(name)) {
            body.truncate(text.rfind(boundary).unwrap_or(text.len()));
            body.extend(part("name=\"locale\"", b"nl"));
            body.extend(part("name=\"page_url\"", b"/contact"));
            for (field, name, begins, size) in *files {
                let mut content = begins.to_vec();
                content.resize(content.len().max(*size), b' ');
                body.extend(part(&format!("name=\"{field}\"; filename=\"{name}\""), &content));
            }
        } else if self.name == "run-form-date-multipart-brackets" {
            body.truncate(text.rfind("2026-12-").unwrap_or(text.len()));
            body.extend_from_slice(b"2026-12-24\r\n");
        } else {
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(format!("{boundary}--\r\n").as_bytes());
        body
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter();
        all.find(|(known, _)| known.eq_ignore_ascii_case(name))
            .and_then(|(_, value)| value.as_str())
    }
}

/// Our id for each of theirs.
struct Ids {
    known: BTreeMap<String, String>,
    uuid: Regex,
}

impl Ids {
    /// Knows the entries that recorded calls name: the pages at `/` and `/privacy`.
    async fn of(server: &Server) -> Self {
        let mut known = BTreeMap::new();
        for (uri, theirs) in [
            ("/", "033ddc65-6f6a-47d0-bbf0-10b15d86949c"),
            ("/privacy", "d7d140ac-1edd-4863-9b7f-f25f5cbaea31"),
        ] {
            let path = format!("/api/collections/pages/entries?filter[site]=nl-NL&filter[uri]={uri}&fields=id");
            let ours = server.column(&path, "id").await;
            known.insert(theirs.to_owned(), ours.first().expect("a page").clone());
        }
        let uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
        Self {
            known,
            uuid: Regex::new(uuid).expect("a pattern"),
        }
    }

    /// A recorded text with our ids.
    fn ours(&self, theirs: &str) -> String {
        let id = |found: &regex::Captures<'_>| {
            self.known
                .get(&found[0])
                .cloned()
                .unwrap_or_else(|| found[0].to_owned())
        };
        self.uuid.replace_all(theirs, id).into_owned()
    }

    /// Pairs the ids of two texts that nothing is known of.
    fn learn(&mut self, theirs: &str, own: &str) {
        for (theirs, own) in self.uuid.find_iter(theirs).zip(self.uuid.find_iter(own)) {
            let taken = self.known.values().any(|known| known == own.as_str());
            if !taken {
                self.known
                    .entry(theirs.as_str().to_owned())
                    .or_insert_with(|| own.as_str().to_owned());
            }
        }
    }
}

struct Comparison<'a> {
    recording: &'a Recording,
    ids: &'a mut Ids,
    differences: Vec<String>,
}

impl Comparison<'_> {
    fn check(&mut self, right: bool, place: &str, problem: &str) {
        let name = &self.recording.name;
        let is_known = |(known, at, _): &&(&str, &str, &str)| name.starts_with(known) && *at == place;
        if !right && KNOWN_DIFFERENCES.iter().find(is_known).is_none() {
            self.differences
                .push(format!("{}: {place}: {problem}", self.recording.name));
        }
    }

    fn compare(&mut self, theirs: &Value, own: &Value, place: &str) {
        let key = place.rsplit('.').next().unwrap_or(place);
        match (theirs, own) {
            _ if OWN.contains(&key) => {}
            (Value::Object(theirs), Value::Object(own)) => self.compare_keys(theirs, own, place),
            (Value::Array(theirs), Value::Array(own)) => self.compare_lists(theirs, own, place),
            (Value::String(theirs), Value::String(own)) => {
                let of_asset = [theirs, own]
                    .iter()
                    .all(|text| text.contains("/assets/") || text.contains(IMAGES));
                let edited = EDITED == (theirs.as_str(), own.as_str());
                self.ids.learn(theirs, own);
                let theirs = &self.ids.ours(theirs);
                self.check(
                    of_asset || edited || theirs == own,
                    place,
                    &format!("{own:?} instead of {theirs:?}"),
                );
            }
            (theirs, own) => self.check(theirs == own, place, &format!("{own} instead of {theirs}")),
        }
    }

    fn compare_keys(&mut self, theirs: &Map<String, Value>, own: &Map<String, Value>, place: &str) {
        let unsorted = self.recording.is(UNSORTED);
        let names = |map: &Map<String, Value>| map.keys().cloned().collect::<std::collections::BTreeSet<_>>();
        let (missing, more) = (names(theirs), names(own));
        let told = format!(
            "keys {:?} are missing, {:?} are more",
            &missing - &more,
            &more - &missing
        );
        self.check(missing == more, place, &told);
        for (key, value) in theirs
            .iter()
            .filter(|(key, _)| !unsorted || !PAGING.contains(&key.as_str()))
        {
            if let Some(own) = own.get(key) {
                self.compare(value, own, &format!("{place}.{key}"));
            }
        }
    }

    fn compare_lists(&mut self, theirs: &[Value], own: &[Value], place: &str) {
        // Messages of a form's field.
        if place.starts_with("body.errors.") && theirs.iter().all(Value::is_string) {
            return self.check(theirs.len() == own.len(), place, "another number of messages");
        }
        let identity = |value: &Value| {
            ["slug", "name"]
                .iter()
                .find_map(|key| value.get(*key)?.as_str().map(str::to_owned))
        };
        let named = theirs.iter().chain(own).all(|value| identity(value).is_some());
        let is_list = self.recording.is(UNSORTED) && ["body.data", "body.data.entries.data"].contains(&place);
        if is_list || named && place.ends_with(".fields") {
            for value in theirs {
                let same = own.iter().find(|one| identity(one) == identity(value));
                match same {
                    Some(same) => {
                        self.compare(value, same, &format!("{place}.{}", identity(value).unwrap_or_default()))
                    }
                    None => self.check(false, place, &format!("{value} is missing")),
                }
            }
            return;
        }
        self.check(
            theirs.len() == own.len(),
            place,
            &format!("{} items instead of {}", own.len(), theirs.len()),
        );
        for (at, (theirs, own)) in theirs.iter().zip(own).enumerate() {
            self.compare(theirs, own, &format!("{place}.{at}"));
        }
    }
}

async fn compare(server: &Server, recording: &Recording, ids: &mut Ids) -> Vec<String> {
    server.set(recording.settings());
    let answer = recording.replay(server, ids).await;
    let mut comparison = Comparison {
        recording,
        ids,
        differences: Vec::new(),
    };
    comparison.check(
        u64::from(answer.status) == recording.status,
        "status",
        &answer.status.to_string(),
    );
    for name in [
        "content-type",
        "permissions-policy",
        "access-control-allow-origin",
        "x-statamic-live-preview",
    ] {
        let (own, theirs) = (answer.header(name), recording.header(name).unwrap_or_default());
        comparison.check(
            own.eq_ignore_ascii_case(theirs),
            name,
            &format!("{own:?} instead of {theirs:?}"),
        );
    }
    if recording.header("content-type") == Some("application/json") {
        let ours: Value =
            serde_json::from_str(&answer.text.replace(&server.base, "http://127.0.0.1:8110")).unwrap_or_default();
        // The definitions were read of a server at another port.
        let theirs = recording.body.to_string().replace("127.0.0.1:8103", "127.0.0.1:8110");
        comparison.compare(&serde_json::from_str(&theirs).expect("JSON"), &ours, "body");
    }
    comparison.differences
}

/// Statamic, Part C, "Statamic 6": links and relations as objects, GraphQL's types, dates of forms, the token of the API; and
/// Part C, "Forms": every form that was sent to a running 5.73.
#[tokio::test]
async fn answers_are_those_recorded_of_both_versions() {
    let shop = shop_as_recorded();
    let server = Server::of_version(shop.path(), StatamicProfile::Stock, StatamicVersion::Five).await;
    let (entry, token) = PREVIEWED;
    server.preview(json!({"entry": entry, "site": "nl-NL", "fields": {"title": "Voorbeeld6"}, "token": token}));
    let (recordings, mut ids) = (recordings(), Ids::of(&server).await);
    let forms = recordings.iter().filter(|recording| recording.is(&["run-form-"]));
    assert_eq!(forms.count(), 80, "every recorded form");
    let defined = shop_with_recorded_definitions();
    let defined = Server::of_version(defined.path(), StatamicProfile::Stock, StatamicVersion::Five).await;
    let mut differences = Vec::new();
    for recording in &recordings {
        let of_definitions = recording.is(&["run-form-get-"]);
        let server = if of_definitions { &defined } else { &server };
        differences.extend(compare(server, recording, &mut ids).await);
    }
    assert!(
        differences.is_empty(),
        "{} differences:\n{}",
        differences.len(),
        differences.join("\n")
    );
}
