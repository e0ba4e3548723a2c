import type { Program } from '../../../domain/programs/configuration.ts';
import type { ApiKeyRecord } from '../../../domain/programs/key-store.ts';
import type { Scope } from '../../../domain/programs/scopes.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import type { Above } from '../design/back.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { type Fact, Facts } from '../design/facts.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { KeyState } from './keys-screen.tsx';
import { ScopeChoices } from './scope-choices.tsx';
import { scopesText } from './scope-words.ts';

export interface KeyForm {
  name: string;
  scopes: readonly Scope[];
  expires_in: string;
  networks: string;
  /** The mistakes, by field. */
  wrong: Readonly<Record<string, string>>;
}

interface NewKeyProps {
  frame: FrameView;
  place: string;
  token: string;
  /** The scopes that the operator may give. */
  offered: readonly Scope[];
  form: KeyForm;
}

/** The lifetimes of a key, in the form of a command's duration. */
export const LIVES = [
  ['', 'key_life'],
  ['24h', 'key_life_24h'],
  ['30d', 'key_life_30d'],
  ['90d', 'key_life_90d'],
  ['365d', 'key_life_365d'],
] as const;

export function NewKeyScreen({ frame, place, token, offered, form }: NewKeyProps) {
  const { say } = frame.wording;
  const { name, scopes, expires_in, networks, wrong } = form;
  return (
    <Screen
      frame={frame}
      title={say('key_make')}
      narrow
      back={{ href: `${place}/developers`, words: say('dev_keys') }}
      about={say('key_once_next')}
    >
      <Card>
        <form class="stack" method="post" action={`${place}/developers/keys/new`}>
          <FormToken token={token} />
          <Field
            name="name"
            label={say('key_for')}
            value={name}
            required
            autocomplete="off"
            help={say('key_for_about')}
            {...(wrong.name && { wrong: wrong.name })}
          />
          <ScopeChoices
            legend={say('key_it_may')}
            help={say('key_it_may_about')}
            offered={offered}
            chosen={scopes}
            wrong={wrong.scopes}
          />
          <Field
            name="expires_in"
            label={say('key_accepted')}
            value={expires_in}
            options={LIVES.map(([life, words]) => [life, say(words)] as const)}
          />
          <Field
            name="networks"
            label={say('key_networks')}
            value={networks}
            autocomplete="off"
            help={say('key_networks_about')}
            {...(wrong.networks && { wrong: wrong.networks })}
          />
          <div class="row">
            <Button kind="main">{say('key_do_make')}</Button>
            <ButtonLink href={`${place}/developers`}>{say('leave_it')}</ButtonLink>
          </div>
        </form>
      </Card>
    </Screen>
  );
}

interface SecretProps {
  frame: FrameView;
  title: string;
  about: string;
  /** The words before the secret. */
  words: string;
  secret: string;
  /** The name of the secret for readers who hear it. */
  label: string;
  back: Above;
}

/** The only screen that shows a secret. */
export function SecretScreen({ frame, title, about, words, secret, label, back }: SecretProps) {
  return (
    <Screen frame={frame} title={title} narrow back={back} about={about}>
      <Card>
        <p>{words}</p>
        <p>
          <span class="secret">{secret}</span>
          <CopyButton text={secret} label={label} />
        </p>
      </Card>
    </Screen>
  );
}

interface KeyProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  of: ApiKeyRecord;
  /** In ms of the wall clock. */
  now: number;
}

/** One key, and the way to revoke it. */
export function KeyScreen({ frame, program, place, token, of: key, now }: KeyProps) {
  const { wording } = frame;
  const { say } = wording;
  const zone = program.sites[0]!.time_zone;
  const { id, name, key_prefix, scopes, networks, requests_per_second } = key;
  const momentOf = (at: number | null) => (at === null ? say('never') : <Moment at={at} zone={zone} />);
  const facts: Fact[] = [
    [say('key_begins'), <code>{key_prefix}…</code>],
    [say('key_may'), scopesText(wording, scopes)],
    [say('key_made'), momentOf(key.created_at)],
    [say('last_used'), momentOf(key.last_used_at)],
    [say('key_expires'), momentOf(key.expires_at)],
    [say('key_from'), networks === null ? say('key_from_all') : networks.join(', ')],
    requests_per_second === null
      ? undefined
      : [say('key_at_most'), say('key_per_second', { count: requests_per_second })],
    key.revoked_at === null ? undefined : [say('key_revoked'), momentOf(key.revoked_at)],
  ];
  return (
    <Screen
      frame={frame}
      title={name}
      narrow
      back={{ href: `${place}/developers`, words: say('dev_keys') }}
      about={<KeyState of={key} now={now} />}
    >
      <Card title={say('key_the')} id="key-card">
        <Facts facts={facts} />
        <div class="row">
          <ButtonLink href={`${place}/developers/requests?caller=key-${id}`}>
            {say('its_requests')}
          </ButtonLink>
        </div>
      </Card>
      {key.revoked_at === null && (
        <Card title={say('revoke_it')} id="revoke">
          <p>{say('key_revoke_about')}</p>
          <form method="post" action={`${place}/developers/keys/${id}`}>
            <FormToken token={token} />
            <Button kind="danger">{say('key_revoke', { name })}</Button>
          </form>
        </Card>
      )}
    </Screen>
  );
}
