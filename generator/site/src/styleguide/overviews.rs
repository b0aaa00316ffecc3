//! Examples of the overviews, and of a row of events.

use vitrine_model::{
    content::{
        Background, BlockKind, FeaturedEntriesBlock, Heading, OverviewBlock, OverviewFilter, OverviewOf, PER_PAGE,
        RowLayout,
    },
    ids::EntryId,
    rich_text::RichText,
};

use super::samples::Samples;

/// All examples: name, block, background.
pub(super) fn blocks(samples: &Samples<'_>) -> Vec<(&'static str, BlockKind, Background)> {
    let overviews = [
        (
            "collections_overview",
            OverviewOf::Collections { brand: None },
            &[OverviewFilter::Brand, OverviewFilter::Year][..],
        ),
        (
            "collections_overview: nothing found",
            OverviewOf::Collections {
                brand: EntryId::parse("none").ok(),
            },
            &[],
        ),
        (
            "designers_overview",
            OverviewOf::Designers,
            &[OverviewFilter::Letter, OverviewFilter::Country],
        ),
        (
            "events_overview",
            OverviewOf::Events { show_past: true },
            &[OverviewFilter::Type, OverviewFilter::Month],
        ),
        (
            "events_overview: to come alone",
            OverviewOf::Events { show_past: false },
            &[],
        ),
        ("news_overview", OverviewOf::News, &[OverviewFilter::Topic]),
        (
            "projects_overview: grid",
            OverviewOf::Projects { masonry: false },
            &[OverviewFilter::Sector],
        ),
        (
            "projects_overview: masonry",
            OverviewOf::Projects { masonry: true },
            &[],
        ),
        ("showrooms_overview", OverviewOf::Showrooms, &[OverviewFilter::Facility]),
        ("stores_overview", OverviewOf::Stores, &[OverviewFilter::Type]),
        (
            "vacancies_overview",
            OverviewOf::Vacancies,
            &[OverviewFilter::Employment],
        ),
        ("catalogues_overview", OverviewOf::Catalogues, &[OverviewFilter::Year]),
    ];
    let overviews = overviews
        .into_iter()
        .map(|(name, of, filters)| (name, overview(samples, of, filters), Background::Default));
    let events = [("featured_events", None), ("featured_events: none", Some(Vec::new()))];
    let events = events
        .into_iter()
        .map(|(name, picked)| (name, featured(samples, picked), Background::Default));
    overviews.chain(events).collect()
}

fn heading(samples: &Samples<'_>) -> Heading {
    Heading {
        heading: Some(samples.title.to_owned()),
        level: 2,
        ..Heading::default()
    }
}

fn overview(samples: &Samples<'_>, of: OverviewOf, filters: &[OverviewFilter]) -> BlockKind {
    BlockKind::Overview(OverviewBlock {
        heading: heading(samples),
        text: RichText::from_html(&format!("<p>{}</p>", samples.sentence), &[], 3),
        of,
        filters: filters.to_vec(),
        per_page: PER_PAGE,
        sort: None,
        empty_text: None,
    })
}

fn featured(samples: &Samples<'_>, picked: Option<Vec<EntryId>>) -> BlockKind {
    BlockKind::FeaturedEntries(FeaturedEntriesBlock {
        collection: "events".to_owned(),
        heading: heading(samples),
        picked,
        limit: 3,
        upcoming_only: true,
        layout: RowLayout::Grid,
        ..FeaturedEntriesBlock::default()
    })
}
