import { session as limits } from '@puente/contract'
import { createBearers } from '#platform/crypto/bearer.ts'
import type { ReplyHead } from '#platform/http/ctx.ts'
import { SESSION_COOKIE } from '#platform/http/facts.ts'
import type { Services } from '#platform/services.ts'

export const bearersOf = ({ keys, clock, config }: Pick<Services, 'keys' | 'clock' | 'config'>) =>
  createBearers(keys.bearer, clock, config.publicUrl)

/** What a screen gets of an open session: a fresh bearer, and until when it may stay away. */
export const answerSession = async (
  services: Pick<Services, 'keys' | 'clock' | 'config'>,
  {
    ownerId,
    sessionId,
    tier,
    idleExpiresAt,
    absoluteExpiresAt,
  }: { ownerId: string; sessionId: string; tier: number; idleExpiresAt: Date; absoluteExpiresAt: Date },
) => {
  const { bearer, expiresAt } = await bearersOf(services).sign({ userId: ownerId, sessionId, accessLevel: tier })
  return {
    bearer,
    expiresAt: expiresAt.toISOString(),
    accessLevel: tier,
    idleExpiresAt: idleExpiresAt.toISOString(),
    absoluteExpiresAt: absoluteExpiresAt.toISOString(),
  }
}

export const giveCookie = (reply: ReplyHead, cookie: string): void =>
  reply.setCookie(SESSION_COOKIE, cookie, limits.sessionAbsoluteMinutes * 60)
