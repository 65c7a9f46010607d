/**
 * Money that was stopped on its way out, came back in a way that makes no sense, or is set aside for a fraud warning, waits for people.
 * Two operators agree on what becomes of it, by the digest of the proposal and with a reference to the evidence; the product then does it,
 * once.
 */
import { CARD } from '#features/cards/index.ts'
import { dropWarning, isFraudWarning } from '#features/payins/index.ts'
import { findMovement, listPayoutCases } from '#features/wallet/index.ts'
import { canDecideCase, decideCase } from '#features/withdrawals/index.ts'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { newId } from '#platform/ids.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { approval, approvedBy, digestOver } from './four-eyes.ts'
import { recordCorrection } from './record-correction.ts'
import { OperatorRefused } from './operator-refused.ts'
import {
  approveDecision,
  endDecision,
  findDecision,
  insertDecision,
  type KeptDecision,
  listApprovedDecisions,
  listDecisions,
  type PayoutDecision,
} from './payout-decisions-store.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'payout-decisions.carry-out': Record<string, never>
  }
}

const CASES_MAX = 200
const DECISIONS_MAX = 100

export type AskedDecision = Pick<PayoutDecision, 'caseId' | 'act' | 'reference'>

const digestOf = ({ id, ownerId, caseId, act, reference, maker, proposedAt }: PayoutDecision): string =>
  digestOver(id, ownerId, caseId, act, reference, maker, proposedAt)

/** Withdrawals, returns of withdrawals and money under a fraud warning that are on hold, the oldest first. */
export const readPayoutCases = ({ db }: Pick<OperatorContext, 'db'>) => listPayoutCases(db, CASES_MAX)

/** What was proposed, the newest first, and what became of it. */
export const readPayoutDecisions = ({ db }: Pick<OperatorContext, 'db'>) => listDecisions(db, DECISIONS_MAX)

/** Proposes it and answers with the digest that another operator has to approve. */
export const proposeDecision = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  { caseId, act, reference }: AskedDecision,
): Promise<string> => {
  const maker = await requireOperator(ctx, credentials)
  if (reference.trim() === '') throw new OperatorRefused('A reference to the evidence is needed')
  const held = (await readPayoutCases(ctx)).find(({ movementId }) => movementId === caseId)
  if (!held) throw new OperatorRefused('There is no such case on hold')
  const { ownerId } = held
  const canDecide = isFraudWarning(held)
    ? act === 'release'
    : await canDecideCase(ctx, { ownerId, movementId: caseId, act })
  if (!canDecide)
    throw new OperatorRefused(
      `No ${act} can be done about this case: docs/runbooks/${isFraudWarning(held) ? 'disputes' : 'withdrawals'}.md`,
    )
  const proposedAt = await databaseNow(ctx.db, systemClock)
  const decision = { id: newId(), ownerId, caseId, act, reference, maker, proposedAt }
  const digest = digestOf(decision)
  await transaction(ctx.db, 'propose what becomes of a payout', async (trx) => {
    await insertDecision(trx, decision, digest)
    await audit(trx, {
      actor: { kind: 'operator', id: maker },
      action: 'payout-decision.proposed',
      object: { type: 'movement', id: caseId },
      result: 'done',
      details: { digest, act, reference },
    })
  })
  return digest
}

/** Approves another operator's proposal; the product carries it out within a minute. */
export const approvePayoutDecision = approval({
  purpose: 'approve what becomes of a payout',
  find: findDecision,
  digestOf,
  keep: approveDecision,
  also: (trx, { ownerId, digest }, at) => recordCorrection(trx, { ownerId, digest, at }),
  trail: ({ caseId, act }) => ({
    action: 'payout-decision.approved',
    object: { type: 'movement', id: caseId },
    details: { act },
  }),
})

type Deciding = Pick<Services, 'db' | 'ledger' | 'log'>

const carryOut = async (services: Deciding, decision: KeptDecision, checker: string): Promise<string> => {
  const { ownerId, caseId, act, digest, maker, reference } = decision
  const ref = { ownerId, movementId: caseId }
  const row = await findMovement(services.db, ref)
  const isWarning = row !== null && act === 'release' && isFraudWarning(row)
  const trail = {
    actor: { kind: 'operator', id: checker },
    action: isWarning ? ('fraud-warning.dropped' as const) : (`withdrawal.case-${act}` as const),
    object: { type: 'movement', id: caseId },
    result: 'done',
    details: { maker, digest, reference },
  } as const
  const outcome = isWarning
    ? await dropWarning(services, CARD, { ...ref, digest, trail })
    : await decideCase(services, { ...ref, act, digest, trail })
  return outcome.accepted ? 'done' : outcome.refusal.code
}

const AT_A_TIME = 20

/** Carries out what two operators have approved, provided that it is unchanged since. One that fails does not keep the others. While money is frozen it waits. */
const carryOutDecisions = async (services: Deciding): Promise<void> => {
  const { db, log } = services
  const carryOutOne = async (decision: KeptDecision): Promise<void> => {
    const checker = approvedBy(log, decision, digestOf, 'an approved decision on a payout is not what was approved')
    const outcome = checker === null ? 'altered' : await carryOut(services, decision, checker)
    await endDecision(db, decision.id, outcome, await databaseNow(db, systemClock))
  }
  const decisions = await listApprovedDecisions(db, AT_A_TIME)
  await eachApart(log, 'a decision on a payout was not carried out', decisions, ({ id }) => id, carryOutOne)
}

export const payoutDecisionTasks = (services: Deciding): TaskHandlers => ({
  'payout-decisions.carry-out': () => carryOutDecisions(services),
})
