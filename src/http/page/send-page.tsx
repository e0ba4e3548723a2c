import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import type { Site } from '../../domain/programs/configuration.ts';
import type { WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import { hasCatalogue } from '../../texts/catalogues.ts';
import { serverWording, type Wording, wordingOf } from '../../texts/wording.ts';
import { describeFailure, logFailure, sendFailure } from '../errors.ts';
import { renderDocument } from './document.tsx';
import { MessagePage } from './message-page.tsx';
import { pageHeaders } from './page-headers.ts';

/** `site`: whose page it is, and who may frame it. */
export function sendPage(reply: FastifyReply, status: number, site: Site | null, page: VNode): FastifyReply {
  return reply.code(status).headers(pageHeaders(site)).send(renderDocument(page));
}

export function sendExpired(reply: FastifyReply, { program, site, language }: WebviewSession): FastifyReply {
  const wording = wordingOf(program.settings.texts, language);
  const title = wording.format('page_expired', {});
  const advice = wording.format('page_expired_advice', { site: site.name });
  return sendPage(reply, 410, site, <MessagePage language={wording.spoken} title={title} advice={advice} />);
}

export function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wording = readersWording(request);
  const title = wording.format('page_unknown', {});
  const advice = wording.format('page_unknown_advice', {});
  return sendPage(reply, 404, null, <MessagePage language={wording.spoken} title={title} advice={advice} />);
}

/** What goes wrong inside, for people: shoppers are not shown JSON. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = describeFailure(error);
  if (failure.status < 500) {
    sendFailure(error, request, reply);
    return;
  }
  logFailure(failure, error, request);
  const wording = readersWording(request);
  const title = wording.format('page_unavailable', {});
  const advice = wording.format('page_unavailable_advice', {});
  reply.headers(failure.headers);
  const page = <MessagePage language={wording.spoken} title={title} advice={advice} />;
  sendPage(reply, failure.status, null, page);
}

/** Where there is no session to say it: the first language of the browser's that we speak. */
function readersWording(request: FastifyRequest): Wording {
  const wanted = request.headers['accept-language']?.split(',') ?? [];
  const tags = wanted.map((entry) => entry.split(/[-;]/)[0]!.trim().toLowerCase());
  return serverWording(tags.find(hasCatalogue) ?? 'en');
}
