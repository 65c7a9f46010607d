/**
 * A browser comes back from an issuer. Whatever comes of it, it is sent on to a screen with the outcome in the fragment;
 * nothing of the issuer's answer goes along.
 */
import type { SocialOutcome } from '@puente/contract'
import { newToken } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { FLOW_COOKIE } from '#platform/http/facts.ts'
import { findClaimant, isOwnerInDoubt, lockAccount, socialClaimOf } from '#features/accounts/index.ts'
import { isSessionOpen } from '#features/sessions/index.ts'
import type { SocialPerson, SocialReturn } from '#providers/oidc/port.ts'
import { ProviderError, type ProviderErrorKind } from '#providers/types.ts'
import { browserOf, FLOW_SECONDS, flowEnd, requireProvider } from './begin-flow.ts'
import { comeIn } from './come-in.ts'
import { type Flow, insertTicket, takeFlow } from './flows-store.ts'
import { linkIdentity } from './link-identity.ts'
import type { Returned } from './returned.ts'
import { isCancelled, landingOf } from './social-rules.ts'

const SETTINGS = '/settings/security/social'

const OUTCOME_OF: Record<ProviderErrorKind, SocialOutcome> = {
  declined: 'refused',
  invalid: 'refused',
  auth: 'unavailable',
  rateLimited: 'unavailable',
  unavailable: 'unavailable',
  unknownOutcome: 'unavailable',
}

/** Adds the identity to the account of the session in which that was begun. */
const link = async ({ ctx, flow, person, claim }: Returned): Promise<SocialOutcome> => {
  const { begunBy, provider } = flow
  if (begunBy === null || !(await isSessionOpen(ctx, begunBy))) return 'expired'
  const came = await transaction(ctx.db, 'link social', async (trx) => {
    const account = await lockAccount(trx, ctx.keys, begunBy.ownerId)
    if (await isOwnerInDoubt(trx, account.id)) return 'expired'
    return linkIdentity(ctx, trx, { account, sessionId: begunBy.sessionId, provider, claim, email: person.email })
  })
  return came === 'linked' || came === 'known' ? 'linked' : came
}

/** A fresh proof of the identity that is linked to the account; the ticket serves once, in the same browser and session. */
const prove = async ({ ctx, flow, browser, claim }: Returned): Promise<string> => {
  const { begunBy, provider, returnTo } = flow
  const screen = returnTo?.split('#', 1)[0] ?? SETTINGS
  const land = (outcome: SocialOutcome, more: Record<string, string> = {}) =>
    landingOf(ctx.config.publicUrl, outcome, { ...more, screen })
  if (begunBy === null || !(await isSessionOpen(ctx, begunBy))) return land('expired')
  if ((await findClaimant(ctx.db, 'social', claim)) !== begunBy.ownerId) return land('otherAccount')
  const token = newToken()
  const expiresAt = flowEnd(ctx.clock.now())
  await insertTicket(ctx.db, { kind: 'proof', ...begunBy, provider, claim, email: null, token, browser, expiresAt })
  return land('proved', { proof: token })
}

const screenOf = ({ purpose, returnTo }: Flow): { screen?: string } => {
  if (purpose === 'signIn') return {}
  return { screen: returnTo?.split('#', 1)[0] ?? SETTINGS }
}

/**
 * Where the browser goes next. A state that is unknown, used, too old, of another service or of another browser is
 * `expired`, without a word to the issuer.
 */
export const finishSocial = async (ctx: PublicCtx, provider: string, answer: SocialReturn): Promise<string> => {
  const { publicUrl } = ctx.config
  const login = requireProvider(ctx, provider)
  const browser = browserOf(ctx)
  const { state } = answer
  const flow =
    browser === null || state === undefined
      ? null
      : await takeFlow(ctx.db, ctx.keys, { state, browser, provider, at: ctx.clock.now() })
  if (!flow || browser === null) return landingOf(publicUrl, 'expired')
  const land = (outcome: SocialOutcome) =>
    landingOf(publicUrl, outcome, {
      ...screenOf(flow),
      provider,
      returnTo: flow.purpose === 'signIn' ? flow.returnTo : null,
    })
  if (answer['error'] !== undefined) return land(isCancelled(answer['error']) ? 'cancelled' : 'unavailable')
  let person: SocialPerson
  try {
    person = await login.finish(answer, flow.secrets, { fresh: flow.purpose === 'prove' })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ provider, err: error }, 'an issuer did not confirm a sign-in')
    return land(error.code === 'access_denied' ? 'cancelled' : OUTCOME_OF[error.kind])
  }
  // What is asked for next finds the browser by its cookie, however long the person was at the issuer.
  ctx.reply.setCookie(FLOW_COOKIE, browser, FLOW_SECONDS, 'none')
  const returned: Returned = { ctx, flow, browser, person, claim: socialClaimOf(ctx.keys, person) }
  if (flow.purpose === 'prove') return prove(returned)
  return flow.purpose === 'link' ? land(await link(returned)) : comeIn(returned)
}
