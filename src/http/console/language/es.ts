import type { ConsoleCatalogue } from './en.ts';
import { books } from './es/books.ts';
import { codes } from './es/codes.ts';
import { customers } from './es/customers.ts';
import { deedNames } from './es/deed-names.ts';
import { deeds } from './es/deeds.ts';
import { done } from './es/done.ts';
import { frame } from './es/frame.ts';
import { orders } from './es/orders.ts';
import { overview } from './es/overview.ts';
import { queue } from './es/queue.ts';
import { reports } from './es/reports.ts';
import { team } from './es/team.ts';
import { timeline } from './es/timeline.ts';
import { words } from './es/words.ts';

export const es: ConsoleCatalogue = {
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
