import type { OAuthApp } from '../../../domain/oauth/app-store.ts';
import type { Scope } from '../../../domain/programs/scopes.ts';
import { FormToken } from '../access/alone.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field, TextArea } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { ScopeChoices } from './scope-choices.tsx';

/** The ways in which an app comes to its tokens. */
export const APP_WAYS = {
  approved: 'A server, after approval',
  public: 'On a phone or in a browser',
  alone: 'A server, by itself',
} as const;

export type AppWay = keyof typeof APP_WAYS;

export interface AppForm {
  name: string;
  way: AppWay;
  /** One a line. */
  redirect_uris: string;
  scopes: readonly Scope[];
  /** The mistakes, by field. */
  wrong: Readonly<Record<string, string>>;
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
  const { name, way, redirect_uris, scopes, wrong } = form;
  return (
    <Screen frame={frame} title="Register an app" about="Its secret is shown once, on the next screen.">
      <Card>
        <form class="stack" method="post" action={`${place}/developers/apps/new`}>
          <FormToken token={token} />
          <Field
            name="name"
            label="Name"
            value={name}
            required
            autocomplete="off"
            help="People who are asked for approval read it"
            {...(wrong.name && { wrong: wrong.name })}
          />
          <Field
            name="way"
            label="It is"
            value={way}
            options={Object.entries(APP_WAYS)}
            help="On a phone or in a browser it asks for approval too, and has no secret, since it can keep none."
          />
          <TextArea
            name="redirect_uris"
            label="Addresses to which approval leads back"
            value={redirect_uris}
            rows={3}
            codes
            help="One a line, exactly as the app sends them. An app that acts by itself has none."
            {...(wrong.redirect_uris && { wrong: wrong.redirect_uris })}
          />
          <ScopeChoices
            legend="It may ask to"
            help="With an approval it does this in the whole program, and nothing else."
            offered={offered}
            chosen={scopes}
            wrong={wrong.scopes}
          />
          <div class="row">
            <Button kind="main">Register it</Button>
            <ButtonLink href={`${place}/developers/apps`}>Leave it</ButtonLink>
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
  const path = `${place}/developers/apps/${app.client_id}`;
  return (
    <Screen frame={frame} title="Make a new secret" about={app.name}>
      <Card>
        <p>
          The app gets no more tokens by its secret of before, from the next request on. Give it the new one
          at once.
        </p>
        <form method="post" action={`${path}/secret`}>
          <FormToken token={token} />
          <div class="row">
            <Button kind="danger">Make a new secret</Button>
            <ButtonLink href={path}>Leave it</ButtonLink>
          </div>
        </form>
      </Card>
    </Screen>
  );
}
