const MEANINGS = {
  not_https: 'The address is not one of https.',
  port_refused: 'The port is not one that this server sends to.',
  private_address: 'The address is not one of the public internet.',
  unresolvable: 'The name of the host could not be resolved.',
  connect_timeout: 'No connection came about in time.',
  connection_refused: 'The host refused the connection.',
  unreachable: 'The host cannot be reached.',
  tls: 'The connection could not be secured.',
  connection_lost: 'The connection was lost before the answer was complete.',
  timeout: 'The answer was not complete in time.',
  too_large: 'The answer was longer than is taken.',
  malformed_answer: 'What was answered is not HTTP.',
  failed: 'The request failed.',
} as const;

type OutboundErrorCode = keyof typeof MEANINGS;

/**
 * The reason why a request to another server got no answer. The message reveals nothing about this server's network.
 */
export class OutboundError extends Error {
  constructor(
    readonly code: OutboundErrorCode,
    cause?: unknown,
  ) {
    super(MEANINGS[code], { cause });
    this.name = 'OutboundError';
  }
}

const CODES: Record<string, OutboundErrorCode> = {
  ENOTFOUND: 'unresolvable',
  EAI_AGAIN: 'unresolvable',
  EAI_FAIL: 'unresolvable',
  EAI_NODATA: 'unresolvable',
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'connect_timeout',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
  UND_ERR_DESTROYED: 'connection_lost',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connection_lost',
  UND_ERR_HEADERS_OVERFLOW: 'malformed_answer',
  EPROTO: 'tls',
};

/** Translates an error of node's sockets or of undici for the sender of the request. */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code = '', name } = error as { code?: string; name?: string };
  // undici gives this error no code.
  if (name === 'HTTPParserError') return new OutboundError('malformed_answer', error);
  if (/^(ERR_(TLS|SSL)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/.test(code)) {
    return new OutboundError('tls', error);
  }
  return new OutboundError(CODES[code] ?? 'failed', error);
}
