import type { ConsoleCatalogue } from './en.ts';
import { access } from './fr/access.ts';
import { auditDetails } from './fr/audit-details.ts';
import { books } from './fr/books.ts';
import { codes } from './fr/codes.ts';
import { customers } from './fr/customers.ts';
import { deedNames } from './fr/deed-names.ts';
import { deeds } from './fr/deeds.ts';
import { developers } from './fr/developers.ts';
import { done } from './fr/done.ts';
import { drafts } from './fr/drafts.ts';
import { effects } from './fr/effects.ts';
import { entries } from './fr/entries.ts';
import { frame } from './fr/frame.ts';
import { imports } from './fr/imports.ts';
import { orders } from './fr/orders.ts';
import { overview } from './fr/overview.ts';
import { program } from './fr/program.ts';
import { queue } from './fr/queue.ts';
import { reports } from './fr/reports.ts';
import { server } from './fr/server.ts';
import { team } from './fr/team.ts';
import { timeline } from './fr/timeline.ts';
import { webhooks } from './fr/webhooks.ts';
import { words } from './fr/words.ts';

export const fr: ConsoleCatalogue = {
  ...access,
  ...auditDetails,
  ...books,
  ...codes,
  ...customers,
  ...deedNames,
  ...deeds,
  ...developers,
  ...done,
  ...drafts,
  ...effects,
  ...entries,
  ...frame,
  ...imports,
  ...orders,
  ...overview,
  ...program,
  ...queue,
  ...reports,
  ...server,
  ...team,
  ...timeline,
  ...webhooks,
  ...words,
};
