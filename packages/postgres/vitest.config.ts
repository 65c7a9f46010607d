import { defineConfig } from 'vitest/config'

/** Every test starts real servers, most of them several: on a busy machine that takes longer than the usual five seconds. */
export default defineConfig({
  test: { name: 'postgres', include: ['src/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
})
