/**
 * Money that somebody has, and that the bank has taken back. It is taken back here as every rail does it (decision 25): out of the
 * wallet that was credited as far as it is there, and the payer owes the rest, so that suspense is short by nothing.
 */
import {
  applyReturn,
  creditedOnceTaken,
  type CreditedPayin,
  NO_SHARE,
  type PayinReturn,
} from '#features/payins/index.ts'
import { findPayment, type Payment, wasCredited } from '#features/payments/index.ts'
import { returnHeldTransfer } from '#features/transfers/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { eachApart } from '#platform/each-apart.ts'
import type { Services } from '#platform/services.ts'
import { disputeClaim, listTakenBack, markReturned, type TakenBack } from './claims-store.ts'
import { everyPage } from './every-page.ts'
import { markDisputed } from './intents-store.ts'
import { holdZelle } from './match-credits.ts'
import { ZELLE } from './zelle-names.ts'

/** Who got it; null when nobody did, though it had been found out whose it was. */
const creditedBy = async (
  services: Services,
  payment: Payment,
  { id, ownerId, amountCents, isEnded }: TakenBack,
): Promise<CreditedPayin | null> => {
  if (payment.providerPaymentId === id && wasCredited(payment.state))
    return creditedOnceTaken(services, ZELLE, (row) => returnHeldTransfer(services, row, 'returned'), payment)
  // By operators, who gave it to the payer.
  if (!isEnded) return null
  const paid = { creditedCents: amountCents, feeCents: 0n }
  return { names: ZELLE, payment, walletOwner: ownerId, paid, waivedCents: 0n, paidAttempt: null, payer: null }
}

const returnOne = async (services: Services, taken: TakenBack): Promise<void> => {
  const { id, ownerId, ref, amountCents } = taken
  const payment = await findPayment(services.db, { ownerId, ref })
  if (!payment) throw new Error('a credit was claimed for a payment that there is not')
  const credited = await creditedBy(services, payment, taken)
  if (!credited) {
    // Not credited, or only in this very moment: it is looked at again.
    if (!(await disputeClaim(services.db, id))) return
    await markDisputed(services.db, ref)
    return holdZelle(services, payment, 'zelleMismatch')
  }
  const one: PayinReturn = { objectId: id, kind: 'reversal', state: 'gone', amountCents, lines: [], raw: 'removed' }
  await applyReturn(services, { names: ZELLE, credited, about: id, before: NO_SHARE, isAnswered: true }, one)
  await markReturned(services.db, id, await databaseNow(services.db, services.clock))
  services.log.error(
    { alert: true, provider: ZELLE.provider, transferId: ref, label: id },
    'the bank took back a payment by Zelle that had been credited: it was taken back here, and the payer owes what was gone',
  )
}

/** Takes back, once, what the bank took back, whenever it did and however often this runs. One that fails does not keep the others. */
export const returnCredits = async (services: Services): Promise<void> => {
  const { db, log } = services
  const back = (one: TakenBack): Promise<void> => returnOne(services, one)
  await everyPage<TakenBack>(
    (last) => listTakenBack(db, last),
    (taken) => eachApart(log, 'a credit was not taken back', taken, ({ id }) => id, back),
  )
}
