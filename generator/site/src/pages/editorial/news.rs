//! The page of a news item. See [`super`].

use serde_json::json;
use vitrine_model::content::{Entry, EntryFields, EntryKind};

use super::{graph, story::Story, structured};
use crate::{
    context::ViewContext,
    view::words::{Facts, long_date, term_title},
};

pub(super) fn story<'a>(cx: &ViewContext<'a>, entry: &'a Entry) -> Option<Story<'a>> {
    let EntryFields::News(fields) = &entry.fields else {
        return None;
    };
    let minutes = fields
        .reading_time
        .map(|minutes| cx.plural("editorial.minutes", i64::from(minutes), &[]));
    let mut facts = Facts::new(cx);
    facts
        .plain(
            cx.t("editorial.date", &[]),
            fields.date.map(|date| cx.format.date(date)),
        )
        .plain(cx.t("editorial.author", &[]), fields.author.clone())
        .plain(cx.t("editorial.reading_time", &[]), minutes)
        .terms(cx.t("editorial.topics", &[]), &fields.topics)
        .entries(cx.t("editorial.brands", &[]), &fields.brands)
        .entries(cx.t("editorial.designers", &[]), &fields.designers)
        .entries(cx.t("editorial.projects", &[]), &fields.projects);
    let mut data = json!({"@type": "NewsArticle", "headline": entry.title});
    if let Some(date) = fields.date {
        data["datePublished"] = json!(date.to_string());
    }
    let author = fields.author.as_ref();
    structured::set(
        &mut data,
        [
            ("author", author.map(|name| json!({"@type": "Person", "name": name}))),
            ("publisher", structured::shop(cx)),
            (
                "dateModified",
                entry.updated_at.map(|at| json!(structured::moment(cx, at))),
            ),
        ],
    );
    let topic = fields.topics.first().and_then(|id| term_title(cx, id));
    Some(Story {
        eyebrow: fields.date.map(|date| long_date(cx, date)).or(topic),
        picture: fields.image.as_ref(),
        intro: fields.intro.clone(),
        text: Some(&fields.content),
        facts: facts.rows(),
        rows: graph::row_of(
            cx,
            EntryKind::News,
            cx.t("editorial.more_news", &[]),
            graph::akin(cx, entry),
        )
        .into_iter()
        .collect(),
        structured: Some(data),
        ..Story::default()
    })
}
