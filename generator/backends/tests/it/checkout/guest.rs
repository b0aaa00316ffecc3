//! Registration of a guest (Shopware §13.3).

use serde_json::json;
use vitrine_backends::shopware::session::{
    AccountType, CountryId, FieldError, FieldName, FieldProblem, FieldSection, GuestRegistration, NewAddress, Refusal,
    SalutationId,
};

use super::{GUEST_TOKEN, MRS, NETHERLANDS, answering, body};
use crate::common::{call, shopware};

pub(crate) fn address(street: &str) -> NewAddress {
    NewAddress {
        title: None,
        salutation: Some(SalutationId::parse(MRS).unwrap()),
        first_name: "Test".to_owned(),
        last_name: "Klant".to_owned(),
        company: None,
        department: None,
        street: street.to_owned(),
        additional_line_1: None,
        additional_line_2: None,
        zipcode: Some("1015 CN".to_owned()),
        city: "Amsterdam".to_owned(),
        phone_number: None,
        country: CountryId::parse(NETHERLANDS).unwrap(),
        country_state: None,
    }
}

fn guest() -> GuestRegistration {
    GuestRegistration {
        email: "gast@example.com".to_owned(),
        salutation: Some(SalutationId::parse(MRS).unwrap()),
        first_name: "Test".to_owned(),
        last_name: "Klant".to_owned(),
        account_type: AccountType::Private,
        vat_ids: Vec::new(),
        billing_address: address("Keizersgracht 1"),
        shipping_address: None,
        accepted_data_protection: true,
        storefront_url: "http://127.0.0.1:8000".to_owned(),
    }
}

/// R-CHK-01: "Guest by details": the registration sends them, and the answer has the token of the guest's session
/// (R-SESS-02).
#[tokio::test]
async fn r_chk_01_a_guest_is_registered_by_details() {
    let server = answering("POST", "/account/register", "090-register-guest").await;
    let answer = shopware(&server).register_guest(&call(), &guest()).await.unwrap();
    assert_eq!(answer.token.as_ref().unwrap().expose(), GUEST_TOKEN);
    assert!(answer.token_changed(&call()));
    let registered = answer.value;
    assert!(!registered.confirmation_pending && registered.customer.guest && registered.customer.active);
    assert_eq!(
        registered.customer.id.as_ref().unwrap().as_str(),
        "01a1fcc97d86736aace98a9b031ede19"
    );
    assert_eq!(registered.customer.email, "gast@example.com");
    let billing = registered.customer.default_billing_address.as_ref().unwrap();
    assert_eq!(billing.as_str(), "01a1fcc97d86736aace98a9b03cf6dda");
    let printed = format!("{:?} {:?} {registered:?}", guest(), address("Keizersgracht 1"));
    for secret in ["gast@", "Klant", "Keizersgracht", "1015"] {
        assert!(!printed.contains(secret), "rule 5: {printed}");
    }
    let sent = body(&server, "POST", "/account/register").await;
    let street = |street: &str| {
        json!({
            "salutationId": MRS, "firstName": "Test", "lastName": "Klant", "company": null, "department": null, "street": street,
            "additionalAddressLine1": null, "additionalAddressLine2": null, "zipcode": "1015 CN", "city": "Amsterdam", "phoneNumber": null,
            "countryId": NETHERLANDS, "countryStateId": null,
        })
    };
    let private = json!({
        "guest": true, "email": "gast@example.com", "salutationId": MRS, "firstName": "Test", "lastName": "Klant",
        "acceptedDataProtection": true, "storefrontUrl": "http://127.0.0.1:8000", "billingAddress": street("Keizersgracht 1"),
    });
    assert_eq!(sent, private, "no password, no shipping address, no account type");

    let server = answering("POST", "/account/register", "433-register-shipping-address").await;
    let mut firm = guest();
    firm.shipping_address = Some(address("Elders 9"));
    firm.account_type = AccountType::Business;
    firm.vat_ids = vec!["NL123456789B01".to_owned()];
    firm.billing_address.company = Some("Firma".to_owned());
    shopware(&server).register_guest(&call(), &firm).await.unwrap();
    let sent = body(&server, "POST", "/account/register").await;
    assert_eq!(sent["shippingAddress"], street("Elders 9"));
    assert_eq!(
        (&sent["accountType"], &sent["company"]),
        (&json!("business"), &json!("Firma"))
    );
    assert_eq!(
        (&sent["billingAddress"]["company"], &sent["vatIds"]),
        (&json!("Firma"), &json!(["NL123456789B01"]))
    );
}

/// Double opt-in: the guest is not logged in before the link in the mail is opened (Shopware §3.5).
#[tokio::test]
async fn a_registration_that_must_be_confirmed_is_distinguished() {
    let server = answering("POST", "/account/register", "437-doi-register").await;
    let registered = shopware(&server).register_guest(&call(), &guest()).await.unwrap().value;
    assert!(registered.confirmation_pending);
}

async fn refused(name: &str) -> Vec<FieldError> {
    let server = answering("POST", "/account/register", name).await;
    let failure = shopware(&server).register_guest(&call(), &guest()).await.unwrap_err();
    assert!(!failure.may_have_been_done());
    match failure.refusal() {
        Refusal::Invalid(fields) => fields,
        other => panic!("{name}: {other:?}"),
    }
}

/// Each violation is a field of the form with its problem (Shopware §2.1).
#[tokio::test]
async fn violations_become_fields() {
    use FieldName::{City, Country, Email, FirstName, LastName, Password, StorefrontUrl, Street, Zipcode};
    use FieldSection::{BillingAddress, Root, ShippingAddress};
    let shown = |fields: &[FieldError]| {
        fields
            .iter()
            .map(|f| (f.section, f.field, f.problem))
            .collect::<Vec<_>>()
    };
    let blank = FieldProblem::Blank;
    let empty = refused("087-register-empty").await;
    assert_eq!(
        shown(&empty),
        [
            (Root, FirstName, blank),
            (Root, LastName, blank),
            (Root, Email, blank),
            // Guests do not enter a password; registrations of an account do.
            (Root, Password, blank),
            (Root, StorefrontUrl, blank),
            (BillingAddress, Country, blank),
            (BillingAddress, FirstName, blank),
            (BillingAddress, LastName, blank),
            (BillingAddress, Street, blank),
            (BillingAddress, City, blank),
        ]
    );
    assert_eq!(empty[8].pointer, "/billingAddress/street");
    let other = shown(&refused("434-register-shipping-address-list").await);
    assert!(
        other.contains(&(ShippingAddress, Country, blank)) && other.len() == 5,
        "{other:?}"
    );
    let zip = shown(&refused("428-register-zip-invalid").await);
    assert_eq!(zip, [(BillingAddress, Zipcode, FieldProblem::PostalCode)]);
    let url = shown(&refused("089-register-bad-storefront").await);
    assert_eq!(url, [(Root, StorefrontUrl, FieldProblem::NotAllowed)]);

    let server = answering("POST", "/account/register", "430-register-country-unknown").await;
    let failure = shopware(&server).register_guest(&call(), &guest()).await.unwrap_err();
    assert!(matches!(failure.refusal(), Refusal::CountryNotFound(id) if id.len() == 32));
}
