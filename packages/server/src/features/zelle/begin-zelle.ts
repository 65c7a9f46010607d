/** What every payment by Zelle begins with, be it a send or a deposit: an intent under a code of its own. */
import { randomBytes } from 'node:crypto'
import { transactionId } from '@puente/contract'
import { forParticipant } from '@puente/ledger'
import type { Facts, Json } from '@puente/ledger'
import { closedRail, findRail, requireRail } from '#features/content/index.ts'
import { feesParticipant } from '#features/limits/index.ts'
import { type PayinAnswer, type PayinSend, storePayin } from '#features/payins/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { zelleIntentsParticipant } from './intents-participant.ts'
import type { Intent } from './intents-store.ts'
import { WAITS_MS } from './match-rules.ts'
import { memoCodeOf } from './memo-rules.ts'
import { instructionsOf, type Instructions } from './instructions.ts'
import { ZELLE } from './zelle-names.ts'

export type ZelleBegun = PayinAnswer & { instructions: Instructions }

/** What a caller asks for. */
export type ZelleAsked = {
  amountCents: bigint
  expectedTotalCents: bigint | undefined
  send: PayinSend | null
  /** A number that is known already, and the holder at the bank that paid. */
  given: { confirmation: string; holderName: string } | null
}

const newCode = (): string => memoCodeOf(randomBytes(32)) ?? newCode()

/**
 * Stores a payment by Zelle with what its payer is to do, in one batch; nothing has to be asked of anybody. A repeat of the call
 * gives the first answer. Refuses with `serviceUnavailable` while the rail is closed.
 * @param answerOf puts the answer in the words of the endpoint.
 */
export const beginZelle = async <Answer extends { [key: string]: Json } & { transactionId: string }>(
  ctx: MoneyCtx,
  { given, ...asked }: ZelleAsked,
  answerOf: (begun: ZelleBegun) => Answer,
): Promise<{ answer: Answer; ref: string; isNew: boolean }> => {
  const { zelle, sandboxPublicUrl } = ctx.config
  const rail = await findRail(ctx, 'zelle')
  requireRail(rail)
  if (zelle === 'off') throw new Refusal('serviceUnavailable', closedRail(rail))
  const ref = newId()
  const code = newCode()
  const expiryOf = (at: Date) => new Date(at.getTime() + WAITS_MS)
  const intentOf = (totalCents: bigint, at: Date): Intent => ({
    ownerId: ctx.user.id,
    ref,
    code,
    totalCents,
    createdAt: at,
    expiresAt: expiryOf(at),
    confirmation: given?.confirmation ?? null,
    holderName: given?.holderName ?? null,
    confirmedAt: given && at,
    tries: given ? 1 : 0,
  })
  const begin = (facts: Facts) => intentOf(facts.of(feesParticipant).totalChargeCents, facts.at)
  const answer = await storePayin(
    ctx,
    ZELLE,
    {
      ...asked,
      movementId: ref,
      sessionId: newId(),
      follows: null,
      bodyOf: () => ({ code, address: zelle.payTo.address }),
      detailsOf: (at) => ({ payBy: given ? null : expiryOf(at).toISOString() }),
      participants: forParticipant(zelleIntentsParticipant, {
        begin,
        number: given && { ownerId: ctx.user.id, ref, confirmation: given.confirmation },
      }),
    },
    (begun, at) => {
      const intent = intentOf(BigInt(begun.totalCharge), at)
      return answerOf({ ...begun, instructions: instructionsOf(intent, zelle, sandboxPublicUrl) })
    },
  )
  return { answer, ref, isNew: answer.transactionId === transactionId(ref) }
}
