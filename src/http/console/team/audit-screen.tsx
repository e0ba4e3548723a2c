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
import { type ConsoleMessage, en } from '../language/en.ts';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { withQuery } from '../place.ts';
import { ACTOR_KINDS, detailsText } from './audit-words.ts';
import { type AuditQuestion, actorWord, type ReadAudit } from './read-audit.ts';

interface AuditProps extends ReadAudit {
  frame: FrameView;
  operator: Operator;
  program: Program;
  place: string;
  asked: AuditQuestion;
}

const COLUMNS = ['when', 'audit_who', 'audit_deed', 'audit_subject', 'details'] as const;

/** The actions on a program, each with its actor and its moment. */
export function AuditScreen({ frame, operator, program, place, asked, page, names }: AuditProps) {
  const { say } = frame.wording;
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/audit`;
  const actor = actorWord(asked);
  const query = { ...(asked.action && { action: asked.action }), ...(actor && { actor }) };
  const customers = may(operator, 'read_customers', program.id) ? `${place}/customers` : undefined;
  return (
    <Screen frame={frame} title={say('screen_audit')} about={say('audit_about', { zone })}>
      <Filters path={path} asked={asked} rows={page.rows} />
      <Card flush>
        {page.rows.length === 0 ? (
          <Nothing filtered={Object.keys(query).length > 0} path={path} />
        ) : (
          <Table
            caption={say('audit_caption')}
            stacks
            columns={COLUMNS.map((name) => ({ name: say(name) }))}
            rows={page.rows.map((entry) => [
              <Moment at={entry.created_at} zone={zone} />,
              <Who entry={entry} path={path} />,
              <span class="unbroken">{say(`action_${entry.action}`)}</span>,
              <span class="apart-names">
                <Subject entry={entry} names={names} customers={customers} />
              </span>,
              <Details text={detailsText(frame.wording, zone, entry.details)} />,
            ])}
          />
        )}
      </Card>
      <Pages path={path} query={query} page={page} />
    </Screen>
  );
}

function Filters({ path, asked, rows }: { path: string; asked: AuditQuestion; rows: readonly AuditEntry[] }) {
  const { say, language } = useWording();
  const actor = actorWord(asked);
  const one = asked.actor_id !== null;
  return (
    <form class="row filters" action={path} method="get">
      <Field
        name="action"
        label={say('audit_deed')}
        value={asked.action ?? ''}
        options={[
          ['', say('audit_any')],
          ...AUDIT_ACTIONS.map((action) => [action, say(`action_${action}`)] as const).sort(([, a], [, b]) =>
            a.localeCompare(b, language),
          ),
        ]}
      />
      <Field
        name="actor"
        label={say('audit_who')}
        value={actor}
        options={[
          ['', say('audit_anybody')],
          ...ACTOR_KINDS.map((kind) => [kind, say(`actor_${kind}`)] as const),
          ...(one ? [[actor, rows[0]?.actor_name ?? actor.replace('-', ' ')] as const] : []),
        ]}
      />
      <Button>{say('span_show')}</Button>
    </form>
  );
}

/** The name of a key, an app or a person links to all its actions. */
function Who({ entry, path }: { entry: AuditEntry; path: string }) {
  const { say } = useWording();
  const { actor_kind, actor_id, actor_name } = entry;
  return (
    <span class="apart-names">
      {actor_id === null ? (
        actor_name
      ) : (
        <a href={withQuery(path, { actor: actorWord(entry) })}>{actor_name}</a>
      )}
      {actor_kind !== 'server' && (
        <>
          <br />
          <span class="muted small">{say(`audit_${actor_kind}`)}</span>
        </>
      )}
    </span>
  );
}

function Details({ text }: { text: string }) {
  return text === '' ? <span class="none">–</span> : <span class="long-text">{text}</span>;
}

interface SubjectProps {
  entry: AuditEntry;
  names: ReadonlyMap<number, string>;
  /** The path of customers; undefined: the operator may not read customers. */
  customers: string | undefined;
}

function Subject({ entry: { subject_kind, subject_id }, names, customers }: SubjectProps) {
  const { say } = useWording();
  const words = wordsOf(say, subject_kind);
  if (subject_id === null) return <>{words}</>;
  const name = subject_kind === 'operator' ? names.get(Number(subject_id)) : undefined;
  if (name) return <>{name}</>;
  const named = say('audit_number', { kind: words, id: subject_id });
  return subject_kind === 'customer' && customers ? (
    <a href={`${customers}/${subject_id}`}>{named}</a>
  ) : (
    <span>{named}</span>
  );
}

/** A kind of resource in words. A kind that a later version recorded is shown by its name. */
function wordsOf(say: ConsoleWording['say'], kind: string): string {
  const message = `audit_${kind}`;
  return message in en ? say(message as ConsoleMessage) : kind.replaceAll('_', ' ');
}

function Nothing({ filtered, path }: { filtered: boolean; path: string }) {
  const { say } = useWording();
  return filtered ? (
    <EmptyState
      icon="search"
      title={say('nothing_found')}
      action={<ButtonLink href={path}>{say('show_all')}</ButtonLink>}
    >
      {say('audit_nobody')}
    </EmptyState>
  ) : (
    <EmptyState icon="clock" title={say('audit_nothing')}>
      {say('audit_nothing_about')}
    </EmptyState>
  );
}
