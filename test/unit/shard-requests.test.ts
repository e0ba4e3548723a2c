import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ShardRequests } from '../../src/cli/shard-requests.ts';
import { DomainError } from '../../src/domain/core/errors.ts';

const server = createServer();
afterEach(() => server.close());

/** Asks a server in which the look for the schema of a request fails with that. */
async function refusedFor(error: Error): Promise<[status: number, code: string, retryAfter: string | null]> {
  const requests = new ShardRequests({
    publicUrl: 'http://loyalty.example',
    places: { hasLeft: () => true, numberOf: () => Promise.reject(error) },
    unknownNames: { senderOf: () => ({ isLate: () => false, refuseIfTooMany() {}, noteUnknown() {} }) },
    answererOf: () => undefined,
  });
  server.removeAllListeners('request').on('request', requests.hand);
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/v2/whoami`);
  const { error: said } = (await answer.json()) as { error: { code: string } };
  return [answer.status, said.code, answer.headers.get('retry-after')];
}

it('a request whose schema is looked for in vain is refused as too many only where that is the reason', async () => {
  expect(await refusedFor(new DomainError('rate_limited', 'too many'))).toEqual([429, 'rate_limited', '1']);
  expect(await refusedFor(new DomainError('unavailable', 'busy'))).toEqual([503, 'unavailable', '5']);
  expect(await refusedFor(new Error('lost'))).toEqual([503, 'unavailable', '5']);
});
