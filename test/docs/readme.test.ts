import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageText } from '../support/docs.ts';
import { LISTENING, Reader } from '../support/reader.ts';
import { sendJson } from '../support/send-json.ts';

const README = pageText('README.md');

let reader: Reader;

// The first start plays a year of the demo, which takes its time on a busy machine.
beforeAll(async () => {
  reader = await Reader.sitDown();
}, 300_000);
afterAll(() => reader.checkout.remove());

const type = (name: string) => reader.type('README.md', name, '');

describe('the README', () => {
  it('holds the quick start’s word: points earned, a product redeemed, and the transactions that prove it', async () => {
    const [, completed = '', redeemed = '', listing = '', verified] = await type('quick start');
    const { actions, customer } = JSON.parse(completed);
    expect(actions).toMatchObject([{ kind: 'earned_points_from_rule', state: 'approved' }]);

    const redemption = JSON.parse(redeemed);
    expect(redemption.active_cart_redemption.cart_id).toBe('my-first-cart');
    const { points_cost } = redemption.claimed_reward.source;
    expect(redemption.customer.points_approved).toBe(customer.points_approved - points_cost);

    expect(JSON.parse(listing).transactions).toMatchObject([
      { resource: 'claimed_reward', points_approved: -points_cost },
      { resource: 'activity', points_approved: actions[0].points },
    ]);
    expect(verified).toMatch(/all adds up\.\n$/);
  });

  it('tells what the next start prints again, and that works as it is, too', async () => {
    await reader.checkout.stop();
    const started = await reader.checkout.start('npm start', LISTENING);
    const line = started.split('\n').find((candidate) => candidate.includes(LISTENING))!;
    const { try: commands } = JSON.parse(line) as { try: string[] };
    const codes: string[] = [];
    for (const command of commands) {
      const { code, stdout } = await reader.checkout.run(command);
      expect(code).toBe(0);
      codes.push(JSON.parse(stdout).error?.code ?? 'done');
    }
    // The store was followed above; whether that was today depends on when midnight is.
    expect(codes).toEqual([expect.stringMatching(/^(rule_limit_reached|done)$/), 'done', 'done']);
  });

  it('has an address that leads a browser to the loyalty page', async () => {
    expect(README).toContain('http://127.0.0.1:3000/demo');
    const page = await supertest.agent(reader.checkout.url).get('/demo').redirects(3);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Hello, ');
  });

  it.each(['/', '/docs', '/reference', '/openapi.json', '/program.schema.json'])(
    'has an address that leads somewhere: %s',
    async (path) => {
      expect(README).toContain(`<http://127.0.0.1:3000${path}>`);
      const response = await fetch(reader.checkout.url + path);
      expect(response.status).toBe(200);
    },
  );

  it("turns the demo's clock, and what was pending is approved", async () => {
    const facts = JSON.parse((await reader.checkout.run('cat data/demo.json')).stdout);
    const path = `/headless/2025-06/${facts.site_id}/customers/${facts.customer.merchant_id}`;
    const ask = async () => (await sendJson(reader.checkout.url, 'GET', path, facts.api_key)).json.customer;
    const before = await ask();
    expect(before.points_pending).toBeGreaterThan(0);
    const [output = ''] = await type('test clock');
    expect(output).toMatch(/^The program's clock says \d{4}-\d\d-\d\dT[\d:.]+Z\.\n$/);
    const after = await ask();
    expect(after).toMatchObject({ state: 'enrolled', points_pending: 0 });
    expect(after.points_approved).toBeGreaterThan(before.points_approved);
  });
});
