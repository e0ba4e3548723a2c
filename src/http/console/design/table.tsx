import type { ComponentChildren } from 'preact';

export interface Column {
  /** Empty: of what can be done with a row. It stands at the end. */
  name: string;
  /** Numbers stand at the end, so that their digits stand below each other. */
  number?: boolean;
}

interface TableProps {
  /** For readers who hear the table. */
  caption: string;
  columns: readonly Column[];
  /** The first cell of a row is its head. */
  rows: readonly (readonly ComponentChildren[])[];
  sum?: readonly ComponentChildren[];
  /** On a phone each row is a block of its own, its cells below each other: for rows of long words. */
  stacks?: boolean;
  /** Its heads are short and never break; absent: if they are texts of a few letters. */
  short?: boolean;
}

/** Whether a head has room on a phone beside other columns without a break. */
export function isShortHead(text: string): boolean {
  return text.length <= 16;
}

/** A table that scrolls by itself where it is wider than its place. */
export function Table({ caption, columns, rows, sum, stacks = false, short }: TableProps) {
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
  const isShort = short ?? rows.every(([head]) => typeof head === 'string' && isShortHead(head));
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
