import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { secretHash } from '../core/checked-secret.ts';
import type { CoreDeps } from '../core/deps.ts';
import { CHALLENGE_MS } from './lifetimes.ts';
import type { Challenge, PasskeyRow } from './passkey-store.ts';
import type { Operator } from './roles.ts';

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

type PlaceDeps = Pick<CoreDeps, 'publicUrl'>;
type ChallengeDeps = Pick<CoreDeps, 'clock' | 'random' | 'secret'>;
type Asked = Pick<Challenge, 'purpose' | 'operator_id'>;

/**
 * Whether browsers make passkeys for this server: it must have a host name, and https or a browser on the same machine.
 */
export function takesPasskeys({ publicUrl }: PlaceDeps): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 && (protocol === 'https:' || bare === 'localhost');
}

/** The origin and the name of this server, to which browsers bind passkeys. */
function placeOf({ publicUrl }: PlaceDeps) {
  const { origin, hostname } = new URL(publicUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
}

// The import is lazy: most operators sign in by password, and a server without passkeys does not load the library.
const library = () => import('@simplewebauthn/server');

/** The options for a new passkey. Such a passkey signs people in without an email or a password. */
export async function creationOptions(
  deps: ChallengeDeps & PlaceDeps,
  { id, email, name }: Pick<Operator, 'id' | 'email' | 'name'>,
  existing: readonly PasskeyRow[],
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'loyaltyd',
    rpID: placeOf(deps).expectedRPID,
    userID: handleOf(id),
    userName: email,
    userDisplayName: name,
    challenge: newChallenge(deps, { purpose: 'add', operator_id: id }),
    timeout: CHALLENGE_MS,
    excludeCredentials: existing.map((one) => ({
      id: one.credential_id.toString('base64url'),
      transports: one.transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The options for the use of a passkey: the browser may offer every passkey that it has for this server. */
export async function requestOptions(deps: ChallengeDeps & PlaceDeps, asked: Asked): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: placeOf(deps).expectedRPID,
    challenge: newChallenge(deps, asked),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
}

/** A challenge begins with this many random bytes, followed by its expiry, and a proof that this server made it. */
const CHANCE_BYTES = 16;
const END_BYTES = 8;

/**
 * A challenge for one purpose. Everybody may ask for a challenge, so it is not stored: the server recognises it by its
 * proof.
 */
function newChallenge(deps: ChallengeDeps, asked: Asked): Uint8Array<ArrayBuffer> {
  const end = Buffer.alloc(END_BYTES);
  end.writeBigUInt64BE(BigInt(deps.clock.real() + CHALLENGE_MS));
  const head = Buffer.concat([deps.random.bytes(CHANCE_BYTES), end]);
  return Uint8Array.from(Buffer.concat([head, proofOf(deps, asked, head)]));
}

function proofOf(
  { secret }: Pick<CoreDeps, 'secret'>,
  { purpose, operator_id }: Asked,
  head: Buffer,
): Buffer {
  return createHmac('sha256', secret)
    .update(`passkey challenge\0${purpose}\0${operator_id ?? ''}\0`)
    .update(head)
    .digest();
}

/**
 * The challenge that a browser's answer signs, in the form in which its use is noted. undefined if this server did not
 * make it for this purpose, or if it has expired.
 */
export function knownChallenge(
  deps: Pick<CoreDeps, 'clock' | 'secret'>,
  { challenge }: PasskeyAnswer,
  asked: Asked,
): Challenge | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const head = bytes.subarray(0, CHANCE_BYTES + END_BYTES);
  const [given, own] = [bytes.subarray(head.length), proofOf(deps, asked, head)];
  // Several base64url texts decode to the same bytes. Only one of them is the challenge.
  const isOurs =
    given.length === own.length && timingSafeEqual(given, own) && bytes.toString('base64url') === challenge;
  if (!isOurs) return undefined;
  const expires_at = Number(head.readBigUInt64BE(CHANCE_BYTES));
  return expires_at > deps.clock.real()
    ? { ...asked, challenge_hash: secretHash(challenge), expires_at }
    : undefined;
}

/** A browser's answer, parsed but not verified. */
export interface PasskeyAnswer {
  challenge: string;
  credential_id: Buffer;
  /** The answer in the library's form. */
  json: unknown;
}

/** Parses a browser's answer; undefined if the text is not an answer. */
export function readAnswer(text: string): PasskeyAnswer | undefined {
  try {
    const json = JSON.parse(text);
    const client = JSON.parse(Buffer.from(json.response.clientDataJSON, 'base64url').toString('utf8'));
    if (typeof client.challenge !== 'string' || typeof json.id !== 'string') return undefined;
    return { challenge: client.challenge, credential_id: Buffer.from(json.id, 'base64url'), json };
  } catch {
    return undefined;
  }
}

/** The caller has already checked that the challenge is ours. */
function expectationsOf(deps: PlaceDeps, { challenge }: PasskeyAnswer) {
  return { ...placeOf(deps), expectedChallenge: challenge, requireUserVerification: true };
}

/** The passkey in an answer to creation options; undefined if the answer is not valid. */
export async function verifiedNew(
  deps: PlaceDeps,
  answer: PasskeyAnswer,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'> | undefined> {
  const { verifyRegistrationResponse } = await library();
  const response = answer.json as RegistrationResponseJSON;
  const expected = expectationsOf(deps, answer);
  const verified = await verifyRegistrationResponse({ response, ...expected }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  return {
    credential_id: Buffer.from(id, 'base64url'),
    public_key: Buffer.from(publicKey),
    counter,
    transports: transports ?? [],
  };
}

/**
 * The new counter of a passkey with a valid answer; undefined if the answer is not valid: it has another key or place,
 * the person was not verified at the device, or the counter went back, which shows a copied authenticator.
 */
export async function verifiedUse(
  deps: PlaceDeps,
  passkey: PasskeyRow,
  answer: PasskeyAnswer,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const response = answer.json as AuthenticationResponseJSON;
  const credential = {
    id: passkey.credential_id.toString('base64url'),
    publicKey: Uint8Array.from(passkey.public_key),
    counter: passkey.counter,
  };
  const expected = expectationsOf(deps, answer);
  const verified = await verifyAuthenticationResponse({ response, credential, ...expected }).catch(
    () => undefined,
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

/** The name for an operator in an authenticator. It reveals nothing about the person. */
function handleOf(operatorId: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(`operator ${operatorId}`, 'utf8'));
}
