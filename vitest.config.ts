import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They take the longest; begun late, one of them keeps a single worker busy in the end. */
const longest = [
  ...[
    'scripts/checks/docs-commands',
    'server/test/scope-limited',
    'server/test/matrix',
    'server/test/asset-versions',
  ],
  ...[
    'server/test/edge-values',
    'masters/works',
    'bulk-jobs/bulk-jobs',
    'operations/backup',
    'server/test/scope',
  ],
  ...['server/test/blind-counter', 'server/test/fuzz', 'server/test/authority-model', 'kernel/db/connection'],
]

/** Vitest knows how long a file takes only where it ran before, and begins with the largest otherwise. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['{server,contract,packages,scripts,bench}/**/*.test.ts'],
          globalSetup: ['server/test/postgres-setup.ts'],
          // Every file has its own database, so files may share a process; loading the server once is most of the time.
          isolate: false,
          // One more than there are cores in CI: a quarter of the time tests wait for limits and polls.
          maxWorkers: 3,
          // A shared machine may stand still for seconds: the reporter names what passed only when tried again.
          retry: process.env.CI === undefined ? 0 : 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'node',
          include: ['web/src/**/*.test.{ts,tsx}'],
          globalSetup: ['web/test/texts-setup.ts'],
        },
      },
      './vitest.components.config.ts',
    ],
  },
})
