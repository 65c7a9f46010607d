import { type Input, type InvoiceSide, type InvoiceState, type Output } from '@puente/contract'
import * as z from 'zod/mini'
import { requireContacts } from '#features/accounts/index.ts'
import { endOfDay, startOfDay } from '#platform/calendar/days-rules.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { type ListOf, openCursor, sealCursor } from '#platform/page-cursor.ts'
import { facesOf } from './faces.ts'
import { invoiceRow } from './invoice-row.ts'
import { UNPAID } from './invoice-states.ts'
import { listInvoicesOf, type Position } from './invoices-store.ts'

type Asked = Input<'listInvoices'>

const Filter = z.object({
  mode: z.enum(['all', 'sent', 'received']),
  state: z.nullable(z.string()),
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
})
type Filter = z.infer<typeof Filter>
/** A cursor carries the filter of its list: days stay those of the zone in which the first page was asked for. */
const Cursor = z.tuple([z.iso.datetime(), z.guid(), Filter])

const OPEN: Filter = { mode: 'all', state: null, from: null, until: null }
const isSame = (a: Filter, b: Filter): boolean => JSON.stringify(a) === JSON.stringify(b)

const filterOf = ({ mode, state, fromDate, toDate }: Asked, zone: string): Filter => {
  if (fromDate && toDate && fromDate > toDate) throw new Refusal('invalidRequest', { field: 'toDate', reason: 'range' })
  return {
    mode,
    state: state ?? null,
    from: fromDate ? startOfDay(fromDate, zone).toISOString() : null,
    until: toDate ? endOfDay(toDate, zone).toISOString() : null,
  }
}

/** Where to go on; a cursor together with another filter than its own is a mistake. */
const continued = (of: ListOf, cursor: string, asked: Filter): { filter: Filter; after: Position } => {
  const read = Cursor.safeParse(openCursor(of, cursor))
  if (!read.success) throw new Refusal('invalidRequest', { field: 'last' })
  const [createdAt, invoiceId, filter] = read.data
  if (!isSame(asked, OPEN) && !isSame(asked, filter)) throw new Refusal('invalidRequest', { field: 'last' })
  return { filter, after: { createdAt: new Date(createdAt), invoiceId } }
}

const statesOf = (state: string | null): InvoiceState[] | null =>
  state === null ? null : state === 'unpaid' ? [...UNPAID] : [state as InvoiceState]
const sidesOf = (mode: Filter['mode']): InvoiceSide[] => (mode === 'all' ? ['sent', 'received'] : [mode])
const momentOf = (at: string | null): Date | null => (at === null ? null : new Date(at))

/** A page of the caller's invoices, newest first. */
export const listInvoices = async (ctx: UserCtx, input: Asked): Promise<Output<'listInvoices'>> => {
  requireContacts(ctx.user)
  const of: ListOf = { keys: ctx.keys, ownerId: ctx.user.id, list: 'invoices' }
  const asked = filterOf(input, ctx.timeZone)
  const { filter, after } = input.last ? continued(of, input.last, asked) : { filter: asked, after: null }
  // One more than wanted tells whether there is another page.
  const found = await listInvoicesOf(ctx.db, ctx.user.id, {
    sides: sidesOf(filter.mode),
    states: statesOf(filter.state),
    from: momentOf(filter.from),
    until: momentOf(filter.until),
    after,
    limit: input.limit + 1,
  })
  const page = found.slice(0, input.limit)
  const next = found.length > page.length ? page.at(-1) : undefined
  const faceOf = await facesOf(ctx.db, ctx.user.id, page)
  const now = ctx.clock.now()
  return {
    items: page.map((invoice) => invoiceRow(invoice, faceOf(invoice), now)),
    last: next ? sealCursor(of, [next.createdAt.toISOString(), next.invoiceId, filter]) : null,
    end: next === undefined,
  }
}
