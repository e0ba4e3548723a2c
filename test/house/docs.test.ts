import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Fence, fences, PAGES, pageText, prose, ROOT } from '../support/docs.ts';

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

interface Link {
  target: string;
  anchor: string | undefined;
}

/** The targets of a page's links within the project, by paths from the top. */
function linksOf(page: string): Link[] {
  const addresses = [
    ...[...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, address]) => address!),
    ...[...prose(page).matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, address]) => address!),
  ];
  return addresses
    .filter((address) => !/^[a-z]+:/.test(address))
    .map((address) => {
      const [path = '', anchor] = address.split('#');
      return { target: path === '' ? page : normalize(join(dirname(page), path)), anchor };
    });
}

describe('a link between pages', () => {
  it.each(PAGES)('leads to a file and a heading that there are: %s', (page) => {
    const broken = linksOf(page).filter(({ target, anchor }) => {
      if (!existsSync(ROOT + target)) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('leads from the index to every page, and from the list of decisions to every decision', () => {
    const indexed = new Set(
      ['docs/README.md', 'docs/adr/README.md'].flatMap(linksOf).map(({ target }) => target),
    );
    const missing = PAGES.filter((page) => page.startsWith('docs/') && !indexed.has(page));
    expect(missing).toEqual(['docs/README.md']);
  });
});

describe('a page', () => {
  const GUIDES = PAGES.filter((page) => /^docs\/[\w-]+\.md$/.test(page) && page !== 'docs/README.md');

  it.each(GUIDES)('says first whom it is for and what its reader will be able to do: %s', (page) => {
    const opening = pageText(page).split('\n\n')[1]!;
    expect(opening).toMatch(/^For /);
    expect(opening).toMatch(/After this page|At the end of this page/);
  });

  it.each(PAGES)('leaves a line free around each table: %s', (page) => {
    const clinging = [...prose(page).matchAll(/^(?:\|.*\n[^|\n].*|[^|\n].*\n\|.*)$/gm)];
    expect(clinging.map(([lines]) => lines)).toEqual([]);
  });

  it('that is the README has at most 200 lines', () => {
    expect(pageText('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(200);
  });

  it.each(PAGES)('names only files that there are: %s', (page) => {
    const named = [...prose(page).matchAll(/`((?:src|test|migrations|docs)\/[\w./-]+)`/g)];
    const missing = named.map(([, path]) => path!).filter((path) => !existsSync(ROOT + path));
    expect(missing).toEqual([]);
  });

  it.each(PAGES.filter((page) => /\d{4}-/.test(page)))(
    'that tells a decision has its four parts: %s',
    (page) => {
      const headings = [...pageText(page).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
      expect(headings).toEqual(['Context', 'Alternatives', 'Decision', 'Consequence']);
      const number = Number(/(\d{4})-/.exec(page)![1]);
      expect(pageText(page)).toMatch(new RegExp(`^# ${number}\\. .+\\n\\nDate: \\d{4}-\\d\\d-\\d\\d`));
    },
  );
});

describe('a fenced block', () => {
  const all = PAGES.flatMap(fences);
  /** Shown to be read, or drawn. */
  const isData = ({ language }: Fence) => ['json', 'mermaid'].includes(language);

  it('says whether a test runs it', () => {
    const unmarked = all.filter((fence) => fence.mark === null && !isData(fence));
    expect(unmarked.map(({ page, text }) => [page, text])).toEqual([]);
  });

  it('that is not run needs what the tests have not', () => {
    const reasons = all
      .filter(({ mark }) => mark === 'not run')
      .map(({ page, language, name }) => [page, language, name]);
    expect(reasons).toEqual([
      ['README.md', 'sh', 'the tests start it themselves'],
      ['CONTRIBUTING.md', 'sh', 'installs and runs the tests themselves'],
      ['CONTRIBUTING.md', 'sh', 'runs the tests themselves'],
      ['docs/backups.md', 'sh', 'needs cron'],
      ['docs/backups.md', 'sql', 'needs Citus'],
      ['docs/cli.md', 'sh', 'plays for some minutes'],
      ['docs/failing-over.md', 'sh', 'needs a second machine'],
      ['docs/figures.md', 'sql', 'makes a role of the whole cluster'],
      ['docs/getting-started.md', 'sh', 'the tests start it themselves'],
      ['docs/getting-started.md', 'sh', 'the tests start it themselves'],
      ['docs/installing.md', 'sh', 'needs Docker'],
      ['docs/installing.md', 'sh', 'needs Docker'],
      ['docs/installing.md', 'sh', 'needs Docker'],
      ['docs/installing.md', 'nginx', 'nginx'],
      ['docs/installing.md', 'caddy', 'Caddy'],
      ['docs/installing.md', 'caddy', 'Caddy'],
      ['docs/installing.md', 'sh', 'needs root'],
      ['docs/installing.md', 'sh', 'needs a cluster'],
      ['docs/installing.md', 'sh', 'needs a cluster'],
      ['docs/operating.md', 'sh', 'needs the tools of Postgres'],
      ['docs/operating.md', 'sh', 'needs the tools of Postgres'],
      ['docs/operating.md', 'sh', 'needs the tools of Postgres'],
      ['docs/operating.md', 'sh', 'needs another Postgres'],
      ['docs/operating.md', 'yaml', 'Prometheus'],
      ['docs/performance.md', 'sh', 'takes ten minutes, and wrk, pgbench, psql and curl'],
      ['docs/schemas.md', 'sh', 'several databases'],
      ['docs/schemas.md', 'sh', 'several databases'],
      ['docs/security.md', 'ini', 'needs a provider'],
    ]);
  });

  it('that is run is named by a test, with its page', () => {
    const files = ['test/docs', 'test/house', 'test/unit'].flatMap((folder) =>
      readdirSync(ROOT + folder).map((name) => `${folder}/${name}`),
    );
    const elsewhere = [
      'test/support/reader.ts',
      'test/process/failover.test.ts',
      'test/domain/referrals.test.ts',
    ];
    const sources = [...files, ...elsewhere].map((file) => readFileSync(ROOT + file, 'utf8'));
    const isNamed = ({ page, name }: Fence) =>
      sources.some(
        (source) =>
          source.includes(`'${page}'`) &&
          (source.includes(`'${name}'`) || source.includes(`\`${name.split(' ')[0]} $\{`)),
      );
    const forgotten = all.filter((fence) => fence.mark === 'run' && !isNamed(fence));
    expect(forgotten.map(({ page, name }) => [page, name])).toEqual([]);
  });
});
