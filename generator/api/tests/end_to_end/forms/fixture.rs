//! A shop whose release has the forms of the demo's CMS, and that CMS.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use secrecy::SecretString;
use serde_json::{Value, json};
use tempfile::TempDir;
use vitrine_api::{ApiConfig, FormsConfig};
use vitrine_backends::{
    http::HttpConfig,
    shopware::{ShopwareClient, ShopwareConfig},
    statamic::{StatamicForms, StatamicFormsConfig},
};
use vitrine_demo::{Demo, DemoConfig, StatamicVersion};
use vitrine_model::locale::Locales;

use crate::{
    client::{Answer, Ask},
    customers::control,
    shop::{Shop, go_live, list_files, locales, release},
};

pub const KEY: &str = "5a1f0c9e7b3d4826a0e4c1d2b3f4a596";
const SEAL: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/// A page with the marks of the generator's templates.
const CONTACT: &str = "<!doctype html><title>Contact</title><p hidden data-shown=\"contact.sent\">Verstuurd <b data-fill=\"contact.reference\"></b></p>\
    <p hidden data-shown=\"contact.kept-here\">Bewaard</p><p hidden data-shown=\"contact.faults\">Niet alles is goed</p>\
    <p hidden data-shown=\"contact.problem\"><b data-fill=\"contact.problem\"></b></p><form data-hidden=\"contact.done\">\
    <input name=\"first_name\" data-invalid=\"contact.fault.first_name\" data-kept=\"contact.first_name\" value=\"\">\
    <p hidden data-shown=\"contact.fault.email\"><b data-fill=\"contact.fault.email\"></b></p>\
    <input name=\"email\" data-invalid=\"contact.fault.email\" data-kept=\"contact.email\" value=\"\">\
    <option value=\"order\" data-selected=\"contact.subject=order\"><option value=\"other\" data-selected=\"contact.subject=other\" selected>\
    <textarea name=\"message\" data-fill=\"contact.message\"></textarea>\
    <input type=\"checkbox\" name=\"privacy\" data-checked=\"contact.privacy=1\" checked></form>";

/// The forms as `vitrine build` writes them for the demo's CMS, without what no test asks for.
fn forms() -> Value {
    let text = |handle: &str, rules: Value| json!({"handle": handle, "kind": "text", "rules": rules});
    let hidden = |handle: &str| json!({"handle": handle, "kind": "hidden"});
    let words = |fields: &Value| {
        let labels: serde_json::Map<String, Value> = fields
            .as_array()
            .expect("fields")
            .iter()
            .filter_map(|field| Some((field["handle"].as_str()?.to_owned(), field["handle"].clone())))
            .collect();
        let in_locale = |email: &str| {
            let mut labels = labels.clone();
            labels.insert("email".to_owned(), email.into());
            json!({"title": "Contact", "fields": labels})
        };
        json!({"nl": in_locale("E-mailadres"), "en": in_locale("E-mail address"), "de": in_locale("E-Mail-Adresse")})
    };
    let privacy = || json!({"handle": "privacy", "kind": "toggle", "rules": ["accepted"]});
    let condition = |test: Value| json!({"negated": false, "any": false, "tests": [test]});
    let contact = json!([
        {"handle": "salutation", "kind": "radio", "options": ["mr", "mrs", "other"]},
        text("first_name", json!(["required", {"length": [0, 60]}])),
        text("last_name", json!(["required"])),
        text("email", json!(["required", "email"])),
        text("phone", json!([])),
        {"handle": "subject", "kind": "select", "options": ["product", "order", "delivery", "complaint", "business", "other"], "rules": ["required"]},
        {"handle": "order_number", "kind": "text", "rules": ["required"],
         "condition": condition(json!({"field": "subject", "comparison": "contains_any", "value": "order, delivery"}))},
        {"handle": "message", "kind": "textarea", "rules": ["required", {"length": [10, 2000]}]},
        {"handle": "attachments", "kind": "files", "max_files": 3, "rules": [{"file_kinds": ["jpg", "png", "pdf"]}, {"file_size": 5120}]},
        {"handle": "newsletter", "kind": "toggle"},
        hidden("locale"),
        hidden("page_url"),
        privacy(),
    ]);
    let appointment = json!([
        {"handle": "showroom", "kind": "select", "options": ["breda", "utrecht"], "rules": ["required"]},
        {"handle": "type", "kind": "radio", "options": ["interior", "lighting"], "rules": ["required"]},
        {"handle": "date", "kind": "date", "rules": ["required", {"date_after": "today"}]},
        {"handle": "time_slot", "kind": "select", "options": ["10:00", "11:00"], "rules": ["required"]},
        {"handle": "alternative_date", "kind": "date", "rules": [{"date_after": "today"}]},
        {"handle": "persons", "kind": "integer", "rules": [{"min": 1.0}, {"max": 8.0}]},
        {"handle": "floor_plan", "kind": "files", "max_files": 1, "rules": [{"file_kinds": ["pdf", "jpg", "png", "dwg"]}, {"file_size": 10240}]},
        {"handle": "rooms", "kind": "checkboxes", "options": ["living", "dining"]},
        text("first_name", json!(["required"])),
        text("last_name", json!(["required"])),
        text("email", json!(["required", "email"])),
        text("phone", json!(["required"])),
        hidden("locale"),
        privacy(),
    ]);
    let newsletter = json!([text("email", json!(["required", "email"])), privacy()]);
    let open = json!([["10:00", "17:30"]]);
    let hours = json!({"week": [open, open, open, open, open, open, []], "special": {"2030-12-25": [], "2030-12-26": [["10:00", "11:30"]]}});
    let limits = json!({"lead_days": 2, "showrooms": {
        "breda": {"hours": hours, "types": ["interior", "lighting"]},
        "utrecht": {"hours": hours, "types": ["lighting"]},
    }});
    let handed = |handle: &str, honeypot: &str, fields: &Value| json!({"spec": {"handle": handle, "honeypot": honeypot, "fields": fields}, "words": words(fields)});
    let mut of_appointment = handed("showroom_appointment", "company_fax", &appointment);
    of_appointment["appointment"] = limits;
    json!({
        "contact": handed("contact", "fax", &contact),
        "showroom_appointment": of_appointment,
        "newsletter": handed("newsletter", "website", &newsletter),
        "gone": handed("gone", "fax", &newsletter),
    })
}

/// The CMS, and the shop in front of it.
pub struct Forms {
    pub demo: Demo,
    pub shop: Shop,
}

impl Forms {
    pub async fn start() -> Self {
        Self::with(StatamicVersion::Five, |_| {}).await
    }

    pub async fn with(version: StatamicVersion, change: impl FnOnce(&mut ApiConfig)) -> Self {
        let (demo, folder) = demo_with_release(version).await;
        let (config, locales) = (of_demo(&demo), of_its_languages(&demo).await);
        let shop = Shop::in_folder(folder, shopware(&demo), |c| {
            c.forms = config;
            c.locales = locales;
            c.rates.forms = 100_000;
            change(c);
        })
        .await;
        Self { demo, shop }
    }

    /// The island of the Dutch contact page sends a form.
    pub fn island(&self, form: &str) -> Ask {
        self.shop
            .ask("POST", &format!("/api/forms/{form}?locale=nl&page=/contact"))
            .by_page()
    }

    /// A browser without JavaScript sends a form of the contact page.
    pub fn browser(&self, form: &str) -> Ask {
        self.shop
            .ask("POST", &format!("/api/forms/{form}?locale=nl&page=/contact"))
            .with("Origin", "https://shop.test")
            .with("Sec-Fetch-Site", "same-origin")
            .with("Content-Type", "application/x-www-form-urlencoded")
    }

    pub async fn send(&self, form: &str, body: &Value) -> Answer {
        self.island(form).json(body).send().await
    }

    /// What the CMS has stored, the oldest first.
    pub async fn stored(&self) -> Vec<Value> {
        stored(&self.demo).await
    }

    /// The forms whose post the CMS saw.
    pub async fn posts(&self) -> usize {
        let told = control(&self.demo, "GET", "/calls", None).await;
        let calls = told["calls"].as_array().expect("a list").iter();
        calls
            .filter(|call| call["backend"] == "statamic" && call["method"] == "POST")
            .count()
    }

    pub async fn fault(&self, wanted: &Value) {
        fault(&self.demo, wanted).await;
    }

    pub async fn no_faults(&self) {
        no_faults(&self.demo).await;
    }

    /// The files of records, by the ending of their names.
    pub fn files(&self, folder: &str, ending: &str) -> Vec<PathBuf> {
        files(self.shop.folder.path(), folder, ending)
    }
}

/// The demo, whose CMS takes forms, and a folder with a release that has them. Nothing serves it yet.
pub async fn demo_with_release(version: StatamicVersion) -> (Demo, TempDir) {
    let _installed = rustls::crypto::ring::default_provider().install_default().is_ok();
    let shop = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../demo/shops/lindhoven");
    let start = "2026-11-21T06:27:00Z".parse().expect("a moment");
    let demo = Demo::start(DemoConfig {
        version,
        ..DemoConfig::on_free_ports(shop, start)
    });
    let demo = demo.await.expect("the demo");
    // As docs/guide/backends.md says, the CMS excepts its forms from the check.
    control(
        &demo,
        "POST",
        "/statamic",
        Some(&json!({"version": if version == StatamicVersion::Six { 6 } else { 5 }, "csrf": false})),
    )
    .await;
    let folder = tempfile::tempdir().expect("a folder");
    release(folder.path(), "one");
    let one = folder.path().join("dist/releases/one");
    fs::write(one.join("server/forms.json"), forms().to_string()).expect("written");
    fs::write(one.join("site/contact.html"), CONTACT).expect("written");
    list_files(&one);
    go_live(folder.path(), "one");
    (demo, folder)
}

/// The shop's locales with the ids that the demo's Shopware has for their languages.
async fn of_its_languages(demo: &Demo) -> Locales {
    let known = shopware(demo).languages().await.expect("languages");
    let mut locales = locales();
    let codes: Vec<_> = locales
        .iter()
        .map(|(index, locale)| (index, locale.iso.clone()))
        .collect();
    for (index, iso) in codes {
        let own = known.iter().find(|language| language.iso == iso);
        locales.set_commerce_language(index, own.expect("the language").id.clone());
    }
    locales
}

/// What the CMS of a demo has stored, the oldest first.
pub async fn stored(demo: &Demo) -> Vec<Value> {
    let told = control(demo, "GET", "/submissions", None).await;
    told["submissions"].as_array().expect("a list").clone()
}

pub async fn fault(demo: &Demo, fault: &Value) {
    control(demo, "POST", "/faults", Some(fault)).await;
}

pub async fn no_faults(demo: &Demo) {
    control(demo, "DELETE", "/faults", None).await;
}

/// The files of records of a shop's folder, by the ending of their names.
pub fn files(shop: &Path, folder: &str, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(shop.join("state").join(folder)) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.to_string_lossy().ends_with(ending)).collect()
}

/// What the CMS of a demo gets.
pub fn of_demo(demo: &Demo) -> FormsConfig {
    let (statamic, shopware) = endpoints(demo);
    of_endpoints(&statamic, &shopware).0
}

/// The addresses of the CMS and of Shopware.
pub fn endpoints(demo: &Demo) -> (String, String) {
    (demo.statamic_url().to_owned(), demo.shopware_url().to_owned())
}

/// Both backends at their addresses.
pub fn of_endpoints(statamic: &str, shopware: &str) -> (FormsConfig, Arc<ShopwareClient>) {
    let cms = StatamicForms::new(StatamicFormsConfig {
        endpoint: statamic.to_owned(),
        basic: None,
        http: HttpConfig::api(),
    });
    let shopware = ShopwareClient::new(ShopwareConfig {
        endpoint: shopware.to_owned(),
        access_key: SecretString::from("SWSCLINDHOVEN0DEMO0KEY0AAA"),
        http: HttpConfig::api(),
    });
    let config = FormsConfig {
        cms: Some(cms.expect("a client")),
        key: Some(SecretString::from(SEAL)),
        newsletter: Some("newsletter".to_owned()),
        ..FormsConfig::default()
    };
    (config, Arc::new(shopware.expect("a client")))
}

fn shopware(demo: &Demo) -> Arc<ShopwareClient> {
    let (statamic, shopware) = endpoints(demo);
    of_endpoints(&statamic, &shopware).1
}

/// Delivers again soon.
pub fn soon(config: &mut ApiConfig) {
    config.limits.form_retry = Duration::from_millis(50);
    config.limits.breaker_pause = Duration::from_millis(50);
}

/// A contact form without faults.
pub fn contact() -> Value {
    json!({
        "key": KEY, "salutation": "mr", "first_name": "Jan", "last_name": "Jansen", "email": "jan@example.test",
        "subject": "order", "order_number": "10001", "message": "Waar blijft mijn tafel?", "privacy": "1"
    })
}

pub fn appointment() -> Value {
    json!({
        "key": KEY, "showroom": "breda", "type": "interior", "date": "2030-12-24", "time_slot": "10:00", "rooms": ["living"],
        "first_name": "Jan", "last_name": "Jansen", "email": "jan@example.test", "phone": "+31 6 12345678", "privacy": true
    })
}

/// Waits until something is there.
pub async fn until<T>(what: &str, mut find: impl AsyncFnMut() -> Option<T>) -> T {
    for _ in 0..2_000 {
        if let Some(found) = find().await {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{what} did not come");
}

/// The faults of an answer: pointer and text.
pub fn faults(answer: &Answer) -> Vec<(String, String)> {
    let body = answer.json();
    let errors = body["errors"].as_array().expect("errors").clone();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    errors
        .iter()
        .map(|error| (text(&error["source"]["pointer"]), text(&error["detail"])))
        .collect()
}
