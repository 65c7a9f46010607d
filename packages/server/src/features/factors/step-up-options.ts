import type { Input, Output } from '@puente/contract'
import { getAccount } from '#features/accounts/index.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { factorsOf } from './factors-of.ts'
import { findAsked } from './find-asked.ts'
import { passkeyOptionsOf } from './prove-by-passkey.ts'
import { sendStepUpCode } from './send-step-up-code.ts'

/**
 * Begins to answer a challenge with one factor: what it needs is made ready, for `code` the SMS is sent. Refuses with
 * `invalidCode` and `usedCode` for a challenge that is over, and with `invalidRequest` for a factor that cannot answer it.
 */
export const stepUpOptions = async (
  ctx: PublicCtx,
  { challengeId, factor, look = false }: Input<'stepUpOptions'>,
): Promise<Output<'stepUpOptions'>> => {
  const challenge = await findAsked(ctx, challengeId)
  const account = await getAccount(ctx.db, ctx.keys, challenge.ownerId)
  const factors = await factorsOf(ctx, account, challenge)
  if (!factors.includes(factor)) throw new Refusal('invalidRequest', { reason: 'factor', factors })
  const sent = factor === 'code' ? await sendStepUpCode(ctx, challenge, account, look) : null
  return {
    challengeId: challengeId as Output<'stepUpOptions'>['challengeId'],
    factors,
    intent: challenge.intent,
    ...(sent && { sentTo: sent.sentTo, resendAt: sent.resendAt, stopped: sent.stopped }),
    ...(factor === 'passkey' && { passkeyOptions: await passkeyOptionsOf(ctx, challenge) }),
    expiresAt: (sent?.expiresAt ?? challenge.expiresAt).toISOString(),
  }
}
