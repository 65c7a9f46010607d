/** The API document and what the page reads out of it. */

/** Any object of JSON. */
export type Json = Record<string, unknown>
type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
}
type Content = Record<
  string,
  { schema?: Schema; example?: unknown; examples?: Record<string, unknown>; 'x-events'?: Record<string, Schema> }
>
/** What a call takes in its path, its query, or a header. */
export type Parameter = {
  $ref?: string
  name?: string
  in?: string
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}
type Response = {
  $ref?: string
  description?: string
  headers?: Record<string, { description?: string }>
  content?: Content
}
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Json[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}
type Refusal = { value: { code: string; message: string } }

/** The API document, as far as the page reads it. */
export type ApiDocument = {
  info: { title: string; description: string }
  components: {
    schemas: Record<string, Schema>
    examples: Record<string, Refusal>
    responses: Record<string, Response>
    parameters: Record<string, Parameter>
  }
  paths: Record<string, Record<string, Operation>>
}

/** One call of the document, with its method and its path. */
export type Call = Operation & { method: string; path: string }

/** An example of a parameter, as it stands in an address. */
export const plain = (example: unknown): string =>
  typeof example === 'string' ? example : example === null || example === undefined ? '' : JSON.stringify(example)

/** The name of the component that a reference means. */
export const nameIn = (ref: string): string => ref.split('/').at(-1) ?? ''

/** A schema with what it refers to put in. */
export const resolved = (api: ApiDocument, schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : { ...resolved(api, api.components.schemas[nameIn(schema.$ref)] ?? {}), ...schema }

/** What a field may hold, in a few words. */
export const kindOf = (api: ApiDocument, given: Schema): string => {
  const schema = resolved(api, given)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((one) => kindOf(api, one)).join(' or ')
  if (schema.items) return `list of ${kindOf(api, schema.items)}`
  const type = [schema.type ?? 'anything'].flat().join(' or ')
  if (schema.format) return schema.format
  const bounds = type.includes('number') || type.includes('integer') ? [schema.minimum, schema.maximum] : []
  const [least, most] = bounds.map((bound) => (bound === undefined || Math.abs(bound) > 1e14 ? undefined : bound))
  return [type, least !== undefined && `from ${least}`, most !== undefined && `to ${most}`].filter(Boolean).join(' ')
}

/** Every field of an object, those within it behind dots. */
export const fieldsOf = (api: ApiDocument, given: Schema, before = '', depth = 0): string[][] => {
  const schema = resolved(api, given)
  const { properties = {}, required = [] } = schema.items ? resolved(api, schema.items) : schema
  return Object.entries(properties).flatMap(([name, of]) => {
    const inner = resolved(api, of)
    const path = `${before}${name}${inner.items ? '[]' : ''}`
    const row = [path, kindOf(api, of), required.includes(name) ? 'always' : 'may be left out']
    const within = depth < 3 && (inner.properties ?? (inner.items && resolved(api, inner.items).properties))
    return [row, ...(within ? fieldsOf(api, of, `${path}.`, depth + 1) : [])]
  })
}

/** The parameters of a call, those it shares with others put in. */
export const parametersOf = (api: ApiDocument, { parameters = [] }: Call): Parameter[] =>
  parameters.map((one) => (one.$ref ? (api.components.parameters[nameIn(one.$ref)] ?? {}) : one))

/** The example of a call's JSON body; undefined without one. */
export const jsonBody = ({ requestBody }: Call): unknown => requestBody?.content['application/json']?.example
