import type { ComponentChildren } from 'preact';
import type { OAuthApp } from '../../../domain/oauth/app-store.ts';
import type { Scope } from '../../../domain/programs/scopes.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field, TextArea } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { ScopeChoices } from './scope-choices.tsx';

/** The ways in which an app gets its tokens. */
export const APP_WAYS = ['approved', 'public', 'alone'] as const;

export type AppWay = (typeof APP_WAYS)[number];

export interface AppForm {
  name: string;
  way: AppWay;
  /** The addresses, one per line. */
  redirect_uris: string;
  scopes: readonly Scope[];
  /** The mistakes, by field. */
  wrong: Readonly<Record<string, ComponentChildren>>;
}

interface NewAppProps {
  frame: FrameView;
  place: string;
  token: string;
  /** The scopes that the operator may give. */
  offered: readonly Scope[];
  form: AppForm;
}

export function NewAppScreen({ frame, place, token, offered, form }: NewAppProps) {
  const { say } = frame.wording;
  const { name, way, redirect_uris, scopes, wrong } = form;
  return (
    <Screen
      frame={frame}
      title={say('app_register')}
      narrow
      back={{ href: `${place}/developers/apps`, words: say('dev_apps') }}
      about={say('app_secret_next')}
    >
      <Card>
        <form class="stack" method="post" action={`${place}/developers/apps/new`}>
          <FormToken token={token} />
          <Field
            name="name"
            label={say('name')}
            value={name}
            required
            autocomplete="off"
            help={say('app_name_about')}
            {...(wrong.name && { wrong: wrong.name })}
          />
          <Field
            name="way"
            label={say('app_is')}
            value={way}
            options={APP_WAYS.map((one) => [one, say(`app_way_${one}`)] as const)}
            help={say('app_way_about')}
          />
          <TextArea
            name="redirect_uris"
            label={say('app_addresses')}
            value={redirect_uris}
            rows={3}
            codes
            help={say('app_addresses_about')}
            {...(wrong.redirect_uris && { wrong: wrong.redirect_uris })}
          />
          <ScopeChoices
            legend={say('app_may_ask')}
            help={say('app_may_ask_about')}
            offered={offered}
            chosen={scopes}
            wrong={wrong.scopes}
          />
          <div class="row">
            <Button kind="main">{say('app_do_register')}</Button>
            <ButtonLink href={`${place}/developers/apps`}>{say('leave_it')}</ButtonLink>
          </div>
        </form>
      </Card>
    </Screen>
  );
}

interface NewSecretProps {
  frame: FrameView;
  place: string;
  token: string;
  app: OAuthApp;
}

export function NewSecretScreen({ frame, place, token, app }: NewSecretProps) {
  const { say } = frame.wording;
  const path = `${place}/developers/apps/${app.client_id}`;
  return (
    <Screen frame={frame} title={say('app_new_secret')} narrow back={{ href: path, words: app.name }}>
      <Card>
        <p>{say('app_new_secret_about')}</p>
        <form method="post" action={`${path}/secret`}>
          <FormToken token={token} />
          <div class="row">
            <Button kind="danger">{say('app_new_secret')}</Button>
            <ButtonLink href={path}>{say('leave_it')}</ButtonLink>
          </div>
        </form>
      </Card>
    </Screen>
  );
}
