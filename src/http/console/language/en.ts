import { access } from './en/access.ts';
import { auditDetails } from './en/audit-details.ts';
import { books } from './en/books.ts';
import { codes } from './en/codes.ts';
import { customers } from './en/customers.ts';
import { deedNames } from './en/deed-names.ts';
import { deeds } from './en/deeds.ts';
import { developers } from './en/developers.ts';
import { done } from './en/done.ts';
import { drafts } from './en/drafts.ts';
import { effects } from './en/effects.ts';
import { entries } from './en/entries.ts';
import { frame } from './en/frame.ts';
import { imports } from './en/imports.ts';
import { orders } from './en/orders.ts';
import { overview } from './en/overview.ts';
import { program } from './en/program.ts';
import { queue } from './en/queue.ts';
import { reports } from './en/reports.ts';
import { server } from './en/server.ts';
import { team } from './en/team.ts';
import { timeline } from './en/timeline.ts';
import { webhooks } from './en/webhooks.ts';
import { words } from './en/words.ts';

/** The words of the console. A message is in ICU MessageFormat; an apostrophe in it is ’. */
export const en = {
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

export type ConsoleMessage = keyof typeof en;
export type ConsoleCatalogue = Readonly<Record<ConsoleMessage, string>>;
