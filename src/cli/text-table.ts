const WIDTH = 80;
const GAP = '  ';

/**
 * A table of at most 80 characters a line: a line for each row. If it would be wider, rows stand side by side, as many
 * as fit, one block below the other. The first `headings` columns are texts, which begin at the left; the others are
 * figures. A single row that is wider yet is printed as it is.
 */
export function textTable(columns: readonly string[], rows: readonly string[][], headings: number): string {
  const upright = lines([[...columns], ...rows], headings);
  if (upright.every((line) => line.length <= WIDTH)) return upright.join('\n');
  const blocks: string[] = [];
  for (let from = 0; from < rows.length; ) {
    let taken = 1;
    let block = turned(columns, rows.slice(from, from + 1));
    for (; from + taken < rows.length; taken += 1) {
      const wider = turned(columns, rows.slice(from, from + taken + 1));
      if (wider.some((line) => line.length > WIDTH)) break;
      block = wider;
    }
    blocks.push(block.join('\n'));
    from += taken;
  }
  return blocks.join('\n\n');
}

function turned(columns: readonly string[], rows: readonly string[][]): string[] {
  return lines(
    columns.map((column, index) => [column, ...rows.map((row) => row[index]!)]),
    1,
  );
}

/** Columns as wide as their widest cell. */
function lines(cells: readonly (readonly string[])[], texts: number): string[] {
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells.map((row) =>
    row
      .map((cell, column) => (column < texts ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join(GAP)
      .trimEnd(),
  );
}
