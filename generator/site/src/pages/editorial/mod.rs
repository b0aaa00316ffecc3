//! Editorial pages: one layout for brands, designers, product lines, projects, news, articles, events, showrooms and vacancies
//! (design/look, "Editorial pages").
//!
//! A collection provides only its content ([`Story`]), not the layout; missing facts have no row.

mod article;
mod collection;
mod editorial_view;
mod event;
mod graph;
mod markdown;
mod news;
mod people;
mod project;
mod showroom;
mod story;
mod structured;
mod vacancy;

use std::borrow::Cow;

use vitrine_model::{
    content::{
        Block, BlockKind, BlockOptions, Entry, EntryFields, EntryKind, GenericFormBlock, Heading, Registration,
        RichTextNode, VacancyApplicationFormBlock,
    },
    media::Image,
};

pub(super) use people::{BRAND, DESIGNER};

use self::{
    editorial_view::EditorialView,
    story::{EditorialPage, Story},
};
use super::{PageKind, content, page_words};
use crate::{
    blocks::{self, BlocksOf},
    context::ViewContext,
    page::{PlannedPage, Tone},
    page_view::{HeadView, PageView},
    plan::{PlanContext, kind},
    search_document::SearchDocument,
    search_labels,
    templates::InlineJson,
    view::{self, ViewError, nodes, outline::Outline},
};

macro_rules! pages {
    ($($page:ident, $name:ident, $kind:ident, $module:ident;)*) => { $(
        pub(super) static $page: EditorialPage = EditorialPage {
            name: kind::$name,
            entries: EntryKind::$kind,
            story: $module::story,
        };
    )* };
}

pages! {
    COLLECTION, COLLECTION, Collection, collection;
    PROJECT, PROJECT, Project, project;
    NEWS, NEWS, News, news;
    ARTICLE, ARTICLE, Article, article;
    EVENT, EVENT, Event, event;
    SHOWROOM, SHOWROOM, Showroom, showroom;
    VACANCY, VACANCY, Vacancy, vacancy;
}

/// Width of the image next to a search result.
const THUMBNAIL: u32 = 160;
const WIDE: &str = "(width >= 1600px) 1520px, 100vw";
const COLUMN: &str = "(width >= 1024px) 32vw, (width >= 768px) 38vw, 100vw";
const GALLERY: &str = "(width >= 1024px) 47vw, 100vw";

impl PageKind for EditorialPage {
    fn name(&self) -> &'static str {
        self.name
    }

    fn template(&self) -> &'static str {
        "pages/editorial.html"
    }

    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        content::plan_entries(cx, |_| self.name, |fields| fields.kind() == self.entries)
    }

    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError> {
        let entry = content::entry(cx, page, self.name)?;
        let story = (self.story)(cx, entry).ok_or(ViewError::Subject { kind: self.name })?;
        let crumbs = content::trail_of(cx, entry, page);
        let (lead, rest) = leading_text(&entry.blocks);
        let rest = &*with_form(cx, entry, rest);
        let words = plain_words(&story, &lead);
        let thumbnail = story
            .picture
            .map(|image| cx.packshot_fixed(image, THUMBNAIL, Some((1, 1))).src);
        let mut head = content::head(cx, entry, page, &crumbs, page_words::excerpt(&words));
        if let Some(image) = story.picture.filter(|_| entry.seo.image.is_none()) {
            head.image = Some(cx.share_image(image));
        }
        let mut head = with_structured(cx, head, &story, page);
        let text = story.text.unwrap_or_default();
        let editorial = set(cx, BlocksOf::page(entry, page), entry, story, &lead, rest);
        let below = page_words::searched_text(&page_words::shown(cx, rest, &editorial.blocks));
        head.structured_data.extend(blocks::faq_page(&editorial.blocks));
        let islands = editorial.blocks.iter().filter_map(|block| block.island).collect();
        Ok(PageView {
            head,
            tone: Tone::Light,
            markdown: Some(markdown::markdown(cx, page, entry, &editorial, (text, &lead, rest))),
            body: view::value(editorial),
            breadcrumbs: crumbs.into(),
            search: page.indexable.then(|| {
                let document = SearchDocument {
                    facts: search_labels::kind(cx, self.name).into_iter().collect(),
                    image: thumbnail,
                    ..content::search_document(
                        self.name,
                        page,
                        entry,
                        page_words::joined([words, below].into_iter()).as_str(),
                    )
                };
                document.line()
            }),
            islands,
        })
    }
}

/// Builds the template's values from the story.
fn set(
    cx: &ViewContext<'_>,
    of: BlocksOf<'_>,
    entry: &Entry,
    story: Story<'_>,
    lead: &[RichTextNode],
    rest: &[Block],
) -> EditorialView {
    let mut outline = Outline::below_title();
    let wide = story.picture.is_some_and(is_wide);
    let mut text = nodes::nodes(cx, story.text.unwrap_or_default());
    text.extend(nodes::nodes(cx, lead));
    EditorialView {
        title: entry.title.clone(),
        eyebrow: story.eyebrow,
        image: story
            .picture
            .map(|image| cx.picture(image, None, if wide { WIDE } else { COLUMN }, !wide)),
        wide,
        logo: story.logo.map(|image| cx.logo(image, 160)),
        intro: story.intro,
        text,
        quote: story.quote,
        sections: story.sections,
        facts: story.facts,
        hours: story.hours,
        open_now: story.open_now,
        actions: story.actions,
        gallery: story
            .gallery
            .iter()
            .map(|image| cx.image(image, None, GALLERY))
            .collect(),
        blocks: blocks::views(cx, of, rest, &mut outline, false),
        notice: story.notice,
        all_products: story.all_products,
        rows: if relates(entry) { Vec::new() } else { story.rows },
    }
}

/// The rich text at the start of an entry's blocks: it is shown next to the facts, not below them. A block with a
/// background or an anchor is not included.
fn leading_text(blocks: &[Block]) -> (Vec<RichTextNode>, &[Block]) {
    let plain = BlockOptions::default();
    let is_text = |block: &&Block| {
        matches!(block.kind, BlockKind::RichText(_))
            && block.options.background == plain.background
            && block.options.anchor.is_none()
    };
    let count = blocks.iter().take_while(is_text).count();
    let (lead, rest) = blocks.split_at_checked(count).unwrap_or((blocks, &[]));
    let texts = lead.iter().filter_map(|block| match &block.kind {
        BlockKind::RichText(block) => Some(block.text.iter().cloned()),
        _ => None,
    });
    (texts.flatten().collect(), rest)
}

/// The blocks, with the entry's own form: of an event that is to come and that one registers for, and of a vacancy.
fn with_form<'b>(cx: &ViewContext<'_>, entry: &Entry, blocks: &'b [Block]) -> Cow<'b, [Block]> {
    let own = own_form(cx, entry);
    let own = own.filter(|own| !blocks.iter().any(|block| is_same_form(&block.kind, &own.kind)));
    match own {
        Some(own) => Cow::Owned(blocks.iter().cloned().chain([own]).collect()),
        None => Cow::Borrowed(blocks),
    }
}

/// Whether an editor has placed the form. A block for applications without a form has the one of its vacancy.
fn is_same_form(placed: &BlockKind, own: &BlockKind) -> bool {
    let of_vacancy = matches!(placed, BlockKind::VacancyApplicationForm(block) if block.form.is_none());
    placed.form() == own.form() || of_vacancy
}

fn own_form(cx: &ViewContext<'_>, entry: &Entry) -> Option<Block> {
    let heading = |title: &str| Heading {
        heading: Some(title.to_owned()),
        level: 2,
        ..Heading::default()
    };
    let (id, kind) = match &entry.fields {
        EntryFields::Event(event) => {
            let Registration::Form(form) = &event.registration else {
                return None;
            };
            if cx.reader.is_over(entry) {
                return None;
            }
            let title = cx.t("editorial.registration_title", &[]);
            let block = GenericFormBlock {
                heading: heading(&title),
                form: Some(form.clone()),
                submit_label: Some(title),
                ..GenericFormBlock::default()
            };
            ("registration", BlockKind::GenericForm(Box::new(block)))
        }
        EntryFields::Vacancy(vacancy) => {
            let block = VacancyApplicationFormBlock {
                heading: heading(&cx.t("editorial.application_title", &[])),
                form: Some(vacancy.form.clone()?),
            };
            ("application", BlockKind::VacancyApplicationForm(block))
        }
        _ => return None,
    };
    Some(Block {
        id: id.to_owned(),
        options: BlockOptions {
            anchor: Some(id.to_owned()),
            ..BlockOptions::default()
        },
        kind,
    })
}

fn plain_words(story: &Story<'_>, lead: &[RichTextNode]) -> String {
    let texts = [
        story.intro.clone().unwrap_or_default(),
        nodes::plain_text(story.text.unwrap_or_default()),
        nodes::plain_text(lead),
    ];
    let words: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    words.join(" ")
}

/// Adds the story's structured data, completed with what all kinds share.
fn with_structured(cx: &ViewContext<'_>, mut head: HeadView, story: &Story<'_>, page: &PlannedPage) -> HeadView {
    if let Some(mut data) = story.structured.clone() {
        structured::complete(cx, &mut data, story.picture, head.description.as_deref(), page);
        head.structured_data.push(InlineJson::of(&data));
    }
    head
}

/// Clearly wider than tall.
fn is_wide(image: &Image) -> bool {
    image
        .width
        .zip(image.height)
        .is_none_or(|(width, height)| u64::from(width) * 4 > u64::from(height) * 5)
}

/// Whether the editor selected related entries.
fn relates(entry: &Entry) -> bool {
    let related = |block: &Block| matches!(block.kind, BlockKind::RelatedEntries(_));
    entry.blocks.iter().any(related)
}
