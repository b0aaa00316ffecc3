//! The OpenAPI document, generated from the table of routes and the types of its rows.
//!
//! **Invariant:** deterministic; contains every row of the table and nothing else.

use std::sync::LazyLock;

use http::Method;
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, HttpMethod, InfoBuilder, Object, ObjectBuilder, OpenApiBuilder, Paths, Ref,
    Required, ResponseBuilder,
    extensions::ExtensionsBuilder,
    path::{OperationBuilder, ParameterBuilder, ParameterIn},
    request_body::{RequestBody, RequestBodyBuilder},
    schema::{ArrayBuilder, KnownFormat, SchemaFormat, Type},
};

use crate::{
    request::row::{AnswerKind, Row, Schema},
    routes::ROUTES,
    web::{policy::Caller, problem::ErrorResponse},
};

/// Most values of a repeated parameter (R-BACK-07: "array limit 20").
const MAX_REPEATED: usize = 20;

static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let mut paths = Paths::new();
    for row in ROUTES.iter() {
        paths.add_path_operation(row.path, vec![method(&row.method)], operation(row));
    }
    let document = OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("Vitrine")
                .version("1")
                .description(Some(
                    "The session, the cart, the checkout, orders, prices, stock and search of the shop, for the islands of its own pages.",
                ))
                .build(),
        )
        .paths(paths)
        .components(Some(components()))
        .build();
    document.to_pretty_json().unwrap_or_default()
});

/// The OpenAPI document as JSON, byte-identical for the same program.
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
    let caller = row.policy.caller;
    let is_form = caller == Caller::Form;
    let failed = if is_form {
        page("The request failed: the form, with what was sent and the errors.")
    } else {
        response("The request failed.", Schema::of::<ErrorResponse>())
    };
    let mut operation = OperationBuilder::new()
        .operation_id(Some(row.name))
        .summary(Some(row.summary))
        .response("default", failed)
        .response("200", success(row.answer.kind));
    if let (Some(meaning), AnswerKind::Json(answer)) = (row.answer.unavailable, row.answer.kind) {
        operation = operation.response("503", response(meaning, answer));
    }
    if let Some((schema, meaning)) = row.answer.conflict {
        operation = operation.response("409", response(meaning, schema));
    }
    operation = with_parameters(operation, row);
    if let Some(body) = row.body {
        operation = operation.request_body(Some(request_body(body.schema, caller)));
    }
    if row.begins_session {
        operation = operation.extensions(Some(ExtensionsBuilder::new().add("x-begins-session", true).build()));
    }
    operation
}

/// The parameters of the path, the query and the headers.
fn with_parameters(mut operation: OperationBuilder, row: &Row) -> OperationBuilder {
    for name in row
        .path
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name)
    {
        operation = operation.parameter(parameter(name, ParameterIn::Path, Some(pattern_of(name))));
    }
    for query in row.queries {
        let mut one =
            parameter(query.name, ParameterIn::Query, Some(query.pattern)).description(Some(query.description));
        if query.repeated {
            let list = ArrayBuilder::new().items(text(Some(query.pattern)));
            one = one.schema(Some(list.max_items(Some(MAX_REPEATED)).build()));
        }
        if !query.required {
            one = one.required(Required::False);
        }
        operation = operation.parameter(one);
    }
    if row.locale {
        operation = operation.parameter(parameter("X-Vitrine-Locale", ParameterIn::Header, None));
    }
    if row.is_write() && row.policy.caller != Caller::Form {
        let by_script = parameter("X-Vitrine", ParameterIn::Header, Some("^1$"));
        operation = operation.parameter(match row.policy.caller {
            Caller::PageOrForm => by_script.required(Required::False).description(Some(
                "Sent by a script, which gets JSON. Without it the answer is a page, and so is that of a failure.",
            )),
            _ => by_script,
        });
    }
    if row.needs_cookies() {
        let blocked = parameter("X-Vitrine-Cookies", ParameterIn::Header, Some("^blocked$"))
            .required(Required::False)
            .description(Some(
                "Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.",
            ));
        operation = operation.parameter(blocked);
    }
    operation
}

/// The pattern of a path parameter.
fn pattern_of(name: &str) -> &'static str {
    match name {
        "form" => "^[a-zA-Z0-9_-]+$",
        _ => "^[0-9a-f]{32}$",
    }
}

fn request_body(schema: Schema, caller: Caller) -> RequestBody {
    let media_type = match caller {
        Caller::Form => "application/x-www-form-urlencoded",
        Caller::PageOrForm => "multipart/form-data",
        Caller::Page | Caller::Signed(_) => "application/json",
    };
    let content = ContentBuilder::new().schema(Some(reference(schema))).build();
    RequestBodyBuilder::new()
        .content(media_type, content)
        .required(Some(Required::True))
        .build()
}

fn parameter(name: &str, place: ParameterIn, pattern: Option<&str>) -> ParameterBuilder {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(place)
        .required(Required::True)
        .schema(Some(text(pattern)))
}

fn text(pattern: Option<&str>) -> Object {
    ObjectBuilder::new().schema_type(Type::String).pattern(pattern).build()
}

fn success(kind: AnswerKind) -> ResponseBuilder {
    let said = "The request succeeded.";
    match kind {
        AnswerKind::Json(schema) => response(said, schema),
        AnswerKind::Page => page(said),
        AnswerKind::File(content_type) => {
            let file = ObjectBuilder::new()
                .schema_type(Type::String)
                .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
                .build();
            let content = ContentBuilder::new().schema(Some(file)).build();
            ResponseBuilder::new().description(said).content(content_type, content)
        }
    }
}

/// An HTML page.
fn page(description: &str) -> ResponseBuilder {
    let text = ObjectBuilder::new().schema_type(Type::String).build();
    let content = ContentBuilder::new().schema(Some(text)).build();
    ResponseBuilder::new()
        .description(description)
        .content("text/html", content)
}

fn response(description: &str, schema: Schema) -> ResponseBuilder {
    let content = ContentBuilder::new().schema(Some(reference(schema)));
    ResponseBuilder::new()
        .description(description)
        .content("application/json", content.build())
}

fn reference(schema: Schema) -> Ref {
    Ref::from_schema_name(schema.name())
}

/// Every type that a row uses, directly or indirectly.
fn components() -> utoipa::openapi::Components {
    let mut schemas = Vec::new();
    Schema::of::<ErrorResponse>().collect(&mut schemas);
    for row in ROUTES.iter() {
        if let AnswerKind::Json(answer) = row.answer.kind {
            answer.collect(&mut schemas);
        }
        if let Some((conflict, _)) = row.answer.conflict {
            conflict.collect(&mut schemas);
        }
        if let Some(body) = row.body {
            body.schema.collect(&mut schemas);
        }
    }
    ComponentsBuilder::new().schemas_from_iter(schemas).build()
}
