//! Collects the schemas of island props.

use utoipa::{
    ToSchema,
    openapi::{RefOr, schema::Schema},
};

/// JSON schemas by name.
pub type Schemas = Vec<(String, RefOr<Schema>)>;

/// Adds the schema of a type and those of the types it contains.
pub(crate) fn collect<T: ToSchema>(schemas: &mut Schemas) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}
