//! The blocks of a page, one type for each CMS set (content model §8).
//!
//! **Invariant:** a block refers to entries and products by id or number and never copies them; texts are plain or
//! [`RichText`], never raw HTML.

use serde::{Deserialize, Serialize};

use super::{
    BlockOptions, Button, CompanyAccountFormBlock, DownloadsBlock, EntryKind, FaqBlock, GenericFormBlock, Heading,
    HtmlEmbedBlock, InstagramWallBlock, OverviewBlock, RichTextNode, ShowroomAppointmentFormBlock, StoreLocationsBlock,
    VacancyApplicationFormBlock, VideoBlock,
    choices::{GalleryLayout, PictureRatio, RoomSize, TextWidth},
    cta_blocks::{AppointmentCtaBlock, CataloguesCtaBlock, CtaBlock, NewsletterCtaBlock},
    featured_blocks::{BrandsGridBlock, FeaturedEntriesBlock, FeaturedProductsBlock, RelatedEntriesBlock},
    hero_blocks::{HeroBlock, HeroEntryBlock, HeroShowroomBlock, HeroSliderBlock, HeroSplitBlock},
    list_blocks::{CollectionProductsBlock, MAX_PER_PAGE, MIN_PER_PAGE, ProductsOverviewBlock},
};
use crate::{ids::FormHandle, link::LinkTarget, media::Image, rich_text::RichText};

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

/// The supported block types, one variant for each CMS set. A new block needs a variant here, its conversion in
/// `backends`, its words in [`Self::words`], a file in `site::blocks` and a template.
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

    /// The kind of entries whose overview the block is; `None` if it is none.
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
}

/// `rich_text`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RichTextBlock {
    /// The text.
    pub text: Vec<RichTextNode>,
    /// Width.
    pub width: TextWidth,
}

/// `text_image`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TextImageBlock {
    /// Heading.
    pub heading: Heading,
    /// Text.
    pub text: RichText,
    /// Picture.
    pub image: Option<Image>,
    /// Separate crop for narrow screens.
    pub image_mobile: Option<Image>,
    /// Absolute URL of a video at its host.
    pub video: Option<String>,
    /// Proportions of the picture; `None` = those of the design.
    pub ratio: Option<PictureRatio>,
    /// The image is to the right of the text.
    pub image_right: bool,
    /// Links.
    pub buttons: Vec<Button>,
}

/// `quote`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct QuoteBlock {
    /// The quoted text.
    pub quote: String,
    /// The person quoted.
    pub author: Option<String>,
    /// Role of that person.
    pub role: Option<String>,
    /// Picture next to the quote.
    pub image: Option<Image>,
}

/// `cards`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CardsBlock {
    /// Heading.
    pub heading: Heading,
    /// The cards.
    pub cards: Vec<Card>,
    /// Columns on a wide screen.
    pub columns: u8,
}

/// One card.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Card {
    /// Picture.
    pub image: Option<Image>,
    /// Title.
    pub title: String,
    /// Text.
    pub text: Option<String>,
    /// Link target of the card.
    pub link: Option<LinkTarget>,
}

/// `usps`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UspsBlock {
    /// The points.
    pub items: Vec<Usp>,
}

/// One selling point.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Usp {
    /// Title.
    pub title: String,
    /// Text.
    pub text: Option<String>,
    /// Link target.
    pub link: Option<LinkTarget>,
}

/// `gallery`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GalleryBlock {
    /// Heading.
    pub heading: Heading,
    /// The pictures.
    pub images: Vec<Image>,
    /// How the pictures are placed.
    pub layout: GalleryLayout,
    /// Columns on a wide screen.
    pub columns: u8,
}

/// `numbers` and `timeline`: rows that each start with a number or a year.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FiguresBlock {
    /// The rows.
    pub items: Vec<Figure>,
}

/// A number or a year with its explanation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Figure {
    /// As the editor wrote it: `12`, `1954`, `180`.
    pub figure: String,
    /// Title.
    pub title: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// Picture.
    pub image: Option<Image>,
}

/// `spacer` and `divider`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RoomBlock {
    /// Its size.
    pub size: RoomSize,
}
