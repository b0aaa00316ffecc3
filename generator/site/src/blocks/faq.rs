//! `faq`: an accordion of questions, written in the block or taken from the collection `faq`, by category or one by
//! one.
//!
//! **Invariant:** a question is shown once per block; a block without questions shows a text that says so (R-CMS-10).
//! Its anchors are on the answers, so that browsers open the `<details>` element for them.

use std::collections::BTreeSet;

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{Entry, EntryFields, EntryKind, FaqBlock, FaqFields, Questions, RichTextNode};

use crate::{
    context::ViewContext,
    view::{
        self,
        links::{self, HeadingView, LinkView},
        nodes::{self, NodeView},
        outline::Outline,
        structured::Question,
    },
};

#[derive(Serialize)]
struct FaqView {
    heading: Option<HeadingView>,
    item_level: u8,
    questions: Vec<QuestionView>,
    empty: Option<String>,
}

#[derive(Serialize)]
struct QuestionView {
    /// Anchor of the answer.
    id: String,
    question: String,
    answer: Vec<NodeView>,
    links: Vec<LinkView>,
}

/// A question with its answer, before rendering.
struct Found<'a> {
    key: String,
    question: &'a str,
    answer: &'a [RichTextNode],
    fields: Option<&'a FaqFields>,
}

/// The view, and the questions for the page's structured data. `id` is the block's, unique on the page.
pub(super) fn view<'a>(
    cx: &ViewContext<'a>,
    id: &str,
    block: &'a FaqBlock,
    outline: &mut Outline,
) -> (Value, Vec<Question>) {
    let heading = links::heading(&block.heading, outline);
    let found = found(cx, block);
    let told = found.iter().filter(|_| block.schema_org).map(|found| Question {
        name: found.question.to_owned(),
        answer: nodes::plain_text(found.answer),
    });
    let told = told.filter(|question| !question.answer.is_empty()).collect();
    let questions: Vec<QuestionView> = found.iter().map(|found| question(cx, id, found)).collect();
    let value = view::value(FaqView {
        heading,
        item_level: outline.items(),
        empty: questions.is_empty().then(|| cx.t("content.empty.questions", &[])),
        questions,
    });
    (value, told)
}

/// The questions of a block with their answers, in order.
pub(crate) fn questions<'a>(cx: &ViewContext<'a>, block: &'a FaqBlock) -> Questions<'a> {
    let found = found(cx, block).into_iter();
    found.map(|found| (found.question, found.answer)).collect()
}

fn found<'a>(cx: &ViewContext<'a>, block: &'a FaqBlock) -> Vec<Found<'a>> {
    let items = block.items.iter().enumerate().map(|(place, item)| Found {
        key: (place + 1).to_string(),
        question: &item.question,
        answer: &item.answer,
        fields: None,
    });
    let of_category = |entry: &&'a Entry| match (&entry.fields, &block.category) {
        (EntryFields::Faq(fields), Some(category)) => fields.categories.contains(category),
        _ => false,
    };
    let all = match block.category {
        Some(_) => cx.reader.entries_of(EntryKind::Faq, cx.locale),
        None => &[],
    };
    let listed = all.iter().filter_map(|id| cx.reader.entry(id)).filter(of_category);
    let picked = block.entries.iter().filter_map(|id| cx.reader.entry_in(id, cx.locale));
    let mut seen = BTreeSet::new();
    let entries = listed.chain(picked).filter(move |entry| seen.insert(&entry.id));
    let of_entries = entries.filter_map(|entry| match &entry.fields {
        EntryFields::Faq(fields) => Some(Found {
            key: entry.slug.clone(),
            question: &entry.title,
            answer: &fields.answer,
            fields: Some(fields),
        }),
        _ => None,
    });
    items.chain(of_entries).collect()
}

fn question(cx: &ViewContext<'_>, block: &str, found: &Found<'_>) -> QuestionView {
    let helpful = found.fields.map_or(&[][..], |fields| &fields.links);
    let plain = found.key.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-');
    QuestionView {
        id: format!("{block}-{}", plain.collect::<String>()),
        question: found.question.to_owned(),
        answer: nodes::nodes(cx, found.answer),
        links: helpful
            .iter()
            .map(|link| LinkView::to(link.label.clone(), links::href(cx, link.target.as_ref())))
            .collect(),
    }
}
