import type { VNode } from 'preact';
import { variantFor } from '../../domain/programs/configuration.ts';
import type { HistoryEntry, StorefrontCustomer } from '../../domain/storefront/customer.ts';
import type { HistoryEntryBody } from '../shared/history-schemas.ts';
import { presentHistoryEntry, tierChangeText } from '../shared/present-history.ts';
import type { PageContext } from './page-context.ts';
import { AboutTier, ClaimTitle, OwnWords, RuleTitle } from './program-words.tsx';
import { Nothing, Section } from './section.tsx';

/** The number of entries that are shown at first. */
const LATEST = 8;

export function HistorySection({ page, customer }: { page: PageContext; customer: StorefrontCustomer }) {
  const { say, view } = page;
  const { history, row } = customer;
  const entries = history.flatMap((entry) => {
    const presented = presentHistoryEntry(view, entry, row.tier_id);
    if (!presented) return [];
    return {
      presented,
      label: <Label page={page} entry={entry} tierId={row.tier_id} words={presented.label} />,
    };
  });
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

interface ListedEntry {
  presented: HistoryEntryBody;
  label: VNode;
}

function Entries({ page, entries }: { page: PageContext; entries: ListedEntry[] }) {
  return (
    <ol class="entries">
      {entries.map((entry, index) => (
        <Entry key={index} page={page} {...entry} />
      ))}
    </ol>
  );
}

function Entry({ page, presented, label }: ListedEntry & { page: PageContext }) {
  const state = stateText(page, presented);
  return (
    <li>
      <div class="words">
        <p>{label}</p>
        <p class="muted small">
          <time datetime={presented.date}>{page.day(Date.parse(presented.date))}</time>
          {state && `\u00a0· ${state}`}
        </p>
      </div>
      {'points_text' in presented && (
        <p class={counts(presented) ? 'worth' : 'worth muted'}>
          <OwnWords page={page}>{presented.points_text}</OwnWords>
        </p>
      )}
    </li>
  );
}

interface LabelProps {
  page: PageContext;
  entry: HistoryEntry;
  /** The customer's tier. */
  tierId: number | null;
  /** The label as text. */
  words: string;
}

/** The label of an entry. The program's words in it are marked with their language. */
function Label({ page, entry, tierId, words }: LabelProps) {
  switch (entry.kind) {
    case 'earned_points_from_rule': {
      const { rule } = entry;
      return rule ? <RuleTitle page={page} rule={rule} variant={variantFor(rule, tierId)} /> : words;
    }
    case 'redeemed_points_for_reward':
    case 'received_reward':
      return <ClaimTitle page={page} claim={{ reward_id: entry.reward.id, title: entry.title }} />;
    case 'entered_tier': {
      const tier = page.view.program.tier(entry.tier_id)!;
      return (
        <AboutTier page={page} tier={tier}>
          {(name) => tierChangeText(page.view, entry, tier, name)}
        </AboutTier>
      );
    }
    default:
      return words;
  }
}

/** Whether the customer has the points, or had them. */
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
