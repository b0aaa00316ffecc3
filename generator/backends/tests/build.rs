//! Pull, snapshot and conversion at the door: from recorded answers to a Catalog (R-GEN-01, R-GEN-02, R-CMS-02, R-ROUTE-06, R-ROUTE-09).

mod common;

use std::{fs, path::Path};

use common::{mount, mount_context, ok, recorded, shopware, statamic};
use serde_json::{Value, json};
use vitrine_backends::{
    convert::{ConvertConfig, FieldNames, convert},
    pull::{PullConfig, PullError, Silent, pull},
    snapshot::Snapshot,
};
use vitrine_model::{
    catalog::Catalog,
    content::{BlockKind, EntryFields, RichTextNode},
    diagnostic::Diagnostic,
    ids::{EntryId, ProductNumber, SiteHandle},
    link::LinkTarget,
    locale::{Locale, LocaleIndex, Locales},
    product::{Product, StockState},
    redirect::RedirectTarget,
};
use wiremock::{Mock, MockServer, ResponseTemplate, matchers};

const NL: LocaleIndex = LocaleIndex(0);
const EN: LocaleIndex = LocaleIndex(1);
const ENGLISH: &str = "2fbb5fe2e29a4d70aa5854ce7ce3e20b";
const PARENT: &str = "4aebf74af34345a7cd7118f4547f8587";
const HOME: &str = "48aaaa5f-dca5-5bf3-96cf-edf000306d75";
const LUMO: &str = "3b54ff74-b72b-58e1-a6e7-75e19090a98e";

fn locales() -> Locales {
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

fn list() -> Vec<String> {
    ["pages", "brands"].map(str::to_owned).to_vec()
}

fn pull_config() -> PullConfig {
    PullConfig {
        locales: locales(),
        collections: list(),
        navigations: vec!["main".to_owned()],
        taxonomies: vec!["categories".to_owned()],
        asset_containers: vec!["assets".to_owned()],
    }
}

fn convert_config(origin: &str) -> ConvertConfig {
    ConvertConfig {
        locales: locales(),
        collections: list(),
        navigations: vec!["main".to_owned()],
        asset_containers: vec!["assets".to_owned()],
        limited_at_most: 5,
        fields: FieldNames::default(),
        content_origin: origin.to_owned(),
        own_origins: vec!["https://shop.example".to_owned()],
    }
}

/// Products as recorded, with a parent made of its variant and custom fields put on one.
fn products(lists: &str) -> Vec<Value> {
    let mut products: Vec<Value> = recorded("shopware", lists).body["elements"].as_array().unwrap().clone();
    for name in [
        "026-product-detail-LU-100-BL",
        "027-product-detail-KA-200",
        "028-product-detail-LU-300",
    ] {
        products.push(recorded("shopware", name).body["product"].clone());
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

async fn mount_products(server: &MockServer, language: &str, products: &[Value]) {
    Mock::given(matchers::path("/store-api/product"))
        .and(matchers::header("sw-language-id", language))
        .respond_with(ok(&json!({"elements": products, "total": products.len()})))
        .mount(server)
        .await;
}

async fn mount_site(server: &MockServer, path: &str, site: &str, answer: ResponseTemplate) {
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

fn content(name: &str) -> ResponseTemplate {
    recorded("statamic", name).answer()
}

fn one_page(data: &[Value]) -> ResponseTemplate {
    ok(&json!({"data": data, "meta": {"current_page": 1, "last_page": 1, "total": data.len()}}))
}

/// A Shopware and a Statamic on one server.
async fn backends() -> MockServer {
    let server = MockServer::start().await;
    mount_context(&server).await;
    mount(
        &server,
        "GET",
        "/store-api/language",
        recorded("shopware", "299-language-get").answer(),
    )
    .await;
    mount_products(&server, common::DUTCH, &products("017-product-list-nl-NL")).await;
    mount_products(&server, ENGLISH, &products("018-product-list-en-GB")).await;
    let navigation = "/store-api/navigation/main-navigation/main-navigation";
    mount(
        &server,
        "GET",
        navigation,
        recorded("shopware", "048-navigation").answer(),
    )
    .await;

    mount_site(
        &server,
        "collections/pages/entries",
        "nl-NL",
        content("entries-pages-nl-with-blocks"),
    )
    .await;
    let home = recorded("statamic", "entry-home-en").body["data"].clone();
    mount_site(&server, "collections/pages/entries", "en-GB", one_page(&[home])).await;
    mount_site(
        &server,
        "collections/brands/entries",
        "nl-NL",
        content("entries-brands-nl"),
    )
    .await;
    let lumo = recorded("statamic", "entry-brand-en").body["data"].clone();
    mount_site(&server, "collections/brands/entries", "en-GB", one_page(&[lumo])).await;
    mount_site(
        &server,
        "collections/pages/tree",
        "nl-NL",
        content("collection-tree-pages-nl"),
    )
    .await;
    mount_site(&server, "navs/main/tree", "nl-NL", content("nav-main-nl")).await;
    mount_site(
        &server,
        "taxonomies/categories/terms",
        "nl-NL",
        content("terms-categories-nl"),
    )
    .await;
    mount_site(
        &server,
        "taxonomies/categories/terms",
        "en-GB",
        content("terms-categories-en"),
    )
    .await;
    mount_site(&server, "globals", "nl-NL", content("globals-nl")).await;
    mount_site(&server, "globals", "en-GB", content("globals-en")).await;
    let asset = recorded("statamic", "asset-show").body["data"].clone();
    mount(&server, "GET", "/api/assets/assets", one_page(&[asset])).await;
    mount(&server, "GET", "/api/forms", content("forms-index")).await;
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
    mount(&server, "GET", "/api/redirects", ok(&redirects)).await;
    server
}

fn now() -> jiff::Timestamp {
    "2026-11-21T08:00:00Z".parse().unwrap()
}

async fn pulled(server: &MockServer, dir: &Path) -> Result<Snapshot, PullError> {
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

async fn built() -> (Catalog, Vec<Diagnostic>) {
    let temp = tempfile::tempdir().unwrap();
    let server = backends().await;
    let snapshot = pulled(&server, &temp.path().join("snapshot")).await.unwrap();
    convert(&snapshot, &convert_config("http://127.0.0.1:8123")).unwrap()
}

fn product<'a>(catalog: &'a Catalog, number: &str) -> &'a Product {
    catalog
        .product_by_number(&ProductNumber::parse(number).unwrap())
        .unwrap()
        .value()
}

/// R-GEN-01: products with names, prices, tiers, list price, options, stock, media and SEO paths by locale.
#[tokio::test]
async fn r_gen_01_products_become_the_catalogue() {
    let (catalog, _) = built().await;
    assert_eq!((catalog.products().len(), catalog.families().len()), (8, 1));
    let lamp = product(&catalog, "KA-200");
    let single = &lamp.prices.single;
    assert_eq!(
        (
            single.unit.minor,
            single.list.unwrap().minor,
            single.regulation.unwrap().minor
        ),
        (44_900, 54_900, 42_900)
    );
    let tiers: Vec<_> = lamp
        .prices
        .tiers
        .iter()
        .map(|t| (t.from, t.to, t.price.unit.minor))
        .collect();
    assert_eq!(tiers, [(1, Some(4), 44_900), (5, Some(9), 39_900), (10, None, 34_900)]);
    assert_eq!(
        (lamp.stock.state, lamp.stock.pieces, lamp.stock.closeout),
        (StockState::InStock, 12, true)
    );
    assert_eq!(
        (lamp.dimensions.width, lamp.dimensions.height, lamp.dimensions.length),
        (Some(40), Some(30), None)
    );
    assert_eq!((lamp.categories.len(), lamp.media.len()), (2, 1));
    assert_eq!(
        (
            lamp.media[0].width,
            lamp.media[0].height,
            lamp.media[0].thumbnails.len()
        ),
        (Some(1200), Some(900), 4)
    );
    assert!(lamp.media[0].smallest().unwrap().width < lamp.media[0].largest().unwrap().width);
    let texts = lamp.texts.get(NL).unwrap();
    assert_eq!(
        (texts.name.as_str(), texts.seo_path.as_deref()),
        ("Halo hanglamp", Some("Halo-Hanglamp/KA-200"))
    );
    assert_eq!(texts.media_alt, [Some("Foto halo-1".to_owned())]);
    assert_eq!(
        lamp.texts.get(EN).unwrap().seo_path,
        None,
        "the SEO path of another language is not taken (R-ROUTE-06)"
    );
    let designer = catalog
        .property_option(
            lamp.properties
                .iter()
                .find(|id| catalog.property_option(id).unwrap().value().entry == "ole-brandt")
                .unwrap(),
        )
        .unwrap()
        .value();
    let group = catalog.property_group(&designer.group).unwrap().value();
    assert_eq!(
        (designer.names.get(NL).unwrap().as_str(), group.external_id.as_deref()),
        ("Ole Brandt", Some("designer"))
    );
    assert_eq!(
        catalog
            .brand(lamp.brand.as_ref().unwrap())
            .unwrap()
            .value()
            .names
            .get(NL)
            .unwrap(),
        "Kante"
    );

    assert_eq!(product(&catalog, "LU-300").stock.state, StockState::OutOfStock);
    assert!(product(&catalog, "DI-600").digital);
    let wax = product(&catalog, "CA-400");
    assert_eq!(
        (
            wax.texts.get(NL).unwrap().name.as_str(),
            wax.texts.get(EN).unwrap().name.as_str()
        ),
        ("Houtwas", "Wood wax")
    );
    assert_eq!(
        wax.texts.get(EN).unwrap().seo_path.as_deref(),
        Some("en-houtwas/ca-400")
    );
    assert_eq!(wax.texts.get(NL).unwrap().delivery_time.as_deref(), Some("6-8 weken"));
    assert_eq!(wax.texts.get(EN).unwrap().delivery_time.as_deref(), Some("6-8 weeks"));
    assert_eq!(
        wax.prices.single.reference.as_ref().map(|(m, t)| (m.minor, t.as_str())),
        Some((4_990, "1 liter"))
    );
}

/// Variants belong to a family, which is no product; its options make the choice.
#[tokio::test]
async fn variants_belong_to_their_family() {
    let (catalog, _) = built().await;
    let chair = product(&catalog, "LU-100-BL");
    let family = catalog.family(chair.family.as_ref().unwrap()).unwrap().value();
    assert_eq!((family.number.as_str(), family.id.as_str()), ("LU-100", PARENT));
    assert_eq!(family.main_variant.as_ref(), Some(&chair.id));
    assert_eq!(catalog.variants(&family.id), [chair.id.clone()]);
    assert_eq!(
        family.option_groups,
        [catalog
            .property_option(&chair.options[0])
            .unwrap()
            .value()
            .group
            .clone()]
    );
    assert_eq!(
        catalog
            .property_option(&chair.options[0])
            .unwrap()
            .value()
            .names
            .get(NL)
            .unwrap(),
        "Zwart"
    );
    assert_eq!(
        (chair.limits.min, chair.limits.max, chair.stock.state),
        (1, 10, StockState::LimitedStock)
    );
    assert_eq!(chair.media.len(), 2);
}

/// SHOP-FIELDS: JSON and strings of JSON; a wrong shape is a warning with product number and field.
#[tokio::test]
async fn custom_fields_are_read_and_wrong_shapes_are_told() {
    let (catalog, findings) = built().await;
    let wax = product(&catalog, "CA-400");
    let texts = wax.texts.get(NL).unwrap();
    assert_eq!(wax.prices.recommended.unwrap().minor, 154_900);
    assert_eq!((wax.dimensions.diameter, wax.dimensions.depth), (Some(120), None));
    assert_eq!(
        (
            texts.downloads[0].label.as_str(),
            texts.downloads[0].kind.as_str(),
            texts.downloads[0].bytes
        ),
        ("Handleiding", "assembly", Some(120_034))
    );
    assert_eq!(
        (
            texts.faq[0].question.as_str(),
            texts.faq[0].answer.plain_text().as_str()
        ),
        ("Kan het buiten?", "Nee.")
    );
    assert_eq!(texts.maintenance.as_ref().unwrap().plain_text(), "Jaarlijks.");
    assert_eq!(texts.withdrawal_excluded.as_deref(), Some("Op maat gemaakt"));
    assert_eq!(texts.warnings.len(), 1);
    assert_eq!(wax.parts, [ProductNumber::parse("LU-300").unwrap()]);
    assert_eq!((wax.bundle[0].number.as_str(), wax.bundle[0].quantity), ("KA-200", 2));
    assert_eq!(wax.energy.as_ref().unwrap().class.as_deref(), Some("E"));
    let brand = catalog.brand(wax.brand.as_ref().unwrap()).unwrap().value();
    assert_eq!(
        (brand.code.as_str(), brand.gpsr.as_ref().unwrap().name.as_str()),
        ("kante-bv", "Kante")
    );
    let shape: Vec<_> = findings.iter().filter(|d| d.code == "field-shape").collect();
    assert_eq!(shape.len(), 1, "{shape:?}");
    assert_eq!(
        (shape[0].place.id.as_str(), shape[0].place.field.as_deref()),
        ("CA-400", Some("vitrine_depth"))
    );
}

/// R-GEN-01: categories of the navigation tree with names by locale.
#[tokio::test]
async fn categories_keep_the_tree() {
    let (catalog, _) = built().await;
    let categories: Vec<_> = catalog.categories().map(|c| c.value()).collect();
    let find = |name: &str| {
        categories
            .iter()
            .find(|c| c.names.get(NL).is_some_and(|n| n == name))
            .unwrap()
    };
    assert_eq!(find("Stoelen").parent, None);
    assert!(categories.iter().any(|c| c.parent.is_some()));
    assert!(find("Stoelen").names.get(EN).is_some());
}

/// R-GEN-01: entries with paths, alternates, tree and blocks.
#[tokio::test]
async fn r_gen_01_entries_become_pages() {
    let (catalog, _) = built().await;
    let home = catalog.entry(&EntryId::parse(HOME).unwrap()).unwrap().value();
    assert_eq!(
        (
            home.path.as_ref().unwrap().as_str(),
            home.order,
            home.collection.as_str()
        ),
        ("/", Some(1), "pages")
    );
    let paths: Vec<_> = catalog
        .alternates(&home.id)
        .iter()
        .map(|e| e.value().path.as_ref().unwrap().href())
        .collect();
    assert_eq!(paths, ["/", "/en"]);
    let team = catalog.entries().map(|e| e.value()).find(|e| e.slug == "team").unwrap();
    assert_eq!(
        catalog.entry(team.parent.as_ref().unwrap()).unwrap().value().slug,
        "over-ons"
    );
    assert!(team.updated_at.is_some() && team.edit_url.is_some());

    let BlockKind::Hero(hero) = &home.blocks[0].kind else {
        panic!("{:?}", home.blocks[0])
    };
    assert_eq!(
        (hero.heading.heading.as_deref(), hero.heading.eyebrow.as_deref()),
        (Some("Design dat blijft"), Some("Sinds 1978"))
    );
    let image = hero.image.as_ref().unwrap();
    assert_eq!(image.url, "http://127.0.0.1:8123/assets/hero/woonkamer.jpg");
    assert_eq!(
        (image.width, image.height, image.focus.x, image.focus.y),
        (Some(1600), Some(900), 40, 60),
        "from the asset list (stock)"
    );
    assert_eq!(home.blocks[0].options.background, "sand");
    assert_eq!(home.blocks[0].options.anchor.as_deref(), Some("intro"));
    assert!(
        hero.text
            .links()
            .any(|l| matches!(l, LinkTarget::Local { path, .. } if path.href() == "/contact"))
    );
    assert!(
        matches!(&hero.buttons[0].link.target, Some(LinkTarget::Local { path, .. }) if path.href() == "/merken/lumo")
    );
    let BlockKind::RichText(text) = &home.blocks[1].kind else {
        panic!()
    };
    assert!(
        matches!(&text.text[..], [RichTextNode::Text(_), RichTextNode::Image { caption: Some(c), .. }, RichTextNode::Text(_), RichTextNode::Quote { .. }] if c == "Onze showroom")
    );

    let lumo = catalog.entry(&EntryId::parse(LUMO).unwrap()).unwrap().value();
    let EntryFields::Brand(brand) = &lumo.fields else {
        panic!()
    };
    assert_eq!(
        (brand.country.as_deref(), brand.founded, brand.intro.as_deref()),
        (Some("Denemarken"), Some(1962), Some("Deens lichtmerk."))
    );
    assert_eq!(
        brand.website,
        Some(LinkTarget::External("https://lumo.example".to_owned()))
    );
}

/// R-CMS-02: an unknown block is reported once per build with the entry's edit link; the rest of the page stays whole.
#[tokio::test]
async fn r_cms_02_an_unbuilt_block_is_reported_once() {
    let (catalog, findings) = built().await;
    let home = catalog.entry(&EntryId::parse(HOME).unwrap()).unwrap().value();
    let unbuilt: Vec<_> = home
        .blocks
        .iter()
        .filter_map(|b| match &b.kind {
            BlockKind::Unbuilt(set) => Some(set.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(unbuilt, ["brands_grid", "faq", "generic_form"]);
    assert_eq!(home.blocks.len(), 6);
    let told: Vec<_> = findings
        .iter()
        .filter(|d| d.code == "block-not-built")
        .map(|d| d.place.field.as_deref().unwrap())
        .collect();
    assert_eq!(
        told,
        ["brands_grid", "faq", "generic_form"],
        "generic_form stands on two pages"
    );
    assert!(findings.iter().filter(|d| d.code == "block-not-built").all(|d| {
        d.place
            .edit_url
            .as_deref()
            .unwrap()
            .contains("/cp/collections/pages/entries/")
    }));
}

/// Navigation, globals in both languages; a navigation that is missing in a site is absent.
#[tokio::test]
async fn navigation_and_globals_are_read() {
    let (catalog, _) = built().await;
    let main = catalog.navigation("main", NL).unwrap().value();
    let [products, about, text, external] = &main.pages[..] else {
        panic!("{:?}", main.pages.len())
    };
    assert!(matches!(&products.target, Some(LinkTarget::Local { path, .. }) if path.href() == "/producten"));
    assert_eq!(products.featured_image.as_ref().unwrap().width, Some(1600));
    assert!(matches!(&products.children[1].target, Some(LinkTarget::Entry(id)) if id.as_str() == LUMO));
    assert_eq!((about.title.as_str(), text.target.as_ref()), ("Wie wij zijn", None));
    assert_eq!(
        external.target,
        Some(LinkTarget::External("https://example.com".to_owned()))
    );
    assert!(catalog.navigation("main", EN).is_none());

    let globals = catalog.globals(NL).unwrap().value();
    assert_eq!(globals.site.name, "Vermeer Interieur");
    assert_eq!(
        globals.site.contact_page.as_ref().unwrap().as_str(),
        "af8197ed-6e21-59b4-b40d-db8816055f5b"
    );
    assert_eq!(globals.shop.main_category_code.as_deref(), Some("verlichting"));
    assert!(
        matches!(&globals.shop.product_overview, Some(LinkTarget::Local { path, .. }) if path.href() == "/producten")
    );
    assert_eq!(
        (globals.socials[0].platform.as_str(), globals.socials[0].label.as_str()),
        ("instagram", "Instagram")
    );
    assert_eq!(globals.not_found.title.as_deref(), Some("Pagina niet gevonden"));
    assert!(
        matches!(&catalog.globals(EN).unwrap().value().not_found.buttons[0].link.target, Some(LinkTarget::Local { path, .. }) if path.href() == "/en")
    );
}

/// R-ROUTE-09: exact redirects with the locale's prefix; a pattern and a foreign path are told.
#[tokio::test]
async fn r_route_09_redirects_of_the_cms_are_converted() {
    let (catalog, findings) = built().await;
    let shown: Vec<_> = catalog
        .redirects()
        .iter()
        .map(|r| {
            let to = match &r.target {
                RedirectTarget::Local(path) => path.href(),
                RedirectTarget::External(url) => url.clone(),
                RedirectTarget::Gone => "gone".to_owned(),
            };
            (r.from.href(), to, r.status)
        })
        .collect();
    let own = |from: &str, to: &str, status| (from.to_owned(), to.to_owned(), status);
    assert_eq!(
        shown,
        [
            own("/en/old", "/en/about", 302),
            own("/lumo", "/merken/lumo", 301),
            own("/oud", "/over-ons", 301),
            own("/weg", "gone", 410)
        ]
    );
    let told: Vec<_> = findings
        .iter()
        .filter(|d| d.code == "redirect-refused")
        .map(|d| d.place.id.as_str())
        .collect();
    assert_eq!(told, ["4", "6"]);
}

fn hashes(catalog: &Catalog) -> Vec<String> {
    let products = catalog.products().map(|p| p.hash().to_hex());
    products.chain(catalog.entries().map(|e| e.hash().to_hex())).collect()
}

/// R-GEN-01: the same input gives the same Catalog; the snapshot holds no token, key or editor's address.
#[tokio::test]
async fn the_same_input_gives_the_same_catalogue_and_no_secret_is_kept() {
    let temp = tempfile::tempdir().unwrap();
    let server = backends().await;
    let dir = temp.path().join("snapshot");
    let first = pulled(&server, &dir).await.unwrap();
    let config = convert_config("http://127.0.0.1:8123");
    let one = convert(&first, &config).unwrap();
    pulled(&server, &dir).await.unwrap();
    let two = convert(&Snapshot::open(&dir).unwrap(), &config).unwrap();
    assert_eq!((hashes(&one.0), one.1), (hashes(&two.0), two.1));
    assert_eq!(Snapshot::open(&dir).unwrap().about().pulled_at, now());
    let mut files = 0;
    for backend in ["shopware", "statamic"] {
        for file in fs::read_dir(dir.join(backend)).unwrap() {
            let text = fs::read_to_string(file.unwrap().path()).unwrap();
            assert!(
                text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()),
                "one record a line"
            );
            for secret in [common::TOKEN, common::KEY, "cms-secret", "redactie@vermeer.example"] {
                assert!(!text.contains(secret));
            }
            files += 1;
        }
    }
    assert!(files >= 14, "{files}");
    assert!(
        !fs::read_to_string(dir.join("pull.json"))
            .unwrap()
            .contains(common::TOKEN)
    );
}

/// R-GEN-02, rule 18: a pull that fails anywhere leaves the old snapshot, and says where.
#[tokio::test]
async fn r_gen_02_a_failed_pull_leaves_the_old_snapshot() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("snapshot");
    pulled(&backends().await, &dir).await.unwrap();
    let before = fs::read_to_string(dir.join("pull.json")).unwrap();

    let broken = MockServer::start().await;
    mount_site(&broken, "globals", "en-GB", ResponseTemplate::new(500)).await;
    let whole = backends().await;
    let failing = pull(
        &shopware(&whole),
        &statamic(&broken),
        &pull_config(),
        now(),
        &dir,
        &Silent,
    )
    .await
    .unwrap_err();
    assert!(failing.to_string().contains("the pull failed at"), "{failing}");
    assert_eq!(fs::read_to_string(dir.join("pull.json")).unwrap(), before);

    let moving = MockServer::start().await;
    mount_context(&moving).await;
    mount(
        &moving,
        "GET",
        "/store-api/language",
        recorded("shopware", "299-language-get").answer(),
    )
    .await;
    let some = products("017-product-list-nl-NL");
    mount(
        &moving,
        "GET",
        "/store-api/product",
        ok(&json!({"elements": some, "total": some.len() + 1})),
    )
    .await;
    let error = pulled(&moving, &dir).await.unwrap_err();
    assert!(
        matches!(
            &error,
            PullError::Moved {
                expected: 10,
                found: 9,
                ..
            }
        ),
        "{error}"
    );
    assert!(Snapshot::open(&dir).is_ok());
}

/// A locale without a language at the channel is said with what there is.
#[tokio::test]
async fn a_locale_without_a_language_is_named() {
    let temp = tempfile::tempdir().unwrap();
    let server = MockServer::start().await;
    mount_context(&server).await;
    mount(
        &server,
        "GET",
        "/store-api/language",
        ok(&json!({"elements": [], "total": 0})),
    )
    .await;
    let error = pulled(&server, &temp.path().join("snapshot")).await.unwrap_err();
    assert!(
        matches!(&error, PullError::Language { iso, .. } if iso == "nl-NL"),
        "{error}"
    );
}
