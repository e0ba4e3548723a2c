import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { DomainError } from '../../../domain/core/errors.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { checkDraftFile } from '../../../program-file/merge-draft.ts';
import { formatPath } from '../../../program-file/mistakes.ts';
import { editDraft } from '../../../program-file/program-drafts.ts';
import { actorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { DomainSentence } from '../design/domain-sentence.tsx';
import { withQuery } from '../place.ts';
import { type Show, textsOf } from '../show.ts';
import { filesOfForm } from '../upload.ts';
import type { Visit } from '../visit.ts';
import { ChoiceScreen } from './choice-screen.tsx';
import type { Done } from './draft-frame.tsx';
import { openDraft } from './draft-place.ts';
import {
  type EntryChange,
  type EntryPlace,
  entryIn,
  fileWith,
  mergeEntry,
  wrongFields,
} from './edit-entry.ts';
import { drawnEntry, type EntryState, readEntryForm, schemaOf } from './entry-form.ts';
import { ENTRY, EntryScreen } from './entry-screen.tsx';
import { picturesTooLarge, withChosenPictures } from './picture-field.tsx';
import { hasOwnKeys, isSection, partOf, schemaOfEntry } from './program-parts.ts';
import { isYaml } from './read-draft.ts';
import type { SentForm } from './read-fields.ts';
import { withPicturesOf } from './sent-text.ts';
import { takenSide } from './taken-side.ts';

/** The form of an existing entry, or of a new one. */
export const showEntry: Show = async (deps, visit, request, reply) => {
  const { kind, key } = textsOf(request.query);
  const place = placeIn(request, key);
  const { draft, at } = await openDraft(deps, visit, request);
  if (!isYaml(draft.file)) return leadTo(reply, `${at}/file`);
  const present = place.key === '' ? undefined : entryIn(draft.file, place);
  const mustBeThere = !place.isNew && hasOwnKeys(place.section);
  if (mustBeThere && present === undefined)
    throw new DomainError('not_found', 'The draft has no such entry.');
  const state = { place, at, file: draft.file, present, value: present, kind };
  return sendEntry(deps, visit, request, reply.code(200), at, state);
};

/** A form contains the entry from which it was drawn and the fields, or my version and theirs. */
const ENTRIES_OF_FORM = 4;

/** The most attempts: others may save the draft after it was read here and before it is saved. */
const ATTEMPTS = 5;

/** Reads a form, and then shows its effect, saves it in the draft, or removes the entry from the draft. */
export const changeEntry: Show = async (deps, visit, request, reply) => {
  const sent = parametersOfForm(request).parameters;
  const place = placeIn(request, sent.key);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change(deps, visit, request, reply, place, sent);
    } catch (error) {
      const moved = error instanceof DomainError && error.code === 'draft_moved';
      if (!moved || attempt === ATTEMPTS) throw error;
    }
  }
};

async function change(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  place: PlaceInRequest,
  sent: SentForm,
): Promise<FastifyReply> {
  const { program, wording } = visit;
  const { say } = wording;
  const { draft, at } = await openDraft(deps, visit, request);
  const files = filesOfForm(request);
  const formWithout = (refused: readonly string[]) =>
    withPicturesOf([draft.file], withChosenPictures(sent, files, refused), ENTRIES_OF_FORM);
  const form = formWithout([]);
  const { base, mine, theirs, shape } = readEntryForm(form, place, draft.file);
  const state = { place, at, file: draft.file, present: base, value: mine, kind: shape?.word };
  const send = (wrong: ReadonlyMap<string, ComponentChildren>, complaints: readonly ComponentChildren[]) =>
    sendEntry(deps, visit, request, reply.code(422), at, { ...state, wrong, complaints });
  // A refused picture is not kept in the form: the form shows the earlier picture again.
  const sendWrong = (wrong: ReadonlyMap<string, readonly string[]>) => {
    state.value = readEntryForm(formWithout([...wrong.keys()]), place, draft.file).mine;
    return send(
      new Map([...wrong].map(([name, sentences]) => [name, <Mistakes sentences={sentences} />])),
      [...wrong].map(([name, sentences]) => (
        <>
          <code dir="ltr">{name.replace(/^entry\.?/, '')}</code> <Mistakes sentences={sentences} />
        </>
      )),
    );
  };

  if (!isYaml(draft.file)) return send(new Map(), [say('entry_no_yaml')]);
  const tooLarge = picturesTooLarge(ENTRY, shape?.schema ?? schemaOf(place), form, files);
  if (tooLarge.size > 0) return sendWrong(tooLarge);
  if (form.deed === 'look') return sendEntry(deps, visit, request, reply.code(200), at, state);
  if (place.key === '') return send(new Map([['key', say('entry_give_key')]]), [say('entry_needs_key')]);
  const present = entryIn(draft.file, place);
  // If the same entry already exists, a first press of the button has saved it.
  if (place.isNew && present !== undefined && !isDeepStrictEqual(present, mine))
    return send(new Map([['key', say('entry_key_taken')]]), [say('entry_taken', { key: place.key })]);
  if (mine === undefined && form.deed !== 'remove' && form.mine === undefined)
    return send(new Map(), [say('entry_empty')]);

  const wanted = { ...place, base, mine };
  // A third person may have saved the entry after their version was shown. Then the choice is asked again.
  const isShown = isDeepStrictEqual(present, theirs);
  const merged =
    form.deed === 'mine' && isShown
      ? { value: mine, both: false }
      : mergeEntry(draft.file, wanted, isShown ? takenSide(form) : () => undefined);
  if ('conflicts' in merged) return sendChoice(deps, visit, request, reply, at, wanted, present, merged);
  const text = fileWith(draft.file, place, merged.value);
  if ('mistakes' in text)
    return send(new Map(), [<Mistakes sentences={text.mistakes.map(({ message }) => message)} />]);
  const { file } = text;
  const wrong =
    merged.value === undefined ? new Map<string, string[]>() : mistakesIn(file, place, program.key);
  if (wrong.size > 0) return sendWrong(wrong);
  const seen = { program, id: draft.id, revision: draft.revision, by: actorOf(request) };
  await editDraft(deps, seen, () => file);
  const done: Done = merged.value === undefined ? 'removed' : merged.both ? 'both' : 'saved';
  return leadTo(reply, withQuery(at, { part: partOf(place.section), done }));
}

/** The mistakes of one field. */
function Mistakes({ sentences }: { sentences: readonly string[] }) {
  return (
    <>
      {sentences.map((sentence, at) => (
        <>
          {at > 0 && ' · '}
          <DomainSentence>{sentence}</DomainSentence>
        </>
      ))}
    </>
  );
}

function mistakesIn(file: string, place: EntryPlace, programKey: string): Map<string, string[]> {
  const checked = checkDraftFile(file, programKey);
  return 'mistakes' in checked ? wrongFields(checked.mistakes, place) : new Map();
}

async function sendEntry(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  at: string,
  state: EntryState,
): Promise<FastifyReply> {
  const form = await drawnEntry(deps, visit, state);
  return sendScreen(
    reply,
    reply.statusCode,
    <EntryScreen
      frame={visit.frame('program')}
      path={at}
      part={partOf(state.place.section)}
      token={operatorFormToken(deps, request)}
      form={form}
    />,
  );
}

function sendChoice(
  deps: Deps,
  { frame, wording }: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  at: string,
  { section, key, base, mine }: EntryChange,
  theirs: unknown,
  { conflicts }: Extract<ReturnType<typeof mergeEntry>, { conflicts: unknown }>,
): FastifyReply {
  const path = `${at}/${section}/${encodeURIComponent(key)}`;
  return sendScreen(
    reply,
    409,
    <ChoiceScreen
      frame={frame('program')}
      title={wording.say('choice_entry', { key })}
      about={wording.say('choice_entry_about')}
      action={path}
      token={operatorFormToken(deps, request)}
      kept={{
        base: JSON.stringify(base ?? null),
        mine: JSON.stringify(mine ?? null),
        theirs: JSON.stringify(theirs ?? null),
      }}
      conflicts={conflicts}
      keeps_mine
      theirs_at={path}
    />,
  );
}

interface PlaceInRequest extends EntryPlace {
  isNew: boolean;
}

/** The entry in an address. An address with only a section means a new entry. */
function placeIn(request: FastifyRequest, wanted: string | undefined): PlaceInRequest {
  const { section, key } = request.params as { section: string; key?: string };
  const named = key ?? wanted ?? '';
  if (isSection(section) && schemaOfEntry(section, named) !== undefined)
    return {
      section,
      key: section === 'currency_rates' ? named.trim().toUpperCase() : named,
      isNew: key === undefined,
    };
  throw new DomainError('not_found', `A program has no ${formatPath([section, named])}.`);
}
