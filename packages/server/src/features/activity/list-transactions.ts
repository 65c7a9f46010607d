import { uuidOf } from '@puente/contract'
import type { Input, Output } from '@puente/contract'
import { endOfDay, startOfDay } from '#platform/calendar/days-rules.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { listMovements } from './activity-store.ts'
import { isOpen } from './activity-filter.ts'
import type { Filter } from './activity-filter.ts'
import { listRows } from './list-rows.ts'
import { readCursor, writeCursor } from './page-cursor.ts'

type Asked = Input<'listTransactions'>

const typesOf = (type: Asked['type']): string[] | null => {
  if (type === undefined || type === 'all') return null
  return typeof type === 'string' ? [type] : type
}

const filterOf = (
  { to, type, search, searchTypes, searchStates, fromDate, toDate, underWay }: Asked,
  zone: string,
): Filter => {
  if (fromDate && toDate && fromDate > toDate) throw new Refusal('invalidRequest', { field: 'toDate', reason: 'range' })
  const counterpartId = to === undefined ? null : uuidOf(to, 'usr')
  return {
    counterpartId,
    name: counterpartId === null && to !== undefined && to !== '' ? to : null,
    types: typesOf(type),
    search: search === undefined || search === '' ? null : search,
    searchTypes: search ? (searchTypes ?? null) : null,
    searchStates: search ? (searchStates ?? null) : null,
    underWay: underWay ?? null,
    from: fromDate ? startOfDay(fromDate, zone) : null,
    until: toDate ? endOfDay(toDate, zone) : null,
  }
}

const isSame = (a: Filter, b: Filter): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Where to go on, with the filter the first page was asked with; a cursor together with another filter is a mistake. */
const continued = (ctx: UserCtx, cursor: string, asked: Filter) => {
  const read = readCursor(ctx.keys, ctx.user.id, cursor)
  if (!read || !(isOpen(asked) || isSame(asked, read.filter))) throw new Refusal('invalidRequest', { field: 'last' })
  return { filter: read.filter, after: read.position }
}

/** A page of the caller's transactions, newest first. */
export const listTransactions = async (ctx: UserCtx, input: Asked): Promise<Output<'listTransactions'>> => {
  const asked = filterOf(input, ctx.timeZone)
  const { filter, after } = input.last ? continued(ctx, input.last, asked) : { filter: asked, after: null }
  const listed = listMovements(ctx.db, ctx.user.id, filter, { after, limit: input.limit })
  const [page, items] = await Promise.all([
    listed,
    listRows(
      ctx,
      listed.then(({ movements }) => movements),
    ),
  ])
  return {
    items,
    last: page.next && writeCursor(ctx.keys, ctx.user.id, page.next, filter),
    end: page.next === null,
    ...(page.isCutShort && page.next ? { searchedTo: page.next.createdAt.toISOString() } : {}),
  }
}
