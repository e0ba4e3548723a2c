import { books } from './de/books.ts';
import { codes } from './de/codes.ts';
import { customers } from './de/customers.ts';
import { deedNames } from './de/deed-names.ts';
import { deeds } from './de/deeds.ts';
import { done } from './de/done.ts';
import { frame } from './de/frame.ts';
import { orders } from './de/orders.ts';
import { overview } from './de/overview.ts';
import { queue } from './de/queue.ts';
import { reports } from './de/reports.ts';
import { team } from './de/team.ts';
import { timeline } from './de/timeline.ts';
import { words } from './de/words.ts';
import type { ConsoleCatalogue } from './en.ts';

export const de: ConsoleCatalogue = {
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
