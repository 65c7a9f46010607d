import { newToken } from '#platform/crypto/tokens.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { FLOW_COOKIE } from '#platform/http/facts.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { SocialLogin } from '#providers/oidc/port.ts'
import { ProviderError } from '#providers/types.ts'
import { type Flow, insertFlow } from './flows-store.ts'

/** How long a person may take at the issuer, and again for what is asked of them afterwards. */
export const FLOW_SECONDS = 600

const COOKIE = /^[\w-]{43}$/

/** What the cookie says; null for one that is none of ours. */
export const browserOf = ({ flowCookie }: Pick<PublicCtx, 'flowCookie'>): string | null =>
  flowCookie !== null && COOKIE.test(flowCookie) ? flowCookie : null

/** The end of what begins now. */
export const flowEnd = (at: Date): Date => new Date(at.getTime() + FLOW_SECONDS * 1000)

/** The service of that name; `notFound` for one that is not offered. */
export const requireProvider = ({ socialLogins }: Pick<PublicCtx, 'socialLogins'>, id: string): SocialLogin => {
  const login = socialLogins.find((one) => one.id === id)
  if (!login) throw new Refusal('notFound')
  return login
}

/**
 * Sends a browser to an issuer: answers the address to go to, and binds what comes back to this browser. One that is on
 * its way in another tab keeps its cookie, so that both arrive. Refuses with `notFound`, and with `serviceUnavailable`
 * while the issuer does not answer.
 */
export const beginFlow = async (ctx: PublicCtx, flow: Flow): Promise<{ url: string }> => {
  const login = requireProvider(ctx, flow.provider)
  const secrets = { state: newToken(), nonce: newToken(), verifier: newToken() }
  const url = await login
    .begin(secrets, { fresh: flow.purpose === 'prove', language: ctx.language })
    .catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      ctx.log.warn({ provider: login.id, err: error }, 'an issuer could not be asked')
      throw new Refusal('serviceUnavailable', { retryAfterSeconds: Math.ceil((error.retryAfterMs ?? 5_000) / 1000) })
    })
  const browser = browserOf(ctx) ?? newToken()
  await insertFlow(ctx.db, ctx.keys, { ...flow, secrets, browser, expiresAt: flowEnd(ctx.clock.now()) })
  ctx.reply.setCookie(FLOW_COOKIE, browser, FLOW_SECONDS, 'none')
  return { url }
}
