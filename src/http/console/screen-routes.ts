import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { CUSTOMER_ROUTES } from './customers/deed-routes.ts';
import { PROGRAM_ROUTES } from './program/program-routes.ts';
import type { ScreenRoute } from './screen-route.ts';
import { SCREENS } from './screens.ts';
import { FIELD_BYTES, MOST_UPLOADED_BYTES } from './upload.ts';
import type { ConsoleTools } from './visit.ts';

const shows = () => import('./show-screens.tsx');
const customers = () => import('./customers/show-customers.tsx');
const orders = () => import('./orders/show-orders.tsx');
const queue = () => import('./queue/show-queue.tsx');
const activities = () => import('./queue/show-activities.tsx');
const audit = () => import('./team/show-audit.tsx');
const keys = () => import('./developers/show-keys.tsx');
const webhooks = () => import('./developers/show-webhooks.tsx');
const webhookDeeds = () => import('./developers/webhook-deeds.ts');
const books = () => import('./reports/show-books.tsx');
const imports = () => import('./imports/show-imports.tsx');
const files = () => import('./imports/show-file.tsx');
const exports = () => import('./imports/show-export.tsx');
const clock = () => import('./clock/show-clock.tsx');
const server = () => import('./server/show-server.tsx');
const codes = () => import('./codes/show-codes.tsx');
const apps = () => import('./developers/show-apps.tsx');
const requests = () => import('./developers/show-requests.tsx');
const newApp = () => import('./developers/show-new-app.tsx');
const team = () => import('./team/show-team.tsx');

/** For actions that give or remove rights. */
const DANGEROUS = { right: SCREENS.team.right, confirmed: true } as const;

/** A closed month can never be opened again. */
const CLOSING = { right: 'write_reports', confirmed: true } as const;
/** Whole lists of customers come in and go out, so this needs the right of people who answer for the program. */
const IMPORTS = { right: SCREENS.imports.right } as const;
const CLOCK = { right: SCREENS.clock.right } as const;
const CODES = { right: SCREENS.codes.right } as const;
/** An operator may withdraw its own request. The use case refuses operators who may not decide. */
const DECIDED = { right: 'write_customers', confirmed: true } as const;

const DEVELOPERS = { right: SCREENS.developers.right } as const;
const SECRET = { ...DEVELOPERS, confirmed: true } as const;

const ROUTES: readonly ScreenRoute[] = [
  { path: 'overview', right: SCREENS.overview.right, load: async () => (await shows()).showOverview },
  {
    path: 'overview/events',
    right: SCREENS.overview.right,
    load: async () => (await shows()).followOverview,
  },
  { path: 'customers', right: SCREENS.customers.right, load: async () => (await customers()).showCustomers },
  {
    path: 'customers',
    right: SCREENS.customers.right,
    form: true,
    load: async () => (await customers()).searchCustomers,
  },
  ...CUSTOMER_ROUTES,
  { path: 'orders', right: SCREENS.orders.right, load: async () => (await orders()).showOrders },
  { path: 'orders/:order', right: SCREENS.orders.right, load: async () => (await orders()).showOrder },
  { path: 'queue', right: SCREENS.queue.right, load: async () => (await queue()).showQueue },
  {
    path: 'queue/progress',
    right: SCREENS.queue.right,
    load: async () => (await activities()).showQueueProgress,
  },
  {
    path: 'queue/activities',
    right: 'write_customers',
    form: true,
    load: async () => (await activities()).decideOnActivities,
  },
  ...['queue/activities', 'queue/:request'].map((path) => ({
    path,
    right: SCREENS.queue.right,
    load: async () => (await queue()).leadToQueue,
  })),
  {
    path: 'queue/:request/file',
    right: SCREENS.customers.right,
    load: async () => (await import('./customers/note-file.tsx')).sendRequestFile,
  },
  { path: 'queue/:request', ...DECIDED, form: true, load: async () => (await queue()).decide },
  { path: 'reports', right: SCREENS.reports.right, load: async () => (await shows()).showReports },
  { path: 'reports/books', right: SCREENS.reports.right, load: async () => (await books()).showMonths },
  { path: 'reports/books/:month', right: SCREENS.reports.right, load: async () => (await books()).showMonth },
  {
    path: 'reports/books/:month/journal.csv',
    right: SCREENS.reports.right,
    load: async () => (await books()).sendJournal,
  },
  {
    path: 'reports/books/:month/books.json',
    right: SCREENS.reports.right,
    load: async () => (await books()).sendBooks,
  },
  { path: 'reports/books/:month/close', ...CLOSING, load: async () => (await books()).showClosing },
  { path: 'reports/books/:month/close', ...CLOSING, form: true, load: async () => (await books()).close },
  { path: 'reports/:report', right: SCREENS.reports.right, load: async () => (await shows()).showReport },
  ...PROGRAM_ROUTES,
  { path: 'codes', ...CODES, load: async () => (await codes()).showPools },
  { path: 'codes', ...CODES, form: true, load: async () => (await codes()).traceCode },
  { path: 'codes/:reward', ...CODES, load: async () => (await codes()).showPool },
  { path: 'codes/:reward/progress', ...CODES, load: async () => (await codes()).showCodeProgress },
  { path: 'codes/:reward', ...CODES, form: 'upload', load: async () => (await codes()).importCodes },
  { path: 'imports', ...IMPORTS, load: async () => (await imports()).showImports },
  { path: 'imports', ...IMPORTS, form: 'upload', load: async () => (await imports()).bringFile },
  { path: 'imports/files/:id', ...IMPORTS, load: async () => (await files()).showFile },
  { path: 'imports/files/:id', ...IMPORTS, form: true, load: async () => (await files()).orderWork },
  {
    path: 'imports/files/:id/decision',
    ...IMPORTS,
    confirmed: true,
    form: true,
    load: async () => (await files()).decide,
  },
  { path: 'imports/files/:id/progress', ...IMPORTS, load: async () => (await files()).showFileProgress },
  { path: 'imports/files/:id/refused.csv', ...IMPORTS, load: async () => (await files()).sendRefusedOfFile },
  { path: 'imports/export', ...IMPORTS, confirmed: true, load: async () => (await exports()).showExport },
  {
    path: 'imports/export',
    ...IMPORTS,
    confirmed: true,
    form: true,
    load: async () => (await exports()).sendExport,
  },
  { path: 'imports/:id', ...IMPORTS, load: async () => (await imports()).showImport },
  { path: 'imports/:id/progress', ...IMPORTS, load: async () => (await imports()).showImportProgress },
  { path: 'imports/:id/refused.csv', ...IMPORTS, load: async () => (await imports()).sendRefusedOfImport },
  { path: 'imports/:id/revert', ...IMPORTS, confirmed: true, load: async () => (await imports()).showRevert },
  {
    path: 'imports/:id/revert',
    ...IMPORTS,
    confirmed: true,
    form: true,
    load: async () => (await imports()).revert,
  },
  { path: 'developers', ...DEVELOPERS, load: async () => (await keys()).showKeys },
  { path: 'developers/keys/new', ...SECRET, load: async () => (await keys()).showNewKey },
  { path: 'developers/keys/new', ...SECRET, form: true, load: async () => (await keys()).makeKey },
  { path: 'developers/keys/:id', ...SECRET, load: async () => (await keys()).showKey },
  { path: 'developers/keys/:id', ...SECRET, form: true, load: async () => (await keys()).revokeKey },
  { path: 'developers/webhooks', ...DEVELOPERS, load: async () => (await webhooks()).showWebhooks },
  { path: 'developers/webhooks/new', ...SECRET, load: async () => (await webhooks()).showNewWebhook },
  { path: 'developers/webhooks/new', ...SECRET, form: true, load: async () => (await webhooks()).addWebhook },
  { path: 'developers/webhooks/:id', ...DEVELOPERS, load: async () => (await webhooks()).showWebhook },
  {
    path: 'developers/webhooks/:id',
    ...DEVELOPERS,
    form: true,
    load: async () => (await webhookDeeds()).actOnWebhook,
  },
  { path: 'developers/webhooks/:id/secret', ...SECRET, load: async () => (await webhooks()).showNewSecret },
  {
    path: 'developers/webhooks/:id/secret',
    ...SECRET,
    form: true,
    load: async () => (await webhooks()).changeSecret,
  },
  { path: 'developers/apps', ...DEVELOPERS, load: async () => (await apps()).showApps },
  { path: 'developers/apps/new', ...SECRET, load: async () => (await newApp()).showNewApp },
  { path: 'developers/apps/new', ...SECRET, form: true, load: async () => (await newApp()).registerApp },
  { path: 'developers/apps/:id', ...SECRET, load: async () => (await apps()).showApp },
  { path: 'developers/apps/:id', ...SECRET, form: true, load: async () => (await apps()).revoke },
  { path: 'developers/apps/:id/secret', ...SECRET, load: async () => (await newApp()).showNewSecret },
  {
    path: 'developers/apps/:id/secret',
    ...SECRET,
    form: true,
    load: async () => (await newApp()).changeSecret,
  },
  { path: 'developers/requests', ...DEVELOPERS, load: async () => (await requests()).showRequests },
  { path: 'clock', ...CLOCK, load: async () => (await clock()).showClock },
  { path: 'clock', ...CLOCK, form: true, load: async () => (await clock()).advance },
  { path: 'clock/progress', ...CLOCK, load: async () => (await clock()).showClockProgress },
  { path: 'server', right: SCREENS.server.right, load: async () => (await server()).showServer },
  {
    path: 'server/operators',
    right: SCREENS.server.right,
    load: async () => (await server()).showOperators,
  },
  {
    path: 'server/ledger',
    right: SCREENS.server.right,
    form: true,
    load: async () => (await server()).checkLedgerNow,
  },
  {
    path: 'server/ledger/progress',
    right: SCREENS.server.right,
    load: async () => (await server()).showLedgerProgress,
  },
  { path: 'team', right: SCREENS.team.right, load: async () => (await team()).showTeam },
  { path: 'team/invite', ...DANGEROUS, load: async () => (await team()).showInvite },
  { path: 'team/invite', ...DANGEROUS, form: true, load: async () => (await team()).invite },
  { path: 'team/:id', ...DANGEROUS, load: async () => (await team()).showMember },
  { path: 'team/:id', ...DANGEROUS, form: true, load: async () => (await team()).changeMember },
  { path: 'audit', right: SCREENS.audit.right, load: async () => (await audit()).showAudit },
];

/** The screens of programs, and the forms on them. */
export function screenRoutes(app: App, deps: Deps, tools: ConsoleTools): void {
  for (const { path, form, most_bytes, load, ...access } of ROUTES) {
    app.route({
      method: form ? 'POST' : 'GET',
      url: `/console/p/:program/${path}`,
      config: { ...access, ...(form && { body: form === 'upload' ? form : ('form' as const) }) },
      ...(form === 'upload' && { bodyLimit: MOST_UPLOADED_BYTES + FIELD_BYTES }),
      ...(most_bytes !== undefined && { bodyLimit: most_bytes }),
      schema: { hide: true },
      handler: async (request, reply) => {
        const [{ visitOf }, show] = await Promise.all([import('./visit.ts'), load()]);
        return show(deps, await visitOf(deps, tools, request), request, reply);
      },
    });
  }
}
