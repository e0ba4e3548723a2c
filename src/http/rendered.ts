import type { FastifyReply } from 'fastify';

/**
 * JSON text of a body of type B. The server sends it unchanged instead of the body. The code that makes one must give
 * exactly the text that JSON.stringify would give for the presented body.
 */
export class Rendered<B> {
  declare readonly body: B;

  constructor(readonly text: string) {}
}

/** An object, some of whose members are rendered already. Members that are undefined are left out. */
export function renderObject<B extends object>(
  members: {
    [K in keyof B]: B[K] | Rendered<B[K]>;
  },
): Rendered<B> {
  let text = '';
  for (const name in members) {
    const member = writeJson(members[name]);
    if (member !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${member}`;
  }
  return new Rendered(text === '' ? '{}' : `${text}}`);
}

/**
 * The text of an answer's body, which may be rendered already. For undefined it is undefined, as with JSON.stringify.
 */
export function writeJson(body: unknown): string {
  return body instanceof Rendered ? body.text : JSON.stringify(body);
}

/** The members of an object's JSON text, without its braces. */
export function membersOf(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}

/** Sends a body that is rendered already. */
export function sendRendered<R extends { raw: FastifyReply['raw'] }>(
  reply: R,
  { text }: Rendered<unknown>,
): R {
  (reply as unknown as FastifyReply).type('application/json; charset=utf-8').send(text);
  return reply;
}
