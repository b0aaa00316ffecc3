// Generated from openapi.json by scripts/api-types.

import { type Input, request } from "./request";
import type { ChangeAddressData, ChangeAddressResponse, CreateAddressData, CreateAddressResponse, GetAddressesData, GetAddressesResponse, RemoveAddressData, RemoveAddressResponse, SetDefaultAddressData, SetDefaultAddressResponse } from "./schema.gen";

/** Returns the address book of the session's customer. */
export const getAddresses = (): Promise<GetAddressesResponse> =>
  request<GetAddressesData, GetAddressesResponse>({ method: "GET", url: "/api/addresses" });

/** Adds an address to the address book. */
export const createAddress = (input: Input<CreateAddressData>): Promise<CreateAddressResponse> =>
  request<CreateAddressData, CreateAddressResponse>({ method: "POST", url: "/api/addresses", ...input });

/** Puts an address in the place of another one, under the same id. */
export const changeAddress = (input: Input<ChangeAddressData>): Promise<ChangeAddressResponse> =>
  request<ChangeAddressData, ChangeAddressResponse>({ method: "PATCH", url: "/api/addresses/{id}", ...input });

/** Removes an address from the address book; the customer's default ones cannot be removed. */
export const removeAddress = (input: Input<RemoveAddressData>): Promise<RemoveAddressResponse> =>
  request<RemoveAddressData, RemoveAddressResponse>({ method: "DELETE", url: "/api/addresses/{id}", ...input });

/** Makes an address the customer's default one for bills or for deliveries. */
export const setDefaultAddress = (input: Input<SetDefaultAddressData>): Promise<SetDefaultAddressResponse> =>
  request<SetDefaultAddressData, SetDefaultAddressResponse>({ method: "PATCH", url: "/api/addresses/{id}/default", ...input });
