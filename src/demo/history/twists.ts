import type { Dice } from '../dice.ts';
import type { Biography } from './deed.ts';
import { DAY } from './season.ts';

/** There is one merge per this number of customers, and at least one merge. */
const CUSTOMERS_A_MERGE = 400;

/**
 * Adds merges of customers who already have an account. The other account joined before the merged one, referred nobody
 * and was referred by nobody. Nothing happens to the merged one afterwards. Only customers who joined before `until`
 * (ms) are merged.
 */
export function addMerges(dice: Dice, biographies: readonly Biography[], until: number): void {
  const plain = biographies.filter(
    ({ person, brought_by, brought_along, steps }) =>
      brought_by === undefined &&
      (steps[0]?.at ?? until) < until &&
      brought_along === undefined &&
      !biographies.some((other) => other.brought_by === person.merchant_id),
  );
  const pairs = Math.max(1, Math.round(biographies.length / CUSTOMERS_A_MERGE));
  for (let pair = 0; pair < pairs && plain.length >= 2; pair++) {
    const two = [0, 1].map(() => plain.splice(dice.from(0, plain.length - 1), 1)[0]!);
    const [into, from] = two.sort((a, b) => a.steps[0]!.at - b.steps[0]!.at) as [Biography, Biography];
    const at = from.steps[0]!.at + 2 * DAY + dice.from(1, DAY);
    const before = from.steps.filter((step) => step.at < at);
    from.steps.splice(0, from.steps.length, ...before, {
      at,
      deed: { kind: 'merge', into: into.person.merchant_id },
    });
  }
}

/**
 * Adds the erasure of a customer who asks for it. It is the last event, because afterwards nobody finds the customer by
 * name.
 */
export function addErasure(biographies: readonly Biography[], at: number): void {
  const survivors = new Set(
    biographies.flatMap(({ steps }) => steps.flatMap(({ deed }) => (deed.kind === 'merge' ? deed.into : []))),
  );
  const quiet = biographies.find(
    ({ person, steps, brought_by }) =>
      brought_by === undefined &&
      !survivors.has(person.merchant_id) &&
      steps[0]?.deed.kind === 'join' &&
      steps[0].at < at - 20 * DAY &&
      steps.some(({ deed }) => deed.kind === 'order') &&
      !steps.some(({ deed }) => deed.kind === 'merge'),
  );
  quiet?.steps.push({ at, deed: { kind: 'erase' } });
}
