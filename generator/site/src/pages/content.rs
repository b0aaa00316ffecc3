//! Content pages: an entry's title and blocks, at any depth (R-ROUTE-02). The home page is one of them.
//!
//! **Invariant:** exactly one `h1`: the page's title, or the first block's heading if the entry hides its title.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    catalog::Catalog,
    content::{BlockKind, Entry, EntryFields, PageFields},
    locale::LocaleIndex,
    path::SitePath,
    rich_text::RichText,
};

use super::{
    PageKind,
    page_words::{self, excerpt},
};
use crate::{
    blocks::{self, BlockView, BlocksOf},
    context::ViewContext,
    header_footer, lists,
    markdown::{Markdown, add_blocks},
    page::{Crumb, PlannedPage, Subject, Tone},
    page_view::{HeadView, PageView, PreloadImage},
    plan::{PlanContext, kind},
    search_document::{MAX_ENTRY_TEXT, SearchDocument},
    templates::InlineJson,
    view::{
        self, ViewError, breadcrumbs,
        facts::FactView,
        guarantee::{self, GuaranteeNoticeView},
        imprint,
        outline::Outline,
        structured,
    },
};

/// Page kind for pages, and for entries of routed collections without a page kind of their own.
pub(super) struct ContentPage;

#[derive(Serialize)]
pub(super) struct ContentView {
    pub(super) title: String,
    /// `shown`, `hidden` (visually) or `in_block` (the first block prints it).
    pub(super) title_place: TitlePlace,
    /// The page has a paged list.
    pub(super) is_list: bool,
    /// Text next to the title.
    pub(super) lead: Option<Value>,
    /// Who the company is, if this page is the imprint.
    pub(super) imprint: Vec<FactView>,
    pub(super) blocks: Vec<BlockView>,
    /// The official notice, if this page is about the legal guarantee.
    pub(super) guarantee: Option<GuaranteeNoticeView>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum TitlePlace {
    Shown,
    Hidden,
    InBlock,
}

impl PageKind for ContentPage {
    fn name(&self) -> &'static str {
        kind::CONTENT
    }

    fn template(&self) -> &'static str {
        "pages/content.html"
    }

    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        let kind = |entry: &Entry| {
            if entry.paged_list().is_some() {
                kind::LIST
            } else {
                self.name()
            }
        };
        plan_entries(cx, kind, |fields| {
            use EntryFields::{Catalogue, Faq, Page, Store};
            matches!(fields, Page(_) | Store(_) | Faq(_) | Catalogue(_))
        })
    }

    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError> {
        Ok(page_of_blocks(cx, entry(cx, page, self.name())?, page))
    }
}

/// The entry's own page: its title and its blocks.
pub(super) fn page_of_blocks(cx: &ViewContext<'_>, entry: &Entry, page: &PlannedPage) -> PageView {
    let place = title_place(entry);
    let mut outline = match place {
        TitlePlace::InBlock => Outline::default(),
        TitlePlace::Shown | TitlePlace::Hidden => Outline::below_title(),
    };
    let lead = lead(entry).filter(|_| place == TitlePlace::Shown);
    let of = BlocksOf::page(entry, page);
    let of = if lead.is_some() { of.below_lead() } else { of };
    let blocks = blocks::views(cx, of, &entry.blocks, &mut outline, place != TitlePlace::Shown);
    let mut markdown = Markdown::of_page(cx.config, &entry.title, &page.path);
    let imprint = imprint::facts(cx, page);
    markdown.facts(&imprint);
    add_blocks(&mut markdown, cx, &entry.blocks, &blocks);
    let guarantee = guarantee::of_page(cx, page);
    if let Some(notice) = &guarantee {
        markdown.paragraph(&notice.alt);
        markdown.block(&markdown.link(&notice.label, Some(&notice.href)));
    }
    let crumbs = trail_of(cx, entry, page);
    let shown = page_words::shown(cx, &entry.blocks, &blocks);
    let mut head = head(cx, entry, page, &crumbs, excerpt(&page_words::running_text(&shown)));
    head.preload_images = hero_preload(cx, entry);
    head.structured_data.extend(blocks::faq_page(&blocks));
    head.structured_data
        .extend(lists::collection_page(cx, entry, page, &head.title));
    let islands = blocks.iter().filter_map(|block| block.island).collect();
    PageView {
        head,
        tone: tone(cx, entry, page),
        body: view::value(ContentView {
            title: entry.title.clone(),
            title_place: place,
            is_list: page.list.is_some(),
            lead: lead.map(|text| cx.rich_text(text)),
            imprint,
            blocks,
            guarantee,
        }),
        breadcrumbs: crumbs.into(),
        search: page
            .indexable
            .then(|| search_document("page", page, entry, &page_words::searched_text(&shown)).line()),
        markdown: Some(markdown.finish()),
        islands,
    }
}

/// Plans the pages of every routed entry whose fields satisfy `belongs`: its own, of the given kind, and the further
/// pages of its list.
pub(super) fn plan_entries(
    cx: &PlanContext<'_>,
    kind: impl Fn(&Entry) -> &'static str,
    belongs: impl Fn(&EntryFields) -> bool,
) -> Vec<PlannedPage> {
    let entries = cx.catalog.entries().map(|record| record.value());
    entries
        .filter(|entry| belongs(&entry.fields))
        .filter_map(|entry| Some((entry, own_page(cx.catalog, kind(entry), entry)?)))
        .flat_map(|(entry, own)| lists::pages_of_entry(cx, own, entry, kind::LIST))
        .collect()
}

fn own_page(catalog: &Catalog, kind: &'static str, entry: &Entry) -> Option<PlannedPage> {
    let path = entry.path.clone()?;
    Some(PlannedPage {
        file: path.file(),
        path,
        locale: entry.locale,
        kind,
        subject: Subject::Entry(entry.id.clone()),
        alternates: alternates(catalog, entry),
        indexable: !entry.seo.noindex && !entry.seo.hidden_in_sitemap,
        source: source(catalog, entry),
        last_modified: entry.updated_at.map(|at| at.to_string().chars().take(10).collect()),
        list: None,
    })
}

fn alternates(catalog: &Catalog, entry: &Entry) -> Vec<(LocaleIndex, SitePath)> {
    catalog
        .alternates(&entry.id)
        .into_iter()
        .filter_map(|record| Some((record.value().locale, record.value().path.clone()?)))
        .collect()
}

fn source(catalog: &Catalog, entry: &Entry) -> String {
    let locale = catalog.locales().get(entry.locale).map_or("?", |l| l.code.as_str());
    if let EntryFields::Page(PageFields { category: Some(id), .. }) = &entry.fields {
        return format!("category {id} \"{}\" ({locale})", entry.title);
    }
    let edit = entry.edit_url.as_deref().unwrap_or_default();
    format!("entry {}/{} ({locale}) {edit}", entry.collection, entry.slug)
        .trim_end()
        .to_owned()
}

/// The entry of a page.
pub(super) fn entry<'a>(cx: &ViewContext<'a>, page: &PlannedPage, kind: &'static str) -> Result<&'a Entry, ViewError> {
    let Subject::Entry(id) = &page.subject else {
        return Err(ViewError::Subject { kind });
    };
    cx.reader.entry(id).ok_or_else(|| ViewError::Missing {
        what: "entry",
        id: id.to_string(),
    })
}

/// The entry's breadcrumbs; the home page has only itself.
pub(super) fn trail_of(cx: &ViewContext<'_>, entry: &Entry, page: &PlannedPage) -> Vec<Crumb> {
    let label = breadcrumbs::entry_label(entry);
    if page.path.href() == cx.home_href() {
        return vec![Crumb { label, href: None }];
    }
    breadcrumbs::trail(cx, breadcrumbs::above(cx, entry), label)
}

/// Values for `<head>` of an entry's page.
pub(super) fn head(
    cx: &ViewContext<'_>,
    entry: &Entry,
    page: &PlannedPage,
    crumbs: &[Crumb],
    excerpt: Option<String>,
) -> HeadView {
    let globals = cx.reader.globals(cx.locale);
    let defaults = globals.map(|g| &g.seo);
    let picture = entry
        .seo
        .image
        .as_ref()
        .or_else(|| defaults.and_then(|d| d.image.as_ref()))
        .or_else(|| globals.and_then(|g| g.site.share_image.as_ref()));
    let at_home = page.path.href() == cx.home_href();
    // The site's default description is only used for the home page.
    let default = defaults.filter(|_| at_home).and_then(|d| d.description.clone());
    let mut structured_data = Vec::new();
    if at_home && let Some(globals) = globals {
        structured_data.push(InlineJson::of(&structured::organization(cx, globals)));
        structured_data.extend(structured::web_site(cx, globals).as_ref().map(InlineJson::of));
    }
    structured_data.extend(structured::breadcrumb_list(
        cx.config,
        crumbs,
        &cx.config.absolute(&page.path),
    ));
    HeadView {
        title: entry.seo.title.clone().unwrap_or_else(|| entry.title.clone()),
        description: entry.seo.description.clone().or(excerpt).or(default),
        noindex: entry.seo.noindex,
        image: picture.map(|image| cx.share_image(image)),
        structured_data,
        preload_images: Vec::new(),
    }
}

/// The search document of an entry.
pub(super) fn search_document(kind: &'static str, page: &PlannedPage, entry: &Entry, text: &str) -> SearchDocument {
    SearchDocument {
        kind,
        id: entry.id.to_string(),
        href: page.path.href(),
        title: entry.title.clone(),
        text: text.chars().take(MAX_ENTRY_TEXT).collect(),
        facts: Vec::new(),
        properties: Vec::new(),
        numbers: Vec::new(),
        product: None,
        image: None,
    }
}

/// The text above the product list at the start of an entry; it is shown next to the title.
fn lead(entry: &Entry) -> Option<&RichText> {
    match entry.blocks.first().map(|block| &block.kind) {
        Some(BlockKind::ProductsOverview(list)) if list.heading.heading.is_none() => {
            Some(&list.text_top).filter(|text| !text.is_empty())
        }
        _ => None,
    }
}

fn title_place(entry: &Entry) -> TitlePlace {
    let hidden = matches!(&entry.fields, EntryFields::Page(fields) if fields.hide_title);
    let first = entry.blocks.first().map(|block| &block.kind);
    if matches!(first, Some(BlockKind::HeroEntry(_))) {
        return TitlePlace::InBlock;
    }
    // Kinds that always show their heading.
    let headed = first.filter(|kind| {
        matches!(
            kind,
            BlockKind::Hero(_)
                | BlockKind::HeroSlider(_)
                | BlockKind::HeroSplit(_)
                | BlockKind::TextImage(_)
                | BlockKind::Cta(_)
        )
    });
    let heading = headed.and_then(BlockKind::heading).and_then(|h| h.heading.as_deref());
    match (hidden, heading.is_some_and(|text| !text.trim().is_empty())) {
        (true, true) => TitlePlace::InBlock,
        (true, false) => TitlePlace::Hidden,
        (false, _) => TitlePlace::Shown,
    }
}

/// The header is placed over the page's first picture, if the page starts with one; light text if the picture is
/// darkened or the navigation requests it.
fn tone(cx: &ViewContext<'_>, entry: &Entry, page: &PlannedPage) -> Tone {
    if title_place(entry) == TitlePlace::Shown {
        return Tone::Light;
    }
    let dark = match entry.blocks.first().map(|block| &block.kind) {
        Some(BlockKind::Hero(hero)) if hero.image.is_some() => hero.overlay,
        Some(BlockKind::HeroSlider(slider)) => match slider.slides.first() {
            Some(slide) if slide.image.is_some() => !slide.dark_words,
            _ => return Tone::Light,
        },
        _ => return Tone::Light,
    };
    if dark || header_footer::views::wants_light_logo(cx, page) {
        Tone::Dark
    } else {
        Tone::Bright
    }
}

/// Media query for the portrait crop of a hero; the same as in `components/macros/picture.html`.
const TALL_WINDOWS: &str = "(orientation: portrait) and (width < 1024px)";
const WIDE_WINDOWS: &str = "(orientation: landscape) or (width >= 1024px)";

/// Preloads the hero picture at the top, for wide and for narrow windows.
fn hero_preload(cx: &ViewContext<'_>, entry: &Entry) -> Vec<PreloadImage> {
    let (image, mobile) = match entry.blocks.first().map(|block| &block.kind) {
        Some(BlockKind::Hero(hero)) => (&hero.image, &hero.image_mobile),
        Some(BlockKind::HeroSlider(slider)) => match slider.slides.first() {
            Some(slide) => (&slide.image, &slide.image_mobile),
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let Some(image) = image else {
        return Vec::new();
    };
    vec![
        PreloadImage::of(&cx.image(image, None, blocks::HERO_SIZES), Some(WIDE_WINDOWS)),
        PreloadImage::of(&cx.image_tall(image, mobile.as_ref()), Some(TALL_WINDOWS)),
    ]
}
