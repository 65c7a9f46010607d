import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'ledger',
    maxWorkers: 2,
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/test/global-setup.ts'],
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
