import type { Page } from '../../../domain/core/pagination.ts';
import { useWording } from '../language/use-wording.ts';
import { withQuery } from '../place.ts';
import { ButtonLink } from './button.tsx';

interface PagesProps {
  path: string;
  query: Record<string, string>;
  page: Page<{ id: number }>;
  /** The order of the list; with `age` the newest come first. */
  by?: 'age' | 'name';
}

/** The links to the previous and the next page. */
export function Pages({ path, query, page: { rows, has_prev, has_next }, by = 'age' }: PagesProps) {
  const { say } = useWording();
  const [first, last] = [rows[0], rows.at(-1)];
  const [before, after] =
    by === 'age' ? (['newer', 'older'] as const) : (['page_before', 'page_after'] as const);
  if (!(has_prev || has_next) || !first || !last) return null;
  return (
    <nav class="row" aria-label={say('pages')}>
      {has_prev && (
        <ButtonLink href={withQuery(path, { ...query, before: String(first.id) })}>{say(before)}</ButtonLink>
      )}
      {has_next && (
        <ButtonLink href={withQuery(path, { ...query, after: String(last.id) })}>{say(after)}</ButtonLink>
      )}
    </nav>
  );
}
