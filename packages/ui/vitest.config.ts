import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'ui',
    maxWorkers: 3,
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    environment: 'jsdom',
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    setupFiles: ['src/test/setup.ts'],
    // One jsdom per worker: setting it up for each small file costs more than the tests.
    isolate: false,
  },
})
