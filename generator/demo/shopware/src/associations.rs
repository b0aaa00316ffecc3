//! The associations of each entity, with their target entities. An unknown name is the 500 of Shopware §2.2.

/// The target entity of an association, or `None` if there is no such association.
pub(crate) fn target(entity: &str, name: &str) -> Option<&'static str> {
    Some(match (entity, name) {
        ("product", "cover" | "media") => "product_media",
        ("product", "manufacturer") => "product_manufacturer",
        ("product", "properties" | "options") => "property_group_option",
        ("product", "categories" | "categoriesRo") => "category",
        ("product" | "category", "seoUrls") => "seo_url",
        ("product" | "shipping_method", "deliveryTime") => "delivery_time",
        ("product" | "shipping_method", "tax") => "tax",
        ("product", "unit") => "unit",
        ("product", "configuratorSettings") => "product_configurator_setting",
        ("product", "crossSellings") => "product_cross_selling",
        ("product", "downloads") => "product_download",
        ("product", "children" | "parent" | "canonicalProduct") | ("category", "products" | "nestedProducts") => {
            "product"
        }
        ("product", "productReviews") => "product_review",
        ("product", "mainCategories") => "main_category",
        ("product", "prices") => "product_price",
        ("product", "visibilities") => "product_visibility",
        ("product", "streams") => "product_stream",
        ("product" | "category" | "shipping_method", "tags") => "tag",
        ("product" | "category", "cmsPage") => "cms_page",
        ("category", "children" | "parent") => "category",
        (
            "category"
            | "product_media"
            | "product_manufacturer"
            | "property_group_option"
            | "product_download"
            | "payment_method"
            | "shipping_method",
            "media",
        ) => "media",
        ("product_configurator_setting", "option") => "property_group_option",
        ("property_group_option", "group") => "property_group",
        ("property_group", "options") => "property_group_option",
        ("product_cross_selling", "assignedProducts") => "product_cross_selling_assigned_products",
        ("product_cross_selling_assigned_products", "product") => "product",
        ("media", "thumbnails") => "media_thumbnail",
        ("language", "locale" | "translationCode") => "locale",
        ("language", "parent" | "children") => "language",
        ("customer", "group") => "customer_group",
        ("customer", "defaultPaymentMethod" | "lastPaymentMethod") => "payment_method",
        ("customer", "salutation") => "salutation",
        ("customer", "language") => "language",
        ("customer", "addresses" | "defaultBillingAddress" | "defaultShippingAddress") => "customer_address",
        ("customer_address", "country") => "country",
        ("customer_address", "countryState") => "country_state",
        ("customer_address", "salutation") => "salutation",
        ("country", "states") => "country_state",
        ("country_state", "country") => "country",
        ("shipping_method", "prices") => "shipping_method_price",
        ("shipping_method" | "payment_method", "availabilityRule") => "rule",
        ("seo_url", "language") => "language",
        _ => return of_order(entity, name),
    })
}

/// The associations of an order and its parts.
fn of_order(entity: &str, name: &str) -> Option<&'static str> {
    Some(match (entity, name) {
        ("order", "lineItems") | ("order_line_item", "children" | "parent") => "order_line_item",
        ("order", "deliveries") => "order_delivery",
        ("order", "transactions") => "order_transaction",
        ("order", "addresses" | "billingAddress") | ("order_delivery", "shippingOrderAddress") => "order_address",
        ("order", "orderCustomer") => "order_customer",
        ("order", "currency") => "currency",
        ("order", "language") => "language",
        ("order", "documents") => "document",
        ("order", "tags") => "tag",
        ("order" | "order_delivery" | "order_transaction", "stateMachineState") => "state_machine_state",
        ("order_delivery", "shippingMethod") => "shipping_method",
        ("order_delivery", "positions") => "order_delivery_position",
        ("order_transaction", "paymentMethod") => "payment_method",
        ("order_line_item", "cover") | ("order_line_item_download", "media") => "media",
        ("order_line_item", "product") => "product",
        ("order_line_item", "downloads") => "order_line_item_download",
        ("order_address", "country") => "country",
        ("order_address", "countryState") => "country_state",
        ("order_address" | "order_customer", "salutation") => "salutation",
        ("document", "documentType") => "document_type",
        _ => return None,
    })
}
