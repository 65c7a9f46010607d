import { type Command, forParticipant, type Leg, type Outcome } from '@puente/ledger'
import { partiesParticipant } from '#features/limits/index.ts'
import { auditOfSystem, canBeRestored } from '#features/payments/index.ts'
import { auditParticipant, forMovements, type MovementDraft, newReference, walletOf } from '#features/wallet/index.ts'
import { forEvents } from '#platform/events.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import {
  caseIdOf,
  type Contest,
  contestKeys,
  contestSoFar,
  type CreditedPayin,
  keptAs,
  onPayersRow,
  onReceiversRow,
  rowTypeOf,
} from './contest.ts'
import { forContested } from './paid-for.ts'
import { contestedAccount } from './return-lines.ts'
import type { Share } from './return-rules.ts'
import { takenAgain } from './taken-again.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** What a provider had taken out of this person's wallet is theirs again; `id` is the row by which it was taken. */
    'payin.restored': { ownerId: string; id: string; cents: number }
    /** What a provider had given back to this person, it has given back to us; `id` is the payment's movement. */
    'payin.upheld': { ownerId: string; id: string; cents: number }
  }
}

/** What a contest has moved and not moved back, account by account: negative for what it has taken. What is kept unclaimed is back. */
type Left = { walletCents: bigint; feeCents: bigint; owedCents: bigint }

const accountsOf = ({ ledger }: Pick<Services, 'ledger'>, { payment: { ownerId }, walletOwner }: CreditedPayin) => ({
  wallet: walletOf(walletOwner),
  fees: ledger.house('income:fees', ownerId),
  owed: ledger.house('receivable:user', ownerId),
  unclaimed: ledger.house('liability:unclaimed', walletOwner),
  promotion: ledger.house('expense:promotion', ownerId),
})

/** The journals of a contest, the first of them what it took; none when it has taken nothing. */
const journalsOf = async (
  { ledger }: Pick<Services, 'ledger'>,
  { names, payment: { ownerId, ref } }: CreditedPayin,
  about: string,
): Promise<string[]> => {
  const soFar = await contestSoFar({ ledger }, names, { ownerId }, about)
  // Its money waits in suspense for a person, who may have decided since.
  if (!soFar.taken || soFar.failed) return []
  const keys = contestKeys(names, about)
  const steps = (['taken', 'restored', 'released'] as const).filter((step) => soFar[step])
  const outcomes = await Promise.all(
    steps.map((step) => ledger.findOutcome({ ownerId, key: keys[step], requestHash: ref })),
  )
  return outcomes.flatMap((outcome) => (outcome?.accepted ? outcome.transferId : []))
}

const leftOf = async (
  services: Pick<Services, 'ledger'>,
  credited: CreditedPayin,
  journals: readonly string[],
): Promise<Left> => {
  const left = { walletCents: 0n, feeCents: 0n, owedCents: 0n }
  for (const id of journals) {
    const accounts = Object.values(accountsOf(services, credited))
    const [wallet = 0n, fees = 0n, owed = 0n, unclaimed = 0n, promotion = 0n] = await services.ledger.movedBy(
      id,
      accounts,
    )
    left.walletCents += wallet + unclaimed
    // What was booked for a waived fee is no part of what was paid, and stays taken back.
    left.feeCents += fees + promotion
    left.owedCents += owed
  }
  return left
}

/** What a contest holds of the payment by now, having taken it; null where it has taken nothing, or what it took is a person's to decide. */
export const takenShare = async (
  services: Pick<Services, 'ledger'>,
  credited: CreditedPayin,
  about: string,
): Promise<Share | null> => {
  const journals = await journalsOf(services, credited, about)
  if (journals.length === 0) return null
  const { walletCents, feeCents, owedCents } = await leftOf(services, credited, journals)
  return { creditedCents: -walletCents - owedCents, feeCents: -feeCents }
}

/** The reverse of what is left of it, leg by leg, with what goes into the wallet apart, and `coverCents` of it kept out. */
type Reverse = { takenId: string; walletCents: bigint; house: Leg[] }

const reverseOf = (
  services: Pick<Services, 'ledger'>,
  credited: CreditedPayin,
  { takenId, left, from, coverCents }: { takenId: string; left: Left; from: string; coverCents: bigint },
): Reverse => {
  const { ledger } = services
  const { names, payment } = credited
  const { fees, owed } = accountsOf(services, credited)
  let keptCents = coverCents
  const lessKept = (cents: bigint): bigint => {
    const kept = cents < keptCents ? cents : keptCents
    keptCents -= kept
    return cents - kept
  }
  const [walletCents, owedCents, feeCents] = [-left.walletCents, -left.owedCents, -left.feeCents]
  const house = [
    { ...ledger.house(from, payment.ownerId), amountCents: -(walletCents + owedCents + feeCents) },
    { ...ledger.house(contestedAccount(names), payment.ownerId), amountCents: coverCents },
  ]
  const toWallet = lessKept(walletCents)
  house.push({ ...owed, amountCents: lessKept(owedCents) }, { ...fees, amountCents: lessKept(feeCents) })
  return { takenId, walletCents: toWallet, house: house.filter(({ amountCents }) => amountCents !== 0n) }
}

const rowOf = (
  { names, payment, walletOwner, payer }: CreditedPayin,
  contest: Contest,
  cents: bigint,
): MovementDraft => ({
  ownerId: walletOwner,
  movementId: newId(),
  type: rowTypeOf(contest),
  state: 'COMPLETED',
  method: names.method,
  direction: 1,
  amountCents: cents,
  counterpart: payer,
  note: '',
  reference: newReference(),
  linkedId: payment.ref,
  details: { returnStep: keptAs(contest) },
})

const commandOf = (
  services: Pick<Services, 'ledger'>,
  credited: CreditedPayin,
  { key, reverse: { takenId, house }, again }: Restoring,
) => {
  const { payment, walletOwner } = credited
  return {
    ownerId: payment.ownerId,
    key,
    requestHash: payment.ref,
    kind: `${payment.kind}.restored`,
    transferId: newId(),
    locks: [walletOf(walletOwner), ...house, accountsOf(services, credited).unclaimed, ...again.locks],
    reverses: { ownerId: payment.ownerId, transferId: takenId },
  } satisfies Partial<Command>
}

const trailOf = ({ payment: { kind, ref } }: CreditedPayin, what: 'restored' | 'restored-unclaimed') =>
  forParticipant(auditParticipant, auditOfSystem({ action: `${kind}.${what}`, movementId: ref }))

const debtOf = ({ ledger }: Pick<Services, 'ledger'>, { payment: { ownerId } }: CreditedPayin) => ({
  debtor: { ownerId, receivable: ledger.house('receivable:user', ownerId), movementId: null },
})

type Restoring = {
  contest: Contest
  /** The row by which it was taken. */
  caseId: string
  key: string
  reverse: Reverse
  backCents: bigint
  coverCents: bigint
  /** What the pay-in uses again. */
  again: Pick<Awaited<ReturnType<typeof takenAgain>>, 'participants' | 'legs' | 'locks'>
}

const NOTHING_AGAIN: Restoring['again'] = { participants: {}, legs: [], locks: [] }

const told = (
  { walletOwner, payment: { ownerId, ref } }: CreditedPayin,
  { caseId, reverse: { walletCents }, backCents, coverCents }: Restoring,
) => {
  const upheldCents = backCents - coverCents
  return forEvents(() => [
    ...(walletCents > 0n
      ? [{ event: 'payin.restored' as const, data: { ownerId: walletOwner, id: caseId, cents: Number(walletCents) } }]
      : []),
    ...(upheldCents > 0n
      ? [{ event: 'payin.upheld' as const, data: { ownerId, id: ref, cents: Number(upheldCents) } }]
      : []),
  ])
}

/** What the payer reads: nothing of what covers another return of the payment. */
const toldToPayer = (credited: CreditedPayin, { contest, backCents, coverCents }: Restoring) =>
  onPayersRow(credited, coverCents === 0n ? keptAs(contest) : null, contest.kind === 'refund' ? backCents : null)

/** What covers another return of the payment is gone by it still. */
const forCovered = (credited: CreditedPayin, { contest, coverCents }: Restoring) =>
  forContested(
    credited,
    contest,
    coverCents > 0n ? { stage: 'taken', cents: coverCents, fromIssuer: () => coverCents } : { stage: 'none' },
  )

/** Of a closed account: the house owes it to the former owner, once they prove who they are. */
const keepUnclaimed = (
  services: Pick<Services, 'ledger'>,
  credited: CreditedPayin,
  restoring: Restoring,
): Promise<Outcome> => {
  const { ledger } = services
  const { reverse, again } = restoring
  const onPayers = toldToPayer(credited, restoring)
  const { unclaimed } = accountsOf(services, credited)
  return ledger.post({
    ...commandOf(services, credited, restoring),
    legs: [...reverse.house, { ...unclaimed, amountCents: reverse.walletCents }, ...again.legs],
    participants: {
      ...forParticipant(partiesParticipant, debtOf(services, credited)),
      ...again.participants,
      ...forCovered(credited, restoring),
      ...forMovements({ movementRefs: onPayers.refs, write: () => onPayers.writes }),
      ...told(credited, restoring),
      ...trailOf(credited, 'restored-unclaimed'),
    },
  })
}

/**
 * What was gone has come back, as when a dispute that was lost is won after all, or a refund fails: everything is again as before
 * `takeBack`, by a journal that reverses what it posted, whatever else went back meanwhile, with a row of its own. `from` is the account
 * that it was booked into. Null when there is nothing to restore. A wallet whose owner has closed the account gets nothing: it is kept
 * for them. `coverCents` of it stays with us for what another return took beyond what was left of the payment; once nothing needs it,
 * it is restored as well.
 */
export const restoreTaken = async (
  services: Pick<Services, 'db' | 'ledger' | 'log'>,
  credited: CreditedPayin,
  contest: Contest,
  { from, coverCents = 0n }: { from: string; coverCents?: bigint },
): Promise<Outcome | null> => {
  const { names, payment, walletOwner } = credited
  const journals = await journalsOf(services, credited, contest.about)
  const [takenId, ...earlier] = journals
  if (takenId === undefined) return null
  const left = await leftOf(services, credited, journals)
  const isRest = earlier.length > 0
  const leftCents = -left.walletCents - left.owedCents - left.feeCents
  if (isRest && (coverCents > 0n || leftCents === 0n)) return null
  const keys = contestKeys(names, contest.about)
  const source = isRest ? contestedAccount(names) : from
  const keptCents = coverCents < leftCents ? coverCents : leftCents
  const reverse = reverseOf(services, credited, { takenId, left, from: source, coverCents: keptCents })
  const key = isRest ? keys.released : keys.restored
  const caseId = await caseIdOf(services, credited, contest)
  const isAgain = canBeRestored(payment.state, 'succeeded') && leftCents > keptCents
  const again = isAgain ? await takenAgain(services, credited, takenId) : NOTHING_AGAIN
  const restoring = { contest, caseId, key, reverse, backCents: leftCents, coverCents: keptCents, again }
  const { walletCents, house } = reverse
  const toWallet = walletCents > 0n
  const onPayers = toldToPayer(credited, restoring)
  const onReceivers = onReceiversRow(credited)
  const outcome = await services.ledger.post({
    ...commandOf(services, credited, restoring),
    legs: [...house, ...(toWallet ? [{ ...walletOf(walletOwner), amountCents: walletCents }] : []), ...again.legs],
    participants: {
      ...again.participants,
      ...forParticipant(partiesParticipant, {
        ...(toWallet && { holder: walletOwner }),
        ...debtOf(services, credited),
      }),
      ...forMovements({
        movementRefs: [...onPayers.refs, ...onReceivers.refs],
        write: () => [
          ...onPayers.writes,
          ...(toWallet
            ? [
                ...onReceivers.writes(keptAs(contest), walletCents),
                { insert: rowOf(credited, contest, walletCents), isPosted: true },
              ]
            : []),
        ],
      }),
      ...forCovered(credited, restoring),
      ...told(credited, restoring),
      ...trailOf(credited, 'restored'),
    },
  })
  if (outcome.accepted || outcome.refusal.code !== 'invalidUser') return outcome
  const fields = { provider: names.provider, transferId: payment.ref, label: contest.about }
  services.log.error({ alert: true, ...fields }, 'money came back for an account that is closed')
  return keepUnclaimed(services, credited, restoring)
}
