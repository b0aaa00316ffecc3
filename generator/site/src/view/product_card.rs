//! The card of a product: picture, name, price, brand and designer, colours.
//!
//! **Invariant:** a card shows one sellable product and links to its own page.

use serde::Serialize;
use vitrine_model::{
    diagnostic::Place,
    ids::{BrandId, ProductId, ProductNumber, PropertyOptionId},
    media::Image,
    product::{Dimensions, Product, PropertyOption},
};

use super::{
    energy::{self, EnergyView},
    options::{css_color, options_of_group},
    price::CardPrice,
    properties::{self, name_in},
    shown,
};
use crate::{
    context::{Origin, ViewContext},
    fragments::{Fragment, FragmentView, Scope, Shared},
    image::ImageView,
    tag_manager,
};

/// A product's card, the same on every page of a locale that shows it.
pub type ProductCardView = FragmentView;

/// The view of a card, also passed to islands through the search documents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CardFields {
    /// URL of the product's page.
    href: String,
    /// Name.
    name: String,
    /// `Mara Vink for Kante`
    maker: Option<String>,
    /// What the family costs, with `from` if another variant costs more.
    price: String,
    /// The list price, struck through.
    list_price: Option<String>,
    /// The sentence about the 30-day price, and what a piece costs in a larger quantity.
    price_note: Option<String>,
    /// 4:5; decorative, because the name is next to it.
    image: Option<ImageView>,
    /// The placeholder if there is no image.
    #[serde(skip_serializing_if = "Option::is_none")]
    placeholder: Option<Placeholder>,
    /// The second picture, to which the first one cross-fades; not one of another variant.
    second: Option<ImageView>,
    /// At most five colours.
    swatches: Vec<Swatch>,
    /// Number of further colours.
    more_swatches: usize,
    /// All colour names, for screen readers.
    swatch_words: String,
    /// The arrow of a light source.
    energy: Option<EnergyView>,
    /// Price and number for the events of a list, `595.00 RAVEL-RU-OA`; only with a tag manager (R-UI-08).
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<String>,
}

/// One colour.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Swatch {
    /// `#9c4327`
    color: String,
}

/// Maximum number of dots on a card; the rest is shown as a number.
const MAX_SWATCHES: usize = 5;
/// Number of families examined for each card, so that those with a picture can be shown first.
const SEARCHED: usize = 4;
const SHAPE: (u32, u32) = (4, 5);
/// On a phone of 390 CSS pixels a card is 169 wide, for which a browser would select the image of 640 instead of 320:
/// four times the bytes without a visible difference. So the value is slightly lower there.
const SIZES: &str = "(width >= 1280px) 24vw, (width >= 1024px) 31vw, (width >= 640px) 47vw, 41vw";
/// Number of cards at the top of a list whose images load eagerly: a row on a phone.
const FIRST_ROW: usize = 2;

/// A product's images with alternative texts in the page's locale, created lazily.
pub fn pictures(cx: &ViewContext<'_>, product: &Product) -> impl Iterator<Item = Image> {
    let alt = product
        .texts
        .get(cx.locale)
        .map(|t| t.media_alt.as_slice())
        .unwrap_or_default();
    let own = product.media.iter().enumerate().map(|(place, image)| Image {
        alt: alt.get(place).cloned().flatten().or_else(|| image.alt.clone()),
        ..image.clone()
    });
    let fallback = || cx.reader.globals(cx.locale)?.shop.fallback_image.clone();
    let none = product.media.is_empty() && placeholder(product) == Placeholder::Piece;
    own.chain(none.then(fallback).flatten())
}

/// The placeholder for a missing product image.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Placeholder {
    /// A product with dimensions: the editors' placeholder, which shows a piece of furniture.
    Piece,
    /// A download.
    Document,
    /// Anything else: a neutral placeholder.
    Thing,
}

/// The placeholder of a product.
pub(crate) fn placeholder(product: &Product) -> Placeholder {
    match product.digital {
        true => Placeholder::Document,
        false if product.dimensions == Dimensions::default() => Placeholder::Thing,
        false => Placeholder::Piece,
    }
}

/// The card of a product.
pub fn card(cx: &ViewContext<'_>, product: &Product) -> ProductCardView {
    cx.fragment::<Card>(&product.id)
}

/// The cards of a list; the images of its first row load eagerly.
pub fn cards_of_list<'a>(cx: &ViewContext<'_>, products: impl Iterator<Item = &'a Product>) -> Vec<ProductCardView> {
    let card_at = |(place, product): (usize, &Product)| match place {
        place if place < FIRST_ROW => cx.fragment::<FirstCard>(&product.id),
        _ => card(cx, product),
    };
    products.enumerate().map(card_at).collect()
}

struct Card;

/// Width of the second image: shown only on hover, so one width is enough.
const SECOND: u32 = 384;

impl Fragment for Card {
    type Input = ProductId;
    type View = Option<CardFields>;
    const SCOPE: Scope = Scope::Site;
    const TEMPLATE: &'static str = "components/product-card.html";

    fn view(id: &ProductId, cx: &ViewContext<'_>) -> Option<CardFields> {
        let product = cx.reader.product(id)?;
        Some(CardFields {
            item: tag_manager::props(cx).and_then(|_| item(cx, product)),
            ..fields(cx, product)
        })
    }
}

/// A card of a list's first row.
struct FirstCard;

impl Fragment for FirstCard {
    type Input = ProductId;
    type View = Option<CardFields>;
    const SCOPE: Scope = Scope::Site;
    const TEMPLATE: &'static str = "components/first-product-card.html";

    fn view(id: &ProductId, cx: &ViewContext<'_>) -> Option<CardFields> {
        Card::view(id, cx)
    }
}

pub(crate) fn fields(cx: &ViewContext<'_>, product: &Product) -> CardFields {
    let pictures: Vec<Image> = pictures(cx, product).take(2).collect();
    let decoration = |image: &Image| {
        let mut view = cx.picture(image, Some(SHAPE), SIZES, true);
        view.alt = String::new();
        view
    };
    let colors = product.family.as_ref().map(|family| cx.shared::<Colors>(family));
    let colors = colors.as_deref();
    let price = cx.shared::<CardPrice>(product.family_or_own_id());
    let price = price.as_ref().clone();
    CardFields {
        href: cx.product_href(&product.id),
        name: name(cx, product),
        maker: maker(cx, product),
        price: price.amount,
        list_price: price.list,
        price_note: price.note,
        image: pictures.first().map(decoration),
        placeholder: pictures.is_empty().then(|| placeholder(product)),
        second: pictures
            .get(1)
            .filter(|image| shown::other_options(cx, product, image).is_empty())
            .map(|image| ImageView {
                alt: String::new(),
                ..cx.packshot_fixed(image, SECOND, Some(SHAPE))
            }),
        more_swatches: colors.map_or(0, |colors| colors.more),
        swatches: colors.map_or_else(Vec::new, |colors| colors.swatches.clone()),
        swatch_words: colors.map_or_else(String::new, |colors| colors.words.clone()),
        energy: energy::arrow(cx, product),
        item: None,
    }
}

fn item(cx: &ViewContext<'_>, product: &Product) -> Option<String> {
    let listed = cx.reader.listed_price(product.family_or_own_id())?;
    let price = cx.reader.product(&listed.product)?.first_price().unit;
    Some(format!("{} {}", price.decimal(), product.number))
}

/// A product's name in the page's locale.
pub fn name(cx: &ViewContext<'_>, product: &Product) -> String {
    product
        .texts
        .get(cx.locale)
        .map_or_else(|| product.number.to_string(), |texts| texts.name.clone())
}

fn maker(cx: &ViewContext<'_>, product: &Product) -> Option<String> {
    let made = (product.brand.clone(), product.properties.clone());
    cx.shared::<Maker>(&made).as_ref().clone()
}

/// The names of brand and designers: the same for most variants.
struct Maker;

impl Shared for Maker {
    type Input = (Option<BrandId>, Vec<PropertyOptionId>);
    type Value = Option<String>;

    fn value((brand, properties): &Self::Input, cx: &ViewContext<'_>) -> Option<String> {
        let brand = brand.as_ref().and_then(|id| cx.reader.brand(id));
        let brand = brand.map(|brand| name_in(cx, &brand.names));
        let designers = properties::designer_names(cx, properties).join(", ");
        match (brand, designers.is_empty()) {
            (Some(brand), false) => Some(cx.t(
                "product.designer_for_brand",
                &[("designer", &designers), ("brand", &brand)],
            )),
            (Some(brand), true) => Some(brand),
            (None, false) => Some(designers),
            (None, true) => None,
        }
    }
}

/// The colours of a family in one option group: the first with more than one colour, because mixing wood and fabric
/// colours would be misleading.
#[derive(Debug, Default)]
struct Colors {
    /// At most five.
    swatches: Vec<Swatch>,
    /// Number of further ones.
    more: usize,
    /// The names of all.
    words: String,
}

impl Shared for Colors {
    type Input = ProductId;
    type Value = Self;

    fn value(family: &ProductId, cx: &ViewContext<'_>) -> Self {
        let Some(found) = cx.reader.family(family) else {
            return Self::default();
        };
        let variants = cx.reader.variants(family);
        let mut groups = found.option_groups.iter().map(|group| {
            let of_group = |option: &PropertyOption| option.group == *group && css_color(option).is_some();
            options_of_group(cx, &variants, of_group)
        });
        let options = groups.find(|options| options.len() > 1).unwrap_or_default();
        let colors = options.iter().filter_map(|option| css_color(option));
        let words: Vec<String> = options.iter().map(|option| name_in(cx, &option.names)).collect();
        Self {
            swatches: colors.map(|color| Swatch { color }).take(MAX_SWATCHES).collect(),
            more: options.len().saturating_sub(MAX_SWATCHES),
            words: words.join(", "),
        }
    }
}

/// Cards of products in order, one for each family, without the families in `except`; products without a picture (spare
/// parts) are last.
pub fn cards<'a>(
    cx: &ViewContext<'_>,
    ids: impl IntoIterator<Item = &'a ProductId>,
    except: &[&ProductId],
    limit: usize,
) -> Vec<ProductCardView> {
    let mut families: Vec<&ProductId> = except.to_vec();
    let mut found = Vec::new();
    for id in ids {
        if found.len() == limit.saturating_mul(SEARCHED) {
            break;
        }
        let Some(product) = cx.reader.product(id) else {
            continue;
        };
        let family = product.family_or_own_id();
        if families.contains(&family) {
            continue;
        }
        families.push(family);
        found.push(main_variant(cx, product));
    }
    found.sort_by_key(|product| product.media.is_empty());
    found.into_iter().take(limit).map(|product| card(cx, product)).collect()
}

/// The origin of diagnostics about a family, or about a product without one.
pub(crate) fn origin_of_family(cx: &ViewContext<'_>, family: &ProductId) -> Option<Origin> {
    let number = cx.reader.family(family).map(|family| &family.number);
    let number = number.or_else(|| cx.reader.product(family).map(|product| &product.number));
    number.map(Origin::product)
}

/// The family's main variant.
pub(crate) fn main_variant<'a>(cx: &ViewContext<'a>, product: &'a Product) -> &'a Product {
    let family = product.family.as_ref().and_then(|id| cx.reader.family(id));
    let main = family
        .and_then(|f| f.main_variant.as_ref())
        .and_then(|id| cx.reader.product(id));
    main.unwrap_or(product)
}

/// The cards of products selected by number, in that order, one for each family; a family's number means its main
/// variant. Unknown numbers are reported and left out.
pub fn cards_of_numbers(cx: &ViewContext<'_>, numbers: &[ProductNumber], limit: usize) -> Vec<ProductCardView> {
    let mut ids = Vec::new();
    for number in numbers {
        let found = cx.reader.products_of_number(number);
        if found.is_empty() {
            let message = format!("no product that can be sold has the number {number}");
            cx.report(
                "product-unknown",
                message,
                "choose another product in the entry",
                Place::default(),
            );
        }
        ids.extend(found);
    }
    cards(cx, &ids, &[], limit)
}

/// The cards of a brand's products.
pub fn cards_of_brand(
    cx: &ViewContext<'_>,
    brand: &BrandId,
    except: &[&ProductId],
    limit: usize,
) -> Vec<ProductCardView> {
    cards(cx, cx.reader.families_of_brand(brand), except, limit)
}
