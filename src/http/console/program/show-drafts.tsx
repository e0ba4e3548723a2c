import type { FastifyReply, FastifyRequest } from 'fastify';
import { deleteDraft, saveDraft } from '../../../domain/operations/manage-drafts.ts';
import { may } from '../../../domain/operators/roles.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { listDrafts } from '../../../domain/programs/draft-store.ts';
import { beginDraft, saveMerged } from '../../../program-file/program-drafts.ts';
import { actorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import { withQuery } from '../place.ts';
import { type Show, textsOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { ChoiceScreen } from './choice-screen.tsx';
import type { Done } from './draft-frame.tsx';
import { draftPlace, openDraft } from './draft-place.ts';
import { DraftScreen } from './draft-screen.tsx';
import { DraftsScreen } from './drafts-screen.tsx';
import { languageNamed, languagesOf } from './languages.ts';
import { partNamed } from './program-parts.ts';
import { readDraft, shownDraft } from './read-draft.ts';
import { numberIn } from './read-program.ts';
import { complaintsAbout } from './refused-change.ts';
import { RefusedScreen } from './refused-screen.tsx';
import { noteOf } from './sent-text.ts';
import { mayChange } from './show-program.tsx';
import { takenSide } from './taken-side.ts';

const MOST_LISTED = 100;

/** The token of the forms that change the program; undefined: the operator may not change it. */
export function editToken(deps: Deps, visit: Visit, request: FastifyRequest): string | undefined {
  return mayChange(visit) ? operatorFormToken(deps, request) : undefined;
}

/** Whether the operator may see the loyalty page of customers. */
export function mayPreview({ operator, program }: Visit): boolean {
  return may(operator, 'read_customers', program.id);
}

export const showDrafts: Show = async (deps, visit, request, reply) => {
  const { program, place, frame } = visit;
  const list = (published: boolean) => listDrafts(deps.db, program.id, { published, limit: MOST_LISTED });
  const [drafts, published] = await Promise.all([list(false), list(true)]);
  return sendScreen(
    reply,
    200,
    <DraftsScreen
      {...{ drafts, published }}
      frame={frame('program')}
      path={`${place}/program`}
      zone={program.sites[0]!.time_zone}
      token={editToken(deps, visit, request)}
    />,
  );
};

export const beginDraftForm: Show = async (deps, visit, request, reply) => {
  const { program, place, wording } = visit;
  const { say } = wording;
  const form = parametersOfForm(request).parameters;
  const { from_version } = form;
  const beginning = {
    program,
    note: noteOf(form),
    ...(from_version !== undefined && { from_version: numberIn(from_version) }),
    by: actorOf(request),
  };
  try {
    const { id } = await actOnce(deps, visit, request, {
      effect: (hooks) => beginDraft(deps, beginning, hooks),
      kept: (draft) => ({ id: draft.id }),
    });
    return leadTo(reply, withQuery(`${place}/program/drafts/${id}`, { done: 'begun' satisfies Done }));
  } catch (error) {
    const back = { href: `${place}/program/drafts`, words: say('draft_to_drafts') };
    return sendRefused(visit, reply, say('draft_refused'), error, back);
  }
};

export const showDraft: Show = async (deps, visit, request, reply) => {
  const { program, place, frame } = visit;
  const { id, at } = draftPlace(visit, request);
  const { part, language, done } = textsOf(request.query);
  const read = await readDraft(deps, program, id);
  const { published_version } = read.draft;
  if (published_version !== null) return leadTo(reply, `${place}/program/versions/${published_version}`);
  const shown = await shownDraft(deps, read);
  const spoken = shown.program ?? program;
  return sendScreen(
    reply,
    200,
    <DraftScreen
      {...{ read, shown, done }}
      frame={frame('program')}
      path={at}
      part={partNamed(part)}
      language={languageNamed(spoken, language)}
      languages={languagesOf(spoken)}
      previews={mayPreview(visit)}
      token={editToken(deps, visit, request)}
    />,
  );
};

/** Saves the note of a draft, or deletes the draft. */
export const changeDraft: Show = async (deps, visit, request, reply) => {
  const { id, at } = draftPlace(visit, request);
  const form = parametersOfForm(request).parameters;
  const seen = { program_id: visit.program.id, id, by: actorOf(request) };
  try {
    if (form.deed === 'delete') {
      const shown = { ...seen, revision: numberIn(form.revision) };
      await actOnce(deps, visit, request, {
        effect: (hooks) => deleteDraft(deps, shown, hooks),
        kept: () => ({}),
      });
      return leadTo(reply, `${visit.place}/program/drafts`);
    }
    // The note is separate from the file, so nothing is lost if others have saved the file meanwhile.
    await saveDraft(deps, { ...seen, revision: null, changes: { note: noteOf(form) } });
    return leadTo(reply, withQuery(at, { done: 'saved' satisfies Done }));
  } catch (error) {
    const { say } = visit.wording;
    const back = { href: at, words: say('draft_now') };
    return sendRefused(visit, reply, say('draft_stays'), error, back);
  }
};

/** The places that the draft and later versions of the program both changed. */
export const showMerge: Show = async (deps, visit, request, reply) => {
  const { draft, at } = await openDraft(deps, visit, request);
  const { state } = await readDraft(deps, visit.program, draft.id);
  if (state.conflicts.length === 0) return leadTo(reply, at);
  return sendScreen(
    reply,
    200,
    <ChoiceScreen
      frame={visit.frame('program')}
      title={visit.wording.say('moved_title')}
      about={visit.wording.say('moved_about', { version: state.version! })}
      action={`${at}/merge`}
      token={operatorFormToken(deps, request)}
      kept={{ revision: String(draft.revision) }}
      conflicts={state.conflicts}
      keeps_mine={false}
      theirs_at={at}
    />,
  );
};

export const merge: Show = async (deps, visit, request, reply) => {
  const { id, at } = draftPlace(visit, request);
  const form = parametersOfForm(request).parameters;
  const seen = { program: visit.program, id, revision: numberIn(form.revision), by: actorOf(request) };
  try {
    await saveMerged(deps, seen, takenSide(form));
    return leadTo(reply, withQuery(at, { done: 'merged' satisfies Done }));
  } catch (error) {
    const { say } = visit.wording;
    const back = { href: `${at}/merge`, words: say('moved_again') };
    return sendRefused(visit, reply, say('moved_not'), error, back);
  }
};

/** Shows every reason why a draft is refused. Rethrows any other error. */
export function sendRefused(
  { frame }: Pick<Visit, 'frame'>,
  reply: FastifyReply,
  title: string,
  error: unknown,
  back: { href: string; words: string },
): FastifyReply {
  const view = { frame: frame('program'), title, back };
  return sendScreen(reply, 422, <RefusedScreen {...view} complaints={complaintsAbout(error)} />);
}
