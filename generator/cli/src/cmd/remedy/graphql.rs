//! Remedies for GraphQL errors: what each kind of message means for the dealers, the collection that is read through
//! GraphQL.

use vitrine_backends::ApiError;

/// A part of the message, and what to do about it. The last row matches all other messages.
const ROWS: &[(&str, &str)] = &[
    (
        "Unknown type",
        "In the CMS the blueprint of the collection `stores` must have the handle `store`",
    ),
    (
        "Cannot query field",
        "Let the CMS's GraphQL show the entries of the collection `stores` (resource `collections` in config/statamic/graphql.php), \
         and give the blueprint `store` the fields that the errors name",
    ),
    (
        "selection",
        "The field that the error names has another type in the CMS than its version has. Which type it is the CMS tells where introspection is \
         allowed: set `graphql.security.disable_introspection` to false in the CMS's config/graphql.php (GRAPHQL_DISABLE_INTROSPECTION)",
    ),
    (
        "validation",
        "Let the CMS's GraphQL show the entries of the collection `stores`: resource `collections` in config/statamic/graphql.php",
    ),
    (
        "Internal server error",
        "The CMS failed at the dealers: the reason stands in its storage/logs/laravel.log. Often it is one entry of `stores`, whose number in the \
         list the error names",
    ),
    (
        "",
        "See that the CMS's GraphQL shows the entries of the collection `stores`: resource `collections` in config/statamic/graphql.php",
    ),
];

/// The remedy for GraphQL errors.
pub(super) fn remedy(errors: &[ApiError]) -> String {
    let message = errors.first().map_or("", |error| error.title.as_str());
    // "sub selection" and "selection of subfields" are two versions of one message.
    let row = ROWS.iter().find(|(part, _)| message.contains(part));
    row.map_or("", |(_, what)| what).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R-BACK-04: messages of Statamic lead to the setting that causes them.
    #[test]
    fn r_back_04_each_message_has_its_remedy() {
        for (message, part) in [
            (
                "Field \"website\" of type \"LinkValue\" must have a sub selection.",
                "disable_introspection",
            ),
            (
                "Field \"website\" must not have a selection since type \"String\" has no subfields.",
                "disable_introspection",
            ),
            ("Unknown type \"Entry_Stores_Store\".", "the handle `store`"),
            (
                "Cannot query field \"phone\" on type \"Entry_Stores_Store\".",
                "the fields that the errors name",
            ),
            (
                "Cannot query field \"entries\" on type \"Query\".",
                "resource `collections`",
            ),
            ("validation", "resource `collections`"),
            ("Internal server error", "laravel.log"),
            ("Something else", "config/statamic/graphql.php"),
        ] {
            let error = ApiError {
                title: message.to_owned(),
                ..ApiError::default()
            };
            assert!(remedy(&[error]).contains(part), "{message}");
        }
        assert!(!remedy(&[]).is_empty());
    }
}
