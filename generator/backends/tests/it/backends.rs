//! A Shopware and a Statamic that serve recorded answers, and pulling from them.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use serde_json::{Value, json};
use vitrine_backends::{
    convert::{ConvertConfig, FieldNames, convert},
    pull::{AcceptEmpty, PullConfig, PullError, Silent, pull},
    snapshot::Snapshot,
};
use vitrine_model::{
    catalog::Catalog,
    diagnostic::Diagnostic,
    ids::SiteHandle,
    locale::{Locale, LocaleIndex, Locales},
    price_history::PriceHistories,
};
use wiremock::{Mock, MockServer, ResponseTemplate, matchers};

use crate::common::{self, mount, mount_context, ok, recorded, shopware, statamic};

pub(crate) const NL: LocaleIndex = LocaleIndex(0);
pub(crate) const EN: LocaleIndex = LocaleIndex(1);
pub(crate) const ENGLISH: &str = "2fbb5fe2e29a4d70aa5854ce7ce3e20b";
pub(crate) const PARENT: &str = "4aebf74af34345a7cd7118f4547f8587";
pub(crate) const HOME: &str = "48aaaa5f-dca5-5bf3-96cf-edf000306d75";
pub(crate) const LUMO: &str = "3b54ff74-b72b-58e1-a6e7-75e19090a98e";

pub(crate) fn locales() -> Locales {
    let locale = |code: &str, iso: &str, prefix: &str| Locale {
        code: code.into(),
        iso: iso.into(),
        name: code.to_owned(),
        prefix: prefix.to_owned(),
        commerce_language: None,
        content_site: SiteHandle::parse(iso).unwrap(),
    };
    Locales::new(vec![locale("nl", "nl-NL", ""), locale("en", "en-GB", "/en")]).unwrap()
}

pub(crate) fn list() -> Vec<String> {
    ["pages", "brands"].map(str::to_owned).to_vec()
}

pub(crate) fn pull_config() -> PullConfig {
    PullConfig {
        future_private: Vec::new(),
        read_whole: BTreeSet::new(),
        locales: locales(),
        collections: list(),
        navigations: vec!["main".to_owned()],
        taxonomies: vec!["categories".to_owned()],
        asset_containers: vec!["assets".to_owned()],
        restart_pauses: Vec::new(),
        accept_empty: AcceptEmpty::Named(BTreeSet::new()),
        old_storefront: None,
        keep_addresses: jiff::SignedDuration::from_hours(24 * 365),
        whole_after: None,
        live_counts: BTreeMap::new(),
    }
}

pub(crate) fn convert_config(origin: &str) -> ConvertConfig {
    ConvertConfig {
        price_histories: PriceHistories::default(),
        locales: locales(),
        collections: list(),
        navigations: vec!["main".to_owned()],
        taxonomies: vec!["categories".to_owned()],
        asset_containers: vec!["assets".to_owned()],
        alt_fields: BTreeMap::from([("en".to_owned(), "alt_en".to_owned())]),
        honeypots: BTreeMap::from([("contact".to_owned(), "fax".to_owned())]),
        time_zone: jiff::tz::TimeZoneDatabase::bundled().get("Europe/Amsterdam").unwrap(),
        kinds: Vec::new(),
        future_private: vec!["news".to_owned()],
        now: "2026-11-21T09:00:00Z".parse().unwrap(),
        keep_addresses: jiff::SignedDuration::from_hours(24 * 365),
        limited_at_most: 5,
        fields: FieldNames::default(),
        category_pages: true,
        category_menu: false,
        content_origin: origin.to_owned(),
        commerce_origin: "https://backend.example".to_owned(),
        own_origins: vec!["https://shop.example".to_owned()],
    }
}

/// Recorded products, with a parent made from its variant and custom fields added to one.
pub(crate) fn products(lists: &str) -> Vec<Value> {
    let mut products: Vec<Value> = recorded("shopware", lists).body["elements"].as_array().unwrap().clone();
    for name in [
        "026-product-detail-LU-100-BL",
        "027-product-detail-KA-200",
        "028-product-detail-LU-300",
    ] {
        products.push(recorded("shopware", name).body["product"].clone());
    }
    for product in products
        .iter_mut()
        .filter(|product| product["productNumber"] == "LU-100-BL")
    {
        let own = product["options"][0]["id"].clone();
        let other = "0123456789abcdef0123456789abcdef";
        let fields = [json!([own, other, "no id", 3]), json!(format!("[\"{other}\"]"))];
        for (place, shows) in fields.into_iter().enumerate() {
            product["media"][place]["media"]["translated"]["customFields"] = json!({"vitrine_shows": shows});
        }
        product["cover"]["media"] = product["media"][0]["media"].clone();
    }
    let mut parent = recorded("shopware", "026-product-detail-LU-100-BL").body["product"].clone();
    parent["id"] = json!(PARENT);
    parent["parentId"] = Value::Null;
    parent["productNumber"] = json!("LU-100");
    parent["childCount"] = json!(3);
    parent["options"] = Value::Null;
    parent["variantListingConfig"] = json!({"mainVariantId": "f299c748b1eba1a51c7918faf24d013c"});
    products.push(parent);
    products[0]["translated"]["customFields"] = json!({
        "vitrine_retail_price": 1549, "vitrine_diameter": 120, "vitrine_withdrawal_excluded": "Op maat gemaakt",
        "vitrine_downloads": "[{\"label\":\"Handleiding\",\"url\":\"https://x.example/a.pdf\",\"kind\":\"assembly\",\"bytes\":120034}]",
        "vitrine_faq": [{"question": "Kan het buiten?", "answer": "<p>Nee.<script>x</script></p>"}],
        "vitrine_maintenance": "<p>Jaarlijks.</p>", "vitrine_parts": ["LU-300"], "vitrine_bundle": [{"productNumber": "KA-200", "quantity": 2}],
        "vitrine_energy": {"kind": "light_source", "class": "E", "eprel": "123456"}, "vitrine_warnings": ["<p>Let op.</p>"], "vitrine_depth": "diep"
    });
    products[0]["manufacturer"]["translated"]["customFields"] =
        json!({"vitrine_brand_code": "kante-bv", "vitrine_gpsr": {"name": "Kante", "email": "a@b.example"}});
    products
}

/// Recorded cross-selling; the groups of every product have the same products.
pub(crate) async fn mount_cross_selling(server: &MockServer) {
    Mock::given(matchers::path_regex("^/store-api/product/[0-9a-f]{32}/cross-selling$"))
        .and(matchers::method("POST"))
        .respond_with(ok(&recorded("shopware", "032-product-cross-selling").body))
        .mount(server)
        .await;
}

pub(crate) async fn mount_products(server: &MockServer, language: &str, products: &[Value]) {
    Mock::given(matchers::path("/store-api/product"))
        .and(matchers::header("sw-language-id", language))
        .respond_with(ok(&json!({"elements": products, "total": products.len()})))
        .mount(server)
        .await;
}

pub(crate) async fn mount_site(server: &MockServer, path: &str, site: &str, answer: ResponseTemplate) {
    let parameter = if path.ends_with("/entries") || path.ends_with("/terms") {
        "filter[site]"
    } else {
        "site"
    };
    Mock::given(matchers::path(format!("/api/{path}")))
        .and(matchers::query_param(parameter, site))
        .respond_with(answer)
        .mount(server)
        .await;
}

pub(crate) fn content(name: &str) -> ResponseTemplate {
    recorded("statamic", name).answer()
}

pub(crate) fn one_page(data: &[Value]) -> ResponseTemplate {
    ok(&json!({"data": data, "meta": {"current_page": 1, "last_page": 1, "total": data.len()}}))
}

/// A Shopware and a Statamic on one server.
pub(crate) async fn backends() -> MockServer {
    let server = MockServer::start().await;
    mount_backends(&server).await;
    server
}

/// Mounts both backends on a server; earlier mocks take precedence.
pub(crate) async fn mount_backends(server: &MockServer) {
    mount_context(server).await;
    mount(
        server,
        "GET",
        "/store-api/language",
        recorded("shopware", "299-language-get").answer(),
    )
    .await;
    mount_products(server, common::DUTCH, &products("017-product-list-nl-NL")).await;
    mount_products(server, ENGLISH, &products("018-product-list-en-GB")).await;
    let navigation = "/store-api/navigation/main-navigation/main-navigation";
    mount(
        server,
        "GET",
        navigation,
        recorded("shopware", "048-navigation").answer(),
    )
    .await;

    mount_cross_selling(server).await;
    mount_site(
        server,
        "collections/pages/entries",
        "nl-NL",
        content("entries-pages-nl-with-blocks"),
    )
    .await;
    let home = recorded("statamic", "entry-home-en").body["data"].clone();
    mount_site(server, "collections/pages/entries", "en-GB", one_page(&[home])).await;
    mount_site(
        server,
        "collections/brands/entries",
        "nl-NL",
        content("entries-brands-nl"),
    )
    .await;
    let lumo = recorded("statamic", "entry-brand-en").body["data"].clone();
    mount_site(server, "collections/brands/entries", "en-GB", one_page(&[lumo])).await;
    mount_site(
        server,
        "collections/pages/tree",
        "nl-NL",
        content("collection-tree-pages-nl"),
    )
    .await;
    mount_site(server, "navs/main/tree", "nl-NL", content("nav-main-nl")).await;
    // Without a site, every term is returned once for each site.
    let mut terms: Vec<Value> = Vec::new();
    for name in ["terms-categories-nl", "terms-categories-en"] {
        terms.extend(
            recorded("statamic", name).body["data"]
                .as_array()
                .unwrap()
                .iter()
                .cloned(),
        );
    }
    mount(server, "GET", "/api/taxonomies/categories/terms", one_page(&terms)).await;
    mount_site(server, "globals", "nl-NL", content("globals-nl")).await;
    mount_site(server, "globals", "en-GB", content("globals-en")).await;
    let asset = recorded("statamic", "asset-show").body["data"].clone();
    mount(server, "GET", "/api/assets/assets", one_page(&[asset])).await;
    mount(server, "GET", "/api/forms", content("forms-index")).await;
    let redirect = |id: &str, source: &str, to: Value, kind: &str, matching: &str, site: &str| json!({"id": id, "title": "", "enabled": true, "source": source, "destination": to, "type": kind, "match_type": matching, "site": site});
    let redirects = json!([
        redirect("1", "/oud", json!("/over-ons"), "301", "exact", "nl-NL"),
        redirect("2", "/old", json!("/about"), "302", "exact", "en-GB"),
        redirect("3", "/weg", Value::Null, "410", "exact", "nl-NL"),
        redirect("4", "/x/(.*)", json!("/y"), "301", "regex", "nl-NL"),
        redirect("5", "/lumo", json!(format!("entry::{LUMO}")), "301", "exact", "nl-NL"),
        redirect("6", "//evil.example", json!("/y"), "301", "exact", "nl-NL"),
        redirect("7", "/anders", json!("/y"), "301", "exact", "fr-FR"),
    ]);
    mount(server, "GET", "/api/redirects", ok(&redirects)).await;
}

pub(crate) fn now() -> jiff::Timestamp {
    "2026-11-21T08:00:00Z".parse().unwrap()
}

pub(crate) async fn pulled(server: &MockServer, dir: &Path) -> Result<Snapshot, PullError> {
    pull(
        &shopware(server),
        &statamic(server),
        &pull_config(),
        now(),
        dir,
        &Silent,
    )
    .await
}

pub(crate) async fn built() -> (Catalog, Vec<Diagnostic>) {
    let temp = tempfile::tempdir().unwrap();
    let server = backends().await;
    let snapshot = pulled(&server, &temp.path().join("snapshot")).await.unwrap();
    convert(&snapshot, &convert_config("http://127.0.0.1:8123")).unwrap()
}
