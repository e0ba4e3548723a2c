import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { CreationOptions, RequestOptions } from '../../src/domain/operators/passkeys.ts';

/** Where a browser stands when it asks an authenticator, and whether that asked its user who is there. */
interface Circumstances {
  origin?: string;
  rp_id?: string;
  verified?: boolean;
  counter?: number;
}

/** An authenticator with one passkey, as browsers speak for it (WebAuthn, 6.1). It may lie as its test says. */
export class Authenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly id = randomBytes(32);
  private counter = 0;

  constructor(private readonly usual: { origin: string; rp_id: string }) {}

  create(options: Pick<CreationOptions, 'challenge'>, changed: Circumstances = {}): string {
    const attested = Buffer.concat([
      Buffer.alloc(16),
      uint16(this.id.length),
      this.id,
      cose(this.keys.publicKey),
    ]);
    const authData = Buffer.concat([this.data(0x40, changed), attested]);
    const attestation = Buffer.concat([
      Buffer.from('a3', 'hex'),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from('a0', 'hex'),
      text('authData'),
      Buffer.concat([Buffer.from('59', 'hex'), uint16(authData.length)]),
      authData,
    ]);
    return this.answer({
      clientDataJSON: this.client('webauthn.create', options.challenge, changed),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  get(options: Pick<RequestOptions, 'challenge'>, changed: Circumstances = {}): string {
    this.counter += 1;
    const authenticatorData = this.data(0, changed);
    const clientDataJSON = this.client('webauthn.get', options.challenge, changed);
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    return this.answer({
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', Buffer.concat([authenticatorData, hash]), this.keys.privateKey).toString(
        'base64url',
      ),
    });
  }

  private answer(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  private data(more: number, { rp_id = this.usual.rp_id, verified = true, counter }: Circumstances): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    const flags = 0x01 | (verified ? 0x04 : 0) | more;
    return Buffer.concat([createHash('sha256').update(rp_id).digest(), Buffer.from([flags]), count]);
  }

  private client(type: string, challenge: string, { origin = this.usual.origin }: Circumstances): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  }
}

/** A public key on P-256 as COSE writes it (RFC 9053). */
function cose(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  const coordinate = (text: string) =>
    Buffer.concat([Buffer.from('5820', 'hex'), Buffer.from(text, 'base64url')]);
  return Buffer.concat([
    Buffer.from('a5010203262001', 'hex'),
    Buffer.from('21', 'hex'),
    coordinate(x!),
    Buffer.from('22', 'hex'),
    coordinate(y!),
  ]);
}

/** A text of less than 24 bytes in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
