import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { siteDefinition } from '../support/factories.ts';

let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      sites: [
        { key: 'main', definition: siteDefinition() },
        {
          key: 'berlin',
          definition: siteDefinition({
            name: 'Berlin',
            url: 'https://berlin.example',
            languages: ['de'],
            time_zone: 'Europe/Berlin',
            country: 'DE',
          }),
        },
      ],
    },
  });
});
afterAll(() => test.close());

describe('whoami', () => {
  it('tells any key its program and what it may do', async () => {
    const { id } = await test.program();
    for (const scopes of [['read_orders', 'write_customers'], []] as const) {
      const key = await test.createKey(scopes);
      const { body } = await test.get('/v2/whoami').set('authorization', `Bearer ${key}`);
      expect(body).toEqual({ kind: 'api_key', program_id: id, scopes });
    }
  });
});

describe('the sites', () => {
  it('are listed in the order of the program file', async () => {
    const { sites } = await test.program();
    expect((await test.get('/v2/sites')).body).toEqual({
      sites: [
        {
          id: sites[0]!.id,
          name: 'Shop',
          url: 'https://shop.example',
          currency: 'USD',
          languages: ['en', 'de'],
          time_zone: 'America/New_York',
          country: 'US',
        },
        {
          id: sites[1]!.id,
          name: 'Berlin',
          url: 'https://berlin.example',
          currency: 'USD',
          languages: ['de'],
          time_zone: 'Europe/Berlin',
          country: 'DE',
        },
      ],
    });
  });
});
