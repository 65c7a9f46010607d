import type { Input, Output } from '@puente/contract'
import { type Account, getAccount, lockAccount, updateAccount } from '#features/accounts/index.ts'
import { hasHappened, recordSecurityEvent } from '#features/security-log/index.ts'
import { audit } from '#platform/audit.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { reachOf } from './notice-reach.ts'
import { isFixed, noticeChannels, silencesMoney, type Switched, switchedAfter } from './notice-rules.ts'
import { readBalanceWishes, saveThreshold } from './notices-store.ts'

const preferencesOf = async (
  ctx: UserCtx,
  db: Db,
  account: Account,
  switched: Switched = account.noticesSwitched,
): Promise<Output<'noticePreferences'>> => {
  const ownerId = account.id
  const wishes = await readBalanceWishes(db, [ownerId])
  return {
    reach: reachOf(account, ctx),
    items: noticeChannels(switched),
    balanceThresholdCents: Number(wishes.get(ownerId)?.thresholdCents ?? 0n),
  }
}

/** By which channels the person is to be told of what, and below which balance. */
export const readNoticePreferences = async (ctx: UserCtx): Promise<Output<'noticePreferences'>> =>
  preferencesOf(ctx, ctx.db, await getAccount(ctx.db, ctx.keys, ctx.user.id))

/** Switches that are turned one after another are one piece of news. */
const TOGETHER_MS = 600_000

/** A thief could do it so that the owner hears of nothing that follows. */
const tellSilenced = async (ctx: UserCtx, trx: Trx, ownerId: string): Promise<void> => {
  const since = new Date(ctx.clock.now().getTime() - TOGETHER_MS)
  if (await hasHappened(trx, ownerId, { events: ['noticesTurnedOff'], since })) return
  await recordSecurityEvent(trx, ctx, ownerId, 'noticesTurnedOff')
}

/** Switches channels of kinds. What keeps an account safe stays on: `invalidType` with the kind. */
export const changeNoticePreferences = async (
  ctx: UserCtx,
  { changes, balanceThresholdCents }: Input<'changeNoticePreferences'>,
): Promise<Output<'changeNoticePreferences'>> => {
  const fixed = changes.find(({ kind }) => isFixed(kind))
  if (fixed) throw new Refusal('invalidType', { field: 'kind', reason: 'fixedNotice' })
  return transaction(ctx.db, 'change notice preferences', async (trx) => {
    const account = await lockAccount(trx, ctx.keys, ctx.user.id)
    const { id: ownerId, noticesSwitched: before } = account
    const noticesSwitched = switchedAfter(before, changes)
    const isSwitched = JSON.stringify(noticesSwitched) !== JSON.stringify(before)
    if (balanceThresholdCents !== undefined) await saveThreshold(trx, ownerId, BigInt(balanceThresholdCents))
    // Whoever asks for texts has let them through again.
    const wantsTexts = changes.some(({ channel, on }) => channel === 'sms' && on) && account.phoneStoppedAt !== null
    const change = { noticesSwitched, ...(wantsTexts && { phoneStoppedAt: null }) }
    if (isSwitched || wantsTexts) await updateAccount(ctx, trx, ownerId, change, ['notifications'])
    if (silencesMoney(before, noticesSwitched)) await tellSilenced(ctx, trx, ownerId)
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
    return preferencesOf(ctx, trx, wantsTexts ? { ...account, phoneStoppedAt: null } : account, noticesSwitched)
  })
}
