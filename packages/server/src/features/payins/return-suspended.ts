/**
 * What goes back of a payment that was never credited: its money lies in suspense and leaves it the way it came. A dispute's
 * money is away in between, as that of any other payment is.
 */
import { forParticipant, type Outcome } from '@puente/ledger'
import { auditOfSystem, type Payment } from '#features/payments/index.ts'
import { auditParticipant } from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { contestKeys, contestSoFar } from './contest.ts'
import type { PayinNames } from './payin-rail.ts'
import { SUSPENSE } from './return-lines.ts'

type Suspended = { names: PayinNames; payment: Payment; about: string }
type Moved = { key: string; what: string; from: string; amountCents: bigint }

const moveOut = (
  { ledger }: Pick<Services, 'ledger'>,
  { payment: { ownerId, ref, kind } }: Suspended,
  { key, what, from, amountCents }: Moved,
): Promise<Outcome> =>
  ledger.post({
    ownerId,
    key,
    requestHash: ref,
    kind: `${kind}.${what}`,
    transferId: newId(),
    legs: [
      { ...ledger.house(SUSPENSE, ownerId), amountCents: -amountCents },
      { ...ledger.house(from, ownerId), amountCents },
    ],
    participants: forParticipant(auditParticipant, auditOfSystem({ action: `${kind}.${what}`, movementId: ref })),
  })

/** It is gone, from the account where it lay until then. */
export const takeFromSuspense = (
  services: Pick<Services, 'ledger'>,
  suspended: Suspended,
  { from, amountCents }: { from: string; amountCents: bigint },
): Promise<Outcome> => {
  const { taken } = contestKeys(suspended.names, suspended.about)
  return moveOut(services, suspended, { key: taken, what: 'unmatched-returned', from, amountCents })
}

/** It has come back, or has not gone: null when it was never taken. */
export const restoreToSuspense = async (
  services: Pick<Services, 'ledger'>,
  suspended: Suspended,
  { from, amountCents }: { from: string; amountCents: bigint },
): Promise<Outcome | null> => {
  const { names, payment, about } = suspended
  if (!(await contestSoFar(services, names, payment, about)).taken) return null
  const { restored } = contestKeys(names, about)
  return moveOut(services, suspended, { key: restored, what: 'unmatched-restored', from, amountCents: -amountCents })
}
