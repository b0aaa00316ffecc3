//! The `product` entity (Shopware §15): every exposed field, associations only if requested, values inherited from the
//! parent.

use serde_json::{Value, json};

use super::category::seo_urls;
use super::criteria::{Association, Associations};
use super::master_data::{delivery_time, tax, tax_id};
use super::out::{LIVE_VERSION, Out, date_time, num};
use super::price::{self, Base, Price, TaxRate};
use super::search_result::refined;
use super::{CREATED, Ctx, category, product_parts as parts, seo};
use vitrine_demo_shop::catalogue::Row;
use vitrine_demo_shop::{Product, Unit, id_of};

/// Where a product is printed: this changes what is always loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A list, or inside another entity.
    List,
    /// The product detail, where the header alone leaves `seoUrls` null.
    Detail,
    /// Cross selling: `options` are always loaded.
    CrossSelling,
    /// A listing: `manufacturer` and `options` with their group are always loaded.
    Listing,
}

/// The entity.
pub(crate) fn entity(ctx: &Ctx, product: &Product, associations: &Associations, place: Place) -> Value {
    let includes = ctx.includes.clone();
    let mut out = Out::new(&includes, "product");
    out.with("extensions", || extensions(ctx, product, place));
    head(ctx, product, &mut out);
    stock(ctx, product, &mut out);
    quantities(product, &mut out);
    texts(ctx, product, &mut out);
    relations(ctx, product, associations, place, &mut out);
    prices(ctx, product, &mut out);
    out.with("sortedProperties", || {
        associations
            .get("properties")
            .filter(|asked| asked.nested.get("group").is_some())
            .map_or(Value::Null, |_| parts::sorted_properties(ctx, product))
    });
    out.put("isNew", false)
        .put("calculatedMaxPurchase", product.calculated_max_purchase());
    out.with("seoCategory", || {
        if place == Place::Detail {
            seo_category(ctx, product)
        } else {
            Value::Null
        }
    });
    out.done()
}

fn extensions(ctx: &Ctx, product: &Product, place: Place) -> Value {
    let index = ctx.shop.product_by_id.get(&product.id).map_or(0, |index| index + 1);
    let mut search = json!({
        "extensions": [], "_uniqueIdentifier": null, "translated": [], "productNumber": product.file.number, "autoIncrement": index
    });
    if let Some(search) = search.as_object_mut().filter(|_| place == Place::Listing) {
        search.insert("id".to_owned(), product.id.clone().into());
    }
    json!({"search": search})
}

fn head(ctx: &Ctx, product: &Product, out: &mut Out<'_>) {
    let file = &product.file;
    out.put("versionId", LIVE_VERSION);
    out.with("translated", || {
        json!({
            "metaDescription": ctx.translated(file.meta_description.as_ref()), "name": ctx.translated(Some(&file.name)),
            "keywords": ctx.translated(file.keywords.as_ref()),
            "description": ctx.translated(file.description.as_ref()), "metaTitle": ctx.translated(file.meta_title.as_ref()),
            "packUnit": ctx.translated(file.pack_unit.as_ref()), "packUnitPlural": ctx.translated(file.pack_unit_plural.as_ref()),
            "customFields": ctx.translated_product_fields(&file.custom_fields), "slotConfig": null,
            "customSearchKeywords": null
        })
    });
    out.with("createdAt", || file.created.map_or_else(|| CREATED.into(), date_time));
    out.with("updatedAt", || file.updated.map_or(Value::Null, date_time));
    out.with("parentId", || parent_id(ctx, product));
    out.put(
        "childCount",
        if product.parent.is_some() {
            Value::Null
        } else {
            product.children.len().into()
        },
    );
    out.with("taxId", || {
        ctx.shop
            .shop
            .taxes
            .get_index(product.tax)
            .map_or(Value::Null, |(key, tax)| tax_id(key, tax).into())
    });
    out.with("manufacturerId", || {
        ctx.shop
            .brands
            .get(product.brand)
            .map_or(Value::Null, |brand| brand.id.clone().into())
    });
    out.with("unitId", || {
        unit_row(ctx, product).map_or(Value::Null, |row| row.id.clone().into())
    })
    .put("active", file.active);
    out.with("displayGroup", || {
        display_group(ctx, product).map_or(Value::Null, Value::from)
    });
    out.put("manufacturerNumber", file.manufacturer_number.clone())
        .put("ean", file.ean.clone())
        .put("sales", file.sales);
    out.put("productNumber", file.number.clone());
}

fn parent_id(ctx: &Ctx, product: &Product) -> Value {
    product
        .parent
        .and_then(|index| ctx.shop.products.get(index))
        .map_or(Value::Null, |parent| parent.id.clone().into())
}

fn stock(ctx: &Ctx, product: &Product, out: &mut Out<'_>) {
    let file = &product.file;
    let time = product
        .delivery_time
        .and_then(|index| ctx.shop.delivery_times.get(index));
    out.put("stock", file.stock)
        .put("availableStock", file.stock)
        .put("available", product.available());
    out.put(
        "deliveryTimeId",
        time.map_or(Value::Null, |time| time.id.clone().into()),
    );
    out.with("deliveryTime", || {
        time.map_or(Value::Null, |time| delivery_time(ctx, time))
    });
    out.put("restockTime", file.restock_days)
        .put("isCloseout", file.closeout);
}

fn quantities(product: &Product, out: &mut Out<'_>) {
    let file = &product.file;
    let measure = |value: Option<f64>| value.map_or(Value::Null, num);
    out.put("purchaseSteps", file.purchase.steps)
        .put("maxPurchase", file.purchase.max)
        .put("minPurchase", file.purchase.min);
    out.put("purchaseUnit", measure(file.purchase_unit))
        .put("referenceUnit", measure(file.reference_unit))
        .put("shippingFree", file.shipping_free)
        .put("markAsTopseller", false);
    out.put("weight", measure(file.weight))
        .put("width", measure(file.width))
        .put("height", measure(file.height));
    out.put("length", measure(file.length)).put("releaseDate", Value::Null);
}

fn texts(ctx: &Ctx, product: &Product, out: &mut Out<'_>) {
    let (file, own) = (&product.file, &product.own);
    let exact = |named: bool, text| if named { ctx.exact(text) } else { Value::Null };
    out.with("name", || exact(own.name, Some(&file.name)))
        .with("keywords", || exact(own.keywords, file.keywords.as_ref()));
    out.with("description", || exact(own.description, file.description.as_ref()));
    out.with("metaDescription", || {
        exact(own.meta_description, file.meta_description.as_ref())
    });
    out.with("metaTitle", || exact(own.meta_title, file.meta_title.as_ref()))
        .with("packUnit", || exact(own.pack_unit, file.pack_unit.as_ref()))
        .with("packUnitPlural", || {
            exact(own.pack_unit, file.pack_unit_plural.as_ref())
        });
    out.with("customFields", || {
        Value::Object(ctx.own_product_fields(&own.custom_fields))
    });
}

fn relations(ctx: &Ctx, product: &Product, associations: &Associations, place: Place, out: &mut Out<'_>) {
    let asked = |name: &str, make: &dyn Fn(&Association) -> Value| associations.get(name).map_or(Value::Null, make);
    let ids = |options: &[usize]| parts::option_ids(ctx, options);
    out.with("categoryTree", || category_tree(ctx, product))
        .with("categoryIds", || category_ids(ctx, product));
    out.put("streamIds", Value::Null)
        .with("optionIds", || ids(&product.options))
        .with("propertyIds", || ids(&product.properties));
    out.with("tax", || tax(ctx, product.tax)).with("unit", || {
        unit_row(ctx, product).map_or(Value::Null, |row| super::master_data::unit(ctx, row))
    });
    out.with("manufacturer", || {
        if place == Place::Listing || associations.get("manufacturer").is_some() {
            parts::manufacturer(ctx, product)
        } else {
            Value::Null
        }
    });
    out.with("cover", || parts::cover(ctx, product))
        .with("coverId", || parts::cover_id(ctx, product));
    out.with("media", || {
        asked("media", &|asked| {
            refined(ctx, asked, &|ctx| parts::media_list(ctx, product))
        })
    });
    out.with("parent", || asked("parent", &|below| parent(ctx, product, below)));
    out.with("children", || asked("children", &|below| children(ctx, product, below)));
    for key in ["categories", "categoriesRo"] {
        out.with(key, || {
            asked(key, &|below| {
                refined(ctx, below, &|ctx| categories(ctx, product, &below.nested, place))
            })
        });
    }
    out.with("properties", || {
        asked("properties", &|below| {
            refined(ctx, below, &|ctx| {
                parts::options(ctx, &product.properties, &below.nested)
            })
        })
    });
    out.with("options", || options(ctx, product, associations.get("options"), place));
    out.with("configuratorSettings", || {
        asked("configuratorSettings", &|below| {
            refined(ctx, below, &|ctx| {
                parts::configurator_settings(ctx, product, &below.nested)
            })
        })
    });
    out.with("crossSellings", || {
        asked("crossSellings", &|below| {
            refined(ctx, below, &|ctx| parts::cross_sellings(ctx, product))
        })
    });
    out.with("downloads", || {
        asked("downloads", &|below| {
            refined(ctx, below, &|ctx| parts::downloads(ctx, product, &below.nested))
        })
    });
    out.with("seoUrls", || {
        // In a detail, the header fills the copy of the product inside the layout, unless that is not printed.
        let inside = place == Place::Detail && ctx.includes.prints("product", "cmsPage");
        let header = ctx.seo_header && !inside;
        seo_urls(
            associations.get("seoUrls").is_some(),
            header,
            seo::of_product(ctx, product),
        )
    });
    for key in ["productReviews", "mainCategories", "streams", "tags"] {
        out.with(key, || asked(key, &|_| json!([])));
    }
    out.nulls(&[
        "cmsPageId",
        "cmsPage",
        "translations",
        "tagIds",
        "canonicalProductId",
        "canonicalProduct",
    ]);
    out.put("ratingAverage", product.file.rating.map_or(Value::Null, num));
    out.put(
        "states",
        json!([if product.file.digital.is_some() {
            "is-download"
        } else {
            "is-physical"
        }]),
    )
    .put("id", product.id.clone());
}

/// The options of a variant; always loaded in cross selling and, with their group, in listings.
fn options(ctx: &Ctx, product: &Product, asked: Option<&Association>, place: Place) -> Value {
    match (asked, place) {
        (Some(below), _) => {
            let grouped = place == Place::Listing || below.nested.get("group").is_some();
            refined(ctx, below, &|ctx| {
                parts::options_with(ctx, &product.options, grouped, below.nested.get("media").is_some())
            })
        }
        (None, Place::Listing) => parts::options_with(ctx, &product.options, true, false).into(),
        (None, Place::CrossSelling) => parts::options_with(ctx, &product.options, false, false).into(),
        (None, _) => Value::Null,
    }
}

/// The unit of a product's base price.
fn unit_row<'c>(ctx: &'c Ctx, product: &Product) -> Option<&'c Row<Unit>> {
    ctx.shop.units.get(product.unit?)
}

/// The group of which a listing shows one product: a family, or a product without variants. `None` for a family itself,
/// so it is never listed.
pub(crate) fn display_group(ctx: &Ctx, product: &Product) -> Option<String> {
    let family = product.parent.and_then(|index| ctx.shop.products.get(index));
    let shown = family.map_or(product, |family| family);
    product
        .sellable()
        .then(|| id_of("display_group", &shown.file.number, None))
}

fn parent(ctx: &Ctx, product: &Product, below: &Association) -> Value {
    let parent = product.parent.and_then(|index| ctx.shop.products.get(index));
    parent.map_or(Value::Null, |parent| entity(ctx, parent, &below.nested, Place::List))
}

fn children(ctx: &Ctx, product: &Product, below: &Association) -> Value {
    refined(ctx, below, &|ctx| {
        let children = ctx.shop.children(product).filter(|child| child.file.active);
        children
            .map(|child| entity(ctx, child, &below.nested, Place::List))
            .collect()
    })
}

fn categories(ctx: &Ctx, product: &Product, below: &Associations, place: Place) -> Vec<Value> {
    // The header fills only one copy of a category: in a detail that of `seoCategory`, which is the first.
    let elsewhere = place == Place::Detail && ctx.includes.prints("product", "seoCategory");
    let bare = elsewhere.then(|| Ctx {
        seo_header: false,
        ..ctx.clone()
    });
    let rows = product.categories.iter().enumerate();
    rows.filter_map(|(nth, index)| {
        let row = ctx.shop.categories.get(*index)?;
        let ctx = bare.as_ref().filter(|_| nth == 0).unwrap_or(ctx);
        Some(category::entity(ctx, row, below, Value::Null))
    })
    .collect()
}

fn category_ids(ctx: &Ctx, product: &Product) -> Value {
    let rows = product
        .categories
        .iter()
        .filter_map(|index| ctx.shop.categories.get(*index));
    null_if_empty(rows.map(|row| row.id.clone()).collect())
}

/// All categories of a product and their ancestors, without duplicates.
pub(crate) fn category_tree(ctx: &Ctx, product: &Product) -> Value {
    let mut ids: Vec<String> = Vec::new();
    for row in product
        .categories
        .iter()
        .filter_map(|index| ctx.shop.categories.get(*index))
    {
        let above = row.path.iter().filter_map(|index| ctx.shop.categories.get(*index));
        for id in above.map(|row| &row.id).chain([&row.id]) {
            if !ids.contains(id) {
                ids.push(id.clone());
            }
        }
    }
    null_if_empty(ids)
}

fn null_if_empty(ids: Vec<String>) -> Value {
    if ids.is_empty() { Value::Null } else { ids.into() }
}

fn seo_category(ctx: &Ctx, product: &Product) -> Value {
    let index = product.categories.first().copied();
    let row = index.and_then(|index| Some((index, ctx.shop.categories.get(index)?)));
    row.map_or(Value::Null, |(index, row)| {
        ctx.includes.prune(category::with_search(
            index,
            category::entity(ctx, row, &Associations::default(), Value::Null),
        ))
    })
}

fn prices(ctx: &Ctx, product: &Product, out: &mut Out<'_>) {
    let rate = ctx.tax_rate(product);
    out.with("calculatedPrices", || {
        price::tiers(product, ctx.group_key(), rate)
            .iter()
            .map(|price| price.clone().with_base(base(ctx, product)).value(&ctx.includes))
            .collect()
    });
    out.with("calculatedPrice", || {
        price::calculated(product, rate)
            .with_base(base(ctx, product))
            .value(&ctx.includes)
    });
    out.with("calculatedCheapestPrice", || cheapest(ctx, product, rate));
}

/// The products considered for the cheapest price: the family's variants, or the product itself.
fn priced_together<'c>(ctx: &'c Ctx, product: &'c Product) -> Vec<&'c Product> {
    let family = product
        .parent
        .and_then(|index| ctx.shop.products.get(index))
        .map_or(product, |parent| parent);
    let children = ctx.shop.children(family).filter(|child| child.file.active);
    let mut sellable: Vec<&Product> = children.map(|child| &**child).collect();
    if sellable.is_empty() {
        sellable.push(product);
    }
    sellable
}

/// The lowest gross price of a family over all variants and tiers, used by listings for filters and sorting.
pub(crate) fn family_price(ctx: &Ctx, product: &Product) -> f64 {
    let prices = priced_together(ctx, product).into_iter();
    let prices = prices.map(|one| one.cheapest_price(ctx.group_key()));
    prices.fold(f64::INFINITY, f64::min)
}

/// The cheapest price of a product and its siblings or variants, over all tiers.
fn cheapest(ctx: &Ctx, product: &Product, rate: TaxRate) -> Value {
    let sellable = priced_together(ctx, product);
    let least = sellable
        .iter()
        .map(|one| (one.cheapest_price(ctx.group_key()), *one))
        .min_by(|(a, one), (b, other)| a.total_cmp(b).then_with(|| one.id.cmp(&other.id)));
    let (unit, of) = least.unwrap_or((product.file.price, product));
    let most = sellable
        .iter()
        .flat_map(|one| {
            let tiers = one.tiers(ctx.group_key()).iter().map(|tier| tier.price);
            // A group's own prices replace the general price.
            let single =
                (!one.file.group_prices.contains_key(ctx.group_key().unwrap_or_default())).then_some(one.file.price);
            tiers.chain(single)
        })
        .fold(unit, f64::max);
    let comparisons = if of.tiers(ctx.group_key()).is_empty() {
        (of.file.list_price, of.file.regulation_price)
    } else {
        (None, None)
    };
    let price = Price::new(unit, 1, rate)
        .with_comparison(comparisons.0, comparisons.1, rate)
        .with_base(base(ctx, of));
    let mut out = price.write(&ctx.includes, "calculated_cheapest_price");
    out.put("hasRange", most > unit).put("variantId", of.id.clone());
    out.done()
}

/// The inputs of a product's base price.
pub(crate) fn base(ctx: &Ctx, product: &Product) -> Option<Base> {
    Base::of(&product.file, ctx.label(&unit_row(ctx, product)?.file.name))
}
