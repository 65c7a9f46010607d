import { MoneyFrozen } from '@puente/ledger'
import { listReturned, listStandings, type Standing } from '#features/payments/index.ts'
import { readMovements } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { findByObjects } from '#platform/webhooks/provider-objects-store.ts'
import type { ReportLine } from '#providers/report.ts'
import { ProviderError } from '#providers/types.ts'
import type { ProvidedRail } from '#providers/types.ts'
import { bookFees } from './book-fees.ts'
import { endRun, keepDifferences, type Run, type RunEnd } from './differences-store.ts'
import type { ProviderFee } from './provider-fees-rules.ts'
import { readBooks } from './read-books.ts'
import { type Booked, compare, type Line } from './reconciliation-rules.ts'
import { daysOf, PROVIDERS_OF, reportOf } from './reports.ts'

const DAY_MS = 86_400_000

/** Of these payments, the payouts that never arrived and whose money came back: nothing was booked of them. */
const listCameBack = async (db: Services['db'], standings: readonly Standing[]) => {
  const returned = standings.filter(({ returnedAt }) => returnedAt !== null)
  const rows = await readMovements(
    db,
    returned.map(({ ownerId, ref }) => ({ ownerId, movementId: ref })),
  )
  const gone = new Set(rows.filter(({ state }) => state === 'CANCELLED').map(({ movementId }) => movementId))
  return new Map(
    returned.flatMap(({ ref, amountCents: cents, returnedAt: at }) =>
      at && gone.has(ref) ? [[ref, { cents, at }]] : [],
    ),
  )
}

/** Known objects, their owners, and how our payments stand. */
const linesOf = async ({ db }: Services, { rail }: Run, report: readonly ReportLine[]) => {
  const objectIds = report.flatMap(({ objectId, relatedId }) => (relatedId ? [objectId, relatedId] : [objectId]))
  const known = new Map(
    (await findByObjects(db, PROVIDERS_OF[rail], [...new Set(objectIds)])).map((object) => [object.objectId, object]),
  )
  const standings = await listStandings(db, [...known.values()])
  // What goes out is told there when it leaves, and booked here when it has arrived.
  const underWay = new Set(standings.filter(({ isUnderWay }) => isUnderWay).map(({ ref }) => ref))
  const cameBack = await listCameBack(db, standings)
  const lines = report.map((line): Line => {
    const ref = (known.get(line.objectId) ?? known.get(line.relatedId ?? ''))?.ref ?? null
    const stands = { isUnderWay: ref !== null && underWay.has(ref), cameBack: cameBack.get(ref ?? '') ?? null }
    return { ...line, ref: line.ref ?? ref, ...stands }
  })
  return { lines, owners: [...known.values()].map(({ ownerId }) => ownerId) }
}

/** Whose payment each of ours is, by the provider's object in its name. */
const withRefs = async ({ db }: Services, { rail }: Run, booked: readonly Booked[]): Promise<Booked[]> => {
  const names = booked.flatMap(({ name }) => (name === null ? [] : [name]))
  const known = await findByObjects(db, PROVIDERS_OF[rail], [...new Set(names)])
  const refs = new Map(known.map(({ objectId, ref }) => [objectId, ref]))
  return booked.map((one) => ({ ...one, ref: refs.get(one.name ?? '') ?? null }))
}

const compareRail = async (services: Services, run: Run) => {
  const source = reportOf(services, run.rail)
  if (!source) return null
  const now = await databaseNow(services.db, services.clock)
  const marginMs = daysOf(run.rail).apart * DAY_MS
  const to = new Date(Math.min(run.to.getTime() + marginMs, now.getTime()))
  const span = { from: new Date(run.from.getTime() - marginMs), to }
  const { lines, owners } = await linesOf(services, run, await source.report(span))
  const books = await readBooks(services, run.rail, span, owners)
  const booked = await withRefs(services, run, books.booked)
  // PayPal keeps what is not claimed for a month. What a bank returns before it was final comes within days, beside its payout, or neither is listed.
  const returned = run.rail === 'paypal' ? await listReturned(services.db, run.rail, run) : []
  const cameBack = [...(await listCameBack(services.db, returned))].map(([ref, one]) => ({ ref, ...one }))
  return compare({ ...books, booked, cameBack, lines, period: run, now })
}

/** A difference is looked for while money is frozen too, most of all then; the fees wait for the next comparison. */
const book = async ({ ledger, log }: Services, rail: ProvidedRail, fees: readonly ProviderFee[]): Promise<void> => {
  try {
    await bookFees({ ledger }, rail, fees)
  } catch (error) {
    if (!(error instanceof MoneyFrozen)) throw error
    log.warn({ rail, count: fees.length }, "a provider's fees are not booked while money is frozen")
  }
}

/** Carries one comparison out, books the provider's fees that it found, and keeps what came of it. A report that cannot be read to its end compares nothing. */
export const reconcileRail = async (services: Services, run: Run): Promise<RunEnd> => {
  const { clock, db, log } = services
  const end = async (compared: Awaited<ReturnType<typeof compareRail>> | 'failed'): Promise<RunEnd> =>
    transaction(db, 'keep a reconciliation', async (trx) => {
      const at = await databaseNow(trx, clock)
      const none = { lines: 0, entries: 0, openDifferences: 0 }
      if (compared === 'failed' || compared === null) {
        const ended = { outcome: compared === null ? 'noReport' : 'failed', ...none } as const
        await endRun(trx, run.id, ended, at)
        return ended
      }
      const { differences, lines, entries } = compared
      const { open, news } = await keepDifferences(trx, run, differences, at)
      const ended = { outcome: 'compared', lines, entries, openDifferences: open } as const
      await endRun(trx, run.id, ended, at)
      if (news > 0) log.error({ alert: true, rail: run.rail, count: news }, "a provider's report and our books differ")
      return ended
    })
  try {
    const compared = await compareRail(services, run)
    if (compared) await book(services, run.rail, compared.unbookedFees)
    return await end(compared)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.error({ alert: true, err: error, rail: run.rail }, "a provider's report could not be read")
    return end('failed')
  }
}
