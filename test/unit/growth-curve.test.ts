import { expect, it } from 'vitest';
import type { Cost } from '../bench/growth/cost.ts';
import { type Curves, growthText, isFlat, unexplained } from '../bench/growth/growth-table.ts';

const cost = (rest: Partial<Cost> = {}): Cost => ({ micros: 500, statements: 2, blocks: 100, ...rest });

it('A curve is flat if neither statements nor blocks nor time grow with the size', () => {
  expect(isFlat([cost(), cost()])).toBe(true);
  // One level more in each index.
  expect(isFlat([cost(), cost({ blocks: 140, micros: 600 })])).toBe(true);
  expect(isFlat([cost(), cost({ statements: 3 })])).toBe(false);
  expect(isFlat([cost(), cost({ blocks: 1_000 })])).toBe(false);
  expect(isFlat([cost(), cost({ micros: 5_000 })])).toBe(false);
  expect(isFlat([cost({ blocks: null }), cost({ blocks: null, micros: 1_000 })])).toBe(false);
});

it('A curve that grows has a reason, or the run fails', () => {
  const costs = [cost(), cost({ micros: 5_000, blocks: 1_000 })];
  const curves: Curves = {
    name: 'rules',
    grows: 'Rules',
    sizes: ['10', '1,000'],
    compared_from: 0,
    curves: [
      { operation: 'a read', costs, reason: 'the answer has every rule' },
      { operation: 'a page', costs, reason: null },
      { operation: 'an order', costs: [cost(), cost()], reason: null },
    ],
  };
  expect(unexplained(curves)).toEqual(['a page']);
  expect(growthText(curves)).toBe(
    `| Rules | 10 | 1,000 | Curve |
|---|---|---|---|
| a read | 500 µs (2, 100) | × 10.00 (2, 1,000) | grows: the answer has every rule |
| a page | 500 µs (2, 100) | × 10.00 (2, 1,000) | grows: not known why |
| an order | 500 µs (2, 100) | × 1.00 (2, 100) | flat |
`,
  );
});
