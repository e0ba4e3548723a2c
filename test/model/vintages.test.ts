import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeVintages, type PointsChange, type Vintage } from '../../src/domain/books/vintages.ts';

it('whatever happens, vintages add up to the balance, and what is said of them to what they are', () => {
  const change = fc.record<PointsChange>({
    kind: fc.constantFrom('got', 'undone', 'redeemed', 'refunded', 'expired'),
    points: fc.integer({ min: 1, max: 500 }),
    month: fc.integer({ min: 0, max: 20 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const vintages: Vintage[] = [];
      const said = changes.flatMap((each) => changeVintages(vintages, each));
      const balance = changes.reduce(
        (sum, { kind, points }) => sum + (kind === 'got' || kind === 'refunded' ? points : -points),
        0,
      );
      expect(vintages.reduce((sum, { left }) => sum + left, 0)).toBe(balance);
      expect(vintages.map(({ month }) => month)).toEqual(
        vintages.map(({ month }) => month).sort((a, b) => a - b),
      );
      for (const { month, left, redeemed: spent } of vintages) {
        const of = (kind: string) =>
          said.reduce((sum, one) => sum + (one.vintage === month && one.kind === kind ? one.points : 0), 0);
        expect(of('redeemed')).toBe(spent);
        expect(of('got') - of('undone') - of('redeemed') - of('expired')).toBe(left);
        expect(spent).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
