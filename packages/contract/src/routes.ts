import type { Endpoint, Endpoints } from './endpoint.ts'

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

/** They read, and are no GET because of what they are asked with. */
const READ_BY_POST: ReadonlySet<string> = new Set([
  'listTransactions',
  'getTransaction',
  'getTransactions',
  'feeAmount',
  'search',
])

/**
 * Whether a call that got no answer may simply be sent again: money moves once for each key, and reading changes nothing. A GET
 * that sends a code is no reading.
 */
const isRepeatable = (key: string, { method, idempotent, throttle }: Endpoint): boolean =>
  idempotent === true || (method === 'GET' && throttle !== 'codes') || READ_BY_POST.has(key)

/** Source of `calls.gen.ts`: what a client has to know of every call besides its types. */
export const callsModule = (table: Endpoints): string => {
  const lines = Object.entries(table).map(([key, endpoint]) => {
    const { method, path, access, idempotent, multipart } = endpoint
    const marks = [
      access,
      ...(idempotent ? ['keyed'] : []),
      ...(isRepeatable(key, endpoint) ? ['repeatable'] : []),
      ...(multipart ? [`file:${multipart.file}`] : []),
    ]
    return `  ${key}: '${method} ${path} ${marks.join(' ')}',`
  })
  return [
    '// Generated from the endpoints by `npm run generate -w @puente/contract`.',
    'export const calls = {',
    ...lines,
    '} as const',
    '',
  ].join('\n')
}
