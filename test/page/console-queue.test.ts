import type { Request, Route } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { enrolCustomer } from '../../src/domain/operations/enrol-customer.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { createCustomer } from '../support/factories.ts';
import { type Joined, joinedOperator } from '../support/operators.ts';
import { orderInput } from '../support/orders.ts';
import { TESTER } from '../support/tester.ts';
import { inviteCast } from './support/cast.ts';
import { openConsole, type Sight } from './support/console-visit.ts';
import { testStage } from './support/stage.ts';
import { faultsAt } from './support/walk.ts';

const POINTS_A_DAY = 50;

/** The demo's program, in which support may move few points. */
const stage = testStage(async (app, backEnd, definition) => {
  await inviteCast(app, backEnd, definition);
  const operators = { support: { points_per_day: POINTS_A_DAY } };
  await applyProgram(app.deps, { ...definition, settings: { ...definition.settings, operators } }, TESTER);
});
const HOSTILE = '<img src=x onerror=alert(1)>"\'&';
let program: Program;
let agent: Joined;
let place: string;
let orders = 0;

const PEOPLE: [merchant_id: string, first_name: string, last_name: string][] = [
  ['8001', 'Grace', 'Hopper'],
  ['8002', HOSTILE, 'Bartholomäus-Schwarzenberger von und zu Guttenbergstein'],
  ['8003', 'مريم', 'الإسطرلابية'],
];

beforeAll(async () => {
  const { deps } = stage.app;
  program = await stage.app.program();
  place = `/console/p/${program.key}`;
  for (const [merchant_id, first_name, last_name] of PEOPLE) {
    const { id } = await createCustomer(deps, program, { merchant_id, email: `${merchant_id}@shop.example` });
    await enrolCustomer(deps, { program, customer_id: id });
    await updateCustomer(deps, { program, customer_id: id, changes: { first_name, last_name }, by: TESTER });
  }
});

/** On each day an order of each, whose points wait. A session does not last that long. */
beforeEach(async () => {
  stage.app.clock.advance(24 * 3_600_000);
  agent = await joinedOperator(stage.app.deps, { program_id: program.id, role: 'support' });
  for (const [customer_id] of PEOPLE) {
    orders += 1;
    const order = { customer_id, merchant_id: `Q-${orders}`, number: `#${orders}`, total_minor: 48_00 };
    await recordOrder(stage.app.deps, orderInput(program, order));
  }
});

const open = (path: string, sight?: Sight) => openConsole(stage, agent, place + path, sight);
const customerOf = async (merchant_id: string) =>
  (await findCustomer(stage.app.deps.db, program.id, merchant_id))!;
const waiting = async () =>
  (await stage.app.deps.db.selectFrom('activities').select('id').where('state', '=', 'pending').execute())
    .length;

it.each([
  ['queue', '/queue'],
  ['queue-nothing', '/queue?customer=nobody'],
  ['customers-found', '/customers?q=80'],
  ['customers-one', '/customers?q=Q-1'],
  ['customers-nobody', '/customers?q=nobody'],
  ['customer-timeline', '/customers/1'],
])('the screen %s reads well in windows of 390, 1024 and 1440, light and dark', async (name, path) => {
  expect(await faultsAt(stage, place + path, { joined: agent, name: `console ${name}` })).toEqual([]);
});

it.each([true, false])(
  'an agent gives points, is stopped at the limit of the day, and gives what is left, with a script: %s',
  async (javascript) => {
    const { id } = await customerOf('8001');
    const { page, tab } = await open(`/customers/${id}/points`, { javascript });
    const book = async (points: number) => {
      await page.getByLabel('Points', { exact: true }).fill(String(points));
      await page.getByRole('button', { name: 'Book the points' }).click();
    };
    const before = (await customerOf('8001')).points_approved;
    await book(POINTS_A_DAY - 10);
    await page.getByText('The points were added.').waitFor();
    await tab.goto(new URL(`${place}/customers/${id}/points`, tab.url()).href);
    await book(11);
    await page.getByText('You may add or remove 10 more points today.').waitFor();
    expect(await page.getByLabel('Points', { exact: true }).inputValue()).toBe('11');
    await book(10);
    await page.getByText('The points were added.').waitFor();
    expect((await customerOf('8001')).points_approved).toBe(before + POINTS_A_DAY);
  },
);

it('the search finds customers while somebody writes, and its address can be shared', async () => {
  const { page, tab } = await open('/customers');
  const key = page.getByRole('search').getByText('/', { exact: true });
  await key.waitFor();
  await page.getByRole('searchbox', { name: 'Search customers' }).pressSequentially('hopper, gr');
  await page.getByRole('main').getByText('1 customer for “hopper, gr”').waitFor();
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  expect(await key.isVisible()).toBe(false);
  expect(tab.url()).toContain('q=hopper');
  await tab.reload();
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
});

it('one customer on a phone is told before the timeline, which may be long, and beside it where there is room', async () => {
  const { page, tab } = await open('/customers/1', { width: 390 });
  const placeOf = (id: string) =>
    page.locator(`#${id}`).evaluate((title) => {
      const { left, top } = title.getBoundingClientRect();
      return { left, top };
    });
  expect((await placeOf('details')).top).toBeLessThan((await placeOf('timeline')).top);
  expect((await placeOf('timeline')).top).toBeLessThan((await placeOf('notes')).top);
  await tab.setViewportSize({ width: 1440, height: 900 });
  const [details, timeline] = [await placeOf('details'), await placeOf('timeline')];
  expect(details.left).toBeGreaterThan(timeline.left);
  expect(timeline.top).toBeLessThan(details.top);
});

it('the buttons of the queue are in view while its rows go on below the window', async () => {
  const { page, tab } = await open('/queue', { width: 390 });
  await tab.setViewportSize({ width: 390, height: 560 });
  const bottomOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
  expect(await bottomOf('form[data-undo] .table')).toBeGreaterThan(560);
  expect(await bottomOf('form[data-undo] button[value="approved"]')).toBeLessThan(560);
});

describe('a decision on everything on the page', () => {
  it('is sent after ten seconds', async () => {
    const { page, tab } = await open('/queue');
    await tab.clock.install();
    await tab.reload();
    await page.getByLabel('All on this page').check();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('It is sent in 10 seconds.').waitFor();
    expect(await waiting()).toBeGreaterThan(PEOPLE.length - 1);
    await tab.clock.fastForward(10_000);
    await page.getByText(/activities are approved\./).waitFor();
    expect(await waiting()).toBe(0);
  });

  it('is undone before, and then nothing was sent', async () => {
    const before = await waiting();
    const { page, tab } = await open('/queue');
    await tab.clock.install();
    await tab.reload();
    await page.getByLabel('All on this page').check();
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await tab.clock.fastForward(20_000);
    expect(await page.getByText('It is sent in 10 seconds.').isVisible()).toBe(false);
    expect(await waiting()).toBe(before);
  });

  it('is the one of the button that was pressed last, though another was sent and stopped before', async () => {
    const { page, tab } = await open('/queue');
    await tab.clock.install();
    await tab.reload();
    await tab.route('**/queue/activities', (route) => route.fulfill({ status: 204 }), { times: 1 });
    for (const name of ['Approve', 'Decline']) {
      await page.getByRole('checkbox').first().check();
      await page.getByRole('button', { name, exact: true }).click();
      await tab.clock.fastForward(10_000);
    }
    await page.getByText('1 activity is declined.').waitFor();
  });

  it('is asked for once more where no script runs', async () => {
    const before = await waiting();
    const { page } = await open('/queue', { javascript: false });
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('button', { name: 'Approve 1', exact: true }).click();
    await page.getByText('1 activity is approved.').waitFor();
    expect(await waiting()).toBe(before - 1);
  });
});

it('a tab that nobody sees does not follow the queue, and follows it again once it is seen', async () => {
  const { tab } = await open('/customers');
  await tab.addInitScript(() => {
    const opened: EventSource[] = [];
    const Source = EventSource;
    Object.assign(window, {
      opened,
      EventSource: class extends Source {
        constructor(address: string) {
          super(address);
          opened.push(this);
        }
      },
    });
  });
  await tab.goto(`${new URL(tab.url()).origin}${place}/queue`);
  const states = (hidden: boolean) =>
    tab.evaluate((is_hidden) => {
      Object.defineProperty(document, 'hidden', { value: is_hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      const { opened } = window as unknown as { opened: EventSource[] };
      return opened.map(({ readyState }) => readyState === EventSource.CLOSED);
    }, hidden);
  expect(await states(true)).toEqual([true]);
  expect(await states(false)).toEqual([true, false]);
});

describe('the count of the queue, which came before events did', () => {
  const isEvents = (request: Request) => request.headers().accept === 'text/event-stream';
  const opened = async (answer: (route: Route) => unknown) => {
    const { page, tab } = await open('/customers');
    await tab.clock.install();
    await tab.route('**/queue/progress', answer);
    await tab.goto(`${new URL(tab.url()).origin}${place}/queue`);
    const before = await waiting();
    await page.getByText(`${before} activities wait.`).waitFor();
    const input = { customer_id: '8001', merchant_id: `L-${before}`, number: '#L', total_minor: 48_00 };
    await recordOrder(stage.app.deps, orderInput(program, input));
    return { tab, told: () => page.getByText(`${before + 1} activities wait.`).waitFor() };
  };

  it('goes on after something on the way answered for the server', async () => {
    let isAway = true;
    const { tab, told } = await opened((route) =>
      isAway ? route.fulfill({ status: 429 }) : route.continue(),
    );
    await tab.clock.fastForward(6_000);
    isAway = false;
    const again = tab.waitForRequest(isEvents);
    await tab.clock.fastForward(6_000);
    await told();
    await again;
  });

  it('is asked for where something on the way keeps events back', async () => {
    const { tab, told } = await opened((route) => (isEvents(route.request()) ? undefined : route.continue()));
    await tab.clock.fastForward(6_000);
    await told();
    await tab.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('is asked for once, however long the server does not answer', async () => {
    const questions: Route[] = [];
    const { tab, told } = await opened((route) => {
      if (!isEvents(route.request())) questions.push(route);
    });
    const asked = tab.waitForRequest((request) => !isEvents(request));
    for (let time = 0; time < 4; time += 1) await tab.clock.fastForward(6_000);
    await asked;
    await tab.evaluate(() => fetch(location.href));
    expect(questions).toHaveLength(1);
    await questions[0]!.continue();
    await told();
    await tab.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

it('a deed is told of once: its address can be loaded anew', async () => {
  const { page, tab } = await open('/queue?cause=other&done=approved');
  await page.getByText('It is done.').waitFor();
  expect(tab.url()).toMatch(/\/queue\?cause=other$/);
});

it('a text is copied where scripts have no clipboard, as over plain http', async () => {
  const { page, tab } = await open('/customers');
  await tab.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => {
      document.title = (document.activeElement as HTMLTextAreaElement).value;
      return true;
    };
    const button = Object.assign(document.createElement('button'), { textContent: 'Copy it' });
    button.dataset.copy = 'a secret';
    document.querySelector('main')!.append(button);
  });
  await page.getByRole('button', { name: 'Copy it' }).click();
  await page.locator('#live', { hasText: 'Copied' }).waitFor();
  expect(await tab.title()).toBe('a secret');
  expect(await page.locator('textarea').count()).toBe(0);
});
