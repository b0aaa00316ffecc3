//! Account settings and customers in the control API.

use std::sync::PoisonError;

use super::{LoginSettings, ShopwareState};

impl ShopwareState {
    /// Changes the settings of accounts.
    pub fn set_login_settings(&self, settings: LoginSettings) {
        *self.login.lock().unwrap_or_else(PoisonError::into_inner) = settings;
    }

    pub(crate) fn login_settings(&self) -> LoginSettings {
        *self.login.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Activates or deactivates the customers with an e-mail address. Their sessions stay valid.
    ///
    /// # Errors
    /// When no customer has this address.
    pub fn set_customer_active(&self, email: &str, active: bool) -> Result<(), String> {
        self.change_customers(email, |customer| customer.active = active)
    }

    /// Removes the salutation from every address of the customers with an e-mail address.
    ///
    /// # Errors
    /// When no customer has this address.
    pub fn remove_salutations(&self, email: &str) -> Result<(), String> {
        self.change_customers(email, |customer| {
            for address in &mut customer.addresses {
                address.salutation = None;
            }
        })
    }
}
