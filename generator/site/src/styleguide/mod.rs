//! The styleguide: a page with every component and every block in its states, for developers.
//!
//! **Invariant:** it is never part of a release: its page kind is not in the table, and only [`with_styleguide`] adds
//! it. Blocks are built by the views and templates of real pages from [`examples`]; components are example files in
//! `templates/styleguide/`.

mod examples;
mod overviews;
mod samples;

use std::sync::LazyLock;

use serde::Serialize;
use vitrine_model::{
    content::{Background, Block, BlockKind, BlockOptions, Entry, EntryKind},
    locale::LocaleIndex,
    media::Image,
    path::SitePath,
};

use self::samples::Samples;
use crate::{
    blocks::{self, BlockView, BlocksOf},
    context::{ImageView, ViewContext},
    load::Site,
    page::{HeadView, PageView, PlannedPage, Subject, Tone},
    pages::{PAGE_KINDS, PageKind, ViewError, sheet},
    plan::PlanContext,
    view::{
        self,
        outline::Outline,
        product_card::{self, ProductCardView},
    },
};

/// Path below the locale's prefix.
const PATH: &str = "/styleguide";
const NAME: &str = "styleguide";

static KINDS: LazyLock<Vec<&'static dyn PageKind>> = LazyLock::new(|| {
    let own: &'static dyn PageKind = &Styleguide;
    PAGE_KINDS.iter().copied().chain([own]).collect()
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
        &[sheet::CONTENT, sheet::PRODUCT, sheet::SCREENS, sheet::LISTS]
    }

    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        let paths: Vec<(LocaleIndex, SitePath)> = cx
            .catalog
            .locales()
            .iter()
            .filter_map(|(index, locale)| {
                let path = SitePath::parse(&format!("{}{PATH}", locale.prefix)).ok()?;
                Some((index, path))
            })
            .collect();
        let page = |(locale, path): &(LocaleIndex, SitePath)| PlannedPage {
            file: path.file(),
            path: path.clone(),
            locale: *locale,
            kind: NAME,
            subject: Subject::Screen(NAME),
            alternates: paths.clone(),
            indexable: false,
            source: "the styleguide".to_owned(),
            last_modified: None,
            list: None,
        };
        paths.iter().map(page).collect()
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
        Ok(PageView {
            head: HeadView {
                title: "Styleguide".to_owned(),
                description: None,
                noindex: true,
                image: None,
                structured_data: Vec::new(),
                preload_images: Vec::new(),
            },
            tone: Tone::Light,
            body: view::value(view),
            breadcrumbs: Vec::new().into(),
            search: None,
            markdown: None,
            islands: Vec::new(),
        })
    }
}

/// A reduced product first, because it has two prices, then some of the newest.
fn products(cx: &ViewContext<'_>) -> Vec<ProductCardView> {
    let reduced = cx.reader.reduced_products().iter().take(1);
    let ids: Vec<_> = reduced.chain(cx.reader.newest_products()).cloned().collect();
    product_card::cards(cx, &ids, &[], 4)
}

fn samples<'a>(cx: &ViewContext<'a>) -> Samples<'a> {
    let entries = || {
        let brands = cx.reader.entries_of(EntryKind::Brand, cx.locale);
        brands.iter().filter_map(|id| cx.reader.entry(id))
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
    let examples = examples::blocks(samples).into_iter().chain(overviews::blocks(samples));
    examples
        .enumerate()
        .map(|(place, (name, kind, background))| ExampleView {
            name,
            blocks: blocks::views(
                cx,
                BlocksOf::default(),
                &[block(place, kind, background)],
                outline,
                false,
            ),
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
