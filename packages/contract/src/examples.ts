/**
 * An example of everything a call takes and answers, made from its schema with the samples of `samples.ts`. What a schema
 * cannot say of itself (a rule between two fields) stands in `CALLS` of `call-samples.ts`; a test holds every example against the schemas.
 */
import type { EndpointKey } from './app/index.ts'
import { CALLS, PARTS } from './call-samples.ts'
import { SAMPLES, SHOWN_OPTIONAL } from './samples.ts'

/** The parts of JSON Schema that Zod writes for our schemas. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  not?: object
}

type Components = Readonly<Record<string, unknown>>
export type Side = 'request' | 'result'

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

const isOfType = (schema: JsonSchema, value: unknown): boolean => {
  const types = schema.type === undefined ? [] : [schema.type].flat()
  const is = typeOf(value)
  return types.length === 0 || types.includes(is) || (is === 'number' && types.includes('integer'))
}

const fitsText = ({ pattern, minLength = 0, maxLength = Infinity }: JsonSchema, value: unknown): boolean =>
  typeof value !== 'string' ||
  (value.length >= minLength &&
    value.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(value)))

const fitsNumber = ({ minimum = -Infinity, maximum = Infinity }: JsonSchema, value: unknown): boolean =>
  typeof value !== 'number' || (value >= minimum && value <= maximum)

/** The first 32 digits of an id; ids of different kinds differ by their prefix alone. */
const ID = '019ab2c4d5e67f808a1b2c3d4e5f00a1'

const made = (schema: JsonSchema, name: string): unknown => {
  const type = [schema.type ?? 'string'].flat()[0]
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (type === 'boolean') return true
  if (type === 'null') return null
  const id = /^\^([a-z]{3}_)/.exec(schema.pattern ?? '')?.[1]
  if (id === 'chl_') return `${id}${ID}${ID}`
  if (id !== undefined) return `${id}${ID}`
  if (schema.format === 'date-time') return '2026-11-24T15:04:05.000Z'
  if (schema.format === 'date' || schema.pattern?.startsWith('^\\d{4}-\\d{2}-\\d{2}$')) return '2026-11-24'
  if (schema.format === 'uuid' || schema.pattern?.includes('[0-9a-f]{8}(-'))
    return '019ab2c4-d5e6-7f80-8a1b-2c3d4e5f00a1'
  if (schema.format === 'binary') return '(bytes)'
  return name
}

/** Makes examples of the schemas of a document. */
export const exampleMaker = (components: Components) => {
  const resolved = (schema: JsonSchema): JsonSchema => {
    if (schema.$ref === undefined) return schema
    const { $ref, ...beside } = schema
    return { ...resolved(components[$ref.split('/').at(-1) ?? ''] as JsonSchema), ...beside }
  }

  const fits = (given: JsonSchema, value: unknown): boolean => {
    const schema = resolved(given)
    if (schema.const !== undefined) return value === schema.const
    if (schema.enum) return schema.enum.includes(value)
    if (schema.anyOf) return schema.anyOf.some((one) => fits(one, value))
    if (schema.allOf && !schema.allOf.every((one) => fits(one, value))) return false
    if (!isOfType(schema, value) || !fitsText(schema, value) || !fitsNumber(schema, value)) return false
    if (Array.isArray(value) && schema.items) return value.every((one) => fits(schema.items ?? {}, one))
    if (typeOf(value) !== 'object') return true
    const { properties = {}, required = [], additionalProperties } = schema
    const has = value as Record<string, unknown>
    if (required.some((key) => !(key in has))) return false
    return Object.entries(has).every(([key, one]) =>
      properties[key] ? fits(properties[key], one) : additionalProperties !== false,
    )
  }

  const objectOf = ({ properties = {}, required = [], additionalProperties }: JsonSchema, side: Side): unknown => {
    if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object')
      return { name: exampleOf(additionalProperties, 'name', side) }
    const shown = Object.entries(properties).filter(
      ([key, { not }]) => !not && (required.includes(key) || (side === 'request' && SHOWN_OPTIONAL.has(key))),
    )
    return Object.fromEntries(shown.map(([key, of]) => [key, exampleOf(of, key, side)]))
  }

  const exampleOf = (given: JsonSchema, name: string, side: Side): unknown => {
    const sample = (SAMPLES[name] ?? []).find((value) => fits(given, value))
    if (sample !== undefined) return sample
    const part = PARTS[given.$ref?.split('/').at(-1) ?? '']
    if (part) return { ...(objectOf(resolved(given), side) as object), ...part }
    const schema = resolved(given)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    const [first] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
    if (first) return exampleOf(first, name, side)
    if (schema.properties || schema.additionalProperties || schema.type === 'object') return objectOf(schema, side)
    if (schema.prefixItems) return schema.prefixItems.map((one) => exampleOf(one, name, side))
    if (schema.items) return [exampleOf(schema.items, name.replace(/s$/, ''), side)]
    if (schema.default !== undefined) return schema.default
    return made(schema, name)
  }

  /** The example of what a call takes, or of what it answers. */
  return (key: string, side: Side, schema: JsonSchema): unknown => {
    const example = exampleOf(schema, '', side)
    const instead = CALLS[key as EndpointKey]?.[side]
    return instead ? { ...(example as object), ...instead } : example
  }
}
