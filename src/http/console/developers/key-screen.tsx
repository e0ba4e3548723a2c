import type { Program } from '../../../domain/programs/configuration.ts';
import type { ApiKeyRecord } from '../../../domain/programs/key-store.ts';
import type { Scope } from '../../../domain/programs/scopes.ts';
import { FormToken } from '../access/alone.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { momentText } from '../design/numbers.ts';
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

/** How long a key is accepted, by the words of a command's duration. */
export const LIVES = [
  ['', 'Until it is revoked'],
  ['24h', '24 hours'],
  ['30d', '30 days'],
  ['90d', '90 days'],
  ['365d', 'A year'],
] as const;

export function NewKeyScreen({ frame, place, token, offered, form }: NewKeyProps) {
  const { name, scopes, expires_in, networks, wrong } = form;
  return (
    <Screen frame={frame} title="Make a key" about="The key is shown once, on the next screen.">
      <Card>
        <form class="stack" method="post" action={`${place}/developers/keys/new`}>
          <FormToken token={token} />
          <Field
            name="name"
            label="For"
            value={name}
            required
            autocomplete="off"
            help="The list and the audit show it: “storefront”, “till in Main Street”"
            {...(wrong.name && { wrong: wrong.name })}
          />
          <ScopeChoices
            legend="It may"
            help="Whoever has the key may do this in the whole program."
            offered={offered}
            chosen={scopes}
            wrong={wrong.scopes}
          />
          <Field name="expires_in" label="Accepted" value={expires_in} options={LIVES} />
          <Field
            name="networks"
            label="From these addresses only"
            value={networks}
            autocomplete="off"
            help="Optional: addresses and networks, separated by commas, such as 10.0.0.7, 192.168.0.0/16"
            {...(wrong.networks && { wrong: wrong.networks })}
          />
          <div class="row">
            <Button kind="main">Make the key</Button>
            <ButtonLink href={`${place}/developers`}>Leave it</ButtonLink>
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
  /** The name of the secret for those who hear it. */
  label: string;
  back: { href: string; words: string };
}

/** The only place where a secret is shown. */
export function SecretScreen({ frame, title, about, words, secret, label, back }: SecretProps) {
  return (
    <Screen frame={frame} title={title} about={about}>
      <Card>
        <p>{words}</p>
        <p>
          <span class="secret">{secret}</span>
          <CopyButton text={secret} label={label} />
        </p>
        <div class="row">
          <ButtonLink href={back.href}>{back.words}</ButtonLink>
        </div>
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

/** One key, and its end. */
export function KeyScreen({ frame, program, place, token, of: key, now }: KeyProps) {
  const zone = program.sites[0]!.time_zone;
  const { id, name, key_prefix, scopes, networks, requests_per_second } = key;
  const facts: [string, string][] = [
    ['Begins with', `${key_prefix}…`],
    ['May', scopesText(scopes)],
    ['Made', momentText(key.created_at, zone)],
    ['Last used', key.last_used_at === null ? 'never' : momentText(key.last_used_at, zone)],
    ['Expires', key.expires_at === null ? 'never' : momentText(key.expires_at, zone)],
    ['Accepted from', networks === null ? 'every address' : networks.join(', ')],
    ...(requests_per_second === null
      ? []
      : [['At most', `${requests_per_second} requests a second`] as [string, string]]),
    ...(key.revoked_at === null ? [] : [['Revoked', momentText(key.revoked_at, zone)] as [string, string]]),
  ];
  return (
    <Screen
      frame={frame}
      title={name}
      about={<KeyState of={key} now={now} />}
      beside={<ButtonLink href={`${place}/developers`}>To all keys</ButtonLink>}
    >
      <Card title="The key" id="key-card">
        <dl class="facts">
          {facts.map(([term, text]) => (
            <>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </>
          ))}
        </dl>
        <div class="row">
          <ButtonLink href={`${place}/developers/requests?caller=key-${id}`}>
            Its requests of the last day
          </ButtonLink>
        </div>
      </Card>
      {key.revoked_at === null && (
        <Card title="Revoke it" id="revoke">
          <p>
            Every request with this key is refused from then on, in all processes. It cannot be undone: make
            another key first, and give it to whoever uses this one.
          </p>
          <form method="post" action={`${place}/developers/keys/${id}`}>
            <FormToken token={token} />
            <Button kind="danger">Revoke the key {name}</Button>
          </form>
        </Card>
      )}
    </Screen>
  );
}
