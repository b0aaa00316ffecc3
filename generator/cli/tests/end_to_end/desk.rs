//! The editors' desk with a builder, a CMS and releases on disk: what became of a save also after a restart and a crash,
//! and going back. Its doors are tested in `api/tests/end_to_end/desk.rs`, its pages in `islands/e2e/desk.spec.ts`.

use std::{fs, io::Write, process::Stdio};

use serde_json::{Value, json};

use crate::{
    previews::Previews,
    resident::children,
    support::{Building, CMS_SECRET, Shop, signal},
};

const PASSWORD: &str = "twelve letters and more";

/// The hash of [`PASSWORD`], as the command prints it.
pub(crate) fn hash(shop: &Shop) -> String {
    let mut command = shop.command(&["desk", "password"]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(format!("{PASSWORD}\r\n").as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A shop whose desk Noor may use.
fn shop_with_desk() -> Shop {
    let shop = Shop::small();
    let users = format!(
        "users = [{{ name = \"Noor\", role = \"publish\", password = \"{}\" }}]",
        hash(&shop)
    );
    // No build but those of events: one that began before an event has not seen it.
    let only_events = ("look = ", "look = 0");
    shop.configure(
        "vitrine.toml",
        &[("users = []", &users), ("retry = ", "retry = [1]"), only_events],
    );
    shop
}

/// Noor at the desk.
pub(crate) struct Noor<'s> {
    shop: &'s Shop,
    url: String,
    pub(crate) cookie: String,
    proof: String,
}

impl<'s> Noor<'s> {
    pub(crate) fn at(shop: &'s Shop, served: &Building<'_>) -> Self {
        let url = served.url.clone();
        let mut noor = Self {
            shop,
            url,
            cookie: String::new(),
            proof: String::new(),
        };
        let body = format!("name=Noor&password={}", PASSWORD.replace(' ', "+"));
        let (status, headers, text) = noor.send("/desk/login", &body);
        assert_eq!(status, 303, "{text}");
        let line = headers["set-cookie"].to_str().unwrap();
        noor.cookie = line.split(';').next().unwrap().to_owned();
        let page = noor.page("/desk");
        let proof = page.split("name=\"proof\" value=\"").nth(1).expect("a form");
        noor.proof = proof.split('"').next().unwrap().to_owned();
        noor
    }

    fn send(&self, path: &str, body: &str) -> (u16, reqwest::header::HeaderMap, String) {
        let headers = [
            ("origin", self.url.as_str()),
            ("sec-fetch-site", "same-origin"),
            ("content-type", "application/x-www-form-urlencoded"),
            ("cookie", &self.cookie),
        ];
        self.shop.send("POST", &format!("{}{path}", self.url), &headers, body)
    }

    fn post(&self, path: &str, fields: &str) -> (u16, String) {
        let (status, _, text) = self.send(path, &format!("proof={}{fields}", self.proof));
        (status, text)
    }

    fn page(&self, path: &str) -> String {
        let (status, _, text) = self
            .shop
            .send("GET", &format!("{}{path}", self.url), &[("cookie", &self.cookie)], "");
        assert_eq!(status, 200, "{path}: {text}");
        text
    }
}

impl Building<'_> {
    /// `/api/desk` for a machine.
    fn desk(&self, shop: &Shop) -> Value {
        let (status, text) = shop.call("GET", &format!("{}/api/desk", self.url), CMS_SECRET, "");
        assert_eq!(status, 200, "{text}");
        serde_json::from_str(&text).unwrap()
    }
}

fn title(shop: &Shop, title: &str) {
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": title }));
}

/// The path of the release's page on disk.
fn release_of(save: &Value) -> &str {
    save["release"].as_str().expect("a release")
}

/// "each save with … live or refused, with the reason"; "after a restart it is read from" what is on disk: the server is
/// killed, and the next one says the same. What a build could not read is the reason why a save is not live.
#[test]
fn what_became_of_a_save_is_known_after_a_restart() {
    let shop = shop_with_desk();
    shop.build();
    let served = Building::start(&shop, &[]);
    served.settled();
    title(&shop, "Privacy in vier zinnen");
    served.built(1);
    let before = served.desk(&shop);
    let save = &before["saves"][0];
    assert_eq!(
        (&save["state"], &save["n"], &save["kind"]),
        (&json!("live"), &json!(1), &json!("entry.saved"))
    );
    assert_eq!(save["what"][0]["title"], "Privacy in vier zinnen", "{save:#}");
    assert_eq!(save["what"][0]["pages"], json!(["/privacy"]), "{save:#}");
    assert!(
        save["what"][0]["edit_url"]
            .as_str()
            .unwrap()
            .contains("/cp/collections/pages/entries/"),
        "{save:#}"
    );
    let changed = save["pages"]["changed"].as_u64().unwrap();
    assert!(changed >= 1, "{save:#}");
    assert_eq!(save["release"], before["release"]);

    served.kill();
    let fault = json!({ "backend": "statamic", "path": "/api/navs/colophon/tree", "kind": "status", "status": 404 });
    let served = Building::start(&shop, &[]);
    served.settled();
    let after = served.desk(&shop);
    assert_eq!(after["saves"], before["saves"]);
    assert_eq!(after["builds"][0]["release"], before["builds"][0]["release"]);

    shop.control("POST", "faults", &fault);
    title(&shop, "Nog niet");
    served.until("a failure", |report| report["builds"][0]["outcome"] == "failed");
    let failed = served.desk(&shop);
    let save = &failed["saves"][0];
    assert_eq!(save["state"], "failed", "{save:#}");
    assert!(save["error"].as_str().unwrap().contains("navs/colophon"), "{save:#}");
    assert_eq!(failed["saves"][1]["state"], "live");
    served.kill();
    let served = Building::start(&shop, &[]);
    let again = served.desk(&shop);
    assert!(
        ["failed", "building", "waiting"].contains(&again["saves"][0]["state"].as_str().unwrap()),
        "{again:#}"
    );
    shop.control("DELETE", "faults", &json!(null));
    served.built(2);
    assert_eq!(served.desk(&shop)["saves"][0]["state"], "live");
    served.terminate();
}

/// "go back to this one" does what `vitrine rollback` does, and every save since is told as taken back; "build now" makes
/// them live again. Each is in the log with the user's name.
#[test]
fn a_release_is_gone_back_to_and_built_again_at_the_desk() {
    let shop = shop_with_desk();
    shop.build();
    let served = Building::start(&shop, &[]);
    served.settled();
    title(&shop, "Privacy in vier zinnen");
    served.built(1);
    let told = served.desk(&shop);
    let (first, second) = (told["releases"][1]["id"].clone(), told["releases"][0]["id"].clone());
    let (first, second) = (first.as_str().unwrap(), second.as_str().unwrap());
    assert_eq!(release_of(&told["saves"][0]), second);

    let noor = Noor::at(&shop, &served);
    let list = noor.page("/desk/releases");
    assert!(list.contains(&format!("/desk/releases/{first}/return")), "{list}");
    let compared = noor.page(&format!("/desk/compare?from={first}&to={second}&page=/privacy"));
    assert!(compared.contains("<ins>in vier zinnen"), "{compared}");
    let asked = noor.page(&format!("/desk/releases/{first}/return"));
    assert!(asked.contains(">&#x2f;privacy<"), "{asked}");
    assert!(
        served.page("/privacy").1.contains("Privacy in vier zinnen"),
        "asked, not done"
    );

    let (status, text) = noor.post(&format!("/desk/releases/{first}/return"), &format!("&from={second}"));
    assert_eq!(status, 303, "{text}");
    assert!(shop.live().ends_with(first));
    served.until("the page is as before", |_| {
        !served.page("/privacy").1.contains("Privacy in vier zinnen")
    });
    let back = served.desk(&shop);
    assert_eq!(
        (&back["saves"][0]["state"], &back["rolled_back"]),
        (&json!("taken-back"), &json!(true))
    );
    assert!(noor.page("/desk").contains("A former release is live"));
    assert!(served.log().contains("Noor"), "{}", served.log());

    assert_eq!(noor.post("/desk/build", "").0, 303);
    served.until("it is built again", |report| {
        report["builds"][0]["reason"] == "asked" && report["state"] == "idle"
    });
    assert!(served.page("/privacy").1.contains("Privacy in vier zinnen"));
    assert_eq!(served.desk(&shop)["saves"][0]["state"], "live");

    let fold = noor.page("/desk/state");
    assert!(fold.contains("asked for at the desk"), "{fold}");
    shop.holds_no_secret(served.log().as_bytes(), "the log of the server");
    served.terminate();
}

/// "desk and preview survive a builder's crash": the process that builds is killed in a build; the desk answers meanwhile,
/// and the save is live after the next try.
#[test]
fn the_desk_survives_a_crash_of_the_builder() {
    let shop = shop_with_desk();
    shop.build();
    let served = Building::start(&shop, &[]);
    served.settled();
    let noor = Noor::at(&shop, &served);
    let fault = json!({ "backend": "statamic", "path": "/api/navs/colophon/tree", "kind": "hang" });
    shop.control("POST", "faults", &fault);
    let navigation = shop.call(
        "POST",
        &format!("{}/api/hooks/content", served.url),
        CMS_SECRET,
        r#"{"event":"unknown"}"#,
    );
    assert_eq!(navigation.0, 202, "{}", navigation.1);
    served.until("it reads the CMS", |report| {
        report["state"] == "building" && report["stage"] == "pull"
    });
    let building = served.desk(&shop);
    assert_eq!(building["saves"][0]["state"], "building", "{building:#}");
    assert_eq!(building["running"]["reason"], "event", "{building:#}");
    for child in children(served.id()) {
        signal("KILL", child);
    }
    served.until("the build failed", |report| report["builds"][0]["outcome"] == "failed");
    let page = noor.page("/desk");
    assert!(
        page.contains("badge failed") || page.contains("badge building"),
        "{page}"
    );
    shop.control("DELETE", "faults", &Value::Null);
    served.built(1);
    assert_eq!(served.desk(&shop)["saves"][0]["state"], "live");
    served.terminate();
}

/// "each save with who, what, when": a product that was saved in Shopware is named, with its number and its pages, and so is a family
/// by its own; an event of many products is told by its kind; a term by its id.
#[test]
fn the_desk_names_the_products_that_were_saved() {
    let shop = shop_with_desk();
    let served = Building::start(&shop, &[]);
    served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    let noor = Noor::at(&shop, &served);
    for (event, (number, name)) in (1..).zip([("KNAAP", "Knaap wandkapstok"), ("RAVEL", "Ravel armstoel")]) {
        let edit = json!({ "entity": "product", "product_number": number, "language": "en-GB", "name": "Another" });
        shop.control("POST", "edits", &edit);
        served.built(event);
        let save = served.desk(&shop)["saves"][0].clone();
        let what = &save["what"][0];
        assert_eq!(
            (&what["number"], &what["kind"]),
            (&json!(number), &json!("product.written")),
            "{save:#}"
        );
        assert!(what["title"].as_str().unwrap().contains(name), "{save:#}");
        let pages = what["pages"].as_array().unwrap();
        assert!(
            pages.len() == 3 && pages[1].as_str().unwrap().starts_with("/en/"),
            "{save:#}"
        );
        let page = noor.page("/desk");
        assert!(page.contains(&format!(", {number}</a>")), "{page}");
        let public = served.page(pages[0].as_str().unwrap());
        assert!(public.0 == 200 && public.1.contains(name), "{pages:?}");
    }
    let saved = json!({ "term": "topics/merken", "site": "nl-NL", "fields": { "title": "Huizen" } });
    shop.control("POST", "terms", &saved);
    served.built(3);
    let save = served.desk(&shop)["saves"][0].clone();
    assert_eq!(
        (&save["what"][0]["id"], &save["state"]),
        (&json!("topics::merken"), &json!("live")),
        "{save:#}"
    );
    let receipt = format!("{}/api/desk/receipts?entry=topics::merken", served.url);
    let (status, receipt) = shop.call("GET", &receipt, CMS_SECRET, "");
    assert!(
        status == 200 && receipt.contains("\"state\":\"live\""),
        "{status} {receipt}"
    );
    served.terminate();
}

/// "desk and preview survive a builder's crash": while a build is killed, the preview shows what is typed, from the same process as
/// before, and the desk answers; both do after the next build.
#[test]
fn r_cms_09_desk_and_preview_survive_a_builders_crash() {
    let shop = shop_with_desk();
    let served = Building::start(&shop, &[]);
    served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    let noor = Noor::at(&shop, &served);
    let previews = Previews {
        shop: &shop,
        served: &served,
    };
    let (token, query) = previews.types_term("topics/merken", "nl-NL", "Voor de val", None);
    let address = format!("/topics/merken{query}");
    assert!(previews.get(&address).1.contains("Voor de val"));
    let of_previews = running(&served, "resident-preview");

    let fault = json!({ "backend": "statamic", "path": "/api/navs/colophon/tree", "kind": "hang" });
    shop.control("POST", "faults", &fault);
    served.event();
    served.until("it reads the CMS", |report| {
        report["state"] == "building" && report["stage"] == "pull"
    });
    let builders = running(&served, "resident-build");
    assert_eq!(builders.len(), 1, "{builders:?}");
    signal("KILL", builders[0]);
    previews.types_term("topics/merken", "nl-NL", "Tijdens de val", Some(&token));
    assert!(previews.get(&address).1.contains("Tijdens de val"));
    assert!(noor.page("/desk").contains("class=\"saves\""));
    served.until("the build failed", |report| {
        report["builds"]
            .as_array()
            .is_some_and(|builds| builds.iter().any(|build| build["outcome"] == "failed"))
    });
    assert_eq!(
        running(&served, "resident-preview"),
        of_previews,
        "it is the same process"
    );
    shop.control("DELETE", "faults", &Value::Null);
    served.built(1);
    assert_eq!(served.desk(&shop)["saves"][0]["state"], "live");
    assert!(previews.get(&address).1.contains("Tijdens de val"));
    served.terminate();
}

/// The children of the server that run one of its commands.
fn running(served: &Building<'_>, command: &str) -> Vec<u32> {
    let runs = |child: &u32| {
        let words = fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
        words.split(|byte| *byte == 0).any(|word| word == command.as_bytes())
    };
    children(served.id()).into_iter().filter(runs).collect()
}

/// A password that is too short gets no hash, and the reason does not repeat it.
#[test]
fn a_password_that_is_too_short_gets_no_hash() {
    let shop = Shop::small();
    let file = shop.path("typed");
    fs::write(&file, "kort\n").unwrap();
    let mut command = shop.command(&["desk", "password"]);
    command.stdin(fs::File::open(&file).unwrap());
    let run = shop.end(&mut command);
    assert_eq!(run.code, Some(2));
    assert!(
        run.said().contains("use 12 to 256") && !run.said().contains("kort"),
        "{}",
        run.said()
    );
    assert_eq!(run.stdout, "");
}
