import { dollars } from '#platform/csv.ts'
import type { Services } from '#platform/services.ts'
import { schedulesOut } from './schedule-out.ts'
import { listAll } from './schedules-store.ts'

/** Everything that a person has scheduled, as the archive of their data has it; amounts in dollars. */
export const exportSchedules = async (
  services: Pick<Services, 'db' | 'clock'>,
  ownerId: string,
): Promise<Record<string, unknown>[]> =>
  (await schedulesOut(services, await listAll(services.db, ownerId))).map((row) => ({
    made_at: row.date,
    call: row.call,
    name: row.fullName,
    amount: dollars(BigInt(row.amount)),
    currency: 'USD',
    note: row.note,
    every: row.every,
    time_zone: row.timeZone,
    start_at: row.startAt,
    until: row.until,
    count: row.count,
    runs: row.runs,
    state: row.state,
    end_reason: row.endReason,
    last_at: row.lastResult?.at ?? null,
    last_outcome: row.lastResult?.outcome ?? null,
    last_code: row.lastResult?.code ?? null,
    last_reason: row.lastResult?.reason ?? null,
  }))
