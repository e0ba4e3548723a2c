/** The parts of the server that answer requests. Metrics and traces distinguish them. */
const FAMILIES = ['headless', 'v2', 'page', 'console', 'oauth', 'health'] as const;
type Family = (typeof FAMILIES)[number] | 'other';

const known = new Map<string, { family: Family; name: string }>();

/** The family of a route's pattern. */
export function familyOf(route: string | null): Family {
  return describe(route).family;
}

/** The name of a route in metrics: its pattern. The screens of the console and the documentation have one name each. */
export function routeName(route: string | null): string {
  return describe(route).name;
}

const UNKNOWN = { family: 'other', name: 'unknown' } as const;

function describe(route: string | null): { family: Family; name: string } {
  if (route === null) return UNKNOWN;
  let described = known.get(route);
  if (!described) {
    const first = route.split('/')[1];
    const family = FAMILIES.find((one) => one === first) ?? 'other';
    described = { family, name: first === 'console' || first === 'docs' ? `/${first}/*` : route };
    known.set(route, described);
  }
  return described;
}
