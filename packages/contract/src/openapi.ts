/**
 * The API document (OpenAPI 3.1), made from a table of endpoints: same schemas, same codes, nothing written twice. Every
 * schema that the contract exports under a name is a component of the document, and so is every refusal with its text. Everything
 * that is taken and answered has an example.
 */
import { API_GUIDE, descriptionOf } from './api-guide.ts'
import { brand } from './brand.ts'
import { type Endpoint, type Endpoints, isSchema, refusalsOf } from './endpoint.ts'
import * as contract from './index.ts'
import { type Components, createComponents, type Json } from './openapi-components.ts'
import { REFUSAL, refusalExamples, refusalResponses, sharedResponses } from './openapi-refusals.ts'
import { HEADERS, parametersOf, requestBodyOf } from './openapi-request.ts'

const REPLAYED = {
  'Idempotent-Replayed': {
    description: '`true` where the answer is that of an earlier call under the same key',
    schema: { type: 'string', enum: ['true'] },
  },
}

/** What a stream looks like, and what each of its events holds. */
const streamContent = ({ jsonOf }: Components): Json => ({
  'text/event-stream': {
    schema: { type: 'string' },
    example: 'id: 42\nevent: transaction\ndata: {"id":"txn_019ab2c4d5e67f808a1b2c3d4e5f00a1","version":2}\n\n',
    'x-events': Object.fromEntries(
      Object.entries(contract.LIVE_EVENTS).map(([name, schema]) => [name, jsonOf(schema, 'output')]),
    ),
  },
})

const successOf = (key: string, { result, idempotent }: Endpoint, components: Components): Json => {
  if (isSchema(result)) {
    const data = components.jsonOf(result, 'output')
    const schema = { type: 'object', properties: { data }, required: ['data'] }
    return {
      description: 'Accepted',
      ...(idempotent ? { headers: REPLAYED } : {}),
      content: { 'application/json': { schema, example: { data: components.exampleOf(key, 'result', data) } } },
    }
  }
  if (result.kind === 'stream') return { description: 'Accepted', content: streamContent(components) }
  const bytes = { schema: { type: 'string', format: 'binary' } }
  return { description: 'Accepted', content: Object.fromEntries(result.contentTypes.map((type) => [type, bytes])) }
}

/** The feature of a call: the exported table that holds it. */
const tagOf = (endpoint: Endpoint): string =>
  Object.entries(contract).find(
    ([name, table]) =>
      !name.endsWith('Endpoints') &&
      typeof table === 'object' &&
      (Object.values(table as object) as unknown[]).includes(endpoint),
  )?.[0] ?? 'other'

const securityOf = (endpoint: Endpoint): Json[] => {
  if (endpoint.access === 'user') return [{ bearer: [] }]
  if (endpoint.access === 'optional') return [{}, { bearer: [] }]
  return endpoint.access === 'cookie' ? [{ cookie: [] }] : []
}

const operationOf = (key: string, endpoint: Endpoint, components: Components): Json => {
  const parameters = parametersOf(key, endpoint, components)
  const requestBody = requestBodyOf(key, endpoint, components)
  const description = descriptionOf(endpoint, components.fieldsOf)
  return {
    operationId: key,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    ...(description === '' ? {} : { description }),
    security: securityOf(endpoint),
    ...(endpoint.needs ? { 'x-needs': endpoint.needs } : {}),
    'x-budget': endpoint.throttle,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { 200: successOf(key, endpoint, components), ...refusalResponses(refusalsOf(endpoint)) },
  }
}

/** The whole document of one audience's endpoints; plain data, ready for `JSON.stringify`. */
export const openApiDocument = (table: Endpoints): Json => {
  const parts = createComponents()
  const paths: Record<string, Json> = {}
  for (const [key, endpoint] of Object.entries(table)) {
    const at = (paths[`/api${endpoint.path}`] ??= {})
    at[endpoint.method.toLowerCase()] = operationOf(key, endpoint, parts)
  }
  const byName = Object.entries(parts.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const tags = [...new Set(Object.values(table).map(tagOf))]
  return {
    openapi: '3.1.0',
    info: { title: `${brand.appName} API`, version: '1', description: API_GUIDE },
    servers: [{ url: '/', description: 'The Puente that serves this document' }],
    tags: tags.map((name) => ({ name })),
    components: {
      schemas: { Refusal: REFUSAL, ...Object.fromEntries(byName) },
      examples: refusalExamples(table),
      responses: sharedResponses(),
      parameters: HEADERS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'What `POST /api/auth/session` and its refresh answer; lasts five minutes',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-puente',
          description: 'Set by `POST /api/auth/session`; read by a few calls of the session alone',
        },
      },
    },
    paths,
  }
}
