/**
 * A limit of one person's own takes four eyes: one operator proposes amount, reason and end, another approves that very proposal
 * within a day, by its digest. It ends on its own. One operator may end it early where it allows more than the row does; a tighter
 * limit stands until its end, unless two operators set another.
 */
import { LIMIT_OVERRIDE_REASONS, type LimitOverrideReason } from '@puente/contract'
import { recordAccess } from '#features/accounts/index.ts'
import {
  approveOverride,
  findOverride,
  insertOverride,
  type KeptOverride,
  listRules,
  type ProposedOverride,
  withdrawOverride,
} from '#features/limits/index.ts'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { insertAct } from './account-acts-store.ts'
import { consoleLive } from './console-live.ts'
import { approval, digestOver } from './four-eyes.ts'
import { requireOwner } from './freeze-account.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

const DAY_MS = 86_400_000
const LONGEST_DAYS = 366
/** Ten times the largest row: a larger one is a typing error. */
const MOST_CENTS = 20_000_000n

export type AskedOverride = {
  handle: string
  row: string
  amountCents: bigint
  /** What its owner is shown; the operators' own words are the note. */
  reason: string
  note: string
  endsAt: Date
}

const digestOf = (override: ProposedOverride): string => {
  const { id, ownerId, row, amountCents, reason, note, maker, proposedAt, endsAt } = override
  return digestOver(id, ownerId, row, amountCents, reason, note, maker, proposedAt, endsAt)
}

const requireSound = async (ctx: OperatorContext, asked: AskedOverride, at: Date): Promise<LimitOverrideReason> => {
  const { row, amountCents, endsAt, note } = asked
  const rules = await listRules(ctx.db.pool, at)
  if (!rules.some((rule) => rule.row === row)) throw new OperatorRefused(`There is no limit row ${row}`)
  if (amountCents <= 0n || amountCents > MOST_CENTS) throw new OperatorRefused(`From 1 to ${MOST_CENTS} cents`)
  if (!(endsAt > at) || endsAt.getTime() > at.getTime() + LONGEST_DAYS * DAY_MS)
    throw new OperatorRefused(`It ends in the future, within ${LONGEST_DAYS} days`)
  if (note.trim() === '') throw new OperatorRefused('A note is needed')
  const reason = LIMIT_OVERRIDE_REASONS.find((known) => known === asked.reason)
  if (!reason) throw new OperatorRefused(`The reason is one of ${LIMIT_OVERRIDE_REASONS.join(', ')}`)
  return reason
}

/** Proposes it and answers with the digest that another operator has to approve. */
export const proposeOverride = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  asked: AskedOverride,
): Promise<string> => {
  const maker = await requireOperator(ctx, credentials)
  const ownerId = await requireOwner(ctx, asked.handle)
  const proposedAt = await databaseNow(ctx.db, systemClock)
  const reason = await requireSound(ctx, asked, proposedAt)
  const { row, amountCents, note, endsAt } = asked
  const override = { id: newId(), ownerId, row, amountCents, reason, note, maker, proposedAt, endsAt }
  const digest = digestOf(override)
  await transaction(ctx.db, 'propose an override', async (trx) => {
    await insertOverride(trx, override, digest)
    await audit(trx, {
      actor: { kind: 'operator', id: maker },
      action: 'limit-override.proposed',
      object: { type: 'limit-override', id: override.id },
      result: 'done',
      details: { digest, ownerId, row, amountCents: Number(amountCents), reason, endsAt: endsAt.toISOString() },
    })
  })
  return digest
}

/** The reference that both the owner and the operators can name. */
const referenceOf = ({ digest }: KeptOverride): string => digest.slice(0, 12)

const tellOwner = async (trx: Trx, override: KeptOverride, what: 'limitOverride' | 'limitOverrideEnded', at: Date) => {
  const { ownerId } = override
  await recordAccess(trx, {
    ownerId,
    role: 'operator',
    what,
    why: 'limitsReview',
    reference: referenceOf(override),
    at,
  })
  await insertAct(trx, { ownerId, act: 'limitChanged' }, at)
  await consoleLive.publish(trx, { ownerId, event: 'limits', data: {} })
}

const requireKept = async (ctx: OperatorContext, digest: string): Promise<KeptOverride> => {
  const kept = await findOverride(ctx.db, digest)
  if (!kept || digestOf(kept) !== digest) throw new OperatorRefused('There is no proposal of this digest')
  return kept
}

/** Approves another operator's proposal; it is in force at once. */
export const approveLimitOverride = approval({
  purpose: 'approve an override',
  find: findOverride,
  digestOf,
  keep: (trx, _digest, checker, at, proposed) => {
    if (at >= proposed.endsAt) throw new OperatorRefused('It would have ended by now; propose another')
    return approveOverride(trx, proposed, checker, at)
  },
  also: (trx, proposed, at) => tellOwner(trx, proposed, 'limitOverride', at),
  trail: ({ id }) => ({ action: 'limit-override.approved', object: { type: 'limit-override', id } }),
})

/** Ends an override that allows more than the row, before its time. */
export const withdrawLimitOverride = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  digest: string,
): Promise<void> => {
  const operator = await requireOperator(ctx, credentials)
  const kept = await requireKept(ctx, digest)
  const at = await databaseNow(ctx.db, systemClock)
  const rows = (await listRules(ctx.db.pool, at)).filter(({ row }) => row === kept.row)
  if (rows.some(({ limitCents }) => kept.amountCents < limitCents))
    throw new OperatorRefused('It is tighter than the row: two operators set another one, or it ends on its own')
  await transaction(ctx.db, 'withdraw an override', async (trx) => {
    if (!(await withdrawOverride(trx, kept, operator, at))) throw new OperatorRefused('It is not in force')
    await tellOwner(trx, kept, 'limitOverrideEnded', at)
    await audit(trx, {
      actor: { kind: 'operator', id: operator },
      action: 'limit-override.withdrawn',
      object: { type: 'limit-override', id: kept.id },
      result: 'done',
      details: { digest },
    })
  })
}
