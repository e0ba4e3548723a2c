import { MOST_NOTE_FILE_BYTES } from '../../../domain/customers/note-file.ts';
import type { ScreenRoute } from '../screen-route.ts';
import { SCREENS } from '../screens.ts';
import { FIELD_BYTES } from '../upload.ts';
import type { CustomerDeed } from './deed.tsx';

/** Somewhat larger files are also read, so that their sender gets a message with the limit. */
const MOST_FORM_BYTES = 4 * MOST_NOTE_FILE_BYTES + FIELD_BYTES;

interface DeedRoute {
  /** The part of the path below the address of the customer. */
  path: string;
  /** The operator must prove its identity again. */
  confirmed?: true;
  /** The form takes a file. */
  upload?: true;
  load: () => Promise<CustomerDeed>;
}

/** Each action has a screen with a form. */
const DEEDS: readonly DeedRoute[] = [
  { path: 'points', upload: true, load: async () => (await import('./points.tsx')).points },
  { path: 'notes', upload: true, load: async () => (await import('./notes.tsx')).addedNote },
  { path: 'notes/:note', load: async () => (await import('./notes.tsx')).deletedNote },
  { path: 'block', load: async () => (await import('./block-and-tier.tsx')).block },
  { path: 'tier', load: async () => (await import('./block-and-tier.tsx')).tier },
  { path: 'activities/:activity', load: async () => (await import('./activity.tsx')).activity },
  { path: 'claim', load: async () => (await import('./claim-for.tsx')).claimFor },
  { path: 'claims/:claim/refund', load: async () => (await import('./claim.tsx')).refund },
  { path: 'claims/:claim/fulfil', load: async () => (await import('./claim.tsx')).fulfil },
  { path: 'claims/:claim/reveal', load: async () => (await import('./claim.tsx')).reveal },
  { path: 'merge', load: async () => (await import('./merge.tsx')).merge },
  { path: 'erase', confirmed: true, load: async () => (await import('./erase.tsx')).erase },
];

/** The routes of one customer's screens, and of the forms on them. */
export const CUSTOMER_ROUTES: readonly ScreenRoute[] = [
  {
    path: 'customers/:id',
    right: SCREENS.customers.right,
    load: async () => (await import('./show-customers.tsx')).showCustomer,
  },
  {
    path: 'customers/:id/explain',
    right: SCREENS.customers.right,
    load: async () => (await import('./explain.tsx')).showExplanation,
  },
  {
    path: 'customers/:id/page',
    right: SCREENS.customers.right,
    load: async () => (await import('./show-customers.tsx')).showPage,
  },
  {
    path: 'customers/:id/notes/:note/file',
    right: SCREENS.customers.right,
    load: async () => (await import('./note-file.tsx')).sendNoteFile,
  },
  {
    path: 'customers/:id/claims/:claim',
    right: SCREENS.customers.right,
    load: async () => (await import('./claim.tsx')).refund.show,
  },
  ...DEEDS.flatMap(({ path, load, upload, ...access }): ScreenRoute[] => {
    const route = { path: `customers/:id/${path}`, right: 'write_customers', ...access } as const;
    return [
      { ...route, load: async () => (await load()).show },
      {
        ...route,
        ...(upload ? { form: 'upload', most_bytes: MOST_FORM_BYTES } : { form: true }),
        load: async () => (await load()).act,
      },
    ];
  }),
];
