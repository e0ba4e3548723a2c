import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { hasCatalogue } from '../../texts/catalogues.ts';
import { serverWording, type Wording, wordingOf } from '../../texts/wording.ts';
import { describeFailure, logFailure } from '../errors.ts';
import { renderDocument } from './document.tsx';
import { MessagePage } from './message-page.tsx';
import { type PageHost, pageHeaders } from './page-headers.ts';
import { knownPlace, type PagePlace } from './page-place.ts';
import { type PageRefusal, PageRefused } from './page-session.ts';
import { wantedLanguage } from './wanted-language.ts';

/** `host`: the program and site of the page. They decide which origins may frame the page. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  host: PageHost | null,
  page: VNode,
): FastifyReply {
  return reply.code(status).headers(pageHeaders(host)).send(renderDocument(page));
}

const STATUS_BY_REFUSAL = { closed: 403, expired: 410, other_session: 409 } satisfies Record<
  PageRefusal,
  number
>;

function sendRefused(
  { reason, place }: PageRefused,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!place) return sendUnknown(request, reply);
  const wording = wordingAt(place);
  const title = wording.format(`page_${reason}`, {});
  const site = { site: place.site.name };
  const advice = wording.format(`page_${reason}_advice`, site);
  const page = (
    <MessagePage
      language={wording.spoken}
      title={title}
      advice={advice}
      host={place}
      back={{ address: place.site.url, words: wording.format('page_visit_site', site) }}
      {...(reason !== 'other_session' && { state: reason })}
    />
  );
  return sendPage(reply, STATUS_BY_REFUSAL[reason], place, page);
}

export function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendMessage(request, reply, 404, 'page_unknown', 'page_unknown_advice');
}

/** An internal error as a page for people: shoppers do not see JSON. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof PageRefused) {
    sendRefused(error, request, reply);
    return;
  }
  const failure = describeFailure(error);
  if (failure.status === 404) {
    sendUnknown(request, reply);
    return;
  }
  logFailure(failure, error, request);
  reply.headers(failure.headers);
  if (failure.status < 500) sendMessage(request, reply, failure.status, 'page_refused', 'page_refused_other');
  else sendMessage(request, reply, failure.status, 'page_unavailable', 'page_unavailable_advice');
}

/** Sends a message in the frame and the language of the request's place, if the place is known. */
function sendMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  about: WordsAlone,
  how: WordsAlone,
): FastifyReply {
  const place = knownPlace(request);
  const wording = place ? wordingAt(place) : readersWording(request);
  const title = wording.format(about, {});
  const advice = wording.format(how, {});
  const page = <MessagePage language={wording.spoken} title={title} advice={advice} host={place} />;
  return sendPage(reply, status, place, page);
}

/** The names of page messages that contain no values. */
type WordsAlone =
  | 'page_unknown'
  | 'page_unknown_advice'
  | 'page_refused'
  | 'page_refused_other'
  | 'page_unavailable'
  | 'page_unavailable_advice';

function wordingAt({ program, language }: PagePlace): Wording {
  return wordingOf(program.settings.texts, language);
}

/** For a request without a session: the first of the browser's languages that the server has. */
function readersWording(request: FastifyRequest): Wording {
  return serverWording(wantedLanguage(request, hasCatalogue) ?? 'en');
}
