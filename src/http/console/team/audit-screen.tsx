import { AUDIT_ACTIONS } from '../../../domain/audit/audit-action.ts';
import type { AuditEntry } from '../../../domain/listings/audit-store.ts';
import { may, type Operator } from '../../../domain/operators/roles.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Pages } from '../design/pages.tsx';
import { Table } from '../design/table.tsx';
import { withQuery } from '../place.ts';
import { ACTION_WORDS, ACTOR_WORDS, detailsText } from './audit-words.ts';
import { type AuditQuestion, actorWord, type ReadAudit } from './read-audit.ts';

interface AuditProps extends ReadAudit {
  frame: FrameView;
  operator: Operator;
  program: Program;
  place: string;
  asked: AuditQuestion;
}

const COLUMNS = [{ name: 'When' }, { name: 'Who' }, { name: 'Deed' }, { name: 'About' }, { name: 'Details' }];

/** Who did what to a program, and when. */
export function AuditScreen({ frame, operator, program, place, asked, page, names }: AuditProps) {
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/audit`;
  const actor = actorWord(asked);
  const query = { ...(asked.action && { action: asked.action }), ...(actor && { actor }) };
  const customers = may(operator, 'read_customers', program.id) ? `${place}/customers` : undefined;
  return (
    <Screen frame={frame} title="Audit" about={`Who did what, newest first · ${zone}`}>
      <Filters path={path} asked={asked} rows={page.rows} />
      <Card flush>
        {page.rows.length === 0 ? (
          <Nothing filtered={Object.keys(query).length > 0} path={path} />
        ) : (
          <Table
            caption="What was done"
            columns={COLUMNS}
            rows={page.rows.map((entry) => [
              <Moment at={entry.created_at} zone={zone} />,
              <Who entry={entry} path={path} />,
              <span class="unbroken">{ACTION_WORDS[entry.action]}</span>,
              <span class="unbroken">
                <Subject entry={entry} names={names} customers={customers} />
              </span>,
              <Details text={detailsText(entry.details)} />,
            ])}
          />
        )}
      </Card>
      <Pages path={path} query={query} page={page} newer="Newer" older="Older" />
    </Screen>
  );
}

function Filters({ path, asked, rows }: { path: string; asked: AuditQuestion; rows: readonly AuditEntry[] }) {
  const actor = actorWord(asked);
  const one = asked.actor_id !== null;
  return (
    <form class="row filters" action={path} method="get">
      <Field
        name="action"
        label="Deed"
        value={asked.action ?? ''}
        options={[
          ['', 'Any'],
          ...AUDIT_ACTIONS.map((action) => [action, ACTION_WORDS[action]] as const).sort(([, a], [, b]) =>
            a.localeCompare(b),
          ),
        ]}
      />
      <Field
        name="actor"
        label="Who"
        value={actor}
        options={[
          ['', 'Anybody'],
          ...Object.entries(ACTOR_WORDS),
          ...(one ? [[actor, rows[0]?.actor_name ?? actor.replace('-', ' ')] as const] : []),
        ]}
      />
      <Button>Show</Button>
    </form>
  );
}

/** Keys, apps and people lead to all that each of them did. */
function Who({ entry, path }: { entry: AuditEntry; path: string }) {
  const { actor_kind, actor_id, actor_name } = entry;
  return (
    <span class="unbroken">
      {actor_id === null ? (
        actor_name
      ) : (
        <a href={withQuery(path, { actor: actorWord(entry) })}>{actor_name}</a>
      )}
      {actor_kind !== 'server' && (
        <>
          <br />
          <span class="muted small">{actor_kind}</span>
        </>
      )}
    </span>
  );
}

function Details({ text }: { text: string }) {
  return text === '' ? <span class="none">–</span> : <span class="wordy">{text}</span>;
}

interface SubjectProps {
  entry: AuditEntry;
  names: ReadonlyMap<number, string>;
  /** The path of customers; undefined: the operator may read none. */
  customers: string | undefined;
}

function Subject({ entry: { subject_kind, subject_id }, names, customers }: SubjectProps) {
  const words = subject_kind.replaceAll('_', ' ');
  if (subject_id === null) return <>{words}</>;
  const name = subject_kind === 'operator' ? names.get(Number(subject_id)) : undefined;
  if (name) return <>{name}</>;
  const named = `${words} ${subject_id}`;
  return subject_kind === 'customer' && customers ? (
    <a href={`${customers}/${subject_id}`}>{named}</a>
  ) : (
    <span>{named}</span>
  );
}

function Nothing({ filtered, path }: { filtered: boolean; path: string }) {
  return filtered ? (
    <EmptyState
      icon="search"
      title="Nothing was found"
      action={<ButtonLink href={path}>Show all</ButtonLink>}
    >
      Nobody whom you chose did this.
    </EmptyState>
  ) : (
    <EmptyState icon="clock" title="Nothing yet">
      Changes of the program, of keys and webhooks, and of customers by hand stand here, with who made them.
    </EmptyState>
  );
}
