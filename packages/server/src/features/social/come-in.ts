import type { SocialOutcome } from '@puente/contract'
import { STORED_LANGUAGES, languageOf } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { restoreWhenShed } from '#platform/rate-limit/restore-when-shed.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import {
  claimOf,
  findClaimant,
  findCredentials,
  getAccount,
  insertIdentity,
  lockAccount,
  noteIdentityUsed,
  requireRealEmail,
  updateAccountRow,
} from '#features/accounts/index.ts'
import { openPerson, tellOwner, tokenEnd } from '#features/auth/index.ts'
import { insertSignInToken } from '#features/sessions/index.ts'
import { flowEnd } from './begin-flow.ts'
import { insertTicket } from './flows-store.ts'
import type { Returned } from './returned.ts'
import { emailOf, landingOf, nameOf } from './social-rules.ts'

type Landing = (outcome: SocialOutcome, more?: Readonly<Record<string, string>>) => string

const giveToken = async (
  { ctx, flow, browser }: Returned,
  trx: Trx,
  ownerId: string,
  isNew: boolean,
): Promise<string> => {
  const token = newToken()
  await insertSignInToken(trx, token, ownerId, { proof: 'social', expiresAt: tokenEnd(ctx.clock.now()), browser })
  await audit(trx, {
    actor: { kind: 'user', id: ownerId },
    action: 'social.proved',
    result: 'done',
    network: ctx.network,
    requestId: ctx.requestId,
    details: { provider: flow.provider, isNew },
  })
  return token
}

/** The account this identity is linked to. A closed one lets nobody in, and says so: the issuer has just confirmed whose it was. */
const signIn = async (returned: Returned, ownerId: string, land: Landing): Promise<string> => {
  const { ctx, flow } = returned
  const token = await transaction(ctx.db, 'sign in by social login', async (trx) => {
    const { status } = await lockAccount(trx, ctx.keys, ownerId)
    if (status === 'closed') return null
    await noteIdentityUsed(trx, ownerId, flow.provider, ctx.clock.now())
    return giveToken(returned, trx, ownerId, false)
  })
  return token === null ? land('closed') : land('token', { token })
}

/**
 * The address has an account. Only where the address is proved on both sides may the person go on, with that account's
 * password; in all other cases they learn what signing up with the address would tell them, and its owner gets a mail.
 */
const meetOwner = async (returned: Returned, ownerId: string, land: Landing): Promise<string> => {
  const { ctx, flow, person, browser, claim } = returned
  const account = await getAccount(ctx.db, ctx.keys, ownerId)
  if (!person.emailVerified || !account.emailVerified || account.status === 'closed') {
    await tellOwner(ctx, claimOf(ctx.keys, 'email', account.email))
    return land('taken')
  }
  const credentials = await findCredentials(ctx.db, ownerId)
  if ((credentials?.passwordHash ?? null) === null) return land('otherWay')
  const token = newToken()
  const { provider } = flow
  const expiresAt = flowEnd(ctx.clock.now())
  const { email } = person
  await insertTicket(ctx.db, {
    kind: 'link',
    ownerId,
    sessionId: null,
    provider,
    claim,
    email,
    token,
    browser,
    expiresAt,
  })
  return land('link', { link: token })
}

/** Opens an account, its address proved if the issuer has proved it; null when the address or the identity was taken meanwhile. */
const open = ({ ctx, flow, person, claim, ...rest }: Returned, email: string): Promise<string | null> =>
  transaction(
    ctx.db,
    'sign up by social login',
    async (trx) => {
      const id = newId()
      const at = ctx.clock.now()
      const { provider, isBusiness, referredBy } = flow
      const lang = STORED_LANGUAGES[languageOf(flow.lang) ?? 'en']
      const fullName = nameOf(person.name, email)
      const named = {
        id,
        email,
        fullName,
        isBusiness,
        lang,
        passwordHash: null,
        referredBy: referredBy ?? undefined,
        at,
      }
      if (!(await openPerson(ctx, trx, named))) return null
      await audit(trx, {
        actor: { kind: 'user', id },
        action: 'account.opened',
        object: { type: 'user', id },
        result: 'done',
        network: ctx.network,
        requestId: ctx.requestId,
        details: { provider },
      })
      // Another tab of the same person was faster: nothing of this one stays.
      if ((await insertIdentity(trx, id, { provider, claim, email, at })) !== 'linked') throw new TakenMeanwhile()
      if (person.emailVerified) await updateAccountRow(trx, ctx.keys, id, { emailVerifiedAt: at }, at)
      return giveToken({ ctx, flow, person, claim, ...rest }, trx, id, true)
    },
    ctx.isAwaited,
  ).catch((error: unknown) => {
    if (error instanceof TakenMeanwhile) return null
    throw error
  })

class TakenMeanwhile extends Error {}

/** The budgets of signing up count here as well; `tooMany` beyond them, whether or not the address is free. */
const isWithinBudgets = async ({ ctx }: Returned, isTaken: boolean): Promise<boolean> => {
  try {
    await ctx.budgets.consume(ctx.network, BUDGETS.signUpPerNetwork)
    await ctx.budgets.consume(isTaken ? 'taken' : 'free', BUDGETS.signUpAltogether)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'tooManyRequests') return false
    throw error
  }
}

const isReal = (email: string): boolean => {
  try {
    requireRealEmail(email)
    return true
  } catch {
    return false
  }
}

/** Signs in or up with an identity that its issuer has just confirmed. Who it is, issuer and subject say, never an address. */
export const comeIn = async (returned: Returned): Promise<string> => {
  const { ctx, flow, person, claim } = returned
  const { provider, returnTo } = flow
  const land: Landing = (outcome, more = {}) =>
    landingOf(ctx.config.publicUrl, outcome, { provider, returnTo, ...more })
  const owner = await findClaimant(ctx.db, 'social', claim)
  if (owner !== null) return signIn(returned, owner, land)
  const email = emailOf(person.email)
  if (email === null || !isReal(email)) return land('noEmail')
  const holder = await findClaimant(ctx.db, 'email', claimOf(ctx.keys, 'email', email))
  if (!(await isWithinBudgets(returned, holder !== null))) return land('tooMany')
  if (holder !== null) return meetOwner(returned, holder, land)
  const spent = [
    { subject: ctx.network, budget: BUDGETS.signUpPerNetwork },
    { subject: 'free', budget: BUDGETS.signUpAltogether },
  ]
  const token = await restoreWhenShed(ctx, spent, () => open(returned, email))
  if (token !== null) return land('token', { token, isNew: 'true' })
  const winner = await findClaimant(ctx.db, 'social', claim)
  return winner === null ? land('taken') : signIn(returned, winner, land)
}
