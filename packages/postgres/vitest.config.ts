import { defineConfig } from 'vitest/config'

/**
 * Every test starts real servers, most of them several: on a busy machine that takes longer than the usual five seconds, and
 * so they run when the other packages are done.
 */
export default defineConfig({
  test: {
    name: 'postgres',
    include: ['src/**/*.test.ts'],
    // `npm run test:long` runs those as well.
    exclude: process.env['LONG_TESTS'] ? [] : ['**/*.long.test.ts'],
    maxWorkers: 2,
    sequence: { groupOrder: 2 },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
