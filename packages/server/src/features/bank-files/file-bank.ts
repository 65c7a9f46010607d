/**
 * Withdrawals by file, behind the port of every bank. To send is to collect: the entry is kept under the withdrawal's id, which makes
 * it happen once, and whatever was lost on the way is found by it. What became of it is read from what the bank has said.
 */
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import type { AchDestination, AchRail } from '#providers/ach/port.ts'
import type { NachaSettings } from '#providers/ach/nacha/settings.ts'
import type { PayoutRequest, PayoutSnapshot } from '#providers/payout-port.ts'
import type { ReportSource } from '#providers/report.ts'
import { BadSignature, ProviderError } from '#providers/types.ts'
import { findEntry, findEntryByTrace, insertEntry } from './entries-store.ts'
import { snapshotOf } from './entry-snapshot.ts'
import { reportOfFiles } from './report-files.ts'
import { seal } from './sealing.ts'

type Bank = Pick<Services, 'clock' | 'db' | 'keys'>

/** What a field of the amount holds. */
const MOST_CENTS = 9_999_999_999n

const collect = async (
  services: Bank,
  { odfiRouting }: NachaSettings,
  { ref, amountCents, destination }: PayoutRequest<AchDestination>,
): Promise<PayoutSnapshot> => {
  if (amountCents > MOST_CENTS) throw new ProviderError('invalid', 'more than an entry can carry')
  const { name, routingNumber, accountNumber, funding, holder } = destination
  const kept = JSON.stringify({ name, routingNumber, accountNumber, funding, holder })
  const at = await databaseNow(services.db, services.clock)
  const destinationSealed = seal(services, 'nacha_entries.destination_sealed', ref, kept)
  await insertEntry(services.db, odfiRouting.slice(0, 8), { ref, amountCents, destinationSealed, at })
  const entry = await findEntry(services.db, ref)
  if (!entry) throw new Error('an entry was not kept')
  return snapshotOf(services, entry)
}

export const createFileBank = (services: Bank, settings: NachaSettings): AchRail & ReportSource => {
  const snapshotOrNull = (entry: Awaited<ReturnType<typeof findEntry>>): PayoutSnapshot | null =>
    entry && snapshotOf(services, entry)
  return {
    send: (request) => collect(services, settings, request),
    fetch: async (trace) => snapshotOrNull(await findEntryByTrace(services.db, trace)),
    findByRef: async ({ ref }) => snapshotOrNull(await findEntry(services.db, ref)),
    report: (period) => reportOfFiles(services, settings, period),
    verify: async () => {
      throw new BadSignature('a bank that takes files sends no events')
    },
  }
}
