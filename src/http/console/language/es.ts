import type { ConsoleCatalogue } from './en.ts';
import { access } from './es/access.ts';
import { auditDetails } from './es/audit-details.ts';
import { books } from './es/books.ts';
import { codes } from './es/codes.ts';
import { customers } from './es/customers.ts';
import { deedNames } from './es/deed-names.ts';
import { deeds } from './es/deeds.ts';
import { developers } from './es/developers.ts';
import { done } from './es/done.ts';
import { drafts } from './es/drafts.ts';
import { effects } from './es/effects.ts';
import { entries } from './es/entries.ts';
import { frame } from './es/frame.ts';
import { imports } from './es/imports.ts';
import { orders } from './es/orders.ts';
import { overview } from './es/overview.ts';
import { program } from './es/program.ts';
import { queue } from './es/queue.ts';
import { reports } from './es/reports.ts';
import { server } from './es/server.ts';
import { team } from './es/team.ts';
import { timeline } from './es/timeline.ts';
import { webhooks } from './es/webhooks.ts';
import { words } from './es/words.ts';

export const es: ConsoleCatalogue = {
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
