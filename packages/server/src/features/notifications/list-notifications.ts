import { type Input, notificationId, type NotificationItem, type Output, uuidOf } from '@puente/contract'
import { listPeople } from '#features/accounts/index.ts'
import { isHidden, listById } from '#features/activity/index.ts'
import { findBlockedBy } from '#features/contacts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { claimOf, returnReasonOf, sumsOf } from './movement-notices-rules.ts'
import { objectIdOf } from './notice-path.ts'
import { countUnread, listNotices, type StoredNotice } from './notices-store.ts'

type Params = NotificationItem['params']
type ParamsOf = (row: StoredNotice) => Params

/** What the transactions of a page say today: a name that has left, or was blocked, is left out of yesterday's news as well. */
const transactionParams = async (
  ctx: UserCtx,
  page: readonly StoredNotice[],
  blocked: ReadonlySet<string>,
): Promise<Map<string, ParamsOf>> => {
  const ids = page.flatMap(({ object }) => (object.type === 'transaction' && object.id !== null ? [object.id] : []))
  const rows = ids.length === 0 ? [] : await listById(ctx.db, ctx.user.id, [...new Set(ids)])
  return new Map(
    rows.map((row) => [
      row.movementId,
      ({ kind, variant, amountCents: stepCents }) => {
        const { amountCents, backCents } = sumsOf(`${kind}.${variant}`, row, stepCents)
        return {
          amount: Number(amountCents),
          ...(backCents !== undefined && { back: Number(backCents) }),
          name: isHidden(row, blocked) ? null : (row.counterpart?.name ?? null),
          method: row.method,
          ...returnReasonOf(row),
          ...claimOf(row),
        }
      },
    ]),
  )
}

/** Of a page, what fills the text of each. */
const paramsOf = async (ctx: UserCtx, page: readonly StoredNotice[]): Promise<ParamsOf> => {
  const otherIds = [...new Set(page.flatMap(({ counterpartId }) => counterpartId ?? []))]
  const blocked = await findBlockedBy(ctx.db, ctx.user.id)
  const [transactions, people] = await Promise.all([
    transactionParams(ctx, page, blocked),
    listPeople(ctx.db, otherIds),
  ])
  const names = new Map(people.flatMap(({ id, fullName }) => (blocked.has(id) ? [] : [[id, fullName] as const])))
  return (row) => {
    const { object, counterpartId, amountCents } = row
    return {
      ...(amountCents === null ? {} : { amount: Number(amountCents) }),
      ...(object.id === null ? {} : transactions.get(object.id)?.(row)),
      ...(counterpartId === null ? {} : { name: names.get(counterpartId) ?? null }),
    }
  }
}

/** A page of what the caller was told, newest first. Refuses a cursor that is none with `invalidRequest`. */
export const listNotifications = async (
  ctx: UserCtx,
  { limit, last }: Input<'listNotifications'>,
): Promise<Output<'listNotifications'>> => {
  const after = last === undefined ? null : uuidOf(last, 'ntf')
  if (last !== undefined && after === null) throw new Refusal('invalidRequest', { field: 'last' })
  const [found, unread] = await Promise.all([
    listNotices(ctx.db, ctx.user.id, { after, limit: limit + 1 }),
    countUnread(ctx.db, ctx.user.id),
  ])
  const page = found.slice(0, limit)
  const end = found.length <= limit
  const paramsOfRow = await paramsOf(ctx, page)
  const newest = page.at(-1)
  return {
    items: page.map((row) => ({
      id: notificationId(row.id),
      kind: row.kind,
      variant: row.variant,
      objectType: row.object.type,
      objectId: objectIdOf(row.object),
      createdAt: row.createdAt.toISOString(),
      readAt: row.readAt?.toISOString() ?? null,
      params: paramsOfRow(row),
    })),
    unread,
    last: end || !newest ? null : notificationId(newest.id),
    end,
  }
}
