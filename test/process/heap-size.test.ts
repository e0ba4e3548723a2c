import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { bundled } from '../support/bundled.ts';

/** Only a process that has loaded nothing else begins with a small space. */
function sizesInFreshProcess(work: string): number[] {
  const script = `
    import v8 from 'node:v8';
    import { boundGarbage, holdNewSpace, releaseNewSpace } from '${bundled('src/cli/heap-size.ts')}';
    const kept = [];
    const keepMore = () => { for (let i = 0; i < 300_000; i++) kept.push({ i }); };
    const space = (name) => v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === name);
    const size = () => space('new_space').space_size;
    const sizes = [];
    ${work}
    console.log(JSON.stringify(sizes));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }),
  );
}

it('keeps the space of new objects small until it is released', () => {
  const [held, released] = sizesInFreshProcess(`
    holdNewSpace(); keepMore(); sizes.push(size());
    releaseNewSpace(); keepMore(); sizes.push(size());`) as [number, number];
  expect(held).toBeLessThanOrEqual(2 * 1024 * 1024);
  expect(released).toBeGreaterThanOrEqual(4 * held);
});

// The V8 of Node 24 keeps more among new objects and heeds the setting at times only.
const heedsGrowth = Number(process.versions.node.split('.')[0]) < 24;

it.runIf(heedsGrowth)('looks for garbage among old objects before they are twice as many', () => {
  const work = (first: string) => `
    ${first}
    let most = 0;
    for (let i = 0; i < 2_000_000; i++) {
      kept[i % 200_000] = { i, text: [i] };
      if (i % 10_000 === 0) most = Math.max(most, space('old_space').space_used_size);
    }
    sizes.push(most);`;
  const [bounded] = sizesInFreshProcess(work('boundGarbage();')) as [number];
  const [usual] = sizesInFreshProcess(work('')) as [number];
  expect(bounded).toBeLessThan(0.6 * usual);
});
