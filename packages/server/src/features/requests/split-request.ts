import { type Input, type Output, requestId as wireId, splitId as wireSplitId } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { auditOfRequest, createdEvent, newRequest, requireAsked, requireAsker } from './ask-people.ts'
import { announcementsOf } from './change-request.ts'
import { draftOf, requireSameDraft } from './drafts.ts'
import { expiryFor, ownPartOf } from './request-rules.ts'
import { type Draft, findSplitOfDraft, insertRequests, insertSplit, listOfSplit, type Split } from './requests-store.ts'

const answerOf = ({ splitId, totalCents, ownCents }: Split, requestIds: string[]): Output<'splitRequest'> => ({
  splitId: wireSplitId(splitId),
  requestIds: requestIds.map(wireId),
  total: Number(totalCents),
  ownPart: Number(ownCents),
})

/** What the draft has made before; null when nothing. */
const again = async (ctx: UserCtx, draft: Draft): Promise<Output<'splitRequest'> | null> => {
  const made = await findSplitOfDraft(ctx.db, ctx.user.id, draft.draftId)
  if (!made) return null
  requireSameDraft(draft, made.hash)
  const requests = await listOfSplit(ctx.db, ctx.user.id, made.split.splitId)
  return answerOf(
    made.split,
    requests.map(({ requestId }) => requestId),
  )
}

/** Asks several people for their shares of a bill: a request to each, all or none. What the shares leave of it is the caller's own. */
export const splitRequest = async (ctx: UserCtx, input: Input<'splitRequest'>): Promise<Output<'splitRequest'>> => {
  const draft = draftOf(input)
  const before = draft && (await again(ctx, draft))
  if (before) return before
  requireAsker(ctx)
  const { note, shares } = input
  const [totalCents, cents] = [BigInt(input.total), shares.map(({ amount }) => BigInt(amount))]
  const ownCents = ownPartOf(totalCents, cents, input.ownPart === undefined ? null : BigInt(input.ownPart))
  if (ownCents === null) throw new Refusal('invalidAmount', { field: 'shares', reason: 'sharesDiffer' })
  const people = await Promise.all(shares.map(({ toUser }) => requireAsked(ctx, toUser)))
  if (new Set(people).size < people.length) throw new Refusal('invalidTo', { field: 'shares', reason: 'askedTwice' })
  const createdAt = ctx.clock.now()
  const expiresAt = expiryFor(undefined, createdAt) ?? createdAt
  const split: Split = { ownerId: ctx.user.id, splitId: newId(), totalCents, ownCents, note, createdAt }
  // Ids that rise with the shares keep their order.
  const ids = people.map(() => newId()).toSorted()
  const requests = people.map((askedId, at) =>
    newRequest(ctx, {
      requestId: ids[at] ?? newId(),
      askedId,
      amountCents: cents[at] ?? 0n,
      note,
      splitId: split.splitId,
      createdAt,
      expiresAt,
    }),
  )
  const isMade = await transaction(ctx.db, 'split a bill', async (trx) => {
    if (!(await insertSplit(trx, split, draft))) return false
    await insertRequests(trx, requests)
    await ctx.live.publish(trx, ...requests.flatMap((request) => announcementsOf({ ...request, version: 1 })))
    await ctx.events.record(trx, ...requests.map(createdEvent))
    for (const request of requests) await audit(trx, auditOfRequest(ctx, 'request.created', request))
    return true
  })
  const twin = isMade || draft === null ? null : await again(ctx, draft)
  return twin ?? answerOf(split, ids)
}
