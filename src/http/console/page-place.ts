/** The place of a page in a list: beside the row of this id. */
export interface PagePlace {
  way: 'next' | 'prev';
  id: number;
}

/** The place that the parameters `after` and `before` name; null: the first page. */
export function pagePlace({ after, before }: Readonly<Record<string, string | undefined>>): PagePlace | null {
  const [way, text] = after === undefined ? (['prev', before] as const) : (['next', after] as const);
  return text !== undefined && /^\d{1,15}$/.test(text) ? { way, id: Number(text) } : null;
}
