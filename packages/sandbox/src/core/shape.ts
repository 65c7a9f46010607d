/**
 * Shapes: what a request may contain, said once and read strictly. `read` answers with typed values or throws an `Issue`
 * that names the field; each wire turns issues into its provider's own error body. Unknown fields are always an issue: an
 * integration that sends a misspelt field must hear of it here and not in production.
 */
import * as z from 'zod'

/** Raised by a shape; `path` is the field as the sender wrote it, in bracket notation below the first level. */
export class Issue extends Error {
  readonly path: string
  readonly kind: 'missing' | 'unknown' | 'invalid'

  constructor(path: string, kind: Issue['kind'], detail: string) {
    super(detail)
    this.path = path
    this.kind = kind
  }
}

export type Shape<T> = z.ZodType<T>
export type Fields = Record<string, z.ZodType>
/** What the values of these fields are after reading. */
export type Read<F extends Fields> = z.output<z.ZodObject<F>>

const written = (path: PropertyKey[]): string =>
  path.map((part, depth) => (depth === 0 ? String(part) : `[${String(part)}]`)).join('')

/** The value in its shape; throws the first `Issue`, unknown fields before all others. */
export const read = <T>(shape: Shape<T>, value: unknown): T => {
  const result = shape.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const { issues } = result.error
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown)
    throw new Issue(written([...unknown.path, ...unknown.keys.slice(0, 1)]), 'unknown', 'is not a known field')
  const [{ path, input, message } = { path: [], input: value, message: '' }] = issues
  throw input === undefined
    ? new Issue(written(path), 'missing', 'is required')
    : new Issue(written(path), 'invalid', message)
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Accepts an absent field. */
export const { optional } = z

/** Text of 1 to `max` characters, of the given form. */
export const text = ({
  max = 5000,
  pattern = /^/,
  expected = 'text',
}: { max?: number; pattern?: RegExp; expected?: string } = {}) =>
  z
    .string(`must be ${expected}`)
    .min(1, `must be ${expected}`)
    .max(max, `must be at most ${max} characters`)
    .regex(pattern, `must be ${expected}`)

/** One of a closed list of words. */
export const oneOf = <const T extends string>(words: readonly T[]) =>
  z.enum(words, `must be one of ${words.join(', ')}`)

/** A whole number; forms carry it as digits, JSON as a number. */
export const integer = ({ min = 0, max = Number.MAX_SAFE_INTEGER, form = false } = {}) => {
  const isDigits = (given: unknown) => form && typeof given === 'string' && /^-?\d{1,15}$/.test(given)
  const bounds = `must be between ${min} and ${max}`
  return z.preprocess(
    (given) => (isDigits(given) ? Number(given) : given),
    z.int('must be an integer').min(min, bounds).max(max, bounds),
  )
}

/** True or false; forms carry it as a word. */
export const boolean = ({ form = false } = {}) =>
  z.preprocess(
    (given) => (form && (given === 'true' || given === 'false') ? given === 'true' : given),
    z.boolean('must be true or false'),
  )

/** An absolute http or https address. */
export const webAddress = text({ expected: 'an address' }).refine(
  (given) => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol),
  'must be an http(s) address',
)

/** Free keys with text values, as metadata is. Up to 50 entries. */
export const dictionary = z
  .record(z.string().max(40), text({ max: 500 }), {
    error: ({ code }) =>
      code === 'invalid_key' ? 'must have a key of at most 40 characters' : 'must be a set of keys and values',
  })
  .refine((given) => Object.keys(given).length <= 50, 'must have at most 50 keys')

/** A list; in a form it is an object keyed 0, 1, 2 and so on, or the result of repeated `name[]`. */
export const list = <T extends z.ZodType>(item: T, { max = 100 } = {}) =>
  z.preprocess(
    (given) =>
      isRecord(given) && Object.keys(given).every((key, at) => key === String(at)) ? Object.values(given) : given,
    z.array(item, 'must be a list').max(max, `must have at most ${max} entries`),
  )

/** An object with exactly these fields. */
export const object = <F extends Fields>(fields: F) => z.strictObject(fields, 'must be an object')
