/**
 * Nothing leaves that its endpoint does not declare. The schema could say so of every answer by itself, but it builds the
 * answer anew, which for a list costs more than making it did. So each schema is compiled once into a plain look at a
 * value: whether it is already exactly what the schema would make of it. If so it goes out as it is. Anything else, and any
 * schema of a kind that is not known here, is the schema's own business: it takes away what is undeclared, or throws.
 */
import type { Schema } from '@puente/contract'
import type * as z from 'zod/mini'
import type { core } from 'zod/mini'

/** Whether the schema would accept the value and give back an equal one. */
type Look = (value: unknown) => boolean

/** What is looked at of a schema: `def` of every kind in one shape. */
type Definition = {
  type: string
  checks?: unknown[]
  format?: string
  pattern?: RegExp
  innerType?: core.$ZodType
  element?: core.$ZodType
  shape?: Record<string, core.$ZodType>
  catchall?: core.$ZodType
  keyType?: core.$ZodType
  valueType?: core.$ZodType
}

const definitionOf = (schema: core.$ZodType): Definition => schema._zod.def as unknown as Definition

const DAYS_AND_MOMENTS = new Set(['date', 'datetime'])

const textLook = ({ format, pattern }: Definition): Look | null => {
  if (format === undefined) return (value) => typeof value === 'string'
  if (!DAYS_AND_MOMENTS.has(format) || pattern === undefined || pattern.global || pattern.sticky) return null
  return (value) => typeof value === 'string' && pattern.test(value)
}

const patternLook = ({ _zod: { pattern } }: core.$ZodType): Look | null =>
  pattern && !pattern.global && !pattern.sticky ? (value) => typeof value === 'string' && pattern.test(value) : null

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** `undefined` is left out of the text on the wire, as an absent key is. */
const objectLook = ({ shape = {}, catchall }: Definition): Look | null => {
  const fields = Object.entries(shape).map(([key, schema]) => [key, lookOf(schema)] as const)
  if (fields.some(([, look]) => look === null)) return null
  const known = fields as (readonly [string, Look])[]
  const isLoose = catchall !== undefined && definitionOf(catchall).type === 'unknown'
  if (catchall !== undefined && !isLoose && definitionOf(catchall).type !== 'never') return null
  const isDeclared = new Set(known.map(([key]) => key))
  return (value) => {
    if (!isPlain(value)) return false
    for (const [key, look] of known) if (!look(value[key])) return false
    if (isLoose) return !Object.hasOwn(value, '__proto__')
    for (const key in value) if (!isDeclared.has(key)) return false
    return true
  }
}

const recordLook = ({ keyType, valueType }: Definition): Look | null => {
  const key = keyType && definitionOf(keyType)
  const look = valueType && lookOf(valueType)
  if (!look || key?.type !== 'string' || key.format !== undefined || key.checks !== undefined) return null
  return (value) => isPlain(value) && !Object.hasOwn(value, '__proto__') && Object.values(value).every(look)
}

const listLook = ({ element }: Definition): Look | null => {
  const look = element && lookOf(element)
  return look ? (value) => Array.isArray(value) && value.every(look) : null
}

const orElse = ({ innerType }: Definition, other: null | undefined): Look | null => {
  const look = innerType && lookOf(innerType)
  return look ? (value) => value === other || look(value) : null
}

const oneOf = ({ _zod: { values } }: core.$ZodType): Look | null =>
  values ? (value) => (values as ReadonlySet<unknown>).has(value) : null

/** Null for a schema that says something which is not known here. */
const lookOf = (schema: core.$ZodType): Look | null => {
  const definition = definitionOf(schema)
  if (definition.checks !== undefined && definition.checks.length > 0) return null
  switch (definition.type) {
    case 'string':
      return textLook(definition)
    case 'template_literal':
      return patternLook(schema)
    case 'number':
      return definition.format === 'safeint' ? Number.isSafeInteger : null
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'enum':
    case 'literal':
      return oneOf(schema)
    case 'nullable':
      return orElse(definition, null)
    case 'optional':
      return orElse(definition, undefined)
    case 'array':
      return listLook(definition)
    case 'object':
      return objectLook(definition)
    case 'record':
      return recordLook(definition)
    default:
      return null
  }
}

const looks = new WeakMap<Schema, Look | null>()

/** The compiled look of a schema; null where there is none. */
export const compiled = (schema: Schema): Look | null => {
  const known = looks.get(schema)
  if (known !== undefined) return known
  const look = lookOf(schema)
  looks.set(schema, look)
  return look
}

/** The answer in the form that its schema declares; throws when it cannot be brought into it. */
export const inForm = <S extends Schema>(schema: S, answer: unknown): z.output<S> =>
  compiled(schema)?.(answer) ? (answer as z.output<S>) : schema.parse(answer)
