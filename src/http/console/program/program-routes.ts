import type { ScreenRoute } from '../screen-route.ts';
import { SCREENS } from '../screens.ts';
import { MOST_ENTRY_FORM_BYTES, MOST_FILE_FORM_BYTES } from './sent-text.ts';

const program = () => import('./show-program.tsx');
const versions = () => import('./show-versions.tsx');
const drafts = () => import('./show-drafts.tsx');
const entry = () => import('./show-entry.tsx');
const file = () => import('./show-file.tsx');
const pictures = () => import('./pictures.ts');
const plan = () => import('./show-plan.tsx');
const preview = () => import('./show-preview.tsx');
const who = () => import('./show-who.tsx');

const READING = { right: SCREENS.program.right } as const;
const EDITING = { right: 'write_configuration' } as const;
/** A form that contains a whole program file. */
const FILE = { ...EDITING, form: true, most_bytes: MOST_FILE_FORM_BYTES } as const;
/** A form of an entry, which may contain pictures. */
const ENTRY = { ...EDITING, form: 'upload', most_bytes: MOST_ENTRY_FORM_BYTES } as const;
/** Only operators who may read customers see the customers of a change. */
const NAMING = { right: SCREENS.customers.right } as const;

const VERSION = 'program/versions/:version';
const DRAFT = 'program/drafts/:id';

/** The screens of the program, below its address. */
export const PROGRAM_ROUTES: readonly ScreenRoute[] = [
  { path: 'program', ...READING, load: async () => (await program()).showProgram },
  {
    path: 'program/file.schema.json',
    ...READING,
    load: async () => (await import('./translated-schema.ts')).sendTranslatedSchema,
  },
  { path: 'program/versions', ...READING, load: async () => (await versions()).showVersions },
  { path: VERSION, ...READING, load: async () => (await versions()).showVersion },
  { path: `${VERSION}/program.yaml`, ...READING, load: async () => (await versions()).downloadVersion },
  { path: `${VERSION}/rollback`, ...EDITING, load: async () => (await versions()).showRollback },
  { path: `${VERSION}/rollback`, ...EDITING, form: true, load: async () => (await versions()).rollBack },
  { path: `${VERSION}/who`, ...NAMING, load: async () => (await who()).showWhoOfVersion },
  { path: 'program/drafts', ...READING, load: async () => (await drafts()).showDrafts },
  { path: 'program/drafts', ...EDITING, form: true, load: async () => (await drafts()).beginDraftForm },
  { path: DRAFT, ...READING, load: async () => (await drafts()).showDraft },
  { path: DRAFT, ...EDITING, form: true, load: async () => (await drafts()).changeDraft },
  { path: `${DRAFT}/merge`, ...EDITING, load: async () => (await drafts()).showMerge },
  { path: `${DRAFT}/merge`, ...EDITING, form: true, load: async () => (await drafts()).merge },
  { path: `${DRAFT}/file`, ...READING, load: async () => (await file()).showFile },
  { path: `${DRAFT}/file`, ...FILE, load: async () => (await file()).saveFile },
  { path: `${DRAFT}/check`, ...FILE, load: async () => (await file()).checkFile },
  { path: `${DRAFT}/plan`, ...READING, load: async () => (await plan()).showPlan },
  { path: `${DRAFT}/publish`, ...EDITING, form: true, load: async () => (await plan()).publish },
  { path: `${DRAFT}/who`, ...NAMING, load: async () => (await who()).showWhoOfDraft },
  { path: `${DRAFT}/pictures/:picture`, ...READING, load: async () => (await pictures()).sendPicture },
  { path: `${DRAFT}/preview`, ...NAMING, load: async () => (await preview()).showPreview },
  { path: `${DRAFT}/page`, ...NAMING, load: async () => (await preview()).showPreviewedPage },
  { path: `${DRAFT}/add/:section`, ...EDITING, load: async () => (await entry()).showEntry },
  { path: `${DRAFT}/add/:section`, ...ENTRY, load: async () => (await entry()).changeEntry },
  { path: `${DRAFT}/:section/:key`, ...EDITING, load: async () => (await entry()).showEntry },
  { path: `${DRAFT}/:section/:key`, ...ENTRY, load: async () => (await entry()).changeEntry },
];
