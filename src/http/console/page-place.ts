import { idOf } from './address-id.ts';

/** The place of a page in a list: before or after the row with this id. */
export interface PagePlace {
  way: 'next' | 'prev';
  id: number;
}

/** The place in the parameters `after` and `before`; null: the first page. */
export function pagePlace({ after, before }: Readonly<Record<string, string | undefined>>): PagePlace | null {
  const [way, text] = after === undefined ? (['prev', before] as const) : (['next', after] as const);
  const id = idOf(text);
  return id === undefined ? null : { way, id };
}
