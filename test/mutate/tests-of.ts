/** By source file or folder the tests that are to notice a fault in it, quick ones first. */
export const TESTS_OF: Readonly<Record<string, readonly string[]>> = {
  'src/domain/ledger': [
    'test/unit/lots.test.ts',
    'test/domain/lots.test.ts',
    'test/domain/expire-points.test.ts',
    'test/domain/undone-earnings.test.ts',
    'test/domain/post-openings.test.ts',
    'test/domain/merge-lots.test.ts',
    'test/domain/verify-ledger.test.ts',
    'test/domain/ledger-model.test.ts',
  ],
  'src/domain/claims': [
    'test/domain/claim-reward.test.ts',
    'test/domain/claim-limits.test.ts',
    'test/domain/reward-kinds.test.ts',
    'test/domain/carts.test.ts',
    'test/domain/import-codes.test.ts',
  ],
  'src/domain/core/limits.ts': ['test/unit/limits.test.ts', 'test/domain/claim-limits.test.ts'],
  'src/domain/core/calendar.ts': ['test/unit/calendar.test.ts', 'test/model/calendar.test.ts'],
  'src/domain/core/money.ts': ['test/unit/money.test.ts'],
  'src/domain/core/pagination.ts': ['test/domain/listings.test.ts'],
  'src/domain/core/keyset-range.ts': ['test/domain/listings.test.ts'],
  'src/domain/idempotency': ['test/http/idempotency.test.ts'],
  'src/http/answer-once.ts': ['test/http/idempotency.test.ts'],
  'src/http/idempotency.ts': ['test/http/idempotency.test.ts'],
};
