/** A contest is something at a provider that takes money of a pay-in back, or would: its name, its keys, and how far it has come. */
import { type PayableAttempt, type Payment, systemKey } from '#features/payments/index.ts'
import {
  type Counterpart,
  findMovement,
  type Movement,
  type MovementRef,
  type MovementWrite,
  type PayinReturnStep,
} from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { findByObject, keepObject } from '#platform/webhooks/provider-objects-store.ts'
import type { PayinNames } from './payin-rail.ts'
import type { Share } from './return-rules.ts'

/** `reversal`: the provider took it, with nothing to be said against it. `warning`: it may become a dispute. */
export type ReturnKind = 'refund' | 'dispute' | 'reversal' | 'warning'

/** A pay-in that was credited: into whose wallet, what of what was paid went there, and what it paid, if it was asked for. */
export type CreditedPayin = {
  names: PayinNames
  payment: Payment
  walletOwner: string
  paid: Share
  /** What is booked of a waived fee: income, paid by promotion. */
  waivedCents: bigint
  paidAttempt: PayableAttempt | null
  /** Of a send that was delivered: who paid, as the receiver's row names them. */
  payer: Counterpart | null
}

/** Something that takes money back, or would. */
export type Contest = {
  /** Names the case: our payment's id where several warnings are one contest, else the object's own. */
  about: string
  kind: ReturnKind
}

/** What its row is called. */
export const rowTypeOf = ({ kind }: Contest): 'refund' | 'reversal' => (kind === 'refund' ? 'refund' : 'reversal')

export type PayersWrite = Extract<MovementWrite, { payinReturned: unknown }>

/**
 * The payer's row of a deposit or a send that arrived, and what it says from now on; one that has not arrived stays as it is. `backCents` is
 * what went back to them, or failed to.
 */
export const onPayersRow = (
  { payment: { ownerId, ref } }: CreditedPayin,
  returnStep: PayinReturnStep | null,
  backCents: bigint | null = null,
): { refs: MovementRef[]; writes: PayersWrite[] } => {
  if (returnStep === null) return { refs: [], writes: [] }
  const row = { ownerId, movementId: ref }
  return { refs: [row], writes: [{ payinReturned: { ...row, returnStep, backCents } }] }
}

/**
 * The row of a send's receiver, and what it says from now on: how much of it is set aside in their balance, left it or came again. Of one that
 * is nobody else's, its payer's row says it.
 */
export const onReceiversRow = ({
  payment: { ownerId, ref },
  walletOwner,
}: CreditedPayin): {
  refs: MovementRef[]
  writes: (returnStep: PayinReturnStep, backCents: bigint | null) => MovementWrite[]
} => {
  if (walletOwner === ownerId) return { refs: [], writes: () => [] }
  const row = { ownerId: walletOwner, movementId: ref }
  return {
    refs: [row],
    writes: (returnStep, backCents) => [{ payinReturned: { ...row, returnStep, backCents } }],
  }
}

/** What it comes to when the money is gone. */
const GONE_AS: Record<ReturnKind, PayinReturnStep> = {
  refund: 'refunded',
  dispute: 'chargedBack',
  warning: 'chargedBack',
  reversal: 'takenBack',
}
export const goneAs = ({ kind }: Contest): PayinReturnStep => GONE_AS[kind]

/** What it is while it is open: of a payment that its card's bank only warns of, no one has disputed anything. */
export const openAs = ({ kind }: Contest): PayinReturnStep => (kind === 'warning' ? 'warned' : 'contested')

/** What it comes to when the money stays, or comes back: a dispute is decided for the receiver; a refund just fails. */
const KEPT_AS: Record<ReturnKind, PayinReturnStep> = {
  refund: 'refundFailed',
  dispute: 'kept',
  warning: 'cleared',
  reversal: 'kept',
}
export const keptAs = ({ kind }: Contest): PayinReturnStep => KEPT_AS[kind]

/**
 * The keys of what may be posted of a contest; `taken` is one for all ends that what a provider takes back can come to here. `released`
 * is the rest of a refund that failed, once nothing else of its payment needs it; `failed` is what waits in suspense for a person.
 */
export const contestKeys = ({ provider }: PayinNames, about: string) => ({
  held: systemKey('return-hold', provider, about),
  taken: systemKey('return', provider, about),
  dropped: systemKey('return-dropped', provider, about),
  restored: systemKey('return-restored', provider, about),
  released: systemKey('return-released', provider, about),
  failed: systemKey('refund-failed', provider, about),
})

/** How far a contest has come: what was posted of it. */
export const contestSoFar = async (
  { ledger }: Pick<Services, 'ledger'>,
  names: PayinNames,
  { ownerId }: Pick<Payment, 'ownerId'>,
  about: string,
): Promise<Record<keyof ReturnType<typeof contestKeys>, boolean>> => {
  const { held, taken, dropped, restored, released, failed } = contestKeys(names, about)
  const keys = [held, taken, dropped, restored, released, failed].map((key) => ({ ownerId, key }))
  const areTaken = await ledger.areKeysTaken(keys)
  const is = (at: number): boolean => areTaken[at] === true
  return { held: is(0), taken: is(1), dropped: is(2), restored: is(3), released: is(4), failed: is(5) }
}

export const caseIdOf = async (
  { db }: Pick<Services, 'db'>,
  { names, walletOwner }: CreditedPayin,
  { about }: Contest,
) => {
  const objectId = `case:${about}`
  await keepObject(db, names.provider, objectId, { ownerId: walletOwner, ref: newId() })
  const kept = await findByObject(db, names.provider, objectId)
  if (!kept) throw new Error('a case that was just kept is missing')
  return kept.ref
}

/** The row of a case that is still contested, or null. */
export const openCase = async (
  { db }: Pick<Services, 'db'>,
  { names, walletOwner }: CreditedPayin,
  { about }: Contest,
): Promise<Movement | null> => {
  const kept = await findByObject(db, names.provider, `case:${about}`)
  const row = kept && (await findMovement(db, { ownerId: walletOwner, movementId: kept.ref }))
  return row?.state === 'ON HOLD' ? row : null
}

/**
 * The name of an object's contest as it stands. One that was decided can reopen under the same object, as a dispute that was won
 * is lost on appeal: each time it is a contest of its own, and `isAnew` says that there was one before.
 */
export const currentContest = async (
  services: Pick<Services, 'ledger'>,
  names: PayinNames,
  payment: Pick<Payment, 'ownerId'>,
  objectId: string,
): Promise<{ about: string; isAnew: boolean }> => {
  for (let round = 0; ; round += 1) {
    const about = round === 0 ? objectId : `${objectId}:${round}`
    const { dropped, restored } = await contestSoFar(services, names, payment, about)
    if (!dropped && !restored) return { about, isAnew: round > 0 }
  }
}
