import type { Bench, Check } from './bench.ts';
import { compareWays } from './compare-ways.ts';
import { merchantIds } from './load.ts';
import { completion, type Operation, redemption } from './write-http.ts';

const AIM = 0.8;
/** Shared by more connections than they are, most of them are written between the read that decides and the effect. */
const FEW = 4;

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
  {
    name: 'completion-few',
    about:
      'completing a rule with an Idempotency-Key for customers who change meanwhile, against the same without',
    run: (bench) => {
      const { shoppers } = bench.groups;
      const few = { ...shoppers, first: shoppers.last - FEW + 1 };
      const name = 'completion with an Idempotency-Key, customers who change meanwhile';
      return measure(bench, name, completion(bench.program), few);
    },
  },
];

function measure(
  bench: Bench,
  name: string,
  operation: Operation,
  customers = bench.groups.shoppers,
): Promise<void> {
  const plain = { operation, numbers: merchantIds(customers), key: bench.key };
  return compareWays(bench, name, { ...plain, keyed: true }, plain, AIM);
}
