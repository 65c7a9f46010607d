import { defineConfig } from 'vitest/config'

/** One run over all packages; each package says in its own file how its tests run. */
export default defineConfig({ test: { projects: ['packages/*/vitest.config.ts', 'soak/vitest.config.ts'] } })
