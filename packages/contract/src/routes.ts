import type { Endpoints } from './endpoint.ts'

/** Source of `routes.gen.ts`: `key: 'METHOD /path'` for every endpoint, which is all that a client must know to send it. */
export const routesModule = (table: Endpoints): string => {
  const lines = Object.entries(table).map(([key, { method, path }]) => `  ${key}: '${method} ${path}',`)
  return [
    '// Generated from the endpoints by `npm run generate -w @puente/contract`.',
    'export const routes = {',
    ...lines,
    '} as const',
    '',
  ].join('\n')
}
