import { transactionId } from '@puente/contract'
import type { Input, Output } from '@puente/contract'
import { forParticipant } from '@puente/ledger'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import { limitsParticipant, OPERATION_GROUPS, partiesParticipant } from '#features/limits/index.ts'
import { auditParticipant, forMovements, newReference, walletOf } from '#features/wallet/index.ts'
import type { Config } from '#platform/config.ts'
import type { PostingCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { CARD } from '#features/cards/index.ts'
import { auditOfUser } from '#features/payments/index.ts'

/** No real money can be near: the cards are the sandbox's and this is no production. */
const isForTrying = ({ production, card }: Pick<Config, 'production' | 'card'>): boolean =>
  !production && card !== 'off' && card.sandbox

/** Made-up money for trying things out. It counts in the same limits as the card deposit that it stands for, and costs nothing. */
export const testFunds = async (ctx: PostingCtx, { amount }: Input<'testFunds'>): Promise<Output<'testFunds'>> => {
  if (!isForTrying(ctx.config)) throw new Refusal('notFound')
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  const movementId = newId()
  const ownerId = ctx.user.id
  const amountCents = BigInt(amount)
  return ctx.money.post({
    kind: 'deposit.test',
    transferId: movementId,
    participants: {
      ...forParticipant(partiesParticipant, { payer: { ownerId, minTier: 0 } }),
      ...forParticipant(limitsParticipant, {
        take: { ownerId, movementId, operations: OPERATION_GROUPS[CARD.operation].deposit, amountCents },
      }),
      ...forMovements({
        write: () => [
          {
            isPosted: true,
            insert: {
              ownerId,
              movementId,
              type: 'deposit',
              state: 'COMPLETED',
              method: CARD.method,
              direction: 1,
              amountCents,
              counterpart: null,
              note: '',
              reference: newReference(),
              details: { test: true },
            },
          },
        ],
      }),
      ...forParticipant(auditParticipant, auditOfUser(ctx, { action: 'deposit.test-made', movementId })),
    },
    legs: [
      { ...ctx.ledger.house('settlement:test', ownerId), amountCents: -amountCents },
      { ...walletOf(ownerId), amountCents },
    ],
    answer: (facts) => ({
      transactionId: transactionId(movementId),
      balance: Number(facts.balanceOf(walletOf(ownerId)).availableCents),
    }),
  })
}
