import type { Program } from '../../../domain/programs/configuration.ts';
import type { ApiKeyRecord } from '../../../domain/programs/key-store.ts';
import { Badge } from '../design/badge.tsx';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
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
  { name: 'key' },
  { name: 'key_may' },
  { name: 'state' },
  { name: 'last_used' },
  { name: 'key_made' },
] as const;

/** The API keys of a program. */
export function KeysScreen({ frame, program, place, keys, now }: KeysProps) {
  const { wording } = frame;
  const { say } = wording;
  const zone = program.sites[0]!.time_zone;
  const make = (
    <ButtonLink href={`${place}/developers/keys/new`} kind="main" icon="plus">
      {say('key_make')}
    </ButtonLink>
  );
  return (
    <Screen
      frame={frame}
      title={say('screen_developers')}
      about={
        <>
          <a href={`${frame.base.replace(/console$/, 'reference')}`}>{say('keys_reference')}</a>{' '}
          {say('keys_reference_about')}
        </>
      }
      beside={keys.length > 0 && make}
    >
      <DeveloperTabs place={place} current="keys" />
      <Card flush>
        {keys.length === 0 ? (
          <EmptyState icon="key" title={say('keys_none')} action={make}>
            {say('keys_none_about')}
          </EmptyState>
        ) : (
          <Table
            caption={say('dev_keys')}
            stacks
            columns={COLUMNS.map(({ name }) => ({ name: say(name) }))}
            rows={keys.map((key) => [
              <span class="who-cell">
                <a href={`${place}/developers/keys/${key.id}`}>{key.name}</a>
                <code class="muted small">{key.key_prefix}…</code>
              </span>,
              <span class="long-text">{scopesText(wording, key.scopes)}</span>,
              <KeyState of={key} now={now} />,
              key.last_used_at === null ? null : <Moment at={key.last_used_at} zone={zone} />,
              <Moment at={key.created_at} zone={zone} />,
            ])}
          />
        )}
      </Card>
    </Screen>
  );
}

export function KeyState({ of: key, now }: { of: ApiKeyRecord; now: number }) {
  const { say } = useWording();
  if (key.revoked_at !== null) return <Badge>{say('revoked')}</Badge>;
  if (key.expires_at === null) return <Badge mood="good">{say('key_valid')}</Badge>;
  return key.expires_at <= now ? (
    <Badge>{say('key_expired')}</Badge>
  ) : (
    <Badge mood="good">{say('key_valid_expires')}</Badge>
  );
}
