import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts', 'contract/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['server/test/postgres-setup.ts'],
          // Every file has its own database, so files may share a process; loading the server once is most of the time.
          isolate: false,
          // One more than there are cores in CI: a quarter of the time tests wait for limits and polls.
          maxWorkers: 3,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'web', environment: 'node', include: ['web/src/**/*.test.{ts,tsx}'] } },
    ],
  },
})
