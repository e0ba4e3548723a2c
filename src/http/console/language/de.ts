import { access } from './de/access.ts';
import { auditDetails } from './de/audit-details.ts';
import { books } from './de/books.ts';
import { codes } from './de/codes.ts';
import { customers } from './de/customers.ts';
import { deedNames } from './de/deed-names.ts';
import { deeds } from './de/deeds.ts';
import { developers } from './de/developers.ts';
import { done } from './de/done.ts';
import { drafts } from './de/drafts.ts';
import { effects } from './de/effects.ts';
import { entries } from './de/entries.ts';
import { frame } from './de/frame.ts';
import { imports } from './de/imports.ts';
import { orders } from './de/orders.ts';
import { overview } from './de/overview.ts';
import { program } from './de/program.ts';
import { queue } from './de/queue.ts';
import { reports } from './de/reports.ts';
import { server } from './de/server.ts';
import { team } from './de/team.ts';
import { timeline } from './de/timeline.ts';
import { webhooks } from './de/webhooks.ts';
import { words } from './de/words.ts';
import type { ConsoleCatalogue } from './en.ts';

export const de: ConsoleCatalogue = {
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
