import { testWorkers } from '@puente/postgres'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    // Each worker has a PostgreSQL of its own, and loads the server's modules once for all its files.
    maxWorkers: testWorkers(),
    isolate: false,
    sequence: { groupOrder: 1 },
    include: ['src/**/*.test.ts'],
    // `npm run test:long` runs those as well.
    exclude: process.env['LONG_TESTS'] ? [] : ['**/*.long.test.ts'],
    globalSetup: ['src/test/global-setup.ts'],
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
