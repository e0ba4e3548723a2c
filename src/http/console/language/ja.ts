import type { ConsoleCatalogue } from './en.ts';
import { books } from './ja/books.ts';
import { codes } from './ja/codes.ts';
import { customers } from './ja/customers.ts';
import { deedNames } from './ja/deed-names.ts';
import { deeds } from './ja/deeds.ts';
import { done } from './ja/done.ts';
import { frame } from './ja/frame.ts';
import { orders } from './ja/orders.ts';
import { overview } from './ja/overview.ts';
import { queue } from './ja/queue.ts';
import { reports } from './ja/reports.ts';
import { team } from './ja/team.ts';
import { timeline } from './ja/timeline.ts';
import { words } from './ja/words.ts';

export const ja: ConsoleCatalogue = {
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
