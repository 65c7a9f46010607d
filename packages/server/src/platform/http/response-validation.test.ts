import { appEndpoints, endpointOf, isSchema } from '@puente/contract'
import type { EndpointKey, Schema } from '@puente/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { compiled, conforming } from './response-validation.ts'

const results = (Object.keys(appEndpoints) as EndpointKey[]).flatMap((key): [EndpointKey, Schema][] => {
  const { result } = endpointOf(key)
  return isSchema(result) ? [[key, result]] : []
})

/** What the wire would carry: `undefined` is left out of it. */
const onWire = (value: unknown): unknown => JSON.parse(JSON.stringify({ value }))

const texts = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'usr_1',
    'txn_',
    '2026-11-21',
    '2026-02-30',
    '2026-11-21T10:00:00.000Z',
    '2026-11-21T10:00:00+01:00',
    '',
  ),
)
const odd = fc.oneof(
  texts,
  fc.anything(),
  fc.constantFrom(undefined, null, Number.NaN, 1.5, 2 ** 60, new Date(0), new Map(), Object.create({ id: 1 })),
)

/** Values that mostly follow a schema, with something wrong here and there. */
const near = (schema: z.core.$ZodType): fc.Arbitrary<unknown> => {
  const def = schema._zod.def as unknown as {
    type: string
    shape?: Record<string, z.core.$ZodType>
    innerType?: z.core.$ZodType
    element?: z.core.$ZodType
    valueType?: z.core.$ZodType
  }
  const right = (): fc.Arbitrary<unknown> => {
    if (schema._zod.values) return fc.constantFrom(...schema._zod.values)
    if (def.shape) {
      const fields = Object.fromEntries(Object.entries(def.shape).map(([key, field]) => [key, near(field)]))
      const extra = fc.dictionary(fc.constantFrom('extra', 'password', '__proto__', 'toJSON'), texts, { maxKeys: 1 })
      return fc
        .tuple(fc.record(fields), fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: extra }))
        .map(([own, more]) => ({ ...own, ...more }))
    }
    if (def.innerType) return fc.oneof(near(def.innerType), fc.constantFrom(null, undefined))
    if (def.element) return fc.array(near(def.element), { maxLength: 3 })
    if (def.valueType) return fc.dictionary(texts, near(def.valueType), { maxKeys: 2 })
    if (def.type === 'number') return fc.oneof(fc.integer(), fc.double())
    if (def.type === 'boolean') return fc.boolean()
    return texts
  }
  return fc.oneof({ weight: 60, arbitrary: right() }, { weight: 1, arbitrary: odd })
}

test.each(results)('V8.2 what passes the compiled look of %s is what its schema would make of it', (_key, schema) => {
  const look = compiled(schema)
  fc.assert(
    fc.property(near(schema), (value) => {
      if (!look?.(value)) return
      const parsed = schema.safeParse(value)
      expect(parsed.success).toBe(true)
      expect(onWire(value)).toEqual(onWire(parsed.data))
    }),
    { numRuns: 200 },
  )
})

test('the answers that are long or asked for often have a compiled look', () => {
  const without = results.filter(([, schema]) => compiled(schema) === null).map(([key]) => key)
  expect(without).toEqual(['livePoll'])
})

const Row = z.looseObject({ id: z.string(), at: z.nullable(z.iso.datetime()) })
const Page = z.object({ items: z.array(Row), last: z.optional(z.string()) })

test('an answer in its form goes out as it is', () => {
  const page = { items: [{ id: 'a', at: '2026-11-21T10:00:00.000Z', purpose: 'personal' }] }
  expect(conforming(Page, page)).toBe(page)
})

test('[V15.3.1] V8.2 what an endpoint does not declare is taken away, at any depth that is closed', () => {
  expect(conforming(Page, { items: [], secret: 1 })).toEqual({ items: [] })
  const Deep = z.object({ person: z.object({ name: z.string() }) })
  expect(conforming(Deep, { person: { name: 'Ana', passwordHash: 'x' } })).toEqual({ person: { name: 'Ana' } })
})

test('V8.2 an answer that is not in its form does not go out', () => {
  expect(() => conforming(Page, { items: [{ id: 'a', at: 'yesterday' }] })).toThrow(/datetime/)
  expect(() => conforming(Page, { items: [{ at: null }] })).toThrow(/id/)
  expect(() => conforming(Page, null)).toThrow()
})

test('a schema of an unknown kind is asked itself', () => {
  const Trimmed = z.object({ name: z.string().check(z.trim()) })
  expect(compiled(Trimmed)).toBeNull()
  expect(conforming(Trimmed, { name: ' Ana ' })).toEqual({ name: 'Ana' })
})
