import { everySecret } from '../domain/core/secrets.ts';
import {
  answerKey,
  idempotencyKeyHash,
  openAnswer,
  requestFingerprint,
  sealAnswer,
} from '../domain/idempotency/seal.ts';
import type { FoundRecord } from '../domain/idempotency/store.ts';
import type { Deps } from '../domain/programs/deps.ts';
import type { KeptAnswer } from './idempotent-work.ts';

type BoundRecord = Pick<FoundRecord, 'key_hash' | 'fingerprint' | 'status'>;

/** A record with an answer. */
export type MadeRecord = FoundRecord & { status: number };

export function isMade(record: FoundRecord): record is MadeRecord {
  return record.status !== null;
}

interface SecretKey {
  secret: Buffer;
  key_hash: Buffer;
  /** Derived at its first use. */
  answer_key?: Buffer;
}

/** The records of one key of a program, under each present and former secret of the server. */
export class SealedRecords {
  private readonly keys: SecretKey[];

  constructor(
    private readonly deps: Pick<Deps, 'secret' | 'formerSecrets' | 'random' | 'clock'>,
    private readonly program_id: number,
    private readonly key: string,
  ) {
    this.keys = everySecret(deps).map((secret) => ({
      secret,
      key_hash: idempotencyKeyHash({ secret }, program_id, key),
    }));
  }

  /** The hash of the key under each secret, the present one first. */
  get key_hashes(): Buffer[] {
    return this.keys.map(({ key_hash }) => key_hash);
  }

  get question() {
    return { program_id: this.program_id, key_hashes: this.key_hashes, now: this.deps.clock.real() };
  }

  /** The fingerprint of a request. Under the secret of the same record, the same request gives the same fingerprint. */
  fingerprint(keyHash: Buffer, request: string): Buffer {
    return requestFingerprint(this.of(keyHash), request);
  }

  seal(record: BoundRecord, answer: Buffer): Buffer {
    return sealAnswer(this.answerKey(record), this.deps.random, boundTo(record), answer);
  }

  open(record: FoundRecord): Buffer {
    return openAnswer(this.answerKey(record), boundTo(record), record.body);
  }

  answer(record: MadeRecord): KeptAnswer {
    return { status: record.status, bytes: this.open(record) };
  }

  private answerKey({ key_hash }: BoundRecord): Buffer {
    const key = this.of(key_hash);
    key.answer_key ??= answerKey(key.secret, this.key);
    return key.answer_key;
  }

  private of(keyHash: Buffer): SecretKey {
    return this.keys.find(({ key_hash }) => key_hash.equals(keyHash))!;
  }
}

/** The fields of the record that a sealed body is bound to: it cannot be moved to another record. */
function boundTo({ key_hash, fingerprint, status }: BoundRecord): Buffer {
  return Buffer.concat([key_hash, fingerprint, Buffer.from(String(status))]);
}
