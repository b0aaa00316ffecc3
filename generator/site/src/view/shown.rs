//! The variant that an image shows. A variant without details of its own has its family's (`shows` of an image).

use vitrine_model::{
    ids::PropertyOptionId,
    media::Image,
    product::{Product, PropertyOption},
};

use super::properties::name_in;
use crate::context::ViewContext;

/// The names of the options in the image that differ from the product's, for use in a sentence; empty for an image of
/// the product itself. Options of groups that the product does not have are not mentioned.
pub(crate) fn other_options(cx: &ViewContext<'_>, product: &Product, image: &Image) -> Vec<String> {
    let known = |ids: &[PropertyOptionId]| -> Vec<&PropertyOption> {
        ids.iter().filter_map(|id| cx.reader.property_option(id)).collect()
    };
    let shown = known(&image.shows);
    if shown.is_empty() {
        return Vec::new();
    }
    let own = known(&product.options);
    let other = shown.into_iter().filter(|option| {
        let mut of_group = own.iter().filter(|own| own.group == option.group);
        of_group.next().is_some_and(|own| !image.shows.contains(&own.id))
    });
    other
        .map(|option| in_sentence(cx, &name_in(cx, &option.names)))
        .collect()
}

/// The name with a lower-case first letter, except in German, which capitalizes nouns, and except for `RAL 9010`.
fn in_sentence(cx: &ViewContext<'_>, name: &str) -> String {
    let german = cx.locale().is_some_and(|locale| locale.iso.as_str().starts_with("de"));
    let mut letters = name.chars();
    match letters.next() {
        Some(first) if !german && letters.clone().next().is_some_and(char::is_lowercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => name.to_owned(),
    }
}
