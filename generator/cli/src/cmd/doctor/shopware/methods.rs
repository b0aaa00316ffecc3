//! Payment, shipping, and what an account and an address need.

use std::collections::BTreeSet;

use vitrine_api::hidden_names;
use vitrine_backends::shopware::session::{PaymentMethod, RegistrationRules, Salutation, ShippingMethod};

use super::asked::{Asked, failed};
use crate::{
    cmd::doctor::{
        codes::{Area, shopware as codes},
        report::{Report, list},
    },
    config::Config,
};

pub(super) async fn examine(asked: &Asked<'_>) -> Report {
    let mut report = Report::default();
    let (client, call, config) = (asked.client, &asked.call, asked.config);
    let (methods, shipping, salutations, rules) = tokio::join!(
        client.all_payment_methods(call),
        client.all_shipping_methods(call),
        client.salutations(call),
        client.registration_rules(call),
    );
    match methods {
        Ok(answer) => payment(&mut report, config, &answer.value),
        Err(failure) => failed(&mut report, config, "the payment methods", &failure.error),
    }
    match shipping {
        Ok(answer) => ways(&mut report, config, &answer.value),
        Err(failure) => failed(&mut report, config, "the shipping methods", &failure.error),
    }
    match salutations {
        Ok(answer) if !answer.value.iter().any(Salutation::is_unspecified) => report.add(
            &codes::SALUTATION_MISSING,
            "the shop has no salutation with the key not_specified",
        ),
        Ok(_) => {}
        Err(failure) => failed(&mut report, config, "the salutations", &failure.error),
    }
    match rules {
        Ok(answer) => account(&mut report, answer.value),
        Err(failure) => failed(&mut report, config, "the rules of a registration", &failure.error),
    }
    report
}

fn payment(report: &mut Report, config: &Config, methods: &[PaymentMethod]) {
    let rules = &config.file.payment;
    let hidden = hidden_names(rules);
    let (hides, usable): (Vec<_>, Vec<_>) = methods
        .iter()
        .partition(|method| hidden.contains(&method.technical_name));
    let names: Vec<String> = usable.iter().map(|method| shown(method)).collect();
    report.saw(Area::Shopware, "payment methods", list(&names));
    let unknown: Vec<String> = hides
        .iter()
        .filter(|method| !rules.hide.contains(&method.technical_name))
        .map(|method| shown(method))
        .collect();
    if !unknown.is_empty() {
        report.add(
            &codes::PAYMENT_HIDDEN,
            format!(
                "{} cannot work in this shop, and is hidden from visitors",
                list(&unknown)
            ),
        );
    }
    let unnamed: Vec<&str> = methods
        .iter()
        .filter(|method| method.technical_name.is_empty())
        .map(|method| method.name.as_str())
        .collect();
    if !unnamed.is_empty() {
        report.add(
            &codes::PAYMENT_UNNAMED,
            format!("without a technical name: {}", list(&unnamed)),
        );
    }
    named(report, config, methods);
    if usable.is_empty() {
        report.add(
            &codes::PAYMENT_NONE,
            "no payment method of the sales channel can be used: nothing can be ordered",
        );
        return;
    }
    orders(report, config, &usable);
}

/// The names in the configuration that no method has.
fn named(report: &mut Report, config: &Config, methods: &[PaymentMethod]) {
    let known: BTreeSet<&str> = methods.iter().map(|method| method.technical_name.as_str()).collect();
    let rules = &config.file.payment;
    for (key, names) in [("payment.show", &rules.show), ("payment.paid_later", &rules.paid_later)] {
        for name in names.iter().filter(|name| !known.contains(name.as_str())) {
            let all: Vec<&str> = known.iter().copied().filter(|name| !name.is_empty()).collect();
            report.add(
                &codes::PAYMENT_NAME,
                format!(
                    "{key} names {name:?}, which is no method of the sales channel; those are {}",
                    list(&all)
                ),
            );
        }
    }
}

/// What a consumer must be able to do with the methods.
fn orders(report: &mut Report, config: &Config, usable: &[&PaymentMethod]) {
    if usable.iter().any(|method| !method.synchronous) && !usable.iter().any(|method| method.after_order) {
        report.add(
            &codes::PAYMENT_AFTER_ORDER,
            "no payment method may be chosen for an order that exists",
        );
    }
    let paid_later = |method: &&&PaymentMethod| method.is_paid_later(&config.file.payment.paid_later);
    if config.file.ordering.consumer_ordering && !usable.iter().any(|method| paid_later(&method)) {
        report.add(
            &codes::PREPAYMENT_ONLY,
            "with every payment method an order is paid in advance, and a consumer cannot be obliged to pay more than half of it",
        );
    } else {
        report.not_checked(
            Area::Shopware,
            "sums at which an order can only be paid in advance",
            "carts would have to be made: vitrine check --shop makes them",
        );
    }
}

fn shown(method: &PaymentMethod) -> String {
    match method.technical_name.as_str() {
        "" => method.name.clone(),
        name => format!("{} ({name})", method.name),
    }
}

fn ways(report: &mut Report, config: &Config, methods: &[ShippingMethod]) {
    let names: Vec<&str> = methods.iter().map(|method| method.name.as_str()).collect();
    report.saw(Area::Shopware, "shipping methods", list(&names));
    if methods.is_empty() {
        report.add(&codes::SHIPPING_NONE, "the sales channel has no shipping method");
    }
    let without: Vec<&str> = methods
        .iter()
        .filter(|method| method.time.is_none())
        .map(|method| method.name.as_str())
        .collect();
    if config.file.delivery.is_some() && !without.is_empty() {
        report.add(
            &codes::SHIPPING_TIME,
            format!(
                "without a delivery time that can be counted in days: {}",
                list(&without)
            ),
        );
    }
}

/// What registration needs, by the refusal of one that always fails.
fn account(report: &mut Report, rules: RegistrationRules) {
    let needed = [
        (rules.required.phone, "telephone number"),
        (rules.required.additional_line_1, "second line of the address"),
        (rules.required.additional_line_2, "third line of the address"),
    ];
    let needed: Vec<&str> = needed.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
    let needed = if needed.is_empty() {
        "nothing more than every address".to_owned()
    } else {
        list(&needed)
    };
    report.saw(
        Area::Shopware,
        "required of an address (Settings › Log-in & sign-up)",
        needed,
    );
    report.saw(
        Area::Shopware,
        "shortest password",
        format!("{} characters", rules.password_min_length),
    );
    report.not_checked(
        Area::Shopware,
        "double opt-in of guests",
        "the Store API does not tell it: Settings › Log-in & sign-up, \"Double opt-in for guest orders\". Both work here; with it a guest confirms a mail before the order",
    );
}
