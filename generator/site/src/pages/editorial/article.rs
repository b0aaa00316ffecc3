//! The page of an article: an entry of a collection without a kind of its own. See [`super`].

use serde_json::json;
use vitrine_model::content::{Entry, EntryFields, EntryKind};

use super::{graph, story::Story, structured};
use crate::{
    context::ViewContext,
    view::words::{Facts, long_date, term_title},
};

pub(super) fn story<'a>(cx: &ViewContext<'a>, entry: &'a Entry) -> Option<Story<'a>> {
    let EntryFields::Article(fields) = &entry.fields else {
        return None;
    };
    let date = fields.date.map(|date| cx.format.date(date));
    let mut facts = Facts::new(cx);
    facts
        .plain(cx.t("editorial.date", &[]), date)
        .terms(cx.t("editorial.topics", &[]), &fields.topics);
    let mut data = json!({"@type": "Article", "headline": entry.title});
    if let Some(date) = fields.date {
        data["datePublished"] = json!(date.to_string());
    }
    let modified = entry.updated_at.map(|at| json!(structured::moment(cx, at)));
    let publisher = structured::shop(cx);
    structured::set(&mut data, [("publisher", publisher), ("dateModified", modified)]);
    let topic = fields.topics.first().and_then(|id| term_title(cx, id));
    let akin = graph::akin(cx, entry)
        .into_iter()
        .filter(|other| other.collection == entry.collection);
    let title = cx.t("editorial.more_news", &[]);
    Some(Story {
        eyebrow: fields.date.map(|date| long_date(cx, date)).or(topic),
        picture: fields.image.as_ref(),
        intro: fields.intro.clone(),
        text: Some(&fields.text),
        facts: facts.rows(),
        rows: graph::row_of(cx, EntryKind::Article, title, akin).into_iter().collect(),
        structured: Some(data),
        ..Story::default()
    })
}
