import { advanceIds } from '../../src/db/advance-ids.ts';
import { serveSchemas } from '../support/serve-schemas.ts';
import { createTenant } from '../support/tenant.ts';
import { describeTenants } from '../support/tenant-matrix.ts';

/** Ids of the other schema begin above those of the own one: otherwise a name of a foreign thing would be one of ours. */
const ABOVE = 100_000;

describeTenants(async () => {
  const { url, schemas, close } = await serveSchemas(1);
  const [home, one] = schemas;
  await advanceIds(one!.ownerUrl, ABOVE);
  return {
    url,
    own: await createTenant({ url, deps: home!.deps }, 'ours', 1),
    other: await createTenant({ url, deps: one!.deps }, 'theirs', 2),
    deps: one!.deps,
    close,
  };
});
