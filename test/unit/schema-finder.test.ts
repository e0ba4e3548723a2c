import { describe, expect, it } from 'vitest';
import { type LookupSender, SchemaFinder } from '../../src/cli/schema-finder.ts';
import type { Named } from '../../src/cli/shard-of-request.ts';
import type { MovedProgram } from '../../src/db/directory.ts';

const ANYBODY: LookupSender = { isLate: () => false, refuseIfTooMany() {}, noteUnknown() {} };

const REFUSED: LookupSender = {
  ...ANYBODY,
  isLate: () => true,
  refuseIfTooMany() {
    throw new Error('too many');
  },
};

const KEY: Named = { kind: 'key', text: 'a key' };
const APP: Named = { kind: 'app', text: 'an app' };
const PAGES: Named[] = [
  { kind: 'session', text: 'a token' },
  { kind: 'referral', text: 'ADA' },
];

/** Schemas that know programs by any name, as their numbers say; `away`: those that cannot be asked. */
function placesOf(known: Record<number, number>, away: readonly number[] = []) {
  const asked: number[] = [];
  const places = new SchemaFinder(async (number) => {
    asked.push(number);
    if (away.includes(number)) throw new Error(`${number} is away`);
    return known[number];
  });
  const take = (...moved: MovedProgram[]) => places.take({ shards: [], moved });
  const numberOf = (number: number, named: Named, sender = ANYBODY) => places.numberOf(number, named, sender);
  return { places, asked, take, numberOf };
}

const moved = (program_id: number, shard_number: number, was_in = [0]): MovedProgram => ({
  program_id,
  key: `shop-${program_id}`,
  site_ids: [program_id + 1],
  shard_number,
  was_in,
});

describe('the place of a request', () => {
  it('is its own schema where that knows the name, and is remembered, whatever is away', async () => {
    const { asked, take, numberOf } = placesOf({ 0: 10 }, [1, 2]);
    take(moved(50, 1), moved(60, 2));
    expect(await numberOf(0, KEY)).toBe(0);
    expect(numberOf(0, KEY)).toBe(0);
    expect(asked).toEqual([0]);
  });

  it('is where the directory says that the program is, while both schemas have its rows', async () => {
    const { asked, take, numberOf } = placesOf({ 0: 50, 1: 50 });
    take(moved(50, 1));
    expect(await numberOf(0, KEY)).toBe(1);
    take(moved(50, 0, [1]));
    expect(await numberOf(1, KEY)).toBe(0);
    expect(numberOf(0, KEY)).toBe(0);
    expect(asked).toEqual([0, 1]);
  });

  it('is found in any schema to which programs moved', async () => {
    const { take, numberOf } = placesOf({ 2: 60 }, [1]);
    take(moved(50, 1), moved(60, 2, [0, 1]));
    expect(await numberOf(0, KEY)).toBe(2);
    expect(numberOf(0, KEY)).toBe(2);
    expect(await numberOf(1, KEY)).toBe(2);
  });

  it('cannot be said while a name is unknown, and a schema away that may know it', async () => {
    const { take, numberOf } = placesOf({}, [1]);
    take(moved(50, 1));
    await expect(numberOf(0, KEY)).rejects.toThrow('1 is away');
  });

  it('is its own schema where nobody knows the name', async () => {
    const { take, numberOf } = placesOf({});
    take(moved(50, 1));
    expect(await numberOf(0, KEY)).toBe(0);
  });

  it('is not remembered where the directory changed during the look', async () => {
    const { asked, take, numberOf } = placesOf({ 0: 50 });
    take(moved(60, 1));
    const looking = numberOf(0, KEY);
    take(moved(60, 1), moved(50, 1));
    await looking;
    expect(await numberOf(0, KEY)).toBe(1);
    expect(asked).toEqual([0, 0]);
  });

  it('is not looked for where whoever asks did so too often, and is said where it was found before', async () => {
    const { asked, take, numberOf } = placesOf({ 1: 50 });
    take(moved(50, 1));
    expect(() => numberOf(0, APP, REFUSED)).toThrow('too many');
    // The schema that a key says looks it up late.
    expect(numberOf(0, KEY, REFUSED)).toBe(0);
    expect(asked).toEqual([]);
    for (const named of [APP, KEY]) {
      expect(await numberOf(0, named)).toBe(1);
      expect(numberOf(0, named, REFUSED)).toBe(1);
    }
  });

  it.each(PAGES)(
    'is looked for of a $kind where its request says, and no further where whoever asks did so too often',
    async (page) => {
      const { asked, take, numberOf } = placesOf({ 0: 10 });
      take(moved(50, 1));
      expect(await numberOf(0, page, REFUSED)).toBe(0);
      const { asked: askedOfMoved, take: takeAgain, numberOf: find } = placesOf({ 1: 50 });
      takeAgain(moved(50, 1));
      await expect(find(0, page, REFUSED)).rejects.toThrow('too many');
      expect([asked, askedOfMoved]).toEqual([[0], [0]]);
      expect(await find(0, page)).toBe(1);
    },
  );

  it('is noted for whoever asks where nobody knows the name, and only there', async () => {
    const { take, numberOf } = placesOf({ 1: 50 });
    take(moved(50, 1));
    const unknown: string[] = [];
    const sender: LookupSender = { ...ANYBODY, noteUnknown: () => void unknown.push('name') };
    await numberOf(0, KEY, sender);
    expect(unknown).toEqual([]);
    const { take: takeAgain, numberOf: find } = placesOf({});
    takeAgain(moved(50, 1));
    await find(0, KEY, sender);
    expect(unknown).toHaveLength(1);
  });
});
