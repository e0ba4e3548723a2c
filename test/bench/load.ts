import type pg from 'pg';
import { Client } from '../../src/db/connection.ts';
import { typeParsers } from '../../src/db/type-parsers.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { CHUNK_STATEMENTS, type ChunkValues } from './load-statements.ts';

/** Customers with consecutive ids, each with as many history entries. */
export interface CustomerGroup {
  first: number;
  last: number;
  entries: number;
}

export interface Groups {
  /** Written by the write cores. */
  writers: CustomerGroup;
  /** Written through HTTP. */
  shoppers: CustomerGroup;
  /** Only ever read, by how many entries they have. */
  readers: { 10: CustomerGroup; 100: CustomerGroup; 1000: CustomerGroup };
  /** For whom approvals fall due. */
  sweep: CustomerGroup;
}

/** All but one entry of a customer, its first tier, is a transaction. */
const transactionsOf = (group: { customers: number; entries: number }) =>
  group.customers * (group.entries - 1);

const SIZES = {
  writers: { customers: 20_000, entries: 10 },
  shoppers: { customers: 20_000, entries: 10 },
  readers_10: { customers: 5_000, entries: 10 },
  readers_100: { customers: 1_000, entries: 100 },
  readers_1000: { customers: 100, entries: 1_000 },
  sweep: { customers: 20_000, entries: 10 },
};

/** Transactions a chunk writes, in a transaction of its own. */
const CHUNK_TRANSACTIONS = 250_000;

/** A customer's id in the store's platform is so much greater than ours. */
const MERCHANT_IDS = 7_000_000_000;

export const merchantId = (customerId: number) => String(MERCHANT_IDS + customerId);

export function merchantIds(group: CustomerGroup): { first: number; last: number } {
  return { first: MERCHANT_IDS + group.first, last: MERCHANT_IDS + group.last };
}

/** Loads customers in chunks, each in a transaction of its own. */
export class CustomerLoader {
  private loaded = 0;

  private constructor(
    private readonly client: pg.Client,
    private readonly tell: (text: string) => void,
  ) {}

  static async open(ownerUrl: string, tell: (text: string) => void): Promise<CustomerLoader> {
    const client = new Client({ connectionString: ownerUrl, types: typeParsers });
    await client.connect();
    return new CustomerLoader(client, tell);
  }

  /** How many transactions were loaded. */
  get transactions(): number {
    return this.loaded;
  }

  async load(
    program: Program,
    { customers, entries }: { customers: number; entries: number },
  ): Promise<CustomerGroup> {
    const ids: number[] = [];
    const perChunk = Math.max(1, Math.floor(CHUNK_TRANSACTIONS / entries));
    for (let rest = customers; rest > 0; rest -= perChunk) {
      const chunk = { customers: Math.min(rest, perChunk), entries };
      ids.push(...(await loadChunk(this.client, program, chunk)));
      this.loaded += transactionsOf(chunk);
      if (customers > perChunk) this.tell(`loaded ${this.loaded.toLocaleString('en')} transactions`);
    }
    return { first: Math.min(...ids), last: Math.max(...ids), entries };
  }

  async vacuum(): Promise<void> {
    await this.client.query('vacuum (analyze)');
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}

/** Customers of every group and as many others as make up the wanted number of transactions. */
export async function loadCustomers(
  ownerUrl: string,
  program: Program,
  { transactions, smoke }: { transactions: number; smoke: boolean },
  tell: (text: string) => void,
): Promise<Groups> {
  const loader = await CustomerLoader.open(ownerUrl, tell);
  try {
    const load = ({ customers, entries }: { customers: number; entries: number }) =>
      loader.load(program, { customers: smoke ? Math.ceil(customers / 10) : customers, entries });
    const groups: Groups = {
      writers: await load(SIZES.writers),
      shoppers: await load(SIZES.shoppers),
      readers: {
        10: await load(SIZES.readers_10),
        100: await load(SIZES.readers_100),
        1000: await load(SIZES.readers_1000),
      },
      sweep: await load(SIZES.sweep),
    };
    const others = Math.ceil((transactions - loader.transactions) / (SIZES.writers.entries - 1));
    if (others > 0 && !smoke) await load({ customers: others, entries: SIZES.writers.entries });
    await loader.vacuum();
    return groups;
  } finally {
    await loader.close();
  }
}

/** The first and the last id of the customers of a chunk. */
async function loadChunk(
  client: pg.Client,
  program: Program,
  chunk: { customers: number; entries: number },
): Promise<[number, number]> {
  const values: ChunkValues = { program, ...chunk };
  await client.query('begin');
  for (const statement of CHUNK_STATEMENTS) {
    const { text, parameters } = statement(values);
    await client.query(text, parameters);
  }
  const { rows } = await client.query<{ first: number; last: number }>(
    'select min(id) as first, max(id) as last from chunk_customer',
  );
  await client.query('commit');
  return [rows[0]!.first, rows[0]!.last];
}
