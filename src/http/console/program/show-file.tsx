import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import { saveDraft } from '../../../domain/operations/manage-drafts.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { Draft } from '../../../domain/programs/draft-store.ts';
import { checkDraftFile, mergeFile } from '../../../program-file/merge-draft.ts';
import type { Decide } from '../../../program-file/merge-values.ts';
import { withoutStandIns, withStandIns } from '../../../program-file/stand-ins.ts';
import { actorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { translateSentence } from '../language/translate-sentence.ts';
import { withQuery } from '../place.ts';
import { type Show, textsOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { ChoiceScreen } from './choice-screen.tsx';
import type { Done } from './draft-frame.tsx';
import { draftPlace, openDraft } from './draft-place.ts';
import { editorAsset } from './editor-asset.ts';
import { FileScreen } from './file-screen.tsx';
import { readDraft } from './read-draft.ts';
import { numberIn } from './read-program.ts';
import { linesOf, tooLong, withPicturesOf } from './sent-text.ts';
import { editToken, mayPreview } from './show-drafts.tsx';
import { takenSide } from './taken-side.ts';

/** The whole file of a draft. */
export const showFile: Show = async (deps, visit, request, reply) => {
  const { id, at } = draftPlace(visit, request);
  const read = await readDraft(deps, visit.program, id);
  const { published_version } = read.draft;
  if (published_version !== null)
    return leadTo(reply, `${visit.place}/program/versions/${published_version}`);
  const token = editToken(deps, visit, request);
  return sendScreen(
    reply,
    200,
    <FileScreen
      read={read}
      frame={visit.frame('program')}
      path={at}
      done={textsOf(request.query).done}
      previews={mayPreview(visit)}
      token={token}
      editor={token === undefined ? undefined : (await editorAsset())?.name}
    />,
  );
};

/** A sent text, and the text from which it was made. Both have stand-ins for pictures in the form. */
interface SentFile {
  file: string;
  base: string;
  revision: number;
}

/** Saves a text. If others have saved the draft since, both versions are shown, and nothing is overwritten. */
export const saveFile: Show = async (deps, visit, request, reply) => {
  const form = parametersOfForm(request).parameters;
  const file = linesOf(form.file ?? '');
  const wrong = tooLong(file);
  if (wrong) throw new DomainError('invalid_request', wrong);
  const { draft, at } = await openDraft(deps, visit, request);
  const drawn = withPicturesOf([draft.file, file], { base: linesOf(form.base ?? '') }, 1);
  const sent: SentFile = {
    file,
    base: drawn.base ?? '',
    revision: numberIn(form.revision),
  };
  const isMoved = draft.revision !== sent.revision && draft.file !== sent.base;
  const decided =
    form.deed === 'both' ? mergedTexts(visit.program.key, draft, sent, takenSide(form)) : undefined;
  const isUndecided = form.deed === 'both' ? decided?.file === undefined : isMoved;
  if (isUndecided) return sendChoice(deps, visit, request, reply, { draft, at, sent });
  try {
    await saveDraft(deps, {
      program_id: visit.program.id,
      id: draft.id,
      revision: draft.revision,
      changes: { file: decided?.file ?? sent.file },
      by: actorOf(request),
    });
    return leadTo(reply, withQuery(`${at}/file`, { done: (decided ? 'both' : 'saved') satisfies Done }));
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'draft_moved')) throw error;
    const now = await openDraft(deps, visit, request);
    return sendChoice(deps, visit, request, reply, { ...now, sent });
  }
};

/**
 * Merges both texts: mine, with the values that they changed. undefined: a text has mistakes, so its values are not
 * known. If both replaced a picture of the base, that picture is no longer known. This does no harm: it still differs
 * from both.
 */
function mergedTexts(programKey: string, { file: theirs }: Draft, { file, base }: SentFile, decide: Decide) {
  const [was, is] = [withoutStandIns(base), theirs].map((text) => checkDraftFile(text, programKey));
  if (!was || !is || !('definition' in was) || !('definition' in is)) return undefined;
  const { mistakes, conflicts, merged } = mergeFile(file, was.definition, is.definition, decide);
  if (mistakes.length > 0) return undefined;
  return { conflicts, file: conflicts.length === 0 ? merged?.file : undefined };
}

function sendChoice(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  { draft, at, sent }: { draft: Draft; at: string; sent: SentFile },
): FastifyReply {
  const merged = mergedTexts(visit.program.key, draft, sent, () => undefined);
  const { file, base } = sent;
  const { say } = visit.wording;
  return sendScreen(
    reply,
    409,
    <ChoiceScreen
      frame={visit.frame('program')}
      title={say('choice_file')}
      about={say(merged ? 'choice_file_about' : 'choice_file_apart')}
      action={`${at}/file`}
      token={operatorFormToken(deps, request)}
      kept={{ file, base: withStandIns(base), revision: String(draft.revision) }}
      conflicts={merged?.conflicts ?? null}
      texts={{ theirs: draft.file, mine: file }}
      keeps_mine
      theirs_at={withQuery(`${at}/file`, { done: 'theirs' satisfies Done })}
    />,
  );
}

/** The mistakes of a text, for the editor. Nothing is saved. */
export const checkFile: Show = async (_deps, { program, wording }, request, reply) => {
  const file = linesOf(parametersOfForm(request).parameters.file ?? '');
  const long = tooLong(file);
  const checked = long
    ? { mistakes: [{ line: 1, column: 1, path: '', message: long }] }
    : checkDraftFile(file, program.key);
  return reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).send({
    mistakes: ('mistakes' in checked ? checked.mistakes : []).map((mistake) => ({
      ...mistake,
      message: translateSentence(wording.language, mistake.message) ?? mistake.message,
    })),
  });
};
