import type { Bench, Check } from './bench.ts';
import { compareWays } from './compare-ways.ts';
import { merchantIds } from './load.ts';
import { completion, type Operation, redemption } from './write-http.ts';

const AIM = 0.8;

/** Operations with an Idempotency-Key against the same ones without. */
export const keyedHttpChecks: Check[] = [
  {
    name: 'completion-keyed',
    about: 'completing a rule with an Idempotency-Key, against the same without',
    run: (bench) => measure(bench, 'completion with an Idempotency-Key', completion(bench.program)),
  },
  {
    name: 'redemption-keyed',
    about: 'redeeming a product with an Idempotency-Key, against the same without',
    run: (bench) => measure(bench, 'redemption with an Idempotency-Key', redemption(bench.program)),
  },
];

function measure(bench: Bench, name: string, operation: Operation): Promise<void> {
  const plain = { operation, numbers: merchantIds(bench.groups.shoppers), key: bench.key };
  return compareWays(bench, name, { ...plain, keyed: true }, plain, AIM);
}
