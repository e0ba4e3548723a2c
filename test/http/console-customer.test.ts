import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { enrolCustomer } from '../../src/domain/operations/enrol-customer.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { CONFIRMED_MS } from '../../src/domain/operators/lifetimes.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser, fieldOf } from '../support/console.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import {
  createCustomer,
  entryOf,
  productRewardDefinition,
  programDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { type Joined, joinedOperator } from '../support/operators.ts';
import { orderInput } from '../support/orders.ts';
import { rewardOfKind } from '../support/reward-kinds.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

let test: TestApp;
let program: Program;
let agent: Joined;
let browser: ConsoleBrowser;
let count = 0;
let ada: { id: number; merchant_id: string };

const PLACE = '/console/p/ours/customers';
const COST = { kind: 'fixed', points: 60 } as const;
const BY_HAND = {
  kind: 'custom',
  fulfillment_type: 'store_fulfillment',
  fulfillment_method: 'manual',
  fulfillment_webhook_url: null,
} as const;
const definition = () =>
  programDefinition({
    key: 'ours',
    settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
    tiers: [
      { key: 'base', definition: tierDefinition() },
      { key: 'vip', definition: tierDefinition({ name: 'VIP', lower_bound: null }) },
    ],
    rules: [
      ...programDefinition().rules.filter(({ key }) => key === 'purchase'),
      {
        key: 'review',
        definition: ruleDefinition({ kind: 'review', properties: {}, approval_period_seconds: 3_600 }),
      },
    ],
    rewards: [
      { key: 'card', definition: rewardDefinition({ cost: COST }) },
      { key: 'off', definition: voucherDefinition({ cost: COST }) },
      {
        key: 'amount',
        definition: rewardOfKind('cart_variable_discount_voucher', {
          cost: { kind: 'variable', points_per_unit: 10 },
        }),
      },
      { key: 'mug', definition: productRewardDefinition({ cost: COST }) },
      { key: 'tour', definition: rewardDefinition({ cost: COST, properties: BY_HAND, title: 'Tour' }) },
    ],
  });

const HOSTILE = '<script>alert(1)</script>"\'&';

beforeAll(async () => {
  test = await buildTestApp({ program: definition() });
  program = await test.program();
  agent = await joinedOperator(test.deps, { program_id: program.id, role: 'support' });
});
afterAll(() => test.close());

beforeEach(async () => {
  browser = browserOf(test, agent);
  count += 1;
  ada = await createCustomer(test.deps, program, {
    merchant_id: `ada-${count}`,
    email: `ada-${count}@shop.example`,
    points: 500,
  });
});
afterEach(() => expectLedgerBalanced(test.deps));

const home = () => `${PLACE}/${ada.id}`;

/** Opens the screen of a deed and sends its form. */
async function send(path: string, choices: object, from = path) {
  const { text } = await browser.get(`${home()}/${from}`);
  const form = { token: fieldOf(text, 'token'), ...choices };
  return browser.post(`${home()}/${path}`, form);
}
const stored = async () =>
  test.deps.db
    .selectFrom('customers')
    .selectAll()
    .where('program_id', '=', program.id)
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow();
const deeds = async (action: string) =>
  test.deps.db
    .selectFrom('audit_entries')
    .select(['actor_kind', 'actor_id', 'subject_id', 'details'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute();
const claim = async (key: string, rest: object = {}) => {
  const reward_id = entryOf(program.rewards, key).id;
  const path = `/v2/customers/${ada.merchant_id}/claimed_rewards`;
  const { body } = await test.post(path, { reward_id, ...rest }).expect(201);
  return body.claimed_reward.id as number;
};

it('a code is searched for by a form, and stands in no address', async () => {
  const id = await claim('off');
  const { code_key } = await test.deps.db
    .selectFrom('claimed_rewards')
    .select('code_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const token = await browser.token();
  const search = (q: string, live?: string) =>
    browser.post(PLACE, { token, q, state: 'member', ...(live && { live }) });
  for (const asked of [code_key!, code_key!.slice(0, -1)]) {
    const { status, text } = await search(asked);
    expect([status, text.includes('Has this code')]).toEqual([200, asked === code_key]);
    expect(text).not.toContain('data-found-address');
    expect(text).not.toMatch(new RegExp(`(href|action)="[^"]*${asked}`));
  }
  expect((await browser.get(`${PLACE}?q=${code_key}`)).text).toContain('Nobody was found');
  const name = `ada-${count}`;
  const address = `${PLACE}?q=${name}&state=member`;
  const found = await search(name);
  expect([found.status, found.headers.location]).toEqual([303, address]);
  const live = await search(name, 'on');
  expect(live.status).toBe(200);
  expect(live.text).toContain(`data-found-address="${address.replace('&', '&amp;')}"`);
  const none = await search('');
  expect([none.status, none.headers.location]).toEqual([303, `${PLACE}?state=member`]);
});

describe('points by hand', () => {
  it('are booked with a reason, and with a note that only colleagues see', async () => {
    const form = { way: 'add', points: '1,200', reason: 'goodwill', note: `Late parcel ${HOSTILE}` };
    const done = await send('points', form);
    expect([done.status, done.headers.location]).toEqual([303, `${home()}?done=points_added`]);
    const { text } = await browser.get(done.headers.location!);
    expect(text).toContain('The points were added.');
    expect(text).toContain('<dd class="figure">1,700</dd>');
    expect(text).toContain('Late parcel &lt;script>');
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('Olive Operator');
    const [deed] = await deeds('points.added');
    expect(deed).toMatchObject({
      actor_kind: 'operator',
      actor_id: agent.id,
      subject_id: String(ada.id),
      details: { points: 1_200, reason_code: 'goodwill' },
    });
    const { body } = await test.get(`/v2/transactions?customer_id=${ada.id}`).expect(200);
    expect(JSON.stringify(body)).not.toContain('Late parcel');
  });

  it('are booked once, however often the form is sent', async () => {
    const { text } = await browser.get(`${home()}/points`);
    const form = {
      token: fieldOf(text, 'token'),
      way: 'remove',
      points: '100',
      reason: 'correction',
    };
    const twice = await Promise.all([1, 2].map(() => browser.post(`${home()}/points`, form)));
    twice.push(await browser.post(`${home()}/points`, form));
    for (const { headers } of twice) expect(headers.location).toBe(`${home()}?done=points_removed`);
    expect((await stored()).points_approved).toBe(400);
  });

  it.each([
    [{ way: 'remove', points: '501' }, 'The customer has 500 points: not enough for this.'],
    [{ way: 'add', points: '1.5' }, 'Write a whole number'],
    [{ way: 'add', points: '0' }, 'Write a whole number'],
    [{ way: 'add', points: '10', reason: 'because' }, 'Choose one of these reasons.'],
    [{ way: 'add', points: '10', note: 'x'.repeat(2_001) }, 'A note has at most 2,000 characters.'],
  ])('are refused beside the form, and nothing typed is lost: %j', async (form, words) => {
    const refused = await send('points', { reason: 'abuse', note: 'kept & typed', ...form });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.text).toContain(words);
    expect(refused.text).toContain(`value="${form.points}" id="points"`);
    if (!('note' in form)) expect(refused.text).toContain('kept &amp; typed');
    if (!('reason' in form)) expect(refused.text).toContain('<option value="abuse" selected>');
    expect((await stored()).points_approved).toBe(500);
  });
});

describe('a deed that takes two people', () => {
  const queue = '/console/p/ours/queue';
  let colleague: ConsoleBrowser;
  beforeAll(async () => {
    const settings = programSettings({
      tier_membership: { mode: 'lifetime' },
      approvals: { erase: 2, points_above: 400 },
    });
    await applyProgram(test.deps, { ...definition(), settings }, TESTER);
    const owner = await joinedOperator(test.deps, { program_id: program.id, role: 'owner' });
    colleague = browserOf(test, owner);
  });
  afterAll(() => applyProgram(test.deps, definition(), TESTER));

  const decide = async (decision: string, by = colleague) => {
    const { text } = await by.get(queue);
    const [, path] = /action="([^"]*\/queue\/\d+)"/.exec(text) ?? [];
    const [, customer] = /name="customer" value="(\d+)"/.exec(text) ?? [];
    return by.post(path ?? `${queue}/1`, { token: await by.token(), customer, decision });
  };

  it('is asked for, shown to colleagues, and done when one of them approves', async () => {
    const asked = await send('points', { way: 'add', points: '401', reason: 'promotion' });
    expect(asked.headers.location).toBe(`${home()}?done=requested`);
    expect((await browser.get(home())).text).toContain('Add 401 points (a promotion).');
    expect((await stored()).points_approved).toBe(500);
    expect((await browser.get(queue)).text).toContain('a colleague decides');
    expect((await decide('approve', browser)).status).toBe(422);
    const done = await decide('approve');
    expect(done.headers.location).toBe(`${queue}?done=approved`);
    expect((await stored()).points_approved).toBe(901);
    expect((await colleague.get(queue)).text).toContain('Nothing waits');
  });

  it('is declined, or refused beside the queue', async () => {
    await send('erase', { named: ada.merchant_id });
    expect((await decide('decline')).headers.location).toBe(`${queue}?done=declined`);
    await send('points', { way: 'remove', points: '501', reason: 'abuse' });
    const refused = await decide('approve');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('The customer has 500 points: not enough for this.');
    await decide('decline');
    expect((await stored()).erased_at).toBeNull();
  });
});

describe('an agent who has a limit of points a day', () => {
  beforeAll(async () => {
    const settings = programSettings({
      tier_membership: { mode: 'lifetime' },
      operators: { support: { points_per_day: 20 } },
    });
    await applyProgram(test.deps, { ...definition(), settings }, TESTER);
  });
  afterAll(() => applyProgram(test.deps, definition(), TESTER));

  it('hears how much of it is left', async () => {
    await send('points', { way: 'add', points: '19', reason: 'goodwill' });
    const refused = await send('points', { way: 'remove', points: '2', reason: 'other' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('You may add or remove 1 more point today.');
  });
});

describe('notes', () => {
  it('are written and deleted, by whoever may write to customers', async () => {
    await send('notes', { text: 'Called twice' });
    const { text } = await browser.get(home());
    expect(text).toContain('Called twice');
    const [, path] = /\/(notes\/\d+)"/.exec(text)!;
    expect((await send(path!, {})).headers.location).toBe(`${home()}?done=note_deleted`);
    expect((await browser.get(home())).text).not.toContain('Called twice');
    expect((await send('notes', { text: '  ' })).text).toContain('Write something.');
  });

  it('have a file that is saved, never shown, by whoever reads customers, and that goes with its note', async () => {
    const token = await browser.token();
    const attach = (path: string, form: Record<string, string>, bytes: Buffer, name = 'receipt <1>.png') =>
      browser.upload(`${home()}/${path}`, { token, ...form }, { name, bytes });
    const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(500, 7)]);
    const files = () => test.deps.db.selectFrom('customer_note_files').select('kind').execute();
    for (const bad of [Buffer.from([0, 1, 2]), Buffer.alloc(0)])
      expect((await attach('notes', { text: 'x' }, bad)).text).toContain('The file has to be a PNG');
    const great = await attach('notes', { text: 'x' }, Buffer.alloc(4 * 1024 * 1024, 'a'));
    expect(great.text).toContain('The file has 4,096 KB. A note takes at most 1 MB.');
    const greater = await attach('notes', { text: 'x' }, Buffer.alloc(4 * 1024 * 1024 + 1, 'a'));
    expect(greater.status).toBe(413);
    expect(await files()).toEqual([]);
    await attach('notes', {}, picture);
    const { text } = await browser.get(home());
    expect(text).toContain('Save receipt &lt;1>.png');
    const [, note] = /href="[^"]*\/notes\/(\d+)\/file"/.exec(text)!;
    const saved = await browser.get(`${home()}/notes/${note}/file`);
    expect([saved.headers['content-type'], Buffer.compare(saved.body, picture)]).toEqual(['image/png', 0]);
    expect(saved.headers).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''receipt%20%3C1%3E.png",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect((await browser.get(`${PLACE}/${ada.id + 1}/notes/${note}/file`)).status).toBe(404);
    await send(`notes/${note}`, {});
    expect((await browser.get(`${home()}/notes/${note}/file`)).status).toBe(404);
    const page = Buffer.from('<script>alert(1)</script>');
    await attach('points', { way: 'add', points: '5', reason: 'correction' }, page, 'why.html');
    expect(await files()).toEqual([{ kind: 'text' }]);
    expect((await browser.get(home())).text).toContain('Save why.html.txt');
    await send('erase', { named: ada.merchant_id });
    expect(await files()).toEqual([]);
  });
});

describe('a form with a file', () => {
  const sender = async () => {
    const token = await browser.token();
    return (path: string, form: Record<string, string>, words: string, name = 'a.txt') =>
      browser.upload(`${home()}/${path}`, { token, ...form }, { name, bytes: Buffer.from(words) });
  };
  const notes = async () =>
    test.deps.db
      .selectFrom('customer_notes as n')
      .leftJoin('customer_note_files as f', 'f.note_id', 'n.id')
      .select('f.name')
      .where('n.customer_id', '=', ada.id)
      .orderBy('n.id')
      .execute();

  it('that is sent again writes one note, and another with another file', async () => {
    const attach = await sender();
    for (const [words, name] of [['first'], ['first'], ['second'], ['second', 'b.txt']] as const)
      expect((await attach('notes', { text: 'x' }, words, name)).headers.location).toContain('note_added');
    expect(await notes()).toEqual([{ name: 'a.txt' }, { name: 'a.txt' }, { name: 'b.txt' }]);
  });

  it('books points once, and says so of another file', async () => {
    const attach = await sender();
    const five = { way: 'add', points: '5', reason: 'correction' };
    for (const words of ['first', 'first'])
      expect((await attach('points', five, words)).headers.location).toContain('points_added');
    const other = await attach('points', five, 'second');
    expect([other.status, other.text.includes('This form was sent before, with another file')]).toEqual([
      422,
      true,
    ]);
    expect((await stored()).points_approved).toBe(505);
    expect(await notes()).toEqual([{ name: 'a.txt' }]);
  });

  it('is found on a later page, where many notes are newer', async () => {
    const attach = await sender();
    await attach('notes', { text: 'The first of all' }, 'first');
    const note = { program_id: program.id, customer_id: ada.id, operator_id: null, adjustment_id: null };
    const newer = Array.from({ length: 50 }, (_, at) => ({
      ...note,
      text: `Newer ${at}.`,
      created_at: ts(0),
    }));
    await test.deps.db.insertInto('customer_notes').values(newer).execute();
    const page = async (query: string) => {
      const { text } = await browser.get(`${home()}${query}`);
      return text.slice(text.indexOf('id="notes"'));
    };
    const newest = await page('?show=orders');
    expect([newest.includes('Newer 0.'), newest.includes('The first of all')]).toEqual([true, false]);
    const [, last] = /\?notes=(\d+)#notes"/.exec(newest)!;
    const older = await page(`?show=orders&notes=${last}`);
    expect([older.includes('Newer 0.'), older.includes('The first of all')]).toEqual([false, true]);
    expect(older).toMatch(/\/notes\/\d+\/file"/);
    expect(older).not.toContain('?notes=');
  });
});

describe('the balance', () => {
  it('is drawn week by week, with what expires, and ends at what the customer has', async () => {
    await send('points', { way: 'add', points: '40', reason: 'goodwill' });
    const { text } = await browser.get(home());
    const weeks = /<caption class="unseen">Balance at the end.*?<\/table>/s.exec(text)![0].match(/<tr>/g)!;
    expect(weeks).toHaveLength(1 + 53);
    expect(/Balance at the end.*?<\/table>/s.exec(text)![0]).toMatch(
      /<td class="end">540<\/td><\/tr><\/tbody>/,
    );
    expect(text).toContain('None of these points expires by itself.');
  });

  it('leads to the page as the customer sees it', async () => {
    const page = await browser.get(`${home()}/page`);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('500');
    expect((await browser.get(`${PLACE}/0/page`)).status).toBe(404);
  });
});

describe('the timeline', () => {
  it('says of every entry why, and shows one kind of them alone', async () => {
    const order = { merchant_id: `t-${ada.id}`, number: '#5012', customer_id: ada.merchant_id };
    await recordOrder(test.deps, orderInput(program, { ...order, total_minor: 48_00 }));
    await send('points', { way: 'add', points: '40', reason: 'goodwill' });
    await send('block', { blocked: 'yes' });
    await send('block', { blocked: 'no' });
    const waiting = (await browser.get(home())).text;
    expect(waiting).toContain('Order #5012, $48 × 5 points per $1, Base; waits for approval until');
    test.clock.advance(14 * 24 * 3_600_000);
    agent = await joinedOperator(test.deps, { program_id: program.id, role: 'support' });
    browser = browserOf(test, agent);
    const { text } = await browser.get(home());
    expect(text).toMatch(/Order #5012, \$48 × 5 points per \$1, Base; approved \d+ \w+ 2026 after 14 days/);
    expect(text).toContain('<p class="event-worth">+240</p>');
    expect(text).toContain('$48, paid');
    expect(text).toContain('Goodwill, by Olive Operator');
    expect(text).toContain('Unblocked a customer');
    const colleagues = (await browser.get(`${home()}?show=people`)).text;
    expect([colleagues.includes('Unblocked'), colleagues.includes('$48, paid')]).toEqual([true, false]);
    for (const query of ['before=x', 'before=1-order-1', 'show=toString', 'before=1-nothing-1'])
      expect((await browser.get(`${home()}?${query}`)).status).toBe(200);
    for (const [language, sentence] of Object.entries(SENTENCES)) {
      await browser.post('/console/look', { language, back: home() });
      const said = (await browser.get(home())).text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s/g, ' ');
      expect([language, said]).toEqual([language, expect.stringMatching(sentence)]);
    }
    const explained = (await browser.get(`${home()}/explain?about=reward-mug`)).text;
    expect(explained).toContain('<html lang="ar" dir="rtl">');
    expect(explained).toContain('لا شيء يمنع ذلك: هو ممكن الآن.');
    await browser.post('/console/look', { language: 'en', back: home() });
  });
});

/** Why the order of $48 gave 240 points, in the other languages of the console. */
const SENTENCES = {
  de: /Bestellung #5012, 48 \$ × 5 Punkte je 1 \$, Base; freigegeben am \d[^<]* nach 14 Tagen</,
  fr: /Commande #5012, 48 \$US × 5 points par 1 \$US, Base ; approuvée le \d[^<]* après 14 jours</,
  es: /Pedido #5012, 48 US\$ × 5 puntos por 1 US\$, Base; aprobada el \d[^<]* tras 14 días</,
  ja: /注文 #5012、\$48 × \$1につき5ポイント、Base。14日後の2026[^<]*に承認</,
  ar: /الطلب #5012، [^<]*48[^<]* × 5 نقاط لكل [^<]*1[^<]*، Base؛ تمت الموافقة في [^<]*2026[^<]* بعد 14 يومًا</,
} as const;

describe('an activity', () => {
  const pending = async () => {
    const named = { name: '$review', merchant_id: `r-${ada.id}` };
    const whose = { customer_id: ada.merchant_id, customer_email: null };
    await test.post('/v2/activities', { ...named, ...whose }).expect(201);
    const { text } = await browser.get(home());
    return /\/(activities\/\d+)"/.exec(text)![1]!;
  };

  it('is approved, and taken back', async () => {
    const path = await pending();
    expect((await send(path, { state: 'approved' })).headers.location).toBe(`${home()}?done=approved`);
    expect((await stored()).points_approved).toBe(550);
    expect((await send(path, { state: 'void' })).headers.location).toBe(`${home()}?done=void`);
    expect((await stored()).points_approved).toBe(500);
    expect((await browser.get(`${home()}/${path}`)).text).toContain('Taken back');
  });

  it('is not taken back by a form that was opened while it waited', async () => {
    const path = await pending();
    await send(path, { state: 'approved' });
    const late = await send(path, { state: 'declined' });
    expect([late.status, late.text.includes('Somebody decided on it before.')]).toEqual([422, true]);
    expect((await stored()).points_approved).toBe(550);
  });

  it('of another customer is not there', async () => {
    const path = await pending();
    const other = await createCustomer(test.deps, program, { merchant_id: `other-${count}` });
    expect((await browser.get(`${PLACE}/${other.id}/${path}`)).status).toBe(404);
  });
});

describe('a reward', () => {
  it('is claimed for a customer, shown with who saw its code, and given back', async () => {
    const off = entryOf(program.rewards, 'off').id;
    expect((await browser.get(`${home()}/claim`)).text).toContain(`claim?reward=${off}`);
    const claimed = await send('claim', { reward: off }, `claim?reward=${off}`);
    expect(claimed.headers.location).toBe(`${home()}?done=claimed`);
    expect((await deeds('claim.made'))[0]).toMatchObject({
      actor_id: agent.id,
      details: { customer_id: ada.id, reward_id: off, points: 60 },
    });
    const [, path] = /\/(claims\/\d+)"/.exec((await browser.get(home())).text)!;
    const { code } = await test.deps.db
      .selectFrom('claimed_rewards')
      .select('code')
      .where('customer_id', '=', ada.id)
      .executeTakeFirstOrThrow();
    const screen = await browser.get(`${home()}/${path}`);
    expect(screen.text).not.toContain(code!);
    expect((await send(`${path}/reveal`, {}, path)).text).toContain(code!);
    expect((await deeds('claim.revealed'))[0]).toMatchObject({ actor_id: agent.id });
    expect((await send(`${path}/refund`, {}, path)).headers.location).toBe(`${home()}?done=given_back`);
    expect((await stored()).points_approved).toBe(500);
    const again = await send(`${path}/refund`, {}, path);
    expect([again.status, again.text.includes('given back before')]).toEqual([422, true]);
  });

  it('of a variant is claimed by its variant', async () => {
    const mug = entryOf(program.rewards, 'mug').id;
    expect((await browser.get(`${home()}/claim?reward=${mug}`)).text).toContain('<option value="902"');
    const claimed = await send('claim', { reward: mug, variant_id: '902' }, `claim?reward=${mug}`);
    expect(claimed.headers.location).toBe(`${home()}?done=claimed`);
  });

  it('by amount is claimed for an amount with a comma or a point, and for nothing else', async () => {
    const reward = entryOf(program.rewards, 'amount').id;
    const ask = async (discount_amount: string) =>
      send('claim', { reward, discount_amount }, `claim?reward=${reward}`);
    for (const wrong of ['ten', '-1', '1,000', '1,5,5']) {
      const refused = await ask(wrong);
      expect([wrong, refused.status]).toEqual([wrong, 400]);
      expect(refused.text).toContain('Write the amount in digits, such as 10.00.');
    }
    for (const [amount, left] of [
      ['12,5', 375],
      [' 8.00 ', 295],
    ] as const) {
      expect((await ask(amount)).headers.location).toBe(`${home()}?done=claimed`);
      expect((await stored()).points_approved).toBe(left);
    }
  });

  it('is not claimed beyond the points, and the screen says so', async () => {
    await send('points', { way: 'remove', points: '450', reason: 'other' });
    const off = entryOf(program.rewards, 'off').id;
    const refused = await send('claim', { reward: off }, `claim?reward=${off}`);
    expect([refused.status, refused.text.includes('role="alert"')]).toEqual([422, true]);
  });

  it('that the customer cannot have stands below the others, with why, and is not to be chosen', async () => {
    await send('points', { way: 'remove', points: '450', reason: 'other' });
    const { text } = await browser.get(`${home()}/claim`);
    const rows = text.split('<tr').slice(2);
    const [off, amount] = ['off', 'amount'].map((key) => `claim?reward=${entryOf(program.rewards, key).id}"`);
    // 10 points are missing for what costs 60; the least amount is still to be had.
    expect(rows.filter((row) => row.includes('10 points are missing.'))).toHaveLength(4);
    expect(rows[0]).toContain(amount);
    expect(text).not.toContain(off);
    await send('block', { blocked: 'yes' });
    const blocked = (await browser.get(`${home()}/claim`)).text;
    expect(blocked.match(/The customer is blocked\./g)).toHaveLength(5);
    expect(blocked).not.toContain('claim?reward=');
  });

  it('that the store gives is handed over', async () => {
    const path = `claims/${await claim('tour')}`;
    const done = await send(`${path}/fulfil`, { explanation: 'Saturday at 3' }, path);
    expect(done.headers.location).toBe(`${home()}?done=fulfilled`);
    expect((await browser.get(`${home()}/${path}`)).text).toContain('Handed over');
  });

  it('shows the code of a gift card', async () => {
    const path = `claims/${await claim('card')}`;
    expect((await send(`${path}/reveal`, {}, path)).text).toMatch(/class="secret">[A-Z0-9-]{8,}</);
  });
});

describe('the standing of a customer', () => {
  it('is blocked and unblocked', async () => {
    expect((await send('block', { blocked: 'yes' })).headers.location).toBe(`${home()}?done=blocked`);
    expect((await stored()).blocked_at).not.toBeNull();
    const refused = await send('points', { way: 'add', points: '5', reason: 'other' });
    expect(refused.text).toContain('Unblock the customer first');
    await send('block', { blocked: 'no' });
    expect((await stored()).blocked_at).toBeNull();
  });

  it('has a tier that is given by hand, until it is taken away', async () => {
    expect((await send('tier', { tier: 'vip' })).headers.location).toBe(`${home()}?done=tier_set`);
    expect((await stored()).tier_id).toBe(entryOf(program.conditional_tiers, 'vip').id);
    expect((await send('tier', { tier: 'base' })).text).toContain('Choose one of these tiers.');
    await send('tier', { tier: '-' });
    expect((await stored()).tier_id).not.toBe(entryOf(program.conditional_tiers, 'vip').id);
  });

  it('tells how far the next tier is, and whether the present one is kept', async () => {
    const settings = programSettings({ tier_membership: { mode: 'rolling', duration_months: 12 } });
    const gold = { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 100_00 }) };
    const withGold = { ...definition(), settings, tiers: [...definition().tiers, gold] };
    await applyProgram(test.deps, withGold, TESTER);
    const present = await test.program();
    await enrolCustomer(test.deps, { program: present, customer_id: ada.id });
    const spend = async (total_minor: number) => {
      const order = { customer_id: ada.merchant_id, merchant_id: `tier-${total_minor}`, total_minor };
      await recordOrder(test.deps, orderInput(present, order));
      return (await browser.get(home())).text;
    };
    const climbing = await spend(48_00);
    expect(climbing).toContain('$52.00 more to Gold');
    expect(climbing).toContain('value="4800" max="10000"');
    const reached = await spend(52_00);
    expect(reached).not.toContain('more to Gold');
    expect(reached).toMatch(/To keep it<\/dt><dd>\$100\.00 more</);
    await applyProgram(test.deps, definition(), TESTER);
  });

  it('is explained', async () => {
    const { text } = await browser.get(`${home()}/explain?about=reward-card`);
    expect(text).toContain('Nothing stands in the way');
    await send('points', { way: 'remove', points: '490', reason: 'other' });
    expect((await browser.get(`${home()}/explain?about=reward-card`)).text).toContain(
      '50 points are missing.',
    );
    expect((await browser.get(`${home()}/explain?about=rule-review`)).status).toBe(200);
    expect((await browser.get(`${home()}/explain?about=rule-nothing`)).status).toBe(200);
  });
});

describe('a merge', () => {
  it('is looked at before, then done', async () => {
    const into = await createCustomer(test.deps, program, { merchant_id: `eve-${count}`, points: 40 });
    expect((await browser.get(`${home()}/merge?into=nobody`)).text).toContain('There is no customer');
    expect((await browser.get(`${home()}/merge?into=${ada.merchant_id}`)).text).toContain(
      'the same customer',
    );
    const address = `merge?into=${into.merchant_id}`;
    const { text } = await browser.get(`${home()}/${address}`);
    expect(text).toMatch(/Points<\/th><td>500<\/td><td>40<\/td><td>540</);
    expect((await stored()).merged_into).toBeNull();
    await send('notes', { text: 'Goes along' });
    const done = await send('merge', { into: into.merchant_id }, address);
    expect(done.headers.location).toBe(`${home()}?done=merged`);
    const after = await browser.get(done.headers.location!);
    expect(after.text).toContain('<dd class="figure">540</dd>');
    expect(after.text).toContain('Goes along');
  });
});

describe('an erasure', () => {
  it('takes the name of the customer, and takes the notes and the answers of forms along', async () => {
    const answers = async () =>
      (await test.deps.db.selectFrom('idempotency_records').select('key_hash').execute()).map(
        ({ key_hash }) => key_hash.toString('hex'),
      );
    const ofOthers = await answers();
    await send('notes', { text: 'Personal' });
    await send('points', { way: 'add', points: '5', reason: 'goodwill', note: 'Personal' });
    const kept = (await answers()).filter((hash) => !ofOthers.includes(hash));
    expect(kept).toHaveLength(2);
    const wrong = await send('erase', { named: 'somebody' });
    expect([wrong.status, wrong.text.includes(`This is not ${ada.merchant_id}.`)]).toEqual([400, true]);
    const done = await send('erase', { named: ada.merchant_id });
    expect(done.headers.location).toBe(`${PLACE}?done=erased`);
    expect((await browser.get(done.headers.location!)).text).toContain('The customer is erased.');
    expect((await stored()).erased_at).not.toBeNull();
    expect((await answers()).filter((hash) => kept.includes(hash))).toEqual([]);
    expect((await browser.get(home())).status).toBe(404);
    const again = [
      await browser.post(`${home()}/erase`, { token: await browser.token(), named: ada.merchant_id }),
      await browser.get(`${home()}/erase`),
    ];
    const before = `${PLACE}?done=erased_before`;
    expect(again.map(({ headers }) => headers.location)).toEqual([before, before]);
    expect((await browser.get(before)).text).toContain('The customer is erased already.');
    const notes = await test.deps.db
      .selectFrom('customer_notes')
      .select('id')
      .where('customer_id', '=', ada.id)
      .execute();
    expect(notes).toEqual([]);
  });

  it('waits for the operator to prove once more who it is', async () => {
    await test.deps.db
      .updateTable('operator_sessions')
      .set({ confirmed_at: ts(test.deps.clock.real() - CONFIRMED_MS) })
      .where('operator_id', '=', agent.id)
      .execute();
    expect((await browser.get(`${home()}/erase`)).headers.location).toContain('/console/confirm?next=');
    const form = { token: await browser.token(), named: ada.merchant_id };
    expect((await browser.post(`${home()}/erase`, form)).headers.location).toMatch(/^\/console\/confirm/);
    expect((await stored()).erased_at).toBeNull();
  });
});
