import type { Program } from '../../../domain/programs/configuration.ts';
import type { ApiKeyRecord } from '../../../domain/programs/key-store.ts';
import { Badge } from '../design/badge.tsx';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { momentText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import { DeveloperTabs } from './developer-tabs.tsx';
import { scopesText } from './scope-words.ts';

interface KeysProps {
  frame: FrameView;
  program: Program;
  place: string;
  keys: readonly ApiKeyRecord[];
  /** In ms of the wall clock. */
  now: number;
}

const COLUMNS = [
  { name: 'Key' },
  { name: 'May' },
  { name: 'State' },
  { name: 'Last used' },
  { name: 'Made' },
];

/** The API keys of a program. */
export function KeysScreen({ frame, program, place, keys, now }: KeysProps) {
  const zone = program.sites[0]!.time_zone;
  const make = (
    <ButtonLink href={`${place}/developers/keys/new`} kind="main" icon="plus">
      Make a key
    </ButtonLink>
  );
  return (
    <Screen
      frame={frame}
      title="Developers"
      about={
        <>
          The <a href={`${frame.base.replace(/console$/, 'reference')}`}>reference of the API</a> shows every
          request, with “try it”.
        </>
      }
      beside={keys.length > 0 && make}
    >
      <DeveloperTabs place={place} current="keys" />
      <Card flush>
        {keys.length === 0 ? (
          <EmptyState icon="key" title="No keys yet" action={make}>
            A storefront or a back end sends its key with each request. A key may do no more than you choose.
          </EmptyState>
        ) : (
          <Table
            caption="API keys"
            columns={COLUMNS}
            rows={keys.map((key) => [
              <span class="who-cell">
                <a href={`${place}/developers/keys/${key.id}`}>{key.name}</a>
                <code class="muted small">{key.key_prefix}…</code>
              </span>,
              <span class="wordy">{scopesText(key.scopes)}</span>,
              <KeyState of={key} now={now} />,
              key.last_used_at === null ? null : momentText(key.last_used_at, zone),
              momentText(key.created_at, zone),
            ])}
          />
        )}
      </Card>
    </Screen>
  );
}

export function KeyState({ of: key, now }: { of: ApiKeyRecord; now: number }) {
  if (key.revoked_at !== null) return <Badge>revoked</Badge>;
  if (key.expires_at === null) return <Badge mood="good">valid</Badge>;
  return key.expires_at <= now ? <Badge>expired</Badge> : <Badge mood="good">valid, expires</Badge>;
}
