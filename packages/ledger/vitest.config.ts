import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'ledger',
    // What is written is judged when every transaction of the server before it has ended: one file at a time.
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/test/global-setup.ts'],
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
