/**
 * Writes what is derived from the table of endpoints: the API document, and the small map of methods and paths that
 * the web client carries instead of all schemas. Run with `npm run generate -w @puente/contract`; a test fails when
 * either is stale.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from './openapi.ts'
import { routesModule } from './routes.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

writeFileSync(here('../openapi.json'), `${JSON.stringify(openApiDocument(), null, 2)}\n`)
writeFileSync(here('./routes.gen.ts'), routesModule())
