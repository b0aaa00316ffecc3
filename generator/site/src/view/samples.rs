//! Samples of cloths: where they are asked for, and what the island of a small basket of them is given.
//!
//! **Invariant:** a cloth can be put into the basket only where the shop has a page with the form for it. Which groups
//! are cloths is the shop's data: their external id is [`FABRIC`] (shopware-fields.md).

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::{
    form::Form,
    ids::{FormHandle, PropertyGroupId},
};

use super::sheet::{self, SheetProps};
use crate::context::ViewContext;

/// The form that asks for samples, and its field with the cloths.
const FORM: &str = "samples";
const FIELD: &str = "cloths";

/// The external id of a group of cloths.
const FABRIC: &str = "fabric";

/// A cloth that was chosen on a product's page, with the way to ask for a sample of it.
#[derive(Clone, Debug, Serialize)]
pub struct SampleView {
    /// The page with the form.
    pub page: String,
    props: SamplesProps,
}

/// What the island `samples` is given: on a product's page the cloth, on the page of the form the field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct SamplesProps {
    /// The cloth that is chosen here.
    #[schema(required)]
    cloth: Option<ChosenCloth>,
    /// The id of the field that names the cloths.
    #[schema(required)]
    field: Option<String>,
    /// The style sheet of the list that is shown in place of the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet: Option<SheetProps>,
}

/// A cloth with the product that it was chosen for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ChosenCloth {
    /// The id of the option: 32 hex digits.
    pub(crate) id: String,
    /// `Rust`
    pub(crate) name: String,
    /// `#9c4327`
    #[schema(required)]
    pub(crate) color: Option<String>,
    /// Name of the product.
    pub(crate) product: String,
    /// Number of the product.
    pub(crate) number: String,
    /// Path of the product's page.
    pub(crate) path: String,
}

/// The page with the form, if the shop has one.
fn page(cx: &ViewContext<'_>) -> Option<String> {
    let form = FormHandle::parse(FORM).ok()?;
    cx.reader.form(&form)?;
    let pages = cx.reader.pages_with_form(&form, cx.locale);
    pages.iter().find_map(|id| cx.entry_href(id))
}

/// A sample of an option of a group; `None` if the group has no cloths, or nobody sends samples.
pub(crate) fn of_option(
    cx: &ViewContext<'_>,
    group: &PropertyGroupId,
    option: impl FnOnce() -> ChosenCloth,
) -> Option<SampleView> {
    if cx.reader.property_group(group)?.external_id.as_deref() != Some(FABRIC) {
        return None;
    }
    Some(SampleView {
        page: page(cx)?,
        props: SamplesProps {
            cloth: Some(option()),
            field: None,
            sheet: None,
        },
    })
}

/// What the island is given on the page of the form for samples; `None` = another form, or one without a field for the
/// cloths. `id` is the form's, which its fields' ids begin with.
pub(crate) fn of_form(cx: &ViewContext<'_>, form: &Form, id: &str) -> Option<SamplesProps> {
    let has_field = form.fields.iter().any(|field| field.handle == FIELD);
    (form.handle.as_str() == FORM && has_field).then(|| SamplesProps {
        field: Some(format!("{id}-{FIELD}")),
        cloth: None,
        sheet: SheetProps::of(cx, sheet::SAMPLES),
    })
}
