//! Examples of every block in its possible states, one row each.
//!
//! Every kind of block is included at least once with content; those that can be empty are included empty as well.

use vitrine_model::{
    content::{
        AppointmentCtaBlock, Background, BlockKind, BrandsGridBlock, BrandsSource, ButtonStyle, Card, CardsBlock,
        CataloguesCtaBlock, Choice, CollectionProductsBlock, CtaBlock, Facet, FeaturedEntriesBlock,
        FeaturedProductsBlock, Figure, FiguresBlock, GalleryBlock, GalleryLayout, HeroBlock, HeroHeight,
        HeroSliderBlock, HeroSplitBlock, HeroTextPosition, NewsletterCtaBlock, ProductsMode, ProductsOverviewBlock,
        QuoteBlock, RelatedEntriesBlock, Relation, RichTextBlock, RichTextNode, RoomBlock, RoomSize, RowLayout, Slide,
        TextImageBlock, TextWidth, Usp, UspsBlock,
    },
    ids::EntryId,
    link::LinkTarget,
};

use super::{
    samples::{Example, Samples, button, full_heading, heading, text},
    service_examples,
};

/// All examples: name, block, background.
pub(super) fn blocks(samples: &Samples<'_>) -> Vec<Example> {
    let mut all = heroes(samples);
    all.extend(texts(samples));
    all.extend(rows(samples));
    all.extend(lists(samples));
    all.extend(calls(samples));
    all.extend(service_examples::blocks(samples));
    all
}

fn hero(samples: &Samples<'_>, height: HeroHeight, text_position: HeroTextPosition) -> BlockKind {
    BlockKind::Hero(HeroBlock {
        heading: heading(samples),
        image: samples.wide.clone(),
        height,
        overlay: true,
        text_position,
        buttons: vec![button(samples, ButtonStyle::Link)],
        ..HeroBlock::default()
    })
}

fn heroes(samples: &Samples<'_>) -> Vec<Example> {
    let slide = |dark_words: bool| Slide {
        heading: heading(samples),
        image: samples.wide.clone(),
        image_mobile: None,
        dark_words,
        video: None,
        buttons: vec![button(samples, ButtonStyle::Link)],
    };
    let split = |image_right: bool| {
        BlockKind::HeroSplit(HeroSplitBlock {
            heading: full_heading(samples),
            image: samples.wide.clone(),
            image_right,
            buttons: vec![button(samples, ButtonStyle::Primary)],
            ..HeroSplitBlock::default()
        })
    };
    let plain = BlockKind::Hero(HeroBlock {
        heading: full_heading(samples),
        buttons: vec![
            button(samples, ButtonStyle::Primary),
            button(samples, ButtonStyle::Secondary),
        ],
        ..HeroBlock::default()
    });
    vec![
        (
            "hero: small, left",
            hero(samples, HeroHeight::Small, HeroTextPosition::Left),
            Background::Default,
        ),
        (
            "hero: medium, centre",
            hero(samples, HeroHeight::Medium, HeroTextPosition::Center),
            Background::Default,
        ),
        (
            "hero: full, bottom",
            hero(samples, HeroHeight::Full, HeroTextPosition::Bottom),
            Background::Default,
        ),
        ("hero: without a picture", plain, Background::Default),
        (
            "hero_slider",
            BlockKind::HeroSlider(HeroSliderBlock {
                slides: vec![slide(false), slide(false), slide(true)],
            }),
            Background::Default,
        ),
        ("hero_split: left", split(false), Background::Default),
        ("hero_split: right", split(true), Background::Sand),
    ]
}

fn texts(samples: &Samples<'_>) -> Vec<Example> {
    let figures = || FiguresBlock {
        items: ["12", "1954", "180"]
            .map(|figure| Figure {
                figure: figure.to_owned(),
                title: Some(samples.title.to_owned()),
                text: Some(samples.sentence.to_owned()),
                image: None,
            })
            .into(),
    };
    let gallery = |layout: GalleryLayout, columns: u8| {
        let images = [&samples.wide, &samples.tall, &samples.wide, &samples.tall];
        BlockKind::Gallery(GalleryBlock {
            heading: heading(samples),
            images: images.into_iter().flatten().cloned().collect(),
            layout,
            columns,
        })
    };
    let rich = |width: TextWidth| {
        BlockKind::RichText(RichTextBlock {
            text: vec![
                RichTextNode::Text(text(samples)),
                RichTextNode::Button(button(samples, ButtonStyle::Link)),
            ],
            width,
        })
    };
    let room = |size: RoomSize| RoomBlock { size };
    vec![
        ("rich_text: narrow", rich(TextWidth::Narrow), Background::Default),
        ("rich_text: normal", rich(TextWidth::Normal), Background::Default),
        ("text_image", text_image(samples, false), Background::Default),
        ("text_image: right, stone", text_image(samples, true), Background::Stone),
        ("quote: dark", quote(samples), Background::Dark),
        ("usps", usps(samples), Background::Default),
        ("gallery: grid", gallery(GalleryLayout::Grid, 4), Background::Default),
        (
            "gallery: masonry",
            gallery(GalleryLayout::Masonry, 3),
            Background::Default,
        ),
        (
            "gallery: carousel",
            gallery(GalleryLayout::Carousel, 3),
            Background::Default,
        ),
        ("numbers", BlockKind::Numbers(figures()), Background::Default),
        ("timeline", BlockKind::Timeline(figures()), Background::Default),
        ("spacer", BlockKind::Spacer(room(RoomSize::Medium)), Background::Default),
        (
            "divider",
            BlockKind::Divider(room(RoomSize::Medium)),
            Background::Default,
        ),
    ]
}

fn text_image(samples: &Samples<'_>, image_right: bool) -> BlockKind {
    BlockKind::TextImage(TextImageBlock {
        heading: heading(samples),
        text: text(samples),
        image: samples.wide.clone(),
        image_right,
        buttons: vec![button(samples, ButtonStyle::Link)],
        ..TextImageBlock::default()
    })
}

fn quote(samples: &Samples<'_>) -> BlockKind {
    BlockKind::Quote(QuoteBlock {
        quote: samples.sentence.to_owned(),
        author: Some(samples.title.to_owned()),
        role: Some(samples.title.to_owned()),
        image: samples.tall.clone(),
    })
}

fn usps(samples: &Samples<'_>) -> BlockKind {
    let point = Usp {
        title: samples.title.to_owned(),
        text: Some(samples.sentence.to_owned()),
        link: None,
    };
    BlockKind::Usps(UspsBlock {
        items: vec![point.clone(), point.clone(), point],
    })
}

fn rows(samples: &Samples<'_>) -> Vec<Example> {
    let cards = |columns: u8| {
        let card = Card {
            image: if columns > 3 {
                samples.tall.clone()
            } else {
                samples.wide.clone()
            },
            title: samples.title.to_owned(),
            text: (columns < 5).then(|| samples.sentence.to_owned()),
            link: Some(LinkTarget::Fragment("main".to_owned())),
        };
        BlockKind::Cards(CardsBlock {
            heading: heading(samples),
            cards: vec![card; usize::from(columns)],
            columns,
        })
    };
    let products = |mode: ProductsMode, layout: RowLayout| {
        BlockKind::FeaturedProducts(FeaturedProductsBlock {
            heading: heading(samples),
            mode,
            limit: 8,
            layout,
            buttons: vec![button(samples, ButtonStyle::Link)],
            ..FeaturedProductsBlock::default()
        })
    };
    let brands = |pictures: bool, by_letter: bool| {
        BlockKind::BrandsGrid(BrandsGridBlock {
            heading: heading(samples),
            pictures,
            by_letter,
            ..BrandsGridBlock::default()
        })
    };
    let none = BlockKind::BrandsGrid(BrandsGridBlock {
        heading: heading(samples),
        source: BrandsSource::Selected(Vec::new()),
        ..BrandsGridBlock::default()
    });
    let mut all = vec![
        ("cards: 2", cards(2), Background::Default),
        ("cards: 3", cards(3), Background::Default),
        ("cards: 4", cards(4), Background::Default),
        ("cards: rail of 5", cards(5), Background::Default),
        (
            "featured_products: new",
            products(ProductsMode::New, RowLayout::Grid),
            Background::Default,
        ),
        (
            "featured_products: sale, carousel",
            products(ProductsMode::Sale, RowLayout::Carousel),
            Background::Sand,
        ),
        (
            "featured_products: nothing found",
            products(ProductsMode::Category, RowLayout::Grid),
            Background::Default,
        ),
        ("brands_grid: wordmarks", brands(false, false), Background::Default),
        (
            "brands_grid: pictures by letter",
            brands(true, true),
            Background::Default,
        ),
        ("brands_grid: nothing found", none, Background::Default),
    ];
    all.extend(featured(samples));
    all.push(("related_entries: nothing found", related(samples), Background::Default));
    all
}

fn related(samples: &Samples<'_>) -> BlockKind {
    BlockKind::RelatedEntries(RelatedEntriesBlock {
        heading: heading(samples),
        relation: Relation::Picked(Vec::new()),
        limit: 3,
    })
}

fn featured(samples: &Samples<'_>) -> Vec<Example> {
    let row = |collection: &str, picked: Option<Vec<EntryId>>, layout: RowLayout, show_logo: bool| {
        BlockKind::FeaturedEntries(FeaturedEntriesBlock {
            collection: collection.to_owned(),
            heading: heading(samples),
            picked,
            limit: 5,
            layout,
            show_logo,
            show_hours: true,
            buttons: vec![button(samples, ButtonStyle::Link)],
            ..FeaturedEntriesBlock::default()
        })
    };
    let automatic = |name, collection| (name, row(collection, None, RowLayout::Grid, false), Background::Default);
    vec![
        automatic("featured_brands", "brands"),
        (
            "featured_brands: wordmarks, dark",
            row("brands", None, RowLayout::Grid, true),
            Background::Dark,
        ),
        automatic("featured_collections", "collections"),
        automatic("featured_designers", "designers"),
        automatic("featured_projects", "projects"),
        automatic("featured_showrooms", "showrooms"),
        automatic("featured_news", "news"),
        (
            "featured_news: list",
            row("news", None, RowLayout::List, false),
            Background::Default,
        ),
        (
            "featured_projects: carousel",
            row("projects", None, RowLayout::Carousel, false),
            Background::Default,
        ),
        (
            "featured_brands: none",
            row("brands", Some(Vec::new()), RowLayout::Grid, false),
            Background::Default,
        ),
        (
            "featured_collections: none",
            row("collections", Some(Vec::new()), RowLayout::Grid, false),
            Background::Default,
        ),
        (
            "featured_designers: none",
            row("designers", Some(Vec::new()), RowLayout::Grid, false),
            Background::Default,
        ),
        (
            "featured_projects: none",
            row("projects", Some(Vec::new()), RowLayout::Grid, false),
            Background::Default,
        ),
        (
            "featured_showrooms: none",
            row("showrooms", Some(Vec::new()), RowLayout::Grid, false),
            Background::Default,
        ),
        (
            "featured_news: none",
            row("news", Some(Vec::new()), RowLayout::Grid, false),
            Background::Default,
        ),
    ]
}

fn lists(samples: &Samples<'_>) -> Vec<Example> {
    let overview = |root: Option<&str>| {
        BlockKind::ProductsOverview(ProductsOverviewBlock {
            heading: heading(samples),
            root_category_code: root.map(str::to_owned),
            facets: Facet::ALL.iter().map(|(_, facet)| *facet).collect(),
            per_page: 4,
            text_top: text(samples),
            text_bottom: text(samples),
            ..ProductsOverviewBlock::default()
        })
    };
    let none = CollectionProductsBlock {
        heading: heading(samples),
        ..CollectionProductsBlock::default()
    };
    vec![
        ("products_overview", overview(None), Background::Default),
        ("products_overview: empty", overview(Some("-")), Background::Default),
        (
            "collection_products: empty",
            BlockKind::CollectionProducts(none),
            Background::Default,
        ),
    ]
}

fn calls(samples: &Samples<'_>) -> Vec<Example> {
    let cta = |image: bool| {
        BlockKind::Cta(CtaBlock {
            heading: full_heading(samples),
            text: text(samples),
            image: samples.wide.clone().filter(|_| image),
            buttons: vec![
                button(samples, ButtonStyle::Primary),
                button(samples, ButtonStyle::Link),
            ],
            ..CtaBlock::default()
        })
    };
    let newsletter = BlockKind::NewsletterCta(NewsletterCtaBlock {
        heading: heading(samples),
        text: text(samples),
        ..NewsletterCtaBlock::default()
    });
    let appointment = BlockKind::AppointmentCta(AppointmentCtaBlock {
        heading: heading(samples),
        text: text(samples),
        image: samples.wide.clone(),
        buttons: vec![button(samples, ButtonStyle::Primary)],
        ..AppointmentCtaBlock::default()
    });
    let catalogues = BlockKind::CataloguesCta(CataloguesCtaBlock {
        heading: heading(samples),
        ..CataloguesCtaBlock::default()
    });
    vec![
        ("cta", cta(false), Background::Sand),
        ("cta: with a picture, dark", cta(true), Background::Dark),
        ("newsletter_cta", newsletter, Background::Default),
        ("appointment_cta", appointment, Background::Default),
        ("catalogues_cta", catalogues, Background::Default),
    ]
}
