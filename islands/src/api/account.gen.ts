// Generated from openapi.json by scripts/api-types.

import { type Input, request } from "./request";
import type { ChangeEmailData, ChangeEmailResponse, ChangePasswordData, ChangePasswordResponse, ChangeProfileData, ChangeProfileResponse, CheckRecoveryData, CheckRecoveryResponse, ConfirmRegistrationData, ConfirmRegistrationResponse, DeleteAccountData, DeleteAccountResponse, GetAccountData, GetAccountOverviewData, GetAccountOverviewResponse, GetAccountResponse, GetAccountRulesData, GetAccountRulesResponse, LogInData, LogInResponse, LogOutData, LogOutResponse, RecoverPasswordData, RecoverPasswordResponse, RegisterData, RegisterResponse, ResetPasswordData, ResetPasswordResponse } from "./schema.gen";

/** Returns the customer's own data. */
export const getAccount = (): Promise<GetAccountResponse> =>
  request<GetAccountData, GetAccountResponse>({ method: "GET", url: "/api/account" });

/** Deletes the customer's account where the shop allows it, and returns the session without a customer. */
export const deleteAccount = (input: Input<DeleteAccountData>): Promise<DeleteAccountResponse> =>
  request<DeleteAccountData, DeleteAccountResponse>({ method: "DELETE", url: "/api/account", ...input });

/** Changes the customer's e-mail address, where `account.change_email` allows it. */
export const changeEmail = (input: Input<ChangeEmailData>): Promise<ChangeEmailResponse> =>
  request<ChangeEmailData, ChangeEmailResponse>({ method: "POST", url: "/api/account/email", ...input });

/** Logs a customer in and returns the session, to which the visitor's cart was moved. */
export const logIn = (input: Input<LogInData>): Promise<LogInResponse> =>
  request<LogInData, LogInResponse>({ method: "POST", url: "/api/account/login", ...input });

/** Logs the customer out on every device, since the backend keeps one session for each customer, and returns the new session. */
export const logOut = (input: Input<LogOutData>): Promise<LogOutResponse> =>
  request<LogOutData, LogOutResponse>({ method: "POST", url: "/api/account/logout", ...input });

/** Returns what the overview of the account shows: customer, default addresses and the newest order. */
export const getAccountOverview = (): Promise<GetAccountOverviewResponse> =>
  request<GetAccountOverviewData, GetAccountOverviewResponse>({ method: "GET", url: "/api/account/overview" });

/** Changes the customer's password, which ends the customer's other sessions, and returns the session. */
export const changePassword = (input: Input<ChangePasswordData>): Promise<ChangePasswordResponse> =>
  request<ChangePasswordData, ChangePasswordResponse>({ method: "POST", url: "/api/account/password", ...input });

/** Changes the customer's salutation and name. */
export const changeProfile = (input: Input<ChangeProfileData>): Promise<ChangeProfileResponse> =>
  request<ChangeProfileData, ChangeProfileResponse>({ method: "PATCH", url: "/api/account/profile", ...input });

/** Sends the mail with the link to a new password; the response is the same for every e-mail address. */
export const recoverPassword = (input: Input<RecoverPasswordData>): Promise<RecoverPasswordResponse> =>
  request<RecoverPasswordData, RecoverPasswordResponse>({ method: "POST", url: "/api/account/recover", ...input });

/** Returns whether the link of a recovery mail can still be used. */
export const checkRecovery = (input: Input<CheckRecoveryData>): Promise<CheckRecoveryResponse> =>
  request<CheckRecoveryData, CheckRecoveryResponse>({ method: "POST", url: "/api/account/recover/check", ...input });

/** Registers an account, and logs its customer in unless the e-mail address has to be confirmed first. */
export const register = (input: Input<RegisterData>): Promise<RegisterResponse> =>
  request<RegisterData, RegisterResponse>({ method: "POST", url: "/api/account/register", ...input });

/** Confirms the e-mail address of a registration by the link of its mail, and logs the customer in. */
export const confirmRegistration = (input: Input<ConfirmRegistrationData>): Promise<ConfirmRegistrationResponse> =>
  request<ConfirmRegistrationData, ConfirmRegistrationResponse>({ method: "POST", url: "/api/account/register/confirm", ...input });

/** Sets a new password by the link of a recovery mail, and ends every session of the customer. */
export const resetPassword = (input: Input<ResetPasswordData>): Promise<ResetPasswordResponse> =>
  request<ResetPasswordData, ResetPasswordResponse>({ method: "POST", url: "/api/account/reset", ...input });

/** Returns what the shop asks of a new password. */
export const getAccountRules = (): Promise<GetAccountRulesResponse> =>
  request<GetAccountRulesData, GetAccountRulesResponse>({ method: "GET", url: "/api/account/rules" });
