import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { IMPORT_FIELDS } from '../../src/domain/imports/import-fields.ts';
import { PRESETS } from '../../src/domain/imports/presets.ts';
import { FLOWS } from '../../src/domain/ledger/flows.ts';
import { WEBHOOK_TOPICS } from '../../src/domain/outbox/topics.ts';
import { SCOPES } from '../../src/domain/programs/scopes.ts';
import {
  REPORT_FILTERS,
  REPORT_KINDS,
  REPORT_NAMES,
  type ReportFilter,
  reportKind,
} from '../../src/domain/reports/report-kinds.ts';
import { ErrorSchema } from '../../src/http/error-schema.ts';
import { STATUS_BY_DOMAIN_CODE, type TransportStatus, transportFailure } from '../../src/http/errors.ts';
import { ORDER_STATE_FIELDS } from '../../src/http/v2/order-fields.ts';
import { VoucherSchema } from '../../src/http/v2/voucher-schema.ts';
import { alertRules } from '../../src/metrics/alerts.ts';
import { VariablesSchema } from '../../src/variables.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { type CommandHelp, commandComplaint, readHelp } from '../support/command-help.ts';
import {
  codeNames,
  environmentRows,
  fences,
  PAGES,
  pageText,
  prose,
  ROOT,
  tableRows,
} from '../support/docs.ts';
import { type ServedRoute, withRoutes } from '../support/routes.ts';

let test: TestApp;
let routes: ServedRoute[];
let help: Map<string, CommandHelp>;

beforeAll(async () => {
  const demo = { program_id: 0, site_id: 0, customer_merchant_id: 'nobody' };
  ({ built: test, routes } = await withRoutes(() => buildTestApp({ app: { demo } })));
  help = readHelp();
});
afterAll(() => test.close());

const plain = (cell = '') => cell.replaceAll('`', '');
const names = (page: string, title: string) => tableRows(page, title).flatMap(([cell]) => codeNames(cell));
/** The files of a folder, one text each. */
const textsOf = (folder: string) =>
  readdirSync(ROOT + folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(`${ROOT}${folder}/${name}`, 'utf8'));
const enumOf = (schema: object): string[] => (schema as { enum: string[] }).enum;

describe('the table of variables', () => {
  it('holds every variable in its order, with its default and what it does', () => {
    expect(tableRows('docs/configuration.md', 'Variable').slice(0, environmentRows().length)).toEqual(
      environmentRows(),
    );
  });

  it('is where every variable that a page names is found', () => {
    const known = [
      ...Object.keys(VariablesSchema.properties),
      'TEST_DATABASE_URL',
      'TEST_SCHEMA',
      'CITUS_URL',
      'CITUS_DISTRIBUTED',
      'BENCH_DATABASE_URL',
      'CHROMIUM_PATH',
      'NODE_IMAGE',
      'EMBEDDED_POSTGRES',
      'RULE_KINDS',
      'POSTGRES_SHARED_BUFFERS',
      'COPIES_KEPT',
    ];
    const named = PAGES.flatMap((page) => [
      ...[...prose(page).matchAll(/`([A-Z]{2,}(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(([, name]) => name!),
      ...fences(page)
        .filter(({ language }) => ['ini', 'yaml'].includes(language))
        .flatMap(({ text }) =>
          [...text.matchAll(/^(?:Environment=| {6})([A-Z]{2,}(?:_[A-Z]+)*)[:=]/gm)].map(([, name]) => name!),
        ),
    ]);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !known.includes(name.replace(/_FILE$/, '')))).toEqual([]);
  });
});

describe('the tables of endpoints', () => {
  // Screens of the console are for people, and no endpoints.
  const served = () =>
    routes.filter(({ method, options }) => method !== 'HEAD' && options.config?.right === undefined);
  const bracketed = (name: string) => name.replaceAll(/:(\w+)/g, '{$1}');

  it('hold every route with its scope', () => {
    const described = tableRows('docs/api.md', 'Endpoint').flatMap(([endpoints, scope]) => {
      const [method = '', ...paths] = plain(endpoints).replaceAll(',', '').split(' ');
      return paths.map((path) => `${method} ${path} ${plain(scope).split(',')[0]}`);
    });
    const expected = served().map(({ name, options }) => `${bracketed(name)} ${options.config?.scope}`);
    expect(described.sort()).toEqual([...expected].sort());
  });

  it('hold every endpoint that a page names', () => {
    const known = served().map(({ name }) => bracketed(name));
    const named = PAGES.flatMap((page) => [
      ...prose(page).matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?\s…]*)/g),
    ]);
    expect(named.length).toBeGreaterThan(60);
    const shapes = known.map((name) => name.replaceAll(/\{\w+\}/g, '{}'));
    // `$review` is one of the names that an activity has.
    const missing = named
      .map(([, name]) => name!.replaceAll(/\{\w+\}|\$\w+/g, '{}'))
      .filter((name) => !shapes.includes(name) && !name.endsWith('/oauth/'));
    expect(missing).toEqual([]);
  });
});

describe('the table of scopes', () => {
  it('holds every scope', () => {
    expect(names('docs/api.md', 'Scope')).toEqual([...SCOPES]);
  });
});

describe('the table of alerts', () => {
  it('holds every alert', () => {
    const { groups } = parse(alertRules()) as { groups: { rules: { alert: string }[] }[] };
    expect(names('docs/operating.md', 'Alert').sort()).toEqual(
      groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort(),
    );
  });
});

describe('the table of errors', () => {
  it('holds every code with its status', () => {
    const ofTransport = Array.from({ length: 200 }, (_none, index) =>
      transportFailure((400 + index) as TransportStatus),
    );
    const known: Record<string, number> = { ...STATUS_BY_DOMAIN_CODE };
    for (const { code, status } of ofTransport) if (code) known[code] = status;
    const rows = tableRows('docs/api.md', 'Code').map(([code, status]) => [plain(code), Number(status)]);
    expect(Object.fromEntries(rows)).toEqual(known);
    expect(rows).toHaveLength(Object.keys(known).length);
  });

  it('holds every effect of an unavailable server', () => {
    const { details } = ErrorSchema.properties.error.properties;
    expect(names('docs/api.md', 'Effect').sort()).toEqual([...enumOf(details.properties.effect)].sort());
  });
});

describe('the tables of states', () => {
  it('hold the states of an order', () => {
    const rows = tableRows('docs/orders-and-refunds.md', 'State').map(([state, values]) => [
      plain(state),
      codeNames(values),
    ]);
    const { refund_status, cancellation_status } = ORDER_STATE_FIELDS;
    expect(Object.fromEntries(rows)).toEqual({
      payment_status: ['not_paid', 'partially_paid', 'paid'],
      refund_status: enumOf(refund_status),
      cancellation_status: enumOf(cancellation_status),
    });
  });

  it('hold the states of a voucher', () => {
    const states = names('docs/checkout-and-codes.md', '`state`');
    expect(states.sort()).toEqual([...enumOf(VoucherSchema.properties.state)].sort());
  });
});

describe('the table of flows', () => {
  it('holds every flow of the roll-forward with its sign and its meaning', () => {
    const signs = { '+': '+', '-': '−', either: '±' };
    expect(tableRows('docs/figures.md', 'Flow')).toEqual(
      Object.entries(FLOWS).map(([flow, { sign, meaning }]) => [`\`${flow}\``, signs[sign], meaning]),
    );
  });
});

describe('the table of reports', () => {
  it('holds every report with what it answers', () => {
    expect(tableRows('docs/figures.md', 'Report')).toEqual(
      Object.entries(REPORT_KINDS).map(([name, { about }]) => [`\`${name}\``, about]),
    );
  });

  it('is followed by the filters that each takes', () => {
    const taking = (filter: ReportFilter) =>
      REPORT_NAMES.filter((name) => reportKind(name).filters.includes(filter));
    const told = tableRows('docs/figures.md', 'Only of').flatMap(([filters, reports]) =>
      codeNames(filters).map((filter) => [filter, codeNames(reports)]),
    );
    expect(told).toEqual(REPORT_FILTERS.map((filter) => [filter, taking(filter)]));
  });
});

describe('the table of topics', () => {
  it('holds every topic', () => {
    expect(names('docs/webhooks.md', 'Topic').sort()).toEqual([...WEBHOOK_TOPICS].sort());
  });
});

describe('the tables of imports', () => {
  const PAGE = 'docs/import-export.md';

  it('hold every field', () => {
    expect(names(PAGE, 'Field').sort()).toEqual([...IMPORT_FIELDS].sort());
  });

  it('hold every preset with the columns that it reads', () => {
    // As headers of a file are compared.
    const comparable = (header = '') => header.toLowerCase().replaceAll(/[\s_]/g, '');
    const rows = tableRows(PAGE, 'Preset').map(([preset, columns = '']) => {
      const headers = columns.replaceAll(/ \([^)]*\)/g, '').split(/, | or /);
      return [plain(preset), headers.map(comparable).sort()];
    });
    const { loyaltyd: own, ...others } = Object.fromEntries(rows);
    expect(own).toHaveLength(1);
    const { loyaltyd: _own, ...presets } = PRESETS;
    const expected = Object.entries(presets).map(([preset, { columns }]) => [
      preset,
      Object.values(columns).flat().map(comparable).sort(),
    ]);
    expect(others).toEqual(Object.fromEntries(expected));
  });
});

describe('the tables of what to watch', () => {
  it('hold every event of the security log', () => {
    const source = readFileSync(`${ROOT}src/http/security-log.ts`, 'utf8');
    const events = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, event]) => event!);
    expect(events.length).toBeGreaterThan(5);
    expect(names('docs/security.md', 'Event').sort()).toEqual(events.sort());
  });

  it('hold every warning of readiness', () => {
    const source = readFileSync(`${ROOT}src/http/health.ts`, 'utf8');
    const kinds = [...source.matchAll(/kind: StringEnum\(\[([^\]]*)\]/g)].flatMap(([, list]) =>
      [...list!.matchAll(/'(\w+)'/g)].map(([, kind]) => kind!),
    );
    expect(kinds.length).toBeGreaterThan(5);
    expect(names('docs/operating.md', 'Warning').sort()).toEqual(kinds.sort());
  });

  it('hold messages that there are', () => {
    const sources = ['src', 'src/cli', 'src/db', 'src/db/copy', 'src/db/embedded', 'src/jobs']
      .flatMap(textsOf)
      .join('\n');
    const messages = names('docs/troubleshooting.md', 'Message');
    expect(messages.length).toBeGreaterThan(20);
    expect(
      messages.filter((message) => !message.startsWith('loyaltyd ') && !sources.includes(message)),
    ).toEqual([]);
  });
});

describe('the commands', () => {
  it('stand in their table, each with what its help says', () => {
    const expected = [...help.values()].map(({ usage, summary }) => [`\`${usage}\``, summary]);
    expect(tableRows('docs/cli.md', 'Command')).toEqual(expected);
  });

  it('end with the codes that are told', () => {
    const codes = tableRows('docs/cli.md', 'Exit code').map(([code]) => plain(code));
    const told = [...help.get('program apply')!.text.matchAll(/^ {2}(\d+) {2}/gm)].map(([, code]) => code);
    expect(codes).toEqual(told);
  });

  it('are named on every page with what they require', () => {
    const inSentences = PAGES.flatMap((page) => [
      ...prose(page).matchAll(/`loyaltyd ((?!needs |COMMAND)[^`]+)`/g),
    ]);
    const inBlocks = PAGES.flatMap(fences).flatMap(({ text }) => [
      ...text
        .replaceAll('\\\n', ' ')
        .matchAll(/(?:run --silent loyaltyd --|loyaltyd loyaltyd|dist\/main\.js) (?!COMMAND)([^;|)>\n]+)/g),
    ]);
    expect(inSentences.length).toBeGreaterThan(15);
    expect(inBlocks.length).toBeGreaterThan(25);
    const complaints = [...inSentences, ...inBlocks].map(([, written]) =>
      commandComplaint(help, written!.replace(/ < .*/, '')),
    );
    expect(complaints.filter((complaint) => complaint !== undefined)).toEqual([]);
  });
});

describe('the scripts', () => {
  it('are those of package.json, and every one is told', () => {
    const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
    const npms = ['ci', 'install', 'run'];
    const named = PAGES.flatMap((page) => [
      ...pageText(page).matchAll(/\bnpm (?:run (?:--silent )?)?(\w[\w:]*)/g),
    ]).map(([, name]) => name!);
    expect(named.filter((name) => !(name in scripts) && !npms.includes(name))).toEqual([]);
    expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([]);
  });
});
