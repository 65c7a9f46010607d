import { CODE, type Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { readDevice } from '#platform/crypto/device-cookie.ts'
import { codeHmac, sameBytes } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { raiseToVerified, updateAccount } from './account.ts'
import { type Account, lockAccount } from './account-store.ts'
import { type CodeVerdict, judgeCode } from './code-rules.ts'
import { countTry, endCode, lockCodeOfLink, lockNewestCode, type StoredCode, useCode } from './codes-store.ts'
import { dropUnproved } from './drop-unproved.ts'
import { requireUser } from './guards.ts'
import { refusedCode } from './refused-code.ts'

type Found = { code: StoredCode | undefined; matches: boolean; ownerId: string | undefined }
type Outcome = Account | Exclude<CodeVerdict, 'right'> | 'confirmed'

/** The six digits belong to whoever is signed in; the link's token finds its owner by itself. */
const findCode = async (ctx: PublicCtx, trx: Trx, emailToken: string): Promise<Found> => {
  if (!CODE.test(emailToken)) {
    const code = await lockCodeOfLink(trx, ctx.keys, emailToken, 'email')
    return { code, matches: true, ownerId: code?.ownerId }
  }
  const ownerId = requireUser(ctx.user).id
  const code = await lockNewestCode(trx, ctx.keys, ownerId, 'email')
  const matches = code?.codeHash
    ? sameBytes(code.codeHash, codeHmac(ctx.keys, { codeId: code.codeId, purpose: 'email' }, emailToken))
    : false
  return { code, matches, ownerId }
}

/** What the person's screens must look at again. */
const PROVED = ['emailVerified', 'phone', 'phoneVerified', 'birthday', 'address', 'nationality', 'termsAccepted']

/** Whether who confirms is who opened the account, as far as anybody can tell: signed in to it, or in a browser that was. */
const isOwnBrowser = (ctx: PublicCtx, ownerId: string): boolean =>
  ctx.user?.id === ownerId ||
  (readDevice(ctx.keys, ctx.deviceCookie)?.proofs.some((proof) => proof.ownerId === ownerId) ?? false)

const confirm = async (ctx: PublicCtx, trx: Trx, emailToken: string): Promise<Outcome> => {
  const at = ctx.clock.now()
  const { code, matches, ownerId } = await findCode(ctx, trx, emailToken)
  if (ownerId === undefined) return 'none'
  const account = await lockAccount(trx, ctx.keys, ownerId)
  if (account.emailVerified) return 'confirmed'
  // A code that was sent to another address proves nothing about this one.
  const verdict = judgeCode(code?.address === account.email ? code : undefined, matches, at)
  const actor = { kind: 'user', id: ownerId, sessionId: ctx.user?.sessionId ?? null } as const
  const entry = { actor, network: ctx.network, requestId: ctx.requestId }
  if (!code || verdict !== 'right') {
    if (code && verdict === 'wrong') await countTry(trx, code, at)
    if (code && verdict === 'expired') await endCode(trx, code, at)
    await audit(trx, { ...entry, action: 'email.confirmed', result: 'refused', details: { verdict } })
    return verdict === 'right' ? 'none' : verdict
  }
  await useCode(trx, code, at)
  if (!isOwnBrowser(ctx, ownerId)) await dropUnproved(ctx, trx, account, { referrer: false })
  const verified = await updateAccount(ctx, trx, ownerId, { emailVerifiedAt: at }, PROVED)
  await audit(trx, { ...entry, action: 'email.confirmed', result: 'done' })
  return raiseToVerified(ctx, trx, verified)
}

/**
 * Confirms the email with the link's token, which needs no session, or with the 6-digit code of whoever is signed in. From
 * another browser than the one that opened the account it drops what was added there before: see `dropUnproved`.
 * Refuses, in this order, with `alreadyConfirmed`, `usedCode`, `emailTokenExpired`, `invalidCode`. Five tries per code.
 */
export const confirmEmail = async (ctx: PublicCtx, { emailToken }: Input<'confirmEmail'>) => {
  // A wrong try must be kept, so the outcome is a value and is refused only after the commit.
  const outcome = await transaction(ctx.db, 'confirm email', (trx) => confirm(ctx, trx, emailToken))
  if (outcome === 'confirmed') throw new Refusal('alreadyConfirmed')
  if (typeof outcome === 'string') throw refusedCode(outcome, !CODE.test(emailToken))
  return { emailVerified: true, email: outcome.email, tier: outcome.tier }
}
