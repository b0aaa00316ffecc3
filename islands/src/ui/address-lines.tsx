// An address in the format of a parcel label, one line each.
import type { Address } from "../api/schema.gen";

type Props = {
  readonly address: Address;
  /** Omits the name if it is shown above. */
  readonly nameless?: boolean;
};

type FactProps = { readonly label: string; readonly address: Address };

/** An address as one entry of a description list (`<dl>`). */
export function AddressFact({ label, address }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <AddressLines address={address} />
      </dd>
    </div>
  );
}

export function AddressLines({ address, nameless = false }: Props) {
  const { first_name, last_name, company, street, additional_line, zipcode, city, country, phone } = address;
  const lines = [
    nameless ? null : `${first_name} ${last_name}`,
    company,
    street,
    additional_line,
    `${zipcode} ${city}`,
    country,
    phone,
  ];
  return (
    <p className="address-lines">
      {lines
        .filter((line) => line?.trim())
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal and are never reordered
          <span key={index}>{line}</span>
        ))}
    </p>
  );
}
