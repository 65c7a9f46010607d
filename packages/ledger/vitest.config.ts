import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'ledger',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/test/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
