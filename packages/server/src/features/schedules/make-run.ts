/** One run of a schedule: the send by the very command of `send/in-app`, with all that takes part in it; or the request. */
import { findPersonById } from '#features/accounts/index.ts'
import { findRail, requireRail } from '#features/content/index.ts'
import { systemKey } from '#features/payments/index.ts'
import { IN_APP, sendCommand } from '#features/transfers/index.ts'
import { newReference } from '#features/wallet/index.ts'
import { refusalOfBatch } from '#platform/http/batch-refusal.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { auditOf } from './change-schedule.ts'
import type { Schedule } from './schedule.ts'
import { afterRun, type Run } from './schedule-rules.ts'
import { forSchedule } from './schedules-participant.ts'

/** Why a run was not made. */
export type Refused = { code: string; details?: Readonly<Record<string, unknown>> | undefined }

/** The schedule was paused, cancelled or run by another process while this run was on its way. */
const CHANGED_MEANWHILE = 'notFound'

const sendRun = async (services: Services, schedule: Schedule, run: Run, attempt: 0 | 1): Promise<Refused | null> => {
  const { ownerId, scheduleId, payeeId, amountCents, note, purpose, provedAt, version } = schedule
  const [payer, payee, rail] = await Promise.all([
    findPersonById(services.db, ownerId),
    findPersonById(services.db, payeeId),
    findRail(services, IN_APP.rail),
  ])
  if (!payer) return { code: 'accountRestricted', details: { reason: 'closed' } }
  if (!payee) return { code: 'invalidUser' }
  // Thrown: a rail that is closed opens again, and the run waits for that as long as it may be late.
  requireRail(rail)
  const movementId = newId()
  const command = sendCommand({
    movementId,
    payer,
    payee,
    amountCents,
    expectedTotalCents: amountCents,
    note,
    purpose,
    reference: newReference(),
    stepUp: services.config.secondFactor === 'off' ? null : { ownerId, provedAt },
    trail: {
      ...auditOf(schedule, 'transfer.sent'),
      object: { type: 'movement', id: movementId },
      details: { schedule: scheduleId, occurrence: run.occurrence },
    },
  })
  const after = afterRun(schedule, run, { outcome: 'made', movementId })
  const outcome = await services.ledger.post({
    ...command,
    ownerId,
    key: systemKey('schedule', scheduleId, String(run.occurrence), String(attempt)),
    requestHash: scheduleId,
    participants: { ...command.participants, ...forSchedule({ seen: version, after }) },
  })
  if (outcome.accepted || outcome.refusal.code === CHANGED_MEANWHILE) return null
  return refusalOfBatch(outcome)
}

/** Makes the run, and brings the schedule on to the next with it; answers why it was refused, or null. */
export const makeRun = (services: Services, schedule: Schedule, run: Run, attempt: 0 | 1): Promise<Refused | null> => {
  if (schedule.call === 'sendInApp') return sendRun(services, schedule, run, attempt)
  throw new Error('requests cannot be made later yet')
}
