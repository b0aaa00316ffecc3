//! Who drew a product, in their own words.
//!
//! **Invariant:** leads to the designer's page of this locale; a designer without one is not shown.

use serde::Serialize;
use vitrine_model::{content::EntryFields, ids::PropertyOptionId};

use crate::{
    context::{ImageView, ViewContext},
    view::properties::name_in,
};

/// Who drew it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct DesignerView {
    name: String,
    href: String,
    quote: Option<String>,
    image: Option<ImageView>,
}

const PORTRAIT: &str = "(width >= 1024px) 24vw, (width >= 640px) 40vw, 100vw";

/// The first of its designers who has a page with something to say.
pub(super) fn view(cx: &ViewContext<'_>, properties: &[PropertyOptionId]) -> Option<DesignerView> {
    let options = properties.iter().filter_map(|id| cx.reader.property_option(id));
    options
        .filter(|option| {
            let group = cx.reader.property_group(&option.group);
            group.is_some_and(|group| group.external_id.as_deref() == Some("designer"))
        })
        .find_map(|option| {
            let entry = cx.reader.designer_entry(&option.entry, cx.locale)?;
            let EntryFields::Designer(fields) = &entry.fields else {
                return None;
            };
            (fields.quote.is_some() || fields.portrait.is_some()).then_some(())?;
            Some(DesignerView {
                name: name_in(cx, &option.names),
                href: cx.entry_href(&entry.id)?,
                quote: fields.quote.clone(),
                image: fields.portrait.as_ref().map(|image| {
                    let mut view = cx.image(image, Some((4, 5)), PORTRAIT);
                    // The name stands beside it.
                    view.alt = String::new();
                    view
                }),
            })
        })
}
