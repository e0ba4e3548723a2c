import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import type { Site } from '../../domain/programs/configuration.ts';
import type { WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import { CATALOGUES, formatMessage } from '../../texts/messages.ts';
import { describeFailure, logFailure, sendFailure } from '../errors.ts';
import { renderDocument } from './document.tsx';
import { MessagePage } from './message-page.tsx';
import { pageHeaders } from './page-headers.ts';

/** `site`: whose page it is, and who may frame it. */
export function sendPage(reply: FastifyReply, status: number, site: Site | null, page: VNode): FastifyReply {
  return reply.code(status).headers(pageHeaders(site)).send(renderDocument(page));
}

export function sendExpired(reply: FastifyReply, { site, language }: WebviewSession): FastifyReply {
  const title = formatMessage(language, 'page_expired', {});
  const advice = formatMessage(language, 'page_expired_advice', { site: site.name });
  return sendPage(reply, 410, site, <MessagePage language={language} title={title} advice={advice} />);
}

export function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = readersLanguage(request);
  const title = formatMessage(language, 'page_unknown', {});
  const advice = formatMessage(language, 'page_unknown_advice', {});
  return sendPage(reply, 404, null, <MessagePage language={language} title={title} advice={advice} />);
}

/** What goes wrong inside, for people: shoppers are not shown JSON. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = describeFailure(error);
  if (failure.status < 500) {
    sendFailure(error, request, reply);
    return;
  }
  logFailure(failure, error, request);
  const language = readersLanguage(request);
  const title = formatMessage(language, 'page_unavailable', {});
  const advice = formatMessage(language, 'page_unavailable_advice', {});
  reply.headers(failure.headers);
  sendPage(reply, failure.status, null, <MessagePage language={language} title={title} advice={advice} />);
}

/** Where there is no session to say it: the first language of the browser's that we speak. */
function readersLanguage(request: FastifyRequest): string {
  const wanted = request.headers['accept-language']?.split(',') ?? [];
  const tags = wanted.map((entry) => entry.split(/[-;]/)[0]!.trim().toLowerCase());
  return tags.find((tag) => Object.hasOwn(CATALOGUES, tag)) ?? 'en';
}
