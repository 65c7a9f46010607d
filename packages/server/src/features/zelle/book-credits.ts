/**
 * The bank's list in our books. Our bank has the money from the moment it has posted it, whoever it turns out to be for: every
 * credit goes from `settlement:zelle` to suspense at once, and out of suspense to whom it belongs. So `settlement:zelle`
 * equals the bank's list at any time, and suspense is what is still nobody's.
 */
import { newId } from '#platform/ids.ts'
import { systemKey } from '#features/payments/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { eachApart } from '#platform/each-apart.ts'
import type { Services } from '#platform/services.ts'
import { type Booking, listBookings, markBooked, markUnbooked } from './credits-store.ts'
import { SETTLEMENT, SUSPENSE } from './zelle-names.ts'

type Books = Pick<Services, 'db' | 'ledger' | 'clock' | 'log'>

const post = async ({ ledger }: Books, { id, amountCents }: Booking, way: 'arrived' | 'taken-back'): Promise<void> => {
  const sign = way === 'arrived' ? 1n : -1n
  const settlement = ledger.house(SETTLEMENT, id)
  const outcome = await ledger.post({
    ownerId: settlement.ownerId,
    key: systemKey('zelle-credit', way, id),
    requestHash: id,
    kind: `zelle-credit.${way}`,
    transferId: newId(),
    legs: [
      { ...settlement, amountCents: -amountCents * sign },
      { ...ledger.house(SUSPENSE, id), amountCents: amountCents * sign },
    ],
  })
  if (!outcome.accepted) throw new Error(`a credit of the bank's list was not booked: ${outcome.refusal.code}`)
}

const labelOf = ({ id }: Booking): string => id

/** Books what has been posted and unbooks what the bank took back, each once, however often it runs. One that fails does not keep the others. */
export const bookCredits = async (services: Books): Promise<void> => {
  const { into, outOf } = await listBookings(services.db)
  if (into.length + outOf.length === 0) return
  const at = await databaseNow(services.db, services.clock)
  const { log } = services
  await eachApart(log, 'a payment by Zelle did not come into the books', into, labelOf, async (booking) => {
    await post(services, booking, 'arrived')
    await markBooked(services.db, booking.id, at)
  })
  await eachApart(log, 'a payment by Zelle was not taken out of the books', outOf, labelOf, async (booking) => {
    await post(services, booking, 'taken-back')
    await markUnbooked(services.db, booking.id, at)
    log.error({ label: booking.id }, 'the bank took back a payment by Zelle')
  })
}
