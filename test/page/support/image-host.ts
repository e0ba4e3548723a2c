import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../images');

/** The host of the store's product images. Visitors' browsers must never ask it. */
export interface ImageHost {
  origin: string;
  close(): Promise<void>;
}

export async function openImageHost(): Promise<ImageHost> {
  const server = createServer(async (request, response) => {
    const name = path.basename(request.url!, '.jpg');
    response.end(await readFile(path.join(FOLDER, `${name}.webp`)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
