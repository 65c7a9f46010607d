import { randomInt } from 'node:crypto'
import { type Input, languageOf, STORED_LANGUAGES } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import {
  openAccount,
  findAccount,
  type ClaimKind,
  claimOf,
  findClaimant,
  takeClaim,
  findPersonByHandle,
  requireRealEmail,
  mailToOwner,
  handleOf,
  PLAIN_ALPHABET,
} from '#features/accounts/index.ts'
import { requireStrongPassword } from './password-strength.ts'
import { passwordsOf, rememberBrowser } from '#features/factors/index.ts'
import { insertSignInToken } from '#features/sessions/index.ts'
import { tokenEnd } from './sign-in.ts'

const randomText = (length: number): string =>
  Array.from({ length }, () => PLAIN_ALPHABET.charAt(randomInt(PLAIN_ALPHABET.length))).join('')

/** Claims a generated name that is free; each further attempt makes a longer one. */
const claimFresh = async (
  ctx: PublicCtx,
  trx: Trx,
  kind: ClaimKind,
  ownerId: string,
  make: (attempt: number) => string,
): Promise<string> => {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const value = make(attempt)
    if (await takeClaim(trx, kind, claimOf(ctx.keys, kind, value), ownerId)) return value
  }
  throw new Error(`no free ${kind} was found`)
}

/** Bare uuid of the new person's referrer, by referral code or handle. An unknown value is ignored. */
const referrerOf = async (ctx: PublicCtx, trx: Trx, referredBy: string | undefined): Promise<string | null> => {
  const name = referredBy?.trim().toLowerCase() ?? ''
  if (name === '') return null
  const byCode = await findClaimant(trx, 'referral', claimOf(ctx.keys, 'referral', name))
  return byCode ?? (await findPersonByHandle(trx, name))?.id ?? null
}

/** Mails the owner of an address, at most once a day, that there was an attempt to open another account with it. */
const tellOwner = async (ctx: PublicCtx, claim: string): Promise<void> => {
  if ((await ctx.budgets.take(claim, BUDGETS.takenAddressMail)) > 0) return
  const ownerId = await findClaimant(ctx.db, 'email', claim)
  const owner = ownerId === null ? null : await findAccount(ctx.db, ctx.keys, ownerId)
  if (!owner) return
  const link = `${ctx.config.publicUrl}/sign-in`
  const mail = mailToOwner(ctx, owner, { template: 'addressTaken', ref: newId(), params: { link } })
  await transaction(ctx.db, 'tell owner', (trx) => ctx.jobs.add(trx, mail))
}

/**
 * Opens an account; the token opens its first session. A registered address is `emailAlreadyInUse`, but only for a
 * complete and valid form, after the same work. A network beyond its budget gets `tooManyRequests`, for free and taken
 * addresses alike: that reveals as little as a made-up success would, and strands no one with a token that opens
 * nothing. Taken addresses are counted apart over all networks together, so that they cannot use up the newcomers'
 * budget. A caller who was asked to come back finds the address free: nothing is kept for a caller that no longer
 * waits.
 */
export const signUp = async (ctx: PublicCtx, input: Input<'signUp'>) => {
  const { email, password, fullName, business } = input
  requireRealEmail(email)
  await requireStrongPassword(password, { email, fullName })
  await ctx.budgets.consume(ctx.network, BUDGETS.signUpPerNetwork)
  const claim = claimOf(ctx.keys, 'email', email)
  const isTaken = (await findClaimant(ctx.db, 'email', claim)) !== null
  await ctx.budgets.consume(isTaken ? 'taken' : 'free', BUDGETS.signUpAltogether)
  const passwordHash = await passwordsOf(ctx).hash(password)
  // Without a language the settings are in English; the screen finds out what the browser prefers, and sends it.
  const lang = STORED_LANGUAGES[languageOf(input.lang ?? '') ?? 'en']
  const id = newId()
  const token = newToken()
  const opened: { giveDevice?: () => void } = {}
  const isNew = await transaction(
    ctx.db,
    'sign up',
    async (trx) => {
      if (!(await takeClaim(trx, 'email', claim, id))) return false
      const at = ctx.clock.now()
      const handle = await claimFresh(ctx, trx, 'handle', id, (attempt) => handleOf(fullName, randomText(4 + attempt)))
      const referralCode = await claimFresh(ctx, trx, 'referral', id, () => randomText(8).toUpperCase())
      const referredBy = await referrerOf(ctx, trx, input.referredBy)
      await openAccount(trx, {
        id,
        email,
        fullName,
        handle,
        isBusiness: business,
        lang,
        referralCode,
        passwordHash,
        referredBy,
        at,
      })
      // The browser in which an account begins is its owner's, and is not asked for a second factor soon.
      opened.giveDevice = await rememberBrowser(ctx, trx, id)
      await insertSignInToken(trx, token, id, { proof: 'password', expiresAt: tokenEnd(at) })
      await audit(trx, {
        actor: { kind: 'user', id },
        action: 'account.opened',
        object: { type: 'user', id },
        result: 'done',
        network: ctx.network,
        requestId: ctx.requestId,
      })
      return true
    },
    ctx.isAwaited,
  )
  if (isNew) {
    opened.giveDevice?.()
    return { token }
  }
  await tellOwner(ctx, claim)
  throw new Refusal('emailAlreadyInUse')
}
