import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import type { HistoryEntryBody } from '../shared/history-schemas.ts';
import { presentHistory } from '../shared/present-history.ts';
import type { PageContext } from './page-context.ts';
import { Nothing, Section } from './section.tsx';

/** How many entries are shown at first. */
const LATEST = 8;

export function HistorySection({ page, customer }: { page: PageContext; customer: StorefrontCustomer }) {
  const { say, view } = page;
  const entries = presentHistory(view, customer.history, customer.row.tier_id);
  const older = entries.slice(LATEST);
  return (
    <Section id="history" title={say('page_history', {})}>
      {entries.length === 0 ? (
        <Nothing>{say('page_history_nothing', {})}</Nothing>
      ) : (
        <div class="card">
          <Entries page={page} entries={entries.slice(0, LATEST)} />
          {older.length > 0 && (
            <details class="more">
              <summary>{say('page_history_older', {})}</summary>
              <Entries page={page} entries={older} />
            </details>
          )}
        </div>
      )}
    </Section>
  );
}

function Entries({ page, entries }: { page: PageContext; entries: HistoryEntryBody[] }) {
  return (
    <ol class="entries">
      {entries.map((entry, index) => (
        <Entry key={index} page={page} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ page, entry }: { page: PageContext; entry: HistoryEntryBody }) {
  const state = stateText(page, entry);
  return (
    <li>
      <div class="words">
        <p>
          <bdi>{entry.label}</bdi>
        </p>
        <p class="muted small">
          <time datetime={entry.date}>{page.day(Date.parse(entry.date))}</time>
          {state && ` · ${state}`}
        </p>
      </div>
      {'points_text' in entry && (
        <p class={counts(entry) ? 'worth' : 'worth muted'}>
          <bdi>{entry.points_text}</bdi>
        </p>
      )}
    </li>
  );
}

/** Whether the points are, or were, the customer's. */
function counts(entry: HistoryEntryBody): boolean {
  return !('state' in entry) || entry.state === 'approved' || entry.state === 'applied';
}

/** The state of an entry; null: the usual one. */
function stateText({ say, day }: PageContext, entry: HistoryEntryBody): string | null {
  if (!('state' in entry)) return null;
  switch (entry.state) {
    case 'pending':
      return 'points_will_approve_at' in entry && entry.points_will_approve_at !== null
        ? say('page_history_pending', { date: day(Date.parse(entry.points_will_approve_at)) })
        : say('page_state_pending', {});
    case 'declined':
      return say('page_state_declined', {});
    case 'void':
      return say('page_state_void', {});
    case 'expired':
      return say('page_state_expired', {});
    default:
      return null;
  }
}
