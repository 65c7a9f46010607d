import { defineConfig } from 'vitest/config'

/**
 * Every test starts real servers, most of them several: on a busy machine that takes longer than the usual five seconds, and
 * so they run one after another when the other packages are done.
 */
export default defineConfig({
  test: {
    name: 'postgres',
    include: ['src/**/*.test.ts'],
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
