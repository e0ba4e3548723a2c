import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Cost } from './cost.ts';

const PAGE = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url));

/** The cost of each operation while one thing grows, from its smallest size to its greatest. */
export interface Curves {
  name: string;
  /** The thing that grows, for people. */
  grows: string;
  sizes: string[];
  /** The place of the smallest size that the greatest is compared with: below it, pages are not full. */
  compared_from: number;
  curves: { operation: string; costs: Cost[]; reason: string | null }[];
}

/** A deeper index, another plan: so much more is not a curve that grows. */
const FLAT = { cpu: 1.6, blocks: 2, more_blocks: 40 };

/** Whether the cost of an operation grows with the size. Sizes are at least ten times apart, so a doubled cost is far from it. */
export function isFlat(costs: readonly Cost[]): boolean {
  const [first, last] = [costs[0]!, costs.at(-1)!];
  const { cpu, blocks, more_blocks } = FLAT;
  if (last.statements > first.statements) return false;
  if (first.blocks !== null && last.blocks !== null)
    return last.blocks <= blocks * first.blocks + more_blocks && ratio(first, last) <= 2 * cpu;
  return ratio(first, last) <= cpu;
}

function ratio({ micros: first }: Cost, { micros: last }: Cost): number {
  return first === null || last === null ? 1 : last / first;
}

/** The curves that grow without a known reason. */
export function unexplained({ curves, compared_from }: Curves): string[] {
  return curves
    .filter(({ costs, reason }) => reason === null && !isFlat(costs.slice(compared_from)))
    .map(({ operation }) => operation);
}

/** The table as Markdown: CPU time of the smallest size and its multiples, then statements and blocks. */
export function growthText({ grows, sizes, curves, compared_from }: Curves): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const figure = (amount: number) =>
    amount.toLocaleString('en', { maximumFractionDigits: Number.isInteger(amount) || amount >= 10 ? 0 : 1 });
  const cell = (cost: Cost, first: Cost) => {
    const time = cost === first ? `${figure(cost.micros ?? 0)} µs` : `× ${ratio(first, cost).toFixed(2)}`;
    const blocks = cost.blocks === null ? '–' : figure(Math.round(cost.blocks));
    return `${time} (${figure(cost.statements)}, ${blocks})`;
  };
  return [
    row([grows, ...sizes, 'Curve']),
    `|---|${sizes.map(() => '---|').join('')}---|\n`,
    ...curves.map(({ operation, costs, reason }) => {
      const verdict = isFlat(costs.slice(compared_from)) ? 'flat' : `grows: ${reason ?? 'not known why'}`;
      return row([operation, ...costs.map((cost) => cell(cost, costs[0]!)), verdict]);
    }),
  ].join('');
}

/** Replaces the table of an earlier run, which follows its mark. */
export function keepGrowth(curves: Curves): void {
  const kept = new RegExp(`(?<=<!-- growth: ${curves.name} -->\\n\\n)(?:\\|.*\\n)*\\n*`);
  const page = readFileSync(PAGE, 'utf8');
  if (!kept.test(page)) throw new Error(`docs/performance.md has no mark for the growth of ${curves.name}`);
  writeFileSync(
    PAGE,
    page.replace(kept, () => `${growthText(curves)}\n`),
  );
}
