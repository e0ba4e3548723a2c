import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { loadConfig } from '../../src/config.ts';
import { alertRules } from '../../src/metrics/alerts.ts';
import { VariablesSchema } from '../../src/variables.ts';
import { pageText, ROOT } from '../support/docs.ts';

const FILES = readdirSync(`${ROOT}examples`, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
  .sort();

const KUBERNETES = 'examples/kubernetes';
const MANIFESTS = FILES.filter((file) => file.startsWith(KUBERNETES) && !file.endsWith('kustomization.yaml'));
const COMPOSE = ['docker-compose.yml', 'examples/compose/production.yml'];

const read = (file: string) => readFileSync(ROOT + file, 'utf8');

function run(program: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...env } });
}

/** Whether this machine has the program, or the part of it that those arguments show. */
const lacks = (program: string, ...args: string[]) => run(program, args).status !== 0;

interface Pod {
  containers: {
    env?: { name: string; value: string }[];
    ports?: { name: string }[];
    volumeMounts: { name: string }[];
  }[];
  volumes: { name: string }[];
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    template?: { metadata: { labels: Record<string, string> }; spec: Pod };
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    ports?: { targetPort: string }[];
  };
}
interface Compose {
  services: Record<
    string,
    { environment?: Record<string, string>; volumes?: string[]; secrets?: string[]; profiles?: string[] }
  >;
  volumes: Record<string, null>;
  secrets?: Record<string, object>;
}

const manifests = MANIFESTS.map((file) => parse(read(file)) as Manifest);
const manifest = (kind: string) => manifests.find((one) => one.kind === kind)!;
const compose = COMPOSE.map((file) => parse(read(file)) as Compose);

/** The settings that each example gives the server. */
const SETTINGS: [example: string, settings: Record<string, string>][] = [
  [
    'systemd',
    Object.fromEntries(
      [...read('examples/systemd/loyaltyd.service').matchAll(/^Environment=(\w+)=(.*)$/gm)].map(
        ([, name, value]) => [name!, value!],
      ),
    ),
  ],
  ...['Deployment', 'Job'].map((kind): [string, Record<string, string>] => {
    const { env = [] } = manifest(kind).spec.template!.spec.containers[0]!;
    return [`Kubernetes, ${kind}`, Object.fromEntries(env.map(({ name, value }) => [name, value]))];
  }),
  ['compose', Object.assign({}, ...compose.map(({ services }) => services.loyaltyd!.environment))],
];

/** Settings as an operator completes them: variables of compose are set, and files hold something that fits. */
function complete(settings: Record<string, string>): Record<string, string> {
  const entries = Object.entries(settings).map(([name, value]): [string, string] => {
    if (name.endsWith('_FILE')) {
      const content = name.includes('URL') ? 'postgres://role@db.example/loyaltyd' : 'ab'.repeat(32);
      return [name.slice(0, -'_FILE'.length), content];
    }
    return [
      name,
      value.replace(/\$\{\w+:-(.*)\}/, '$1').replace(/\$\{\w+:\?.*\}/, 'https://my-store.example'),
    ];
  });
  return Object.fromEntries(entries);
}

describe('the examples', () => {
  it('are all named by the pages that operators follow', () => {
    const page =
      ['docs/installing.md', 'docs/operating.md'].map(pageText).join('') + COMPOSE.map(read).join('');
    const kustomization = read(`${KUBERNETES}/kustomization.yaml`);
    const unnamed = FILES.filter(
      (file) => !page.includes(file) && !kustomization.includes(file.slice(KUBERNETES.length + 1)),
    );
    expect(unnamed).toEqual([`${KUBERNETES}/kustomization.yaml`]);
    expect(page).toContain(`kubectl apply -k ${KUBERNETES}`);
  });

  it.each(FILES.filter((file) => /\.ya?ml$/.test(file)))('are YAML without a complaint: %s', (file) => {
    const { errors, warnings } = parseDocument(read(file));
    expect([...errors, ...warnings]).toEqual([]);
  });

  it.each(SETTINGS)('give the server settings that there are, and that it takes: %s', (_, settings) => {
    const unknown = Object.keys(settings).filter(
      (name) => !(name.replace(/_FILE$/, '') in VariablesSchema.properties),
    );
    expect(unknown).toEqual([]);
    expect(Object.keys(settings)).toContain('DATABASE_URL_FILE');
    expect(loadConfig(complete(settings)).demo).toBe(false);
  });

  it('keep the password of the owner from servers that do not migrate', () => {
    const [servers, job] = ['Deployment', 'Job'].map((kind) => JSON.stringify(manifest(kind)));
    expect(servers).toContain('"MIGRATE_ON_START","value":"off"');
    expect(servers).not.toContain('owner');
    expect(job).toContain('loyaltyd-owner');
  });
});

describe('the unit of systemd', () => {
  it('passes systemd-analyze', (context) => {
    context.skip(lacks('systemd-analyze', '--version'), 'systemd-analyze is not here');
    // Another machine may have its Node elsewhere, and the tool looks for it.
    const folder = mkdtempSync(join(tmpdir(), 'loyaltyd-unit-'));
    const unit = join(folder, 'loyaltyd.service');
    writeFileSync(unit, read('examples/systemd/loyaltyd.service').replace('/usr/bin/node', process.execPath));
    const { status, stdout, stderr } = run('systemd-analyze', ['verify', '--man=no', unit]);
    rmSync(folder, { recursive: true });
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});

describe('the manifests of Kubernetes', () => {
  it('find one another by names that there are', () => {
    const { template, selector } = manifest('Deployment').spec;
    expect(selector!.matchLabels).toEqual(template!.metadata.labels);
    expect(manifest('Service').spec.selector).toEqual(template!.metadata.labels);
    expect(manifest('PodDisruptionBudget').spec.selector!.matchLabels).toEqual(template!.metadata.labels);
    expect(manifest('Job').spec.template!.metadata.labels).not.toEqual(template!.metadata.labels);
    const ports = template!.spec.containers[0]!.ports!.map(({ name }) => name);
    expect(ports).toContain(manifest('Service').spec.ports![0]!.targetPort);
    for (const kind of ['Deployment', 'Job']) {
      const { containers, volumes } = manifest(kind).spec.template!.spec;
      expect(containers[0]!.volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
    }
  });

  it('have the fields that Kubernetes knows, and no other', (context) => {
    context.skip(lacks('kubernetes-validate', '--version'), 'kubernetes-validate (of PyPI) is not here');
    const { status, stdout, stderr } = run('kubernetes-validate', ['--strict', ...MANIFESTS]);
    expect(status, stdout + stderr).toBe(0);
  });

  it('are put together by kustomize', (context) => {
    context.skip(lacks('kubectl', 'version', '--client'), 'kubectl is not here');
    const { status, stdout, stderr } = run('kubectl', ['kustomize', KUBERNETES]);
    expect(status, stderr).toBe(0);
    const kinds = [...stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind);
    expect(kinds.sort()).toEqual(['Deployment', 'PodDisruptionBudget', 'Service']);
  });
});

describe('compose for production', () => {
  it('has every volume and secret that its services name, and files that there are', () => {
    const services = compose.flatMap((file) => Object.values(file.services));
    const declared = new Set(compose.flatMap(({ volumes }) => Object.keys(volumes)));
    const mounted = services.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]!));
    const isFile = (name: string) => name.startsWith('.');
    expect(new Set(mounted.filter((name) => !isFile(name)))).toEqual(declared);
    expect(mounted.filter((name) => isFile(name) && !FILES.includes(name.slice(2)))).toEqual([]);
    expect(Object.keys(compose[1]!.secrets!)).toEqual(services.flatMap(({ secrets = [] }) => secrets));
  });

  it('starts the server and its Postgres alone unless a profile is asked for', () => {
    const always = Object.entries(compose[1]!.services).filter(([, { profiles }]) => profiles === undefined);
    expect(always.map(([name]) => name)).toEqual(['loyaltyd', 'postgres']);
  });

  it('passes the tool of Docker', (context) => {
    context.skip(lacks('docker', 'compose', 'version'), 'docker compose is not here');
    const files = COMPOSE.flatMap((file) => ['--file', file]);
    const config = [...files, '--profile', '*', 'config', '--quiet'];
    const complete = run('docker', ['compose', ...config], { PUBLIC_URL: 'https://my-store.example' });
    expect(complete.status, complete.stderr).toBe(0);
    expect(run('docker', ['compose', ...config], { PUBLIC_URL: '' }).stderr).toContain('Set PUBLIC_URL');
  });

  it('watches by a configuration that passes promtool, with the alerts that the server prints', (context) => {
    context.skip(lacks('promtool', '--version'), 'promtool is not here');
    const folder = mkdtempSync(join(tmpdir(), 'loyaltyd-prometheus-'));
    const config = join(folder, 'prometheus.yml');
    writeFileSync(config, read('examples/compose/prometheus.yml').replace('/monitoring/', `${folder}/`));
    writeFileSync(join(folder, 'alerts.yml'), alertRules());
    const { status, stdout, stderr } = run('promtool', ['check', 'config', config]);
    rmSync(folder, { recursive: true });
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
  });
});
