import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, compressed, type Encoding } from './compression.ts';
import { isKnownToCaller, strongTag } from './entity-tag.ts';
import { endTurn } from './fair-share.ts';

/**
 * A text that stays the same while the server runs. It is compressed once, and not sent again to a caller that has it.
 */
export class FixedText {
  private readonly body: Buffer;
  private readonly tag: string;
  private readonly kept = new Map<Encoding, Promise<Buffer>>();

  constructor(
    text: string,
    private readonly type: string,
    private readonly caching = 'public, max-age=300',
  ) {
    this.body = Buffer.from(text);
    this.tag = strongTag(text);
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const encoding = acceptedEncoding(request);
    reply.headers({
      'cache-control': this.caching,
      vary: 'accept-encoding',
      etag: encoding ? `W/${this.tag}` : this.tag,
    });
    // The text is in memory only once, however many readers it has.
    endTurn(request);
    if (isKnownToCaller(request, this.tag)) return reply.code(304).send();
    reply.type(this.type);
    if (!encoding) return reply.send(this.body);
    const made = this.kept.get(encoding) ?? compressed(this.body, encoding);
    this.kept.set(encoding, made);
    return reply.header('content-encoding', encoding).send(await made);
  }
}
