//! Recalculates a cart: products are looked up again, quantities repaired (Shopware §7.3), promotions and shipping
//! calculated (Shopware §6.3). Changes are reported as cart errors.

use std::sync::Arc;

use serde_json::json;

use super::Ctx;
use super::availability;
use super::calculated::{Calculated, Discount, Priced};
use super::cart_errors::{CartError, Errors, joined};
use super::cart_lines::Line;
use super::price::{self, Price, TaxState, shares};
use super::product::base;
use super::stored_cart::Cart;
use vitrine_demo_shop::catalogue::{PromotionKind, PromotionScope};
use vitrine_demo_shop::{Product, Promotion, id_of, on_step};

/// Id of the discount (and of its line) of a promotion.
pub(crate) fn discount_id(promotion: &Promotion) -> String {
    id_of("discount", &promotion.code, promotion.discount_id.as_deref())
}

/// Id of a promotion.
pub(crate) fn promotion_id(promotion: &Promotion) -> String {
    id_of("promotion", &promotion.code, promotion.id.as_deref())
}

fn used_up(ctx: &Ctx, promotion: &Promotion) -> bool {
    let id = promotion_id(promotion);
    let used = ctx.customer.iter().flat_map(|customer| &customer.redeemed);
    let used = used.filter(|used| **used == id).count();
    promotion.per_customer.is_some_and(|most| used >= most)
}

/// The promotion of a code, ignoring case, if it is valid now.
pub(crate) fn promotion<'c>(ctx: &'c Ctx, code: &str) -> Option<&'c Promotion> {
    let mut rows = ctx.shop.promotions.iter().map(|row| &row.file);
    rows.find(|promotion| promotion.code.eq_ignore_ascii_case(code) && promotion.valid_at(ctx.now))
}

/// Recalculates; also repairs the stored cart.
pub(crate) fn calculate(ctx: &Ctx, cart: &mut Cart, given: Vec<CartError>) -> Calculated {
    let mut errors = joined(given);
    let mut lines = Vec::new();
    cart.lines.retain_mut(|line| match priced(ctx, line, &mut errors) {
        None => false,
        Some(priced) => {
            lines.push(priced);
            true
        }
    });
    let goods: Vec<&Priced> = lines.iter().filter(|line| line.good()).collect();
    let subtotal: f64 = goods.iter().map(|line| line.price.total).sum();
    let mut discounts = Vec::new();
    // A code that expired since it was added is treated as unknown.
    cart.codes.retain(|code| {
        let known = promotion(ctx, &code.typed).is_some();
        if !known {
            errors.add(CartError::promotion_not_found(&code.typed));
        }
        known
    });
    for code in &mut cart.codes {
        let Some(promotion) = promotion(ctx, &code.typed) else {
            continue;
        };
        // Shopware gives no error for a code that the customer has used up: it stays in the cart without a discount.
        if used_up(ctx, promotion) {
            continue;
        }
        let label = ctx.label(&promotion.name);
        if goods.is_empty() || promotion.minimum.is_some_and(|minimum| subtotal < minimum) {
            errors.add(CartError::not_eligible(&label));
            continue;
        }
        if !code.announced {
            code.announced = true;
            errors.add(CartError::discount_added(&label, &discount_id(promotion)));
        }
        discounts.push(discount(ctx.tax_state(), &code.typed, promotion, label, &goods));
    }
    let mut calculated = Calculated {
        lines,
        discounts,
        shipping: None,
        errors,
    };
    add_shipping(ctx, &mut calculated);
    availability::check(ctx, &mut calculated);
    calculated
}

/// A line with its product and price, and a repaired quantity; `None` if it was dropped.
fn priced(ctx: &Ctx, line: &mut Line, errors: &mut Errors) -> Option<Priced> {
    let product = line
        .referenced_id
        .as_deref()
        .filter(|_| line.kind == "product" || line.foreign);
    let product = product.and_then(|id| ctx.shop.visible_product(id)).cloned();
    if line.foreign {
        return Some(foreign(ctx, line, product));
    }
    let Some(product) = product else {
        errors.add(CartError::not_found(line.label.as_deref().unwrap_or(&line.id)));
        return None;
    };
    // A parent of variants is dropped without an error.
    if !product.sellable() {
        return None;
    }
    let label = ctx.label(&product.file.name);
    if !repair(line, &product, &label, errors) {
        return None;
    }
    line.label = Some(label.clone());
    let price =
        price::line(&product, line.quantity, ctx.group_key(), ctx.tax_rate(&product)).with_base(base(ctx, &product));
    Some(Priced {
        line: line.clone(),
        product: Some(product),
        label,
        price,
        children: Vec::new(),
    })
}

/// A line added by an extension of the shop, with its nested lines. A container without a price of its own costs the
/// sum of them.
fn foreign(ctx: &Ctx, line: &Line, product: Option<Arc<Product>>) -> Priced {
    let rate = product
        .as_ref()
        .map_or_else(|| ctx.standard_rate(), |product| ctx.tax_rate(product));
    let children: Vec<Priced> = line
        .children
        .iter()
        .map(|child| {
            let id = child.referenced_id.as_deref();
            foreign(ctx, child, id.and_then(|id| ctx.shop.visible_product(id)).cloned())
        })
        .collect();
    let inside: f64 = children.iter().map(|child| child.price.total).sum();
    let unit = line
        .unit_price
        .unwrap_or_else(|| inside / i32::try_from(line.quantity).map_or(1.0, f64::from));
    Priced {
        price: Price::new(unit, line.quantity, rate),
        label: line.label.clone().unwrap_or_default(),
        product,
        line: line.clone(),
        children,
    }
}

/// Repairs the quantity in Shopware's order. False if the line must be dropped.
fn repair(line: &mut Line, product: &Product, name: &str, errors: &mut Errors) -> bool {
    let (min, steps) = (product.file.purchase.min, product.file.purchase.steps);
    let max = product.calculated_max_purchase();
    let id = product.id.as_str();
    if max < min || max <= 0 {
        let message = format!("The product {name} is no longer available");
        let own = json!({"id": id, "name": name});
        errors.add(CartError::new(id, "product-out-of-stock", 20, true, message, json!({"name": name})).with_own(own));
        return false;
    }
    let wanted = line.quantity;
    if wanted > max {
        line.quantity = max;
        let message = format!("The product {name} is only available {max} times");
        errors.add(CartError::new(
            id,
            "product-stock-reached",
            10,
            true,
            message,
            json!({"name": name, "quantity": max}),
        ));
    } else if wanted < min {
        line.quantity = min;
        let message = format!(
            "The quantity of product {name} did not meet the minimum order quantity threshold. The quantity has automatically been increased to {min}"
        );
        let own = json!({"id": id, "name": name, "quantity": min});
        errors.add(
            CartError::new(
                id,
                "min-order-quantity",
                10,
                true,
                message,
                json!({"name": name, "quantity": min}),
            )
            .with_own(own),
        );
    } else if on_step(wanted, min, steps) != wanted {
        let now = on_step(wanted, min, steps);
        line.quantity = now;
        let message = format!(
            "Your input quantity does not match with the setup of the {name}. The quantity was changed to {now}"
        );
        errors.add(CartError::new(
            id,
            "purchase-steps-quantity",
            10,
            true,
            message,
            json!({"name": name, "quantity": now}),
        ));
    }
    true
}

fn discount(state: TaxState, code: &str, promotion: &Promotion, label: String, goods: &[&Priced]) -> Discount {
    let subtotal: f64 = goods.iter().map(|line| line.price.total).sum();
    let (price, composition) = if promotion.scope == PromotionScope::Delivery {
        (
            Price {
                quantity: 1,
                ..Price::default()
            },
            Vec::new(),
        )
    } else {
        let whole = match promotion.kind {
            PromotionKind::Percentage => subtotal * promotion.value.clamp(0.0, 100.0) / 100.0,
            PromotionKind::Absolute => promotion.value.min(subtotal),
        };
        let part = |line: &&Priced| {
            let share = match promotion.kind {
                PromotionKind::Percentage => line.price.total * promotion.value.clamp(0.0, 100.0) / 100.0,
                PromotionKind::Absolute if subtotal > 0.0 => whole * line.price.total / subtotal,
                PromotionKind::Absolute => 0.0,
            };
            (line.line.id.clone(), line.line.quantity, share)
        };
        (
            Price::split(-whole, shares(goods.iter().map(|line| &line.price)), state),
            goods.iter().map(part).collect(),
        )
    };
    Discount {
        code: code.to_owned(),
        promotion: promotion.clone(),
        label,
        price,
        delivery: None,
        composition,
    }
}

fn add_shipping(ctx: &Ctx, calculated: &mut Calculated) {
    if !calculated.lines.iter().any(Priced::physical) {
        return;
    }
    let Some((_, method)) = ctx.shipping() else { return };
    let paying = calculated
        .lines
        .iter()
        .filter(|line| line.physical() && line.product.as_ref().is_none_or(|product| !product.file.shipping_free));
    let subtotal: f64 = paying.clone().map(|line| line.price.total).sum();
    let (price, free_from) = method.price_for(ctx.country().map_or("", |country| country.iso.as_str()));
    let free = paying.count() == 0 || free_from.is_some_and(|from| subtotal >= from);
    let costs = if free { 0.0 } else { ctx.standard_rate().of_gross(price) };
    let rules = shares(calculated.sent());
    for discount in calculated
        .discounts
        .iter_mut()
        .filter(|discount| discount.promotion.scope == PromotionScope::Delivery)
    {
        let off = match discount.promotion.kind {
            PromotionKind::Percentage => costs * discount.promotion.value.clamp(0.0, 100.0) / 100.0,
            PromotionKind::Absolute => discount.promotion.value.min(costs),
        };
        discount.delivery = Some(Price::split(-off, rules.clone(), ctx.tax_state()));
    }
    calculated.shipping = Some(Price::split(costs, rules, ctx.tax_state()));
}
