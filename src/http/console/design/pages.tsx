import type { Page } from '../../../domain/core/pagination.ts';
import { withQuery } from '../place.ts';
import { ButtonLink } from './button.tsx';

interface PagesProps {
  path: string;
  query: Record<string, string>;
  page: Page<{ id: number }>;
  newer: string;
  older: string;
}

/** The ways to the pages beside this one. */
export function Pages({ path, query, page: { rows, has_prev, has_next }, newer, older }: PagesProps) {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!(has_prev || has_next) || !first || !last) return null;
  return (
    <nav class="row" aria-label="Pages">
      {has_prev && (
        <ButtonLink href={withQuery(path, { ...query, before: String(first.id) })}>{newer}</ButtonLink>
      )}
      {has_next && (
        <ButtonLink href={withQuery(path, { ...query, after: String(last.id) })}>{older}</ButtonLink>
      )}
    </nav>
  );
}
