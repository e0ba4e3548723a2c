/**
 * Calls `batch` until no customers are left. `batch` takes customers above an id and returns the highest id that it
 * took; undefined: there were none.
 */
export async function inBatches(batch: (after: number) => Promise<number | undefined>): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) after = await batch(after);
}
