import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { isCode } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import {
  raiseToVerified,
  updateAccount,
  type Account,
  lockAccount,
  claimOf,
  languageOfAccount,
  releaseClaim,
  requireOpen,
  startCooling,
  takeClaim,
  sendChangeNotice,
} from '#features/accounts/index.ts'
import { isEnrolled, knownLaneOf, phoneProvesFrom, provesFrom } from '#features/factors/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { isFirstSession } from '#features/sessions/index.ts'
import { smsJob } from '#providers/sms/sms-job.ts'
import { newId } from '#platform/ids.ts'
import { type CodeVerdict, isTry, judgeCode } from './code-rules.ts'
import { countTry, endCode, lockNewestCode, useCode } from './codes-store.ts'
import { refusedPhoneCode } from './refused-code.ts'

const DAY_MS = 86_400_000

/** `unproved`: the digits are right, and nothing is done yet for want of a proof. */
type Outcome = Account | Exclude<CodeVerdict, 'right'> | 'unproved'

/** What follows for the old number and its account, which is given as it was: it is free, told, and money goes out slowly. */
const afterChange = async (ctx: UserCtx, trx: Trx, account: Account, at: Date): Promise<void> => {
  const { id: ownerId, phone } = account
  if (phone === null) throw new Error('a verified phone has no number')
  await releaseClaim(trx, 'phone', claimOf(ctx.keys, 'phone', phone), ownerId)
  await startCooling(trx, ownerId, 'phoneChanged', at)
  const from = await provesFrom({ db: trx, clock: ctx.clock }, account, ctx.user.sessionId)
  await sendChangeNotice(ctx, trx, account, 'phoneChanged', from)
  if (ctx.config.sms !== 'off') {
    const until = new Date(at.getTime() + DAY_MS)
    const order = { template: 'phoneChanged', to: phone, ref: newId(), params: {}, until } as const
    await ctx.jobs.add(trx, smsJob(ctx, { ...order, language: languageOfAccount(account) }))
  }
  await recordSecurityEvent(trx, ctx, ownerId, 'phoneChanged')
}

/** In the session in which the account began, or in a browser that opened it or has passed a factor of it since. */
const isAtHome = async (ctx: UserCtx, trx: Trx, { id: ownerId }: Account): Promise<boolean> =>
  (await isFirstSession(trx, { ownerId, sessionId: ctx.user.sessionId })) ||
  (await knownLaneOf({ ...ctx, db: trx }, ownerId)) !== null

/** A first phone of somebody who is not just signing up: the owner hears of it, since a thief would add one. */
const afterAdding = async (ctx: UserCtx, trx: Trx, account: Account, isLate: boolean): Promise<void> => {
  await recordSecurityEvent(trx, ctx, account.id, 'phoneConfirmed')
  if (isLate) await sendChangeNotice(ctx, trx, account, 'phoneAdded')
}

const confirm = async (ctx: UserCtx, trx: Trx, digits: string, isProved: boolean): Promise<Outcome> => {
  const at = ctx.clock.now()
  const { id: ownerId, sessionId } = ctx.user
  const account = await lockAccount(trx, ctx.keys, ownerId)
  const change = account.phoneVerified ? await lockNewestCode(trx, ctx.keys, ownerId, 'phoneChange') : undefined
  const code = change ?? (await lockNewestCode(trx, ctx.keys, ownerId, 'phone'))
  const matches = code?.codeHash
    ? isCode(ctx.keys, { codeId: code.codeId, purpose: code.purpose }, digits, code.codeHash)
    : false
  const verdict = judgeCode(change || code?.address === account.phone ? code : undefined, matches, at)
  const entry = {
    actor: { kind: 'user', id: ownerId, sessionId } as const,
    network: ctx.network,
    requestId: ctx.requestId,
  }
  if (!code || verdict !== 'right') {
    if (code && isTry(verdict)) await countTry(trx, code, at)
    if (code && verdict === 'expired') await endCode(trx, code, at)
    await audit(trx, { ...entry, action: 'phone.confirmed', result: 'refused', details: { verdict } })
    return verdict === 'right' ? 'none' : verdict
  }
  if (change) requireOpen(account)
  // A phone proves who it is: beside a factor that is enrolled none comes in without that factor.
  const hasFactor = !change && (await isEnrolled(trx, ownerId))
  if (hasFactor && !isProved) return 'unproved'
  if (!(await takeClaim(trx, 'phone', claimOf(ctx.keys, 'phone', code.address), ownerId)))
    throw new Refusal('phoneUsed')
  await useCode(trx, code, at)
  const phone = code.address
  const proved = { phone, phoneVerifiedAt: at }
  const added = change
    ? {}
    : { phoneProvesAt: phoneProvesFrom(account, { isSignUp: await isAtHome(ctx, trx, account), at }) }
  const verified = await updateAccount(ctx, trx, ownerId, { ...proved, ...added }, ['phone', 'phoneVerified'])
  if (change) await afterChange(ctx, trx, account, at)
  else await afterAdding(ctx, trx, account, hasFactor || verified.phoneProvesAt !== null)
  await audit(trx, { ...entry, action: change ? 'phone.changed' : 'phone.confirmed', result: 'done' })
  return raiseToVerified(ctx, trx, verified)
}

/**
 * Confirms the phone with the code of the SMS and claims the number for this account; a number that replaces a verified one
 * lets the old one go, tells its holder, and starts the cooling. Refuses with `invalidCode`,
 * `usedCode`, `phoneConfirmationCode` (no code is open) and `phoneUsed`; right digits for a first phone also with
 * `stepUpRequired` where a factor is enrolled, and the code stays good. Five tries per code, also in parallel.
 */
export const confirmPhone = async (ctx: UserCtx, { code }: Input<'confirmPhone'>) => {
  // A wrong try must be kept, so the outcome is a value and is refused only after the commit.
  const run = (isProved: boolean) => transaction(ctx.db, 'confirm phone', (trx) => confirm(ctx, trx, code, isProved))
  let outcome = await run(false)
  if (outcome === 'unproved') {
    await ctx.requireStepUp()
    outcome = await run(true)
  }
  if (outcome === 'unproved') throw new Error('a proof was asked for twice')
  if (typeof outcome === 'string') throw refusedPhoneCode(outcome)
  return { phoneVerified: outcome.phoneVerified, phone: outcome.phone ?? '', tier: outcome.tier }
}
