import { describe, expect, it } from 'vitest';
import { LateLookups } from '../../src/http/late-lookups.ts';

describe('credentials of an address that failed too often', () => {
  it('are looked up together, a hundred at a time, and no more before the next time', async () => {
    const asked: Buffer[] = [];
    let goOn = () => {};
    const find = async (hash: Buffer) => {
      asked.push(hash);
      return undefined;
    };
    const late = new LateLookups({ find }, () => new Promise((resolve) => (goOn = resolve)));
    const hashes = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => Buffer.from(String(from + n)));
    const first = hashes(0, 150).map((hash) => late.find(hash));
    expect(asked).toEqual([]);
    goOn();
    await Promise.all(first);
    expect(asked).toEqual(hashes(0, 100));
    const next = hashes(150, 2).map((hash) => late.find(hash));
    goOn();
    await Promise.all(next);
    expect(asked).toEqual([...hashes(0, 100), ...hashes(150, 2)]);
  });
});
