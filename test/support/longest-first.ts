import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take far longer than their size suggests: they start processes, or send thousands of requests. */
const LONG_FILES = [
  'test/process/moving-programs.test.ts',
  'test/process/killed.test.ts',
  'test/process/killed-postgres.test.ts',
  'test/process/secret-key.test.ts',
  'test/process/stopping.test.ts',
  'test/process/moved.test.ts',
  'test/process/former-server.test.ts',
  'test/process/upgraded.test.ts',
  'test/process/lost-clusters.test.ts',
  'test/process/heap-size.test.ts',
  'test/process/failover.test.ts',
  'test/process/example-backups.test.ts',
  'test/process/killed-backups.test.ts',
  'test/process/failing-archive.test.ts',
  'test/process/scheduled-backups.test.ts',
  'test/process/backups.test.ts',
  'test/process/embedded.test.ts',
  'test/process/damaged-backups.test.ts',
  'test/process/program-move.test.ts',
  'test/process/begun-moves.test.ts',
  'test/process/embedded-folders.test.ts',
  'test/cli/import-export.test.ts',
  'test/cli/serve.test.ts',
  'test/cli/serve-embedded.test.ts',
  'test/docs/operators.test.ts',
  'test/docs/developers.test.ts',
  'test/docs/readme.test.ts',
  'test/http/body-parameters.test.ts',
  'test/http/storefront-body-parameters.test.ts',
  'test/http/query-parameters.test.ts',
  'test/http/parameters.test.ts',
  'test/http/console-customer.test.ts',
  'test/http/console-imports.test.ts',
  'test/http/several-schemas.test.ts',
  'test/http/tenant-matrix.test.ts',
  'test/http/scope-matrix.test.ts',
  'test/domain/ledger-model.test.ts',
  'test/domain/demo.test.ts',
  'test/domain/ways-of-orders.test.ts',
  'test/domain/check-ledger.test.ts',
  'test/domain/home-site.test.ts',
  'test/domain/explain-model.test.ts',
  'test/domain/plan-model.test.ts',
  'test/domain/order-model.test.ts',
  'test/domain/demo-history.test.ts',
  'test/domain/killed-counting.test.ts',
  'test/domain/killed-publishing.test.ts',
  'test/journey/typed-client.test.ts',
];

/**
 * Vitest's order, in which larger files come first until it has seen how long each takes; but the files above come before
 * the others of their project. One of them that begins last runs alone for a minute.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const gone = LONG_FILES.filter((file) => !existsSync(join(root, file)));
    if (gone.length > 0) throw new Error(`longest-first.ts names files that are gone: ${gone.join(', ')}`);
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const isLong = ({ moduleId }: TestSpecification) => LONG_FILES.includes(relative(root, moduleId));
    const rank = (file: TestSpecification) =>
      2 * projects.indexOf(file.project.name) + (isLong(file) ? 0 : 1);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
