import type { ConsoleCatalogue } from './en.ts';
import { books } from './fr/books.ts';
import { codes } from './fr/codes.ts';
import { customers } from './fr/customers.ts';
import { deedNames } from './fr/deed-names.ts';
import { deeds } from './fr/deeds.ts';
import { done } from './fr/done.ts';
import { frame } from './fr/frame.ts';
import { orders } from './fr/orders.ts';
import { overview } from './fr/overview.ts';
import { queue } from './fr/queue.ts';
import { reports } from './fr/reports.ts';
import { team } from './fr/team.ts';
import { timeline } from './fr/timeline.ts';
import { words } from './fr/words.ts';

export const fr: ConsoleCatalogue = {
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
