import type { Input, Output } from '@puente/contract'
import { getAccount, lockAccount, updateAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import type { Db } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { isFixed, noticeChannels, type Switched, switchedAfter } from './notice-rules.ts'
import { readBalanceWishes, saveThreshold } from './notices-store.ts'

const preferencesOf = async (db: Db, ownerId: string, switched: Switched): Promise<Output<'noticePreferences'>> => {
  const wishes = await readBalanceWishes(db, [ownerId])
  return {
    items: noticeChannels(switched),
    balanceThresholdCents: Number(wishes.get(ownerId)?.thresholdCents ?? 0n),
  }
}

/** By which channels the person is to be told of what, and below which balance. */
export const readNoticePreferences = async (ctx: UserCtx): Promise<Output<'noticePreferences'>> =>
  preferencesOf(ctx.db, ctx.user.id, (await getAccount(ctx.db, ctx.keys, ctx.user.id)).noticesSwitched)

/** Switches channels of kinds. What keeps an account safe stays on: `invalidType` with the kind. */
export const changeNoticePreferences = async (
  ctx: UserCtx,
  { changes, balanceThresholdCents }: Input<'changeNoticePreferences'>,
): Promise<Output<'changeNoticePreferences'>> => {
  const fixed = changes.find(({ kind }) => isFixed(kind))
  if (fixed) throw new Refusal('invalidType', { field: 'kind', reason: 'fixedNotice' })
  return transaction(ctx.db, 'change notice preferences', async (trx) => {
    const { id: ownerId, noticesSwitched: before } = await lockAccount(trx, ctx.keys, ctx.user.id)
    const noticesSwitched = switchedAfter(before, changes)
    const isSwitched = JSON.stringify(noticesSwitched) !== JSON.stringify(before)
    if (balanceThresholdCents !== undefined) await saveThreshold(trx, ownerId, BigInt(balanceThresholdCents))
    if (isSwitched) await updateAccount(ctx, trx, ownerId, { noticesSwitched }, ['notifications'])
    if (isSwitched || balanceThresholdCents !== undefined)
      await audit(trx, {
        actor: { kind: 'user', id: ownerId, sessionId: ctx.user.sessionId },
        action: 'notice-preferences.changed',
        result: 'done',
        network: ctx.network,
        requestId: ctx.requestId,
        details: {
          kinds: [...new Set(changes.map(({ kind }) => kind))].join(','),
          ...(balanceThresholdCents === undefined ? {} : { balanceThresholdCents }),
        },
      })
    return preferencesOf(trx, ownerId, noticesSwitched)
  })
}
