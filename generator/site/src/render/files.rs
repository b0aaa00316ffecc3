//! The scripts, styles and fonts that pages refer to.
//!
//! **Invariant:** a file is named as the manifest of the assets names it, with its integrity.

use std::collections::BTreeSet;

use minijinja::{Value, context};
use serde::Serialize;

use super::Renderer;
use crate::{
    load::Site,
    page::PlannedPage,
    pages::PageKind,
    templates::from_serde,
    view::{form, sheet},
};

#[derive(Serialize)]
struct FileView<'a> {
    href: String,
    integrity: &'a str,
}

impl Renderer<'_> {
    /// The scripts of the page's islands and their imports.
    pub(super) fn preload(&self, islands: &[&'static str]) -> Value {
        let assets = &self.site.assets;
        let files: BTreeSet<&str> = islands
            .iter()
            // A form waits for a visitor who touches it.
            .filter(|name| **name != form::ISLAND)
            .filter_map(|name| assets.islands.get(*name))
            .flat_map(|asset| std::iter::once(&asset.file).chain(&asset.preload))
            .map(String::as_str)
            .collect();
        let views: Vec<FileView<'_>> = files
            .into_iter()
            .map(|file| FileView {
                href: format!("/{file}"),
                integrity: assets.files.get(file).map_or("", |f| f.integrity.as_str()),
            })
            .collect();
        from_serde(views)
    }

    /// The additional style sheets of the page.
    pub(super) fn sheets(&self, page: &PlannedPage, kind: &dyn PageKind, islands: &[&'static str]) -> Value {
        let known = &self.site.assets.sheets;
        // One file for both, because of the request budget of lists (budgets.md).
        let of_page: &[&str] = match page.list {
            Some(_) => &[sheet::LISTS],
            None => kind.sheets(),
        };
        let of_locator = Some(&sheet::STORE_LOCATOR).filter(|name| islands.contains(*name));
        let of_form = Some(&sheet::FORM).filter(|name| islands.contains(*name));
        let of_pictures = Some(&sheet::FRAMES).filter(|_| self.site.config.crops_in_browser());
        let names = of_page.iter().chain(of_locator).chain(of_form).chain(of_pictures);
        let names = sheet::joined(names.copied().collect(), known);
        let sheets = names.into_iter().filter_map(|name| known.get(name));
        let views: Vec<FileView<'_>> = sheets
            .map(|asset| FileView {
                href: format!("/{}", asset.file),
                integrity: &asset.integrity,
            })
            .collect();
        from_serde(views)
    }

    /// The files of every page.
    pub(super) fn file_values(site: &Site) -> Value {
        let view = |asset: &'_ crate::assets::Asset| context! { href => format!("/{}", asset.file), integrity => asset.integrity.as_str() };
        let panel = |name| site.assets.sheets.get(name).map(view);
        let fonts: Vec<String> = site.assets.fonts.iter().map(|file| format!("/{file}")).collect();
        context! { loader => view(&site.assets.loader), styles => view(&site.assets.styles), fonts, cart_panel => panel(sheet::CART_PANEL), search_panel => panel(sheet::SEARCH_PANEL), consent => panel(sheet::CONSENT), sprite => site.sprite.as_ref().map(|file| format!("/{file}")) }
    }
}
