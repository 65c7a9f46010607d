import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { StepUpCtx } from '#platform/http/step-up.ts'
import {
  type Account,
  claimOf,
  findClaimant,
  getAccount,
  lockAccount,
  maskEmail,
  requireOpen,
  requireRealEmail,
  sendChangeNotice,
} from '#features/accounts/index.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { tellOwner } from './open-person.ts'
import { findOpenCode } from './codes-store.ts'
import { consumeMails, consumeMailsTo, sendEmailChangeCode } from './send-code.ts'

/** The person who proved the address elsewhere may not be the one who is signed in (decision 16): a reset must settle it first. */
const requireSettled = ({ provedElsewhereAt }: Account): void => {
  if (provedElsewhereAt !== null) throw new Refusal('accountRestricted', { reason: 'provedElsewhere' })
}

const entryOf = ({ user, network, requestId }: UserCtx) =>
  ({
    actor: { kind: 'user', id: user.id, sessionId: user.sessionId },
    action: 'email-change.requested',
    network,
    requestId,
  }) as const

/** Its owner hears of it, as of a sign-up with it. */
const refuseTaken = async (ctx: UserCtx, claim: string): Promise<never> => {
  await transaction(ctx.db, 'refuse a taken email', (trx) =>
    audit(trx, { ...entryOf(ctx), result: 'refused', details: { reason: 'emailUsed' } }),
  )
  await tellOwner(ctx, claim)
  throw new Refusal('emailUsed')
}

/** Whether this address waits for its code already: it was given with a proof, and needs none to be sent another. */
const isWaiting = async (ctx: UserCtx, claim: string): Promise<boolean> => {
  const of = { ownerId: ctx.user.id, purpose: 'emailChange', at: ctx.clock.now() } as const
  const waiting = await findOpenCode(ctx.db, ctx.keys, of)
  return waiting !== undefined && claimOf(ctx.keys, 'email', waiting.address) === claim
}

/** The account to change. Refuses what no proof makes possible; whether the address is taken is said only with a proof. */
export const checkEmailChange = async (ctx: StepUpCtx, { email }: Input<'changeEmail'>): Promise<Account> => {
  requireOpen(ctx.user)
  requireRealEmail(email)
  const account = await getAccount(ctx.db, ctx.keys, ctx.user.id)
  if (claimOf(ctx.keys, 'email', email) === claimOf(ctx.keys, 'email', account.email))
    throw new Refusal('invalidEmail', { reason: 'same' })
  return account
}

/**
 * Begins a change of the email: a code goes to the new address, a notice to the old one where that is proved. The old one
 * stays verified and in force until the code is confirmed; asking again ends the code before, and needs a proof only for another
 * address. Refuses with `invalidEmail` (also for the address there is), `emailUsed` (within the budgets of free addresses), and
 * `accountRestricted` while the account is frozen, or a stranger may have opened it.
 */
export const changeEmail = async (ctx: UserCtx, { email }: Input<'changeEmail'>) => {
  const before = await checkEmailChange(ctx, { email })
  requireSettled(before)
  const claim = claimOf(ctx.keys, 'email', email)
  if (!(await isWaiting(ctx, claim))) await ctx.requireStepUp()
  // Before anybody looks: a taken address costs what a free one does, and a spent budget says nothing of either.
  await consumeMails(ctx, before.id)
  await ctx.budgets.consume(before.id, BUDGETS.emailsAsked)
  await consumeMailsTo(ctx, before.id, email)
  const isTaken = (await findClaimant(ctx.db, 'email', claim)) !== null
  await ctx.budgets.consume(isTaken ? 'taken' : 'free', BUDGETS.emailsAskedAltogether)
  if (isTaken) return refuseTaken(ctx, claim)
  const expiresAt = await transaction(ctx.db, 'change email', async (trx) => {
    const account = await lockAccount(trx, ctx.keys, before.id)
    requireOpen(account)
    requireSettled(account)
    const until = await sendEmailChangeCode(ctx, trx, account, email)
    await sendChangeNotice(ctx, trx, account, 'emailChangeAsked')
    await recordSecurityEvent(trx, ctx, account.id, 'emailChangeRequested')
    await audit(trx, { ...entryOf(ctx), result: 'done' })
    return until
  })
  return { sentTo: maskEmail(email), expiresAt: expiresAt.toISOString() }
}
