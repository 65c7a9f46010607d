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
import { everyPage } from './every-page.ts'
import { SETTLEMENT, SUSPENSE } from './zelle-names.ts'

type Books = Pick<Services, 'db' | 'ledger' | 'clock' | 'log'>

const post = async ({ ledger }: Books, { id, amountCents, way }: Booking): Promise<void> => {
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

/** Books what has been posted and unbooks what the bank took back, each once, however often it runs. One that fails does not keep the others. */
export const bookCredits = async (services: Books): Promise<void> => {
  const { db, clock, log } = services
  const bookPage = async (page: readonly Booking[]): Promise<void> => {
    if (page.length === 0) return
    const at = await databaseNow(db, clock)
    await eachApart(
      log,
      'a payment by Zelle was not booked',
      page,
      ({ id }) => id,
      async (booking) => {
        await post(services, booking)
        if (booking.way === 'arrived') return markBooked(db, booking.id, at)
        await markUnbooked(db, booking.id, at)
        log.error({ label: booking.id }, 'the bank took back a payment by Zelle')
      },
    )
  }
  await everyPage<Booking>((last) => listBookings(db, last), bookPage)
}
