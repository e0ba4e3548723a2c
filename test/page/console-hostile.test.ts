import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { addNote } from '../../src/domain/operations/keep-notes.ts';
import { createApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { createApp } from '../../src/domain/operations/manage-apps.ts';
import { subscribe } from '../../src/domain/operations/manage-webhooks.ts';
import { keepImportFile, orderImport } from '../../src/domain/operations/order-import.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { workOnImports } from '../../src/domain/operations/work-on-imports.ts';
import type { LocalizedText } from '../../src/domain/programs/program-settings.ts';
import { consoleAssets } from '../../src/http/console/assets.ts';
import { beginDraft } from '../../src/program-file/program-drafts.ts';
import { programDefinition } from '../support/factories.ts';
import { type Joined, joinedOperator } from '../support/operators.ts';
import { withRoutes } from '../support/routes.ts';
import { TESTER } from '../support/tester.ts';
import { axeViolations } from './support/axe.ts';
import { CAST, inviteCast } from './support/cast.ts';
import { openConsole } from './support/console-visit.ts';
import { moving, outOfReach, overflowing } from './support/measures.ts';
import { takePicture } from './support/pictures.ts';
import { Stage } from './support/stage.ts';

/** Runs if it is not escaped, and breaks nowhere by itself. */
const HOSTILE = `"><img src=x onerror=alert(1)>{{'&${'Rindfleischetikettierung'.repeat(3)}`;
const hostile = (text: LocalizedText): LocalizedText =>
  typeof text === 'string'
    ? HOSTILE
    : Object.fromEntries(Object.keys(text).map((language) => [language, HOSTILE]));

/** A program of which every name and title is hostile. */
const stage = new Stage(async (app, backEnd, definition) => {
  await inviteCast(app, backEnd, definition);
  const { deps } = app;
  const { tiers, rules, rewards, sites } = definition;
  await applyProgram(
    deps,
    {
      ...definition,
      name: HOSTILE,
      tiers: tiers.map((one) => ({
        ...one,
        definition: { ...one.definition, name: hostile(one.definition.name) },
      })),
      rules: rules.map((one) => ({ ...one, definition: { ...one.definition, title: hostile('') } })),
      rewards: rewards.map((one) => ({ ...one, definition: { ...one.definition, title: hostile('') } })),
      sites: sites.map((one) => ({ ...one, definition: { ...one.definition, name: HOSTILE } })),
    },
    TESTER,
  );
});

let admin: Joined;
/** The screens of a program by their patterns, as the router has them. */
let patterns: string[];
/** An address of each screen that needs more than its pattern says. */
const examples = new Map<string, string>();

beforeAll(async () => {
  const { routes } = await withRoutes(() => stage.open());
  patterns = [
    ...new Set(
      routes
        .filter(({ method, pattern }) => method === 'GET' && pattern.startsWith('/console/p/:program/'))
        .map(({ pattern }) => pattern.slice('/console/p/:program/'.length))
        .filter((pattern) => !NO_SCREENS.test(pattern)),
    ),
  ];
  admin = await joinedOperator(stage.app.deps, 'admin');
  await fillRooms();
}, 240_000);
afterEach((test) => stage.leave(test));
afterAll(() => stage.close());

/** Downloads, events, and the page in the frame of a preview. */
const NO_SCREENS = /\.(csv|json|yaml)$|\/(progress|events|page|log)$|:(note|request)\/file$|:picture$/;

async function fillRooms(): Promise<void> {
  const { deps } = stage.app;
  const program = await stage.app.program();
  const own = { program_id: program.id, by: TESTER };
  const { id: customer } = await deps.db
    .selectFrom('customers')
    .select('id')
    .where('merchant_id', '=', CAST.ada)
    .executeTakeFirstOrThrow();
  const changes = { first_name: HOSTILE, last_name: HOSTILE };
  await updateCustomer(deps, { program, customer_id: customer, changes, by: TESTER });
  const by = { kind: 'operator', id: admin.id, request_id: 'a-request' } as const;
  await addNote(deps, { program, customer_id: customer, text: HOSTILE, by });
  const first = async (table: 'activities' | 'claimed_rewards' | 'customer_notes' | 'api_keys') => {
    const one = deps.db.selectFrom(table).select('id').where('program_id', '=', program.id).orderBy('id');
    return String((await one.limit(1).executeTakeFirstOrThrow()).id);
  };
  await createApiKey(deps, {
    program_key: program.key,
    name: HOSTILE,
    scopes: ['read_customers'],
    by: TESTER,
  });
  const app = { ...own, name: HOSTILE, redirect_uris: ['https://partner.example/back'], public: false };
  const { client_id } = await createApp(deps, { ...app, scopes: ['read_customers'] });
  const address = 'https://shop.example/hooks';
  const { webhook } = await subscribe(deps, { ...own, topic: 'customers/update', address });
  const bytes = Buffer.from(
    `merchant_id,${HOSTILE.replaceAll('"', '')}\n9001,x\n${HOSTILE.replaceAll('"', '')},y\n`,
  );
  const file_id = await keepImportFile(deps, { program, name: `${HOSTILE}.csv`, bytes });
  const columns = { merchant_id: 'merchant_id' };
  const choices = { preset: '', columns, dates: null, site: program.sites[0]!.key };
  await orderImport(deps, { program, file_id, work: { kind: 'check', choices }, by });
  await workOnImports(deps);
  const { id: draft } = await beginDraft(deps, { program, note: HOSTILE, by: TESTER });
  const { merchant_id: order } = (await stage.app.get('/v2/orders?limit=1').expect(200)).body.orders[0];
  stage.app.clock.advance(40 * 24 * 3_600_000);
  await countFigures(deps);
  admin = await joinedOperator(deps, 'admin');
  await deps.db.updateTable('operators').set({ name: HOSTILE }).where('id', '=', admin.id).execute();
  const owner = { program_id: program.id, role: 'owner' } as const;
  const month = new Date(stage.app.clock.real() - 31 * 24 * 3_600_000).toISOString().slice(0, 7);
  const values: Record<string, string> = {
    'customers/:id': `customers/${customer}`,
    ':activity': await first('activities'),
    ':claim': await first('claimed_rewards'),
    ':note': await first('customer_notes'),
    'orders/:order': `orders/${encodeURIComponent(order)}`,
    'reports/:report': 'reports/rewards',
    ':month': month,
    'codes/:reward': 'codes/coffee',
    'imports/files/:id': `imports/files/${file_id}`,
    'keys/:id': `keys/${await first('api_keys')}`,
    'webhooks/:id': `webhooks/${webhook.id}`,
    'apps/:id': `apps/${client_id}`,
    'team/:id': `team/${(await joinedOperator(deps, owner)).id}`,
    ':version': '1',
    'drafts/:id': `drafts/${draft}`,
    ':section/:key': 'rewards/coffee',
    ':section': 'rewards',
  };
  for (const pattern of patterns) {
    const filled = Object.entries(values).reduce((path, [name, value]) => path.replace(name, value), pattern);
    examples.set(pattern, filled);
  }
}

/** An import that ran is looked at with its journey; of nobody whom a change concerns there is no list. */
const ELSEWHERE = /^imports\/:id(\/revert)?$|\/who$/;

describe('every screen of a program', () => {
  it('runs nothing of hostile names, is not wider than a phone, keeps still where it shall, satisfies axe in both themes, and is gone through by keys', async () => {
    const { key } = await stage.app.program();
    const faults: unknown[] = [];
    let looked = 0;
    const { tab, context, page } = await openConsole(stage, admin, '/console/account', { width: 390 });
    const visit = { tab, context, page, javascript: true };
    tab.on('dialog', (dialog) => {
      faults.push([tab.url(), 'ran', dialog.message()]);
      void dialog.dismiss();
    });
    const { styles, script } = consoleAssets();
    const files = gzipSync(styles.text).length + gzipSync(script.text).length;
    for (const [pattern, path] of examples) {
      if (ELSEWHERE.test(pattern)) continue;
      const answer = await tab.goto(new URL(`/console/p/${key}/${path}`, tab.url()).href);
      const at = new URL(tab.url()).pathname;
      if (answer?.status() !== 200) faults.push([pattern, path, at, answer?.status()]);
      const weight = gzipSync(await tab.content()).length + files;
      if (weight > 60 * 1024) faults.push([pattern, 'weighs', weight]);
      await tab.emulateMedia({ reducedMotion: 'reduce' });
      const moves = await moving(page);
      if (moves.length > 0) faults.push([pattern, ...moves]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme });
        const wide = await overflowing(page);
        const found = await axeViolations(visit);
        if (wide.length + found.length > 0) faults.push([pattern, colorScheme, ...wide, ...found]);
      }
      await takePicture(visit, 'hostile', pattern);
      const unreached = await outOfReach(tab);
      if (unreached.length > 0) faults.push([pattern, ...unreached]);
      looked += 1;
    }
    expect(faults).toEqual([]);
    expect(looked).toBeGreaterThan(50);
  }, 600_000);
});

it('of another program, no screen exists for an owner who walks to each address, and none is told of', async () => {
  const { deps } = stage.app;
  const { key } = await stage.app.program();
  await applyProgram(deps, programDefinition({ key: 'tenant' }), TESTER);
  const { id: program_id } = (await deps.programs.all()).find((one) => one.key === 'tenant')!;
  const tenant = await joinedOperator(deps, { program_id, role: 'owner' });
  const { tab } = await openConsole(stage, tenant, '/console/p/tenant/overview');
  expect(await tab.locator('h1').textContent()).toBe('Overview');
  const seen = new Set<string>();
  for (const path of examples.values()) {
    const answer = await tab.goto(new URL(`/console/p/${key}/${path}`, tab.url()).href);
    const told = await tab.locator('body').innerText();
    seen.add(`${answer?.status()} ${told}`);
  }
  const answer = await tab.goto(new URL('/console/p/nobodys/overview', tab.url()).href);
  seen.add(`${answer?.status()} ${await tab.locator('body').innerText()}`);
  expect(seen.size).toBe(1);
  expect([...seen][0]).toContain('404 loyaltyd\n\nThere is nothing here');
});
