//! The schemas of what islands are given.

use utoipa::{
    ToSchema,
    openapi::{RefOr, schema::Schema},
};

/// JSON schemas by name.
pub type Schemas = Vec<(String, RefOr<Schema>)>;

/// Adds the schema of a type and those of the types that it names.
pub(crate) fn collect<T: ToSchema>(schemas: &mut Schemas) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}
