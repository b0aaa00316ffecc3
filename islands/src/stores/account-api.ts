// Stands in for `api/account.gen.ts` until the API has these calls.
import { type Input, request } from "../api/request";
import type { AddressInput, SessionResponse } from "../api/schema.gen";

type Post<Url extends string, Body> = { readonly url: Url; readonly body: Body };
export type SessionChange = { readonly session: SessionResponse | null };
export type LogInRequest = { readonly email: string; readonly password: string };
export type RegisterRequest = {
  readonly account_type: "private" | "business";
  readonly salutation_id: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password: string;
  readonly password_confirmation: string;
  readonly vat_id: string | null;
  readonly accept_privacy: boolean;
  readonly billing_address: AddressInput;
  readonly shipping_address: AddressInput | null;
};
export type RegisteredResponse = {
  readonly outcome: "logged-in" | "confirm-email";
  readonly session: SessionResponse | null;
};
export type ConfirmedResponse = {
  readonly outcome: "logged-in" | "already-confirmed";
  readonly session: SessionResponse | null;
};

type LogInData = Post<"/api/account/login", LogInRequest>;
type LogOutData = Post<"/api/account/logout", { readonly everywhere: boolean }>;
type RegisterData = Post<"/api/account/register", RegisterRequest>;
type ConfirmData = Post<"/api/account/register/confirm", { readonly hash: string; readonly em: string }>;
type RecoverData = Post<"/api/account/recover", { readonly email: string }>;
type CheckData = Post<"/api/account/recover/check", { readonly hash: string }>;
type ResetData = Post<
  "/api/account/reset",
  { readonly hash: string; readonly new_password: string; readonly new_password_confirmation: string }
>;

export const logIn = (input: Input<LogInData>): Promise<SessionChange> =>
  request<LogInData, SessionChange>({ method: "POST", url: "/api/account/login", ...input });
export const logOut = (input: Input<LogOutData>): Promise<SessionChange> =>
  request<LogOutData, SessionChange>({ method: "POST", url: "/api/account/logout", ...input });
export const register = (input: Input<RegisterData>): Promise<RegisteredResponse> =>
  request<RegisterData, RegisteredResponse>({ method: "POST", url: "/api/account/register", ...input });
export const confirmRegistration = (input: Input<ConfirmData>): Promise<ConfirmedResponse> =>
  request<ConfirmData, ConfirmedResponse>({ method: "POST", url: "/api/account/register/confirm", ...input });
export const recoverPassword = (input: Input<RecoverData>): Promise<object> =>
  request<RecoverData, object>({ method: "POST", url: "/api/account/recover", ...input });
export const checkRecovery = (input: Input<CheckData>): Promise<{ readonly usable: boolean }> =>
  request<CheckData, { readonly usable: boolean }>({ method: "POST", url: "/api/account/recover/check", ...input });
export const resetPassword = (input: Input<ResetData>): Promise<object> =>
  request<ResetData, object>({ method: "POST", url: "/api/account/reset", ...input });
