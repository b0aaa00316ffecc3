//! Fields of brands and designers, and of the product lines and catalogues of brands. See [`super`].

use vitrine_model::content::{BrandFields, CatalogueFields, CollectionFields, Country, DesignerFields};

use crate::{
    convert::{blocks::nodes, scope::Scope},
    statamic::wire::Fields,
};

pub(super) fn brand(fields: Fields<'_>, scope: &mut Scope<'_>) -> BrandFields {
    BrandFields {
        code: fields.text("brand_code"),
        logo: scope.image(fields, "logo"),
        logo_dark: scope.image(fields, "logo_dark"),
        image: scope.image(fields, "image"),
        intro: scope.plain(fields, "intro"),
        text: nodes(fields, "text", 2, scope),
        country: country(fields),
        founded: scope.year(fields, "founded"),
        website: scope.target(fields, "website"),
        designers: scope.entries(fields, "designers"),
        categories: scope.terms(fields, "categories", "categories"),
        delivery_time: fields.text("delivery_time"),
        promises: promises(fields),
        featured: fields.toggle("featured"),
    }
}

/// The texts of the rows of `usps`.
fn promises(fields: Fields<'_>) -> Vec<String> {
    let rows = fields.rows("usps").into_iter();
    // The content model has `title`, older content `text`.
    let words = |row: Fields<'_>| row.required(if row.has("text") { "text" } else { "title" });
    rows.filter_map(words).collect()
}

pub(super) fn designer(fields: Fields<'_>, scope: &mut Scope<'_>) -> DesignerFields {
    DesignerFields {
        portrait: scope.image(fields, "portrait"),
        first_name: fields.text("first_name"),
        last_name: fields.text("last_name"),
        country: country(fields),
        born: scope.year(fields, "born"),
        died: scope.year(fields, "died"),
        quote: fields.text("quote"),
        bio: nodes(fields, "bio", 2, scope),
        brands: scope.entries(fields, "brands"),
        website: scope.target(fields, "website"),
    }
}

pub(super) fn collection(fields: Fields<'_>, scope: &mut Scope<'_>) -> CollectionFields {
    CollectionFields {
        brand: scope.entry(fields, "brand"),
        designer: scope.entry(fields, "designer"),
        year: scope.year(fields, "year"),
        image: scope.image(fields, "image"),
        gallery: scope.images(fields, "gallery"),
        intro: scope.plain(fields, "intro"),
        text: nodes(fields, "text", 2, scope),
        products: scope.products(fields, "product_skus"),
        materials: scope.terms(fields, "materials", "materials"),
        categories: scope.terms(fields, "categories", "categories"),
    }
}

pub(super) fn catalogue(fields: Fields<'_>, scope: &mut Scope<'_>) -> CatalogueFields {
    CatalogueFields {
        cover: scope.image(fields, "cover"),
        file: scope.file(fields, "file"),
        brand: scope.entry(fields, "brand"),
        year: scope.year(fields, "year"),
        pages: scope.count(fields, "pages"),
        orderable: fields.toggle("orderable"),
        languages: fields.choices("languages"),
        intro: scope.plain(fields, "intro"),
    }
}

/// A country of the CMS's dictionary, with the flag removed from its label.
fn country(fields: Fields<'_>) -> Option<Country> {
    let label = fields.label("country")?;
    let words = label.trim_start_matches(|c: char| !c.is_alphabetic());
    let code = fields.choice("country");
    Some(Country {
        code: code.filter(|code| code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase())),
        label: if words.is_empty() { label } else { words.to_owned() },
    })
}
