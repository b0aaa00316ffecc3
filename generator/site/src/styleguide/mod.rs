//! The styleguide: a page with every component and every block in its states, and one with every kind of block in every
//! block option, for developers.
//!
//! **Invariant:** it is never part of a release: its page kind is not in the table, and only [`with_styleguide`] adds
//! it. Blocks are built by the views and templates of real pages from [`examples`]; components are example files in
//! `templates/styleguide/`.

mod examples;
mod overviews;
mod samples;
mod service_examples;

use std::sync::LazyLock;

use serde::Serialize;
use vitrine_model::{
    content::{Background, Block, BlockKind, BlockOptions, Choice, Entry, EntryKind, Padding},
    locale::LocaleIndex,
    media::Image,
    path::SitePath,
};

use self::samples::Samples;
use crate::{
    blocks::{self, BlockView, BlocksOf},
    context::ViewContext,
    image::ImageView,
    load::Site,
    page::{PlannedPage, Subject, Tone},
    page_view::{HeadView, PageView},
    pages::{PAGE_KINDS, PageKind},
    plan::PlanContext,
    view::{
        self, ViewError,
        outline::Outline,
        product_card::{self, ProductCardView},
        sheet,
    },
};

/// Path below the locale's prefix.
const PATH: &str = "/styleguide";
const NAME: &str = "styleguide";
const OPTIONS_PATH: &str = "/styleguide/options";
const OPTIONS_NAME: &str = "styleguide_options";

static KINDS: LazyLock<Vec<&'static dyn PageKind>> = LazyLock::new(|| {
    let own: [&'static dyn PageKind; 2] = [&Styleguide, &Options];
    PAGE_KINDS.iter().copied().chain(own).collect()
});

/// The same site with a styleguide at `/styleguide` of every locale.
#[must_use]
pub fn with_styleguide(site: Site) -> Site {
    let header_footer = site.header_footer;
    site.with_views(&KINDS, header_footer)
}

struct Styleguide;

#[derive(Serialize)]
struct StyleguideView {
    title: String,
    sentence: String,
    wide: Option<ImageView>,
    tall: Option<ImageView>,
    products: Vec<ProductCardView>,
    blocks: Vec<ExampleView>,
}

#[derive(Serialize)]
struct ExampleView {
    name: &'static str,
    blocks: Vec<BlockView>,
}

impl PageKind for Styleguide {
    fn name(&self) -> &'static str {
        NAME
    }

    fn template(&self) -> &'static str {
        "pages/styleguide.html"
    }

    fn sheets(&self) -> &'static [&'static str] {
        &[
            sheet::PRODUCT,
            sheet::SCREENS,
            sheet::LISTS,
            sheet::STORE_LOCATOR,
            sheet::FORM,
        ]
    }

    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        plan(cx, PATH, NAME)
    }

    fn view(&self, cx: &ViewContext<'_>, _: &PlannedPage) -> Result<PageView, ViewError> {
        let samples = samples(cx);
        let picture = |image: &Option<Image>, shape| image.as_ref().map(|image| cx.image(image, Some(shape), "33vw"));
        let mut outline = Outline::below_title();
        let view = StyleguideView {
            title: samples.title.to_owned(),
            sentence: samples.sentence.to_owned(),
            wide: picture(&samples.wide, (16, 10)),
            tall: picture(&samples.tall, (4, 5)),
            products: products(cx),
            blocks: example_blocks(cx, &samples, &mut outline),
        };
        Ok(page("Styleguide", view::value(view)))
    }
}

fn plan(cx: &PlanContext<'_>, below: &str, kind: &'static str) -> Vec<PlannedPage> {
    let paths: Vec<(LocaleIndex, SitePath)> = cx
        .catalog
        .locales()
        .iter()
        .filter_map(|(index, locale)| {
            let path = SitePath::parse(&format!("{}{below}", locale.prefix)).ok()?;
            Some((index, path))
        })
        .collect();
    let page = |(locale, path): &(LocaleIndex, SitePath)| PlannedPage {
        file: path.file(),
        path: path.clone(),
        locale: *locale,
        kind,
        subject: Subject::Screen(kind),
        alternates: paths.clone(),
        indexable: false,
        source: "the styleguide".to_owned(),
        last_modified: None,
        list: None,
    };
    paths.iter().map(page).collect()
}

fn page(title: &str, body: minijinja::Value) -> PageView {
    PageView {
        head: HeadView::unindexed(title.to_owned()),
        tone: Tone::Light,
        body,
        breadcrumbs: Vec::new().into(),
        search: None,
        markdown: None,
        islands: Vec::new(),
    }
}

/// Every kind of block in every value of every block option.
struct Options;

#[derive(Serialize)]
struct OptionsView {
    blocks: Vec<ExampleView>,
}

impl PageKind for Options {
    fn name(&self) -> &'static str {
        OPTIONS_NAME
    }

    fn template(&self) -> &'static str {
        "pages/styleguide_options.html"
    }

    fn sheets(&self) -> &'static [&'static str] {
        &[sheet::LISTS, sheet::STORE_LOCATOR, sheet::FORM]
    }

    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        plan(cx, OPTIONS_PATH, OPTIONS_NAME)
    }

    fn view(&self, cx: &ViewContext<'_>, _: &PlannedPage) -> Result<PageView, ViewError> {
        let mut outline = Outline::below_title();
        let mut shown: Vec<ExampleView> = Vec::new();
        for (name, kind, _) in all_examples(&samples(cx)) {
            let set = name.split(':').next().unwrap_or(name);
            if shown.iter().any(|example| example.name == set) {
                continue;
            }
            let own = own_entry(cx, &kind);
            let blocks = with_every_option(set, &kind);
            let blocks = blocks::views(cx, BlocksOf::entry(own), &blocks, &mut outline, false);
            // Only the first example of a set may be empty.
            if !blocks.is_empty() {
                shown.push(ExampleView { name: set, blocks });
            }
        }
        Ok(page("Styleguide: options", view::value(OptionsView { blocks: shown })))
    }
}

/// Every example: name, block, background.
fn all_examples(samples: &Samples<'_>) -> impl Iterator<Item = (&'static str, BlockKind, Background)> {
    examples::blocks(samples).into_iter().chain(overviews::blocks(samples))
}

/// The same block four times, so that each option has each of its four values once.
fn with_every_option(set: &str, kind: &BlockKind) -> Vec<Block> {
    let paddings = Padding::ALL.iter().map(|(_, padding)| *padding);
    let backgrounds = Background::ALL.iter().map(|(_, background)| *background);
    let options = backgrounds.zip(paddings.clone().zip(paddings.rev()));
    options
        .map(|(background, (padding_top, padding_bottom))| Block {
            id: format!("{set}-{}", background.word()),
            options: BlockOptions {
                background,
                padding_top,
                padding_bottom,
                anchor: Some(format!("options-{set}-{}", background.word())),
            },
            kind: kind.clone(),
        })
        .collect()
}

/// The page that a block is shown as part of, for blocks that show their page's own entry.
fn own_entry<'a>(cx: &ViewContext<'a>, kind: &BlockKind) -> Option<&'a Entry> {
    let wanted = match kind {
        BlockKind::HeroShowroom(_) => EntryKind::Showroom,
        BlockKind::VacancyApplicationForm(_) => EntryKind::Vacancy,
        _ => return None,
    };
    let ids = cx.reader.entries_of(wanted, cx.locale);
    ids.first().and_then(|id| cx.reader.entry(id))
}

/// A reduced product first, because it has two prices, then some of the newest.
fn products(cx: &ViewContext<'_>) -> Vec<ProductCardView> {
    let reduced = cx.reader.reduced_products().iter().take(1);
    let ids: Vec<_> = reduced.chain(cx.reader.newest_products()).cloned().collect();
    product_card::cards(cx, &ids, &[], 4)
}

fn samples<'a>(cx: &ViewContext<'a>) -> Samples<'a> {
    let entries = || {
        let kinds = [EntryKind::Brand, EntryKind::Showroom];
        let ids = kinds.into_iter().flat_map(|kind| cx.reader.entries_of(kind, cx.locale));
        ids.filter_map(|id| cx.reader.entry(id))
    };
    let globals = cx.reader.globals(cx.locale);
    let pictures = || entries().filter_map(|entry: &Entry| entry.fields.picture());
    let products = || {
        let ids = cx.reader.newest_products().iter();
        ids.filter_map(|id| cx.reader.product(id)?.media.first())
    };
    let wide = |image: &&Image| image.width > image.height;
    Samples {
        title: entries().next().map_or("Vitrine", |entry| entry.title.as_str()),
        sentence: globals.and_then(|g| g.seo.description.as_deref()).unwrap_or("Vitrine"),
        wide: pictures()
            .chain(products())
            .find(wide)
            .or_else(|| products().next())
            .cloned(),
        tall: products().find(|image| image.width < image.height).cloned(),
    }
}

fn example_blocks(cx: &ViewContext<'_>, samples: &Samples<'_>, outline: &mut Outline) -> Vec<ExampleView> {
    let examples = all_examples(samples);
    examples
        .enumerate()
        .map(|(place, (name, kind, background))| {
            let own = own_entry(cx, &kind);
            let blocks = blocks::views(
                cx,
                BlocksOf::entry(own),
                &[block(place, kind, background)],
                outline,
                false,
            );
            ExampleView { name, blocks }
        })
        .collect()
}

fn block(place: usize, kind: BlockKind, background: Background) -> Block {
    Block {
        id: format!("example-{place}"),
        options: BlockOptions {
            background,
            ..BlockOptions::default()
        },
        kind,
    }
}
