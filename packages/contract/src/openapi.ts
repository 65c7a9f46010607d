/** The API document (OpenAPI 3.1), made from the table of endpoints: same schemas, same codes, nothing written twice. */
import * as z from 'zod/mini'
import { brand } from './brand.ts'
import { type Endpoint, type Schema, isSchema, refusalsOf } from './endpoint.ts'
import { ERROR_CODES, type ErrorCode, statusOf } from './errors.ts'
import { endpointOf, endpoints, type EndpointKey } from './index.ts'

type Json = Record<string, unknown>

const jsonSchema = (schema: Schema, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const parametersOf = (endpoint: Endpoint): Json[] => {
  const listed = (schema: Schema | undefined, where: 'path' | 'query') => {
    if (!schema) return []
    const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] }
    return Object.entries(properties).map(([name, of]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: of,
    }))
  }
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    schema: { type: 'string', pattern: '^[!-~]{16,64}$' },
  }
  return [...listed(endpoint.params, 'path'), ...listed(endpoint.query, 'query'), ...(endpoint.idempotent ? [key] : [])]
}

const requestBodyOf = (endpoint: Endpoint): Json | undefined => {
  if (endpoint.body)
    return { required: true, content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } }
  if (!endpoint.multipart) return undefined
  const fields = jsonSchema(endpoint.multipart.fields, 'input') as { properties?: Json }
  const properties = { ...fields.properties, [endpoint.multipart.file]: { type: 'string', format: 'binary' } }
  return { required: true, content: { 'multipart/form-data': { schema: { ...fields, properties } } } }
}

const successOf = (endpoint: Endpoint): Json => {
  const { result } = endpoint
  if (isSchema(result)) {
    const schema = { type: 'object', properties: { data: jsonSchema(result, 'output') }, required: ['data'] }
    return { description: 'Accepted', content: { 'application/json': { schema } } }
  }
  const types = result.kind === 'file' ? result.contentTypes : ['text/event-stream']
  return { description: 'Accepted', content: Object.fromEntries(types.map((type) => [type, {}])) }
}

const refusalResponses = (codes: readonly ErrorCode[]): Json => {
  const byStatus = Map.groupBy(codes, (code) => statusOf[code])
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      String(status),
      {
        description: of.join(', '),
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Refusal' } },
        },
      },
    ]),
  )
}

const securityOf = (endpoint: Endpoint): Json[] => {
  if (endpoint.access === 'user') return [{ bearer: [] }]
  if (endpoint.access === 'optional') return [{}, { bearer: [] }]
  return endpoint.access === 'cookie' ? [{ cookie: [] }] : []
}

const operationOf = (key: EndpointKey): Json => {
  const endpoint = endpointOf(key)
  const requestBody = requestBodyOf(endpoint)
  return {
    operationId: key,
    summary: endpoint.summary,
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(requestBody ? { requestBody } : {}),
    responses: { 200: successOf(endpoint), ...refusalResponses(refusalsOf(endpoint)) },
  }
}

/** The whole document; plain data, ready for `JSON.stringify`. */
export const openApiDocument = (): Json => {
  const paths: Record<string, Json> = {}
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    const { method, path } = endpointOf(key)
    const at = (paths[`/api${path}`] ??= {})
    at[method.toLowerCase()] = operationOf(key)
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand.appName} API`, version: '1' },
    components: {
      schemas: {
        Refusal: {
          type: 'object',
          properties: {
            code: { type: 'string', enum: [...ERROR_CODES] },
            message: { type: 'string' },
            details: { type: 'object' },
            requestId: { type: 'string' },
          },
          required: ['code', 'message', 'requestId'],
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-puente' },
      },
    },
    paths,
  }
}
