/**
 * The next money that is free in a person's balance pays what they owe us, wherever it came from: the batch that credits it orders this job, and until
 * then nothing can leave the balance (`payerRefusal`). The amount is decided under the lock of the wallet, from its balance then, so that
 * running it twice takes nothing twice. In the other direction it gives back what was paid on a debt that turned out not to be owed. Decision 47.
 */
import { type Command, type Facts, forParticipant, type Leg } from '@puente/ledger'
import { type Debt, partiesParticipant, readDebt } from '#features/limits/index.ts'
import { auditOfSystem, systemKey } from '#features/payments/index.ts'
import { auditParticipant, forMovements, type MovementDraft, newReference, walletOf } from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { paidCents } from './debt-rules.ts'

type Posting = Pick<Services, 'db' | 'ledger' | 'log'>

const rowOf = ({ ownerId, movementId }: Debt, id: string, movedCents: bigint): MovementDraft => ({
  ownerId,
  movementId: id,
  type: 'adjustment',
  state: 'COMPLETED',
  method: 'wallet',
  direction: movedCents > 0n ? 1 : -1,
  amountCents: movedCents > 0n ? movedCents : -movedCents,
  counterpart: null,
  note: '',
  reference: newReference(),
  ...(movementId !== null && { linkedId: movementId }),
  details: { debtStep: movedCents > 0n ? 'givenBack' : 'paid' },
})

/** For a closed account: the house owes it to the former owner, once they prove who they are. */
const keepUnclaimed = ({ ledger }: Posting, command: Omit<Command, 'participants' | 'legs'>, ownerId: string) => {
  const [owed, unclaimed] = [ledger.house('receivable:user', ownerId), ledger.house('liability:unclaimed', ownerId)]
  return ledger.post({
    ...command,
    locks: [owed, unclaimed],
    legs: (facts) => {
      const owedCents = facts.of(partiesParticipant).get(ownerId)?.owedCents ?? 0n
      return owedCents < 0n
        ? [
            { ...owed, amountCents: owedCents },
            { ...unclaimed, amountCents: -owedCents },
          ]
        : []
    },
    participants: {
      ...forParticipant(partiesParticipant, { debtor: { ownerId, receivable: owed, movementId: null } }),
      ...forParticipant(auditParticipant, {
        ...auditOfSystem({ action: 'debt.unclaimed', movementId: command.transferId }),
        ifMoved: owed,
      }),
    },
  })
}

/** Settles what a person owes, or is owed, as far as their balance allows it now. */
export const settleDebt = async (services: Posting, ownerId: string): Promise<void> => {
  const { db, ledger, log } = services
  const wallet = walletOf(ownerId)
  const [debt, balance] = await Promise.all([readDebt(db.pool, ownerId), ledger.balance(wallet)])
  if (paidCents(debt.owedCents, balance.availableCents) === 0n) return
  const owed = ledger.house('receivable:user', ownerId)
  const transferId = newId()
  const legs = (facts: Facts): Leg[] => {
    const owedCents = facts.of(partiesParticipant).get(ownerId)?.owedCents ?? 0n
    const cents = paidCents(owedCents, facts.balanceOf(wallet).availableCents)
    return cents === 0n
      ? []
      : [
          { ...wallet, amountCents: -cents },
          { ...owed, amountCents: cents },
        ]
  }
  const command = {
    ownerId,
    key: systemKey('debt', transferId),
    requestHash: ownerId,
    kind: 'debt.settled',
    transferId,
    locks: [wallet, owed],
  }
  const outcome = await ledger.post({
    ...command,
    legs,
    participants: {
      ...forParticipant(partiesParticipant, {
        holder: ownerId,
        debtor: { ownerId, receivable: owed, movementId: null },
      }),
      ...forMovements({
        write: (facts) => {
          const movedCents = facts.movedIn(wallet)
          return movedCents === 0n ? [] : [{ insert: rowOf(debt, transferId, movedCents), isPosted: true }]
        },
      }),
      ...forParticipant(auditParticipant, {
        ...auditOfSystem({ action: 'debt.settled', movementId: transferId }),
        ifMoved: wallet,
      }),
    },
  })
  if (outcome.accepted) return
  if (outcome.refusal.code !== 'invalidUser') throw new Error(`a debt was not settled: ${outcome.refusal.code}`)
  log.error({ alert: true, label: transferId }, 'a debt that was not owed belonged to a closed account')
  await keepUnclaimed(services, command, ownerId)
}
