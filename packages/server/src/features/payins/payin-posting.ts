/** What every posting of a pay-in has in common: its key, and the legs that bring the money in. */
import type { Command, Leg } from '@puente/ledger'
import { walletOf } from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { totalChargeCents, systemKey } from '#features/payments/index.ts'
import type { Payment } from '#features/payments/index.ts'
import type { PayinNames } from './payin-rail.ts'

/** One key per payment for all ends that its money can come to, so that it never comes to two. */
export const onceFor = (
  { provider }: PayinNames,
  { ownerId, ref, kind }: Payment,
  paymentId: string,
  end: 'credited' | 'suspense',
): Pick<Command, 'ownerId' | 'key' | 'requestHash' | 'transferId'> => ({
  ownerId,
  key: systemKey(kind, provider, paymentId),
  requestHash: `${end}:${ref}`,
  transferId: newId(),
})

/** Whether the money of a payment is in the books, wherever it came to. */
export const isBooked = async (
  { ledger }: Pick<Services, 'ledger'>,
  { provider }: PayinNames,
  { ownerId, kind }: Payment,
  paymentId: string,
): Promise<boolean> => (await ledger.areKeysTaken([{ ownerId, key: systemKey(kind, provider, paymentId) }]))[0] === true

type Credited = { wallet: string; payment: Payment }

/** The payer pays amount and fee; a waived fee is income all the same, paid by promotion. */
export const creditLegs = (
  { ledger }: Pick<Services, 'ledger'>,
  { settlement }: PayinNames,
  { wallet, payment }: Credited,
): Leg[] => {
  const { ownerId, amountCents, feeCents, waivedCents } = payment
  const legs: Leg[] = [
    { ...ledger.house(settlement, ownerId), amountCents: -totalChargeCents(payment) },
    { ...walletOf(wallet), amountCents },
    { ...ledger.house('expense:promotion', ownerId), amountCents: -waivedCents },
    { ...ledger.house('income:fees', ownerId), amountCents: feeCents + waivedCents },
  ]
  return legs.filter((leg) => leg.amountCents !== 0n)
}
