import type { Output } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import type { Db } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import {
  type Account,
  freezeAccount,
  listFreezes,
  lockAccount,
  OWN_CAUSES,
  unfreezeAccount,
  sendChangeNotice,
} from '#features/accounts/index.ts'
import { provesFrom } from '#features/factors/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'

const trailOf = ({ user, network, requestId }: UserCtx) => ({
  actor: { kind: 'user', id: user.id, sessionId: user.sessionId } as const,
  object: { type: 'account', id: user.id },
  result: 'done' as const,
  network,
  requestId,
})

/** Freezes the caller's account, at once and without questions, and mails its owner; repeating is harmless. */
export const freeze = async (ctx: UserCtx): Promise<Output<'freeze'>> => {
  const act = { ownerId: ctx.user.id, at: ctx.clock.now(), cause: 'person' } as const
  await transaction(ctx.db, 'freeze an account', async (trx) => {
    const account = await lockAccount(trx, ctx.keys, act.ownerId)
    if (!(await freezeAccount(ctx, trx, act))) return
    await sendChangeNotice(ctx, trx, account, 'frozenByOwner', await provesFrom(ctx, account, ctx.user.sessionId))
    await recordSecurityEvent(trx, ctx, act.ownerId, 'accountFrozen')
    await audit(trx, { ...trailOf(ctx), action: 'account.frozen', details: { cause: act.cause } })
  })
  return { status: 'frozen' }
}

/** Refuses while an operator's freeze stands, and for an account that is being closed, whatever the proof. */
const requireLiftable = async (db: Db, { id, status }: Pick<Account, 'id' | 'status'>): Promise<void> => {
  if (status !== 'frozen') throw new Refusal('accountRestricted', { reason: 'closing' })
  const operators = (await listFreezes(db, id)).find(({ cause }) => cause === 'operator')
  if (!operators) return
  throw new Refusal('accountRestricted', { reason: 'frozenByOperator', publicReason: operators.publicReason })
}

/**
 * Ends what the owner, a lost device or a mail's link has frozen, and mails its owner; an open account stays as it is. While an operator's freeze stands it is refused, and
 * leaves everything as it is: an intruder with the proof must not lift what the owner has frozen as well.
 */
export const unfreeze = async (ctx: UserCtx): Promise<Output<'unfreeze'>> => {
  const act = { ownerId: ctx.user.id, at: ctx.clock.now(), causes: OWN_CAUSES }
  if (ctx.user.status === 'open') return { status: 'open' }
  await requireLiftable(ctx.db, ctx.user)
  await ctx.requireStepUp()
  await transaction(ctx.db, 'unfreeze an account', async (trx) => {
    const account = await lockAccount(trx, ctx.keys, act.ownerId)
    if (account.status === 'open') return
    await requireLiftable(trx, account)
    if (!(await unfreezeAccount(ctx, trx, act))) throw new Error('a frozen account has nothing to lift')
    await sendChangeNotice(ctx, trx, account, 'unfrozenByOwner')
    await recordSecurityEvent(trx, ctx, act.ownerId, 'accountUnfrozen')
    await ctx.events.record(trx, { event: 'account.unfrozen', data: { ownerId: act.ownerId } })
    await audit(trx, { ...trailOf(ctx), action: 'account.unfrozen' })
  })
  return { status: 'open' }
}
