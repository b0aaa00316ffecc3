//! The fields of a product for filters and sorts: database fields and paths across associations, in the language of the
//! call.

use serde_json::Value;

use super::filter::{Field, Row};
use super::out::{date_time, num};
use super::{CREATED, Ctx, product_parts as parts, seo};
use vitrine_demo_shop::catalogue::{CategoryRow, OptionRow};
use vitrine_demo_shop::{Product, Text};

/// A product as a row of a criteria.
pub(crate) struct ProductRow<'c> {
    pub(crate) ctx: &'c Ctx,
    pub(crate) product: &'c Product,
}

impl Row for ProductRow<'_> {
    fn field(&self, path: &str) -> Field {
        let (ctx, product) = (self.ctx, self.product);
        let file = &product.file;
        let one = |value: Value| Field::Values(if value.is_null() { Vec::new() } else { vec![value] });
        let text = |text: Option<&Text>| one(ctx.translated(text));
        if let Some((association, rest)) = path.split_once('.') {
            return self.across(association, rest);
        }
        match path {
            "id" => one(product.id.clone().into()),
            "parentId" => one(self.parent().map_or(Value::Null, |parent| parent.id.clone().into())),
            "productNumber" => one(file.number.clone().into()),
            "active" => one(ctx.shop.is_visible(product).into()),
            "available" => one(product.available().into()),
            "stock" | "availableStock" => one(file.stock.into()),
            "isCloseout" => one(file.closeout.into()),
            "shippingFree" => one(file.shipping_free.into()),
            "markAsTopseller" => one(false.into()),
            "restockTime" => one(file.restock_days.into()),
            "minPurchase" => one(file.purchase.min.into()),
            "maxPurchase" => one(file.purchase.max.into()),
            "purchaseSteps" => one(file.purchase.steps.into()),
            "childCount" => one(if product.parent.is_some() {
                Value::Null
            } else {
                product.children.len().into()
            }),
            "manufacturerId" => one(ctx
                .shop
                .brands
                .get(product.brand)
                .map_or(Value::Null, |brand| brand.id.clone().into())),
            "manufacturerNumber" => one(file.manufacturer_number.clone().into()),
            "ean" => one(file.ean.clone().into()),
            "taxId" => one(ctx
                .shop
                .shop
                .taxes
                .get_index(product.tax)
                .map_or(Value::Null, |(key, tax)| super::master_data::tax_id(key, tax).into())),
            "deliveryTimeId" => one(product
                .delivery_time
                .and_then(|index| ctx.shop.delivery_times.get(index))
                .map_or(Value::Null, |time| time.id.clone().into())),
            "createdAt" => one(file.created.map_or_else(|| CREATED.into(), date_time)),
            "updatedAt" => one(file.updated.map_or(Value::Null, date_time)),
            "name" => text(Some(&file.name)),
            "description" => text(file.description.as_ref()),
            "metaTitle" => text(file.meta_title.as_ref()),
            "metaDescription" => text(file.meta_description.as_ref()),
            "weight" => one(file.weight.map_or(Value::Null, num)),
            "width" => one(file.width.map_or(Value::Null, num)),
            "height" => one(file.height.map_or(Value::Null, num)),
            "length" => one(file.length.map_or(Value::Null, num)),
            "price" => one(num(file.price)),
            "cheapestPrice" => one(num(super::product::family_price(ctx, product))),
            "autoIncrement" => one(ctx
                .shop
                .product_by_id
                .get(&product.id)
                .map_or(Value::Null, |index| (index + 1).into())),
            "coverId" => one(parts::cover_id(ctx, product)),
            "sales" => one(file.sales.into()),
            "ratingAverage" => one(file.rating.map_or(Value::Null, num)),
            "keywords" => text(file.keywords.as_ref()),
            "purchaseUnit" => one(file.purchase_unit.map_or(Value::Null, num)),
            "referenceUnit" => one(file.reference_unit.map_or(Value::Null, num)),
            "unitId" => one(product
                .unit
                .and_then(|index| ctx.shop.units.get(index))
                .map_or(Value::Null, |unit| unit.id.clone().into())),
            "displayGroup" => one(super::product::display_group(ctx, product).map_or(Value::Null, Value::from)),
            "states" => one(if file.digital.is_some() {
                "is-download"
            } else {
                "is-physical"
            }
            .into()),
            "categoryIds" => Field::Values(self.categories().map(|row| row.id.clone().into()).collect()),
            "categoryTree" => Field::Values(
                super::product::category_tree(ctx, product)
                    .as_array()
                    .cloned()
                    .unwrap_or_default(),
            ),
            "optionIds" => Field::Values(
                self.options(&product.options)
                    .map(|row| row.id.clone().into())
                    .collect(),
            ),
            "propertyIds" => Field::Values(
                self.options(&product.properties)
                    .map(|row| row.id.clone().into())
                    .collect(),
            ),
            "releaseDate" | "cmsPageId" | "canonicalProductId" | "packUnit" | "tagIds" | "streamIds"
            | "customFields" => Field::Values(Vec::new()),
            "purchasePrices" | "prices" | "visibilities" | "versionId" => Field::Hidden,
            "calculatedPrice" | "calculatedPrices" | "calculatedCheapestPrice" | "calculatedMaxPurchase" | "isNew" => {
                Field::Runtime
            }
            _ => Field::Unknown,
        }
    }
}

impl ProductRow<'_> {
    fn parent(&self) -> Option<&Product> {
        self.product
            .parent
            .and_then(|index| self.ctx.shop.products.get(index))
            .map(|parent| &**parent)
    }

    fn categories(&self) -> impl Iterator<Item = &CategoryRow> {
        self.product
            .categories
            .iter()
            .filter_map(|index| self.ctx.shop.categories.get(*index))
    }

    fn options<'o>(&'o self, indexes: &'o [usize]) -> impl Iterator<Item = &'o OptionRow> {
        indexes.iter().filter_map(|index| self.ctx.shop.options.get(*index))
    }

    fn across(&self, association: &str, rest: &str) -> Field {
        let (ctx, product) = (self.ctx, self.product);
        match association {
            "parent" => self.parent().map_or(Field::Values(Vec::new()), |product| {
                ProductRow { ctx, product }.field(rest)
            }),
            "children" => Field::Values(
                ctx.shop
                    .children(product)
                    .flat_map(|child| match (ProductRow { ctx, product: child }).field(rest) {
                        Field::Values(values) => values,
                        _ => Vec::new(),
                    })
                    .collect(),
            ),
            "manufacturer" => self.manufacturer(rest),
            "categories" | "categoriesRo" => self.in_categories(association, rest),
            "properties" => self.in_options(&product.properties, rest),
            "options" => self.in_options(&product.options, rest),
            "tax" if rest == "taxRate" => Field::Values(vec![num(ctx.shop.tax_rate(product))]),
            "tax" => {
                let row = ctx.shop.shop.taxes.get_index(product.tax);
                self.dated(row.map(|(key, tax)| super::master_data::tax_id(key, tax)), rest)
            }
            "deliveryTime" => {
                let row = product
                    .delivery_time
                    .and_then(|index| ctx.shop.delivery_times.get(index));
                self.dated(row.map(|row| row.id.clone()), rest)
            }
            "unit" => {
                let row = product.unit.and_then(|index| ctx.shop.units.get(index));
                self.dated(row.map(|row| row.id.clone()), rest)
            }
            "media" => match rest.strip_prefix("media.") {
                Some(rest) => {
                    let rows = product.media.iter().filter_map(|index| ctx.shop.media.get(*index));
                    self.dated(rows.map(|row| row.id.clone()), rest)
                }
                None => Field::Unknown,
            },
            "prices" | "visibilities" => Field::Hidden,
            "customFields" => {
                let fields = ctx.translated_fields(&product.file.custom_fields);
                Field::Values(
                    fields
                        .get(rest)
                        .filter(|value| !value.is_null())
                        .cloned()
                        .into_iter()
                        .collect(),
                )
            }
            "seoUrls" => Field::Values(
                seo::of_product(ctx, product)
                    .iter()
                    .filter_map(|url| url.get(rest).cloned())
                    .collect(),
            ),
            _ => Field::Unknown,
        }
    }

    /// Id and times of rows across an association.
    fn dated(&self, ids: impl IntoIterator<Item = String>, rest: &str) -> Field {
        let value = |id: String| match rest {
            "id" => id.into(),
            "createdAt" => CREATED.into(),
            _ => self.ctx.stamp(&id),
        };
        match rest {
            "id" | "createdAt" | "updatedAt" => {
                Field::Values(ids.into_iter().map(value).filter(|value| !value.is_null()).collect())
            }
            _ => Field::Unknown,
        }
    }

    fn manufacturer(&self, rest: &str) -> Field {
        let Some(brand) = self.ctx.shop.brands.get(self.product.brand) else {
            return Field::Values(Vec::new());
        };
        match rest {
            "id" => Field::Values(vec![brand.id.clone().into()]),
            "name" => Field::Values(vec![brand.file.name.clone().into()]),
            _ => self.dated([brand.id.clone()], rest),
        }
    }

    fn in_categories(&self, association: &str, rest: &str) -> Field {
        match rest {
            // `categoriesRo` also includes ancestor categories.
            "id" if association == "categoriesRo" => self.field("categoryTree"),
            "id" => Field::Values(self.categories().map(|row| row.id.clone().into()).collect()),
            "name" => Field::Values(
                self.categories()
                    .map(|row| self.ctx.translated(Some(&row.name)))
                    .collect(),
            ),
            _ => self.dated(self.categories().map(|row| row.id.clone()), rest),
        }
    }

    fn in_options(&self, indexes: &[usize], rest: &str) -> Field {
        match rest {
            "updatedAt" | "createdAt" => return self.dated(self.options(indexes).map(|row| row.id.clone()), rest),
            "group.updatedAt" | "group.createdAt" => {
                let groups = self
                    .options(indexes)
                    .filter_map(|row| self.ctx.shop.groups.get(row.group));
                return self.dated(groups.map(|row| row.id.clone()), rest.trim_start_matches("group."));
            }
            _ => {}
        }
        let group = |row: &OptionRow| self.ctx.shop.groups.get(row.group);
        let value = |row: &OptionRow| match rest {
            "id" => Some(row.id.clone().into()),
            "name" => Some(self.ctx.translated(Some(&row.file.name))),
            "groupId" | "group.id" => group(row).map(|group| group.id.clone().into()),
            "group.name" => group(row).map(|group| self.ctx.translated(Some(&group.file.name))),
            "group.customFields.externalId" => group(row)
                .and_then(|group| group.file.external_id.clone())
                .map(Value::from),
            _ => None,
        };
        if !matches!(
            rest,
            "id" | "name" | "groupId" | "group.id" | "group.name" | "group.customFields.externalId"
        ) {
            return Field::Unknown;
        }
        Field::Values(self.options(indexes).filter_map(value).collect())
    }
}
