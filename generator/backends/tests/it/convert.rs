//! Conversion of a snapshot of recorded answers to a Catalog (R-GEN-01, R-CMS-02, R-ROUTE-06, R-ROUTE-09).

use serde_json::{Value, json};
use vitrine_backends::convert::convert;
use vitrine_model::{
    catalog::Catalog,
    content::{Background, BlockKind, BrandsSource, EntryFields, RichTextNode},
    ids::{EntryId, ProductNumber, PropertyOptionId},
    link::LinkTarget,
    product::{Product, StockState},
    redirect::RedirectTarget,
};

use crate::backends::{EN, HOME, LUMO, NL, PARENT, backends, built, convert_config, pulled};

fn product<'a>(catalog: &'a Catalog, number: &str) -> &'a Product {
    catalog
        .product_by_number(&ProductNumber::parse(number).unwrap())
        .unwrap()
        .value()
}

/// The catalogue of the recorded products after a change to both languages' lists.
async fn converted(mut change: impl FnMut(&mut Vec<Value>)) -> Catalog {
    let (temp, server) = (tempfile::tempdir().unwrap(), backends().await);
    let dir = temp.path().join("snapshot");
    let snapshot = pulled(&server, &dir).await.unwrap();
    for locale in ["nl", "en"] {
        let file = dir.join(format!("shopware/products.{locale}.jsonl"));
        let text = std::fs::read_to_string(&file).unwrap();
        let mut products: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        change(&mut products);
        let lines: Vec<String> = products.iter().map(Value::to_string).collect();
        std::fs::write(&file, lines.join("\n") + "\n").unwrap();
    }
    convert(&snapshot, &convert_config("http://127.0.0.1:8123")).unwrap().0
}

/// R-GEN-01: products with names, prices, tiers, list price, options, stock, media and SEO paths by locale.
#[tokio::test]
async fn r_gen_01_products_become_the_catalogue() {
    let (catalog, _) = built().await;
    assert_eq!((catalog.products().len(), catalog.families().len()), (8, 1));
    let lamp = product(&catalog, "KA-200");
    let single = &lamp.prices.single;
    assert_eq!(
        (single.unit.minor, single.list, lamp.prices.baseline.unwrap().minor),
        (44_900, None, 44_900),
        "nothing is known of the 30 days before a reduction of its first tier (law §2)"
    );
    let tiers: Vec<_> = lamp
        .prices
        .tiers
        .iter()
        .map(|t| (t.from, t.to, t.price.unit.minor))
        .collect();
    assert_eq!(tiers, [(1, Some(4), 44_900), (5, Some(9), 39_900), (10, None, 34_900)]);
    assert_eq!((lamp.stock.state, lamp.stock.pieces), (StockState::InStock, 12));
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
    let widths: Vec<u32> = lamp.media[0].thumbnails.iter().map(|t| t.width).collect();
    assert!(widths.is_sorted() && widths[0] < lamp.media[0].largest().unwrap().width);
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
        wax.prices
            .single
            .reference
            .as_ref()
            .map(|r| (r.price.minor, r.amount.is_one())),
        Some((4_990, true))
    );
    let units = [NL, EN].map(|locale| wax.texts.get(locale).and_then(|texts| texts.unit.as_deref()));
    assert_eq!(units, [Some("liter"), Some("litre")]);
}

/// Variants belong to a family, which is not a product; its option groups distinguish them.
#[tokio::test]
async fn variants_belong_to_their_family() {
    let (catalog, _) = built().await;
    let chair = product(&catalog, "LU-100-BL");
    let family = catalog.family(chair.family.as_ref().unwrap()).unwrap().value();
    assert_eq!((family.number.as_str(), family.id.as_str()), ("LU-100", PARENT));
    assert_eq!(family.main_variant.as_ref(), Some(&chair.id));
    assert_eq!(catalog.variants(&family.id), std::slice::from_ref(&chair.id));
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
    let other = PropertyOptionId::parse("0123456789abcdef0123456789abcdef").unwrap();
    let shows = [vec![chair.options[0].clone(), other.clone()], vec![other]];
    assert_eq!(
        chair.media.iter().map(|image| image.shows.clone()).collect::<Vec<_>>(),
        shows,
        "`vitrine_shows` of media is read as JSON and as a string of JSON; what is no id is left out"
    );
}

/// Shopware §25.6: a parent that the indexer has not counted yet is a parent, wherever it is in the list; a product
/// without children is a product regardless of its count.
#[tokio::test]
async fn a_parent_is_known_by_its_children() {
    for count in [Value::Null, json!(0), json!(3)] {
        for at_start in [true, false] {
            let catalog = converted(|products| {
                let place = products.iter().position(|p| p["id"] == PARENT).unwrap();
                let mut parent = products.remove(place);
                parent["childCount"] = count.clone();
                products.insert(if at_start { 0 } else { products.len() }, parent);
                for product in products.iter_mut().filter(|p| p["productNumber"] == "KA-200") {
                    product["childCount"] = Value::Null;
                }
            })
            .await;
            let number = |number: &str| catalog.product_by_number(&ProductNumber::parse(number).unwrap());
            assert!(number("LU-100").is_none(), "{count} {at_start}");
            assert!(number("KA-200").is_some(), "{count} {at_start}");
            let family = product(&catalog, "LU-100-BL").family.clone().unwrap();
            assert_eq!(catalog.family(&family).unwrap().value().number.as_str(), "LU-100");
        }
    }
}

/// Shopware §25.6, R-PDP-08: of the groups that its family varies in, a variant has only its own option among its
/// inherited properties; other groups are kept, and so are all values of a product without variants.
#[tokio::test]
async fn a_variant_has_its_own_options_only() {
    for of_variant in [true, false] {
        let mut sibling = String::new();
        let mut own = String::new();
        let mut others = 0;
        let catalog = converted(|products| {
            let lamp = products.iter_mut().find(|p| p["productNumber"] == "LU-100-BL").unwrap();
            let options = lamp["options"].as_array().unwrap();
            let option = options
                .iter()
                .min_by_key(|option| option["id"].to_string())
                .unwrap()
                .clone();
            let groups: Vec<Value> = options.iter().map(|option| option["groupId"].clone()).collect();
            let mut other = option.clone();
            other["id"] = json!("0123456789abcdef0123456789abcde0");
            other["translated"]["name"] = json!("Paars");
            sibling = other["id"].as_str().unwrap().to_owned();
            own = option["id"].as_str().unwrap().to_owned();
            let list = lamp["properties"].as_array_mut().unwrap();
            list.retain(|property| groups.iter().all(|group| property["groupId"] != *group));
            others = list.len();
            list.extend([other, option]);
            if !of_variant {
                lamp["parentId"] = Value::Null;
            }
        })
        .await;
        let ids = &product(&catalog, "LU-100-BL").properties;
        let has = |id: &str| ids.iter().any(|known| known.as_str() == id);
        assert!(has(&own) && others > 0, "{own} {others} {ids:?}");
        assert_eq!(
            (has(&sibling), ids.len()),
            (!of_variant, others + 1 + usize::from(!of_variant))
        );
    }
}

/// shopware-fields.md: JSON and strings of JSON; a wrong shape gives a warning with product number and field.
#[tokio::test]
async fn custom_fields_are_read_and_wrong_shapes_are_reported() {
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
    for locale in [NL, EN] {
        let energy = wax.texts.get(locale).and_then(|texts| texts.energy.as_ref());
        assert_eq!(energy.unwrap().class.as_deref(), Some("E"));
    }
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
    assert_eq!(home.blocks[0].options.background, Background::Sand);
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
        (brand.founded, brand.intro.as_deref()),
        (Some(1962), Some("Deens lichtmerk."))
    );
    let country = brand.country.as_ref().unwrap();
    assert_eq!(
        (country.code.as_deref(), country.label.as_str()),
        (Some("DNK"), "Denemarken")
    );
    assert_eq!(
        brand.website,
        Some(LinkTarget::External("https://lumo.example".to_owned()))
    );
}

/// R-CMS-01: a brands grid contains the selected entries, with or without `source`.
#[tokio::test]
async fn r_cms_01_a_brands_grid_names_its_brands() {
    let (catalog, _) = built().await;
    let home = catalog.entry(&EntryId::parse(HOME).unwrap()).unwrap().value();
    let grid = home.blocks.iter().find_map(|block| match &block.kind {
        BlockKind::BrandsGrid(grid) => Some(grid),
        _ => None,
    });
    let grid = grid.expect("the recorded home page has a grid of brands");
    assert_eq!(grid.heading.heading.as_deref(), Some("Onze merken"));
    let chosen = [
        "3b54ff74-b72b-58e1-a6e7-75e19090a98e",
        "be810fd1-25de-5887-9a9f-bc998a8fefd2",
    ];
    let chosen = chosen.map(|id| EntryId::parse(id).unwrap()).to_vec();
    assert_eq!(grid.source, BrandsSource::Selected(chosen));
    assert!(!grid.pictures && !grid.by_letter);
}

/// R-CMS-02: an unknown block is reported once per build with the entry's edit link; the rest of the page is
/// unaffected. R-CMS-01: every block of the recorded pages is known.
#[tokio::test]
async fn r_cms_02_an_unbuilt_block_is_reported_once() {
    let temp = tempfile::tempdir().unwrap();
    let server = backends().await;
    let snapshot = pulled(&server, &temp.path().join("snapshot")).await.unwrap();
    let (_, findings) = convert(&snapshot, &convert_config("http://127.0.0.1:8123")).unwrap();
    assert!(findings.iter().all(|d| d.code != "block-not-built"), "{findings:#?}");

    // The same answers, with one of the sets unknown.
    let known = "\"type\":\"generic_form\"";
    let mut changed = 0;
    for file in walk(&temp.path().join("snapshot")) {
        let text = std::fs::read_to_string(&file).unwrap();
        changed += text.matches(known).count();
        std::fs::write(&file, text.replace(known, "\"type\":\"hologram\"")).unwrap();
    }
    assert!(changed > 1, "the set stands on several pages");
    let (catalog, findings) = convert(&snapshot, &convert_config("http://127.0.0.1:8123")).unwrap();
    let home = catalog.entry(&EntryId::parse(HOME).unwrap()).unwrap().value();
    let unbuilt: Vec<_> = home
        .blocks
        .iter()
        .filter_map(|b| match &b.kind {
            BlockKind::Unbuilt(set) => Some(set.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(unbuilt, ["hologram"]);
    assert_eq!(home.blocks.len(), 6);
    let told: Vec<_> = findings.iter().filter(|d| d.code == "block-not-built").collect();
    assert_eq!(told.len(), 1, "one for the set, not one a page: {told:?}");
    assert_eq!(told[0].place.field.as_deref(), Some("hologram"));
    let link = told[0].place.edit_url.as_deref().unwrap();
    assert!(link.contains("/cp/collections/pages/entries/"), "{link}");
}

/// The record files of a snapshot.
fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(walk(&path));
        } else if path.extension().is_some_and(|end| end == "jsonl") {
            found.push(path);
        }
    }
    found
}

/// Navigation and globals in both languages; a navigation missing in a site is absent.
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

/// R-ROUTE-09: exact redirects with the locale's prefix; a pattern and a path on another site are reported.
#[tokio::test]
async fn r_route_09_redirects_of_the_cms_are_converted() {
    let (catalog, findings) = built().await;
    let shown: Vec<_> = catalog
        .redirects()
        .iter()
        .map(|r| {
            let to = match &r.target {
                RedirectTarget::Local { path, .. } => path.href(),
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
