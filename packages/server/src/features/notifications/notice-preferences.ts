import type { Input, Output } from '@puente/contract'
import { getAccount, lockAccount, updateAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { isFixed, noticeChannels, switchedAfter } from './notice-rules.ts'

/** By which channels the person is to be told of what. */
export const readNoticePreferences = async (ctx: UserCtx): Promise<Output<'noticePreferences'>> =>
  noticeChannels((await getAccount(ctx.db, ctx.keys, ctx.user.id)).noticesSwitched)

/** Switches channels of kinds. What keeps an account safe stays on: `invalidType` with the kind. */
export const changeNoticePreferences = async (
  ctx: UserCtx,
  { changes }: Input<'changeNoticePreferences'>,
): Promise<Output<'changeNoticePreferences'>> => {
  const fixed = changes.find(({ kind }) => isFixed(kind))
  if (fixed) throw new Refusal('invalidType', { field: 'kind', reason: 'fixedNotice' })
  return transaction(ctx.db, 'change notice preferences', async (trx) => {
    const { noticesSwitched: before } = await lockAccount(trx, ctx.keys, ctx.user.id)
    const noticesSwitched = switchedAfter(before, changes)
    if (JSON.stringify(noticesSwitched) === JSON.stringify(before)) return noticeChannels(before)
    const account = await updateAccount(ctx, trx, ctx.user.id, { noticesSwitched }, ['notifications'])
    await audit(trx, {
      actor: { kind: 'user', id: account.id, sessionId: ctx.user.sessionId },
      action: 'notice-preferences.changed',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { kinds: [...new Set(changes.map(({ kind }) => kind))].join(',') },
    })
    return noticeChannels(account.noticesSwitched)
  })
}
