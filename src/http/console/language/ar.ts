import { access } from './ar/access.ts';
import { auditDetails } from './ar/audit-details.ts';
import { books } from './ar/books.ts';
import { codes } from './ar/codes.ts';
import { customers } from './ar/customers.ts';
import { deedNames } from './ar/deed-names.ts';
import { deeds } from './ar/deeds.ts';
import { developers } from './ar/developers.ts';
import { done } from './ar/done.ts';
import { drafts } from './ar/drafts.ts';
import { effects } from './ar/effects.ts';
import { entries } from './ar/entries.ts';
import { frame } from './ar/frame.ts';
import { imports } from './ar/imports.ts';
import { orders } from './ar/orders.ts';
import { overview } from './ar/overview.ts';
import { program } from './ar/program.ts';
import { queue } from './ar/queue.ts';
import { reports } from './ar/reports.ts';
import { server } from './ar/server.ts';
import { team } from './ar/team.ts';
import { timeline } from './ar/timeline.ts';
import { webhooks } from './ar/webhooks.ts';
import { words } from './ar/words.ts';
import type { ConsoleCatalogue } from './en.ts';

export const ar: ConsoleCatalogue = {
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
