import { defineConfig } from 'vitest/config'

/** The short slice of the fault suites, with the machine to itself; `npm run soak` runs them at full length. */
export default defineConfig({
  test: {
    name: 'soak',
    include: ['**/*.test.ts'],
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
