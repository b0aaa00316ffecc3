//! Every block in the states that it can have: one row each.
//!
//! **Invariant:** a kind of block that pages can hold is shown here at least once, full; those that can find nothing are shown empty too.

use vitrine_model::{
    content::{
        AppointmentCtaBlock, BlockKind, BrandsGridBlock, BrandsSource, Button, Card, CardsBlock, CataloguesCtaBlock,
        CtaBlock, FeaturedEntriesBlock, FeaturedProductsBlock, Figure, FiguresBlock, GalleryBlock, Heading, HeroBlock,
        HeroSliderBlock, HeroSplitBlock, NewsletterCtaBlock, QuoteBlock, RelatedEntriesBlock, Relation, RichTextBlock,
        RichTextNode, RoomBlock, Slide, TextImageBlock, Usp, UspsBlock,
    },
    ids::EntryId,
    link::{Link, LinkTarget},
    rich_text::RichText,
};

use super::Samples;

type Example = (&'static str, BlockKind, &'static str);

/// Every example: its name, the block, the ground it stands on.
pub(super) fn blocks(samples: &Samples<'_>) -> Vec<Example> {
    let mut all = heroes(samples);
    all.extend(texts(samples));
    all.extend(rows(samples));
    all.extend(calls(samples));
    all
}

fn heading(samples: &Samples<'_>) -> Heading {
    Heading {
        heading: Some(samples.title.to_owned()),
        level: 2,
        ..Heading::default()
    }
}

fn full_heading(samples: &Samples<'_>) -> Heading {
    Heading {
        eyebrow: Some(samples.title.to_owned()),
        intro: Some(samples.sentence.to_owned()),
        ..heading(samples)
    }
}

fn text(samples: &Samples<'_>) -> RichText {
    RichText::from_html(&format!("<p>{}</p>", samples.sentence), &[], 3)
}

fn button(samples: &Samples<'_>, style: &str) -> Button {
    Button {
        link: Link {
            label: samples.title.to_owned(),
            target: Some(LinkTarget::Fragment("main".to_owned())),
            new_tab: false,
        },
        style: style.to_owned(),
    }
}

fn hero(samples: &Samples<'_>, height: &str, text_position: &str) -> BlockKind {
    BlockKind::Hero(HeroBlock {
        heading: heading(samples),
        image: samples.wide.clone(),
        height: height.to_owned(),
        overlay: true,
        text_position: text_position.to_owned(),
        buttons: vec![button(samples, "link")],
        ..HeroBlock::default()
    })
}

fn heroes(samples: &Samples<'_>) -> Vec<Example> {
    let slide = |dark_words: bool| Slide {
        heading: heading(samples),
        image: samples.wide.clone(),
        image_mobile: None,
        dark_words,
        buttons: vec![button(samples, "link")],
    };
    let split = |image_right: bool| {
        BlockKind::HeroSplit(HeroSplitBlock {
            heading: full_heading(samples),
            image: samples.wide.clone(),
            image_right,
            buttons: vec![button(samples, "primary")],
            ..HeroSplitBlock::default()
        })
    };
    let plain = BlockKind::Hero(HeroBlock {
        heading: full_heading(samples),
        buttons: vec![button(samples, "primary"), button(samples, "secondary")],
        ..HeroBlock::default()
    });
    vec![
        ("hero: small, left", hero(samples, "small", "left"), "default"),
        ("hero: medium, centre", hero(samples, "medium", "center"), "default"),
        ("hero: full, bottom", hero(samples, "full", "bottom"), "default"),
        ("hero: without a picture", plain, "default"),
        (
            "hero_slider",
            BlockKind::HeroSlider(HeroSliderBlock {
                slides: vec![slide(false), slide(false), slide(true)],
            }),
            "default",
        ),
        ("hero_split: left", split(false), "default"),
        ("hero_split: right", split(true), "sand"),
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
    let gallery = |layout: &str, columns: u8| {
        let images = [&samples.wide, &samples.tall, &samples.wide, &samples.tall];
        BlockKind::Gallery(GalleryBlock {
            heading: heading(samples),
            images: images.into_iter().flatten().cloned().collect(),
            layout: layout.to_owned(),
            columns,
        })
    };
    let rich = |width: &str| {
        BlockKind::RichText(RichTextBlock {
            text: vec![
                RichTextNode::Text(text(samples)),
                RichTextNode::Button(button(samples, "link")),
            ],
            width: width.to_owned(),
        })
    };
    let room = |size: &str| RoomBlock { size: size.to_owned() };
    vec![
        ("rich_text: narrow", rich("narrow"), "default"),
        ("rich_text: normal", rich("normal"), "default"),
        ("text_image", text_image(samples, false), "default"),
        ("text_image: right, stone", text_image(samples, true), "stone"),
        ("quote: dark", quote(samples), "dark"),
        ("usps", usps(samples), "default"),
        ("gallery: grid", gallery("grid", 4), "default"),
        ("gallery: masonry", gallery("masonry", 3), "default"),
        ("gallery: carousel", gallery("carousel", 3), "default"),
        ("numbers", BlockKind::Numbers(figures()), "default"),
        ("timeline", BlockKind::Timeline(figures()), "default"),
        ("spacer", BlockKind::Spacer(room("medium")), "default"),
        ("divider", BlockKind::Divider(room("medium")), "default"),
    ]
}

fn text_image(samples: &Samples<'_>, image_right: bool) -> BlockKind {
    BlockKind::TextImage(TextImageBlock {
        heading: heading(samples),
        text: text(samples),
        image: samples.wide.clone(),
        image_right,
        buttons: vec![button(samples, "link")],
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
    let products = |mode: &str, layout: &str| {
        BlockKind::FeaturedProducts(FeaturedProductsBlock {
            heading: heading(samples),
            mode: mode.to_owned(),
            limit: 8,
            layout: layout.to_owned(),
            buttons: vec![button(samples, "link")],
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
        ("cards: 2", cards(2), "default"),
        ("cards: 3", cards(3), "default"),
        ("cards: 4", cards(4), "default"),
        ("cards: rail of 5", cards(5), "default"),
        ("featured_products: new", products("new", "grid"), "default"),
        (
            "featured_products: sale, carousel",
            products("sale", "carousel"),
            "sand",
        ),
        (
            "featured_products: nothing found",
            products("category", "grid"),
            "default",
        ),
        ("brands_grid: wordmarks", brands(false, false), "default"),
        ("brands_grid: pictures by letter", brands(true, true), "default"),
        ("brands_grid: nothing found", none, "default"),
    ];
    all.extend(featured(samples));
    all.push(("related_entries: nothing found", related(samples), "default"));
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
    let row = |collection: &str, picked: Option<Vec<EntryId>>, layout: &str, show_logo: bool| {
        BlockKind::FeaturedEntries(FeaturedEntriesBlock {
            collection: collection.to_owned(),
            heading: heading(samples),
            picked,
            limit: 5,
            layout: layout.to_owned(),
            show_logo,
            show_hours: true,
            buttons: vec![button(samples, "link")],
            ..FeaturedEntriesBlock::default()
        })
    };
    let automatic = |name, collection| (name, row(collection, None, "grid", false), "default");
    vec![
        automatic("featured_brands", "brands"),
        (
            "featured_brands: wordmarks, dark",
            row("brands", None, "grid", true),
            "dark",
        ),
        automatic("featured_collections", "collections"),
        automatic("featured_designers", "designers"),
        automatic("featured_projects", "projects"),
        automatic("featured_showrooms", "showrooms"),
        automatic("featured_news", "news"),
        ("featured_news: list", row("news", None, "list", false), "default"),
        (
            "featured_projects: carousel",
            row("projects", None, "carousel", false),
            "default",
        ),
        (
            "featured_brands: none",
            row("brands", Some(Vec::new()), "grid", false),
            "default",
        ),
        (
            "featured_collections: none",
            row("collections", Some(Vec::new()), "grid", false),
            "default",
        ),
        (
            "featured_designers: none",
            row("designers", Some(Vec::new()), "grid", false),
            "default",
        ),
        (
            "featured_projects: none",
            row("projects", Some(Vec::new()), "grid", false),
            "default",
        ),
        (
            "featured_showrooms: none",
            row("showrooms", Some(Vec::new()), "grid", false),
            "default",
        ),
        (
            "featured_news: none",
            row("news", Some(Vec::new()), "grid", false),
            "default",
        ),
    ]
}

fn calls(samples: &Samples<'_>) -> Vec<Example> {
    let cta = |image: bool| {
        BlockKind::Cta(CtaBlock {
            heading: full_heading(samples),
            text: text(samples),
            image: samples.wide.clone().filter(|_| image),
            buttons: vec![button(samples, "primary"), button(samples, "link")],
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
        buttons: vec![button(samples, "primary")],
        ..AppointmentCtaBlock::default()
    });
    let catalogues = BlockKind::CataloguesCta(CataloguesCtaBlock {
        heading: heading(samples),
        ..CataloguesCtaBlock::default()
    });
    vec![
        ("cta", cta(false), "sand"),
        ("cta: with a picture, dark", cta(true), "dark"),
        ("newsletter_cta", newsletter, "default"),
        ("appointment_cta", appointment, "default"),
        ("catalogues_cta", catalogues, "default"),
    ]
}
