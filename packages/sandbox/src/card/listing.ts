import * as z from 'zod'
import { integer, object, optional, text } from '../core/shape.ts'
import { missingResource } from './stripe-error.ts'

const seconds = integer({ form: true })
const range = object({ gt: optional(seconds), gte: optional(seconds), lt: optional(seconds), lte: optional(seconds) })

/** The fields every list call takes. `created` is a moment or a range of moments, in Unix seconds. */
export const listFields = {
  limit: optional(integer({ min: 1, max: 100, form: true })),
  starting_after: optional(text()),
  ending_before: optional(text()),
  created: optional(z.preprocess((given) => (typeof given === 'string' ? { gte: given, lte: given } : given), range)),
}

type Query = {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?:
    | { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined }
    | undefined
}

const isWithin = (
  created: number,
  { gt = -1, gte = 0, lt = Infinity, lte = Infinity }: NonNullable<Query['created']>,
) => created > gt && created >= gte && created < lt && created <= lte

/** One page of a list, newest first, as Stripe pages it. */
export const listPage = <T extends { id: string; created: number }>(
  newestFirst: readonly T[],
  { limit = 10, starting_after: after, ending_before: before, created = {} }: Query,
  { url, render }: { url: string; render: (item: T) => object },
) => {
  const indexOf = (id: string, param: string) => {
    const at = newestFirst.findIndex((item) => item.id === id)
    if (at < 0) throw missingResource('object', id, param)
    return at
  }
  const from = after === undefined ? 0 : indexOf(after, 'starting_after') + 1
  const to = before === undefined ? newestFirst.length : indexOf(before, 'ending_before')
  const wanted = newestFirst.slice(from, to).filter((item) => isWithin(item.created, created))
  const page = before === undefined ? wanted.slice(0, limit) : wanted.slice(-limit)
  return { object: 'list', data: page.map(render), has_more: wanted.length > page.length, url }
}
