// Why a line item, or a part of it at any depth, is excluded from the right of withdrawal (law §4).

/** The part of a line item of a cart or an order that says so. */
type Excludable = {
  readonly label: string;
  readonly withdrawal_excluded: string | null;
  readonly children: readonly Excludable[];
};

/** "No right of withdrawal:" and each reason, with the name of the part that it is about. */
export function exclusions({ withdrawal_excluded, children }: Excludable, words: string, part = ""): string[] {
  const own = withdrawal_excluded ? [`${words} ${part}${withdrawal_excluded}`] : [];
  return own.concat(...children.map((child) => exclusions(child, words, `${child.label}: `)));
}
