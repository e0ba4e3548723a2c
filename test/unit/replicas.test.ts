import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SERVER_LIMITS } from '../../src/db/limits.ts';
import { ReplicaRefusal } from '../../src/db/replica.ts';
import { openReplicas } from '../../src/db/replicas.ts';

const PLACE = { database: 'one', timeline: 1, lsn: '0/0' };
const atPrimary = () => Promise.resolve('primary');

/** The clock alone stands still, and these replicas are never connected to. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('lets one reading find out whether a replica is back, and the others do not wait with it', async () => {
  const replicas = openReplicas('postgres://one/loyaltyd', {
    ...{ url: 'postgres://primary/loyaltyd', poolSize: 2, namedStatements: true, limits: SERVER_LIMITS },
    ...{ connectTimeoutMs: 1_000, applicationName: 'loyaltyd tests', logger: { warn() {} } },
  });
  const readAt = replicas.at(PLACE);
  const gone = () => Promise.reject(new ReplicaRefusal('unfit', 'it takes writes'));
  expect(await readAt(gone, atPrimary)).toBe('primary');
  vi.advanceTimersByTime(5_001);
  let answer = (_: string) => {};
  const waits = () =>
    new Promise<string>((resolve) => {
      answer = resolve;
    });
  const first = readAt(waits, atPrimary);
  const others = () => Promise.all([1, 2].map(() => readAt(async () => 'replica', atPrimary)));
  expect(await others()).toEqual(['primary', 'primary']);
  answer('replica');
  expect(await first).toBe('replica');
  expect(await others()).toEqual(['replica', 'replica']);
  expect(replicas.reads).toMatchObject({ unfit: 3, served: 3 });
  await replicas.close();
});
