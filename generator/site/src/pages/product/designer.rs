//! The designer of a product. Only a designer with a page in this locale is shown.

use serde::Serialize;
use vitrine_model::{content::EntryFields, ids::PropertyOptionId};

use crate::{context::ViewContext, image::ImageView, view::properties::name_in};

/// The designer of the product.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct DesignerView {
    name: String,
    href: String,
    quote: Option<String>,
    image: Option<ImageView>,
}

const PORTRAIT: &str = "(width >= 1024px) 24vw, (width >= 640px) 40vw, 100vw";

/// The first of the product's designers whose page has a quote or a text.
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
            let name = name_in(cx, &option.names);
            Some(DesignerView {
                href: cx.entry_href(&entry.id)?,
                quote: fields.quote.clone(),
                image: fields.portrait.as_ref().map(|image| {
                    let mut view = cx.image(image, Some((4, 5)), PORTRAIT);
                    // The name is next to it; a longer alternative text is kept.
                    if view.alt == name {
                        view.alt.clear();
                    }
                    view
                }),
                name,
            })
        })
}
