import type { Program } from '../../../src/domain/programs/configuration.ts';
import type { ProgramDefinition } from '../../../src/domain/programs/program-definition.ts';
import type { CustomerGroup } from '../load.ts';
import { manyRewards, manyRules, namedProgram } from './sized-programs.ts';

/** The hands of a dimension: the database that it makes greater. */
export interface Loader {
  /** Applies a program that the bench's operations can be measured on. */
  apply(definition: ProgramDefinition): Promise<Program>;
  /** Customers with consecutive ids. */
  load(program: Program, customers: number, entries: number): Promise<CustomerGroup>;
}

/** A program of the next size, and the customers that it got last. */
export interface Grown {
  program: Program;
  customers: CustomerGroup;
}

/** One thing that grows, in a database of its own. */
export interface Dimension {
  name: string;
  /** For people, as the head of the table. */
  grows: string;
  sizes: readonly number[];
  /** The place of the smallest size that the greatest is compared with. */
  compared_from?: number;
  label(size: number): string;
  /** The database before the first size; absent: empty. */
  begin?(loader: Loader): Promise<unknown>;
  /** Makes the database greater, from the size before it to this one. */
  grow(loader: Loader, size: number): Promise<Grown>;
  /** Why operations that grow may do so. */
  reasons: Record<string, string>;
}

const ENTRIES = 10;
/** The first entry of a history, a tier, is no transaction. */
const TRANSACTIONS = ENTRIES - 1;
const FEW = 100;

/** Customers of another program, so that tables are no longer read whole, whatever grows. */
const OTHERS = 10_000;
const begin = async (loader: Loader) =>
  loader.load(await loader.apply(namedProgram('others')), OTHERS, ENTRIES);

const count = (size: number) =>
  size >= 1_000_000 ? `${size / 1_000_000} M` : size.toLocaleString('en', { maximumFractionDigits: 0 });

/** `millions`: the greatest numbers of transactions, in millions. */
export function dimensions(millions: readonly number[]): Dimension[] {
  return [history(millions), OWN_HISTORY, RULES, REWARDS, programs()];
}

/** One program whose customers and their transactions become more. */
function history(millions: readonly number[]): Dimension {
  let program: Program | undefined;
  let loaded = 0;
  const customersOf = (size: number) => Math.ceil(size / TRANSACTIONS);
  return {
    name: 'history',
    grows: 'Transactions of the program (its customers)',
    // Ten customers do not fill a page.
    compared_from: 1,
    sizes: [10 * TRANSACTIONS, ...millions.map((size) => size * 1_000_000)],
    label: (size) => `${count(size)} (${count(customersOf(size))})`,
    grow: async (loader, size) => {
      program ??= await loader.apply(namedProgram('bench'));
      const customers = await loader.load(program, customersOf(size) - loaded, ENTRIES);
      loaded = customersOf(size);
      return { program, customers };
    },
    reasons: {},
  };
}

/** Customers whose own history is longer. */
const OWN_HISTORY: Dimension = {
  name: 'own-history',
  grows: 'Entries in the history of the customer',
  sizes: [10, 100, 1_000, 10_000],
  label: count,
  begin,
  grow: async (loader, size) => {
    const program = await loader.apply(namedProgram(`entries-${size}`));
    return { program, customers: await loader.load(program, 20, size) };
  },
  reasons: {
    'a whole customer read':
      'the answer shows the latest 100 entries, and the tier counts the orders of a year',
    'a completion': 'as the read, which it answers with',
    'a redemption': 'as the read, which it answers with',
    'an order': 'the tier counts the orders of a year',
  },
};

const EVERY_RULE = 'the answer has every rule';
const EVERY_REWARD = 'the answer has every reward';

const RULES: Dimension = {
  name: 'rules',
  grows: 'Rules of the program',
  sizes: [10, 100, 1_000],
  label: count,
  begin,
  grow: (loader, size) => growDefinition(loader, manyRules(size)),
  reasons: {
    'a whole customer read': EVERY_RULE,
    'a completion': EVERY_RULE,
    'a redemption': EVERY_RULE,
    'an order': 'it is decided for each rule that orders can complete',
  },
};

const REWARDS: Dimension = {
  name: 'rewards',
  grows: 'Rewards of the program',
  sizes: [2, 50, 500],
  label: count,
  begin,
  grow: (loader, size) => growDefinition(loader, manyRewards(size)),
  reasons: {
    'a whole customer read': EVERY_REWARD,
    'a completion': EVERY_REWARD,
    'a redemption': EVERY_REWARD,
  },
};

async function growDefinition(loader: Loader, definition: ProgramDefinition): Promise<Grown> {
  const program = await loader.apply(definition);
  return { program, customers: await loader.load(program, FEW, ENTRIES) };
}

/** One database with more programs. Operations are those of the first. */
function programs(): Dimension {
  let made = 0;
  let first: Grown | undefined;
  return {
    name: 'programs',
    grows: 'Programs in the database',
    sizes: [1, 100, 1_000],
    label: count,
    grow: async (loader, size) => {
      for (; made < size; made += 1) {
        const program = await loader.apply(namedProgram(`program-${made}`));
        const customers = await loader.load(program, first ? 10 : OTHERS, ENTRIES);
        first ??= { program, customers };
      }
      return { program: first!.program, customers: first!.customers };
    },
    reasons: {
      'a server at rest, each job once':
        'each of the same statements looks once into an index for each program',
    },
  };
}

/** The names of the dimensions. */
export const DIMENSIONS = dimensions([]).map(({ name }) => name);
