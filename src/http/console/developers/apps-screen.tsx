import type { OAuthApp } from '../../../domain/oauth/app-store.ts';
import type { ApprovalRecord } from '../../../domain/oauth/grant-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/alone.tsx';
import { Badge } from '../design/badge.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { momentText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import { DeveloperTabs } from './developer-tabs.tsx';
import { scopesText } from './scope-words.ts';

interface AppsProps {
  frame: FrameView;
  program: Program;
  place: string;
  apps: readonly OAuthApp[];
}

/** The OAuth apps of a program. */
export function AppsScreen({ frame, program, place, apps }: AppsProps) {
  const zone = program.sites[0]!.time_zone;
  const register = (
    <ButtonLink href={`${place}/developers/apps/new`} kind="main" icon="plus">
      Register an app
    </ButtonLink>
  );
  return (
    <Screen
      frame={frame}
      title="Developers"
      about="Apps of others act for the program within the scopes that somebody approved."
      beside={apps.length > 0 && register}
    >
      <DeveloperTabs place={place} current="apps" />
      <Card flush>
        {apps.length === 0 ? (
          <EmptyState icon="code" title="No apps yet" action={register}>
            An app is a program of somebody else, such as a help desk. It gets tokens, which end by
            themselves, instead of a key.
          </EmptyState>
        ) : (
          <Table
            caption="Apps"
            columns={[{ name: 'App' }, { name: 'May ask for' }, { name: 'State' }, { name: 'Last used' }]}
            rows={apps.map((app) => [
              <a href={`${place}/developers/apps/${app.client_id}`}>{app.name}</a>,
              <span class="wordy">{scopesText(app.scopes)}</span>,
              <State of={app} />,
              app.last_used_at === null ? null : momentText(app.last_used_at, zone),
            ])}
          />
        )}
      </Card>
    </Screen>
  );
}

function State({ of: app }: { of: Pick<OAuthApp, 'revoked_at'> }) {
  return app.revoked_at === null ? <Badge mood="good">registered</Badge> : <Badge>revoked</Badge>;
}

interface AppProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  app: OAuthApp;
  approvals: readonly ApprovalRecord[];
}

/** One app: who approved it, and its end. */
export function AppScreen({ frame, program, place, token, app, approvals }: AppProps) {
  const zone = program.sites[0]!.time_zone;
  const action = `${place}/developers/apps/${app.client_id}`;
  return (
    <Screen
      frame={frame}
      title={app.name}
      about={<State of={app} />}
      beside={<ButtonLink href={`${place}/developers/apps`}>To all apps</ButtonLink>}
    >
      <Card title="The app" id="app-card">
        <dl class="facts">
          <dt>Client id</dt>
          <dd>
            <code>{app.client_id}</code>
            <CopyButton text={app.client_id} label="Copy the client id" />
          </dd>
          <dt>May ask for</dt>
          <dd>{scopesText(app.scopes)}</dd>
          <dt>Comes by</dt>
          <dd>
            {app.grant_types.map((type) => type.replaceAll('_', ' ')).join(', ')}
            {app.public ? ', without a secret' : ''}
          </dd>
          {app.redirect_uris.length > 0 && <dt>Leads back to</dt>}
          {app.redirect_uris.length > 0 && <dd>{app.redirect_uris.join(', ')}</dd>}
        </dl>
        <div class="row">
          <ButtonLink href={`${place}/developers/requests?caller=app-${app.id}`}>
            Its requests of the last day
          </ButtonLink>
        </div>
      </Card>
      <Card title="Approvals" id="approvals" flush>
        {approvals.length === 0 ? (
          <EmptyState icon="check" title="Nobody approved it">
            An app that asks people for approval has each of them here, until its tokens have expired.
          </EmptyState>
        ) : (
          <Table
            caption="Approvals"
            columns={[{ name: 'Approved' }, { name: 'By' }, { name: 'May' }, { name: 'Until' }, { name: '' }]}
            rows={approvals.map(({ id, approved_by, created_at, scopes, expires_at, revoked_at }) => [
              momentText(created_at, zone),
              approved_by.kind === 'key' ? `the key ${approved_by.name}` : approved_by.name,
              <span class="wordy">{scopesText(scopes)}</span>,
              momentText(expires_at, zone),
              revoked_at === null ? (
                <form method="post" action={action}>
                  <FormToken token={token} />
                  <input type="hidden" name="approval" value={String(id)} />
                  <Button low>Take it back</Button>
                </form>
              ) : (
                <Badge>taken back</Badge>
              ),
            ])}
          />
        )}
      </Card>
      {app.revoked_at === null && !app.public && (
        <Card title="Another secret" id="secret">
          <p>
            The secret of before is refused from then on. Tokens that the app has go on being accepted until
            they end.
          </p>
          <div class="row">
            <ButtonLink href={`${action}/secret`}>Make a new secret</ButtonLink>
          </div>
        </Card>
      )}
      {app.revoked_at === null && (
        <Card title="Revoke it" id="revoke">
          <p>Every token of the app is refused from then on, and it can get no other. It cannot be undone.</p>
          <form method="post" action={action}>
            <FormToken token={token} />
            <Button kind="danger">Revoke the app {app.name}</Button>
          </form>
        </Card>
      )}
    </Screen>
  );
}
