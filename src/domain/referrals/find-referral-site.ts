import type { Site } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { findReferrerHome } from './store.ts';

/** The pattern of referral ids; other texts are not looked up. */
const REFERRAL_ID = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/**
 * The target site of a customer's referral links: its home site or, if that has left the program, another of its sites.
 */
export async function findReferralSite(
  deps: Pick<Deps, 'db' | 'programs'>,
  referralId: string,
): Promise<Site | undefined> {
  if (!REFERRAL_ID.test(referralId)) return undefined;
  const home = await findReferrerHome(deps.db, referralId);
  if (!home) return undefined;
  const [program] = await deps.programs.some([home.program_id]);
  const sites = program?.sites.filter((site) => site.enabled) ?? [];
  return sites.find(({ id }) => id === home.site_id) ?? sites[0];
}
