/**
 * Splits a list into its first entries, which are shown, and the others, which are folded. A single other entry is not
 * folded.
 */
export function fold<T>(list: readonly T[], first: number): [shown: T[], folded: T[]] {
  const shown = list.length > first + 1 ? first : list.length;
  return [list.slice(0, shown), list.slice(shown)];
}
