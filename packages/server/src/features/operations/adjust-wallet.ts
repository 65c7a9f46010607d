/**
 * A correction of a person's wallet takes four eyes: one operator proposes it, another approves that very proposal
 * within a day, by its digest. The operators' own role has no right to post; the product does, with the floor of the
 * wallet kept, exactly once, and shows it to the owner as an adjustment.
 */
import type { Outcome } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import { partiesParticipant } from '#features/limits/index.ts'
import { auditParticipant, forMovements, newReference, walletOf } from '#features/wallet/index.ts'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { newId } from '#platform/ids.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { digestOf } from './adjustment-digest.ts'
import { flawOf } from './adjustment-rules.ts'
import {
  approveOpen,
  findOpenAdjustment,
  findOwner,
  insertAdjustment,
  listApproved,
  updateEnded,
} from './adjustments-store.ts'
import type { Proposed } from './adjustments-store.ts'
import { approval, approvedBy, approvedUntil } from './four-eyes.ts'
import { recordCorrection } from './record-correction.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'adjustments.post': Record<string, never>
  }
}

export type AskedAdjustment = { handle: string; account: string; cents: bigint; reason: string }

/** Proposes a correction and answers with the digest that another operator has to approve. */
export const proposeAdjustment = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  asked: AskedAdjustment,
): Promise<string> => {
  const maker = await requireOperator(ctx, credentials)
  const flaw = flawOf(asked)
  if (flaw) throw new OperatorRefused(flaw)
  const ownerId = await findOwner(ctx.db, asked.handle)
  if (!ownerId) throw new OperatorRefused(`No person has the handle ${asked.handle}`)
  const { account, cents, reason } = asked
  const proposedAt = await databaseNow(ctx.db, systemClock)
  const expiresAt = approvedUntil(proposedAt)
  const adjustment = { id: newId(), ownerId, account, cents, reason, maker, proposedAt, expiresAt }
  const digest = digestOf(adjustment)
  await transaction(ctx.db, 'propose an adjustment', async (trx) => {
    await insertAdjustment(trx, adjustment, digest)
    await audit(trx, {
      actor: { kind: 'operator', id: maker },
      action: 'adjustment.proposed',
      object: { type: 'adjustment', id: adjustment.id },
      result: 'done',
      details: { digest, ownerId, account, cents: Number(cents), reason },
    })
  })
  return digest
}

/** Approves another operator's proposal; the product posts it within a minute. */
export const approveAdjustment = approval({
  purpose: 'approve an adjustment',
  find: findOpenAdjustment,
  digestOf,
  keep: approveOpen,
  also: (trx, { ownerId, digest }, at) => recordCorrection(trx, { ownerId, digest, at }),
  trail: ({ id }) => ({ action: 'adjustment.approved', object: { type: 'adjustment', id } }),
})

type Posting = Pick<Services, 'db' | 'ledger' | 'log'>

/** Longer than any key that a request may bring, so that no caller can use it up beforehand. */
const keyOf = ({ digest }: Proposed): string => `operators-adjustment:${digest}`

const post = ({ ledger }: Posting, adjustment: Proposed): Promise<Outcome> => {
  const { id, ownerId, account, cents, maker, checker } = adjustment
  return ledger.post({
    ownerId,
    key: keyOf(adjustment),
    requestHash: adjustment.digest,
    kind: 'adjustment.made',
    transferId: id,
    legs: [
      { ...ledger.house(account, ownerId), amountCents: -cents },
      { ...walletOf(ownerId), amountCents: cents },
    ],
    participants: {
      ...forMovements({
        write: () => [
          {
            isPosted: true,
            insert: {
              ownerId,
              movementId: id,
              type: 'adjustment',
              state: 'COMPLETED',
              method: 'wallet',
              direction: cents > 0n ? 1 : -1,
              amountCents: cents > 0n ? cents : -cents,
              counterpart: null,
              note: '',
              reference: newReference(),
            },
          },
        ],
      }),
      ...forParticipant(partiesParticipant, {
        holder: ownerId,
        ...(account === 'receivable:user' && {
          debtor: { ownerId, receivable: ledger.house(account, ownerId), movementId: id },
        }),
      }),
      ...forParticipant(auditParticipant, {
        actor: { kind: 'operator', id: checker ?? '' },
        action: 'adjustment.made',
        object: { type: 'movement', id },
        result: 'done',
        details: { maker, account, digest: adjustment.digest },
      }),
    },
  })
}

const AT_A_TIME = 20

/** How a posting ended, as the adjustment's row keeps it. */
const outcomeOf = (posted: Outcome): string => (posted.accepted ? 'posted' : posted.refusal.code)

/** Posts what two operators have approved, provided that it is unchanged since. A refusal ends it; while money is frozen it waits. */
export const postAdjustments = async (services: Posting): Promise<void> => {
  const { db, log } = services
  const postOne = async (adjustment: Proposed): Promise<void> => {
    const checker = approvedBy(log, adjustment, digestOf, 'an approved adjustment is not what was approved')
    const outcome = checker === null ? 'altered' : outcomeOf(await post(services, adjustment))
    await updateEnded(db, adjustment.id, outcome, await databaseNow(db, systemClock))
  }
  const adjustments = await listApproved(db, AT_A_TIME)
  await eachApart(log, 'an approved adjustment was not posted', adjustments, ({ id }) => id, postOne)
}

export const adjustmentTasks = (services: Posting): TaskHandlers => ({
  'adjustments.post': () => postAdjustments(services),
})
