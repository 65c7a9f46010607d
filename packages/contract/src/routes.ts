import { endpointOf, endpoints, type EndpointKey } from './index.ts'

/** Source of `routes.gen.ts`: `key: 'METHOD /path'` for every endpoint, with what the client must know to send it. */
export const routesModule = (): string => {
  const lines = (Object.keys(endpoints) as EndpointKey[]).map((key) => {
    const { method, path } = endpointOf(key)
    return `  ${key}: '${method} ${path}',`
  })
  return [
    '// Generated from the endpoints by `npm run generate -w @puente/contract`.',
    'export const routes = {',
    ...lines,
    '} as const',
    '',
  ].join('\n')
}
