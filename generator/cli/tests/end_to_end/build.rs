//! Whole builds: everything is written, two builds give the same bytes, and a failed build changes nothing (R-GEN-01,
//! R-GEN-02); unsupported blocks are reported (R-CMS-02).

use std::fs;

use serde_json::{Value, json};

use crate::support::{Shop, copy, page_file, root, tree};

/// R-GEN-01: `build` pulls all entries, navigations, globals, taxonomies, forms and products.
#[test]
fn r_gen_01_everything_is_pulled() {
    let shop = Shop::start();
    shop.build();
    let answer = shop.control("GET", "calls", &Value::Null);
    let paths: Vec<&str> = answer["calls"]
        .as_array()
        .unwrap()
        .iter()
        .map(|call| {
            let path = call["path"].as_str().unwrap();
            // Shopware §24: this route only accepts POST.
            let method = if path.ends_with("/cross-selling") {
                "POST"
            } else {
                "GET"
            };
            assert_eq!(call["method"], method, "R-BACK-03: a pull reads with GET: {call}");
            path
        })
        .collect();
    for path in [
        "/store-api/product",
        "/api/collections/pages/entries",
        "/api/collections/brands/entries",
        "/api/collections/designers/entries",
        "/api/collections/collections/entries",
        "/api/collections/projects/entries",
        "/api/collections/events/entries",
        "/api/collections/news/entries",
        "/api/collections/showrooms/entries",
        "/api/collections/vacancies/entries",
        "/api/collections/faq/entries",
        "/api/collections/catalogues/entries",
        "/api/navs/main/tree",
        "/api/navs/top/tree",
        "/api/navs/footer/tree",
        "/api/navs/colophon/tree",
        "/api/globals",
        "/api/taxonomies/categories/terms",
        "/api/taxonomies/materials/terms",
        "/api/taxonomies/topics/terms",
        "/api/taxonomies/sectors/terms",
        "/api/taxonomies/event_types/terms",
        "/api/taxonomies/faq_categories/terms",
        "/api/taxonomies/departments/terms",
        "/api/forms",
        // R-BACK-02: the GraphQL call of specification §7 that reads the dealers.
        "/api/graphql",
    ] {
        assert!(paths.contains(&path), "{path} was not read");
    }
    assert!(
        paths.iter().any(|path| path.ends_with("/cross-selling")),
        "the shop has cross-selling"
    );
}

/// R-GEN-01: every page, sitemap, redirect, header and search file is written into `dist`.
#[test]
fn r_gen_01_every_kind_of_file_is_written() {
    let (shop, report) = Shop::built();
    for file in [
        "site/index.html",
        "site/en.html",
        "site/de.html",
        "site/404.html",
        "site/en/404.html",
        "site/de/404.html",
        "site/500.html",
        "site/503.html",
        "site/winkelwagen.html",
        "site/en/shopping-cart.html",
        "site/de/warenkorb.html",
        "site/over-ons.html",
        "site/en/about-us.html",
        "site/de/ueber-uns.html",
        "site/merken/kante.html",
        "site/en/brands/kante.html",
        "site/de/marken/kante.html",
        "site/designers/mara-vink.html",
        "site/producten/plisse-tafellamp.html",
        "site/en/products/plisse-table-lamp.html",
        "site/de/produkte/plisse-tischleuchte.html",
        "site/sitemap.xml",
        "site/nl-NL-sitemap.xml",
        "site/en-GB-sitemap.xml",
        "site/de-DE-sitemap.xml",
        "site/robots.txt",
        "site/build.json",
        "site/_redirects",
        "site/_headers",
        "site/assets/loader-A1B2C3D4.js",
        "server/site.json",
        "server/redirects.json",
        "server/rewrites.json",
        "server/products.json",
        "server/numbers.json",
        "server/forms.json",
        "server/messages.json",
        "hosts/nginx.conf",
        "hosts/Caddyfile",
        "server/search/nl.json",
        "server/search/en.json",
        "server/search/de.json",
    ] {
        assert!(!shop.file(file).is_empty(), "{file} is empty");
    }
    assert!(shop.file("site/_redirects").contains("/klantenservice /service 301"));
    assert!(shop.file("site/sitemap.xml").contains("/de-DE-sitemap.xml"));
    let forms: Value = serde_json::from_str(&shop.file("server/forms.json")).unwrap();
    assert_eq!(forms["contact"]["spec"]["honeypot"], "fax");
    assert_eq!(forms["contact"]["words"]["de"]["fields"]["email"], "E-Mail-Adresse");
    let limits = &forms["showroom_appointment"]["appointment"]["showrooms"];
    assert!(
        !limits.as_object().unwrap().is_empty(),
        "the hours that R-STORE-02 limits the dates by"
    );
    assert!(forms["contact"]["appointment"].is_null());
    let release: Value = serde_json::from_str(&shop.file("release.json")).unwrap();
    let written = tree(&shop.path("dist/current")).len() - 1;
    assert_eq!(
        release["files"].as_object().unwrap().len(),
        written,
        "each file is in release.json, which is not"
    );
    assert_eq!(report["files"], written);
    for page in release["pages"].as_array().unwrap() {
        let path = page["path"].as_str().unwrap();
        let file = shop.path("dist/current/site").join(page_file(path));
        assert!(file.is_file(), "{path}");
    }
}

/// R-GEN-01: the same input gives the same bytes, whenever and wherever it is built.
#[test]
fn r_gen_01_two_builds_give_the_same_bytes() {
    let shop = Shop::start();
    shop.build();
    let (other, state) = (
        format!("dist = {:?}", shop.path("elsewhere/dist")),
        format!("state_dir = {:?}", shop.path("elsewhere/state")),
    );
    shop.configure("other.toml", &[("dist = ", &other), ("state_dir = ", &state)]);
    // Another day, on which the same entries are published, and the same events and vacancies are current.
    let later = "2026-11-25T20:00:00Z";
    shop.control("POST", "clock", &json!({ "now": later }));
    shop.vitrine(&["--config", "other.toml", "build", "--json", "--now", later])
        .report();
    let (first, second) = (
        tree(&shop.path("dist/current")),
        tree(&shop.path("elsewhere/dist/current")),
    );
    assert!(first.keys().eq(second.keys()), "other files");
    // The date of the pull has its own file, whose hash is in the manifest.
    let of_day = ["site/pulled.json", "release.json"];
    for (file, bytes) in &first {
        assert!(
            second[file] == *bytes || of_day.contains(&file.as_str()),
            "{file} differs"
        );
    }
    let manifests: Vec<Value> = [&first, &second]
        .map(|files| serde_json::from_slice(&files["release.json"]).unwrap())
        .to_vec();
    assert_eq!(manifests[0]["pages"], manifests[1]["pages"]);
    assert!(first.len() > 200);

    let again = shop.build();
    assert_eq!(again["reused"], true, "the third build finds its release there");
    let offline = shop.offline(&[]).report();
    assert_eq!(offline["release"], again["release"]);
}

/// R-GEN-01: a page's bytes do not depend on the pages built before it: shared parts equal those built for each page
/// separately.
#[test]
fn r_gen_01_sharing_between_pages_changes_no_byte() {
    Shop::start().is_the_same_without_sharing();
}

/// R-GEN-02: a failed render exits non-zero, names the page and the source entry, and leaves the live release.
#[test]
fn r_gen_02_a_page_that_fails_leaves_the_live_release() {
    let shop = Shop::small();
    shop.build();
    let kept = shop.kept();

    let templates = shop.path("templates");
    copy(&root().join("templates"), &templates);
    let editorial = templates.join("pages/editorial.html");
    // Of all editorial pages, only those of designers have a quote.
    let broken =
        fs::read_to_string(&editorial).unwrap() + "{% if page.quote %}{{ page.nobody_gave_this.name }}{% endif %}";
    fs::write(&editorial, broken).unwrap();
    let line = format!("templates = {templates:?}");
    shop.configure("broken.toml", &[("templates = ", &line)]);

    let run = shop.vitrine(&["--config", "broken.toml", "build"]);
    assert_eq!(run.code, Some(2));
    let said = run.said();
    let release: Value = serde_json::from_str(&shop.file("release.json")).unwrap();
    let pages = release["pages"].as_array().unwrap();
    let designers = pages.iter().filter(|page| page["kind"] == "designer").count();
    let count = format!("{designers} of the pages could not be made; the live release stays");
    for text in [
        count.as_str(),
        "/de/designers/anouk-verdier (from entry designers/anouk-verdier (de) ",
        "/cp/collections/designers/entries/",
        "pages/editorial.html",
    ] {
        assert!(said.contains(text), "{text:?} is not in: {said}");
    }
    assert!(!said.contains("/merken/"), "only what failed is named: {said}");
    let (live, files, _) = shop.kept();
    assert!(live == kept.0 && files == kept.1, "the live release was touched");
}

/// A malformed entry gives a warning with its field and edit link and does not stop the build; the test above covers a
/// failing template.
#[test]
fn r_gen_02_one_bad_entry_is_named_with_its_edit_link() {
    let shop = Shop::small();
    shop.build();
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy {{ rest }}" }));
    let report = shop.build();
    let told = report["warnings"].as_array().unwrap().iter();
    let told: Vec<_> = told.filter(|warning| warning["code"] == "unfinished-text").collect();
    assert_eq!(told.len(), 1, "{told:#?}");
    assert_eq!(told[0]["place"]["field"], "title");
    let edit = told[0]["place"]["edit_url"].as_str().unwrap();
    assert!(edit.contains("/cp/collections/pages/entries/"), "{edit}");
    assert!(shop.file("site/privacy.html").contains("Privacy &#123;{ rest }}"));

    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy en rust" }));
    let report = shop.build();
    assert_eq!(report["changes"]["changed"], json!(["/privacy"]));
    assert!(shop.file("site/privacy.html").contains("Privacy en rust"));
}

/// R-GEN-02: a release with far fewer pages than before is refused without the flag.
#[test]
fn r_gen_02_a_shop_that_lost_its_products_does_not_go_live() {
    let shop = Shop::start();
    shop.build();
    let live = shop.live();
    let release: Value = serde_json::from_str(&shop.file("release.json")).unwrap();
    let products = release["counts"]["product"]["nl"].as_u64().unwrap();
    assert!(products > 20, "{products} products");
    let numbers = product_numbers();
    for number in &numbers {
        shop.control("POST", "active", &json!({ "product_number": number, "active": false }));
    }
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.said().contains("product (nl) had"), "{}", run.said());
    assert!(run.said().contains("--accept-empty product"), "{}", run.said());
    assert_eq!(shop.live(), live);
    let run = shop.vitrine(&["build", "--accept-empty", "product"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.said().contains("fewer than 80 %"), "{}", run.said());
    assert!(run.said().contains("--accept-fewer"), "{}", run.said());
    assert_eq!(shop.live(), live);
    let meant = shop.vitrine(&["build", "--accept-fewer", "--accept-empty", "product"]);
    assert_eq!(meant.code, Some(0), "{}", meant.stderr);
    assert_ne!(shop.live(), live);
}

fn product_numbers() -> Vec<String> {
    let folder = crate::support::lindhoven().join("products");
    let files = tree(&folder).into_values();
    files
        .flat_map(|bytes| {
            let family: Value = serde_json::from_slice(&bytes).unwrap();
            let variants = family["variants"].as_array().cloned().unwrap_or_default();
            let numbers = std::iter::once(&family).chain(&variants);
            numbers
                .map(|p| p["number"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// A block of an unknown set, in the middle of two pages of each language.
fn with_holograms(asked: &str, answer: &mut Value) {
    if !asked.starts_with("/api/collections/pages/entries") {
        return;
    }
    for entry in answer["data"].as_array_mut().into_iter().flatten() {
        let slug = entry["slug"].as_str().unwrap_or_default();
        if ["contact", "kontakt", "retourneren", "returns", "ruecksendung"].contains(&slug) {
            let blocks = entry["blocks"].as_array_mut().unwrap();
            blocks.insert(1, json!({ "type": "hologram", "id": "holo1", "heading": "HOLOGRAM" }));
        }
    }
}

/// R-CMS-02: an unknown block type is reported once per build as a warning with the entry's edit link; the rest of the
/// page is unaffected.
#[test]
fn r_cms_02_an_unknown_block_is_reported_once_and_the_page_is_complete() {
    let shop = Shop::small();
    let cms = shop.before_statamic(&[]);
    shop.build();
    let before = tree(&shop.path("dist/current/site"));
    cms.change(with_holograms);

    let run = shop.vitrine(&["build", "--json"]);
    let report = run.report();
    let warnings: Vec<&Value> = report["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|w| w["code"] == "block-not-built")
        .collect();
    assert_eq!(warnings.len(), 1, "one for the set, not one a page: {warnings:?}");
    let warning = warnings[0];
    assert_eq!(warning["severity"], "warning");
    assert!(
        warning["message"].as_str().unwrap().contains("\"hologram\""),
        "{warning}"
    );
    let link = warning["place"]["edit_url"].as_str().unwrap();
    assert!(link.contains("/cp/collections/pages/entries/"), "{link}");
    let said = run.said();
    let lines: Vec<&str> = said
        .lines()
        .filter(|l| l.starts_with("warning block-not-built"))
        .collect();
    assert!(lines.len() == 1 && lines[0].ends_with(link), "{lines:?}");

    // The release shows which entry the edit link belongs to.
    let release: Value = serde_json::from_str(&shop.file("release.json")).unwrap();
    let pages = release["pages"].as_array().unwrap();
    let page = pages.iter().find(|p| p["source"].as_str().unwrap().ends_with(link));
    let path = page.expect("the link is that of a page")["path"].as_str().unwrap();
    assert!(["/contact", "/service/retourneren"].contains(&path), "{path}");

    let after = tree(&shop.path("dist/current/site"));
    for (file, bytes) in before.iter().filter(|(file, _)| file.ends_with(".html")) {
        assert!(
            after.get(file) == Some(bytes),
            "{file}: the rest of the page is not whole"
        );
    }
}

/// R-GEN-02: a folder in which no release can be written is reported with its key, before anything is pulled.
#[test]
fn r_gen_02_an_unusable_dist_is_reported_before_the_pull() {
    let shop = Shop::small();
    fs::write(shop.path("file"), "no folder").unwrap();
    for below in ["file", "file/dist"] {
        let line = format!("dist = \"{}\"", shop.path(below).display());
        shop.configure("vitrine.toml", &[("dist = ", &line)]);
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(2), "{below}: {}", run.stderr);
        for part in ["build.dist", shop.path(below).to_str().unwrap(), "Nothing was pulled"] {
            assert!(run.said().contains(part), "{below}: {part:?} is not in: {}", run.said());
        }
        assert!(!shop.path("state/snapshot").exists(), "{below}: it was pulled");
    }
}
