//! Pictures of a shop without an image CDN (`images.template` not set), and placeholders for missing pictures.

use std::{collections::BTreeSet, fs};

use serde_json::json;

use crate::support::{Shop, root, tree};

const NO_CDN: [(&str, &str); 2] = [("template = ", ""), ("packshot_template = ", "")];

/// The texts between `begin` and the next quote.
fn found<'t>(text: &'t str, begin: &str) -> Vec<&'t str> {
    let after = text.split(begin).skip(1);
    after.filter_map(|rest| rest.split('"').next()).collect()
}

fn pages(shop: &Shop) -> Vec<(String, String)> {
    let files = tree(&shop.path("dist/current/site")).into_iter();
    let pages = files.filter(|(file, _)| file.ends_with(".html"));
    pages
        .map(|(file, bytes)| (file, String::from_utf8(bytes).unwrap()))
        .collect()
}

/// R-CMS-05, R-PDP-07: without a CDN a page refers to Shopware's thumbnails, each with the width of its file and not of
/// its box, and to the CMS's originals; every frame that a file has to fill has its rule in a style sheet that pages
/// link for this purpose.
#[test]
fn r_cms_05_without_a_cdn_pages_name_the_files_that_there_are() {
    let shop = Shop::small();
    shop.configure("vitrine.toml", &NO_CDN);
    shop.build();
    let css = fs::read_to_string(root().join("templates/styles/components/frames.css")).unwrap();
    let mut thumbnails = BTreeSet::new();
    let mut frames = BTreeSet::new();
    for (file, page) in pages(&shop) {
        assert!(!page.contains("&amp;focus=") && !page.contains("{width}"), "{file}");
        for list in found(&page, " srcset=\"") {
            assert!(!list.is_empty(), "{file}");
            for entry in list.split(", ") {
                let Some((url, width)) = entry.split_once(' ') else {
                    continue;
                };
                let told = url.split_once("?width=").and_then(|(_, rest)| rest.split('&').next());
                if let (Some(told), Some(width)) = (told, width.strip_suffix('w')) {
                    assert_eq!(told, width, "{file}: {entry}");
                    thumbnails.insert(width.to_owned());
                }
            }
        }
        let links_frames = page.contains("/assets/frames-A1B2C3D4.css");
        let is_whole = page.contains("/assets/styles-A1B2C3D4.css");
        assert_eq!(links_frames, is_whole, "{file}");
        let classes = found(&page, "class=\"image__file ").into_iter();
        let all = classes.flat_map(|classes| classes.split(' '));
        frames.extend(all.filter(|class| class.starts_with("frame-")).map(str::to_owned));
    }
    assert!(thumbnails.len() > 3, "{thumbnails:?}");
    assert!(frames.len() > 3, "{frames:?}");
    for frame in frames {
        assert!(css.contains(&format!(".{frame} {{")), "{frame} has no rule");
    }
}

/// If a CDN crops, no page links the style sheet for frames.
#[test]
fn with_a_cdn_no_page_links_the_shapes_of_frames() {
    let shop = Shop::small();
    shop.build();
    for (file, page) in pages(&shop) {
        assert!(!page.contains("/assets/frames-"), "{file}");
    }
}

/// R-PDP-01: the placeholder of a picture depends on the kind of product: the editors' picture for a piece with
/// dimensions, a sheet of paper for downloads, and a neutral sign for anything else.
#[test]
fn r_pdp_01_the_place_of_a_picture_shows_no_other_thing() {
    let shop = Shop::small();
    shop.build();
    for locale in ["nl", "en", "de"] {
        let file = format!("shopware/products.{locale}");
        let mut records = shop.pulled(&file);
        for record in &mut records {
            record["cover"] = json!(null);
            record["coverId"] = json!(null);
            record["media"] = json!([]);
        }
        shop.put_pulled(&file, &records);
    }
    let run = shop.offline(&[]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let products = shop.pulled("shopware/products.nl");
    let (mut pieces, mut papers, mut things) = (0, 0, 0);
    for (file, page) in pages(&shop) {
        let Some(gallery) = page.split("<div class=\"product-gallery").nth(1) else {
            continue;
        };
        let gallery = gallery.split("product-page__").next().unwrap_or(gallery);
        let head = &gallery[..gallery.len().min(1_500)];
        match (head.contains("no-picture"), head.contains("viewBox=\"0 0 24 30\"")) {
            (true, _) => pieces += 1,
            (_, true) => papers += 1,
            _ if head.contains("viewBox=\"0 0 30 24\"") => things += 1,
            _ => panic!("{file}: nothing stands there: {head}"),
        }
    }
    assert!(
        pieces > 0 && papers > 0,
        "{pieces} pieces, {papers} papers, {things} things of {}",
        products.len()
    );
}
