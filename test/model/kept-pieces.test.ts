import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SharedPieces } from '../../src/http/kept-pieces.ts';
import { Pieces } from '../../src/http/pieces.ts';

const PLENTY = 1_000_000;

/** Any letter, but no half of a pair. For `unit: 'binary'` fast-check would first make a map of a million of them. */
const letter = fc
  .nat(0x10ffff - 0x800)
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));

/** Random texts of a few pieces that many of them have, and parts of any length and letters. */
const randomTexts = fc.array(
  fc.array(
    fc.oneof(
      fc.record({ own: fc.oneof(fc.string({ unit: letter }), longText()) }),
      fc.record({
        shared: fc.constantFrom('', 'a', '"a rule"', '"una regla así"', '"правило"', '\u0000\uffff'),
      }),
    ),
    { maxLength: 12 },
  ),
  { maxLength: 6 },
);

/** A length about which one letter no longer tells it. */
function longText() {
  return fc.constantFrom(0xfffe, 0xffff, 0x1_0000, 0x1_fffe, 0x2_0001).map((length) => 'x'.repeat(length));
}

function piecesOf(parts: readonly ({ own: string } | { shared: string })[]): Pieces {
  const pieces = new Pieces();
  for (const part of parts) {
    if ('own' in part) pieces.own(part.own);
    else pieces.shared(part.shared);
  }
  return pieces;
}

describe('a kept text', () => {
  it('reads as it did, whatever it is made of, and whether or not there is room for what it shares', () => {
    fc.assert(
      fc.property(randomTexts, fc.constantFrom(0, 300, PLENTY), (texts, room) => {
        const shared = new SharedPieces(room);
        const made = texts.map(piecesOf);
        const kept = made.map((pieces) => pieces.kept(shared));
        expect(kept.map((pieces) => pieces.text())).toEqual(made.map((pieces) => pieces.text()));
        expect(shared.bytes).toBeLessThanOrEqual(room);
      }),
      { numRuns: 100 },
    );
  });

  it('takes little more memory for a piece that other texts have too', () => {
    const rule = 'r'.repeat(1_000);
    const shared = new SharedPieces(PLENTY);
    const bytesOf = (rules: number) => {
      const pieces = new Pieces().own('x');
      for (let index = 0; index < rules; index += 1) pieces.shared(rule);
      return pieces.kept(shared).bytes;
    };
    expect(bytesOf(20) - bytesOf(0)).toBeLessThan(100);
    expect(shared.bytes).toBeGreaterThan(rule.length);
    expect(shared.bytes).toBeLessThan(2 * rule.length);
  });

  it('shares more pieces than fit into one letter of an id', () => {
    const shared = new SharedPieces(100 * PLENTY);
    for (let id = 0; id < 0x1_0000 + 10; id += 1) {
      const pieces = new Pieces().own('[').shared(`piece ${id}`).own(']');
      if (id % 1_000 === 0 || id > 0xfff0) expect(pieces.kept(shared).text()).toBe(`[piece ${id}]`);
      else shared.idOf(`piece ${id}`);
    }
  });
});
