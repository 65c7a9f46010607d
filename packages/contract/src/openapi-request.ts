/** What the API document says a call takes: parameters, headers and body, each with its example. */
import { type Endpoint, isSchema, type Schema } from './endpoint.ts'
import type { Components, Json } from './openapi-components.ts'

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

/** The headers that calls have in common, as components. */
export const HEADERS = {
  IdempotencyKey: KEY_PARAMETER,
  StepUp: STEP_UP_PARAMETER,
  TimeZone: TIME_ZONE_PARAMETER,
  LastEventId: LAST_EVENT_PARAMETER,
}

const hasDays = ({ query, body }: Endpoint, { fieldsOf }: Components): boolean =>
  [query, body].some((from) => from && fieldsOf(from).includes('fromDate'))

/** What a call takes beside its body: in its path, its query, and its headers. */
export const parametersOf = (key: string, endpoint: Endpoint, components: Components): Json[] => {
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

/** The body of a call, as JSON or as a form with a file; undefined without one. */
export const requestBodyOf = (key: string, endpoint: Endpoint, { jsonOf, exampleOf }: Components): Json | undefined => {
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
