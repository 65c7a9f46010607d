/** One run of a schedule: the send by the very command of `send/in-app`, with all that takes part in it; or the request. */
import { findAccount, findPersonById } from '#features/accounts/index.ts'
import { isBlockedBetween } from '#features/contacts/index.ts'
import { findRail, requireRail } from '#features/content/index.ts'
import { systemKey } from '#features/payments/index.ts'
import { askIn } from '#features/requests/index.ts'
import { IN_APP, sendCommand } from '#features/transfers/index.ts'
import { newReference } from '#features/wallet/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import { refusalOfBatch } from '#platform/http/batch-refusal.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { auditOf, changeSchedule } from './change-schedule.ts'
import type { Schedule } from './schedule.ts'
import { afterRun, type Refused, type Run } from './schedule-rules.ts'
import { lockSchedule } from './schedules-store.ts'
import { CHANGED_MEANWHILE, forSchedule } from './schedules-participant.ts'

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
    stepUp: {
      operation: 'sendInApp',
      by: services.config.secondFactor === 'off' ? null : { ownerId, provedAt },
    },
    trail: {
      ...auditOf(schedule, 'transfer.sent'),
      object: { type: 'movement', id: movementId },
      details: { schedule: scheduleId, occurrence: run.occurrence },
    },
  })
  const after = afterRun(schedule, run, { outcome: 'made', madeId: movementId })
  const outcome = await services.ledger.post({
    ...command,
    ownerId,
    key: systemKey('schedule', scheduleId, String(run.occurrence), String(attempt)),
    requestHash: scheduleId,
    participants: { ...command.participants, ...forSchedule({ seen: version, after }) },
  })
  if (outcome.accepted) return null
  const refused = refusalOfBatch(outcome)
  return refused.details?.['reason'] === CHANGED_MEANWHILE ? null : refused
}

/** Why somebody cannot ask another for money now; null when they can. */
const askRefusal = async (services: Services, { ownerId, payeeId }: Schedule): Promise<Refused | null> => {
  const [account, asked, isBlocked] = await Promise.all([
    findAccount(services.db, services.keys, ownerId),
    findPersonById(services.db, payeeId),
    isBlockedBetween(services.db, ownerId, payeeId),
  ])
  const status = account?.status ?? 'closed'
  if (status !== 'open') return { code: 'accountRestricted', details: { reason: status } }
  if (!account?.emailVerified) return { code: 'emailNotVerified' }
  if (!account.phoneVerified) return { code: 'kycRequired', details: { missing: ['phone'] } }
  return asked?.canReceive === true && !isBlocked ? null : { code: 'invalidUser' }
}

/** A request moves no money: it and the step to the next run are one transaction. */
const requestRun = async (services: Services, seen: Schedule, run: Run): Promise<Refused | null> => {
  const refused = await askRefusal(services, seen)
  if (refused) return refused
  await transaction(services.db, 'make a scheduled request', async (trx) => {
    const schedule = await lockSchedule(trx, seen)
    if (schedule?.state !== 'active' || schedule.version !== seen.version) return
    const { ownerId: issuerId, payeeId: askedId, amountCents, note } = schedule
    const madeId = await askIn(services, trx, { issuerId, askedId, amountCents, note }, run.at)
    const after = afterRun(schedule, run, { outcome: 'made', madeId })
    await changeSchedule(services, trx, after, { at: run.at, trail: auditOf(schedule, 'schedule.run') })
  })
  return null
}

/** Makes the run, and brings the schedule on to the next with it; answers why it was refused, or null. */
export const makeRun = (services: Services, schedule: Schedule, run: Run, attempt: 0 | 1): Promise<Refused | null> => {
  return schedule.call === 'sendInApp' ? sendRun(services, schedule, run, attempt) : requestRun(services, schedule, run)
}
