import { books } from './en/books.ts';
import { codes } from './en/codes.ts';
import { customers } from './en/customers.ts';
import { deedNames } from './en/deed-names.ts';
import { deeds } from './en/deeds.ts';
import { done } from './en/done.ts';
import { frame } from './en/frame.ts';
import { orders } from './en/orders.ts';
import { overview } from './en/overview.ts';
import { queue } from './en/queue.ts';
import { reports } from './en/reports.ts';
import { team } from './en/team.ts';
import { timeline } from './en/timeline.ts';
import { words } from './en/words.ts';

/** The words of the console. A message is in ICU MessageFormat; an apostrophe in it is ’. */
export const en = {
  ...books,
  ...codes,
  ...customers,
  ...deedNames,
  ...deeds,
  ...done,
  ...frame,
  ...orders,
  ...overview,
  ...queue,
  ...reports,
  ...team,
  ...timeline,
  ...words,
};

export type ConsoleMessage = keyof typeof en;
export type ConsoleCatalogue = Readonly<Record<ConsoleMessage, string>>;
