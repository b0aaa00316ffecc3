// How far a lamp hangs from the ceiling, in centimetres.

export type Rule = {
  /** Height of the table. */
  readonly table: number;
  /** Between the table and the lamp. */
  readonly above: number;
  /** The lowest and the highest ceiling that a visitor may enter. */
  readonly ceilings: readonly [number, number];
};

/** The drop under a ceiling; `null` if that is no height of a room. */
export function drop(ceiling: number, { table, above, ceilings: [lowest, highest] }: Rule): number | null {
  if (!(ceiling >= lowest && ceiling <= highest)) return null;
  return Math.round(ceiling) - table - above;
}
