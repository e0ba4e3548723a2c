import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { demoHistory } from '../../src/demo/history/demo-history.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { beginDraft, editDraft } from '../../src/program-file/program-drafts.ts';
import { type Joined, joinedOperator } from '../support/operators.ts';
import { TESTER } from '../support/tester.ts';
import { openConsole } from './support/console-visit.ts';
import { takePictureOfWindow } from './support/pictures.ts';
import { LOYALTY, testStage } from './support/stage.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../docs');
/** A program with a past, so that figures and plots have something to show. */
const HISTORY = { customers: 100, months: 4, seed: 3 };

const stage = testStage(async ({ deps }) => {
  await demoHistory(deps, { ...HISTORY, present: eventPresenter(LOYALTY) });
});
const paths = new Map<string, string>();
let admin: Joined;

beforeAll(async () => {
  const { deps } = stage.app;
  const program = await stage.app.program();
  admin = await joinedOperator(deps, 'admin');
  const { customer_id } = await deps.db
    .selectFrom('transactions')
    .select(['customer_id', ({ fn }) => fn.countAll().as('count')])
    .where('program_id', '=', program.id)
    .groupBy('customer_id')
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id } = await beginDraft(deps, { program, note: 'Harvest', by: TESTER });
  await editDraft(deps, { program, id, revision: null, by: TESTER }, (file) =>
    file.replace('lower_bound: 300', 'lower_bound: 250'),
  );
  const place = `/console/p/${program.key}`;
  paths.set('overview', `${place}/overview`);
  paths.set('customer', `${place}/customers/${customer_id}`);
  paths.set('program', `${place}/program`);
});

/** With PICTURES=on takes each picture anew. The file among the screenshots is then made small by pngquant --strip. */
it.each(
  ['overview', 'customer', 'program'].flatMap((screen) =>
    (['light', 'dark'] as const).map((colours) => ({ screen, colours })),
  ),
)('the page about the console shows $screen, $colours', async ({ screen, colours }) => {
  const visit = await openConsole(stage, admin, paths.get(screen)!, { width: 1280, scheme: colours });
  await takePictureOfWindow(visit, 'docs', screen, colours);
  const file = `pictures/console-${screen}-${colours}.png`;
  expect(await readFile(path.join(FOLDER, 'console.md'), 'utf8')).toContain(`="${file}"`);
  expect((await stat(path.join(FOLDER, file))).size).toBeLessThan(120_000);
});
