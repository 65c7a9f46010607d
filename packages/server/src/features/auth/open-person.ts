/** What every way of signing up has in common: the account with its own names, and the word to the owner of a taken address. */
import { randomInt } from 'node:crypto'
import type { StoredLanguage } from '@puente/contract'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import {
  openAccount,
  findAccount,
  type ClaimKind,
  claimOf,
  findClaimant,
  takeClaim,
  mailToOwner,
  handleOf,
  PLAIN_ALPHABET,
} from '#features/accounts/index.ts'
import { findReferrer } from './find-referrer.ts'

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

/** Mails the owner of an address, at most once a day, that there was an attempt to open another account with it. */
export const tellOwner = async (ctx: PublicCtx, claim: string): Promise<void> => {
  if ((await ctx.budgets.take(claim, BUDGETS.takenAddressMail)) > 0) return
  const ownerId = await findClaimant(ctx.db, 'email', claim)
  const owner = ownerId === null ? null : await findAccount(ctx.db, ctx.keys, ownerId)
  if (!owner) return
  const link = `${ctx.config.publicUrl}/sign-in`
  const mail = mailToOwner(ctx, owner, { template: 'addressTaken', ref: newId(), params: { link } })
  await transaction(ctx.db, 'tell owner', (trx) => ctx.jobs.add(trx, mail))
}

export type NewPerson = {
  /** Bare uuid. */
  id: string
  email: string
  fullName: string
  isBusiness: boolean
  lang: StoredLanguage
  /** Null for a person who came by social login. */
  passwordHash: string | null
  /** As it was given: a referral code or a handle. */
  referredBy: string | undefined
  at: Date
}

/** Opens an account and claims its names; false, with nothing written, when another account has the address. */
export const openPerson = async (ctx: PublicCtx, trx: Trx, person: NewPerson): Promise<boolean> => {
  const { id, email, fullName, referredBy, ...rest } = person
  if (!(await takeClaim(trx, 'email', claimOf(ctx.keys, 'email', email), id))) return false
  const handle = await claimFresh(ctx, trx, 'handle', id, (attempt) => handleOf(fullName, randomText(4 + attempt)))
  const referralCode = await claimFresh(ctx, trx, 'referral', id, () => randomText(8).toUpperCase())
  const referrer = await findReferrer(ctx, trx, referredBy)
  await openAccount(trx, { ...rest, id, email, fullName, handle, referralCode, referredBy: referrer })
  return true
}
