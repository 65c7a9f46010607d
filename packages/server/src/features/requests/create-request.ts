import { type Input, type Output, requestId as wireId } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { auditOfRequest, createdEvent, newRequest, requireAsked, requireAsker } from './ask-people.ts'
import { announcementsOf } from './change-request.ts'
import { draftOf, requireSameDraft } from './drafts.ts'
import { expiryFor, stateAt } from './request-rules.ts'
import { linkOf } from './request-row.ts'
import { type Draft, findOfDraft, insertRequests, type NewRequest } from './requests-store.ts'

type Made = Pick<NewRequest, 'requestId' | 'expiresAt'> & { code: string | null }

const answerOf = (ctx: UserCtx, { requestId, code, expiresAt }: Made, state: Output<'createRequest'>['state']) => {
  if (code === null) throw new Error('a request that was sent has a code')
  const link = linkOf(ctx.config.publicUrl, code)
  return { requestId: wireId(requestId), code, link, qrText: link, state, expiresAt: expiresAt.toISOString() }
}

/** What the draft has made before; null when nothing. */
const again = async (ctx: UserCtx, draft: Draft): Promise<Output<'createRequest'> | null> => {
  const made = await findOfDraft(ctx.db, ctx.user.id, draft.draftId)
  if (!made) return null
  requireSameDraft(draft, made.hash)
  return answerOf(ctx, made.request, stateAt(made.request, ctx.clock.now()))
}

/** Asks a person for money, or makes a link that anyone can pay who has it. */
export const createRequest = async (ctx: UserCtx, input: Input<'createRequest'>): Promise<Output<'createRequest'>> => {
  const draft = draftOf(input)
  const before = draft && (await again(ctx, draft))
  if (before) return before
  requireAsker(ctx)
  const { toUser, uses, note } = input
  if (toUser !== undefined && uses === 'multi')
    throw new Refusal('invalidRequest', { field: 'uses', reason: 'personAskedOnce' })
  const createdAt = ctx.clock.now()
  const expiresAt = expiryFor(input.expiresAt, createdAt)
  if (expiresAt === null) throw new Refusal('invalidRequest', { field: 'expiresAt', reason: 'expiry' })
  const askedId = toUser === undefined ? null : await requireAsked(ctx, toUser)
  const amountCents = BigInt(input.amount)
  const request = newRequest(ctx, { requestId: newId(), askedId, uses, amountCents, note, createdAt, expiresAt })
  const isMade = await transaction(ctx.db, 'create a request', async (trx) => {
    if (!(await insertRequests(trx, [request], draft))) return false
    await ctx.live.publish(trx, ...announcementsOf({ ...request, version: 1 }))
    await ctx.events.record(trx, createdEvent(request))
    await audit(trx, auditOfRequest(ctx, 'request.created', request))
    return true
  })
  const twin = isMade || draft === null ? null : await again(ctx, draft)
  return twin ?? answerOf(ctx, request, 'open')
}
