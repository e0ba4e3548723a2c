import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startTracing } from '../../src/tracing/start-tracing.ts';

const REQUEST = {
  url: 'https://receiver.example',
  method: 'POST' as const,
  body: '{}',
  connect_timeout_ms: 5_000,
  timeout_ms: 5_000,
  max_answer_bytes: 1_000,
  too_long: 'cut' as const,
};

it('ends tracing while a collector that does not answer still has the spans', async () => {
  let open = 0;
  const silent = createServer((_request, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const tracing = startTracing({ endpoint: `http://127.0.0.1:${port}`, version: '1.2.3', share: 1 });
  const sent = tracing.around(REQUEST, async () => {
    throw new Error('away');
  });
  await expect(sent).rejects.toThrow('away');
  const isAsked = once(silent, 'request');
  await tracing.stop();
  await isAsked;
  expect(open).toBe(1);
  silent.closeAllConnections();
  silent.close();
});
