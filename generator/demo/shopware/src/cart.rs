//! The cart calls (Shopware §10): read, add, change, remove, delete. All except the last return the whole cart,
//! recalculated. A failing call changes nothing.

use serde_json::{Map, Value};

use super::cart_errors::CartError;
use super::cart_lines::{
    Addition, ForeignLine, Line, addition, items, not_found, not_removable, not_stackable, payload, quantity,
};
use super::cart_rules::{self, discount_id};
use super::errors::ApiError;
use super::out::Includes;
use super::stored_cart::{Cart, Code};
use super::{Ctx, ShopwareState, cart_view};

/// GET|POST /checkout/cart. Repairs are made without an error (Shopware §7.3).
pub(crate) fn read(state: &ShopwareState, ctx: &mut Ctx) -> Result<Value, ApiError> {
    let includes = Includes::parse(ctx.input().get("includes"))?;
    let mut sessions = state.sessions();
    let stored = sessions.get(&ctx.token).cart;
    let known = stored.is_some();
    let mut cart = stored.unwrap_or_default();
    let mut calculated = cart_rules::calculate(ctx, &mut cart, Vec::new());
    calculated.errors.forget_repairs();
    if known {
        sessions.entry(&ctx.token).cart = Some(cart.clone());
    }
    Ok(includes.prune(cart_view::cart(ctx, &cart, &calculated, known)))
}

/// DELETE /checkout/cart.
pub(crate) fn delete(state: &ShopwareState, ctx: &Ctx) {
    let mut sessions = state.sessions();
    if sessions.get(&ctx.token).cart.is_some() {
        sessions.entry(&ctx.token).cart = None;
    }
}

/// POST /checkout/cart/line-item.
pub(crate) fn add(state: &ShopwareState, ctx: &mut Ctx) -> Result<Value, ApiError> {
    let additions = items(&ctx.body)?.iter().map(addition).collect::<Result<Vec<_>, _>>()?;
    change(state, ctx, |ctx, cart| {
        let mut errors = Vec::new();
        for addition in additions {
            match addition {
                Addition::Product(line) => add_line(cart, *line)?,
                Addition::Promotion(code) => errors.extend(add_code(ctx, cart, code)?),
            }
        }
        Ok(errors)
    })
}

fn add_line(cart: &mut Cart, line: Line) -> Result<(), ApiError> {
    match cart
        .lines
        .iter_mut()
        .find(|known| known.id == line.id && known.kind == line.kind)
    {
        None => cart.lines.push(line),
        Some(known) if !known.stackable => return Err(not_stackable(&line.id)),
        Some(known) => {
            known.quantity = known.quantity.saturating_add(line.quantity);
            known.payload.extend(line.payload);
            known.touched = true;
        }
    }
    Ok(())
}

fn add_code(ctx: &Ctx, cart: &mut Cart, code: String) -> Result<Option<CartError>, ApiError> {
    let Some(promotion) = cart_rules::promotion(ctx, &code) else {
        return Ok(Some(CartError::promotion_not_found(&code)));
    };
    match cart.codes.iter().find(|known| known.typed.eq_ignore_ascii_case(&code)) {
        Some(known) if known.typed == code => {}
        Some(_) => return Err(not_stackable(&discount_id(promotion))),
        None => cart.codes.push(Code {
            typed: code,
            announced: false,
        }),
    }
    Ok(None)
}

/// PATCH /checkout/cart/line-item.
pub(crate) fn update(state: &ShopwareState, ctx: &mut Ctx) -> Result<Value, ApiError> {
    let wanted: Vec<(String, Option<i64>, Map<String, Value>)> = items(&ctx.body)?
        .iter()
        .map(|item| {
            let id = item.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
            Ok((id, quantity(item)?, payload(item)))
        })
        .collect::<Result<_, ApiError>>()?;
    change(state, ctx, |ctx, cart| {
        for (id, quantity, payload) in wanted {
            if code_of(ctx, cart, &id).is_some() {
                return Err(not_stackable(&id));
            }
            let line = cart
                .lines
                .iter_mut()
                .find(|line| line.id == id)
                .ok_or_else(|| not_found(&id))?;
            match quantity {
                Some(quantity) if quantity != line.quantity && !line.stackable => return Err(not_stackable(&id)),
                Some(quantity) => line.quantity = quantity,
                None => {}
            }
            line.payload.extend(payload);
            line.touched = true;
        }
        Ok(Vec::new())
    })
}

/// POST /checkout/cart/line-item/delete, or DELETE with `ids` in the query or the body.
pub(crate) fn remove(state: &ShopwareState, ctx: &mut Ctx) -> Result<Value, ApiError> {
    let list = |map: &Map<String, Value>| -> Option<Vec<String>> {
        Some(
            map.get("ids")?
                .as_array()?
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
        )
    };
    let ids = list(&ctx.body).or_else(|| list(&ctx.query)).unwrap_or_default();
    change(state, ctx, |ctx, cart| {
        for id in ids {
            if let Some(place) = code_of(ctx, cart, &id) {
                cart.codes.remove(place);
                continue;
            }
            let place = cart
                .lines
                .iter()
                .position(|line| line.id == id)
                .ok_or_else(|| not_found(&id))?;
            if cart.lines.get(place).is_some_and(|line| !line.removable) {
                return Err(not_removable(&id));
            }
            cart.lines.remove(place);
        }
        Ok(Vec::new())
    })
}

/// The index of the code whose discount has this line id.
fn code_of(ctx: &Ctx, cart: &Cart, id: &str) -> Option<usize> {
    let promotion = ctx.shop.promotions.iter().find(|row| discount_id(&row.file) == id)?;
    cart.codes
        .iter()
        .position(|code| code.typed.eq_ignore_ascii_case(&promotion.file.code))
}

fn change(
    state: &ShopwareState,
    ctx: &mut Ctx,
    apply: impl FnOnce(&Ctx, &mut Cart) -> Result<Vec<CartError>, ApiError>,
) -> Result<Value, ApiError> {
    let includes = Includes::parse(ctx.body.get("includes"))?;
    let mut sessions = state.sessions();
    let mut cart = sessions.get(&ctx.token).cart.unwrap_or_default();
    let errors = apply(ctx, &mut cart)?;
    let calculated = cart_rules::calculate(ctx, &mut cart, errors);
    for line in &mut cart.lines {
        line.touched = false;
    }
    let session = sessions.entry(&ctx.token);
    session.cart = Some(cart.clone());
    session.cart_written = Some(ctx.now);
    Ok(includes.prune(cart_view::cart(ctx, &cart, &calculated, true)))
}

impl ShopwareState {
    /// Adds any line to the cart of a token, as an extension of the shop would.
    ///
    /// # Errors
    /// When no product has the number in the line.
    pub fn put_line(&self, token: &str, line: ForeignLine) -> Result<String, String> {
        let catalogue = self.catalogue();
        let line = line.into_line(&|number| {
            let index = catalogue.product_by_number.get(number)?;
            catalogue.products.get(*index).map(|product| product.id.clone())
        })?;
        let id = line.id.clone();
        self.sessions()
            .entry(token)
            .cart
            .get_or_insert_default()
            .lines
            .push(line);
        Ok(id)
    }
}
