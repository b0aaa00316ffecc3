//! A family's facts in one language, as the sheets want them. Prices and stock are left out: they change, and a printed sheet does not.

use serde_json::{Map, Value};

use super::words::Words;
use crate::shop::catalogue::{Catalogue, OptionRow};
use crate::shop::{Fields, Product, localise};

/// Groups of properties that a sheet says elsewhere or not at all.
const NOT_LISTED: [&str; 2] = ["designer", "product_label"];

/// What a sheet may say of a family.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) name: String,
    pub(super) brand: String,
    pub(super) designer: Option<String>,
    pub(super) number: String,
    pub(super) maker_number: Option<String>,
    /// Paragraphs of its description.
    pub(super) story: Vec<String>,
    pub(super) size: Size,
    /// Group and values, in the shop's order.
    pub(super) properties: Vec<(String, String)>,
    /// Names of the groups that tell its variants apart.
    pub(super) choices: Vec<String>,
    pub(super) variants: Vec<Variant>,
    pub(super) care: Vec<String>,
    pub(super) warnings: Vec<String>,
    /// Number and name.
    pub(super) parts: Vec<(String, String)>,
    /// Name in `media/` and what it shows.
    pub(super) picture: Option<(String, String)>,
    /// Who answers for it: name, street, place, address of e-mail.
    pub(super) maker: Vec<String>,
    /// Class, and number in the EPREL register.
    pub(super) energy: (Option<String>, Option<String>),
}

/// Millimetres and kilograms.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Size {
    pub(super) width: Option<f64>,
    pub(super) depth: Option<f64>,
    pub(super) length: Option<f64>,
    pub(super) height: Option<f64>,
    pub(super) diameter: Option<f64>,
    pub(super) weight: Option<f64>,
}

/// One of its variants.
#[derive(Debug)]
pub(super) struct Variant {
    pub(super) number: String,
    /// In the order of the choices: name and colour.
    pub(super) options: Vec<(String, Option<String>)>,
}

struct Reader<'r> {
    shop: &'r Catalogue,
    words: Words<'r>,
    fields: Map<String, Value>,
}

impl Piece {
    pub(super) fn of(shop: &Catalogue, product: &Product, words: Words<'_>) -> Self {
        let file = &product.file;
        let fields = in_language(shop, &file.custom_fields, words.iso);
        let reader = Reader { shop, words, fields };
        let brand = shop.brands.get(product.brand);
        Self {
            name: words.of(&file.name).to_owned(),
            brand: brand.map(|row| row.file.name.clone()).unwrap_or_default(),
            designer: reader.values(product, "designer"),
            number: file.number.clone(),
            maker_number: file.manufacturer_number.clone(),
            story: file
                .description
                .as_ref()
                .map(|text| paragraphs(words.of(text)))
                .unwrap_or_default(),
            size: Size {
                width: file.width,
                height: file.height,
                length: file.length,
                weight: file.weight,
                depth: reader.length("vitrine_depth"),
                diameter: reader.length("vitrine_diameter"),
            },
            properties: reader.properties(product),
            choices: reader.choices(product),
            variants: reader.variants(product),
            care: reader.texts("vitrine_maintenance"),
            warnings: reader.texts("vitrine_warnings"),
            parts: reader.parts(),
            picture: reader.picture(product),
            maker: brand
                .map(|row| maker(&in_language(shop, &row.file.custom_fields, words.iso)))
                .unwrap_or_default(),
            energy: (reader.energy("class"), reader.energy("eprel")),
        }
    }

    /// `Lena Hartwig voor Halve Maan`, or the brand alone.
    pub(super) fn by(&self, words: Words<'_>) -> String {
        match &self.designer {
            Some(designer) => words.fill("designer_for_brand", &[("designer", designer), ("brand", &self.brand)]),
            None => self.brand.clone(),
        }
    }
}

fn in_language(shop: &Catalogue, fields: &Fields, iso: &str) -> Map<String, Value> {
    localise(fields, &shop.languages, iso, Some(shop.shop.system_language()))
}

impl Reader<'_> {
    fn length(&self, field: &str) -> Option<f64> {
        self.fields.get(field).and_then(Value::as_f64)
    }

    fn texts(&self, field: &str) -> Vec<String> {
        match self.fields.get(field) {
            Some(Value::String(text)) => paragraphs(text),
            Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).flat_map(paragraphs).collect(),
            _ => Vec::new(),
        }
    }

    fn energy(&self, key: &str) -> Option<String> {
        self.fields.get("vitrine_energy")?.get(key)?.as_str().map(str::to_owned)
    }

    fn parts(&self) -> Vec<(String, String)> {
        let numbers = self.fields.get("vitrine_parts").and_then(Value::as_array);
        let numbers = numbers.into_iter().flatten().filter_map(Value::as_str);
        let named = numbers.filter_map(|number| {
            let index = self.shop.product_by_number.get(number)?;
            let part = self.shop.products.get(*index)?;
            Some((number.to_owned(), self.words.of(&part.file.name).to_owned()))
        });
        named.collect()
    }

    fn option_name(&self, row: &OptionRow) -> String {
        self.words.of(&row.file.name).to_owned()
    }

    /// The product's options of the group with this role.
    fn values(&self, product: &Product, role: &str) -> Option<String> {
        let rows = product
            .properties
            .iter()
            .filter_map(|index| self.shop.options.get(*index));
        let named = rows.filter(|row| {
            let group = self.shop.groups.get(row.group);
            group.is_some_and(|group| group.file.external_id.as_deref() == Some(role))
        });
        let names: Vec<String> = named.map(|row| self.option_name(row)).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    fn properties(&self, product: &Product) -> Vec<(String, String)> {
        let mut groups: Vec<(i64, usize, Vec<String>)> = Vec::new();
        for row in product
            .properties
            .iter()
            .filter_map(|index| self.shop.options.get(*index))
        {
            let Some(group) = self.shop.groups.get(row.group) else {
                continue;
            };
            if group
                .file
                .external_id
                .as_deref()
                .is_some_and(|role| NOT_LISTED.contains(&role))
            {
                continue;
            }
            match groups.iter_mut().find(|(_, index, _)| *index == row.group) {
                Some((_, _, values)) => values.push(self.option_name(row)),
                None => groups.push((group.file.position, row.group, vec![self.option_name(row)])),
            }
        }
        groups.sort_by_key(|(position, ..)| *position);
        let named = groups.into_iter().filter_map(|(_, group, values)| {
            let name = self.words.of(&self.shop.groups.get(group)?.file.name).to_owned();
            Some((name, values.join(", ")))
        });
        named.collect()
    }

    fn choices(&self, product: &Product) -> Vec<String> {
        let groups = product
            .configurator
            .iter()
            .filter_map(|group| self.shop.groups.get(*group));
        groups.map(|group| self.words.of(&group.file.name).to_owned()).collect()
    }

    fn variants(&self, product: &Product) -> Vec<Variant> {
        let shown = self
            .shop
            .children(product)
            .filter(|child| child.file.active || !product.file.active);
        let variants = shown.map(|child| Variant {
            number: child.file.number.clone(),
            options: child
                .options
                .iter()
                .filter_map(|index| self.shop.options.get(*index))
                .map(|row| (self.option_name(row), row.file.color.clone()))
                .collect(),
        });
        variants.collect()
    }

    fn picture(&self, product: &Product) -> Option<(String, String)> {
        let row = self.shop.media.get(*product.media.first()?)?;
        let shows = row.file.alt.as_ref().map(|alt| self.words.of(alt));
        let shows = shows.filter(|words| !words.is_empty());
        Some((
            row.key.clone(),
            shows.unwrap_or(self.words.of(&product.file.name)).to_owned(),
        ))
    }
}

/// Name, street, place with country, e-mail.
fn maker(fields: &Map<String, Value>) -> Vec<String> {
    let Some(contact) = fields.get("vitrine_gpsr") else {
        return Vec::new();
    };
    let part = |key: &str| contact.get(key).and_then(Value::as_str).unwrap_or_default();
    let place = format!("{} {}, {}", part("postcode"), part("city"), part("country"));
    [
        part("name").to_owned(),
        part("street").to_owned(),
        place,
        part("email").to_owned(),
    ]
    .into_iter()
    .filter(|line| !line.trim().is_empty())
    .collect()
}

/// The paragraphs of a text of the shop, which has no other elements.
pub(super) fn paragraphs(html: &str) -> Vec<String> {
    html.split("</p>")
        .map(|part| {
            part.replace("<p>", "")
                .replace("&amp;", "&")
                .replace("&nbsp;", "\u{a0}")
        })
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}
