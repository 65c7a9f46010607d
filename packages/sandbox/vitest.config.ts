import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'sandbox',
    maxWorkers: 3,
    // A worker loads the sandbox's modules once for all its files.
    isolate: false,
    include: ['src/**/*.test.ts'],
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
