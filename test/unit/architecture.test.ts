import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface SourceFile {
  name: string;
  text: string;
  /** Project files as `src/…`, packages by name. */
  imports: string[];
}

const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name): SourceFile => {
    const file = path.join('src', name);
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) =>
      target.startsWith('.') ? path.join(path.dirname(file), target) : target,
    );
    return { name: file, text, imports };
  });

function violations(from: RegExp, forbidden: RegExp, except = /^$/): string[] {
  return files
    .filter((file) => from.test(file.name) && !except.test(file.name))
    .flatMap((file) =>
      file.imports.filter((target) => forbidden.test(target)).map((target) => `${file.name} → ${target}`),
    );
}

describe('the direction of imports', () => {
  it('finds the sources', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap((file) => file.imports).length).toBeGreaterThan(100);
  });

  it('keeps http away from the database', () => {
    expect(violations(/^src\/http\//, /^src\/db\/|^kysely$|^pg(-|$)/)).toEqual([]);
  });

  it('keeps the domain away from http, the program file, the texts and their libraries', () => {
    expect(
      violations(
        /^src\/domain\//,
        /^src\/(http|cli|jobs|demo|program-file|texts)\/|^fastify|^@fastify|^@sinclair|^pino$/,
      ),
    ).toEqual([]);
  });

  it('keeps the database below everything else', () => {
    expect(violations(/^src\/db\//, /^src\/(?!db\/|config\.ts|deps\.ts)/)).toEqual([]);
  });

  it('keeps the way to other servers apart from everything', () => {
    expect(violations(/^src\/outbound\//, /^src\/(?!outbound\/)/)).toEqual([]);
  });

  it('keeps rules and rewards apart', () => {
    expect(violations(/^src\/domain\/rules\//, /^src\/domain\/rewards\//)).toEqual([]);
    expect(violations(/^src\/domain\/rewards\//, /^src\/domain\/rules\//)).toEqual([]);
  });

  it('keeps the pure modules pure', () => {
    expect(
      violations(
        /^src\/domain\/(errors|money|calendar|limits)\.ts$/,
        /^(?!temporal-polyfill$|src\/domain\/calendar\.ts$)/,
      ),
    ).toEqual([]);
  });
});

describe('where things may be done', () => {
  const matches = (pattern: RegExp, where: RegExp, except = /^$/) =>
    files
      .filter((file) => where.test(file.name) && !except.test(file.name) && pattern.test(file.text))
      .map((file) => file.name);

  it('writes transactions and counters only in the ledger', () => {
    expect(
      matches(
        /insertInto\('transactions'\)|insert into transactions|points_(approved|pending|spent)\s*[:=]\s*(eb|points_)/i,
        /^src\//,
        /^src\/domain\/ledger\//,
      ),
    ).toEqual([]);
  });

  it('writes SQL only in stores, the ledger, the storefront read and the database folder', () => {
    expect(
      matches(
        /\bsql`|sql<|CompiledQuery|selectFrom\(|insertInto\(|updateTable\(|deleteFrom\(/,
        /^src\/(domain|http|jobs|cli|demo|program-file)\//,
        /store\.ts$|^src\/domain\/(ledger|storefront)\/|rate-windows\.ts$/,
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
