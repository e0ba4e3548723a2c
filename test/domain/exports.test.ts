import { describe, expect, it } from 'vitest';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { eraseIn } from '../../src/domain/customers/erase-in.ts';
import type { ExportFormat, ExportName } from '../../src/domain/exports/export-names.ts';
import { columnNames } from '../../src/domain/exports/store.ts';
import { exportTransactions, TRANSACTION_CSV_COLUMNS } from '../../src/domain/listings/transactions-csv.ts';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { startExport } from '../../src/domain/operations/export-rows.ts';
import { adjust } from '../support/lots.ts';
import { merge } from '../support/merging.ts';
import { ORDINARY } from '../support/outcomes.ts';
import { fillProgram } from '../support/rows-read.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

async function exported(what: ExportName, format: ExportFormat = 'csv', since_id = 0) {
  const { program } = domain;
  const { bytes, ...told } = await startExport(domain.deps, { program, what, format, since_id, by: TESTER });
  return { ...told, text: await textOf(bytes) };
}

async function someBooks(): Promise<void> {
  const { id } = await domain.customer({ merchant_id: '1001', email: '=x@example.com', points: 900 });
  await domain.complete('follow');
  await domain.claim('mug', { variant_id: '902' });
  await adjust(domain, id, -3);
}

describe('an export of transactions', () => {
  it('is what the listing gives as csv, row for row', async () => {
    await domain.begin();
    await someBooks();
    expect(columnNames('transactions')).toEqual(TRANSACTION_CSV_COLUMNS);
    const filters = { customer_id: null, since_id: 0, created_at_min: null, created_at_max: null };
    const request = { order: 'oldest_first', filters, from: null, limit: 100, offset: 0 } as const;
    const listed = await textOf(await exportTransactions(domain.deps, domain.program.id, request));
    const { text, rows } = await exported('transactions');
    expect(text).toBe(`${TRANSACTION_CSV_COLUMNS.join(',')}\n${listed}`);
    expect(rows).toBe(4);
    const lines = (await exported('transactions', 'jsonl')).text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).points_approved)).toEqual([900, 50, -200, -3]);
  });

  it('holds no connection while its reader takes its time', async () => {
    await domain.begin();
    await someBooks();
    const { bytes } = await startExport(domain.deps, {
      program: domain.program,
      what: 'transactions',
      format: 'csv',
      since_id: 0,
      by: TESTER,
    });
    for (let piece = 0; piece < 2; piece += 1) {
      await bytes.next();
      expect(domain.database.load().busy).toBe(0);
    }
    await bytes.return(undefined);
  });

  it('stops before what is in flight, and goes on from there: nothing is missed and nothing comes twice', async () => {
    await domain.begin();
    await someBooks();
    const { id: early } = await domain.customer({ merchant_id: 'early' });
    const ids: number[] = [];
    let since = 0;
    const take = async () => {
      const { text, last_id } = await exported('transactions', 'jsonl', since);
      since = last_id;
      ids.push(...text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line).id as number))));
    };
    const rule_id = domain.program.rules[0]!.id;
    const input = {
      program: domain.program,
      rule_id,
      kind: 'social_follow',
      customer_merchant_id: '1001',
      channel: 'web',
    } as const;
    await completeRule(domain.deps, input, {
      ...ORDINARY,
      beforeCommit: async () => {
        // A higher id is there already; this one's transaction is still to commit.
        await adjust(domain, early, 5);
        await take();
      },
    });
    await take();
    const all = (await domain.rows('transactions')).map(({ id }) => id);
    expect(ids).toEqual(all);
  });
});

describe('an export', () => {
  it('is written down: who took what, and how much', async () => {
    await domain.begin();
    await someBooks();
    await exported('activities', 'jsonl');
    const [entry] = await domain.deps.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('program_id', '=', domain.program.id)
      .where('action', '=', 'export.made')
      .execute();
    expect(entry).toMatchObject({
      actor_name: 'a test',
      details: { what: 'activities', format: 'jsonl', rows: 1 },
    });
  });

  it('of customers breaks off where two became one between its parts: the points of one would be in it no more', async () => {
    await domain.begin();
    const { program } = domain;
    await domain.customer({ merchant_id: 'first', points: 700 });
    await fillProgram(domain.database, program.id, 10_000);
    await domain.customer({ merchant_id: 'last', points: 300 });
    const asked = { program, what: 'customers', format: 'jsonl', since_id: 0, by: TESTER } as const;
    const whole = await startExport(domain.deps, asked);
    expect((await textOf(whole.bytes)).split('\n')).toHaveLength(whole.rows + 1);
    const { bytes } = await startExport(domain.deps, asked);
    await bytes.next();
    await merge(domain, 'last', 'first');
    await expect(textOf(bytes)).rejects.toThrow('Export them again');
  });

  it('holds nothing of other programs, nor customers that were erased', async () => {
    await domain.begin();
    await domain.customer({ merchant_id: 'other' });
    await domain.begin();
    const { id } = await domain.customer({ merchant_id: 'mine' });
    const gone = await domain.customer({ merchant_id: 'gone' });
    await runInTransaction(domain.deps, undefined, (tx) =>
      eraseIn(tx, domain.deps, gone, domain.clock.real()),
    );
    const lines = (await exported('customers', 'jsonl')).text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([id]);
  });
});
