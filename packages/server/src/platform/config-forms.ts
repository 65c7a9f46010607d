/** The forms that settings have: each says in a few words what is wanted, and never repeats what it was given. */
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { hostUrls } from './db/hosts.ts'
import { parseFailpoints } from './failpoints.ts'

/** What a table of variables comes to, by their names. */
export type ValuesOf<Variables extends Record<string, z.ZodMiniType>> = {
  [K in keyof Variables]: z.output<Variables[K]>
}

export const integer = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'a whole number is wanted')),
    z.pipe(
      z.transform(Number),
      z.number().check(z.minimum(minimum, `at least ${minimum}`), z.maximum(maximum, `at most ${maximum}`)),
    ),
  )
export const port = integer(1, 65_535)
export const flag = z.pipe(
  z.enum(['0', '1'], '0 or 1 is wanted'),
  z.transform((value) => value === '1'),
)
export const text = z.string().check(z.minLength(1, 'must not be empty'))

const isUrl = (value: string, protocols: readonly string[]): boolean => {
  try {
    return protocols.includes(new URL(value).protocol)
  } catch {
    return false
  }
}
export const urlOf = (...protocols: string[]) =>
  z.pipe(
    z.string().check(z.refine((value) => isUrl(value, protocols), `a URL is wanted (${protocols.join(', ')})`)),
    z.transform((value) => value.replace(/\/+$/, '')),
  )
export const httpUrl = urlOf('http:', 'https:')
export const httpUrlOrOff = z.union([z.literal('off'), httpUrl], 'a URL is wanted (http:, https:), or off')
export const origin = httpUrl.check(
  z.refine((value) => new URL(value).origin === value, 'an origin without a path is wanted'),
)
// May name several servers, the same database on each: `postgres://user:password@h1:5432,h2:5433/puente`.
export const databaseUrl = z
  .string()
  .check(
    z.refine(
      (value) => hostUrls(value).every((url) => isUrl(url, ['postgres:', 'postgresql:'])),
      'a URL is wanted (postgres:, postgresql:)',
    ),
  )

const isNetwork = (entry: string): boolean => {
  const [address = '', bits, more] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
export const address = z.string().check(z.refine((value) => isIP(value) !== 0, 'an address is wanted (:: for all)'))
export const failpoints = z.pipe(
  z.string().check(z.refine((value) => parseFailpoints(value) !== null, 'point=kill|throw|sleep@count is wanted')),
  z.transform((value) => parseFailpoints(value) ?? []),
)
export const list = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
export const networks = z.pipe(
  z
    .string()
    .check(z.refine((value) => list(value).every(isNetwork), 'addresses or networks are wanted, separated by commas')),
  z.transform(list),
)
