//! Blocks of content pages: each has a file that builds its view and a template of the same name.
//!
//! **Invariant:** a block without a template is left out and does not affect the rest of the page (R-CMS-02; the
//! conversion reported it).

mod blocks_of;
mod brands_grid;
mod calls;
mod cards;
mod collection_products;
mod cta;
mod downloads;
pub(crate) mod faq;
mod featured_entries;
mod featured_products;
mod figures;
mod forms;
mod gallery;
mod hero;
mod hero_entry;
mod hero_slider;
mod hero_split;
mod html_embed;
mod instagram_wall;
mod overview;
mod product_row;
mod products_overview;
mod quote;
mod related_entries;
mod rich_text;
mod room;
mod store_locations;
mod text_image;
mod usps;
mod video;

use std::collections::BTreeSet;

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{Block, BlockKind, BlockOptions};

pub use self::blocks_of::BlocksOf;
pub(crate) use self::hero::SIZES as HERO_SIZES;
use crate::{
    context::ViewContext,
    templates::InlineJson,
    view::{
        outline::Outline,
        structured::{self, Question},
    },
};

/// A block with its template and view.
#[derive(Debug, Serialize)]
pub struct BlockView {
    /// `blocks/hero.html`
    pub template: &'static str,
    /// The wrapper of the block.
    pub container: BlockContainer,
    /// CSS classes of the section, from the block's options.
    pub section: SectionView,
    /// View values of the block.
    pub view: Value,
    /// Index of the block in its list.
    #[serde(skip)]
    pub(crate) place: usize,
    /// Questions for the page's structured data.
    #[serde(skip)]
    pub questions: Vec<Question>,
    /// Its island, if it is loaded at once or has a style sheet of its own.
    #[serde(skip)]
    pub(crate) island: Option<&'static str>,
}

/// The wrapper of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockContainer {
    /// A section with background and page margins.
    Section,
    /// No wrapper: the block has the full width of the window.
    Bleed,
    /// No wrapper: the block is only whitespace.
    Room,
}

/// The `block_options` fieldset as names that the style sheet uses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SectionView {
    /// `default`, `sand`, `stone`, `dark`.
    pub background: &'static str,
    /// `none`, `small`, `medium`, `large`.
    pub top: &'static str,
    /// Same values as `top`.
    pub bottom: &'static str,
    /// Anchor of the block: the `id` that URL fragments refer to.
    pub anchor: Option<String>,
}

impl SectionView {
    fn of(options: &BlockOptions) -> Self {
        Self {
            background: options.background.word(),
            top: options.padding_top.word(),
            bottom: options.padding_bottom.word(),
            anchor: options.anchor.clone().filter(|a| is_fragment(a)),
        }
    }
}

impl SectionView {
    /// A block's id, made valid as an HTML id.
    fn id(block: &str) -> String {
        if is_fragment(block) {
            block.to_owned()
        } else {
            let plain = block.chars().filter(char::is_ascii_alphanumeric);
            format!("block-{}", plain.collect::<String>())
        }
    }
}

/// Whether a text is valid in an `id` and after `#` without escaping.
fn is_fragment(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// The views of a page's non-empty blocks, in order. `first` says whether the first block is at the top of the page.
pub fn views(
    cx: &ViewContext<'_>,
    of: BlocksOf<'_>,
    blocks: &[Block],
    outline: &mut Outline,
    first: bool,
) -> Vec<BlockView> {
    blocks
        .iter()
        .enumerate()
        .filter_map(|(place, block)| {
            let made = view(cx, of, block, outline, first && place == 0)?;
            Some(BlockView { place, ..made })
        })
        .collect()
}

/// The FAQPage of all blocks on a page that request one: a page may have only one. A question in several categories is
/// included once.
pub(crate) fn faq_page(views: &[BlockView]) -> Option<InlineJson> {
    let mut seen = BTreeSet::new();
    let all = views.iter().flat_map(|view| &view.questions);
    let questions: Vec<&Question> = all.filter(|question| seen.insert(&question.name)).collect();
    structured::faq_page(&questions)
}

/// The table of blocks: CMS set, view and template.
fn view(
    cx: &ViewContext<'_>,
    of: BlocksOf<'_>,
    block: &Block,
    outline: &mut Outline,
    at_top: bool,
) -> Option<BlockView> {
    let own = of.entry;
    let mut questions = Vec::new();
    let mut island = None;
    let (template, view) = match &block.kind {
        BlockKind::Hero(hero) => ("blocks/hero.html", hero::view(cx, hero, outline, at_top)?),
        BlockKind::HeroSlider(slider) => (
            "blocks/hero_slider.html",
            hero_slider::view(cx, &SectionView::id(&block.id), slider, outline, at_top)?,
        ),
        BlockKind::HeroSplit(hero) => ("blocks/hero_split.html", hero_split::view(cx, hero, outline, at_top)?),
        BlockKind::HeroEntry(hero) => (
            "blocks/hero_entry.html",
            hero_entry::view(cx, own?, hero, outline, at_top)?,
        ),
        BlockKind::HeroShowroom(hero) => (
            "blocks/hero_showroom.html",
            hero_entry::showroom(cx, own?, hero, outline, at_top)?,
        ),
        BlockKind::RichText(text) => ("blocks/rich_text.html", rich_text::view(cx, text)?),
        BlockKind::TextImage(block) => ("blocks/text_image.html", text_image::view(cx, block, outline)),
        BlockKind::Gallery(gallery) => ("blocks/gallery.html", gallery::view(cx, gallery, outline)?),
        BlockKind::Quote(quote) => ("blocks/quote.html", quote::view(cx, quote)?),
        BlockKind::Cards(cards) => ("blocks/cards.html", cards::view(cx, cards, outline)?),
        BlockKind::Usps(usps) => ("blocks/usps.html", usps::view(cx, usps, outline)?),
        BlockKind::Numbers(numbers) => ("blocks/numbers.html", figures::view(cx, numbers, outline)?),
        BlockKind::Timeline(years) => ("blocks/timeline.html", figures::view(cx, years, outline)?),
        BlockKind::BrandsGrid(grid) => ("blocks/brands_grid.html", brands_grid::view(cx, grid, outline)),
        BlockKind::FeaturedProducts(products) => (
            "blocks/featured_products.html",
            featured_products::view(cx, products, outline)?,
        ),
        BlockKind::ProductsOverview(products) => (
            "blocks/products_overview.html",
            products_overview::view(
                cx,
                of,
                of.part_of(block),
                (products, block.kind.per_page().unwrap_or(usize::MAX)),
                outline,
            ),
        ),
        BlockKind::CollectionProducts(products) => (
            "blocks/collection_products.html",
            collection_products::view(cx, own, products, outline)?,
        ),
        BlockKind::FeaturedEntries(entries) => featured_entries::view(cx, entries, outline),
        BlockKind::Overview(list) => {
            let (template, view, own) = overview::view(cx, of.part_of(block), list, outline);
            island = own;
            (template, view)
        }
        BlockKind::RelatedEntries(entries) => (
            "blocks/related_entries.html",
            related_entries::view(cx, own, entries, outline),
        ),
        BlockKind::NewsletterCta(cta) => (
            "blocks/newsletter_cta.html",
            calls::newsletter(cx, (&SectionView::id(&block.id), block, cta), outline)?,
        ),
        BlockKind::AppointmentCta(cta) => ("blocks/appointment_cta.html", calls::appointment(cx, cta, outline)?),
        BlockKind::CataloguesCta(cta) => ("blocks/catalogues_cta.html", calls::catalogues(cx, cta, outline)?),
        BlockKind::Cta(cta) => ("blocks/cta.html", cta::view(cx, cta, outline)?),
        BlockKind::Faq(faq) => {
            let (view, told) = faq::view(cx, &SectionView::id(&block.id), faq, outline);
            questions = told;
            ("blocks/faq.html", view)
        }
        BlockKind::GenericForm(_)
        | BlockKind::CompanyAccountForm(_)
        | BlockKind::ShowroomAppointmentForm(_)
        | BlockKind::VacancyApplicationForm(_) => {
            let (template, view, own) = forms::view(cx, of, &block.kind, outline)?;
            island = own;
            (template, view)
        }
        BlockKind::StoreLocations(places) => {
            let (view, own) = store_locations::view(cx, places, outline);
            island = own;
            ("blocks/store_locations.html", view)
        }
        BlockKind::Video(film) => ("blocks/video.html", video::view(cx, film, outline)?),
        BlockKind::Downloads(files) => ("blocks/downloads.html", downloads::view(cx, files, outline)),
        BlockKind::InstagramWall(wall) => ("blocks/instagram_wall.html", instagram_wall::view(cx, wall)?),
        BlockKind::HtmlEmbed(embed) => ("blocks/html_embed.html", html_embed::view(cx, embed)?),
        BlockKind::Spacer(room) => ("blocks/spacer.html", room::view(room)),
        BlockKind::Divider(room) => ("blocks/divider.html", room::view(room)),
        // R-CMS-02: only a preview shows it.
        BlockKind::Unbuilt(handle) if cx.config.is_preview => {
            ("components/unbuilt.html", minijinja::context! { handle })
        }
        BlockKind::Unbuilt(_) => return None,
    };
    Some(BlockView {
        template,
        container: match &block.kind {
            BlockKind::Hero(_) | BlockKind::HeroSlider(_) => BlockContainer::Bleed,
            BlockKind::Spacer(_) | BlockKind::Divider(_) => BlockContainer::Room,
            _ => BlockContainer::Section,
        },
        section: SectionView::of(&block.options),
        view,
        place: 0,
        questions,
        island,
    })
}

#[cfg(test)]
mod tests {
    use vitrine_model::content::{Background, Padding};

    use super::*;

    #[test]
    fn options_become_words_that_the_style_sheet_knows() {
        let view = SectionView::of(&BlockOptions {
            background: Background::Sand,
            padding_top: Padding::None,
            padding_bottom: Padding::Large,
            anchor: Some("a b".into()),
        });
        assert_eq!((view.background, view.top, view.bottom), ("sand", "none", "large"));
        assert_eq!(view.anchor, None);
    }
}
