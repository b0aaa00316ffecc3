//! The customer group of a session, as printed in the context and the customer.

use serde_json::{Map, Value, json};

use super::customer::group_id;
use super::{CREATED, Ctx};

pub(crate) fn customer_group(ctx: &Ctx) -> Value {
    let standard = || {
        let names = [("en-GB", "Standard customer group"), ("de-DE", "Standard-Kundengruppe")];
        let name = names.iter().find(|(iso, _)| *iso == ctx.iso);
        let name = name.map_or(Value::Null, |(_, name)| json!(name));
        let translated = if name.is_null() {
            json!("Standard customer group")
        } else {
            name.clone()
        };
        (name, translated)
    };
    let (name, translated_name) = match ctx.group() {
        Some(group) => (ctx.exact(Some(&group.name)), ctx.translated(Some(&group.name))),
        None => standard(),
    };

    let unset = [
        "registrationTitle",
        "registrationIntroduction",
        "registrationOnlyCompanyRegistration",
        "registrationSeoMetaDescription",
    ];
    let mut translated = Map::from_iter([
        ("name".to_owned(), translated_name),
        ("customFields".to_owned(), json!({})),
    ]);
    translated.extend(unset.map(|key| (key.to_owned(), Value::Null)));
    let mut group = Map::from_iter([
        ("translated".to_owned(), Value::Object(translated)),
        ("createdAt".to_owned(), json!(CREATED)),
        ("updatedAt".to_owned(), Value::Null),
        ("name".to_owned(), name),
        ("displayGross".to_owned(), json!(!ctx.shows_net())),
        ("registrationActive".to_owned(), json!(false)),
    ]);
    group.extend(unset.map(|key| (key.to_owned(), Value::Null)));
    group.extend([
        ("customFields".to_owned(), Value::Null),
        ("id".to_owned(), json!(group_id(&ctx.shop.shop, ctx.group_key()))),
        ("apiAlias".to_owned(), json!("customer_group")),
    ]);
    Value::Object(group)
}
