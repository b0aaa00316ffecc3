//! Enums for select and button group fields of the CMS (content model §7 and §8).
//!
//! **Invariant:** the key of a choice is the value that the CMS stores and that templates and style sheets use.

use serde::{Deserialize, Serialize};

/// A field with a fixed set of values. The default applies when the editor chose none.
pub trait Choice: Copy + Default + 'static {
    /// Every choice with its key.
    const ALL: &'static [(&'static str, Self)];

    /// The choice for a key, in lower case as the CMS stores it; `None` for an unknown key.
    fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(known, _)| *known == word)
            .map(|(_, choice)| *choice)
    }
}

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$attribute:meta])* $variant:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, Serialize, Deserialize)]
        pub enum $name {
            $(
                #[doc = concat!("`", $word, "`")]
                #[serde(rename = $word)]
                $(#[$attribute])*
                $variant,
            )*
        }

        impl Choice for $name {
            const ALL: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),*];
        }

        impl $name {
            /// The key, as stored by the CMS.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }
        }
    )*};
}

choices! {
    /// Background of a block.
    Background { #[default] Default = "default", Sand = "sand", Stone = "stone", Dark = "dark", }

    /// Padding above or below a block.
    Padding { None = "none", Small = "small", #[default] Medium = "medium", Large = "large", }

    /// How a button looks.
    ButtonStyle { Primary = "primary", Secondary = "secondary", #[default] Link = "link", }

    /// The height of a hero.
    HeroHeight { Small = "small", #[default] Medium = "medium", Full = "full", }

    /// Position of the text of a hero.
    HeroTextPosition { Left = "left", Center = "center", #[default] Bottom = "bottom", }

    /// The width of a text.
    TextWidth { Narrow = "narrow", #[default] Normal = "normal", Wide = "wide", }

    /// How the pictures of a gallery are placed.
    GalleryLayout { #[default] Grid = "grid", Masonry = "masonry", Carousel = "carousel", }

    /// How the cards of a row of products or entries are placed.
    RowLayout { #[default] Grid = "grid", Carousel = "carousel", List = "list", }

    /// Which products a row shows.
    ProductsMode {
        #[default]
        Skus = "skus",
        Category = "category",
        Brand = "brand",
        New = "new",
        Sale = "sale",
    }

    /// A facet of a product list.
    Facet {
        #[default]
        Brand = "brand",
        Category = "category",
        Designer = "designer",
        Color = "color",
        Material = "material",
        Price = "price",
        Delivery = "delivery",
    }

    /// The order of a list of products.
    ProductsSort {
        #[default]
        Relevance = "relevance",
        New = "new",
        PriceAsc = "price_asc",
        PriceDesc = "price_desc",
    }

    /// The look of a newsletter block.
    NewsletterVariant { #[default] Bar = "bar", Card = "card", Split = "split", }

    /// The look of a call to action.
    CtaVariant { #[default] Plain = "plain", Split = "split", }

    /// Proportions of a picture, width by height.
    PictureRatio { #[default] Wide = "16_9", Classic = "4_3", Square = "1_1", Upright = "3_4", }

    /// The size of a spacer or a divider.
    RoomSize { Small = "small", #[default] Medium = "medium", Large = "large", }

    /// The order of an overview, if it differs from its collection's.
    OverviewSort { #[default] Title = "title", Newest = "newest", Oldest = "oldest", }

    /// A filter of an overview.
    OverviewFilter {
        #[default]
        Brand = "brand",
        Category = "category",
        Client = "client",
        Country = "country",
        Department = "department",
        Designer = "designer",
        Employment = "employment",
        Experience = "experience",
        Facility = "facility",
        Hours = "hours",
        Letter = "letter",
        Location = "location",
        Month = "month",
        Sector = "sector",
        Showroom = "showroom",
        Topic = "topic",
        Type = "type",
        Year = "year",
    }

    /// Work experience that a vacancy requires.
    Experience { #[default] Unneeded = "none", OneToThree = "one_to_three", ThreeOrMore = "three_or_more", }

    /// Content of the dropdown of a navigation page (R-HEAD-04): grouped children with sub-lists, logo tiles, or
    /// picture tiles.
    DropdownType { Products = "products", Brands = "brands", #[default] Other = "other", }
}

impl PictureRatio {
    /// Width and height.
    pub const fn sides(self) -> (u32, u32) {
        match self {
            Self::Wide => (16, 9),
            Self::Classic => (4, 3),
            Self::Square => (1, 1),
            Self::Upright => (3, 4),
        }
    }
}
