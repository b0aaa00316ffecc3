// Why a line item, or a part of it, is excluded from the right of withdrawal (law §4).

/** The part of a line item of a cart or an order that says so. */
type Excludable = {
  readonly id: string;
  readonly label: string;
  readonly withdrawal_excluded: string | null;
  readonly children: readonly Excludable[];
};

type ExcludedProps = {
  readonly of: Excludable;
  /** What precedes the reason. */
  readonly label: string;
  readonly className: string;
  /** Set for a part, whose name precedes the reason too. */
  readonly part?: string;
};

/** "No right of withdrawal:" and the product's reason; nothing for a product that is not excluded. */
export function Excluded({ of: { withdrawal_excluded, children }, label, className, part = "" }: ExcludedProps) {
  return (
    <>
      {withdrawal_excluded && (
        <p className={className}>
          <strong>{label}</strong> {part}
          {withdrawal_excluded}
        </p>
      )}
      {children.map((child) => (
        <Excluded key={child.id} of={child} label={label} className={className} part={`${child.label}: `} />
      ))}
    </>
  );
}
