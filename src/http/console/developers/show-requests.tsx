import { listApiKeys } from '../../../domain/operations/manage-api-keys.ts';
import { listApps } from '../../../domain/operations/manage-apps.ts';
import {
  listRecentRequests,
  RECENT_MS,
  type RecentRequestFilters,
  type RecentRequestPlace,
} from '../../../domain/programs/recent-request-store.ts';
import { sendScreen } from '../access/screens.tsx';
import { type Show, textsOf } from '../show.ts';
import { RequestsScreen } from './requests-screen.tsx';

const ON_A_PAGE = 50;

export const showRequests: Show = async (deps, { program, place, frame }, request, reply) => {
  const query = textsOf(request.query);
  const filters = filtersOf(query);
  const before = placeOf(query.before);
  const [keys, apps, found] = await Promise.all([
    listApiKeys(deps, program.key),
    listApps(deps, program.id),
    listRecentRequests(deps.db, program.id, {
      ...filters,
      since: deps.clock.real() - RECENT_MS,
      before,
      limit: ON_A_PAGE + 1,
    }),
  ]);
  const requests = found.slice(0, ON_A_PAGE);
  const end = requests.at(-1);
  const { caller, status_class } = filters;
  const view = {
    program,
    place,
    requests,
    asked: {
      caller: caller ? `${caller.caller_kind}-${caller.caller_id}` : undefined,
      status: status_class === null ? undefined : String(status_class),
    },
    callers: [
      ...keys.map(({ id, name }) => [`key-${id}`, name] as const),
      ...apps.map(({ id, name }) => [`app-${id}`, name] as const),
    ],
    last: end && found.length > ON_A_PAGE ? `${end.at}-${end.id}` : undefined,
    behind: before !== null,
  };
  return sendScreen(reply, 200, <RequestsScreen {...view} frame={frame('developers')} />);
};

/** Unknown values of a filter are ignored. */
function filtersOf(query: Readonly<Record<string, string | undefined>>): RecentRequestFilters {
  const [, kind, id] = /^(key|app)-(\d{1,15})$/.exec(query.caller ?? '') ?? [];
  return {
    caller: kind ? { caller_kind: kind as 'key' | 'app', caller_id: Number(id) } : null,
    status_class: /^[2-5]$/.test(query.status ?? '') ? Number(query.status) : null,
  };
}

function placeOf(text: string | undefined): RecentRequestPlace | null {
  const [, at, id] = /^(\d{1,13})-(\d{1,15})$/.exec(text ?? '') ?? [];
  return at === undefined ? null : { at: Number(at), id: Number(id) };
}
