//! The blocks of a page, one type for each CMS set (content model §8), with properties common to all kinds: heading,
//! form, words.
//!
//! **Invariant:** a block refers to entries and products by id or number and never copies them; texts are plain or rich
//! text, never raw HTML. A new kind does not compile until its words are defined.

use serde::{Deserialize, Serialize};

use super::{
    BlockOptions, EntryKind, Heading, OverviewBlock, Questions, Words,
    cta_blocks::{AppointmentCtaBlock, CataloguesCtaBlock, CtaBlock, NewsletterCtaBlock},
    featured_blocks::{BrandsGridBlock, FeaturedEntriesBlock, FeaturedProductsBlock, RelatedEntriesBlock},
    hero_blocks::{HeroBlock, HeroEntryBlock, HeroShowroomBlock, HeroSliderBlock, HeroSplitBlock},
    list_blocks::{CollectionProductsBlock, MAX_PER_PAGE, MIN_PER_PAGE, ProductsOverviewBlock},
    service_blocks::{
        CompanyAccountFormBlock, DownloadsBlock, FaqBlock, GenericFormBlock, HtmlEmbedBlock, InstagramWallBlock,
        ShowroomAppointmentFormBlock, StoreLocationsBlock, VacancyApplicationFormBlock, VideoBlock,
    },
    text_blocks::{
        CardsBlock, FiguresBlock, GalleryBlock, QuoteBlock, RichTextBlock, RoomBlock, TextImageBlock, UspsBlock,
    },
};
use crate::ids::FormHandle;

/// One block of a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// The set's own id; unique within the entry.
    pub id: String,
    /// The options that every block has.
    pub options: BlockOptions,
    /// The set and its fields.
    pub kind: BlockKind,
}

/// The supported block types, one variant for each CMS set. `docs/how-to.md`
/// names the files of a new block.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    /// `hero`
    Hero(HeroBlock),
    /// `hero_slider`
    HeroSlider(HeroSliderBlock),
    /// `hero_split`
    HeroSplit(HeroSplitBlock),
    /// `hero_entry`
    HeroEntry(HeroEntryBlock),
    /// `hero_showroom`
    HeroShowroom(HeroShowroomBlock),
    /// `rich_text`
    RichText(RichTextBlock),
    /// `text_image`
    TextImage(TextImageBlock),
    /// `gallery`
    Gallery(GalleryBlock),
    /// `quote`
    Quote(QuoteBlock),
    /// `cards`
    Cards(CardsBlock),
    /// `usps`
    Usps(UspsBlock),
    /// `numbers`
    Numbers(FiguresBlock),
    /// `timeline`
    Timeline(FiguresBlock),
    /// `brands_grid`
    BrandsGrid(BrandsGridBlock),
    /// `featured_products`
    FeaturedProducts(FeaturedProductsBlock),
    /// `products_overview`
    ProductsOverview(ProductsOverviewBlock),
    /// `collection_products`
    CollectionProducts(CollectionProductsBlock),
    /// `collections_overview`, `designers_overview`, `events_overview`, `news_overview`, `projects_overview`,
    /// `showrooms_overview`, `stores_overview`, `vacancies_overview`, `catalogues_overview`
    Overview(OverviewBlock),
    /// `featured_brands`, `featured_collections`, `featured_designers`, `featured_events`, `featured_news`,
    /// `featured_projects`, `featured_showrooms`
    FeaturedEntries(FeaturedEntriesBlock),
    /// `related_entries`
    RelatedEntries(RelatedEntriesBlock),
    /// `newsletter_cta`
    NewsletterCta(NewsletterCtaBlock),
    /// `appointment_cta`
    AppointmentCta(AppointmentCtaBlock),
    /// `catalogues_cta`
    CataloguesCta(CataloguesCtaBlock),
    /// `cta`
    Cta(CtaBlock),
    /// `faq`
    Faq(FaqBlock),
    /// `generic_form`
    GenericForm(Box<GenericFormBlock>),
    /// `company_account_form`
    CompanyAccountForm(CompanyAccountFormBlock),
    /// `showroom_appointment_form`
    ShowroomAppointmentForm(ShowroomAppointmentFormBlock),
    /// `vacancy_application_form`
    VacancyApplicationForm(VacancyApplicationFormBlock),
    /// `store_locations`
    StoreLocations(StoreLocationsBlock),
    /// `video`
    Video(VideoBlock),
    /// `downloads`
    Downloads(DownloadsBlock),
    /// `instagram_wall`
    InstagramWall(InstagramWallBlock),
    /// `html_embed`
    HtmlEmbed(HtmlEmbedBlock),
    /// `spacer`
    Spacer(RoomBlock),
    /// `divider`
    Divider(RoomBlock),
    /// A set without a template, by its handle.
    Unbuilt(String),
}

impl BlockKind {
    /// The block's heading; `None` for kinds without one.
    pub fn heading(&self) -> Option<&Heading> {
        match self {
            Self::Hero(block) => Some(&block.heading),
            Self::HeroSlider(block) => block.slides.first().map(|slide| &slide.heading),
            Self::HeroSplit(block) => Some(&block.heading),
            Self::TextImage(block) => Some(&block.heading),
            Self::Gallery(block) => Some(&block.heading),
            Self::Cards(block) => Some(&block.heading),
            Self::BrandsGrid(block) => Some(&block.heading),
            Self::FeaturedProducts(block) => Some(&block.heading),
            Self::ProductsOverview(block) => Some(&block.heading),
            Self::CollectionProducts(block) => Some(&block.heading),
            Self::FeaturedEntries(block) => Some(&block.heading),
            Self::Overview(block) => Some(&block.heading),
            Self::RelatedEntries(block) => Some(&block.heading),
            Self::NewsletterCta(block) => Some(&block.heading),
            Self::AppointmentCta(block) => Some(&block.heading),
            Self::CataloguesCta(block) => Some(&block.heading),
            Self::Cta(block) => Some(&block.heading),
            Self::Faq(block) => Some(&block.heading),
            Self::GenericForm(block) => Some(&block.heading),
            Self::CompanyAccountForm(block) => Some(&block.heading),
            Self::ShowroomAppointmentForm(block) => Some(&block.heading),
            Self::VacancyApplicationForm(block) => Some(&block.heading),
            Self::StoreLocations(block) => Some(&block.heading),
            // Without a video the block is not shown.
            Self::Video(block) => block.url.is_some().then_some(&block.heading),
            Self::Downloads(block) => Some(&block.heading),
            Self::HeroEntry(_)
            | Self::HeroShowroom(_)
            | Self::RichText(_)
            | Self::Quote(_)
            | Self::Usps(_)
            | Self::Numbers(_)
            | Self::Timeline(_)
            | Self::InstagramWall(_)
            | Self::HtmlEmbed(_)
            | Self::Spacer(_)
            | Self::Divider(_)
            | Self::Unbuilt(_) => None,
        }
    }

    /// The kind of entries of which the block is an overview; `None` if it is not an overview.
    pub fn overview_of(&self) -> Option<EntryKind> {
        match self {
            Self::Overview(block) => Some(block.of.kind()),
            Self::BrandsGrid(block) if block.overview => Some(EntryKind::Brand),
            _ => None,
        }
    }

    /// The form of the CMS that the block is for, if it is for one.
    pub fn form(&self) -> Option<&FormHandle> {
        match self {
            Self::GenericForm(block) => block.form.as_ref(),
            Self::CompanyAccountForm(block) => block.form.as_ref(),
            Self::ShowroomAppointmentForm(block) => block.form.as_ref(),
            Self::VacancyApplicationForm(block) => block.form.as_ref(),
            _ => None,
        }
    }

    /// Items on a page, for kinds that are lists with pages (R-CMS-07); `None` for all others.
    pub fn per_page(&self) -> Option<usize> {
        let per_page = match self {
            Self::ProductsOverview(block) => block.per_page,
            Self::Overview(block) => block.per_page,
            _ => return None,
        };
        usize::try_from(per_page.clamp(MIN_PER_PAGE, MAX_PER_PAGE)).ok()
    }

    /// The block's words in the order of the page. `questions` finds the questions of a block, because those of a
    /// category are entries of their own. Not included: names of listed entries and products, texts that are shown only
    /// after a form is sent or when a list is empty.
    pub fn words<'a>(&'a self, questions: impl FnOnce(&'a FaqBlock) -> Questions<'a>) -> Vec<Words<'a>> {
        let heading = self.heading().map(Words::Heading);
        let own = match self {
            Self::HeroSlider(block) => {
                return block
                    .slides
                    .iter()
                    .map(|slide| Words::Heading(&slide.heading))
                    .collect();
            }
            Self::Hero(block) => vec![Words::Text(&block.text)],
            Self::HeroSplit(block) => vec![Words::Text(&block.text)],
            Self::TextImage(block) => vec![Words::Text(&block.text)],
            Self::Overview(block) => vec![Words::Text(&block.text)],
            Self::NewsletterCta(block) => vec![Words::Text(&block.text)],
            Self::AppointmentCta(block) => vec![Words::Text(&block.text)],
            Self::CataloguesCta(block) => vec![Words::Text(&block.text)],
            Self::Cta(block) => vec![Words::Text(&block.text)],
            Self::GenericForm(block) => vec![Words::Text(&block.text)],
            Self::ProductsOverview(block) => vec![Words::Text(&block.text_top), Words::TextBelow(&block.text_bottom)],
            Self::RichText(block) => vec![Words::Nodes(&block.text)],
            Self::Quote(block) => vec![Words::Quote {
                quote: &block.quote,
                author: block.author.as_deref(),
            }],
            Self::Cards(block) => {
                let cards = block.cards.iter();
                cards.map(|card| item(&card.title, card.text.as_deref())).collect()
            }
            Self::Usps(block) => {
                let items = block.items.iter();
                items.map(|usp| item(&usp.title, usp.text.as_deref())).collect()
            }
            Self::Numbers(block) | Self::Timeline(block) => block.items.iter().map(Words::Figure).collect(),
            Self::Faq(block) => {
                let found = questions(block).into_iter();
                found
                    .flat_map(|(question, answer)| [Words::Question(question), Words::Answer(answer)])
                    .collect()
            }
            Self::CompanyAccountForm(block) => {
                let benefits = block.benefits.iter().map(|benefit| Words::Benefit(benefit));
                benefits.chain(block.steps.iter().map(Words::Step)).collect()
            }
            Self::Downloads(block) => block.files.iter().map(|file| Words::Link(&file.label)).collect(),
            Self::HtmlEmbed(block) => block.title.iter().map(|title| Words::Link(title)).collect(),
            Self::HeroEntry(_)
            | Self::HeroShowroom(_)
            | Self::Gallery(_)
            | Self::BrandsGrid(_)
            | Self::FeaturedProducts(_)
            | Self::CollectionProducts(_)
            | Self::FeaturedEntries(_)
            | Self::RelatedEntries(_)
            | Self::ShowroomAppointmentForm(_)
            | Self::VacancyApplicationForm(_)
            | Self::StoreLocations(_)
            | Self::Video(_)
            | Self::InstagramWall(_)
            | Self::Spacer(_)
            | Self::Divider(_)
            | Self::Unbuilt(_) => Vec::new(),
        };
        heading.into_iter().chain(own).collect()
    }
}

fn item<'a>(title: &'a str, text: Option<&'a str>) -> Words<'a> {
    Words::Item { title, text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Card, FaqItem};

    #[test]
    fn the_heading_comes_first_and_each_question_precedes_its_answer() {
        let heading = Heading {
            heading: Some("Onderhoud".into()),
            ..Heading::default()
        };
        let cards = BlockKind::Cards(CardsBlock {
            heading: heading.clone(),
            cards: vec![Card {
                title: "Oliën".into(),
                ..Card::default()
            }],
            ..CardsBlock::default()
        });
        let expected = [Words::Heading(&heading), item("Oliën", None)];
        assert_eq!(cards.words(|_| Vec::new()), expected);

        let faq = BlockKind::Faq(FaqBlock {
            items: vec![FaqItem {
                question: "Hoe vaak?".into(),
                answer: Vec::new(),
            }],
            ..FaqBlock::default()
        });
        let words = faq.words(|block| {
            block
                .items
                .iter()
                .map(|item| (item.question.as_str(), &item.answer[..]))
                .collect()
        });
        assert_eq!(words[1..], [Words::Question("Hoe vaak?"), Words::Answer(&[])]);
    }
}
