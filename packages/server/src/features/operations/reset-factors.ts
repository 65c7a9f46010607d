/**
 * For an owner who has lost every way to prove that it is them. Two operators agree on it, by the digest of the proposal; the
 * product then takes the factors off the account, and the phone number too where that is lost. What is left to come in with is the
 * password or the email, so all sessions end, money goes out slowly for 72 hours, and the owner hears of it by mail.
 */
import {
  claimOf,
  lockAccount,
  mailToOwner,
  recordAccess,
  releaseClaim,
  startCooling,
  updateAccountRow,
  findAnyCooling,
} from '#features/accounts/index.ts'
import { dropFactors } from '#features/factors/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { closeAllSessions, forgetKnownBrowsers } from '#features/sessions/index.ts'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { newId } from '#platform/ids.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import {
  approveReset,
  endReset,
  type FactorReset,
  findReset,
  insertReset,
  type KeptReset,
  listApprovedResets,
} from './factor-resets-store.ts'
import { approval, approvedBy, digestOver } from './four-eyes.ts'
import { requireOwner } from './freeze-account.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'factor-resets.carry-out': Record<string, never>
  }
}

/** `reference` is the number of the case, `note` how the operator knows who asks. */
export type AskedReset = { handle: string; phone: boolean; reference: string; note: string }

const digestOf = ({ id, ownerId, phone, reference, note, maker, proposedAt }: FactorReset): string =>
  digestOver(id, ownerId, phone, reference, note, maker, proposedAt)

/** Proposes it and answers with the digest that another operator has to approve. */
export const proposeFactorReset = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  { handle, phone, reference, note }: AskedReset,
): Promise<string> => {
  const maker = await requireOperator(ctx, credentials)
  if (note.trim() === '') throw new OperatorRefused('A note is needed: how do you know who asks?')
  const ownerId = await requireOwner(ctx, handle)
  const proposedAt = await databaseNow(ctx.db, systemClock)
  const reset = { id: newId(), ownerId, phone, reference, note, maker, proposedAt }
  const digest = digestOf(reset)
  await transaction(ctx.db, 'propose a factor reset', async (trx) => {
    await insertReset(trx, reset, digest)
    await audit(trx, {
      actor: { kind: 'operator', id: maker },
      action: 'factor-reset.proposed',
      object: { type: 'account', id: ownerId },
      result: 'done',
      details: { digest, phone, reference },
    })
  })
  return digest
}

/** Approves another operator's proposal; the product carries it out within a minute. */
export const approveFactorReset = approval({
  purpose: 'approve a factor reset',
  find: findReset,
  digestOf,
  keep: approveReset,
  also: (trx, { ownerId, reference }, at) =>
    recordAccess(trx, { ownerId, role: 'operator', what: 'factorReset', why: 'support', reference, at }),
  trail: ({ ownerId }) => ({ action: 'factor-reset.approved', object: { type: 'account', id: ownerId } }),
})

type Resetting = Pick<Services, 'clock' | 'config' | 'db' | 'events' | 'jobs' | 'keys' | 'live' | 'log'>

const takeOff = async (services: Resetting, trx: Trx, { id, ownerId, phone }: KeptReset, at: Date): Promise<void> => {
  const account = await lockAccount(trx, services.keys, ownerId)
  await dropFactors(trx, ownerId, at)
  await forgetKnownBrowsers(trx, ownerId, null)
  if (phone && account.phone !== null) {
    await updateAccountRow(trx, services.keys, ownerId, { phone: null, phoneVerifiedAt: null }, at)
    if (account.phoneVerified) await releaseClaim(trx, 'phone', claimOf(services.keys, 'phone', account.phone), ownerId)
    await startCooling(trx, ownerId, 'phoneChanged', at)
  }
  await startCooling(trx, ownerId, 'factorRemoved', at)
  await closeAllSessions(trx, ownerId, 'operator', at)
  await recordSecurityEvent(trx, services, ownerId, 'factorsReset')
  const link = `${services.config.publicUrl}/reset-password`
  const params = { link, coolsUntil: (await findAnyCooling(trx, ownerId, at))?.toISOString() }
  await services.jobs.add(trx, mailToOwner(services, account, { template: 'factorsReset', ref: id, params }))
  await services.live.publish(trx, { ownerId, event: 'me', data: { fields: ['factors'] } })
}

const AT_A_TIME = 20

/**
 * Carries out what two operators have approved, each in a transaction of its own, provided that it is unchanged since. One that fails does
 * not keep the others.
 */
const carryOutFactorResets = async (services: Resetting): Promise<void> => {
  const carryOut = async (reset: KeptReset): Promise<void> => {
    const { id, ownerId, digest, maker } = reset
    const checker = approvedBy(services.log, reset, digestOf, 'an approved factor reset is not what was approved')
    await transaction(services.db, 'reset factors', async (trx) => {
      const at = services.clock.now()
      if (!(await endReset(trx, id, checker === null ? 'altered' : 'done', at)) || checker === null) return
      await takeOff(services, trx, reset, at)
      await audit(trx, {
        actor: { kind: 'operator', id: checker },
        action: 'factors.reset',
        object: { type: 'account', id: ownerId },
        result: 'done',
        details: { digest, maker, phone: reset.phone },
      })
    })
  }
  const resets = await listApprovedResets(services.db, AT_A_TIME)
  await eachApart(services.log, 'a factor reset was not carried out', resets, ({ id }) => id, carryOut)
}

export const factorResetTasks = (services: Resetting): TaskHandlers => ({
  'factor-resets.carry-out': () => carryOutFactorResets(services),
})
