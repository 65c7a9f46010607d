/**
 * The API document (OpenAPI 3.1), made from a table of endpoints: same schemas, same codes, nothing written twice. Every
 * schema that the contract exports under a name is a component of the document, and so is every refusal with its text. Everything
 * that is taken and answered has an example.
 */
import { STATUS_CODES } from 'node:http'
import * as z from 'zod/mini'
import texts from '../texts/en.json' with { type: 'json' }
import { API_GUIDE, descriptionOf } from './api-guide.ts'
import { brand } from './brand.ts'
import { exampleMaker, type JsonSchema, type Side } from './examples.ts'
import {
  BEARER_REFUSALS,
  COMMON_REFUSALS,
  type Endpoint,
  type Endpoints,
  type Schema,
  isSchema,
  refusalsOf,
} from './endpoint.ts'
import { ERROR_CODES, type ErrorCode, statusOf } from './errors.ts'
import * as contract from './index.ts'
import { refusalWords } from './refusal-words.ts'

type Json = Record<string, unknown>

/** The exported schemas under the names of their exports. */
const named = z.registry<{ id: string }>()
for (const [id, value] of Object.entries(contract) as [string, unknown][])
  if (typeof value === 'object' && value !== null && '_zod' in value) named.add(value as Schema, { id })

/** Schemas as JSON, and examples of them; what they refer to is gathered in `schemas`. */
const createComponents = () => {
  const schemas: Json = {}
  const example = exampleMaker(schemas)

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

  const fieldsOf = (schema: Schema): string[] => {
    const { properties = {}, $ref } = jsonOf(schema, 'input') as { properties?: Json; $ref?: string }
    const named = schemas[$ref?.split('/').at(-1) ?? ''] as { properties?: Json } | undefined
    return Object.keys(named?.properties ?? properties)
  }

  const exampleOf = (key: string, side: Side, schema: Json): unknown => example(key, side, schema as JsonSchema)

  return { schemas, jsonOf, fieldsOf, exampleOf }
}

type Components = ReturnType<typeof createComponents>

const KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Made once for what is to be done and kept over every repetition; a repetition moves nothing and gets the same answer',
  schema: { type: 'string', pattern: '^[!-~]{16,64}$' },
  example: 'c0a8f3d2-7b1e-4f6a-9d35-2e8b41c7a590',
}

const STEP_UP_PARAMETER = {
  name: 'Step-Up',
  in: 'header',
  required: false,
  description:
    'What `auth/stepup/verify` answered for the challenge of a `stepUpRequired`; serves once, for this call as it was refused',
  schema: { type: 'string' },
  example: 'c3RlcC11cC10b2tlbi1mb3Itb25lLWNhbGw',
}

const TIME_ZONE_PARAMETER = {
  name: 'Time-Zone',
  in: 'header',
  required: false,
  description:
    "IANA name of the zone whose days `fromDate` and `toDate` are; without it the profile's, else America/New_York",
  schema: { type: 'string' },
  example: 'America/New_York',
}

const LAST_EVENT_PARAMETER = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The id of the last event that was read: the stream goes on after it',
  schema: { type: 'string' },
  example: '41',
}

const hasDays = ({ query, body }: Endpoint, { fieldsOf }: Components): boolean =>
  [query, body].some((from) => from && fieldsOf(from).includes('fromDate'))

const parametersOf = (key: string, endpoint: Endpoint, components: Components): Json[] => {
  const { jsonOf, exampleOf } = components
  const listed = (schema: Schema | undefined, where: 'path' | 'query') => {
    if (!schema) return []
    const json = jsonOf(schema, 'input') as { properties?: Json; required?: string[] }
    const examples = exampleOf(key, 'request', { ...json, required: Object.keys(json.properties ?? {}) }) as Json
    return Object.entries(json.properties ?? {}).map(([name, of]) => ({
      name,
      in: where,
      required: where === 'path' || (json.required ?? []).includes(name),
      schema: of,
      example: examples[name],
    }))
  }
  return [
    ...listed(endpoint.params, 'path'),
    ...listed(endpoint.query, 'query'),
    ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(endpoint.stepUp ? [{ $ref: '#/components/parameters/StepUp' }] : []),
    ...(hasDays(endpoint, components) ? [{ $ref: '#/components/parameters/TimeZone' }] : []),
    ...(!isSchema(endpoint.result) && endpoint.result.kind === 'stream'
      ? [{ $ref: '#/components/parameters/LastEventId' }]
      : []),
  ]
}

const requestBodyOf = (key: string, endpoint: Endpoint, { jsonOf, exampleOf }: Components): Json | undefined => {
  if (endpoint.body) {
    const schema = jsonOf(endpoint.body, 'input')
    return { required: true, content: { 'application/json': { schema, example: exampleOf(key, 'request', schema) } } }
  }
  if (!endpoint.multipart) return undefined
  const fields = jsonOf(endpoint.multipart.fields, 'input') as { properties?: Json; required?: string[] }
  const { file } = endpoint.multipart
  const schema = {
    ...fields,
    properties: { ...fields.properties, [file]: { type: 'string', format: 'binary' } },
    required: [...(fields.required ?? []), file],
  }
  return { required: true, content: { 'multipart/form-data': { schema, example: exampleOf(key, 'request', schema) } } }
}

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

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until it may be tried again', schema: { type: 'integer' }, example: 30 },
}

/** The answer with one status: an example for each of its codes, with its text and what it says beside. */
const refusalResponse = (status: number, codes: readonly ErrorCode[]): Json => ({
  description: `${STATUS_CODES[status] ?? status}: ${codes.join(', ')}`,
  ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Refusal' },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})

/** Statuses with the codes that all calls, or all with a bearer, share. They are components; others stand with their call. */
const shared = Map.groupBy<number, ErrorCode>([...COMMON_REFUSALS, ...BEARER_REFUSALS], (code) => statusOf[code])

/** Name of the component that is the refusal of this status, such as `BadRequest`. */
const refusalName = (status: number): string => (STATUS_CODES[status] ?? String(status)).replaceAll(/[^A-Za-z]/g, '')

const sharedResponses = (): Json =>
  Object.fromEntries([...shared].map(([status, codes]) => [refusalName(status), refusalResponse(status, codes)]))

const refusalResponses = (codes: readonly ErrorCode[]): Json => {
  const byStatus = Map.groupBy(codes, (code) => statusOf[code])
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      String(status),
      of.toSorted().join() === shared.get(status)?.toSorted().join()
        ? { $ref: `#/components/responses/${refusalName(status)}` }
        : refusalResponse(status, of),
    ]),
  )
}

/** What some refusals say beside their code. */
const DETAILS: Partial<Record<ErrorCode, Json>> = {
  invalidRequest: { field: 'note' },
  invalidAmount: { field: 'amount' },
  invalidTo: { field: 'toUser' },
  sessionClosed: { reason: 'idle' },
  tooManyRequests: { retryAfterSeconds: 30 },
  kycRequired: { missing: ['tier1'] },
  limitExceeded: { row: 'L-08', limitCents: 250_000, leftCents: 12_500, freesAt: '2026-11-25T15:04:05.000Z' },
  maxWithdrawLimitReached: { row: 'L-12', remainingCents: 12_500 },
  accountRestricted: { reason: 'frozen' },
  stepUpRequired: {
    challengeId: `chl_${'019ab2c4d5e67f808a1b2c3d4e5f0001'.repeat(2)}`,
    factors: ['totp', 'recoveryCode'],
    intent: { operation: 'sendInApp', payee: 'Ana Ruiz', amount: 250_000, currency: 'USD' },
  },
}

const READER = { locale: 'en-US', timeZone: 'America/New_York' }

/** The text of a refusal in English, its blanks filled from the details. */
const messageOf = (code: ErrorCode, details: Json): string => {
  const at = (path: string) =>
    path.split('.').reduce<unknown>((part, name) => (part as Json | undefined)?.[name], texts) as string | undefined
  const { key, values } = refusalWords(code, details, READER, (path) => typeof at(path) === 'string')
  return (at(key) ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

const refusalExamples = (table: Endpoints): Json => {
  const codes = new Set(Object.values(table).flatMap(refusalsOf))
  const listed = ERROR_CODES.filter((code) => codes.has(code))
  return Object.fromEntries(
    listed.map((code) => {
      const details = DETAILS[code]
      const message = messageOf(code, details ?? {})
      const value = {
        code,
        message,
        ...(details ? { details } : {}),
        requestId: '0c8f3d27-b1e4-4f6a-9d35-2e8b41c7a590',
      }
      return [code, { summary: message, value }]
    }),
  )
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
      parameters: {
        IdempotencyKey: KEY_PARAMETER,
        StepUp: STEP_UP_PARAMETER,
        TimeZone: TIME_ZONE_PARAMETER,
        LastEventId: LAST_EVENT_PARAMETER,
      },
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
