//! Addresses (Shopware §14).

use serde_json::json;
use vitrine_backends::shopware::session::{AddressId, AddressKind, FieldName, FieldProblem, FieldSection, Refusal};

use super::{MRS, NETHERLANDS, answering, body, guest::address, query};
use crate::common::{call, shopware};

const ID: &str = "01a1fcc98359714380310500625c9916";

fn id() -> AddressId {
    AddressId::parse(ID).unwrap()
}

/// R-CHK-02: "Billing and shipping address (new or from the book)": the book.
#[tokio::test]
async fn r_chk_02_the_address_book_is_read() {
    let server = answering("GET", "/account/list-address", "115-address-list").await;
    let addresses = shopware(&server).addresses(&call()).await.unwrap().value;
    query(&server, "/account/list-address").await;
    let shown: Vec<_> = addresses
        .iter()
        .map(|a| (a.street.as_str(), a.phone_number.as_deref()))
        .collect();
    assert_eq!(shown, [("Keizersgracht 1", None), ("Damrak 2", Some("+31 20 1234567"))]);
    let first = &addresses[0];
    assert_eq!(
        (
            first.country.as_ref().unwrap().iso.as_str(),
            first.salutation.as_ref().unwrap().key.as_str()
        ),
        ("NL", "mrs")
    );
    assert_eq!(
        (&first.company, &first.additional_line_1, &first.country_state),
        (&None, &None, &None)
    );
}

/// R-CHK-02: "new": created and changed with the whole address, deleted, made the default one.
#[tokio::test]
async fn r_chk_02_addresses_are_written() {
    let mut new = address("Damrak 2");
    new.phone_number = Some("+31 20 1234567".to_owned());
    new.additional_line_1 = Some("3e verdieping".to_owned());
    let whole = json!({
        "salutationId": MRS, "firstName": "Test", "lastName": "Klant", "company": null, "department": null, "street": "Damrak 2",
        "additionalAddressLine1": "3e verdieping", "additionalAddressLine2": null, "zipcode": "1015 CN", "city": "Amsterdam",
        "phoneNumber": "+31 20 1234567", "countryId": NETHERLANDS, "countryStateId": null,
    });
    let server = answering("POST", "/account/address", "113-address-create").await;
    let created = shopware(&server).create_address(&call(), &new).await.unwrap().value;
    assert_eq!(body(&server, "POST", "/account/address").await, whole);
    assert_eq!((created.id.as_str(), created.street.as_str()), (ID, "Damrak 2"));
    assert_eq!(
        (created.country, created.country_id.unwrap().as_str()),
        (None, NETHERLANDS)
    );

    let one = format!("/account/address/{ID}");
    let server = answering("PATCH", &one, "116-address-update").await;
    shopware(&server).update_address(&call(), &id(), &new).await.unwrap();
    assert_eq!(body(&server, "PATCH", &one).await, whole);

    let server = answering("DELETE", &one, "457-address-delete").await;
    shopware(&server).delete_address(&call(), &id()).await.unwrap();
    assert_eq!(body(&server, "DELETE", &one).await, json!({}));

    for (kind, word) in [(AddressKind::Billing, "billing"), (AddressKind::Shipping, "shipping")] {
        let path = format!("/account/address/default-{word}/{ID}");
        let server = answering("PATCH", &path, "118-address-default-billing").await;
        shopware(&server)
            .set_default_address(&call(), kind, &id())
            .await
            .unwrap();
        assert_eq!(body(&server, "PATCH", &path).await, json!({}));
    }
}

/// An unknown address or one of another customer, a default one, a session without a customer, missing inputs.
#[tokio::test]
async fn refused_addresses_say_why() {
    let one = format!("/account/address/{ID}");
    for (name, refusal) in [
        ("119-address-delete-default", Refusal::AddressIsDefault),
        ("458-address-delete-twice", Refusal::AddressNotFound),
    ] {
        let server = answering("DELETE", &one, name).await;
        let failure = shopware(&server).delete_address(&call(), &id()).await.unwrap_err();
        assert_eq!(failure.refusal(), refusal);
    }
    let server = answering("PATCH", &one, "120-address-unknown").await;
    let failure = shopware(&server)
        .update_address(&call(), &id(), &address("x"))
        .await
        .unwrap_err();
    assert_eq!(failure.refusal(), Refusal::AddressNotFound);
    let server = answering("GET", "/account/list-address", "085-addresses-not-logged-in").await;
    let failure = shopware(&server).addresses(&call()).await.unwrap_err();
    assert_eq!(failure.refusal(), Refusal::NotLoggedIn);
    let server = answering("POST", "/account/address", "114-address-create-invalid").await;
    let failure = shopware(&server)
        .create_address(&call(), &address(""))
        .await
        .unwrap_err();
    let Refusal::Invalid(fields) = failure.refusal() else {
        panic!("{failure}")
    };
    assert!(
        fields
            .iter()
            .all(|f| f.section == FieldSection::Root && f.problem == FieldProblem::Blank)
    );
    let names: Vec<_> = fields.iter().map(|f| f.field).collect();
    assert!(
        names.contains(&FieldName::Street) && names.contains(&FieldName::City),
        "{names:?}"
    );
}
