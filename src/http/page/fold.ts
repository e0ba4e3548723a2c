/** The first of a list, which are shown, and the others, which are folded. One alone is not worth a fold. */
export function fold<T>(list: readonly T[], first: number): [shown: T[], folded: T[]] {
  const shown = list.length > first + 1 ? first : list.length;
  return [list.slice(0, shown), list.slice(shown)];
}
