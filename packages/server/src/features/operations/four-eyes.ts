/**
 * Four eyes: one operator proposes, another approves that very proposal within a day, by its digest. What has changed since it was
 * proposed has another digest, and is not what was approved.
 */
import { createHash } from 'node:crypto'
import { audit, type AuditEntry } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Log } from '#platform/log.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

const APPROVED_WITHIN_MS = 24 * 3_600_000

export const approvedUntil = (proposedAt: Date): Date => new Date(proposedAt.getTime() + APPROVED_WITHIN_MS)

type Told = string | boolean | bigint | Date

const textOf = (told: Told): string | boolean => {
  if (told instanceof Date) return told.toISOString()
  return typeof told === 'bigint' ? told.toString() : told
}

/** SHA-256, in hex, over all that is proposed in its order, so that an approval holds for exactly this. */
export const digestOver = (...told: Told[]): string =>
  createHash('sha256')
    .update(JSON.stringify(told.map(textOf)))
    .digest('hex')

/** What is kept of a proposal that waits for its approval. */
type Proposed = { maker: string; proposedAt: Date }

/**
 * That a proposal may be approved, and by whom, at which moment of the database.
 * @param isIntact whether what is kept still has the digest that is approved
 * @throws OperatorRefused for a stranger, an unknown or altered proposal, the maker themselves, and after a day
 */
export const requireApproval = async <T extends Proposed>(
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  find: () => Promise<T | null>,
  isIntact: (proposed: T) => boolean,
): Promise<{ proposed: T; checker: string; at: Date }> => {
  const checker = await requireOperator(ctx, credentials)
  const proposed = await find()
  if (!proposed || !isIntact(proposed)) throw new OperatorRefused('There is no proposal of this digest')
  if (proposed.maker === checker) throw new OperatorRefused('The operator who proposed it may not approve it')
  const at = await databaseNow(ctx.db, systemClock)
  if (at > approvedUntil(proposed.proposedAt))
    throw new OperatorRefused('A proposal is approved within 24 hours; this one is too old')
  return { proposed, checker, at }
}

type Approving<T extends Proposed> = {
  /** Of the transaction. */
  purpose: string
  find: (db: OperatorContext['db'], digest: string) => Promise<T | null>
  digestOf: (proposed: T) => string
  /** Keeps the approval; false when it was approved already. */
  keep: (trx: Trx, digest: string, checker: string, at: Date, proposed: T) => Promise<boolean>
  /** What the approval itself does, besides what the product does later. */
  also?: (trx: Trx, proposed: T & { digest: string }, at: Date) => Promise<void>
  trail: (proposed: T) => Pick<AuditEntry, 'action' | 'object' | 'details'>
}

/** The verb by which another operator approves what one has proposed, by its digest. */
export const approval =
  <T extends Proposed>({ purpose, find, digestOf, keep, also, trail }: Approving<T>) =>
  async (ctx: OperatorContext, credentials: OperatorCredentials, digest: string): Promise<void> => {
    const { proposed, checker, at } = await requireApproval(
      ctx,
      credentials,
      () => find(ctx.db, digest),
      (kept) => digestOf(kept) === digest,
    )
    await transaction(ctx.db, purpose, async (trx) => {
      if (!(await keep(trx, digest, checker, at, proposed))) throw new OperatorRefused('It has been approved already')
      await also?.(trx, { ...proposed, digest }, at)
      const { action, object, details } = trail(proposed)
      const told = { digest, maker: proposed.maker, ...details }
      await audit(trx, {
        actor: { kind: 'operator', id: checker },
        action,
        ...(object && { object }),
        result: 'done',
        details: told,
      })
    })
  }

/** Who approved what is to be carried out; null, with an alarm, if it differs from what was approved, or its own maker approved it. */
export const approvedBy = <T extends Proposed & { id: string; digest: string | null; checker: string | null }>(
  log: Pick<Log, 'fatal'>,
  kept: T,
  digestOf: (proposed: T) => string,
  says: string,
): string | null => {
  const { id, digest, checker, maker } = kept
  if (digestOf(kept) === digest && checker !== null && checker !== maker) return checker
  log.fatal({ alert: true, component: 'operations', label: id }, says)
  return null
}
