/**
 * Shapes: what a request may contain, said once and read strictly. A shape answers with typed values or throws an
 * `Issue` that names the field; each wire turns issues into its provider's own error body. Unknown fields are always an
 * issue: an integration that sends a misspelt field must hear of it here and not in production.
 */

/** Raised by a rule; `path` is the field as the sender wrote it, in bracket notation below the first level. */
export class Issue extends Error {
  readonly path: string
  readonly kind: 'missing' | 'unknown' | 'invalid'

  constructor(path: string, kind: Issue['kind'], detail: string) {
    super(detail)
    this.path = path
    this.kind = kind
  }
}

/** Reads one value; `undefined` stands for an absent field. */
export type Rule<T> = (value: unknown, path: string) => T
type Fields = Record<string, Rule<unknown>>
/** What a shape's values are after reading. */
export type Read<F extends Fields> = { [K in keyof F]: ReturnType<F[K]> }

const present = (value: unknown, path: string): unknown => {
  if (value === undefined) throw new Issue(path, 'missing', 'is required')
  return value
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes a rule accept an absent field. */
export const optional =
  <T>(rule: Rule<T>): Rule<T | undefined> =>
  (value, path) =>
    value === undefined ? undefined : rule(value, path)

/** Text of 1 to `max` characters, of the given form. */
export const text =
  ({
    max = 5000,
    pattern,
    expected = 'text',
  }: { max?: number; pattern?: RegExp; expected?: string } = {}): Rule<string> =>
  (value, path) => {
    const given = present(value, path)
    if (typeof given !== 'string' || given === '') throw new Issue(path, 'invalid', `must be ${expected}`)
    if (given.length > max) throw new Issue(path, 'invalid', `must be at most ${max} characters`)
    if (pattern && !pattern.test(given)) throw new Issue(path, 'invalid', `must be ${expected}`)
    return given
  }

/** One of a closed list of words. */
export const oneOf =
  <const T extends string>(words: readonly T[]): Rule<T> =>
  (value, path) => {
    const given = present(value, path)
    const found = words.find((word) => word === given)
    if (!found) throw new Issue(path, 'invalid', `must be one of ${words.join(', ')}`)
    return found
  }

/** A whole number; forms carry it as digits, JSON as a number. */
export const integer =
  ({ min = 0, max = Number.MAX_SAFE_INTEGER, form = false } = {}): Rule<number> =>
  (value, path) => {
    const given = present(value, path)
    const number = form && typeof given === 'string' && /^-?\d{1,15}$/.test(given) ? Number(given) : given
    if (typeof number !== 'number' || !Number.isSafeInteger(number))
      throw new Issue(path, 'invalid', 'must be an integer')
    if (number < min || number > max) throw new Issue(path, 'invalid', `must be between ${min} and ${max}`)
    return number
  }

/** True or false; forms carry it as a word. */
export const boolean =
  ({ form = false } = {}): Rule<boolean> =>
  (value, path) => {
    const given = present(value, path)
    if (typeof given === 'boolean') return given
    if (form && (given === 'true' || given === 'false')) return given === 'true'
    throw new Issue(path, 'invalid', 'must be true or false')
  }

/** An absolute http or https address. */
export const webAddress: Rule<string> = (value, path) => {
  const given = text({ max: 5000, expected: 'an address' })(value, path)
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Issue(path, 'invalid', 'must be an http(s) address')
  return given
}

/** Free keys with text values, as metadata is. Up to 50 entries. */
export const dictionary: Rule<Record<string, string>> = (value, path) => {
  const given = present(value, path)
  if (!isRecord(given)) throw new Issue(path, 'invalid', 'must be a set of keys and values')
  const entries = Object.entries(given)
  if (entries.length > 50) throw new Issue(path, 'invalid', 'must have at most 50 keys')
  return Object.fromEntries(
    entries.map(([key, item]) => {
      if (key.length > 40) throw new Issue(`${path}[${key}]`, 'invalid', 'must have a key of at most 40 characters')
      return [key, text({ max: 500 })(item, `${path}[${key}]`)]
    }),
  )
}

/** A list; in a form it is an object keyed 0, 1, 2 and so on, or the result of repeated `name[]`. */
export const list =
  <T>(rule: Rule<T>, { max = 100 } = {}): Rule<T[]> =>
  (value, path) => {
    const given = present(value, path)
    const items = Array.isArray(given) ? given : isRecord(given) ? Object.values(given) : null
    const isDense =
      Array.isArray(given) || (isRecord(given) && Object.keys(given).every((key, at) => key === String(at)))
    if (!items || !isDense) throw new Issue(path, 'invalid', 'must be a list')
    if (items.length > max) throw new Issue(path, 'invalid', `must have at most ${max} entries`)
    return items.map((item: unknown, at) => rule(item, `${path}[${at}]`))
  }

/** An object with exactly these fields. */
export const object =
  <F extends Fields>(fields: F): Rule<Read<F>> =>
  (value, path) => {
    const given = present(value, path)
    if (!isRecord(given)) throw new Issue(path, 'invalid', 'must be an object')
    const at = (key: string) => (path === '' ? key : `${path}[${key}]`)
    const stranger = Object.keys(given).find((key) => !Object.hasOwn(fields, key))
    if (stranger !== undefined) throw new Issue(at(stranger), 'unknown', 'is not a known field')
    return Object.fromEntries(Object.entries(fields).map(([key, rule]) => [key, rule(given[key], at(key))])) as Read<F>
  }

/** The first rule that accepts the value; the last one speaks when none does. */
export const either =
  <A, B>(first: Rule<A>, second: Rule<B>): Rule<A | B> =>
  (value, path) => {
    try {
      return first(value, path)
    } catch {
      return second(value, path)
    }
  }
