import { getWholeOrder } from '../../../domain/listings/order-store.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { pagePlace } from '../page-place.ts';
import { type Show, textsOf } from '../show.ts';
import { OrderScreen } from './order-screen.tsx';
import { orderPath } from './order-words.ts';
import { OrdersScreen } from './orders-screen.tsx';
import { customersOnScreens, namedOrder, orderQuestion, readOrders } from './read-orders.ts';

/** The list of orders. A search for the whole id of an order leads to the order. */
export const showOrders: Show = async (deps, visit, request, reply) => {
  const { program, place } = visit;
  const query = textsOf(request.query);
  const question = orderQuestion(query);
  const named = await namedOrder(deps, program, question);
  if (named !== undefined) return leadTo(reply, orderPath(place, named));
  const page = await readOrders(deps, program, question, pagePlace(query));
  const buyers = page.rows.map(({ customer }) => customer);
  const linked = await customersOnScreens(deps, program, buyers);
  return sendScreen(reply, 200, <OrdersScreen {...{ visit, question, page, linked }} />);
};

export const showOrder: Show = async (deps, visit, request, reply) => {
  const { order } = request.params as { order: string };
  const whole = await getWholeOrder(deps, visit.program.id, order);
  const customers = [whole, ...whole.activities].map(({ customer }) => customer);
  const linked = await customersOnScreens(deps, visit.program, customers);
  return sendScreen(reply, 200, <OrderScreen visit={visit} order={whole} linked={linked} />);
};
