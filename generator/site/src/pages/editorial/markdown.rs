//! The Markdown form of an editorial page: facts, text, opening hours and links.

use vitrine_model::{
    content::{Block, Entry, EntryFields, RichTextNode},
    rich_text::markdown::escaped,
};

use super::editorial_view::EditorialView;
use crate::{
    context::ViewContext,
    markdown::{Markdown, add_blocks, add_links},
    page::PlannedPage,
    view,
};

/// The text of a page. `text` and `lead` are the rich text above its facts, `rest` the blocks below them.
pub(super) fn markdown(
    cx: &ViewContext<'_>,
    page: &PlannedPage,
    entry: &Entry,
    editorial: &EditorialView,
    (text, lead, rest): (&[RichTextNode], &[RichTextNode], &[Block]),
) -> String {
    let mut markdown = Markdown::of_page(cx.config, &editorial.title, &page.path);
    for line in [&editorial.eyebrow, &editorial.notice, &editorial.intro]
        .into_iter()
        .flatten()
    {
        markdown.paragraph(line);
    }
    markdown.facts(&editorial.facts);
    for action in &editorial.actions {
        let link = markdown.link(&action.label, Some(&action.href));
        markdown.item(&link);
    }
    markdown.nodes(cx, text);
    markdown.nodes(cx, lead);
    for section in &editorial.sections {
        markdown.heading(2, &section.title);
        section.items.iter().for_each(|item| markdown.item(&escaped(item)));
        // The only section with a text of its own is that about parking.
        if let (Some(_), EntryFields::Showroom(fields)) = (&section.text, &entry.fields) {
            markdown.rich(cx, &fields.parking);
        }
    }
    if let Some(quote) = &editorial.quote {
        markdown.quote(quote, Some(&editorial.title));
    }
    if let Some(hours) = &editorial.hours {
        markdown.heading(2, &cx.t("editorial.opening_hours", &[]));
        for row in &hours.rows {
            markdown.item(&escaped(&format!("{}: {}", row.day, row.hours)));
        }
        for row in &hours.special {
            let label = row
                .label
                .as_ref()
                .map(|label| format!(" ({label})"))
                .unwrap_or_default();
            markdown.item(&escaped(&format!("{}{label}: {}", row.words, row.hours)));
        }
    }
    add_blocks(&mut markdown, cx, rest, &editorial.blocks);
    if !editorial.all_products.cards.is_empty() {
        markdown.heading(2, &editorial.all_products.title);
        add_links(&mut markdown, &view::value(&editorial.all_products));
    }
    for row in &editorial.rows {
        markdown.heading(2, &row.title);
        add_links(&mut markdown, &view::value(row));
    }
    markdown.finish()
}
