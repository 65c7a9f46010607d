/**
 * What deadlines of disputes ask for: operators hear every day from two business days before one, and its owner once it has passed; at
 * noon of the tenth business day the amount is credited if there is no answer, and what goes back does so on its day. A process claims
 * each for an hour; if it ends in between, another finds the dispute where it was, and money that has moved is known by its key.
 */
import { disputeId as wireId } from '@puente/contract'
import { MoneyFrozen, type Outcome } from '@puente/ledger'
import { findMovement } from '#features/wallet/index.ts'
import { newYorkTime } from '#platform/calendar/bank-days-rules.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { JobRun } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { toldOf } from './change-dispute.ts'
import type { Dispute, DisputeRef } from './dispute.ts'
import { creditDispute, reasonOf, takeDisputeBack } from './dispute-money.ts'
import { deadlineOf, hasLeftBalance, nearUntil, turnOf } from './dispute-rules.ts'
import { disputeAnnouncement } from './disputes-participant.ts'
import { countDisputes, findDispute, noteWarned, takeDueDisputes, wasCreditedBefore } from './disputes-store.ts'

/** Looked at in one run; what is left is due a minute later. */
const RUN_LIMIT = 200
/** How long one is claimed for, and how soon it is looked at again. */
const AGAIN_MS = 3_600_000

const alert = (services: Services, dispute: Dispute, reason: string, says: string): void =>
  services.log.error(
    {
      alert: true,
      component: 'disputes',
      label: wireId(dispute.disputeId),
      reason: `${reason}, due ${deadlineOf(dispute)}`,
    },
    says,
  )

const warn = async (services: Services, dispute: Dispute, kind: 'near' | 'missed', at: Date): Promise<void> => {
  const isNoted = await transaction(services.db, 'note a warning of a deadline', async (trx) => {
    if (!(await noteWarned(trx, dispute, newYorkTime(at).day))) return false
    if (kind === 'missed') {
      await services.events.record(trx, toldOf(dispute, 'late'))
      await services.live.publish(trx, disputeAnnouncement(dispute))
    }
    return true
  })
  if (!isNoted) return
  alert(
    services,
    dispute,
    kind,
    kind === 'near' ? 'the deadline of a dispute is near' : 'the deadline of a dispute has passed',
  )
}

/** Why people have to decide about a credit; null once it is given. */
const whyNotCredited = async (services: Services, dispute: Dispute): Promise<string | null> => {
  const movement = await findMovement(services.db, dispute)
  if (!movement || !hasLeftBalance(movement)) return 'the transaction is no payment out of the balance'
  if (await wasCreditedBefore(services.db, dispute)) return 'the transaction was credited before'
  return refusalOf(await creditDispute(services, dispute, null))
}

const credit = async (services: Services, dispute: Dispute): Promise<void> => {
  const refused = await whyNotCredited(services, dispute)
  if (refused !== null) alert(services, dispute, refused, 'a dispute could not be credited: people have to decide')
}

/** Null when it was done, or when the dispute has moved on meanwhile. */
const refusalOf = (outcome: Outcome): string | null =>
  outcome.accepted || outcome.refusal.code === 'notFound' ? null : reasonOf(outcome.refusal)

const takeBack = async (services: Services, dispute: Dispute): Promise<void> => {
  const refused = refusalOf(await takeDisputeBack(services, dispute))
  if (refused !== null) alert(services, dispute, refused, 'the credit of a dispute could not be taken back')
}

const runOne = async (services: Services, ref: DisputeRef, at: Date): Promise<void> => {
  const dispute = await findDispute(services.db, ref)
  if (!dispute) return
  const { does, warn: warning } = turnOf(dispute, at)
  if (warning !== null) await warn(services, dispute, warning, at)
  if (does === 'credit') await credit(services, dispute)
  if (does === 'takeBack') await takeBack(services, dispute)
}

/** Does what is due. While money is frozen nothing is: all of it stays due. One that fails keeps no other from its turn. */
export const runDisputes = async (services: Services, run?: Pick<JobRun, 'signal'>): Promise<void> => {
  const at = await databaseNow(services.db, services.clock)
  services.metrics.disputes(await countDisputes(services.db, { nearDay: nearUntil(at), today: newYorkTime(at).day }))
  await services.ledger.requireNotFrozen()
  const due = await takeDueDisputes(services.db, at, { until: new Date(at.getTime() + AGAIN_MS), limit: RUN_LIMIT })
  for (const ref of due) {
    if (run?.signal?.aborted) return
    try {
      // oxlint-disable-next-line no-await-in-loop
      await runOne(services, ref, at)
    } catch (err) {
      if (err instanceof MoneyFrozen) throw err
      services.log.error({ err, alert: true, label: wireId(ref.disputeId) }, 'a dispute could not be looked at')
    }
  }
}
