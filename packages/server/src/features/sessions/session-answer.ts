import { session as limits } from '@puente/contract'
import { DEVICE_DAYS, readDevice, writeDevice } from '#platform/crypto/device-cookie.ts'
import type { ReplyHead, RequestFacts } from '#platform/http/ctx.ts'
import { DEVICE_COOKIE, SESSION_COOKIE } from '#platform/http/facts.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import type { Services } from '#platform/services.ts'
import { AMR } from './session-rules.ts'
import type { StartedSession } from './start-session.ts'

/** What a screen gets of an open session: a fresh bearer, and until when it may stay away. */
export const answerSession = async (
  { bearers }: Pick<Services, 'bearers'>,
  { ownerId, sessionId, tier, factor, createdAt, idleExpiresAt, absoluteExpiresAt }: StartedSession,
) => {
  const { bearer, expiresAt } = await bearers.sign({
    userId: ownerId,
    sessionId,
    accessLevel: tier,
    amr: AMR[factor],
    authenticatedAt: createdAt,
  })
  return {
    bearer,
    expiresAt: expiresAt.toISOString(),
    accessLevel: tier,
    idleExpiresAt: idleExpiresAt.toISOString(),
    absoluteExpiresAt: absoluteExpiresAt.toISOString(),
  }
}

/**
 * This browser has proved an account: with its password, by opening it, or by its mail. Each browser gets a lane of its own,
 * so an account can only have so many new ones in a day: else one account were as many lanes as it can sign in.
 */
export const rememberDevice = async (
  ctx: Pick<RequestFacts, 'deviceCookie' | 'reply'> & Pick<Services, 'budgets' | 'keys' | 'clock'>,
  ownerId: string,
): Promise<void> => {
  const before = readDevice(ctx.keys, ctx.deviceCookie)
  const isKnown = before?.proofs.some((proof) => proof.ownerId === ownerId) ?? false
  if (!isKnown && (await ctx.budgets.take(ownerId, BUDGETS.newDevicesPerAccount)) > 0) return
  const cookie = writeDevice(ctx.keys, before, ownerId, ctx.clock.now())
  ctx.reply.setCookie(DEVICE_COOKIE, cookie, DEVICE_DAYS * 86_400)
}

export const giveCookie = (reply: ReplyHead, cookie: string): void =>
  reply.setCookie(SESSION_COOKIE, cookie, limits.sessionAbsoluteMinutes * 60)
