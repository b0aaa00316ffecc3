//! The official notice on the legal guarantee (law §5), with drawings that stand in for the Commission's files.

use std::{fs, path::Path};

use crate::support::Shop;

const ROWS: [(&str, &str, &str, &str, &str); 3] = [
    (
        "nl",
        "checkout",
        "wettelijke-garantie",
        "Wettelijke garantie",
        "Geharmoniseerde kennisgeving",
    ),
    (
        "en",
        "en/checkout",
        "en/legal-guarantee",
        "Legal guarantee",
        "Harmonised notice",
    ),
    (
        "de",
        "de/kasse",
        "de/gewaehrleistung",
        "Gesetzliche Gewährleistung",
        "Harmonisierte Mitteilung",
    ),
];

fn drawing(language: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 210 297\"><title>{language}</title><path d=\"M0 0h210v297z\"/></svg>\n"
    )
}

/// Writes the checksums as `[legal]` of the configuration says.
fn sums(shop: &Shop) {
    let run = shop.shell("cd legal && sha256sum *.svg > SHA256SUMS");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

/// Writes the folder with these languages, and the line of the configuration.
fn notices(shop: &Shop, languages: &[&str]) {
    let folder = shop.path("legal");
    fs::create_dir_all(&folder).unwrap();
    for language in languages {
        fs::write(folder.join(format!("{language}.svg")), drawing(language)).unwrap();
    }
    sums(shop);
    shop.configure(
        "vitrine.toml",
        &[
            ("accept = ", "accept = []"),
            ("[legal]", "[legal]\nguarantee_notice = \"legal\""),
        ],
    );
}

/// Law §5: the official notice stands unaltered on the page about the legal guarantee and in the review of an order, each
/// in the language of the page, with its text and the link that its QR code has; the footer of every page leads to it.
#[test]
fn law_5_the_official_notice_is_published_unaltered_in_each_language() {
    let shop = Shop::small();
    notices(&shop, &["nl", "en", "de"]);
    shop.build();
    for (language, checkout, page, label, alt) in ROWS {
        let html = shop.file(&format!("site/{page}.html"));
        let (_, figure) = html.split_once("<figure class=\"guarantee-notice\">").unwrap();
        let (figure, _) = figure.split_once("</figure>").unwrap();
        let (_, src) = figure.split_once("src=\"/").unwrap();
        let (src, _) = src.split_once('"').unwrap();
        assert_eq!(shop.file(&format!("site/{src}")), drawing(language), "{page}");
        assert!(
            figure.contains("width=\"210\" height=\"297\"") && figure.contains(alt),
            "{figure}"
        );
        let europe =
            format!("https://europa.eu/youreurope/citizens/consumers/shopping/guarantees-returns/index_{language}.htm");
        assert!(figure.contains(&format!("href=\"{europe}\"")), "{figure}");
        let review = shop.file(&format!("site/{checkout}.html"));
        let (_, props) = review.split_once("\"guarantee_notice\":{").unwrap();
        assert!(props.starts_with(&format!("\"src\":\"/{src}\"")), "{props:.200}");
        let markdown = shop.file(&format!("site/{page}.md"));
        assert!(markdown.contains(alt) && markdown.contains(&europe), "{markdown}");
        for other in [checkout, page] {
            let footer = shop.file(&format!("site/{other}.html"));
            let (_, footer) = footer.split_once("<footer").unwrap();
            assert!(
                footer.contains(&format!("href=\"/{page}\"")) && footer.contains(&format!(">{label}</a>")),
                "{other}"
            );
        }
    }
    assert_eq!(shop.vitrine(&["check"]).code, Some(0));
}

/// Law §5: a file that is not the one of its checksum, or in which something runs, is refused with what to do; a shop
/// without the file of a language is not published, and says which page lacks it.
#[test]
fn law_5_a_notice_that_is_missing_or_altered_is_refused() {
    let shop = Shop::small();
    for (language, checkout) in [("nl", "/checkout"), ("en", "/en/checkout"), ("de", "/de/kasse")] {
        let others: Vec<&str> = ["nl", "en", "de"]
            .into_iter()
            .filter(|other| *other != language)
            .collect();
        notices(&shop, &others);
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(1), "{language}: {}", run.stderr);
        let said = run.said();
        assert!(
            said.contains("error law-guarantee-notice: ") && said.contains(checkout),
            "{said}"
        );
        fs::remove_dir_all(shop.path("legal")).unwrap();
    }
    notices(&shop, &["nl", "en", "de"]);
    for language in ["nl", "en", "de"] {
        let file = shop.path(&format!("legal/{language}.svg"));
        altered(&shop, &file, &drawing(language).replace("297z", "298z"));
        fs::write(&file, drawing(language)).unwrap();
    }
    let runs = drawing("nl").replace("<path", "<script>x</script><path");
    fs::write(shop.path("legal/nl.svg"), runs).unwrap();
    sums(&shop);
    let said = shop.vitrine(&["build"]).said();
    assert!(said.contains("it holds a <script>"), "{said}");
    fs::remove_file(shop.path("legal/nl.svg")).unwrap();
    let said = shop.vitrine(&["build"]).said();
    assert!(said.contains("nl.svg could not be read"), "{said}");
}

fn altered(shop: &Shop, file: &Path, text: &str) {
    fs::write(file, text).unwrap();
    let run = shop.vitrine(&["build"]);
    let said = run.said();
    assert_ne!(run.code, Some(0), "{said}");
    assert!(
        said.contains("it is not the file that SHA256SUMS names") && said.contains("unaltered"),
        "{said}"
    );
}
