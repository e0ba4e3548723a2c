import fc from 'fast-check';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvText, sendCsv } from '../../src/http/csv.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';

async function convert(chunks: Buffer[]): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of csvText(['a', 'b'], chunks)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/** A field as Postgres writes it in csv. */
const written = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

describe('csv of Postgres', () => {
  it('gets its header and CRLF at the end of rows, and nowhere else', async () => {
    expect(await convert([Buffer.from('1,x\n2,"a\nb"\n')])).toBe('a,b\r\n1,x\r\n2,"a\nb"\r\n');
    expect(await convert([])).toBe('a,b\r\n');
  });

  it('gets them wherever it is cut into chunks, whatever its fields hold', async () => {
    const field = fc.string({ unit: fc.constantFrom('"', '\n', '\r', ',', 'x', 'ü', '😀'), maxLength: 8 });
    const rows = fc.array(fc.tuple(field, field), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(rows, fc.array(fc.nat(400), { maxLength: 8 }), async (given, cuts) => {
        const lines = given.map((row) => row.map(written).join(','));
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const places = [
          0,
          ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b),
          bytes.length,
        ];
        const chunks = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
        expect(await convert(chunks)).toBe(['a,b', ...lines].map((line) => `${line}\r\n`).join(''));
      }),
    );
  });
});

describe('an answer in csv', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await buildTestApp({
      extend: (app) => {
        app.get('/test/csv', { config: { scope: 'public' } }, (_request, reply) =>
          sendCsv(
            reply,
            ['a'],
            (async function* () {
              yield Buffer.from('1\n');
              throw Object.assign(new Error('terminating connection'), { code: '57P01' });
            })(),
          ),
        );
      },
    });
  });
  afterAll(() => test.close());

  it('breaks off where the rows do, so that nobody takes a part for the whole, and the log says why', async () => {
    const read = supertest(test.url).get('/test/csv').set('x-request-id', 'half-an-answer');
    await expect(read).rejects.toThrow('aborted');
    const lines = test.logged
      .map((line) => JSON.parse(line))
      .filter((line) => line.request_id === 'half-an-answer');
    expect(lines).toMatchObject([
      { route: '/test/csv', err: { code: '57P01', message: 'terminating connection' } },
      { route: '/test/csv', aborted: true },
    ]);
  });
});
