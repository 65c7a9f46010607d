import { type Input, type Output, requestId as wireId } from '@puente/contract'
import { requireContacts, requireOpen } from '#features/accounts/index.ts'
import { isBlockedBetween } from '#features/contacts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { changeOwnRequest, requireOpenRequest } from './change-own-request.ts'
import { changed } from './change-request.ts'
import { nextReminderAt } from './request-rules.ts'
import { remindersOf } from './request-row.ts'
import type { MoneyRequest } from './request.ts'

/** The request with one more reminder; `tooManyRequests` within a day of the one before, and after the last of them. */
const reminded = (request: MoneyRequest, at: Date): MoneyRequest => {
  requireOpenRequest(request, at)
  if (request.askedId === null) throw new Refusal('notFound', { reason: 'openLink' })
  if (request.attempt !== null) throw new Refusal('notFound', { reason: 'processing' })
  const from = nextReminderAt(request, at)
  if (from === null) throw new Refusal('tooManyRequests', { reason: 'remindedEnough' })
  if (from > at) {
    const retryAfterSeconds = Math.ceil((from.getTime() - at.getTime()) / 1_000)
    throw new Refusal('tooManyRequests', { reason: 'remindedLately', retryAfterSeconds })
  }
  return changed(request, { remindersSent: request.remindersSent + 1, remindedAt: at }, at)
}

/** Reminds the person asked: once a day, three times in all. */
export const remindRequest = async (
  ctx: UserCtx,
  { requestId }: Input<'remindRequest'>,
): Promise<Output<'remindRequest'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  const asked = { requestId, side: 'sent', action: 'request.reminded' } as const
  const after = await changeOwnRequest(ctx, asked, async (request, at, trx) => {
    const { issuerId, askedId } = request
    if (askedId !== null && (await isBlockedBetween(trx, issuerId, askedId))) throw new Refusal('invalidUser')
    return reminded(request, at)
  })
  return { requestId: wireId(after.requestId), state: after.state, reminders: remindersOf(after, ctx.clock.now()) }
}
