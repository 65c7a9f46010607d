import { defineConfig } from 'vitest/config'

/**
 * The short slice of the fault suites, two at a time: each has servers of its own, and nothing about speed is judged.
 * `npm run soak` runs them at full length, one after another.
 */
export default defineConfig({
  test: {
    name: 'soak',
    include: ['**/*.test.ts'],
    // `npm run test:long` runs those as well.
    exclude: process.env['LONG_TESTS'] ? [] : ['**/*.long.test.ts'],
    maxWorkers: 2,
    sequence: { groupOrder: 2 },
    // A busy machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})
