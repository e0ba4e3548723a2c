import { randomBytes } from 'node:crypto';
import type { Hooks } from '../../src/domain/core/transaction.ts';
import { recordColumns } from '../../src/domain/idempotency/record-fast-path.ts';

/** Hooks of a request with a key of its own: a use case of one statement writes a record with its effect. */
export function keyedHooks(now: number): Hooks<unknown, unknown> {
  return {
    skippable: {
      record: async (draft) => {
        const body = Buffer.from(JSON.stringify(draft));
        const record = { key_hash: randomBytes(32), fingerprint: randomBytes(32), status: null, body };
        return { columns: recordColumns(record, now), written() {} };
      },
    },
    begin: async () => {},
    beforeCommit: async () => {},
  };
}
