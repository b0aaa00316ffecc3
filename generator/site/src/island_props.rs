//! A document with the JSON schemas of the props of islands, from which TypeScript types are generated.
//!
//! **Invariant:** the schemas are derived from the Rust types that pages serialise; the output is deterministic.

use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApiBuilder, Paths};

use crate::{
    commerce_event::CommerceEvent,
    header_footer::views::CartCountProps,
    pages::{BuyBoxProps, ProductProps, SCREENS, collect},
    tag_manager::ConsentProps,
    view::{form::FormProps, hours::OpenNowProps, locator::StoreLocatorProps, samples::SamplesProps},
};

/// The document as JSON: an OpenAPI document without paths; its components are the props of each island and the types
/// they contain.
pub fn island_props() -> String {
    let mut schemas = Vec::new();
    collect::<BuyBoxProps<'_>>(&mut schemas);
    collect::<ProductProps<'_>>(&mut schemas);
    collect::<CartCountProps>(&mut schemas);
    collect::<OpenNowProps>(&mut schemas);
    collect::<StoreLocatorProps>(&mut schemas);
    collect::<FormProps>(&mut schemas);
    collect::<SamplesProps>(&mut schemas);
    collect::<ConsentProps>(&mut schemas);
    collect::<CommerceEvent>(&mut schemas);
    for screen in &SCREENS {
        screen.collect_props(&mut schemas);
    }
    let document = OpenApiBuilder::new()
        .info(InfoBuilder::new().title("Props of islands").version("1").build())
        .paths(Paths::new())
        .components(Some(ComponentsBuilder::new().schemas_from_iter(schemas).build()))
        .build();
    document.to_pretty_json().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_that_the_islands_are_made_from_is_this_one() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../islands/src/props.json");
        let theirs = std::fs::read_to_string(file).expect("the islands' document");
        assert!(
            theirs.strip_suffix('\n') == Some(island_props().as_str()),
            "run scripts/api-types and commit"
        );
    }
}
