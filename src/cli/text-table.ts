const WIDTH = 80;
const GAP = '  ';

/** Rows under a line with their common name. */
export interface TableSection {
  name: string;
  rows: readonly string[][];
}

/**
 * A table with at most 80 characters per line and one line for each row. If it would be wider, each row becomes a
 * column, in as few blocks as possible. The blocks are below each other and have about the same size. The first
 * `headings` columns are texts and begin at the left; the others are figures. A single row that is still wider is
 * printed as it is.
 */
export function textTable(columns: readonly string[], rows: readonly string[][], headings: number): string {
  const upright = lines([columns, ...rows], headings);
  return (upright.every(fits) ? upright : blocksOf(columns, rows)).join('\n');
}

/** A table with sections. All sections have a common head and the same widths of columns. */
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

/** The lines of all blocks, with an empty line between two blocks. */
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

/** Each column is as wide as its widest cell. */
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
