import { defineConfig } from 'vitest/config'

/**
 * One run over all packages; each package says in its own file how its tests run. Three files at a time, since each waits now and
 * then (by default Vitest would leave one of two cores idle): first those that need no database, then those on a database server of
 * their worker's, then, two at a time, those that start and kill servers. `npm test` runs the last ones by themselves, beside the
 * static checks.
 */
export default defineConfig({ test: { projects: ['packages/*/vitest.config.ts', 'soak/vitest.config.ts'] } })
