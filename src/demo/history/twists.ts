import type { Dice } from '../dice.ts';
import type { Biography } from './deed.ts';
import { DAY } from './season.ts';

/** One merge for so many customers, and at least one. */
const CUSTOMERS_A_MERGE = 400;

/**
 * Some customers turn out to have an account already. The other account of each joined before it, brought nobody along
 * and was brought by nobody, and nothing happens to the merged one afterwards. Merges are of customers who joined before
 * `until`, in ms.
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

/** Somebody asks to be forgotten. It is the last thing that happens, since nobody finds the customer by its name then. */
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
