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

/** Whether browsers make passkeys for this server: for a host with a name, over https or on their own machine. */
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

// Most operators sign in by password. Until somebody has a passkey, nobody pays for the library.
const library = () => import('@simplewebauthn/server');

/** The options for a new passkey, which signs people in without any other word. */
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

/** The options for the use of a passkey: whichever the browser has for this server. */
export async function requestOptions(deps: ChallengeDeps & PlaceDeps, asked: Asked): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: placeOf(deps).expectedRPID,
    challenge: newChallenge(deps, asked),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
}

/** A challenge begins with so many bytes of chance, then names its end, then proves that this server made it. */
const CHANCE_BYTES = 16;
const END_BYTES = 8;

/**
 * A challenge for one purpose. Anybody may ask for one, so it leaves nothing behind: the server knows it again by the
 * proof in it.
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
 * The challenge that a browser's answer signs, as it is noted once it is used. Returns undefined if this server did not
 * make it for this purpose, or if its time is over.
 */
export function knownChallenge(
  deps: Pick<CoreDeps, 'clock' | 'secret'>,
  { challenge }: PasskeyAnswer,
  asked: Asked,
): Challenge | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const head = bytes.subarray(0, CHANCE_BYTES + END_BYTES);
  const [given, own] = [bytes.subarray(head.length), proofOf(deps, asked, head)];
  // Several texts stand for the same bytes. One of them is the challenge.
  const isOurs =
    given.length === own.length && timingSafeEqual(given, own) && bytes.toString('base64url') === challenge;
  if (!isOurs) return undefined;
  const expires_at = Number(head.readBigUInt64BE(CHANCE_BYTES));
  return expires_at > deps.clock.real()
    ? { ...asked, challenge_hash: secretHash(challenge), expires_at }
    : undefined;
}

/** A browser's answer, read and not verified. */
export interface PasskeyAnswer {
  challenge: string;
  credential_id: Buffer;
  /** As the library takes it. */
  json: unknown;
}

/** Reads a browser's answer; undefined if it is none. */
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

/** Whether the challenge is one of ours is known before. */
function expectationsOf(deps: PlaceDeps, { challenge }: PasskeyAnswer) {
  return { ...placeOf(deps), expectedChallenge: challenge, requireUserVerification: true };
}

/** The passkey of an answer to creation options; undefined if the answer does not hold. */
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
 * The new counter of a passkey whose answer holds; undefined if it does not: another key or place, nobody who
 * proved at the device who it is, or a counter that went back, by which a copied authenticator shows.
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

/** The name under which an authenticator keeps an operator. It says nothing of the person. */
function handleOf(operatorId: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(`operator ${operatorId}`, 'utf8'));
}
