import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildTestApp } from '../support/app.ts';
import { clientTypes, complaintsOfCompiler } from './typed-client.ts';

it('a client generated from the served document knows every request and every answer of the journeys', async () => {
  const test = await buildTestApp();
  try {
    const { body: document } = await test.get('/openapi.json');
    const files = readdirSync('test/journey').map((file) => `test/journey/${file}`);
    expect(files.length).toBeGreaterThan(5);
    expect(complaintsOfCompiler(files, await clientTypes(document))).toEqual([]);
  } finally {
    await test.close();
  }
});
