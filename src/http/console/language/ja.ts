import type { ConsoleCatalogue } from './en.ts';
import { access } from './ja/access.ts';
import { auditDetails } from './ja/audit-details.ts';
import { books } from './ja/books.ts';
import { codes } from './ja/codes.ts';
import { customers } from './ja/customers.ts';
import { deedNames } from './ja/deed-names.ts';
import { deeds } from './ja/deeds.ts';
import { developers } from './ja/developers.ts';
import { done } from './ja/done.ts';
import { drafts } from './ja/drafts.ts';
import { effects } from './ja/effects.ts';
import { entries } from './ja/entries.ts';
import { frame } from './ja/frame.ts';
import { imports } from './ja/imports.ts';
import { orders } from './ja/orders.ts';
import { overview } from './ja/overview.ts';
import { program } from './ja/program.ts';
import { queue } from './ja/queue.ts';
import { reports } from './ja/reports.ts';
import { server } from './ja/server.ts';
import { team } from './ja/team.ts';
import { timeline } from './ja/timeline.ts';
import { webhooks } from './ja/webhooks.ts';
import { words } from './ja/words.ts';

export const ja: ConsoleCatalogue = {
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
