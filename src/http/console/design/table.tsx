import type { ComponentChildren } from 'preact';

export interface Column {
  /** The head of the column. Empty for the column of a row's actions, which is at the end. */
  name: string;
  /** Numbers are aligned at the end, so that their digits are below each other. */
  number?: boolean;
}

interface TableProps {
  /** The table's name for readers who hear it. */
  caption: string;
  columns: readonly Column[];
  /** The first cell of a row is its head. */
  rows: readonly (readonly ComponentChildren[])[];
  sum?: readonly ComponentChildren[];
  /** On a phone each row is a block, with its cells below each other. This is for rows of long words. */
  stacks?: boolean;
}

/** Whether a head fits on a phone beside other columns without a break. */
export function isShortHead(text: string): boolean {
  return text.length <= 16;
}

/** A table. If it is wider than its place, the table itself scrolls. */
export function Table({ caption, columns, rows, sum, stacks = false }: TableProps) {
  const classes = columns.map(({ name, number }) => (number ? 'end' : name === '' ? 'act' : undefined));
  const row = (cells: readonly ComponentChildren[], kind?: string) => (
    <tr class={kind}>
      {cells.map((cell, at) =>
        at === 0 ? (
          <th scope="row" class={classes[at]}>
            {cell}
          </th>
        ) : (
          <td class={classes[at]} data-name={stacks ? columns[at]!.name : undefined}>
            {cell ?? <span class="none">–</span>}
          </td>
        ),
      )}
    </tr>
  );
  // Short heads never break.
  const isShort = rows.every(([head]) => typeof head === 'string' && isShortHead(head));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the arrow keys.
    <section class="scroll" tabIndex={0} aria-label={caption}>
      <table class={stacks ? 'table stacks' : isShort ? 'table short' : 'table'}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name }, at) => (
              <th scope="col" class={classes[at]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map((cells) => row(cells))}</tbody>
        {sum && <tfoot>{row(sum, 'sum')}</tfoot>}
      </table>
    </section>
  );
}
