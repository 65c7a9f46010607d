import { defineConfig } from 'vitest/config'

/**
 * One run over all packages; each package says in its own file how its tests run. Two files at a time (by default Vitest would
 * leave one of two cores idle): first those that need no database, then those on a database server of their worker's, then
 * those that start and kill servers. `npm test` runs the last ones by themselves, beside the static checks.
 */
export default defineConfig({ test: { projects: ['packages/*/vitest.config.ts', 'soak/vitest.config.ts'] } })
