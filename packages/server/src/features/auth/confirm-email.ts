import { CODE, type Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { isCode } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import {
  raiseToVerified,
  updateAccount,
  type Account,
  lockAccount,
  updateAccountRow,
  requireUser,
  requireSureOwner,
} from '#features/accounts/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { type CodeVerdict, isTry, judgeCode } from './code-rules.ts'
import { countTry, endCode, lockCodeOfLink, lockNewestCode, type StoredCode, useCode } from './codes-store.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { dropUnproved } from './drop-unproved.ts'
import { isKnownBrowser } from './known-browser.ts'
import { refusedCode } from './refused-code.ts'
import { closeAllSessions, endSignInTokens } from '#features/sessions/index.ts'

type Found = { account: Account; code: StoredCode | undefined; matches: boolean }
type Outcome = { account: Account; isElsewhere: boolean } | Exclude<CodeVerdict, 'right'> | 'confirmed'

/** A change of the address that waits for these digits comes before the address there is. */
const confirmChange = async (ctx: PublicCtx, trx: Trx, account: Account, digits: string): Promise<Outcome | null> => {
  const outcome = await confirmEmailChange(ctx, trx, account, digits)
  return outcome === null || typeof outcome === 'string' ? outcome : { account: outcome, isElsewhere: false }
}

/** The signed-in person's own code for the address there is, which these digits may be. */
const findTyped = async (ctx: PublicCtx, trx: Trx, account: Account, digits: string): Promise<Found> => {
  const code = await lockNewestCode(trx, ctx.keys, account.id, 'email')
  const matches = code?.codeHash
    ? isCode(ctx.keys, { codeId: code.codeId, purpose: 'email' }, digits, code.codeHash)
    : false
  return { account, code, matches }
}

/** What the person's screens must look at again. */
const PROVED = ['emailVerified', 'phone', 'phoneVerified', 'birthday', 'address', 'nationality', 'termsAccepted']

/**
 * The link was opened in a browser that the account does not know: the person who opened the account may be someone
 * else. What they added goes, their sessions end, and the holder of the mailbox learns that a reset makes the account
 * theirs alone.
 */
const startElsewhere = async (ctx: PublicCtx, trx: Trx, account: Account, at: Date): Promise<void> => {
  await dropUnproved(ctx, trx, account, { referrer: false })
  await closeAllSessions(trx, account.id, 'revoked', at)
  await endSignInTokens(trx, account.id, at)
  await updateAccountRow(trx, ctx.keys, account.id, { provedElsewhereAt: at }, at)
}

const confirmAddress = async (ctx: PublicCtx, trx: Trx, { account, code, matches }: Found): Promise<Outcome> => {
  const at = ctx.clock.now()
  const { id: ownerId } = account
  await requireSureOwner(trx, ownerId)
  const isAgain = account.emailVerified
  if (isAgain && account.emailReturnedAt === null) return 'confirmed'
  // A code that was sent to another address proves nothing about this one.
  const verdict = judgeCode(code?.address === account.email ? code : undefined, matches, at)
  const actor = { kind: 'user', id: ownerId, sessionId: ctx.user?.sessionId ?? null } as const
  const entry = { actor, network: ctx.network, requestId: ctx.requestId }
  if (!code || verdict !== 'right') {
    if (code && isTry(verdict)) await countTry(trx, code, at)
    if (code && verdict === 'expired') await endCode(trx, code, at)
    await audit(trx, { ...entry, action: 'email.confirmed', result: 'refused', details: { verdict } })
    return verdict === 'right' ? 'none' : verdict
  }
  await useCode(trx, code, at)
  // Of an address that was verified before, nothing hangs on where it is verified again.
  const isElsewhere = !isAgain && !isKnownBrowser(ctx, account)
  if (isElsewhere) await startElsewhere(ctx, trx, account, at)
  const verified = await updateAccount(ctx, trx, ownerId, { emailVerifiedAt: at }, PROVED)
  await recordSecurityEvent(trx, ctx, ownerId, 'emailConfirmed')
  await audit(trx, { ...entry, action: 'email.confirmed', result: 'done', details: { isElsewhere } })
  return { account: await raiseToVerified(ctx, trx, verified), isElsewhere }
}

/** The six digits belong to the signed-in person; the link's token identifies its owner. */
const confirm = async (ctx: PublicCtx, trx: Trx, emailToken: string): Promise<Outcome> => {
  if (!CODE.test(emailToken)) {
    const linked = await lockCodeOfLink(trx, ctx.keys, emailToken, 'email')
    return linked ? confirmAddress(ctx, trx, { ...linked, matches: true }) : 'none'
  }
  const account = await lockAccount(trx, ctx.keys, requireUser(ctx.user).id)
  const change = await confirmChange(ctx, trx, account, emailToken)
  return change ?? confirmAddress(ctx, trx, await findTyped(ctx, trx, account, emailToken))
}

/**
 * Confirms the email with the link's token, which needs no session, or with the 6-digit code of the signed-in person; a new
 * address that waits for its code (`changeEmail`) only with the code.
 * From a browser that the account does not know, it also drops what was added before and ends every session
 * (`loggedOut`). Refuses, in this order, with `alreadyConfirmed`, `usedCode`, `emailTokenExpired`, `invalidCode`; a
 * new address also with `emailUsed`; and with `accountRestricted` while it is in doubt whose the account is. Five tries per code.
 */
export const confirmEmail = async (ctx: PublicCtx, { emailToken }: Input<'confirmEmail'>) => {
  // A wrong try must be kept, so the outcome is a value and is refused only after the commit.
  const outcome = await transaction(ctx.db, 'confirm email', (trx) => confirm(ctx, trx, emailToken))
  if (outcome === 'confirmed') throw new Refusal('alreadyConfirmed')
  if (typeof outcome === 'string') throw refusedCode(outcome, !CODE.test(emailToken))
  const { account, isElsewhere } = outcome
  if (isElsewhere) ctx.live.wake([account.id])
  return { emailVerified: true, email: account.email, tier: account.tier, loggedOut: isElsewhere }
}
