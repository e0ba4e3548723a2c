import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import { findCustomer } from '../../../domain/customers/find-customer.ts';
import { previewProgram } from '../../../domain/operations/preview-program.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { definitionOfDraft } from '../../../program-file/program-drafts.ts';
import { sendScreen } from '../access/screens.tsx';
import { consoleHeaders } from '../headers.ts';
import { type Show, textsOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { openDraft } from './draft-place.ts';
import { languageNamed, languagesOf } from './languages.ts';
import { type PreviewChoice, PreviewScreen } from './preview-screen.tsx';
import { readDraft } from './read-draft.ts';
import { sendRefused } from './show-drafts.tsx';

/** The loyalty page after the draft's publication, in a frame. */
export const showPreview: Show = async (deps, visit, request, reply) => {
  const { program, frame } = visit;
  const { draft, at } = await openDraft(deps, visit, request);
  const read = await readDraft(deps, program, draft.id);
  const choice = choiceIn(visit, request);
  const known = choice.customer === '' || (await findCustomer(deps.db, program.id, choice.customer));
  return sendScreen(
    reply,
    200,
    <PreviewScreen
      {...{ read, choice }}
      frame={frame('program')}
      path={at}
      languages={languagesOf(program)}
      is_nobody={!known}
    />,
    consoleHeaders({ 'frame-src': ["'self'"] }),
  );
};

/** The page in the frame. */
export const showPreviewedPage: Show = async (deps, visit, request, reply) => {
  const { program, tools } = visit;
  const { draft, at } = await openDraft(deps, visit, request);
  const { customer, language } = choiceIn(visit, request);
  let after: Program | undefined;
  try {
    after = await previewProgram(deps, await definitionOfDraft(deps, program, draft.id));
  } catch (error) {
    const { say } = visit.wording;
    const back = { href: at, words: say('draft_now') };
    return sendRefused(visit, reply, say('preview_none'), error, back);
  }
  const merchant_id = customer === '' ? null : customer;
  const page = after && (await tools.previewPage(deps, { program: after, merchant_id, language }));
  if (!page) throw new DomainError('not_found', 'There is no such customer.');
  return reply.headers(page.headers).send(page.html);
};

function choiceIn({ program }: Visit, request: FastifyRequest): PreviewChoice {
  const { customer = '', language, device } = textsOf(request.query);
  return {
    // Postgres cannot store a NUL, so no customer has one in its id.
    customer: customer.trim().replaceAll('\0', ''),
    language: languageNamed(program, language),
    device: device === 'desktop' ? 'desktop' : 'phone',
  };
}
