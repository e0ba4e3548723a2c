import { DomainError } from '../../src/domain/core/errors.ts';
import type { Hooks } from '../../src/domain/core/transaction.ts';

/** 'done', or the code with which a call was refused. Any other error is thrown. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** How often each outcome occurred. */
export async function tally(calls: Iterable<Promise<unknown>>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all([...calls].map(outcomeOf))) {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** `make(0)` to `make(count - 1)`, all begun at once. */
export function atOnce<T>(count: number, make: (index: number) => Promise<T>): Promise<T>[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Hooks that do nothing. With them a use case takes its ordinary path, which locks, reads, decides and writes. */
export const ORDINARY: Hooks<unknown> = { begin: async () => {}, beforeCommit: async () => {} };
