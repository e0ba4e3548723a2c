import { Webhook } from 'standardwebhooks';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FreshCheckout } from '../support/fresh-checkout.ts';
import { examples, README } from '../support/readme.ts';
import { sendJson } from '../support/send-json.ts';

/** What the examples print is told apart by this line between them. */
const BETWEEN = '-- the next one --';

const LISTENING = '"msg":"listening"';

let checkout: FreshCheckout;

beforeAll(async () => {
  checkout = await FreshCheckout.create();
  await checkout.start('npm start', LISTENING);
});
afterAll(() => checkout.remove());

/** What each of the examples of a name prints, typed one after the other into one shell. */
async function outputsOf(name: string): Promise<string[]> {
  const blocks = examples(name);
  expect(blocks.length).toBeGreaterThan(0);
  const { code, stdout, stderr } = await checkout.run(blocks.join(`\necho; echo '${BETWEEN}'\n`));
  expect(code, stderr).toBe(0);
  return stdout.split(`${BETWEEN}\n`);
}

describe('the README', () => {
  it('leaves no example out of these tests', () => {
    const fences = [...README.matchAll(/(<!-- run: [\w ]+ -->\n)?^```\w+\n(.*?)^```$/gms)];
    const untested = fences.filter(([, mark]) => mark === undefined).map(([, , block]) => block!.trim());
    expect(untested).toEqual(['npm start', expect.stringContaining('npm test')]);
  });

  it('holds the quick start’s word: points earned, a product redeemed, and the transactions that prove it', async () => {
    const [, completed = '', redeemed = '', listing = '', verified] = await outputsOf('quick start');
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
    await checkout.stop();
    const started = await checkout.start('npm start', LISTENING);
    const line = started.split('\n').find((candidate) => candidate.includes(LISTENING))!;
    const { try: commands } = JSON.parse(line) as { try: string[] };
    const codes: string[] = [];
    for (const command of commands) {
      const { code, stdout } = await checkout.run(command);
      expect(code).toBe(0);
      codes.push(JSON.parse(stdout).error?.code ?? 'done');
    }
    // The store was followed above; whether that was today depends on when midnight is.
    expect(codes).toEqual([expect.stringMatching(/^(rule_limit_reached|done)$/), 'done', 'done']);
  });

  it('has an address that leads a browser to the loyalty page', async () => {
    expect(README).toContain('http://127.0.0.1:3000/demo');
    const page = await supertest.agent(checkout.url).get('/demo').redirects(3);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Hello, ');
  });

  it.each(['/reference', '/openapi.json', '/program.schema.json'])(
    'has an address that leads somewhere: %s',
    async (path) => {
      expect(README).toContain(`http://127.0.0.1:3000${path}`);
      const response = await fetch(checkout.url + path);
      expect(response.status).toBe(200);
    },
  );

  it('shows a program and a key that an order can be sent with', async () => {
    const [output = ''] = await outputsOf('own program');
    const api_key = /loyalty_\w+/.exec(output)?.[0];
    expect(api_key).toBeDefined();

    const [block = ''] = examples('from code');
    const order = { id: '1001', customer: { id: '501', email: 'ada@my-store.example' } };
    const given = Object.entries({ base_url: checkout.url, api_key, order });
    const constants = given.map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
    checkout.write(
      'order.mjs',
      `${constants.join('')}${block}\nprocess.stdout.write(String(response.status));`,
    );
    expect(await checkout.run('node order.mjs')).toMatchObject({ code: 0, stdout: '201', stderr: '' });

    const { json } = await sendJson(checkout.url, 'GET', '/v2/transactions', api_key);
    expect(json.transactions).toMatchObject([
      // (59.90 - 4.90) × 5, until the time to send something back has passed.
      { points_pending: 275, points_approved: 0, activity: { resource: 'order' } },
      { points_pending: 0, points_approved: 100, activity: { rule: { title: 'Join us' } } },
    ]);
  });

  it('shows how a back end makes a session, with the key that it shows, whose page then opens', async () => {
    const [output = ''] = await outputsOf('own program');
    const given = {
      base_url: checkout.url,
      api_key: /loyalty_\w+/.exec(output)![0],
      customer: { id: '502', email: 'grace@my-store.example' },
    };
    const constants = Object.entries(given).map(
      ([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`,
    );
    const [block = ''] = examples('a session');
    const print = 'process.stdout.write(webview_session.url);';
    checkout.write('session.mjs', `${constants.join('')}${block}\n${print}`);
    const { code, stdout, stderr } = await checkout.run('node session.mjs');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const page = await supertest.agent(checkout.url).get(new URL(stdout).pathname).redirects(3);
    expect(page.status).toBe(200);
    expect(page.text).toContain('100 points');
  });

  it('names in its sentences only commands that there are, with what they require', async () => {
    const { stdout } = await checkout.run('node dist/main.js --help');
    const inline = [...README.matchAll(/`loyaltyd ([a-z-]+)((?: [^`]*)?)`/g)];
    expect(inline.length).toBeGreaterThan(8);
    for (const [, group, rest = ''] of inline) {
      expect(stdout).toMatch(new RegExp(`^ {2}${group}\\b`, 'm'));
      const words = rest
        .trim()
        .split(' ')
        .filter((word) => word !== '');
      const option = words.findIndex((word) => word.startsWith('-'));
      if (option < 0) continue;
      const command = [group, ...words.slice(0, option)].slice(0, 2).join(' ');
      const help = (await checkout.run(`node dist/main.js ${command} --help`)).stdout;
      const given = words.filter((word) => word.startsWith('--'));
      for (const name of given) expect(help).toContain(`  ${name} `);
      if (help.includes('--program <key>')) expect(given).toContain('--program');
    }
  });

  it('shows how a receiver verifies a message', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const body = JSON.stringify({ id: 'msg_1', topic: 'customers/update', payload: {} });
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
    };
    const [block = ''] = examples('verify a webhook');
    const run = async (given: object) => {
      const constants = Object.entries(given).map(
        ([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`,
      );
      checkout.write('verify.mjs', `${constants.join('')}${block}\nprocess.stdout.write(topic);`);
      return checkout.run('node verify.mjs');
    };
    expect(await run({ secret, body, headers })).toMatchObject({ code: 0, stdout: 'customers/update' });
    expect(await run({ secret, body: body.replace('msg_1', 'msg_2'), headers })).toMatchObject({ code: 1 });
  });

  it('shows a file that is looked at, and imported', async () => {
    const [output = ''] = await outputsOf('moving in');
    expect(output).toContain('line 2: 1001: new customer, 250 points, tier gold');
    const counts = '2 created, 0 changed, 0 unchanged, 0 refused, +1450 points.';
    expect(output).toContain(`Nothing was written. Of members.csv 2 rows would be: ${counts}`);
    expect(output).toMatch(new RegExp(`Import \\d+ of members.csv: 2 rows: ${counts.replace('+', '\\+')}`));
  });

  it("turns the demo's clock, and what was pending is approved", async () => {
    const facts = JSON.parse((await checkout.run('cat data/demo.json')).stdout);
    const path = `/headless/2025-06/${facts.site_id}/customers/${facts.customer.merchant_id}`;
    const before = (await sendJson(checkout.url, 'GET', path, facts.api_key)).json.customer;
    expect(before.points_pending).toBeGreaterThan(0);
    const [output = ''] = await outputsOf('test clock');
    expect(output).toMatch(/^The program's clock says \d{4}-\d\d-\d\dT[\d:.]+Z\.\n$/);
    const after = (await sendJson(checkout.url, 'GET', path, facts.api_key)).json.customer;
    expect(after).toMatchObject({ state: 'enrolled', points_pending: 0 });
    expect(after.points_approved).toBeGreaterThan(before.points_approved);
  });
});
