//! The account calls.
//!
//! **Invariant:** each is sent once, with the visitor's address where Shopware counts attempts by it.

use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Value, json};
use vitrine_model::ids::LanguageId;

use super::{
    Account, Credentials, LoginSettings, MailHash, NewEmail, NewPassword, Profile, Registered, Registration,
    RegistrationRules, RequiredFields, types::STORED_PASSWORD_MIN,
};
use crate::{
    error::BackendError,
    http::{Answered, Write},
    shopware::{
        client::ShopwareClient,
        session::{
            Answer, Failure, FieldError, FieldName, FieldProblem, GuestRegistration, PaymentMethodId, Refusal,
            SessionCall, send::no_body,
        },
        wire::WireCustomer,
    },
};

/// The salutation is the one association of a customer that is shown.
fn with_salutation() -> Value {
    json!({"associations": {"salutation": {}}})
}

fn registered(answered: &Answered) -> Result<Registered, BackendError> {
    Ok(Registered::from_wire(&answered.json()?))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Expiry {
    is_expired: bool,
}

impl ShopwareClient {
    async fn account_post(&self, call: &SessionCall, path: &str, body: &Value) -> Result<Answer<()>, Failure> {
        self.session_write(call, Write::Post, path, body, |_| Ok(())).await
    }

    /// `POST /account/login`: the answer has the token of the customer's session, with the cart of the visitor's
    /// (Shopware §3.2, §3.4).
    pub async fn log_in(&self, call: &SessionCall, who: &Credentials) -> Result<Answer<()>, Failure> {
        let body = json!({"username": who.email, "password": who.password.expose_secret()});
        self.account_post(call, "/account/login", &body).await
    }

    /// `POST /account/logout`: the answer has the token of an anonymous session.
    pub async fn log_out(&self, call: &SessionCall) -> Result<Answer<()>, Failure> {
        self.account_post(call, "/account/logout", &no_body()).await
    }

    /// `POST /account/register` as a guest. The answer has the token of the guest's session, to which the cart was
    /// moved.
    pub async fn register_guest(
        &self,
        call: &SessionCall,
        guest: &GuestRegistration,
    ) -> Result<Answer<Registered>, Failure> {
        self.session_write(call, Write::Post, "/account/register", &guest.body(), registered)
            .await
    }

    /// `POST /account/register` with a password. Unless the e-mail address must be confirmed first, the answer has the
    /// token of the customer's session, to which the cart was moved.
    pub async fn register(&self, call: &SessionCall, wanted: &Registration) -> Result<Answer<Registered>, Failure> {
        self.session_write(call, Write::Post, "/account/register", &wanted.body(), registered)
            .await
    }

    /// `POST /account/register-confirm`: confirms the e-mail address and logs the customer in. `email_hash` is the
    /// `em` of the mail's link.
    pub async fn confirm_registration(
        &self,
        call: &SessionCall,
        hash: &MailHash,
        email_hash: &MailHash,
    ) -> Result<Answer<Registered>, Failure> {
        let body = json!({"hash": hash.expose(), "em": email_hash.expose()});
        self.session_write(call, Write::Post, "/account/register-confirm", &body, registered)
            .await
    }

    /// `POST /newsletter/subscribe`: Shopware mails the confirmation link, or subscribes immediately, depending on its
    /// settings (Shopware §18). The answer is the same for every address.
    pub async fn subscribe_newsletter(
        &self,
        call: &SessionCall,
        email: &str,
        storefront_url: &str,
    ) -> Result<Answer<()>, Failure> {
        let body = json!({"email": email, "option": "subscribe", "storefrontUrl": storefront_url});
        self.account_post(call, "/newsletter/subscribe", &body).await
    }

    /// `POST /newsletter/unsubscribe`; an address that is not subscribed is an error.
    pub async fn unsubscribe_newsletter(&self, call: &SessionCall, email: &str) -> Result<Answer<()>, Failure> {
        self.account_post(call, "/newsletter/unsubscribe", &json!({"email": email}))
            .await
    }

    /// `POST /newsletter/confirm`: confirms a subscription by the link of its mail.
    pub async fn confirm_newsletter(
        &self,
        call: &SessionCall,
        hash: &MailHash,
        email_hash: &MailHash,
    ) -> Result<Answer<()>, Failure> {
        let body = json!({"hash": hash.expose(), "em": email_hash.expose()});
        self.account_post(call, "/newsletter/confirm", &body).await
    }

    /// `POST /account/recovery-password`: sends the mail with the link to a new password.
    pub async fn recover_password(
        &self,
        call: &SessionCall,
        email: &str,
        storefront_url: &str,
    ) -> Result<Answer<()>, Failure> {
        let body = json!({"email": email, "storefrontUrl": storefront_url});
        self.account_post(call, "/account/recovery-password", &body).await
    }

    /// `POST /account/customer-recovery-is-expired`: whether the link of a recovery mail is too old.
    pub async fn recovery_has_expired(&self, call: &SessionCall, hash: &MailHash) -> Result<Answer<bool>, Failure> {
        let body = json!({"hash": hash.expose()});
        let path = "/account/customer-recovery-is-expired";
        self.session_write(call, Write::Post, path, &body, |answered| {
            answered.json::<Expiry>().map(|expiry| expiry.is_expired)
        })
        .await
    }

    /// `POST /account/recovery-password-confirm`: sets a new password. It ends every session of the customer and
    /// begins none.
    pub async fn reset_password(
        &self,
        call: &SessionCall,
        hash: &MailHash,
        new: &SecretString,
        confirmation: &SecretString,
    ) -> Result<Answer<()>, Failure> {
        let body = json!({
            "hash": hash.expose(), "newPassword": new.expose_secret(), "newPasswordConfirm": confirmation.expose_secret()
        });
        self.account_post(call, "/account/recovery-password-confirm", &body)
            .await
    }

    /// `GET /account/customer`: the customer of the session, guests included.
    pub async fn account(&self, call: &SessionCall) -> Result<Answer<Account>, Failure> {
        self.session_get(call, "/account/customer", &with_salutation(), |answered| {
            let wire: WireCustomer = answered.json()?;
            Ok(Account::from_wire(&wire))
        })
        .await
    }

    /// `POST /account/change-profile`.
    pub async fn change_profile(&self, call: &SessionCall, profile: &Profile) -> Result<Answer<()>, Failure> {
        self.account_post(call, "/account/change-profile", &profile.body())
            .await
    }

    /// `POST /account/change-password`: the answer has the token of the session, which continues; every other session
    /// of the customer ends (Shopware §3.2).
    pub async fn change_password(&self, call: &SessionCall, wanted: &NewPassword) -> Result<Answer<()>, Failure> {
        let body = json!({
            "password": wanted.current.expose_secret(), "newPassword": wanted.new.expose_secret(),
            "newPasswordConfirm": wanted.confirmation.expose_secret()
        });
        self.account_post(call, "/account/change-password", &body).await
    }

    /// `POST /account/change-email`.
    pub async fn change_email(&self, call: &SessionCall, wanted: &NewEmail) -> Result<Answer<()>, Failure> {
        let body = json!({
            "email": wanted.email, "emailConfirmation": wanted.confirmation, "password": wanted.password.expose_secret()
        });
        self.account_post(call, "/account/change-email", &body).await
    }

    /// `POST /account/change-language`: the language of the customer's mails.
    pub async fn change_language(&self, call: &SessionCall, language: &LanguageId) -> Result<Answer<()>, Failure> {
        let body = json!({"languageId": language.as_str()});
        self.account_post(call, "/account/change-language", &body).await
    }

    /// `POST /account/change-payment-method/{id}`: the customer's default payment method. Exists in 6.6 only; 6.7
    /// answers 404 and remembers the last method used (Shopware §13.6).
    pub async fn change_payment_method(
        &self,
        call: &SessionCall,
        method: &PaymentMethodId,
    ) -> Result<Answer<()>, Failure> {
        let path = format!("/account/change-payment-method/{}", method.as_str());
        self.account_post(call, &path, &no_body()).await
    }

    /// `GET /login-registration-settings`: the shop's requirements for accounts; 6.6 has no such call.
    pub async fn login_settings(&self, call: &SessionCall) -> Result<Answer<LoginSettings>, Failure> {
        self.session_get(call, "/login-registration-settings", &Value::Null, |answered| {
            answered.json()
        })
        .await
    }

    /// The minimum password length and the required address fields, from the refusal of a registration that always
    /// fails: its password has one letter, and its address one field (Shopware §25.3).
    pub async fn registration_rules(&self, call: &SessionCall) -> Result<Answer<RegistrationRules>, Failure> {
        let body = json!({"password": "a", "guest": false, "billingAddress": {"firstName": "-"}});
        let (fields, token) = match self.account_post(call, "/account/register", &body).await {
            Ok(answer) => (Vec::new(), answer.token),
            Err(failure) => match failure.refusal() {
                Refusal::Invalid(fields) => (fields, failure.token),
                _ => return Err(failure),
            },
        };
        let short = |field: &&FieldError| field.problem == FieldProblem::TooShort && field.field == FieldName::Password;
        let required = |name: FieldName| {
            let asked = |field: &FieldError| field.field == name && field.problem == FieldProblem::Blank;
            fields.iter().any(asked)
        };
        // The data layer may refuse a password that the setting allows (Shopware §25.3).
        let set = fields.iter().find(short).and_then(|field| field.limit);
        Ok(Answer {
            value: RegistrationRules {
                password_min_length: set.unwrap_or(STORED_PASSWORD_MIN).max(STORED_PASSWORD_MIN),
                required: RequiredFields {
                    phone: required(FieldName::PhoneNumber),
                    additional_line_1: required(FieldName::AdditionalLine1),
                    additional_line_2: required(FieldName::AdditionalLine2),
                },
            },
            token,
        })
    }

    /// `DELETE /account/customer`: deletes the account; the session continues without a customer.
    pub async fn delete_account(&self, call: &SessionCall) -> Result<Answer<()>, Failure> {
        self.session_write(call, Write::Delete, "/account/customer", &no_body(), |_| Ok(()))
            .await
    }
}
