//! A form in one line: the newsletter, and the question for news of a product that is sold out.
//!
//! **Invariant:** it asks for one text and nothing else; what has to be accepted is said in words beside the button and is
//! accepted by pressing it. A form that must have more is no line.

use minijinja::Value;
use serde::Serialize;
use vitrine_forms::{FieldSpec, Rule, definition};
use vitrine_model::{
    form::{FieldKind, Form},
    ids::FormHandle,
};

use super::{Around, FieldView, FormProps, action, field, props};
use crate::{context::ViewContext, view::links::LinkView};

/// The form of the newsletter, if neither block nor globals name one.
pub(crate) const NEWSLETTER: &str = "newsletter";
/// The form that asks for news of a product that is sold out.
const RESTOCK: &str = "back_in_stock";

/// A form with one field.
#[derive(Serialize)]
pub(crate) struct LineView {
    id: String,
    mark: String,
    action: String,
    honeypot: String,
    field: FieldView,
    /// Fields with what they are sent with: what the page knows, and what is accepted by sending the form.
    given: Vec<(String, String)>,
    submit: String,
    /// What the visitor agrees to, as the editors wrote it.
    note: Option<Value>,
    privacy: Option<LinkView>,
    /// Title and text once it is sent; `None` = the island takes them from the page at `from`.
    sent: Option<(String, String)>,
    /// `None` = the island takes them from the page at `from`.
    props: Option<FormProps>,
    /// The page with the whole form, for a line that is on every page and must be short.
    from: Option<String>,
}

/// Where a line stands, and what it says there.
pub(crate) struct LineAt<'a> {
    /// Before the names of its places; it tells it from the same form elsewhere on the page.
    pub(crate) mark: String,
    /// The path of the page that tells a visitor without a script what came of it.
    pub(crate) page: &'a str,
    /// What hidden fields are sent with, by handle.
    pub(crate) given: &'a [(&'a str, String)],
    /// What the visitor agrees to; `None` = the usual words.
    pub(crate) note: Option<Value>,
    pub(crate) submit: String,
    /// Title and text once it is sent; `None` = the page has the whole form, and the island finds there what it needs.
    pub(crate) sent: Option<(String, String)>,
}

/// The line for a form; `None` if it asks for more than one text.
pub(crate) fn line(cx: &ViewContext<'_>, form: &Form, at: LineAt<'_>) -> Option<LineView> {
    let (mut spec, _) = definition::read(form);
    spec.fields.retain(FieldSpec::is_required);
    let value = |field: &FieldSpec| -> Option<String> {
        let known = at.given.iter().find(|(handle, _)| *handle == field.handle);
        let known = known.map(|(_, value)| value.clone());
        let is_accepted = field.kind == FieldKind::Toggle && field.rules.contains(&Rule::Accepted);
        known.or_else(|| is_accepted.then(|| "1".to_owned()))
    };
    let mut given = Vec::new();
    let mut asked = Vec::new();
    for field in &spec.fields {
        match value(field) {
            Some(value) => given.push((field.handle.clone(), value)),
            None => asked.push(field),
        }
    }
    let [only] = asked.as_slice() else { return None };
    if only.kind != FieldKind::Text || only.condition.is_some() {
        return None;
    }
    let own = form.fields.iter().find(|field| field.handle == only.handle)?;
    let id = format!("{}-line", at.mark);
    Some(LineView {
        action: action(cx, form, at.page),
        honeypot: form.honeypot.clone(),
        field: field::view(cx, &id, own, only, true),
        given,
        submit: at.submit,
        privacy: super::privacy(cx).filter(|_| at.note.is_none()),
        note: at.note,
        props: at.sent.is_some().then(|| props(cx, form, spec, &Around::default())),
        from: at.sent.is_none().then(|| at.page.to_owned()),
        sent: at.sent,
        mark: at.mark,
        id,
    })
}

/// The line for news of a product that is sold out, if the shop has a form for it.
pub(crate) fn restock(cx: &ViewContext<'_>, product: String, page: &str) -> Option<LineView> {
    let form = cx.reader.form(&FormHandle::parse(RESTOCK).ok()?)?;
    let at = LineAt {
        mark: RESTOCK.to_owned(),
        page,
        given: &[("product", product)],
        note: None,
        submit: cx.t("product.restock_ask", &[]),
        sent: Some((
            cx.t("product.restock_sent", &[]),
            cx.t("product.restock_sent_text", &[]),
        )),
    };
    line(cx, form, at)
}

/// The handle of the newsletter's form: the block's own, that of the globals, or the usual one.
fn newsletter_form(cx: &ViewContext<'_>, own: Option<&FormHandle>) -> Option<FormHandle> {
    let of_globals = cx
        .reader
        .globals(cx.locale)
        .and_then(|globals| globals.newsletter.form.clone());
    own.cloned()
        .or(of_globals)
        .or_else(|| FormHandle::parse(NEWSLETTER).ok())
}

/// The line for the newsletter, if the shop has a page with its form: a visitor without a script is answered there.
/// `place` tells it from others of the page.
pub(crate) fn newsletter(cx: &ViewContext<'_>, own: Option<&FormHandle>, place: &str) -> Option<LineView> {
    let handle = newsletter_form(cx, own)?;
    let pages = cx.reader.pages_with_form(&handle, cx.locale);
    let page = pages.iter().find_map(|id| cx.entry_href(id))?;
    let note = cx
        .reader
        .globals(cx.locale)
        .map(|globals| &globals.newsletter.privacy_note);
    let at = LineAt {
        mark: format!("{place}-{handle}"),
        page: &page,
        given: &[],
        note: note.filter(|note| !note.is_empty()).map(|note| cx.rich_text(note)),
        submit: cx.t("content.newsletter_sign_up", &[]),
        sent: None,
    };
    line(cx, cx.reader.form(&handle)?, at)
}
