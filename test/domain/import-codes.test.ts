import { beforeEach, describe, expect, it } from 'vitest';
import { takePooledCode } from '../../src/domain/claims/code-pool-store.ts';
import { countCodes, listPoolWarnings } from '../../src/domain/claims/code-pools.ts';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { Watch } from '../../src/domain/core/watch.ts';
import { type ImportedCodes, importCodes } from '../../src/domain/operations/import-codes.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import { entryOf, productRewardDefinition } from '../support/factories.ts';
import { atOnce, ORDINARY, outcomeOf, tally } from '../support/outcomes.ts';
import { scansOf } from '../support/plans.ts';
import { openProcesses } from '../support/processes.ts';
import { SentStatements } from '../support/sent.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const domain = testDomain();

const pooled = (rest: Partial<RewardDefinition> = {}) =>
  voucherDefinition({ codes: { kind: 'pool' }, ...rest });

beforeEach(async () => {
  await domain.begin({
    rewards: [
      { key: 'pooled', definition: pooled() },
      { key: 'other', definition: pooled() },
      { key: 'made', definition: voucherDefinition() },
      { key: 'mug', definition: productRewardDefinition() },
    ],
  });
});

async function* lines(codes: Iterable<string>) {
  yield* codes;
}

function bring(
  codes: Iterable<string>,
  reward_key = 'pooled',
  onProgress?: (done: number) => void,
): Promise<ImportedCodes> {
  const program_key = domain.program.key;
  return importCodes(domain.deps, { program_key, reward_key, lines: lines(codes), onProgress, by: TESTER });
}

function count(reward_key = 'pooled') {
  return countCodes(domain.deps, { program_key: domain.program.key, reward_key });
}

function take(reward_key = 'pooled'): Promise<string | undefined> {
  const reward = entryOf(domain.program.rewards, reward_key);
  return runInTransaction(domain.deps, undefined, (tx) =>
    takePooledCode(tx, domain.program.id, reward.id, domain.clock.real()),
  );
}

const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, i) => `CODE-${from + i}`);

describe('lines without a code', () => {
  it('keep nothing else waiting, and are told as they are done', async () => {
    let turns = 0;
    const told: number[] = [];
    async function* blank() {
      setImmediate(() => turns++);
      for (let line = 1; line < 25_000; line += 1) yield '';
      expect(turns).toBe(1);
      yield 'CODE-1';
    }
    const from = { program_key: domain.program.key, reward_key: 'pooled', by: TESTER };
    const onProgress = (done: number) => told.push(done);
    const result = await importCodes(domain.deps, { ...from, lines: blank(), onProgress });
    expect(result).toMatchObject({ imported: 1, refused: 0 });
    expect(told).toEqual([10_000, 20_000, 25_000]);
  });

  it('may be millions of characters long, and are refused for it', async () => {
    const long = 'x'.repeat(4_000_000);
    const { refusals } = await bring([
      long,
      `"${long}`,
      `"${long}"`,
      `"${'""'.repeat(2_000_000)}"`,
      '"A""1", b',
    ]);
    expect(refusals.map(({ reason }) => reason)).toEqual([
      'is longer than 255 characters',
      'begins with a quotation mark that does not end',
      'is longer than 255 characters',
      'is longer than 255 characters',
    ]);
    expect(await take()).toBe('A"1');
  });
});

describe('a dry run', () => {
  it('says what the import says, and leaves nothing', async () => {
    await bring(['OLD-1', 'OLD-2']);
    await bring(['OTHER-1'], 'other');
    // More than one chunk: a code of the first is repeated in the second.
    const file = [...numbered(1_200), 'CODE-1', 'code-1200', 'old-1', 'OTHER-1', '"x'];
    const program_key = domain.program.key;
    const given = { program_key, reward_key: 'pooled', lines: lines(file), dry_run: true, by: TESTER };
    const rehearsed = await importCodes(domain.deps, given);
    expect(await count()).toEqual({ given: 0, remaining: 2 });
    expect(rehearsed).toEqual(await bring(file));
    expect(rehearsed).toMatchObject({ imported: 1_200, already_there: 1, refused: 4 });
  });
});

describe('importing codes', () => {
  it('takes each line once, in its order, as it is written', async () => {
    const result = await bring(['code', 'Abc-1', '', '  abc 2 ', '"C,3",x']);
    expect(result).toEqual({ imported: 3, already_there: 0, refused: 0, refusals: [], in_use: true });
    expect([await take(), await take(), await take(), await take()]).toEqual([
      'Abc-1',
      'abc 2',
      'C,3',
      undefined,
    ]);
  });

  it('goes on where it was interrupted, and says what was there', async () => {
    const interrupted = async function* () {
      yield* numbered(1500);
      throw new Error('the cable was pulled');
    };
    const program_key = domain.program.key;
    await expect(
      importCodes(domain.deps, { program_key, reward_key: 'pooled', lines: interrupted(), by: TESTER }),
    ).rejects.toThrow('cable');
    expect(await count()).toEqual({ given: 0, remaining: 1000 });
    await take();
    const result = await bring(numbered(1500));
    expect(result).toMatchObject({ imported: 500, already_there: 1000, refused: 0 });
    expect(await count()).toEqual({ given: 1, remaining: 1499 });
  });

  it('refuses what stands in the file twice, also far apart and otherwise written', async () => {
    const result = await bring(['A-1', 'a 1', ...numbered(2000), 'code-7', 'A1']);
    expect(result).toMatchObject({ imported: 2001, already_there: 0, refused: 3 });
    expect(result.refusals).toEqual(
      [2, 2003, 2004].map((line) => ({
        line,
        reason: 'stands in the file twice, or another import brought it meanwhile',
      })),
    );
  });

  it('refuses codes of other rewards and codes that customers were given, and takes the rest', async () => {
    await domain.customer({ points: 1000 });
    await bring(['X1'], 'other');
    await domain.claim('made');
    const given = (await domain.claims())[0]!.code!;
    const result = await bring(['X2', 'x-1', given.toLowerCase(), '"', 'X3']);
    expect(result).toEqual({
      imported: 2,
      already_there: 0,
      refused: 3,
      refusals: [
        { line: 2, reason: 'is a code of other already' },
        { line: 3, reason: 'was given to a customer already, by a reward that generates its codes' },
        { line: 4, reason: 'begins with a quotation mark that does not end' },
      ],
      in_use: true,
    });
  });

  it('lists a hundred refusals and counts the others', async () => {
    const result = await bring([...numbered(150), ...numbered(150)]);
    expect(result.refused).toBe(150);
    expect(result.refusals).toHaveLength(100);
  });

  it('tells how far it is after each thousand codes', async () => {
    const told: number[] = [];
    await bring(['', ...numbered(2500)], 'pooled', (done) => told.push(done));
    expect(told).toEqual([1001, 2001, 2501]);
  });

  it('twice at once takes every code once', async () => {
    const results = await Promise.all([bring(numbered(3000)), bring(numbered(3000).reverse())]);
    expect(results[0].imported + results[1].imported).toBe(3000);
    expect(await count()).toEqual({ given: 0, remaining: 3000 });
  });

  it('into two pools at once gives each code to one of them and says to which', async () => {
    const results = await Promise.all([bring(numbered(3000)), bring(numbered(3000), 'other')]);
    expect(results[0].imported + results[1].imported).toBe(3000);
    expect(results[0].refused + results[1].refused).toBe(3000);
    const reasons = new Set(results.flatMap(({ refusals }) => refusals.map(({ reason }) => reason)));
    for (const reason of reasons) expect(reason).toMatch(/^is a code of (pooled|other) already$/);
  });

  it('says where the pool is not in use, and refuses what gives no codes or is not there', async () => {
    expect(await bring(['Y1'], 'made')).toMatchObject({ imported: 1, in_use: false });
    expect(await outcomeOf(bring(['Y2'], 'mug'))).toBe('invalid_request');
    expect(await outcomeOf(bring(['Y2'], 'nothing'))).toBe('not_found');
    expect(
      await outcomeOf(
        importCodes(domain.deps, { program_key: 'x', reward_key: 'x', lines: lines([]), by: TESTER }),
      ),
    ).toBe('not_found');
  });
});

describe('taking codes from a pool', () => {
  it('gives 50 who come at once for 30 codes each another, and 20 nothing', async () => {
    await bring(numbered(30));
    await bring(numbered(5, 100), 'other');
    const taken = await Promise.all(atOnce(50, () => take()));
    expect(new Set(taken.filter((code) => code !== undefined)).size).toBe(30);
    expect(taken.filter((code) => code === undefined)).toHaveLength(20);
    expect(await count()).toEqual({ given: 30, remaining: 0 });
    expect(await count('other')).toEqual({ given: 0, remaining: 5 });
  });

  it('waits for nobody, and a code that was not given after all is given to the next', async () => {
    await bring(numbered(2));
    const reward = entryOf(domain.program.rewards, 'pooled');
    const at = domain.clock.real();
    const undone = runInTransaction(domain.deps, undefined, async (tx) => {
      expect(await takePooledCode(tx, domain.program.id, reward.id, at)).toBe('CODE-1');
      expect(await take()).toBe('CODE-2');
      expect(await take()).toBeUndefined();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await take()).toBe('CODE-1');
  });
});

describe('claims of a reward whose codes come from a pool', () => {
  const customers = (count: number) =>
    Promise.all(atOnce(count, (index) => domain.customer({ merchant_id: `c-${index}`, points: 500 })));
  const codesOfClaims = async () => (await domain.claims()).map((claim) => claim.code).sort();

  it('50 at once over 30 codes give 30 codes and refuse 20', async () => {
    await bring(numbered(30));
    await customers(50);
    const claims = atOnce(50, (index) =>
      domain.claim('pooled', {}, { customer: `c-${index}`, hooks: index % 2 ? ORDINARY : undefined }),
    );
    expect(await tally(claims)).toEqual({ done: 30, reward_out_of_stock: 20 });
    expect(await codesOfClaims()).toEqual(numbered(30).sort());
    expect(domain.logged.join()).toContain('a pool of codes is dry');
    expect(await count()).toEqual({ given: 30, remaining: 0 });
  });

  it('in two servers at once never give one code twice', async () => {
    await bring(numbered(15));
    await domain.customer({ merchant_id: 'rich', points: 50_000 });
    const processes = await openProcesses(2, domain.database.serverUrl);
    try {
      const id = entryOf(domain.program.rewards, 'pooled').id;
      const now = domain.clock.real();
      const job = { now, program_id: domain.program.id, id, merchant_id: 'rich' };
      expect(await processes.run({ ...job, kind: 'claim', count: 10 })).toEqual({
        done: 15,
        reward_out_of_stock: 5,
      });
    } finally {
      await processes.close();
    }
    expect(await codesOfClaims()).toEqual(numbered(15).sort());
  });

  it('that are refused leave the code to the next', async () => {
    await bring(numbered(1));
    await domain.customer({ merchant_id: 'poor' });
    expect(await outcomeOf(domain.claim('pooled', {}, { customer: 'poor' }))).toBe('insufficient_points');
    await domain.customer({ points: 500 });
    await domain.claim('pooled');
    expect(await codesOfClaims()).toEqual(['CODE-1']);
  });
});

describe('the watch over pools', () => {
  it('warns of pools that are empty or nearly so, for as long as the program has them', async () => {
    const here = async () =>
      (await listPoolWarnings(domain.deps, null)).filter(({ program }) => program === domain.program.key);
    const warning = (kind: string, reward: string) => ({ kind, program: domain.program.key, reward });
    expect(await here()).toEqual([warning('code_pool_empty', 'pooled'), warning('code_pool_empty', 'other')]);
    await bring(numbered(100));
    await bring(['Z1'], 'other');
    expect(await here()).toEqual([warning('code_pool_low', 'other')]);
    await take();
    expect(await here()).toEqual([warning('code_pool_low', 'pooled'), warning('code_pool_low', 'other')]);
    expect(await listPoolWarnings(domain.deps, [domain.program.id])).toEqual(await here());
    const sent = new SentStatements(domain.database.pool);
    const statements = await sent.during(() => listPoolWarnings(domain.deps, null));
    expect(statements).toHaveLength(1);
    await domain.change({ rewards: [{ key: 'made', definition: voucherDefinition() }] });
    expect(await here()).toEqual([]);
  });

  it('reads no more of program files than the rewards with pools', async () => {
    await domain.database.asOwner(`
      insert into program_entries (program_id, id, kind, key, position, enabled, definition, created_at)
        select program_id, 1000000000 + n, kind, 'more-' || n, 100 + n, true, definition - 'codes', created_at
          from program_entries, generate_series(1, 5000) n
          where program_id = ${domain.program.id} and kind = 'reward' and key = 'mug';
      analyze program_entries`);
    const scans = await scansOf(domain.database, (db) => listPoolWarnings({ db }, null));
    const entries = scans.filter(({ table }) => table === 'program_entries');
    expect(entries.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(1000);
  });

  it('looks again after ten seconds, not before', async () => {
    const watch = new Watch(domain.deps, 10_000, () => listPoolWarnings(domain.deps, null));
    const pooledOf = async () =>
      (await watch.now()).some(
        ({ program, reward }) => program === domain.program.key && reward === 'pooled',
      );
    expect(await pooledOf()).toBe(true);
    await bring(numbered(100));
    expect(await pooledOf()).toBe(true);
    domain.clock.advance(10_000);
    expect(await pooledOf()).toBe(false);
  });
});
