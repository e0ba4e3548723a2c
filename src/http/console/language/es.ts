import type { ConsoleCatalogue } from './en.ts';
import { customers } from './es/customers.ts';
import { deedNames } from './es/deed-names.ts';
import { deeds } from './es/deeds.ts';
import { done } from './es/done.ts';
import { frame } from './es/frame.ts';
import { orders } from './es/orders.ts';
import { overview } from './es/overview.ts';
import { queue } from './es/queue.ts';
import { team } from './es/team.ts';
import { timeline } from './es/timeline.ts';
import { words } from './es/words.ts';

export const es: ConsoleCatalogue = {
  ...customers,
  ...deedNames,
  ...deeds,
  ...done,
  ...frame,
  ...orders,
  ...overview,
  ...queue,
  ...team,
  ...timeline,
  ...words,
};
