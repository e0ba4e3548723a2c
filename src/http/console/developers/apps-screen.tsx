import type { OAuthApp } from '../../../domain/oauth/app-store.ts';
import type { ApprovalRecord } from '../../../domain/oauth/grant-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Badge } from '../design/badge.tsx';
import { Breaks } from '../design/breaks.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { English } from '../design/english.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
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
  const { wording } = frame;
  const { say } = wording;
  const zone = program.sites[0]!.time_zone;
  const register = (
    <ButtonLink href={`${place}/developers/apps/new`} kind="main" icon="plus">
      {say('app_register')}
    </ButtonLink>
  );
  return (
    <Screen
      frame={frame}
      title={say('screen_developers')}
      about={say('apps_about')}
      beside={apps.length > 0 && register}
    >
      <DeveloperTabs place={place} current="apps" />
      <Card flush>
        {apps.length === 0 ? (
          <EmptyState icon="code" title={say('apps_none')} action={register}>
            {say('apps_none_about')}
          </EmptyState>
        ) : (
          <Table
            caption={say('dev_apps')}
            stacks
            columns={[
              { name: say('app') },
              { name: say('app_asks') },
              { name: say('state') },
              { name: say('last_used') },
            ]}
            rows={apps.map((app) => [
              <a href={`${place}/developers/apps/${app.client_id}`}>{app.name}</a>,
              <span class="long-text">{scopesText(wording, app.scopes)}</span>,
              <State of={app} />,
              app.last_used_at === null ? null : <Moment at={app.last_used_at} zone={zone} />,
            ])}
          />
        )}
      </Card>
    </Screen>
  );
}

function State({ of: app }: { of: Pick<OAuthApp, 'revoked_at'> }) {
  const { say } = useWording();
  return app.revoked_at === null ? (
    <Badge mood="good">{say('app_registered')}</Badge>
  ) : (
    <Badge>{say('revoked')}</Badge>
  );
}

interface AppProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  app: OAuthApp;
  approvals: readonly ApprovalRecord[];
}

/** One app: its approvals, and the way to revoke it. */
export function AppScreen({ frame, program, place, token, app, approvals }: AppProps) {
  const { wording } = frame;
  const { say } = wording;
  const zone = program.sites[0]!.time_zone;
  const action = `${place}/developers/apps/${app.client_id}`;
  return (
    <Screen
      frame={frame}
      title={app.name}
      narrow
      back={{ href: `${place}/developers/apps`, words: say('dev_apps') }}
      about={<State of={app} />}
    >
      <Card title={say('app_the')} id="app-card">
        <dl class="facts">
          <dt>{say('app_client_id')}</dt>
          <dd>
            <code>{app.client_id}</code>
            <CopyButton text={app.client_id} label={say('app_copy_client_id')} />
          </dd>
          <dt>{say('app_asks')}</dt>
          <dd>{scopesText(wording, app.scopes)}</dd>
          <dt>{say('app_comes')}</dt>
          <dd>
            <English>{app.grant_types.map((type) => type.replaceAll('_', ' ')).join(', ')}</English>
            {app.public && ` · ${say('app_no_secret')}`}
          </dd>
          {app.redirect_uris.length > 0 && <dt>{say('app_leads_back')}</dt>}
          {app.redirect_uris.length > 0 && (
            <dd>
              <Breaks of={app.redirect_uris.join(', ')} />
            </dd>
          )}
        </dl>
        <div class="row">
          <ButtonLink href={`${place}/developers/requests?caller=app-${app.id}`}>
            {say('its_requests')}
          </ButtonLink>
        </div>
      </Card>
      <Card title={say('app_approvals')} id="approvals" flush>
        {approvals.length === 0 ? (
          <EmptyState icon="check" title={say('app_nobody')}>
            {say('app_nobody_about')}
          </EmptyState>
        ) : (
          <Table
            caption={say('app_approvals')}
            stacks
            columns={[
              { name: say('app_approved') },
              { name: say('app_by') },
              { name: say('key_may') },
              { name: say('app_until') },
              { name: '' },
            ]}
            rows={approvals.map(({ id, approved_by, created_at, scopes, expires_at, revoked_at }) => [
              <Moment at={created_at} zone={zone} />,
              approved_by.kind === 'key' ? say('app_by_key', { name: approved_by.name }) : approved_by.name,
              <span class="long-text">{scopesText(wording, scopes)}</span>,
              <Moment at={expires_at} zone={zone} />,
              revoked_at === null ? (
                <form method="post" action={action}>
                  <FormToken token={token} />
                  <input type="hidden" name="approval" value={String(id)} />
                  <Button low>{say('take_it_back')}</Button>
                </form>
              ) : (
                <Badge>{say('app_taken_back')}</Badge>
              ),
            ])}
          />
        )}
      </Card>
      {app.revoked_at === null && !app.public && (
        <Card title={say('app_secret')} id="secret">
          <p>{say('app_secret_about')}</p>
          <div class="row">
            <ButtonLink href={`${action}/secret`}>{say('app_new_secret')}</ButtonLink>
          </div>
        </Card>
      )}
      {app.revoked_at === null && (
        <Card title={say('revoke_it')} id="revoke">
          <p>{say('app_revoke_about')}</p>
          <form method="post" action={action}>
            <FormToken token={token} />
            <Button kind="danger">{say('app_revoke', { name: app.name })}</Button>
          </form>
        </Card>
      )}
    </Screen>
  );
}
