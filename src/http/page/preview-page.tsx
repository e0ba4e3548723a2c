import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { findStorefrontCustomer } from '../../domain/storefront/load-customer.ts';
import { Document, renderDocument } from '../shared/document.tsx';
import { pageHeaders } from '../shared/page-headers.ts';
import { pageContext } from './page-context.ts';
import { bannerImage, rewardImage } from './page-images.ts';
import { contentOf, visitorOf } from './show-page.tsx';

/** A page for a preview, in a frame of this server. */
export interface PreviewedPage {
  html: string;
  headers: Record<string, string>;
}

/** The text in the place of a code: if operators want to see a code, the audit must record it. */
const HIDDEN_CODE = '••••••••';

/**
 * The loyalty page of a program that may not be live yet, as one of its customers sees it, or a visitor who has not
 * joined. It changes nothing and runs no due work: it has no script, sends no form, and shows no code. undefined: there
 * is no such customer.
 */
export async function previewPage(
  deps: Pick<Deps, 'db' | 'hot' | 'clock' | 'publicUrl' | 'secret'>,
  {
    program,
    merchant_id,
    language,
  }: { program: Program; merchant_id: string | null; language: string | null },
): Promise<PreviewedPage | undefined> {
  const { country } = program.sites[0]!;
  const customer =
    merchant_id === null
      ? null
      : await findStorefrontCustomer(deps, { program, merchant_id, channel: 'web', country });
  if (customer === undefined) return undefined;
  const site = customer?.home ?? program.sites[0]!;
  const spoken = site.languages.find((tag) => tag === language) ?? site.languages[0]!;
  const host = { program, site };
  const isMember = customer !== null && visitorOf(customer) === null;
  const page = pageContext(
    { ...host, language: spoken, currency: site.currency },
    deps.clock.now(program),
    {
      public_url: deps.publicUrl,
      address: () => '',
      image: (reward) => rewardImage(deps, program, reward),
      banner: (picture) => bannerImage(deps, program, picture),
      token: '',
      nonce: '',
    },
    { balance: isMember ? customer.row.points_approved : null },
  );
  const content = await contentOf(deps, page, customer && withoutCodes(customer));
  return {
    html: renderDocument(
      <Document language={page.view.wording.spoken} title={program.name} host={host} still>
        {content}
      </Document>,
    ),
    headers: pageHeaders(host, {
      'script-src': ["'none'"],
      'form-action': ["'none'"],
      'connect-src': ["'none'"],
      'frame-ancestors': ["'self'"],
    }),
  };
}

function withoutCodes(customer: StorefrontCustomer): StorefrontCustomer {
  return {
    ...customer,
    claims: customer.claims.map((claim) => ({ ...claim, code: claim.code === null ? null : HIDDEN_CODE })),
  };
}
