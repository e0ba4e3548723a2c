import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FOLDERS } from '../support/folders.ts';
import { folderOf, importsBetweenFolders, ROOT, SOURCE_FILES } from '../support/source-files.ts';

const ORDER = FOLDERS.map(([folder]) => folder);
const between = importsBetweenFolders();

function violations(from: RegExp, forbidden: RegExp, except = /^$/): string[] {
  return SOURCE_FILES.filter((file) => from.test(file.name) && !except.test(file.name)).flatMap((file) =>
    file.imports.filter((target) => forbidden.test(target)).map((target) => `${file.name} → ${target}`),
  );
}

describe('the folders', () => {
  it('are read: files, and the imports between them', () => {
    expect(SOURCE_FILES.length).toBeGreaterThan(50);
    expect(SOURCE_FILES.flatMap((file) => file.imports).length).toBeGreaterThan(100);
  });

  it('each have a place in the order and a purpose', () => {
    expect([...between.keys()].sort()).toEqual([...ORDER].sort());
  });

  it('import only from folders below them, types included, so that no circle can be', () => {
    const upwards = SOURCE_FILES.flatMap(({ name, imports }) =>
      imports
        .filter((target) => target.startsWith('src/'))
        .filter((target) => ORDER.indexOf(folderOf(target)) > ORDER.indexOf(folderOf(name)))
        .map((target) => `${name} → ${target}`),
    );
    expect(upwards).toEqual([]);
  });

  it('hold no circle of files either, but for types', () => {
    const files = new Map(SOURCE_FILES.map((file) => [file.name, file.values]));
    const done = new Set<string>();
    const circleFrom = (name: string, way: readonly string[]): string[] => {
      if (way.includes(name)) return [[...way.slice(way.indexOf(name)), name].join(' → ')];
      if (done.has(name)) return [];
      const circles = (files.get(name) ?? []).flatMap((target) => circleFrom(target, [...way, name]));
      done.add(name);
      return circles;
    };
    expect([...files.keys()].flatMap((name) => circleFrom(name, []))).toEqual([]);
  });

  it('are drawn in docs/architecture.md as they are; DRAW=on draws them anew', () => {
    const file = path.join(ROOT, 'docs/architecture.md');
    const text = readFileSync(file, 'utf8');
    const drawn = text.replace(/(?<=<!-- folders -->\n)[\s\S]*(?=<!-- end of folders -->)/, table());
    if (process.env.DRAW === 'on') writeFileSync(file, drawn);
    else expect(text).toBe(drawn);
  });
});

/** The domain imports db, and everything imports core: neither says anything of its own. */
function table(): string {
  const rows = [...FOLDERS].reverse().map(([folder, purpose]) => {
    const imports = ORDER.filter(
      (target) => between.get(folder)?.has(target) && !/^(db|domain\/core)$/.test(target),
    );
    const names = imports.map((target) => target.replace(/^domain\//, '')).join(', ');
    return `| \`${folder}\` | ${purpose} | ${names} |\n`;
  });
  return `\n| Folder | Purpose | Imports |\n|---|---|---|\n${rows.join('')}\n`;
}

describe('the direction of imports', () => {
  it('keeps http away from the database', () => {
    expect(violations(/^src\/http\//, /^src\/db\/|^kysely$|^pg(-|$)/)).toEqual([]);
  });

  it('keeps the domain away from http, the program file, the texts and their libraries', () => {
    expect(
      violations(
        /^src\/domain\//,
        /^src\/(http|cli|jobs|demo|program-file|texts)\/|^fastify|^@fastify|^@sinclair|^pino$/,
        /^src\/domain\/core\/deps\.ts$/,
      ),
    ).toEqual([]);
  });

  it('keeps the database and the way to other servers apart from everything', () => {
    expect(violations(/^src\/db\//, /^src\/(?!db\/|config\.ts|database-address\.ts)/)).toEqual([]);
    expect(violations(/^src\/outbound\//, /^src\/(?!outbound\/)/)).toEqual([]);
  });

  it('keeps the families of http apart, and what they share below them', () => {
    const families = 'headless|v2|page|home|docs|console|oauth|webhooks';
    for (const family of families.split('|')) {
      const siblings = new RegExp(`^src/http/(?!${family}/)(${families})/`);
      expect(violations(new RegExp(`^src/http/${family}/`), siblings)).toEqual([]);
    }
  });

  it('keeps rules and rewards apart', () => {
    expect(violations(/^src\/domain\/rules\//, /^src\/domain\/rewards\//)).toEqual([]);
    expect(violations(/^src\/domain\/rewards\//, /^src\/domain\/rules\//)).toEqual([]);
  });

  it('keeps the pure modules pure', () => {
    expect(
      violations(
        /^src\/domain\/core\/(errors|money|calendar|steady-offset|limits|refusal-reason)\.ts$/,
        /^(?!temporal-polyfill$|src\/domain\/core\/(calendar|steady-offset|errors|limits)\.ts$)/,
      ),
    ).toEqual([]);
  });
});

describe('the code', () => {
  const matches = (pattern: RegExp, where: RegExp, except = /^$/) =>
    SOURCE_FILES.filter(
      (file) => where.test(file.name) && !except.test(file.name) && pattern.test(file.text),
    ).map((file) => file.name);

  it('writes transactions and counters only in the ledger', () => {
    expect(
      matches(
        /insertInto\('transactions'\)|insert into transactions|points_(approved|pending|spent)\s*[:=]\s*(eb|points_)/i,
        /^src\//,
        /^src\/domain\/ledger\//,
      ),
    ).toEqual([]);
  });

  it('opens transactions only in use cases; http stores the answers that no use case committed', () => {
    expect(
      matches(
        /\brunInTransaction[(<]/,
        /^src\//,
        /^src\/domain\/(operations\/|core\/(transaction|rehearse)\.ts$)|^src\/http\/answer-once\.ts$|^src\/demo\/demo-store\.ts$/,
      ),
    ).toEqual([]);
  });

  it('writes SQL only in stores, the ledger, the reads of storefront and listings, and the database folder', () => {
    expect(
      matches(
        /\bsql`|sql<|CompiledQuery|selectFrom\(|insertInto\(|updateTable\(|deleteFrom\(/,
        /^src\/(domain|http|jobs|cli|demo|program-file)\//,
        /store\.ts$|^src\/domain\/(ledger|storefront|listings)\/|rate-windows\.ts$|core\/keyset-range\.ts$/,
      ),
    ).toEqual([]);
  });

  it('takes time and chance only from what is handed in', () => {
    expect(matches(/new Date\(\)|Date\.now\(\)|Math\.random\(|performance\.now\(/, /^src\/domain\//)).toEqual(
      [],
    );
  });

  it('reads the environment only in config.ts', () => {
    expect(matches(/process\.env/, /^src\//, /^src\/config\.ts$|^src\/main\.ts$/)).toEqual([]);
  });
});
