//! The OpenAPI document, made from the table of routes and the types of [`crate::schema`].
//!
//! **Invariant:** deterministic, and complete by construction: a row is in it, and nothing else is.

use std::sync::LazyLock;

use http::Method;
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, HttpMethod, InfoBuilder, ObjectBuilder, OpenApiBuilder, Paths, Ref, Required,
    ResponseBuilder,
    path::{OperationBuilder, ParameterBuilder, ParameterIn},
    request_body::RequestBodyBuilder,
    schema::Type,
};

use crate::{
    routes::{BodyRule, ROUTES, Row},
    schema,
};

static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let mut paths = Paths::new();
    for row in &ROUTES {
        paths.add_path_operation(row.path, vec![method(&row.method)], operation(row));
    }
    let document = OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("Vitrine")
                .version("1")
                .description(Some(
                    "Session, cart, prices and stock of the shop, for the islands of its own pages.",
                ))
                .build(),
        )
        .paths(paths)
        .components(Some(components()))
        .build();
    let mut text = document.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
});

/// The OpenAPI document as JSON, the same bytes for the same program.
pub fn openapi() -> String {
    DOCUMENT.clone()
}

fn method(method: &Method) -> HttpMethod {
    match method.as_str() {
        "POST" => HttpMethod::Post,
        "PATCH" => HttpMethod::Patch,
        "PUT" => HttpMethod::Put,
        "DELETE" => HttpMethod::Delete,
        _ => HttpMethod::Get,
    }
}

fn operation(row: &Row) -> OperationBuilder {
    let mut operation = OperationBuilder::new()
        .operation_id(Some(row.name))
        .summary(Some(row.summary))
        .response("default", response("A failure", Some("ErrorResponse")))
        .response("200", response("The answer", row.answer));
    if row.unavailable {
        operation = operation.response("503", response("The same, while there is nothing to serve", row.answer));
    }
    for name in row
        .path
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name)
    {
        operation = operation.parameter(parameter(name, ParameterIn::Path, Some("^[0-9a-f]{32}$")));
    }
    if let Some(query) = row.query {
        let list = parameter(query.name, ParameterIn::Query, Some(query.pattern));
        operation = operation.parameter(list.description(Some(query.summary)));
    }
    if row.locale {
        operation = operation.parameter(parameter("X-Vitrine-Locale", ParameterIn::Header, None));
    }
    if row.write {
        operation = operation.parameter(parameter("X-Vitrine", ParameterIn::Header, Some("^1$")));
    }
    if let BodyRule::Json { schema, .. } = row.body {
        let content = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name(schema)))
            .build();
        let body = RequestBodyBuilder::new()
            .content("application/json", content)
            .required(Some(Required::True))
            .build();
        operation = operation.request_body(Some(body));
    }
    operation
}

fn parameter(name: &str, place: ParameterIn, pattern: Option<&str>) -> ParameterBuilder {
    let schema = ObjectBuilder::new().schema_type(Type::String).pattern(pattern).build();
    ParameterBuilder::new()
        .name(name)
        .parameter_in(place)
        .required(Required::True)
        .schema(Some(schema))
}

fn response(words: &str, schema: Option<&str>) -> ResponseBuilder {
    let content = match schema {
        Some(name) => ContentBuilder::new().schema(Some(Ref::from_schema_name(name))),
        None => ContentBuilder::new().schema(Some(ObjectBuilder::new().build())),
    };
    ResponseBuilder::new()
        .description(words)
        .content("application/json", content.build())
}

fn components() -> utoipa::openapi::Components {
    ComponentsBuilder::new()
        .schema_from::<schema::Money>()
        .schema_from::<schema::TaxStatus>()
        .schema_from::<schema::AccountType>()
        .schema_from::<schema::CartErrorLevel>()
        .schema_from::<schema::Customer>()
        .schema_from::<schema::SessionResponse>()
        .schema_from::<schema::StockState>()
        .schema_from::<schema::ReferencePrice>()
        .schema_from::<schema::OfferPrice>()
        .schema_from::<schema::OfferTier>()
        .schema_from::<schema::Offer>()
        .schema_from::<schema::OffersResponse>()
        .schema_from::<schema::Shipping>()
        .schema_from::<schema::Tax>()
        .schema_from::<schema::LineItemKind>()
        .schema_from::<schema::LineItemOption>()
        .schema_from::<schema::Cover>()
        .schema_from::<schema::QuantityLimits>()
        .schema_from::<schema::LineItem>()
        .schema_from::<schema::CartError>()
        .schema_from::<schema::CartResponse>()
        .schema_from::<schema::AddLineItemRequest>()
        .schema_from::<schema::ChangeLineItemRequest>()
        .schema_from::<schema::StatusResponse>()
        .schema_from::<schema::ReadyStatus>()
        .schema_from::<schema::BackendState>()
        .schema_from::<schema::BackendStates>()
        .schema_from::<schema::ReadyResponse>()
        .schema_from::<schema::ErrorSource>()
        .schema_from::<schema::ApiErrorDetail>()
        .schema_from::<schema::ErrorResponse>()
        .build()
}
