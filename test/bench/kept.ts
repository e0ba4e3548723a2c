import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Finding } from './report.ts';

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
/** The table of kept figures, from its mark to the empty line behind it. */
const TABLE = /(?<=<!-- figures -->\n\n\|.*\n\|.*\n)(?:\|.*\n)*/;

/** The part of a finding's name that stays the same when the size of an answer changes. */
const stem = (name: string) => name.replace(/ \(.*\)$/, '');

/** The ratios that are kept, by the names of their findings. */
export class KeptFigures {
  private readonly rows = new Map<string, string>();

  constructor() {
    const [rows = ''] = TABLE.exec(readFileSync(PAGE, 'utf8')) ?? [];
    for (const row of rows.split('\n').filter(Boolean)) this.rows.set(stem(cells(row)[0]!), row);
  }

  ratioOf({ name }: Finding): number | undefined {
    const row = this.rows.get(stem(name));
    return row === undefined ? undefined : Number(cells(row)[3]);
  }

  /** Whether a ratio is less than half as good as the kept one. False if none is kept. */
  isSlip(finding: Finding): boolean {
    const kept = this.ratioOf(finding);
    if (kept === undefined) return false;
    return finding.better === 'more' ? finding.ratio < kept / 2 : finding.ratio > kept * 2;
  }

  /** Replaces the figures of an earlier run. Figures that were not measured stay. */
  keep(findings: readonly Finding[]): void {
    for (const { name, ours, limit, ratio, aim } of findings) {
      this.rows.set(
        stem(name),
        `| ${name} | ${ours} | ${limit} | ${ratio.toFixed(2)} | ${aim?.text ?? ''} |`,
      );
    }
    const rows = [...this.rows.values()].map((row) => `${row}\n`).join('');
    writeFileSync(
      PAGE,
      readFileSync(PAGE, 'utf8').replace(TABLE, () => rows),
    );
  }
}

function cells(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
