import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../src/domain/operators/roles.ts';
import { getDraft } from '../../src/domain/programs/draft-store.ts';
import { applyProgramFile } from '../../src/program-file/apply-program-file.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { type ConsoleBrowser, fieldOf, browserOf as signedIn } from '../support/console.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer } from '../support/factories.ts';
import { fieldsOfHtml } from '../support/form-fields.ts';
import { joinedOperator } from '../support/operators.ts';
import { HEAD } from '../support/program-file.ts';
import { TESTER } from '../support/tester.ts';

const fileOf = (key: string) => `# Ours
${HEAD.replace('key: shop', `key: ${key}`).replace('[en, fr]', '[ en, fr ]')}tiers:
  boundary_mode: points
  membership: { mode: lifetime }
  levels:
    base: { name: Member, lower_bound: 0 }
    gold: { name: Gold, lower_bound: 500 }
rules:
  # The first one.
  visit: { kind: pageview, title: Visit us, result: { points: 5 } } # a few
  tea: { kind: custom, name: tea, title: Tea, result: { points: 1 } }
`;

let test: TestApp;
let count = 0;
let key: string;
let ann: ConsoleBrowser;
let bob: ConsoleBrowser;
let at: string;

beforeAll(async () => {
  test = await buildTestApp({ program: { key: 'elsewhere' } });
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

beforeEach(async () => {
  count += 1;
  key = `ours-${count}`;
  at = `/console/p/${key}/program`;
  await applyProgramFile(test.deps, fileOf(key), TESTER);
  [ann, bob] = [await browserOf('manager'), await browserOf('owner')];
});

const programOf = async () => (await test.deps.programs.all()).find((program) => program.key === key)!;

async function browserOf(role: Role): Promise<ConsoleBrowser> {
  return signedIn(test, await joinedOperator(test.deps, { program_id: (await programOf()).id, role }));
}

/** Sends the form of a screen as it was drawn, with some fields filled in otherwise. */
async function fill(by: ConsoleBrowser, screen: string, fields: object, to = screen) {
  const { text, status } = await by.get(screen);
  expect([screen, status]).toEqual([screen, 200]);
  return by.post(to.split('?')[0]!, { ...fieldsOfHtml(formOf(text)), deed: 'save', ...fields });
}

/** The form of a screen that changes something: the last of those with the most fields. */
function formOf(html: string): string {
  const forms = [...html.matchAll(/<form[^>]*method="post"[\s\S]*?<\/form>/g)].map(([form]) => form);
  return forms
    .filter((form) => form.includes('name="token"'))
    .reduce((longest, form) => (form.length > longest.length ? form : longest), '');
}

/** The address of a new draft. */
async function begin(by = ann, fields: object = {}): Promise<string> {
  const { status, headers } = await by.post(`${at}/drafts`, { token: await by.token(), ...fields });
  expect(status).toBe(303);
  return headers.location!.split('?')[0]!;
}

const idOf = (draft: string) => Number(draft.split('/').at(-1));
const textOf = async (draft: string) =>
  (await getDraft(test.deps.db, (await programOf()).id, idOf(draft))).file;
const deeds = async () =>
  test.deps.db
    .selectFrom('audit_entries')
    .select(['actor_kind', 'action', 'details'])
    .where('program_id', '=', (await programOf()).id)
    .orderBy('id', 'desc')
    .execute();

describe('a draft', () => {
  it('is begun, named, listed, and deleted', async () => {
    const draft = await begin(ann, { note: 'Spring' });
    expect((await ann.get(`${at}/drafts`)).text).toContain('>Spring<');
    expect((await ann.get(at)).text).toContain(`Continue draft ${idOf(draft)}`);
    await fill(ann, draft, { deed: 'note', note: 'Summer' });
    expect((await ann.get(draft)).text).toContain('<h1>Summer</h1>');
    const gone = await fill(ann, draft, { deed: 'delete' });
    expect([gone.status, gone.headers.location]).toEqual([303, `${at}/drafts`]);
    expect((await ann.get(draft)).status).toBe(404);
    expect((await deeds())[0]).toMatchObject({ actor_kind: 'operator', action: 'draft.deleted' });
  });

  it('is deleted once, however often the button is pressed', async () => {
    const draft = await begin();
    const fields = { token: await ann.token(), deed: 'delete', revision: '1' };
    for (const press of ['first', 'second']) {
      const { status, headers } = await ann.post(draft, fields);
      expect([press, status, headers.location]).toEqual([press, 303, `${at}/drafts`]);
    }
  });

  it('keeps at most 255 characters of a note, and takes no text that Postgres cannot hold', async () => {
    const draft = await begin(ann, { note: ` Spring${'é'.repeat(300)}` });
    const held = async () => getDraft(test.deps.db, (await programOf()).id, idOf(draft));
    const note = `Spring${'é'.repeat(249)}`;
    expect((await held()).note).toBe(note);
    expect((await fill(ann, draft, { deed: 'note', note: 'Why\0' })).status).toBe(400);
    expect((await fill(ann, `${draft}/file`, { file: 'a: \0' })).status).toBe(400);
    expect(await held()).toMatchObject({ note, file: fileOf(key) });
    expect((await fill(ann, draft, { deed: 'note', note: ' ' })).status).toBe(303);
    expect((await held()).note).toBeNull();
  });

  it('is begun with the file of an older version', async () => {
    await applyProgramFile(test.deps, fileOf(key).replace('points: 5', 'points: 9'), TESTER);
    expect(await textOf(await begin(ann, { from_version: '1' }))).toContain('points: 5');
  });

  it('is read, and not changed, by support and analysts', async () => {
    const draft = await begin();
    for (const role of ['support', 'analyst'] as const) {
      const browser = await browserOf(role);
      const { text, status } = await browser.get(draft);
      expect([status, text.includes('>Change<')]).toEqual([200, false]);
      expect((await browser.get(`${draft}/rules/visit`)).status).toBe(403);
      expect((await browser.get(`${draft}/file`)).text).toContain('readonly');
    }
  });

  it('of another program is not there', async () => {
    const draft = await begin();
    await applyProgramFile(test.deps, fileOf(`${key}-too`), TESTER);
    const elsewhere = draft.replace(key, `${key}-too`);
    const admin = signedIn(test, await joinedOperator(test.deps, 'admin'));
    for (const path of ['', '/file', '/plan', '/rules/visit', '/merge'])
      expect([path, (await admin.get(elsewhere + path)).status]).toEqual([path, 404]);
  });
});

describe('the form of an entry', () => {
  it('changes its fields, and keeps comments and order', async () => {
    const draft = await begin();
    const saved = await fill(ann, `${draft}/rules/visit`, { 'entry.result.points': '7' });
    expect([saved.status, saved.headers.location]).toEqual([303, `${draft}?part=earn&done=saved`]);
    expect(await textOf(draft)).toBe(fileOf(key).replace('points: 5', 'points: 7'));
    expect((await deeds())[0]).toMatchObject({ actor_kind: 'operator', action: 'draft.saved' });
  });

  it('changes nothing when it is sent as it was drawn', async () => {
    const draft = await begin();
    for (const place of ['rules/visit', 'rules/tea', 'tiers/gold', 'tier_settings/membership', 'sites/main'])
      expect([place, (await fill(ann, `${draft}/${place}`, {})).status]).toEqual([place, 303]);
    expect(await textOf(draft)).toBe(fileOf(key));
  });

  it('says at its field what is wrong, and saves nothing', async () => {
    const draft = await begin();
    const refused = await fill(ann, `${draft}/rules/visit`, { 'entry.result.points': 'many' });
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/id="entry\.result\.points-wrong"[^>]*>.*must be a whole number/s);
    expect(refused.text).toContain('value="many"');
    expect(await textOf(draft)).toBe(fileOf(key));
  });

  it('shows how customers would read it, in each language, and saves nothing', async () => {
    const draft = await begin();
    const { status, text } = await fill(ann, `${draft}/rules/visit`, {
      deed: 'look',
      'entry.title.fr': 'Passez nous voir',
      'entry.result.points': '12',
    });
    expect(status).toBe(200);
    expect(text).toMatch(/lang="en">Visit us<.*>12 points</s);
    expect(text).toMatch(/lang="fr">Passez nous voir<.*>12 points</s);
    expect(await textOf(draft)).toBe(fileOf(key));
  });

  it('adds a rule and a reward, and takes an entry away', async () => {
    const draft = await begin();
    const rule = {
      key: 'buy',
      'entry.title.en': 'Buy',
      'entry.result.points': '2',
      'entry.result.per_currency_unit': '1',
    };
    expect((await fill(ann, `${draft}/add/rules?kind=purchase`, rule)).status).toBe(303);
    const reward = {
      key: 'card',
      'entry.title.en': 'Card',
      'entry.cost_points': '50',
      'entry.initial_balance': '5',
    };
    expect((await fill(ann, `${draft}/add/rewards?kind=gift_card`, reward)).status).toBe(303);
    const expiry = { 'entry.duration_months': '12' };
    expect(
      (
        await fill(
          ann,
          `${draft}/add/settings?key=points_expiry&kind=after_earning`,
          expiry,
          `${draft}/settings/points_expiry`,
        )
      ).status,
    ).toBe(303);
    expect((await fill(ann, `${draft}/rules/tea`, { deed: 'remove' })).status).toBe(303);
    const text = await textOf(draft);
    expect(text).toContain('  buy:\n    kind: purchase\n    title: Buy\n');
    expect(text).toContain('  card:\n    kind: gift_card\n');
    expect(text).toContain('points_expiry:\n  mode: after_earning\n  duration_months: 12\n');
    expect(text).not.toContain('tea');
    expect(text).toContain('# The first one.');
  });

  it.each([
    ['without a key', {}, 'Give it a key.'],
    ['of a key that is taken', { key: 'tea' }, 'This key is taken.'],
    ['of a key that is none', { key: 'Not a key' }, 'small letters'],
  ])('adds nothing %s', async (_how, fields, words) => {
    const draft = await begin();
    const refused = await fill(ann, `${draft}/add/rules?kind=custom`, {
      'entry.name': 'odd',
      'entry.title.en': 'Odd',
      'entry.result.points': '2',
      ...fields,
    });
    expect([refused.status, refused.text.includes(words)]).toEqual([422, true]);
    expect(refused.text).toContain('value="Odd"');
    expect(await textOf(draft)).toBe(fileOf(key));
  });

  it('adds an entry once, however often the button is pressed', async () => {
    const draft = await begin();
    const blank = fieldsOfHtml(formOf((await ann.get(`${draft}/add/rules?kind=custom`)).text));
    const rule = { key: 'odd', 'entry.name': 'odd', 'entry.title.en': 'Odd', 'entry.result.points': '2' };
    for (const press of ['first', 'second']) {
      const sent = await ann.post(`${draft}/add/rules`, { ...blank, deed: 'save', ...rule });
      expect([press, sent.headers.location]).toEqual([press, `${draft}?part=earn&done=saved`]);
    }
  });

  it('of nothing is not there', async () => {
    const draft = await begin();
    for (const path of [
      'rules/none',
      'rules/__proto__',
      'settings/__proto__',
      'settings/odd',
      'texts/0',
      'constructor/a',
      'add/odd',
    ])
      expect([path, (await ann.get(`${draft}/${path}`)).status]).toEqual([path, 404]);
  });

  it('runs nothing that it shows', async () => {
    const draft = await begin();
    const hostile = '"><script>alert(1)</script>{{';
    const { text } = await fill(ann, `${draft}/rules/visit`, { deed: 'look', 'entry.title.en': hostile });
    expect(text).not.toMatch(/<script(?! type="module" src=)/);
    expect(text).toContain('&lt;script>');
  });
});

describe('two people at one draft', () => {
  it('both keep their work where they change different fields', async () => {
    const draft = await begin();
    const seen = fieldsOfHtml(formOf((await bob.get(`${draft}/rules/visit`)).text));
    await fill(ann, `${draft}/rules/visit`, { 'entry.result.points': '7' });
    const saved = await bob.post(`${draft}/rules/visit`, { ...seen, deed: 'save', 'entry.title.en': 'Come' });
    expect(saved.headers.location).toBe(`${draft}?part=earn&done=both`);
    expect(await textOf(draft)).toContain(
      'visit: { kind: pageview, title: Come, result: { points: 7 } } # a few',
    );
  });

  it.each([
    ['mine', 9],
    ['theirs', 7],
  ])('choose where they change the same field: %s', async (side, points) => {
    const draft = await begin();
    const seen = fieldsOfHtml(formOf((await bob.get(`${draft}/rules/visit`)).text));
    await fill(ann, `${draft}/rules/visit`, { 'entry.result.points': '7' });
    const asked = await bob.post(`${draft}/rules/visit`, {
      ...seen,
      deed: 'save',
      'entry.result.points': '9',
    });
    expect(asked.status).toBe(409);
    expect(asked.text).toContain('Somebody else changed visit too');
    expect(await textOf(draft)).toContain('points: 7');
    const choice = { ...fieldsOfHtml(formOf(asked.text)), deed: 'both', 'take:rules.visit.result': side };
    expect((await bob.post(`${draft}/rules/visit`, choice)).status).toBe(303);
    expect(await textOf(draft)).toContain(`points: ${points}`);
  });

  it.each([['mine'], ['both']])(
    'overwrite nothing of a third person unseen, and are asked again: %s',
    async (deed) => {
      const draft = await begin();
      const seen = fieldsOfHtml(formOf((await bob.get(`${draft}/rules/visit`)).text));
      const visit = (points: string) => fill(ann, `${draft}/rules/visit`, { 'entry.result.points': points });
      await visit('7');
      const mine = { ...seen, deed: 'save', 'entry.result.points': '9' };
      const asked = await bob.post(`${draft}/rules/visit`, mine);
      await visit('8');
      const chosen = { ...fieldsOfHtml(formOf(asked.text)), deed };
      const again = await bob.post(`${draft}/rules/visit`, chosen);
      expect([again.status, await textOf(draft)]).toEqual([
        409,
        fileOf(key).replace('points: 5', 'points: 8'),
      ]);
      const known = { ...fieldsOfHtml(formOf(again.text)), deed };
      expect((await bob.post(`${draft}/rules/visit`, known)).status).toBe(303);
      expect(await textOf(draft)).toContain('points: 9');
    },
  );

  it('lose nothing when they save the whole file', async () => {
    const draft = await begin();
    const seen = fieldsOfHtml(formOf((await bob.get(`${draft}/file`)).text));
    await fill(ann, `${draft}/rules/visit`, { 'entry.result.points': '7' });
    const mine = seen
      .file!.replace('The first one.', 'Mine.')
      .replace('title: Tea', 'title: Green tea')
      .replace('points: 5', 'points: 9');
    const asked = await bob.post(`${draft}/file`, { ...seen, file: mine });
    expect(asked.status).toBe(409);
    expect(asked.text).toContain('Both: your text and your comments');
    expect(await textOf(draft)).toContain('points: 7');
    const form = fieldsOfHtml(formOf(asked.text));
    expect(
      (await bob.post(`${draft}/file`, { ...form, deed: 'both', 'take:rules.visit.result': 'theirs' }))
        .status,
    ).toBe(303);
    expect(await textOf(draft)).toContain('points: 7');
    for (const kept of ['# Mine.', 'title: Green tea', '# a few'])
      expect(await textOf(draft)).toContain(kept);
  });

  it('merge texts of which both replaced a picture, which neither has any more', async () => {
    const head = '89504e470d0a1a0a0000000d494844520000000100000001';
    const picture = (fill: string) =>
      `data:image/png;base64,${Buffer.from(head + fill.repeat(99), 'hex').toString('base64')}`;
    const withLogo = (fill: string) => `${fileOf(key)}theme: { logo: "${picture(fill)}" }\n`;
    const draft = await begin();
    await fill(ann, `${draft}/file`, { file: withLogo('aa') });
    const seen = fieldsOfHtml(formOf((await bob.get(`${draft}/file`)).text));
    expect(seen.base).toContain('image/png;sha256,');
    await fill(ann, `${draft}/file`, { file: withLogo('bb') });
    const asked = await bob.post(`${draft}/file`, { ...seen, file: withLogo('cc').replace('Tea', 'Mint') });
    expect([asked.status, asked.text.includes('Both: your text and your comments')]).toEqual([409, true]);
    // Nobody reads a picture as text.
    expect(asked.text).not.toContain(picture('bb'));
    const form = fieldsOfHtml(formOf(asked.text));
    const both = { ...form, deed: 'both', 'take:theme': 'theirs' };
    expect((await bob.post(`${draft}/file`, both)).status).toBe(303);
    expect(await textOf(draft)).toContain('title: Mint');
    expect(await textOf(draft)).toContain(picture('bb'));
  });

  it('show a picture with its size in place of its letters, and replace it or take it out', async () => {
    const picture = (width: string, fill: string) =>
      Buffer.from(`89504e470d0a1a0a0000000d49484452000000${width}00000009${fill.repeat(99)}`, 'hex');
    const [first, second] = [picture('10', 'aa'), picture('20', 'bb')];
    const letters = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
    const draft = await begin();
    await fill(ann, `${draft}/file`, { file: `${fileOf(key)}theme: { logo: "${letters(first)}" }\n` });
    const form = `${draft}/settings/theme`;
    const { text } = await ann.get(form);
    expect(text).not.toContain(first.toString('base64').slice(0, 40));
    expect(text).toContain('PNG · 16 × 9 pixels · 1 KB');
    const [, address] = /<img src="([^"]+)"/.exec(text)!;
    const shown = await ann.get(address!);
    expect([shown.headers['content-type'], first.equals(shown.body)]).toEqual(['image/png', true]);
    expect((await ann.get(`${draft}/pictures/none`)).status).toBe(404);
    const stranger = signedIn(test, await joinedOperator(test.deps, { program_id: 1, role: 'owner' }));
    expect((await stranger.get(address!)).status).toBe(404);

    expect((await fill(ann, form, { 'entry.corner_radius': '3' })).status).toBe(303);
    expect(await textOf(draft)).toContain(letters(first));
    const choose = async (bytes: Buffer, deed = 'save') => {
      const fields = { ...fieldsOfHtml(formOf((await ann.get(form)).text)), deed };
      delete (fields as Record<string, string>)['entry.logo.file'];
      delete (fields as Record<string, string>)['entry.banner.file'];
      delete (fields as Record<string, string>)['entry.logo_dark.file'];
      return ann.upload(form, fields, { name: 'logo.png', bytes }, 'entry.logo.file');
    };
    const refused = await choose(Buffer.from('<svg onload="alert(1)"/>'));
    expect([refused.status, refused.text.includes('is no PNG, JPEG or WebP image')]).toEqual([422, true]);
    const large = await choose(Buffer.concat([first, Buffer.alloc(40_000)]));
    expect([large.status, large.text.includes('is a file of 40 KiB, which is too large')]).toEqual([
      422,
      true,
    ]);
    // The text with it would be too long to be read at all. Nothing of it is kept in the form, and the earlier one is.
    const huge = Buffer.concat([first, Buffer.alloc(900_000)]);
    for (const deed of ['save', 'look']) {
      const { status, text } = await choose(huge, deed);
      expect([status, text.includes('is a file of 880 KiB, which is too large')]).toEqual([422, true]);
      expect(text.length).toBeLessThan(200_000);
      expect(fieldsOfHtml(formOf(text))['entry.logo']).toContain('image/png;sha256,');
    }
    expect((await choose(second)).status).toBe(303);
    expect(await textOf(draft)).toContain(letters(second));
    expect(await textOf(draft)).not.toContain(letters(first));
    expect((await fill(ann, form, { 'entry.logo.remove': 'on' })).status).toBe(303);
    expect(await textOf(draft)).not.toContain('logo');
  });

  it('save a reward of as many variants as there may be, with tiers in six languages', async () => {
    const draft = await begin();
    const tiers = Array.from(
      { length: 12 },
      (_, at) => `    tier-${at}: { name: T${at}, lower_bound: ${at} }`,
    );
    const variants = Array.from({ length: 250 }, (_, at) => `        - { id: "${at}", title: V${at} }`);
    const file = `${HEAD.replace('key: shop', `key: ${key}`).replace('[en, fr]', '[en, fr, de, es, ja, ar]')}tiers:
  boundary_mode: points
  membership: { mode: lifetime }
  levels:
${tiers.join('\n')}
rewards:
  mug:
    kind: product_cart
    title: { en: A mug, fr: Une tasse }
    cost_points: 10
    product:
      id: "1"
      variants:
${variants.join('\n')}
`;
    await fill(ann, `${draft}/file`, { file });
    const form = formOf((await ann.get(`${draft}/rewards/mug`)).text);
    // A browser sends also the fields that nobody filled in.
    const empty = [...form.matchAll(/<(?:input type="text"|textarea|select)[^>]* name="([^"]+)"/g)];
    const fields = {
      ...Object.fromEntries(empty.map(([, name]) => [name!, ''])),
      ...fieldsOfHtml(form),
      deed: 'save',
      'entry.product.variants[249].title': 'The last',
    };
    expect(Object.keys(fields).length).toBeGreaterThan(1_000);
    const none = { name: '', bytes: Buffer.alloc(0) };
    const saved = await ann.upload(`${draft}/rewards/mug`, fields, none, 'entry.image.file');
    expect(saved.status).toBe(303);
    expect(await textOf(draft)).toContain('title: The last');
    expect(await textOf(draft)).toContain('V248');
  });

  it('refuse an entry with which the file would be too long, and keep what was typed', async () => {
    const draft = await begin();
    const long = { 'entry.title.en': 'x'.repeat(1_000_000) };
    for (const deed of ['save', 'look']) {
      const answer = await fill(ann, `${draft}/rules/visit`, { ...long, deed });
      expect([deed, answer.status]).toEqual([deed, deed === 'save' ? 422 : 200]);
      expect(answer.text.includes('the file is longer than 1000000 characters')).toBe(deed === 'save');
      expect(answer.text).toContain('xxxx');
    }
  });

  it('refuse a form that names a picture over and over, before the text is made', async () => {
    const draft = await begin();
    const picture = `data:image/png;base64,${'A'.repeat(20_000)}`;
    const file = `${fileOf(key)}theme: { logo: "${picture}" }\n`;
    await fill(ann, `${draft}/file`, { file });
    const seen = fieldsOfHtml(formOf((await ann.get(`${draft}/settings/theme`)).text));
    const [short] = /data:image\/png;sha256,[\w-]{43}/.exec(seen.base!)!;
    const many = `${short} `.repeat(5_000);
    const sides = [
      ann.post(`${draft}/settings/theme`, { ...seen, deed: 'save', 'entry.css': many }),
      fill(ann, `${draft}/file`, { base: many, file }),
    ];
    expect((await Promise.all(sides)).map(({ status }) => status)).toEqual([400, 400]);
    expect(await textOf(draft)).toBe(file);
  });

  it('compare texts of which one has mistakes, and one of them holds', async () => {
    const draft = await begin();
    const seen = fieldsOfHtml(formOf((await bob.get(`${draft}/file`)).text));
    await fill(ann, `${draft}/rules/visit`, { 'entry.result.points': '7' });
    const asked = await bob.post(`${draft}/file`, { ...seen, file: 'rules: [' });
    expect([asked.status, asked.text.includes('cannot be merged')]).toEqual([409, true]);
    const form = fieldsOfHtml(formOf(asked.text));
    expect((await bob.post(`${draft}/file`, { ...form, deed: 'mine' })).status).toBe(303);
    expect(await textOf(draft)).toBe('rules: [');
    expect((await bob.get(`${draft}/rules/visit`)).headers.location).toBe(`${draft}/file`);
    expect((await bob.get(draft)).status).toBe(200);
  });

  it('decide on each place that the program changed meanwhile', async () => {
    const draft = await begin();
    await fill(ann, `${draft}/rules/visit`, { 'entry.result.points': '7' });
    await applyProgramFile(test.deps, fileOf(key).replace('points: 5', 'points: 9'), TESTER);
    expect((await ann.get(draft)).text).toContain('changed a place that the draft changes too');
    expect((await ann.get(`${draft}/plan`)).text).toContain('Decide each conflict first');
    const preview = (await ann.get(`${draft}/preview`)).text;
    expect(preview).toContain('Decide what the program changed too first.');
    expect(preview).not.toContain('<iframe');
    const open = await fill(ann, `${draft}/merge`, { 'take:rules.visit.result': 'neither' });
    expect([open.status, open.text.includes('Not merged yet')]).toEqual([422, true]);
    expect((await fill(ann, `${draft}/merge`, { 'take:rules.visit.result': 'theirs' })).status).toBe(303);
    expect(await textOf(draft)).toContain('points: 9');
  });
});

describe('the file of a draft', () => {
  it('is saved with its mistakes, which name line, column, place and the word that was meant', async () => {
    const draft = await begin();
    const file = fileOf(key).replace('kind: custom', 'kind: cutsom');
    const saved = await fill(ann, `${draft}/file`, { file: file.replaceAll('\n', '\r\n') });
    expect(saved.headers.location).toBe(`${draft}/file?done=saved`);
    expect(await textOf(draft)).toBe(file);
    const { text } = await ann.get(`${draft}/file`);
    expect(text).toContain('Line 16, column 16');
    expect(text).toContain('>rules.tea.kind</code>');
    expect(text).toMatch(/did you mean "custom"|did you mean &quot;custom&quot;/);
    expect((await ann.get(draft)).text).toContain('The file has a mistake.');
    expect((await ann.get(`${draft}/plan`)).text).not.toContain('>Publish<');
  });

  it('of mistakes has no plan, nobody whom it concerns, and no page: each says why', async () => {
    const draft = await begin();
    await fill(ann, `${draft}/file`, { file: fileOf(key).replace('kind: custom', 'kind: cutsom') });
    for (const path of ['who?effect=x', 'page']) {
      const { status, text } = await ann.get(`${draft}/${path}`);
      expect([path, status, text.includes('rules.tea.kind')]).toEqual([path, 422, true]);
    }
  });

  it('may have a megabyte in any script, and no more; it is checked as it is saved', async () => {
    const draft = await begin();
    const { text } = await ann.get(`${draft}/file`);
    const form = { token: fieldOf(text, 'token'), revision: fieldOf(text, 'revision') };
    const base = fileOf(key);
    const long = `${base}# ${'獎'.repeat(330_000)}\n`;
    expect((await ann.post(`${draft}/check`, { token: form.token, file: long })).body).toEqual({
      mistakes: [],
    });
    expect((await ann.post(`${draft}/file`, { ...form, base, file: long })).status).toBe(303);
    const next = (await ann.get(`${draft}/file`)).text;
    const again = {
      ...form,
      revision: fieldOf(next, 'revision'),
      base: long,
      file: long.replace('獎', '章'),
    };
    expect((await ann.post(`${draft}/file`, again)).status).toBe(303);
    expect(await textOf(draft)).toBe(again.file);
    const longer = `${long}# ${'x'.repeat(100_000)}\n`;
    expect((await ann.post(`${draft}/check`, { token: form.token, file: longer })).body).toMatchObject({
      mistakes: [{ line: 1, message: expect.stringContaining('at most 1 MB') }],
    });
    expect((await ann.post(`${draft}/file`, { ...again, file: longer })).status).toBe(400);
    expect(await textOf(draft)).toBe(again.file);
  });

  it('has its mistakes, and what the editor says of its keys, in the language of whoever writes', async () => {
    const draft = await begin();
    await ann.post('/console/look', { language: 'de', back: draft });
    const token = await ann.token();
    const file = fileOf(key).replace('points: 5', 'points: many');
    const { mistakes } = (await ann.post(`${draft}/check`, { token, file })).body;
    expect(mistakes.map(({ message }: { message: string }) => message)).toEqual([
      'erwartet wird eine ganze Zahl; hier steht der Text „many“',
    ]);
    const schema = await ann.get(`${at}/file.schema.json`);
    expect(schema.body.properties.currency.title).toBe('Währung');
    expect(schema.body.properties.key.type).toBe('string');
    const shown = await fill(ann, `${draft}/rules/visit`, { 'entry.result.points': 'many' });
    expect(shown.text).toContain('erwartet wird eine ganze Zahl; hier steht der Text „many“');
  });

  it('is checked without being saved', async () => {
    const draft = await begin();
    const token = await ann.token();
    const { body } = await ann.post(`${draft}/check`, { token, file: 'key: 5\n' });
    expect(body.mistakes).toContainEqual(expect.objectContaining({ line: 1, column: 6, path: 'key' }));
    expect((await ann.post(`${draft}/check`, { token, file: fileOf(key) })).body).toEqual({ mistakes: [] });
    expect(await textOf(draft)).toBe(fileOf(key));
  });
});

describe('the plan of a draft', () => {
  it('says what follows for people, names them, and is published with its note', async () => {
    const program = await programOf();
    await createCustomer(test.deps, program, { merchant_id: 'zoe', points: 40 });
    const draft = await begin(ann, { note: 'Spring' });
    await fill(ann, `${draft}/tiers/gold`, { 'entry.lower_bound': '30' });
    const { text } = await ann.get(`${draft}/plan`);
    expect(text).toMatch(/From<\/dt>.*500.*30/s);
    const published = await fill(ann, `${draft}/plan`, {}, `${draft}/publish`);
    expect([published.status, published.headers.location]).toEqual([303, `${at}/versions/2`]);
    expect((await ann.get(`${at}/versions`)).text).toContain('Spring');
    expect((await deeds())[0]).toMatchObject({ actor_kind: 'operator', action: 'draft.published' });
    for (const path of ['', '/file', '/plan'])
      expect((await ann.get(draft + path)).headers.location).toBe(`${at}/versions/2`);
    expect((await ann.get(`${draft}/rules/visit`)).status).toBe(422);
  });

  it('is published once, however often the button is pressed', async () => {
    const draft = await begin();
    await fill(ann, `${draft}/rules/visit`, { 'entry.result.points': '7' });
    const seen = fieldsOfHtml(formOf((await ann.get(`${draft}/plan`)).text));
    for (const press of ['first', 'second']) {
      const { status, headers } = await ann.post(`${draft}/publish`, seen);
      expect([press, status, headers.location]).toEqual([press, 303, `${at}/versions/2`]);
    }
  });

  it('is shown anew if the draft or the program moved on since', async () => {
    const draft = await begin();
    await fill(ann, `${draft}/rules/visit`, { 'entry.result.points': '7' });
    const seen = fieldsOfHtml(formOf((await ann.get(`${draft}/plan`)).text));
    await fill(bob, `${draft}/rules/tea`, { 'entry.result.points': '3' });
    const refused = await ann.post(`${draft}/publish`, seen);
    expect([refused.status, refused.text.includes('somebody saved it since')]).toEqual([422, true]);
    const again = fieldsOfHtml(formOf(refused.text));
    await applyProgramFile(test.deps, fileOf(key).replace('name: Gold', 'name: Golden'), TESTER);
    const moved = await ann.post(`${draft}/publish`, again);
    expect([moved.status, moved.text.includes('The program is at version 2')]).toEqual([422, true]);
    expect((await ann.post(`${draft}/publish`, fieldsOfHtml(formOf(moved.text)))).status).toBe(303);
  });

  it('is published by a second person where the program asks for two', async () => {
    await applyProgramFile(test.deps, `${fileOf(key)}approvals: { publish: 2 }\n`, TESTER);
    const draft = await begin(ann);
    await fill(ann, `${draft}/rules/visit`, { 'entry.result.points': '7' });
    const mine = (await ann.get(`${draft}/plan`)).text;
    expect(mine).toContain('Somebody else publishes it');
    expect(mine).not.toContain('Approve and publish');
    const forced = { token: await ann.token(), revision: '2', version: '2' };
    const refused = await ann.post(`${draft}/publish`, forced);
    expect([refused.status, refused.text.includes('take two people')]).toEqual([422, true]);
    const theirs = (await bob.get(`${draft}/plan`)).text;
    expect(theirs).toContain('You are the second person');
    expect((await fill(bob, `${draft}/plan`, {}, `${draft}/publish`)).status).toBe(303);
    const rollback = (await ann.get(`${at}/versions/1/rollback`)).text;
    expect(rollback).toContain('Begin a draft with version 1');
  });
});

describe('the preview', () => {
  it('shows the loyalty page of a customer as the draft makes it, which nobody else sees', async () => {
    const program = await programOf();
    await createCustomer(test.deps, program, { merchant_id: 'zoe', points: 40 });
    const draft = await begin();
    const rule = {
      key: 'fresh',
      'entry.name': 'fresh',
      'entry.title.en': 'Brand new',
      'entry.result.points': '77',
    };
    await fill(ann, `${draft}/add/rules?kind=custom`, rule);
    await fill(ann, `${draft}/rules/visit`, { 'entry.title.en': 'Come by' });
    const screen = await ann.get(`${draft}/preview?customer=zoe&language=en&device=desktop`);
    expect(screen.headers['content-security-policy']).toContain("frame-src 'self'");
    expect(screen.text).toContain('class="previewed desktop"');
    const [, src] = /<iframe[^>]*src="([^"]*)"/.exec(screen.text)!;
    const page = await ann.get(src!.replaceAll('&amp;', '&'));
    expect(page.status).toBe(200);
    for (const words of ['Come by', 'Brand new', '77 points', 'data-points="40"'])
      expect(page.text).toContain(words);
    expect(page.text).not.toContain('<script');
    const policy = page.headers['content-security-policy'];
    for (const directive of ["script-src 'none'", "form-action 'none'", "frame-ancestors 'self'"])
      expect(policy).toContain(directive);
    expect((await ann.get(at)).text).not.toContain('Brand new');
    expect((await ann.get(`${draft}/page`)).text).not.toContain('data-points');
  });

  it('is for whoever reads customers, and of customers of the program', async () => {
    const draft = await begin();
    const analyst = await browserOf('analyst');
    for (const path of ['preview', 'page']) expect((await analyst.get(`${draft}/${path}`)).status).toBe(403);
    expect((await ann.get(`${draft}/preview?customer=nobody`)).text).toContain('There is no such customer.');
    expect((await ann.get(`${draft}/page?customer=nobody`)).status).toBe(404);
  });
});
