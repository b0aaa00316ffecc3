//! Damages a finished release.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::support::page_file;

/// A damage, and its finding.
pub(super) struct Damage {
    pub(super) code: &'static str,
    pub(super) severity: &'static str,
    pub(super) page: &'static str,
    /// A part of the message.
    pub(super) says: &'static str,
    pub(super) harm: Harm,
}

pub(super) enum Harm {
    /// HTML inserted at the beginning of the page's `<main>`.
    Put(&'static str),
    /// A text of the page's file that is replaced everywhere.
    Replace(&'static str, &'static str),
    /// The page's file is deleted.
    Delete,
    /// Damaged elsewhere: see `other_harm`.
    Elsewhere,
}

pub(super) use Harm::{Delete, Elsewhere, Put, Replace};

pub(super) const fn error(code: &'static str, page: &'static str, says: &'static str, harm: Harm) -> Damage {
    Damage {
        code,
        severity: "error",
        page,
        says,
        harm,
    }
}

pub(super) const fn warning(code: &'static str, page: &'static str, says: &'static str, harm: Harm) -> Damage {
    Damage {
        code,
        severity: "warning",
        page,
        says,
        harm,
    }
}

pub(super) const fn hint(code: &'static str, page: &'static str, says: &'static str, harm: Harm) -> Damage {
    Damage {
        code,
        severity: "hint",
        page,
        says,
        harm,
    }
}

fn change(path: &Path, change: impl FnOnce(String) -> String) {
    let old = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let new = change(old.clone());
    assert_ne!(old, new, "{} is as it was", path.display());
    fs::write(path, new).unwrap();
}

pub(super) fn harm(folder: &Path, damage: &Damage) {
    let file = folder.join("site").join(page_file(damage.page));
    match damage.harm {
        Put(html) => {
            let main = "id=\"main\" tabindex=\"-1\">";
            change(&file, |text| text.replacen(main, &format!("{main}{html}"), 1));
        }
        Replace(from, to) => change(&file, |text| text.replace(from, to)),
        Delete => fs::remove_file(file).unwrap(),
        Elsewhere => {}
    }
}

/// Damages several files, or files that are not pages.
pub(super) fn other_harm(folder: &Path) {
    let site = folder.join("site");
    crate::support::change_json(&folder.join("server/redirects.json"), |all| {
        let list = all.as_array_mut().unwrap();
        list.push(serde_json::json!({"from": "/oud", "to": "/nergens", "status": 301}));
        list.push(serde_json::json!({"from": "/ouder", "to": "/klantenservice", "status": 301}));
    });
    crate::support::change_json(&folder.join("server/site.json"), |site| {
        site["cookie_pages"].as_object_mut().unwrap().remove("de").unwrap();
    });
    for page in pages(&site) {
        let mut html = fs::read_to_string(&page).unwrap();
        for (from, to) in [
            ("href=\"/privacy\"", "href=\"/contact\""),
            ("chlichtungsstelle", "x"),
            ("treitbeilegung", "x"),
            ("Mirthe Lindhoven", ""),
        ] {
            html = html.replace(from, to);
        }
        fs::write(&page, html).unwrap();
    }
    change(&site.join("nl-NL-sitemap.xml"), |xml| {
        xml.replace(
            "<loc>http://127.0.0.1:3000/contact</loc>",
            "<loc>http://127.0.0.1:3000/nergens</loc>",
        )
    });
    fs::write(site.join("de-DE-sitemap.xml"), "<urlset><url></loc>").unwrap();
    fs::remove_file(site.join("icons/tiktok.svg")).unwrap();
    // Compresses badly: all words differ.
    let words: Vec<String> = (0_u64..20_000)
        .map(|n| format!("{:x}", n.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        .collect();
    let words = words.join(" ");
    change(&site.join("algemene-voorwaarden.html"), |html| {
        html.replace("</main>", &format!("<p>{words}</p></main>"))
    });
    for asset in ["styles-A1B2C3D4.css", "loader-A1B2C3D4.js"] {
        fs::write(site.join("assets").join(asset), &words).unwrap();
    }
    crate::support::change_json(&folder.join("release.json"), |release| {
        let warnings = release["warnings"].as_array_mut().unwrap();
        let place = serde_json::json!({"source": "shopware", "kind": "product", "id": "RAVEL-RU-OA", "edit_url": null});
        warnings.push(serde_json::json!({
            "severity": "warning", "code": "holidays-unknown", "message": "there is no file holidays-NL-2031.json with the holidays",
            "place": {"source": "locales", "kind": "holidays", "id": "holidays-NL-2031.json", "edit_url": null}
        }));
        warnings.push(serde_json::json!({
            "severity": "warning", "code": "legal-text", "message": "no terms and conditions in nl can be kept for orders: there is no page with this text",
            "place": {"source": "statamic", "kind": "global", "id": "site", "edit_url": null}
        }));
        for (code, message) in [
            (
                "withdrawal-reason",
                "RAVEL-RU-OA is excluded from withdrawal, and its texts in en do not say why",
            ),
            (
                "energy-foreign-host",
                "the label of RAVEL-RU-OA is on \"a.example\", which is no host of this shop",
            ),
            ("energy-label-not-a-picture", "the label of RAVEL-RU-OA is no picture"),
            (
                "energy-label",
                "RAVEL-RU-OA is a light source: it may not be offered like this",
            ),
            (
                "return-cost",
                "RAVEL-RU-OA is too heavy to be posted, and nothing says what it costs to return it",
            ),
            (
                "garan-label",
                "RAVEL-RU-OA has a maker's guarantee of durability without its official label",
            ),
            (
                "price-reduction",
                "RAVEL-RU-OA has a list price: nothing is struck through",
            ),
        ] {
            warnings.push(serde_json::json!({"severity": "warning", "code": code, "message": message, "place": place}));
        }
    });
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .map(walkdir::DirEntry::into_path);
    files
        .filter(|path| path.extension().is_some_and(|kind| kind == "html"))
        .collect()
}
