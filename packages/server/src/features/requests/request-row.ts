import { fileId, payPath, REMINDERS_MAX, requestId, splitId, transactionId, userId } from '@puente/contract'
import type { MoneyRequest as Row } from '@puente/contract'
import { findPersonById, type Person } from '#features/accounts/index.ts'
import { findBlockedBy } from '#features/contacts/index.ts'
import { contestedCents, lostCents, reversedCents } from '#features/payments/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { actsOf, nextReminderAt, otherSideOf, stateAt } from './request-rules.ts'
import type { MoneyRequest, OwnRequest } from './request.ts'

/** Where the link of a code leads. */
export const linkOf = (publicUrl: string, code: string): string => `${publicUrl}${payPath(code)}`

export const remindersOf = (request: MoneyRequest, at: Date): Row['reminders'] => ({
  sent: request.remindersSent,
  left: REMINDERS_MAX - request.remindersSent,
  nextAt: nextReminderAt(request, at)?.toISOString() ?? null,
})

const imageUrl = (person: Person | null): string | null =>
  person?.imageFileId ? `/api/files/${fileId(person.imageFileId)}` : null

/** What rows show of a person; nothing of nobody. */
export const shownOf = (person: Person | null) => ({
  fullName: person?.fullName ?? null,
  email: person?.handle ?? null,
  image: imageUrl(person),
  business: person?.isBusiness ?? false,
})

/** What is shown of the other side; null where there is none, or it shows nothing. */
type Shown = { person: Person | null; isHidden: boolean }

const rowOf = (request: OwnRequest, { person, isHidden }: Shown, at: Date, publicUrl: string): Row => {
  const link = request.code === null ? null : linkOf(publicUrl, request.code)
  return {
    id: requestId(request.requestId),
    was: request.was,
    state: stateAt(request, at),
    uses: request.uses,
    amount: Number(request.amountCents),
    currency: 'USD',
    note: request.note,
    date: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    from: userId(request.issuerId),
    to: request.askedId === null ? null : userId(request.askedId),
    ...shownOf(person),
    blocked: isHidden,
    code: request.code,
    link,
    qrText: link,
    splitId: request.splitId === null ? null : splitId(request.splitId),
    processing: request.attempt !== null,
    paidCount: request.paidCount,
    paidTotal: Number(request.paidCents),
    contested: Number(contestedCents(request)),
    reversed: Number(reversedCents(request)),
    lost: Number(lostCents(request)),
    paymentDate: request.paidAt?.toISOString() ?? null,
    transactionId: request.paidMovementId === null ? null : transactionId(request.paidMovementId),
    reminders: remindersOf(request, at),
    acts: actsOf(request, at, isHidden),
    version: request.version,
  }
}

/** Requests as their owner, the caller, sees them; of a person who was blocked or has left there is nothing but the id. */
export const requestRowsOf = async (ctx: UserCtx, requests: readonly OwnRequest[]): Promise<Row[]> => {
  const at = ctx.clock.now()
  const blocked = await findBlockedBy(ctx.db, ctx.user.id)
  return Promise.all(
    requests.map(async (request) => {
      const otherId = otherSideOf(request)
      const known = otherId === null || blocked.has(otherId) ? null : await findPersonById(ctx.db, otherId)
      const shown = { person: known, isHidden: otherId !== null && known === null }
      return rowOf(request, shown, at, ctx.config.publicUrl)
    }),
  )
}

/** One of them. */
export const requestRowOf = async (ctx: UserCtx, request: OwnRequest): Promise<Row> => {
  const [row] = await requestRowsOf(ctx, [request])
  if (!row) throw new Error('a request has a row')
  return row
}
