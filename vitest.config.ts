import { defineConfig } from 'vitest/config'

/**
 * One run over all packages; each package says in its own file how its tests run. Two files at a time (by itself Vitest would
 * leave one of two cores idle), then, one after another, those that share a database server, or start and kill them.
 */
export default defineConfig({ test: { projects: ['packages/*/vitest.config.ts', 'soak/vitest.config.ts'] } })
