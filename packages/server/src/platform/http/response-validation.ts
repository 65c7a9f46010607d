/**
 * No answer leaves with fields that its endpoint does not declare. Parsing every answer by its schema would ensure
 * that, but it copies the answer, which for a list costs more than making it did. So each schema is compiled once into
 * a predicate: whether a value is already exactly what parsing would return. If so it goes out as it is. Anything else,
 * and any kind of schema not known here, is parsed: that strips what is undeclared, or throws.
 */
import type { Schema } from '@puente/contract'
import type * as z from 'zod/mini'
import type { core } from 'zod/mini'

/** Whether the schema would accept the value and give back an equal one. */
type Conforms = (value: unknown) => boolean

/** What is read of a schema: `def` of every kind in one shape. */
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

const textConforms = ({ format, pattern }: Definition): Conforms | null => {
  if (format === undefined) return (value) => typeof value === 'string'
  if (!DAYS_AND_MOMENTS.has(format) || pattern === undefined || pattern.global || pattern.sticky) return null
  return (value) => typeof value === 'string' && pattern.test(value)
}

const patternConforms = ({ _zod: { pattern } }: core.$ZodType): Conforms | null =>
  pattern && !pattern.global && !pattern.sticky ? (value) => typeof value === 'string' && pattern.test(value) : null

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** `undefined` is left out of the text on the wire, as an absent key is. */
const objectConforms = ({ shape = {}, catchall }: Definition): Conforms | null => {
  const fields = Object.entries(shape).map(([key, schema]) => [key, conformsOf(schema)] as const)
  if (fields.some(([, conforms]) => conforms === null)) return null
  const known = fields as (readonly [string, Conforms])[]
  const isLoose = catchall !== undefined && definitionOf(catchall).type === 'unknown'
  if (catchall !== undefined && !isLoose && definitionOf(catchall).type !== 'never') return null
  const isDeclared = new Set(known.map(([key]) => key))
  return (value) => {
    if (!isPlain(value)) return false
    for (const [key, conforms] of known) if (!conforms(value[key])) return false
    if (isLoose) return !Object.hasOwn(value, '__proto__')
    for (const key in value) if (!isDeclared.has(key)) return false
    return true
  }
}

const recordConforms = ({ keyType, valueType }: Definition): Conforms | null => {
  const key = keyType && definitionOf(keyType)
  const conforms = valueType && conformsOf(valueType)
  if (!conforms || key?.type !== 'string' || key.format !== undefined || key.checks !== undefined) return null
  return (value) => isPlain(value) && !Object.hasOwn(value, '__proto__') && Object.values(value).every(conforms)
}

const listConforms = ({ element }: Definition): Conforms | null => {
  const conforms = element && conformsOf(element)
  return conforms ? (value) => Array.isArray(value) && value.every(conforms) : null
}

const orElse = ({ innerType }: Definition, other: null | undefined): Conforms | null => {
  const conforms = innerType && conformsOf(innerType)
  return conforms ? (value) => value === other || conforms(value) : null
}

const oneOf = ({ _zod: { values } }: core.$ZodType): Conforms | null =>
  values ? (value) => (values as ReadonlySet<unknown>).has(value) : null

/** Null for a schema that says something which is not known here. */
const conformsOf = (schema: core.$ZodType): Conforms | null => {
  const definition = definitionOf(schema)
  if (definition.checks !== undefined && definition.checks.length > 0) return null
  switch (definition.type) {
    case 'string':
      return textConforms(definition)
    case 'template_literal':
      return patternConforms(schema)
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
      return listConforms(definition)
    case 'object':
      return objectConforms(definition)
    case 'record':
      return recordConforms(definition)
    default:
      return null
  }
}

const compiledSchemas = new WeakMap<Schema, Conforms | null>()

/** Whether a value conforms to a schema, compiled once; null where that cannot be said without the schema. */
export const compiled = (schema: Schema): Conforms | null => {
  const known = compiledSchemas.get(schema)
  if (known !== undefined) return known
  const conforms = conformsOf(schema)
  compiledSchemas.set(schema, conforms)
  return conforms
}

/** The answer in the form that its schema declares; throws when it cannot be brought into it. */
export const conforming = <S extends Schema>(schema: S, answer: unknown): z.output<S> =>
  compiled(schema)?.(answer) ? (answer as z.output<S>) : schema.parse(answer)
