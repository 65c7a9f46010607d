/**
 * Writes what is derived from the table of endpoints: the API document, and the small maps that the web
 * application and `@puente/client` carry instead of all schemas. Run with `npm run generate -w @puente/contract`; a test fails when
 * one of them is stale.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { appEndpoints } from './index.ts'
import { openApiDocument } from './openapi.ts'
import { callsModule, routesModule } from './routes.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const WIDTH = 120

/** JSON with every value on one line that fits there, so that a change of one field is read as one. */
const laidOut = (value: unknown, indent = ''): string => {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line
  const isList = Array.isArray(value)
  const inner = `${indent}  `
  const parts = Object.entries(value)
    .filter(([, of]) => of !== undefined)
    .map(([key, of]) => `${inner}${isList ? '' : `${JSON.stringify(key)}: `}${laidOut(of, inner)}`)
  return `${isList ? '[' : '{'}\n${parts.join(',\n')}\n${indent}${isList ? ']' : '}'}`
}

writeFileSync(here('../openapi.json'), `${laidOut(openApiDocument(appEndpoints))}\n`)
writeFileSync(here('./routes.gen.ts'), routesModule(appEndpoints))
writeFileSync(here('./calls.gen.ts'), callsModule(appEndpoints))
