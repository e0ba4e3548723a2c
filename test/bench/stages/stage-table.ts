import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.ts';

const PAGE = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url));

/** One kind of work, taken apart: the CPU time of each stage, in µs, once for each size of the work. */
export interface StageTable {
  name: string;
  sizes: string[];
  /** null: it cannot be measured here. */
  stages: { name: string; micros: (number | null)[] }[];
}

export interface StagedWork {
  name: string;
  measure(bench: Omit<Bench, 'report'>): Promise<StageTable>;
}

/** The table as Markdown, with the sum of all stages at its end. */
export function tableText({ name, sizes, stages }: StageTable): string {
  const sums = sizes.map((_, index) =>
    stages.reduce<number | null>((sum, { micros }) => {
      const more = micros[index] ?? null;
      return sum === null || more === null ? null : sum + more;
    }, 0),
  );
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const figures = (micros: readonly (number | null)[]) =>
    micros.map((figure) => (figure === null ? 'not measured' : String(Math.max(0, Math.round(figure)))));
  return [
    row([`CPU time of a ${name}, µs`, ...sizes]),
    `|---|${sizes.map(() => '---|').join('')}\n`,
    ...stages.map((stage) => row([stage.name, ...figures(stage.micros)])),
    row(['sum', ...figures(sums)]),
  ].join('');
}

/** Replaces the table of an earlier run, which follows the mark of its work. */
export function keepTable(table: StageTable): void {
  const kept = new RegExp(`(?<=<!-- stages: ${table.name} -->\\n\\n)(?:\\|.*\\n)*`);
  const page = readFileSync(PAGE, 'utf8');
  if (!kept.test(page)) throw new Error(`docs/performance.md has no mark for the stages of a ${table.name}`);
  writeFileSync(
    PAGE,
    page.replace(kept, () => tableText(table)),
  );
}
