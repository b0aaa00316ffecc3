//! Every file that the release lists exists.

use crate::{
    finding::{Kind, Notes},
    page::{Check, Site},
};

pub(super) const CHECK: Check = Check {
    name: "files",
    title: "Missing files",
    page: None,
    site: Some(site),
};

static MISSING_PAGE: Kind = Kind::error("missing-page", "Build again; the release is not whole.");
static MISSING_FILE: Kind = Kind::error("missing-file", "Build again; the release is not whole.");

fn site(site: &Site<'_>, notes: &mut Notes) {
    let pages = (0_u32..).zip(site.release.pages.iter().zip(site.facts));
    for (number, (page, _)) in pages.filter(|(_, (_, facts))| facts.is_none()) {
        notes.page(
            number,
            &MISSING_PAGE,
            format!("the file site/{} is not there or is not text", page.file),
        );
    }
    for file in &site.release.missing {
        let is_page = site
            .release
            .pages
            .iter()
            .any(|page| file.strip_prefix("site/") == Some(&page.file));
        if !is_page {
            notes.other(
                file,
                "release.json",
                &MISSING_FILE,
                format!("the file {file} is listed in release.json and is not there"),
            );
        }
    }
}
