/**
 * The API document (OpenAPI 3.1), made from a table of endpoints: same schemas, same codes, nothing written twice. Every
 * schema that the contract exports under a name is a component of the document, and so is every status of a refusal.
 */
import { STATUS_CODES } from 'node:http'
import * as z from 'zod/mini'
import { brand } from './brand.ts'
import { type Endpoint, type Endpoints, type Schema, isSchema, refusalsOf } from './endpoint.ts'
import { ERROR_CODES, type ErrorCode, statusOf } from './errors.ts'
import * as contract from './index.ts'

type Json = Record<string, unknown>

/** The exported schemas under the names of their exports. */
const named = z.registry<{ id: string }>()
for (const [id, value] of Object.entries(contract) as [string, unknown][])
  if (typeof value === 'object' && value !== null && '_zod' in value) named.add(value as Schema, { id })

/** Schemas as JSON; what they refer to is gathered in `schemas`. */
const createComponents = () => {
  const schemas: Json = {}

  const withRefs = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withRefs)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, of]): [string, unknown] => [
      key,
      key === '$ref' ? String(of).replace('#/$defs/', '#/components/schemas/') : withRefs(of),
    ])
    return Object.fromEntries(entries)
  }

  const jsonOf = (schema: Schema, io: 'input' | 'output'): Json => {
    const json = z.toJSONSchema(schema, { io, metadata: named, unrepresentable: 'any' })
    const { $schema: _, $defs = {}, ...rest } = json
    Object.assign(schemas, withRefs($defs))
    return withRefs(rest) as Json
  }

  return { schemas, jsonOf }
}

type JsonOf = ReturnType<typeof createComponents>['jsonOf']

const KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', pattern: '^[!-~]{16,64}$' },
}

const STEP_UP_PARAMETER = {
  name: 'Step-Up',
  in: 'header',
  required: false,
  description:
    'What `auth/stepup/verify` answered for the challenge of a `stepUpRequired`; serves once, for this call as it was refused',
  schema: { type: 'string' },
}

const parametersOf = (endpoint: Endpoint, jsonOf: JsonOf): Json[] => {
  const listed = (schema: Schema | undefined, where: 'path' | 'query') => {
    if (!schema) return []
    const { properties = {}, required = [] } = jsonOf(schema, 'input') as { properties?: Json; required?: string[] }
    return Object.entries(properties).map(([name, of]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: of,
    }))
  }
  return [
    ...listed(endpoint.params, 'path'),
    ...listed(endpoint.query, 'query'),
    ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(endpoint.stepUp ? [{ $ref: '#/components/parameters/StepUp' }] : []),
  ]
}

const requestBodyOf = (endpoint: Endpoint, jsonOf: JsonOf): Json | undefined => {
  if (endpoint.body)
    return { required: true, content: { 'application/json': { schema: jsonOf(endpoint.body, 'input') } } }
  if (!endpoint.multipart) return undefined
  const fields = jsonOf(endpoint.multipart.fields, 'input') as { properties?: Json }
  const properties = { ...fields.properties, [endpoint.multipart.file]: { type: 'string', format: 'binary' } }
  return { required: true, content: { 'multipart/form-data': { schema: { ...fields, properties } } } }
}

const successOf = ({ result }: Endpoint, jsonOf: JsonOf): Json => {
  if (isSchema(result)) {
    const schema = { type: 'object', properties: { data: jsonOf(result, 'output') }, required: ['data'] }
    return { description: 'Accepted', content: { 'application/json': { schema } } }
  }
  const types = result.kind === 'stream' ? ['text/event-stream'] : result.contentTypes
  return { description: 'Accepted', content: Object.fromEntries(types.map((type) => [type, {}])) }
}

/** Name of the component that is the refusal of this status, such as `BadRequest`. */
const refusalName = (status: number): string => (STATUS_CODES[status] ?? String(status)).replaceAll(/[^A-Za-z]/g, '')

/** One response for each status, by reference; its description names the codes. */
const refusalResponses = (codes: readonly ErrorCode[]): Json => {
  const byStatus = Map.groupBy(codes, (code) => statusOf[code])
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      String(status),
      { $ref: `#/components/responses/${refusalName(status)}`, description: of.join(', ') },
    ]),
  )
}

const securityOf = (endpoint: Endpoint): Json[] => {
  if (endpoint.access === 'user') return [{ bearer: [] }]
  if (endpoint.access === 'optional') return [{}, { bearer: [] }]
  return endpoint.access === 'cookie' ? [{ cookie: [] }] : []
}

const operationOf = (key: string, endpoint: Endpoint, jsonOf: JsonOf): Json => {
  const parameters = parametersOf(endpoint, jsonOf)
  const requestBody = requestBodyOf(endpoint, jsonOf)
  return {
    operationId: key,
    summary: endpoint.summary,
    security: securityOf(endpoint),
    ...(endpoint.needs ? { 'x-needs': endpoint.needs } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { 200: successOf(endpoint, jsonOf), ...refusalResponses(refusalsOf(endpoint)) },
  }
}

const REFUSAL = {
  type: 'object',
  properties: {
    code: { type: 'string', enum: [...ERROR_CODES] },
    message: { type: 'string' },
    details: { type: 'object' },
    requestId: { type: 'string' },
  },
  required: ['code', 'message', 'requestId'],
}

/** A response for every status that one of these endpoints refuses with. */
const refusalComponents = (table: Endpoints): Json => {
  const codes = Object.values(table).flatMap(refusalsOf)
  const statuses = [...new Set(codes.map((code) => statusOf[code]))].toSorted((a, b) => a - b)
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
  return Object.fromEntries(
    statuses.map((status) => [refusalName(status), { description: STATUS_CODES[status] ?? '', content }]),
  )
}

/** The whole document of one audience's endpoints; plain data, ready for `JSON.stringify`. */
export const openApiDocument = (table: Endpoints): Json => {
  const { schemas, jsonOf } = createComponents()
  const paths: Record<string, Json> = {}
  for (const [key, endpoint] of Object.entries(table)) {
    const at = (paths[`/api${endpoint.path}`] ??= {})
    at[endpoint.method.toLowerCase()] = operationOf(key, endpoint, jsonOf)
  }
  const byName = Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    openapi: '3.1.0',
    info: { title: `${brand.appName} API`, version: '1' },
    components: {
      schemas: { Refusal: REFUSAL, ...Object.fromEntries(byName) },
      responses: refusalComponents(table),
      parameters: { IdempotencyKey: KEY_PARAMETER, StepUp: STEP_UP_PARAMETER },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-puente' },
      },
    },
    paths,
  }
}
