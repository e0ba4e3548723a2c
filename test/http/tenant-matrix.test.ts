import { buildTestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createTenant } from '../support/tenant.ts';
import { describeTenants } from '../support/tenant-matrix.ts';

describeTenants(async () => {
  const test = await buildTestApp();
  return {
    url: test.url,
    own: await createTenant(test, 'ours', 1),
    other: await createTenant(test, 'theirs', 2),
    deps: test.deps,
    async close() {
      await expectLedgerBalanced(test.deps);
      await test.close();
    },
  };
});
