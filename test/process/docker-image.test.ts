import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, normalize } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readDocs } from '../../src/http/docs/doc-sources.ts';

/** Files of the sources that what was built reads as they are, by their paths from the top. */
function readAsTheyAre(): string[] {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join('src', name));
  const named = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/new URL\('(\.\.[^']*\/src\/[^']+)', import\.meta\.url\)/g)].map(
      ([, path]) => normalize(join(dirname(file), path!)),
    ),
  );
  const { theme, rewards } = parse(readFileSync('src/demo/program.yaml', 'utf8')) as {
    theme: { logo: string; banner: string };
    rewards: Record<string, { image?: string }>;
  };
  const pictures = [theme.logo, theme.banner, ...Object.values(rewards).flatMap(({ image }) => image ?? [])];
  return [...named, ...pictures.map((picture) => join('src/demo', picture))];
}

it('an image holds every file that is read as it is', () => {
  const copied = [...readFileSync('Dockerfile', 'utf8').matchAll(/^COPY --from=build (.+) (\S+)$/gm)].flatMap(
    ([, sources, target]) =>
      sources!.split(' ').map((source) => (target!.endsWith('/') ? `${target}${basename(source)}` : target!)),
  );
  const needed = readAsTheyAre();
  expect(needed).toContain('src/http/browser');
  const missing = needed.filter((file) => !copied.some((path) => `${file}/`.startsWith(`${path}/`)));
  expect(missing).toEqual([]);
});

it('an image holds every page and picture of the documentation, and its build is let read them', () => {
  const sent = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .flatMap((line) => /^!(.+)$/.exec(line)?.slice(1) ?? []);
  const copied = [...readFileSync('Dockerfile', 'utf8').matchAll(/^COPY ((?!--).+) \S+$/gm)].flatMap(
    ([, sources]) => sources!.split(' '),
  );
  const pictures = readDocs().flatMap(({ file, text }) =>
    [...text.matchAll(/<(?:img src|source [^>]*srcset)="([^"]+)"/g)].map(([, path]) =>
      join(dirname(file), path!),
    ),
  );
  const needed = [...readDocs().map(({ file }) => file), ...pictures];
  expect(needed.length).toBeGreaterThan(30);
  for (const holds of [sent, copied]) {
    const missing = needed.filter((file) => !holds.some((path) => `${file}/`.startsWith(`${path}/`)));
    expect(missing).toEqual([]);
  }
});

const DOCKERFILE = readFileSync('Dockerfile', 'utf8');

interface Service {
  environment?: Record<string, string>;
  command?: string[];
  volumes?: string[];
}

const { services } = parse(readFileSync('docker-compose.yml', 'utf8')) as {
  services: Record<string, Service>;
};

it('an image brings the embedded Postgres only where that is asked for', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Object.keys(dependencies).filter((name) => name.includes('postgres'))).toEqual([]);
  expect(Object.keys(optionalDependencies).every((name) => name.startsWith('@embedded-postgres/'))).toBe(
    true,
  );
  expect(DOCKERFILE).toContain('ARG EMBEDDED_POSTGRES=off');
});

it('an image is built with the optional packages that the build itself needs', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { optionalDependencies } = JSON.parse(readFileSync('node_modules/rolldown/package.json', 'utf8'));
  expect(devDependencies).toHaveProperty('rolldown');
  expect(Object.keys(optionalDependencies)).not.toEqual([]);
  expect(DOCKERFILE).toContain('npm ci --include=dev --include=optional --ignore-scripts');
});

describe('the list of what an image holds', () => {
  const steps = DOCKERFILE.replaceAll('\\\n', '').split(/ *&& */);
  const stepOf = (text: string) => steps.findIndex((step) => step.includes(text));

  it('is made before the packages of the build go, for npm makes none afterwards', () => {
    expect(stepOf('npm ci')).toBeGreaterThan(-1);
    expect(stepOf('npm run --silent sbom')).toBeGreaterThan(stepOf('npm ci'));
    expect(stepOf('npm prune $omit ')).toBeGreaterThan(stepOf('npm run --silent sbom'));
  });

  it.each(['off', 'on'])('has what stays, with EMBEDDED_POSTGRES %s', (embedded) => {
    const script = `set -e\n${steps[stepOf('omit=')]}\n${steps[stepOf('npm run --silent sbom')]!.replace(/>.*/s, '')}`;
    const env = { ...process.env, EMBEDDED_POSTGRES: embedded };
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env });
    expect(status, stderr).toBe(0);
    const components = JSON.parse(stdout).components as { name: string; group?: string }[];
    const names = components.map(({ name }) => name);
    expect(names).toContain('fastify');
    expect(names).not.toContain('vitest');
    const hasPostgres = components.some((one) => `${one.group}${one.name}`.includes('embedded-postgres'));
    expect(hasPostgres).toBe(embedded === 'on');
  });
});

it('compose has no password that anybody could know, and hands each by a file', () => {
  const variables = Object.values(services).flatMap(({ environment = {} }) => Object.entries(environment));
  expect(
    variables.filter(
      ([name, value]) => /PASSWORD|_URL/.test(name) && !/_FILE$|^PUBLIC_URL$/.test(name) && value,
    ),
  ).toEqual([]);
  const read = variables.filter(([name]) => name.endsWith('_FILE')).map(([, file]) => file);
  expect(read).toHaveLength(3);
  const made = services.secrets!.command!.join('\n');
  for (const file of read) expect(made).toContain(file.replace(/(owner|server)_url$/, () => '$${role}_url'));
});

it('compose keeps the superuser from the server, and the server from being one', () => {
  expect(services.loyaltyd!.volumes!.join()).not.toContain('postgres-secrets');
  expect(services.roles!.command!.join('\n')).toContain('login nosuperuser nocreatedb nocreaterole');
});

describe('the passwords that the first start makes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loyaltyd-compose-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** As compose runs it, but here: without the users of the image. */
  const makeSecrets = () => {
    const script = services.secrets!.command!.at(-1)!.replaceAll('$$', '$').replaceAll('/run/', `${folder}/`);
    const result = spawnSync('bash', ['--norc', '-euc', `chown() { :; }\n${script}`], { encoding: 'utf8' });
    expect(result).toMatchObject({ status: 0, stderr: '' });
    return Object.fromEntries(
      ['postgres', 'loyaltyd'].flatMap((part) =>
        readdirSync(join(folder, part)).map((name) => [name, readFileSync(join(folder, part, name), 'utf8')]),
      ),
    );
  };

  it('differ, are long, are closed to others, and stay at the second start', () => {
    for (const part of ['postgres', 'loyaltyd']) mkdirSync(join(folder, part));
    const made = makeSecrets();
    const passwords = ['superuser', 'owner', 'server'].map((role) => made[`${role}_password`]!);
    expect(new Set(passwords).size).toBe(3);
    for (const password of passwords) expect(password).toMatch(/^[0-9a-f]{64}$/);
    expect(made.server_url).toBe(`postgres://loyaltyd_server:${made.server_password}@postgres/loyaltyd\n`);
    expect(made.owner_url).toBe(`postgres://loyaltyd_owner:${made.owner_password}@postgres/loyaltyd\n`);
    for (const name of ['postgres/owner_password', 'loyaltyd/server_url'])
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    expect(makeSecrets()).toEqual(made);
  });
});
