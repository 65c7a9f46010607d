import { defineConfig } from 'vitest/config'

/** The short slice of the fault suites; `npm run soak` runs them at full length. */
export default defineConfig({
  test: { name: 'soak', include: ['**/*.test.ts'], testTimeout: 120_000, hookTimeout: 60_000 },
})
