import { type Command, forParticipant, type Leg, type Outcome } from '@puente/ledger'
import { partiesParticipant } from '#features/limits/index.ts'
import { auditOfSystem } from '#features/payments/index.ts'
import { auditParticipant, forMovements, type MovementDraft, newReference, walletOf } from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { type Contest, contestKeys, type CreditedPayin } from './contest.ts'
import { forContested } from './paid-for.ts'

/** The reverse of what `takeBack` posted, leg by leg, with what it took out of the wallet apart. */
type Reverse = { takenId: string; walletCents: bigint; house: Leg[] }

const reverseOf = async (
  { ledger }: Pick<Services, 'ledger'>,
  { payment: { ownerId }, walletOwner }: CreditedPayin,
  { takenId, from }: { takenId: string; from: string },
): Promise<Reverse> => {
  const houses = [from, 'income:fees', 'receivable:user'].map((account) => ledger.house(account, ownerId))
  const [walletMoved = 0n, ...moved] = await ledger.movedBy(takenId, [walletOf(walletOwner), ...houses])
  const house = houses.map((account, at) => ({ ...account, amountCents: -(moved[at] ?? 0n) }))
  return { takenId, walletCents: -walletMoved, house: house.filter(({ amountCents }) => amountCents !== 0n) }
}

const rowOf = ({ names, payment, walletOwner }: CreditedPayin, { type }: Contest, cents: bigint): MovementDraft => ({
  ownerId: walletOwner,
  movementId: newId(),
  type,
  state: 'COMPLETED',
  method: names.method,
  direction: 1,
  amountCents: cents,
  counterpart: null,
  note: '',
  reference: newReference(),
  linkedId: payment.ref,
})

const commandOf = ({ names, payment, walletOwner }: CreditedPayin, { about }: Contest, { takenId }: Reverse) =>
  ({
    ownerId: payment.ownerId,
    key: contestKeys(names, about).restored,
    requestHash: payment.ref,
    kind: `${payment.kind}.restored`,
    transferId: newId(),
    locks: [walletOf(walletOwner)],
    reverses: { ownerId: payment.ownerId, transferId: takenId },
  }) satisfies Partial<Command>

const trailOf = ({ payment: { kind, ref } }: CreditedPayin, what: 'restored' | 'restored-unclaimed') =>
  forParticipant(auditParticipant, auditOfSystem({ action: `${kind}.${what}`, movementId: ref }))

const debtOf = ({ ledger }: Pick<Services, 'ledger'>, { payment: { ownerId } }: CreditedPayin) => ({
  debtor: { ownerId, receivable: ledger.house('receivable:user', ownerId), movementId: null },
})

/** Of a closed account: the house owes it to the former owner, once they prove who they are. */
const keepUnclaimed = (
  services: Pick<Services, 'ledger'>,
  credited: CreditedPayin,
  contest: Contest,
  reverse: Reverse,
): Promise<Outcome> => {
  const { ledger } = services
  const unclaimed = ledger.house('liability:unclaimed', credited.walletOwner)
  return ledger.post({
    ...commandOf(credited, contest, reverse),
    legs: [...reverse.house, { ...unclaimed, amountCents: reverse.walletCents }],
    participants: {
      ...forParticipant(partiesParticipant, debtOf(services, credited)),
      ...forContested(credited, contest, { stage: 'none' }),
      ...trailOf(credited, 'restored-unclaimed'),
    },
  })
}

/**
 * What was gone has come back, as when a dispute that was lost is won after all: everything is again as before `takeBack`, by a
 * journal that reverses what it posted, whatever else went back meanwhile, with a row of its own. `from` is the account that it
 * was booked into. Null when nothing was taken. A wallet whose owner has closed the account gets nothing: it is kept for them.
 */
export const restoreTaken = async (
  services: Pick<Services, 'ledger' | 'log'>,
  credited: CreditedPayin,
  contest: Contest,
  from: string,
): Promise<Outcome | null> => {
  const { names, payment, walletOwner } = credited
  const { ledger } = services
  const key = contestKeys(names, contest.about).taken
  const taken = await ledger.findOutcome({ ownerId: payment.ownerId, key, requestHash: payment.ref })
  if (!taken?.accepted) return null
  const reverse = await reverseOf(services, credited, { takenId: taken.transferId, from })
  const { walletCents, house } = reverse
  const toWallet = walletCents > 0n
  const outcome = await ledger.post({
    ...commandOf(credited, contest, reverse),
    legs: toWallet ? [...house, { ...walletOf(walletOwner), amountCents: walletCents }] : house,
    participants: {
      ...forParticipant(partiesParticipant, {
        ...(toWallet && { holder: walletOwner }),
        ...debtOf(services, credited),
      }),
      ...(toWallet &&
        forMovements({ write: () => [{ insert: rowOf(credited, contest, walletCents), isPosted: true }] })),
      ...forContested(credited, contest, { stage: 'none' }),
      ...trailOf(credited, 'restored'),
    },
  })
  if (outcome.accepted || outcome.refusal.code !== 'invalidUser') return outcome
  const fields = { provider: names.provider, transferId: payment.ref, label: contest.about }
  services.log.error({ alert: true, ...fields }, 'money came back for an account that is closed')
  return keepUnclaimed(services, credited, contest, reverse)
}
