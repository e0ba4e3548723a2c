const WIDTH = 80;
const GAP = '  ';

/** Rows that belong together, under a line with their name. */
export interface TableSection {
  name: string;
  rows: readonly string[][];
}

/**
 * A table of at most 80 characters a line: a line for each row. If it would be wider, rows stand side by side, in as few
 * blocks as hold them, one below the other and alike in size. The first `headings` columns are texts, which begin at the
 * left; the others are figures. A single row that is wider yet is printed as it is.
 */
export function textTable(columns: readonly string[], rows: readonly string[][], headings: number): string {
  const upright = lines([columns, ...rows], headings);
  return (upright.every(fits) ? upright : blocksOf(columns, rows)).join('\n');
}

/** The same with sections. Lines of rows stand below one head, as wide in all of them. */
export function sectionTable(columns: readonly string[], sections: readonly TableSection[]): string {
  const [head, ...upright] = lines([columns, ...sections.flatMap(({ rows }) => rows)], 1);
  if (![head!, ...upright].every(fits))
    return sections
      .flatMap(({ name, rows }) => [name, ...blocksOf(columns, rows), ''])
      .join('\n')
      .trimEnd();
  const below = sections.flatMap(({ name, rows }) => ['', name, ...upright.splice(0, rows.length)]);
  return [head, ...below].join('\n');
}

function fits({ length }: string): boolean {
  return length <= WIDTH;
}

/** The lines of all blocks, an empty one between two. */
function blocksOf(columns: readonly string[], rows: readonly string[][]): string[] {
  for (let count = 1; ; count += 1) {
    const size = Math.ceil(rows.length / count);
    const blocks: string[][] = [];
    for (let from = 0; from < rows.length; from += size)
      blocks.push(turned(columns, rows.slice(from, from + size)));
    if (size <= 1 || blocks.every((block) => block.every(fits)))
      return blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
  }
}

function turned(columns: readonly string[], rows: readonly string[][]): string[] {
  return lines(
    columns.map((column, index) => [column, ...rows.map((row) => row[index]!)]),
    1,
  );
}

/** Columns as wide as their widest cell. */
function lines(cells: readonly (readonly string[])[], texts: number): string[] {
  const widths = cells[0]!.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]!.length), 0),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => (column < texts ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join(GAP)
      .trimEnd(),
  );
}
